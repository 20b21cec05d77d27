/** The bundled spec and the table of its operations. */
import { createRequire } from "node:module";

// Node 20 warns on stderr when JSON is imported.
const require = createRequire(import.meta.url);

export const spec = require("#openapi.json") as {
  paths: Record<string, { parameters?: unknown[]; [method: string]: unknown }>;
  components: {
    schemas: Record<string, object>;
    parameters: Record<string, { name: string; in: string; example: string | number }>;
  };
};

export const documentedOperations = require("#documented-operations.json") as {
  method: string;
  path: string;
  section: string;
  request: string;
  response: string;
}[];
