/**
 * Replaces a project's key while a client uses it: `npx tsx packages/client/examples/rotate-a-key.ts`.
 *
 * Set BASE_URL, ORG_ID and PROJECT_ID to use a server, ADMIN_KEY to an administrator's personal key,
 * OLD_KEY and OLD_KEY_ID to the key to replace. The default is the mock of `npm run mock`.
 */
import { createClient, unwrap } from "@hosted-postgres/client";

const { BASE_URL: baseUrl = "http://127.0.0.1:4010", ADMIN_KEY = "any-key" } = process.env;
const { ORG_ID: org_id = "org-1", PROJECT_ID: project_id = "project-1" } = process.env;
const { OLD_KEY = "an-old-key", OLD_KEY_ID = "100" } = process.env;

const old = { id: Number(OLD_KEY_ID), key: OLD_KEY };
let current = old;

// Calls the function before each request, and again after a 401.
const service = createClient({ baseUrl, apiKey: () => current.key });
const admin = createClient({ baseUrl, apiKey: ADMIN_KEY });

// Store the secret first: only this response contains it.
current = await unwrap(
  admin.POST("/organizations/{org_id}/api_keys", {
    params: { path: { org_id } },
    body: { key_name: "service", project_id },
  }),
);

const params = { path: { project_id } };
await unwrap(service.GET("/projects/{project_id}/endpoints", { params }));
console.log(`key ${current.id} works`);

await unwrap(
  admin.DELETE("/organizations/{org_id}/api_keys/{key_id}", {
    params: { path: { org_id, key_id: old.id } },
  }),
);
// From now on a server that keeps state refuses the old key with 401; the mock does not.
console.log(`the revocation of key ${old.id} is accepted`);
