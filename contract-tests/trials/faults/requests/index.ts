import type { Fault } from "../../fault.ts";
import { answerFaults } from "./answers.ts";
import { routeFaults } from "./routes.ts";

export const requestFaults: Fault[] = [...routeFaults, ...answerFaults];
