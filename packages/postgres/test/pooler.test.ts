import { describe, expect, onTestFinished, test, vi } from "vitest";
import pg from "pg";
import { started } from "./support.ts";

test("try", async () => {
  const emulator = await started();
  const { uri } = await emulator.call("GET", "/connection_uri?database_name=neondb&role_name=neondb_owner&pooled=true");
  console.log(uri, emulator.connectionUri(emulator.ids.endpoint_id));
  const c = new pg.Client({ connectionString: uri });
  await c.connect();
  console.log((await c.query("select pg_backend_pid(), current_user, inet_client_addr()")).rows);
  await c.end();
});
