import type { Fault } from "../../fault.ts";
import { fieldFaults } from "./fields.ts";
import { rightFaults } from "./rights.ts";
import { validityFaults } from "./validity.ts";

export const apiKeyFaults: Fault[] = [...fieldFaults, ...validityFaults, ...rightFaults];
