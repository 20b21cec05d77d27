/** The parts of a merged spec that the suite reads. */
import type { StatementKey } from "../rules/statements.ts";

export interface MergedSpec {
  paths: Record<string, Record<string, unknown>>;
  components: { responses?: Record<string, Response> };
  "x-profile": { name: string; deviations: Record<string, DeviationEntry> };
}

/** An entry of `deviations.yaml`: a place where the provider is known to contradict the document. */
export interface DeviationEntry {
  /** The sentence that it breaks. */
  statement: StatementKey;
  document: string;
  provider: string;
  evidence: string[];
}

export interface Operation {
  operationId: string;
  parameters?: { in: string; name: string; required?: boolean; example?: unknown }[];
  requestBody?: { content?: Record<string, { example?: unknown }> };
  responses: Record<string, Response>;
}

export interface Response {
  content?: Record<string, { schema?: unknown }>;
}

const METHODS = ["get", "put", "post", "patch", "delete"];

/** Every operation under its method and path, with its responses in place. */
export function operationsOf({ paths, components }: MergedSpec) {
  const resolved = (response: Response & { $ref?: string }): Response =>
    components.responses?.[response.$ref?.split("/").at(-1) ?? ""] ?? response;
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const operation = item[method] as Operation;
      const responses = Object.fromEntries(
        Object.entries(operation.responses).map(([status, it]) => [status, resolved(it)]),
      );
      return { name: `${method.toUpperCase()} ${path}`, operation: { ...operation, responses } };
    }),
  );
}
