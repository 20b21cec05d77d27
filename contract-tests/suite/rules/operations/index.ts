import type { Rule } from "../../run/rule.ts";
import { actionsRules } from "./actions.ts";
import { endRules } from "./end.ts";
import { historyRules } from "./history.ts";
import { mutationsRules } from "./mutations.ts";
import { pollRules } from "./poll.ts";
import { readRules } from "./read.ts";
import { shapeRules } from "./shape.ts";
import { trackedRules } from "./tracked.ts";

export const operationRules: Rule[] = [
  ...shapeRules,
  ...historyRules,
  ...mutationsRules,
  ...pollRules,
  ...readRules,
  ...trackedRules,
  ...endRules,
  ...actionsRules,
];
