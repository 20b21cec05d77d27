/** The two calls that every peer makes, and their responses, taken from the examples of the spec. */
import { readFileSync } from "node:fs";
import type { EndpointCreateRequest } from "@hosted-postgres/types";

export const API_KEY = "bench-key";
export const PROJECT_ID = "project-1";

export const ENDPOINT: EndpointCreateRequest = {
  endpoint: { branch_id: "branch-1", type: "read_write" },
};

export const LIST_PATH = "/projects";
export const CREATE_PATH = `/projects/${PROJECT_ID}/endpoints`;

const spec = JSON.parse(
  readFileSync(new URL("../../openapi/dist/openapi.json", import.meta.url), "utf8"),
);

export const PROJECTS: string = example("ProjectListTwo");
export const CREATED: string = example("EndpointCreated");
export const OPERATION: string = JSON.stringify(
  JSON.parse(example("OperationListFirstPage")).operations[0],
);

/** Responds from memory at once. */
export async function fetchFromMemory(input: unknown, init?: RequestInit): Promise<Response> {
  const method = input instanceof Request ? input.method : (init?.method ?? "GET");
  return method === "GET"
    ? new Response(PROJECTS, { headers: { "content-type": "application/json" } })
    : new Response(CREATED, { status: 201, headers: { "content-type": "application/json" } });
}

function example(name: string): string {
  return JSON.stringify(spec.components.examples[name].value);
}
