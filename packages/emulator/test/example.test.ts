import { createEmulator } from "@hosted-postgres/emulator";
import { expect, test } from "vitest";

test("a compute is idle after it is suspended", async () => {
  const { fetch, url, keys, ids, advance } = createEmulator();
  const compute = `${url}/projects/${ids.project_id}/endpoints/${ids.endpoint_id}`;
  const headers = { authorization: `Bearer ${keys.admin}` };
  await fetch(`${compute}/suspend`, { method: "POST", headers });
  advance(300);
  expect(await (await fetch(compute, { headers })).text()).toContain('"current_state":"idle"');
});
