import type { Fault } from "../fault.ts";
import { apiKeyFaults } from "./api-keys/index.ts";
import { authFaults } from "./auth.ts";
import { clientFaults } from "./client.ts";
import { connectionFaults } from "./connections.ts";
import { conventionFaults } from "./conventions.ts";
import { crossedFaults } from "./crossed/index.ts";
import { endpointFaults } from "./endpoints/index.ts";
import { operationFaults } from "./operations/index.ts";
import { paginationFaults } from "./pagination/index.ts";
import { profileFaults } from "./profile.ts";
import { projectFaults } from "./projects.ts";
import { requestFaults } from "./requests/index.ts";

/** Every fault of the catalogue, wrong and benign. */
export const faults: Fault[] = [
  ...authFaults,
  ...apiKeyFaults,
  ...projectFaults,
  ...requestFaults,
  ...operationFaults,
  ...paginationFaults,
  ...conventionFaults,
  ...endpointFaults,
  ...connectionFaults,
  ...profileFaults,
  ...clientFaults,
  ...crossedFaults,
];

export { derivedFaults } from "./derived.ts";
