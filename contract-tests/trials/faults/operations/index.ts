import type { Fault } from "../../fault.ts";
import { progressFaults } from "./progress.ts";
import { shapeFaults } from "./shape.ts";
import { trackingFaults } from "./tracking.ts";

export const operationFaults: Fault[] = [...trackingFaults, ...progressFaults, ...shapeFaults];
