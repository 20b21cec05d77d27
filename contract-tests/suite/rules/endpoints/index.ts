import type { Rule } from "../../run/rule.ts";
import { createRules } from "./create.ts";
import { dataRules } from "./data.ts";
import { deleteRules } from "./delete.ts";
import { lifecycleRules } from "./lifecycle.ts";
import { moveRules } from "./move.ts";
import { readsRules } from "./reads.ts";
import { shapeRules } from "./shape.ts";
import { sizeRules } from "./size.ts";
import { updateRules } from "./update.ts";

export const endpointRules: Rule[] = [
  ...shapeRules,
  ...sizeRules,
  ...createRules,
  ...moveRules,
  ...updateRules,
  ...lifecycleRules,
  ...readsRules,
  ...deleteRules,
  ...dataRules,
];
