import {
  AuthenticationError,
  createClient,
  unwrap,
} from "@hosted-postgres/client";
import { createEmulator } from "@hosted-postgres/emulator";

const { url, keys, ids, fetch } = createEmulator();
const { org_id, project_id } = ids;
const admin = createClient({ baseUrl: url, apiKey: keys.admin, fetch });
const newKey = () =>
  unwrap(
    admin.POST("/organizations/{org_id}/api_keys", {
      params: { path: { org_id } },
      body: { key_name: "service", project_id },
    }),
  );

const old = await newKey();
let current = old;
const service = createClient({
  baseUrl: url,
  apiKey: () => current.key,
  fetch,
});

// Store the new secret first: only this response has it.
current = await newKey();
await unwrap(
  admin.DELETE("/organizations/{org_id}/api_keys/{key_id}", {
    params: { path: { org_id, key_id: old.id } },
  }),
);

const { projects } = await unwrap(service.GET("/projects"));
console.log(`the new key sees ${projects.length} project`);

const revoked = createClient({ baseUrl: url, apiKey: old.key, fetch });
const error = await unwrap(revoked.GET("/projects")).catch(
  (error: unknown) => error,
);
if (error instanceof AuthenticationError)
  console.log(`the old one: ${error.status}`);
