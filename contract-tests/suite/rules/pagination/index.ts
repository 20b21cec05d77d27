import type { Rule } from "../../run/rule.ts";
import { clientRules } from "./client.ts";
import { pageRules } from "./page.ts";
import { walkRules } from "./walk.ts";

export const paginationRules: Rule[] = [...walkRules, ...pageRules, ...clientRules];
