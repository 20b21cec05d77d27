import type { Rule } from "../run/rule.ts";
import { apiKeyRules } from "./api-keys.ts";
import { authRules } from "./auth.ts";
import { conventionRules } from "./conventions.ts";
import { endpointRules } from "./endpoints.ts";
import { operationRules } from "./operations.ts";
import { paginationRules } from "./pagination.ts";
import { projectRules } from "./projects.ts";
import { requestRules } from "./requests.ts";

export const rules: Rule[] = [
  ...authRules,
  ...conventionRules,
  ...projectRules,
  ...endpointRules,
  ...operationRules,
  ...paginationRules,
  ...apiKeyRules,
  ...requestRules,
];
