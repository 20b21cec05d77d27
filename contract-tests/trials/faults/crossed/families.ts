/** Routes of the document that a provider does not serve: one of a family, or the whole family. */
import { routes } from "@hosted-postgres/types/routes";
import { inGroup, rowsOf } from "../../fault.ts";
import { refusal, refusing } from "../../verbs.ts";
import { TABLES } from "./sources.ts";

const { must } = inGroup("requests");

/** One route of each family, and the status that a provider without it answers. */
const ABSENT: [id: keyof typeof routes, status: number][] = [
  ["listSharedProjects", 404],
  ["listAvailablePreloadLibraries", 404],
  ["listProjectMembers", 405],
  ["countBranches", 404],
  ["getBranchSchema", 501],
  ["listRoles", 404],
  ["listBranchAuthDomains", 404],
  ["updateBranchAuthConfig", 405],
  ["listLegacyAuthDomains", 404],
  ["updateLegacyAuthEmailServer", 404],
  ["listOrganizationMembers", 404],
  ["setSpendingLimit", 405],
  ["listCurrentUserOrganizations", 404],
  ["listRegions", 501],
  ["listBranchConsumption", 404],
  ["createSnapshot", 404],
  ["setBackupSchedule", 405],
  ["listAdvisorIssues", 404],
  ["createDataApi", 404],
  ["listBuckets", 404],
  ["getBranchAiGateway", 404],
  ["issueCredential", 405],
  ["queryLogs", 404],
  ["deployFunction", 404],
];

const FAMILIES: [id: string, of: RegExp][] = [
  ["managed-auth", /\{branch_id\}\/auth/],
  ["legacy-auth", /\/projects\/auth|\{project_id\}\/auth/],
  ["buckets", /\/buckets/],
  ["consumption", /\/consumption_history/],
];

const wordsOf = (id: string) => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const familyFaults = [
  ...must(
    TABLES,
    rowsOf(ABSENT, ([id, status]) => [
      `absent-${wordsOf(id)}`,
      `answers ${status} to ${routes[id]}`,
      refusing(routes[id], () => refusal(status)),
    ]),
  ),
  ...must(
    TABLES,
    rowsOf(FAMILIES, ([id, of]) => [
      `absent-family-${id}`,
      `answers 404 to every route of ${id.replace("-", " ")}`,
      refusing(
        ({ name }) => of.test(name),
        () => refusal(404),
      ),
    ]),
  ),
];
