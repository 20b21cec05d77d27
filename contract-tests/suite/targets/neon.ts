/** The emulator as the provider neon answers. */
import type { EmulatorOptions } from "@hosted-postgres/emulator";
import { neon } from "@hosted-postgres/emulator/neon";
import { neonSpec } from "../profiles/read.ts";
import { requestsOf } from "../profiles/requests.ts";
import type { Target } from "../run/target.ts";

export const NEON_OPTIONS: EmulatorOptions = { profile: neon };

/** Names that the profile's seed contains, and names that the suite is free to choose. */
const NAMES = {
  role_name: "neondb_owner",
  database_name: "neondb",
  db_name: "neondb",
  region_id: "region-1",
  auth_provider: "better_auth",
  oauth_provider_id: "google",
  field_name: "message",
};

const INTEGRATION = { auth_provider: NAMES.auth_provider };
const PERSON = { email: "ada@example.com", name: "Ada" };

/** Each check has a target of its own. */
let requests: ReturnType<typeof requestsOf> | undefined;

/** Sends a request as the administrator. */
export type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

/** Adds what the provider's requests need beyond the document's examples. */
export async function asNeon(target: Target, ask: Ask): Promise<Target> {
  const { org_id, project_id, personal_project_id, free_branch_id } = target.ids;
  const branch = `/projects/${project_id}/branches/${target.ids.branch_id}`;
  await ask("POST", `${branch}/auth`, INTEGRATION);
  await ask("POST", `${branch}/data-api/${NAMES.database_name}`, {});
  const user = (await ask("POST", `${branch}/auth/users`, PERSON)) as { id: string };
  const ids = { ...NAMES, ...target.ids, auth_user_id: user.id };
  const destination = { destination_org_id: `${org_id}` };
  requests ??= requestsOf(neonSpec());
  const { bodies, queries } = requests({ ...ids, ...destination });
  const { role_name: owner_name } = NAMES;
  return {
    ...target,
    ids,
    replicaType: "read_only",
    waitsOut: [423],
    bodies: {
      ...bodies,
      "POST /projects": { project: { name: "orders", org_id } },
      "POST /projects/{project_id}/branches": {},
      "POST /projects/{project_id}/branches/{branch_id}/restore": {
        source_branch_id: free_branch_id,
      },
      "POST /projects/{project_id}/branches/{branch_id}/databases": {
        database: { name: "orders", owner_name },
      },
      "PATCH /projects/{project_id}/branches/{branch_id}": { branch: { name: "renamed" } },
      "POST /projects/{project_id}/branches/{branch_id}/auth/oauth_providers": { id: "github" },
      "POST /projects/auth/create": {
        ...INTEGRATION,
        project_id,
        branch_id: free_branch_id,
      },
      "POST /projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects/{object_key}/presign":
        { operation: "upload" },
      "POST /users/me/projects/transfer": { ...destination, project_ids: [personal_project_id] },
    },
    queries: { ...queries, "GET /projects": { org_id: `${org_id}` } },
  };
}
