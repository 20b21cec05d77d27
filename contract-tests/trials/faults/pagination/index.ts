import type { Fault } from "../../fault.ts";
import { cursorFaults } from "./cursor.ts";
import { itemFaults } from "./items.ts";

export const paginationFaults: Fault[] = [...itemFaults, ...cursorFaults];
