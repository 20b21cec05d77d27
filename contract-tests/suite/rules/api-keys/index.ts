import type { Rule } from "../../run/rule.ts";
import { createRules } from "./create.ts";
import { listRules } from "./list.ts";
import { organizationRules } from "./organization.ts";
import { personalRules } from "./personal.ts";
import { revokeRules } from "./revoke.ts";
import { scopedRules } from "./scoped.ts";

export const apiKeyRules: Rule[] = [
  ...createRules,
  ...listRules,
  ...revokeRules,
  ...personalRules,
  ...organizationRules,
  ...scopedRules,
];
