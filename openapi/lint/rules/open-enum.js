/** A list of values must allow others and say why, or a new value breaks every client. */
import { basename } from "node:path";

const OBSERVED = "Observed values; others may appear.";
const DERIVED = "the full set";

export default function openEnum({ closed, derived }) {
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
        const note = derived.includes(basename(file, ".yaml")) ? DERIVED : OBSERVED;
        if (!description?.includes(note)) report(`the description must say "${note}"`);
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
