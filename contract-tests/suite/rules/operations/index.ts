import type { Rule } from "../../run/rule.ts";
import { actionsRules } from "./actions.ts";
import { endRules } from "./end.ts";
import { historyRules } from "./history.ts";
import { pollRules } from "./poll.ts";
import { readRules } from "./read.ts";
import { shapeRules } from "./shape.ts";
import { trackedRules } from "./tracked.ts";

export const operationRules: Rule[] = [
  ...shapeRules,
  ...historyRules,
  ...pollRules,
  ...readRules,
  ...trackedRules,
  ...endRules,
  ...actionsRules,
];
