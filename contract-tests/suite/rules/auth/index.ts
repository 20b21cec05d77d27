import type { Rule } from "../../run/rule.ts";
import { acceptedRules } from "./accepted.ts";
import { clientRules } from "./client.ts";
import { refusedRules } from "./refused.ts";
import { wrongKeysRules } from "./wrong-keys.ts";

export const authRules: Rule[] = [
  ...clientRules,
  ...acceptedRules,
  ...refusedRules,
  ...wrongKeysRules,
];
