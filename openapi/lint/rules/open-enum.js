/** A list of observed values must allow others, or a new value breaks every client. */
import { basename } from "node:path";

const NOTE = "Observed values; others may appear.";

export default function openEnum({ closed }) {
  const openBranches = new Set();
  return {
    Schema(schema, ctx) {
      const file = basename(ctx.location.source.absoluteRef);
      const report = (message) =>
        ctx.report({ message: `${file}${ctx.location.pointer}: ${message}` });

      const [values, others] = schema.anyOf ?? [];
      if (values?.enum && isAnyString(others) && schema.anyOf.length === 2) {
        openBranches.add(values);
        const description = schema.description?.replace(/\s+/g, " ");
        if (!description?.includes(NOTE)) report(`the description must say "${NOTE}"`);
      }

      // A const is an enum with one value.
      const fixed = schema.enum ?? [schema.const];
      const isComponent = ctx.location.pointer === "#/";
      if (!fixed.some((value) => typeof value === "string")) return;
      if (openBranches.has(schema)) return;
      if (isComponent && closed.includes(basename(file, ".yaml"))) return;
      report("a closed list; write anyOf: [{type: string, enum}, {type: string}], in this order.");
    },
  };
}

function isAnyString(schema) {
  return schema?.type === "string" && Object.keys(schema).length === 1;
}
