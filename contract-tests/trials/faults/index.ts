import type { Fault } from "../fault.ts";
import { keyFaults } from "./api-keys.ts";
import { authFaults } from "./auth.ts";
import { benignFaults } from "./benign.ts";
import { bodyFaults } from "./bodies.ts";
import { clientFaults } from "./client.ts";
import { endpointFaults } from "./endpoints/index.ts";
import { operationFaults } from "./operations/index.ts";
import { paginationFaults } from "./pagination/index.ts";
import { projectFaults } from "./projects.ts";
import { routeFaults } from "./routes.ts";

/** Every provider of the catalogue, wrong and unusual ones. */
export const faults: Fault[] = [
  ...authFaults,
  ...keyFaults,
  ...projectFaults,
  ...routeFaults,
  ...operationFaults,
  ...paginationFaults,
  ...endpointFaults,
  ...bodyFaults,
  ...clientFaults,
  ...benignFaults,
];

export { operators } from "./derived.ts";
