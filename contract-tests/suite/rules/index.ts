import type { Rule } from "../run/rule.ts";
import { apiKeyRules } from "./api-keys/index.ts";
import { authRules } from "./auth/index.ts";
import { conventionRules } from "./conventions.ts";
import { endpointRules } from "./endpoints/index.ts";
import { operationRules } from "./operations/index.ts";
import { paginationRules } from "./pagination/index.ts";
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
