import type { Fault } from "../../fault.ts";
import { createFaults } from "./create.ts";
import { deleteFaults } from "./delete.ts";
import { lifecycleFaults } from "./lifecycle.ts";
import { moveFaults } from "./move.ts";
import { shapeFaults } from "./shape.ts";
import { sizeFaults } from "./size.ts";
import { updateFaults } from "./update.ts";

export const endpointFaults: Fault[] = [
  ...shapeFaults,
  ...sizeFaults,
  ...createFaults,
  ...moveFaults,
  ...updateFaults,
  ...lifecycleFaults,
  ...deleteFaults,
];
