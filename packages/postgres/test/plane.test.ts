import { createConnection } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { describeWithPostgres, finished, idleAfter, shared, started, trusting } from "./support.ts";

/** A branch with a primary compute. */
const withCompute = { endpoints: [{ type: "read_write" }] };

const emulator = shared();

describeWithPostgres("a compute", () => {
  test("wakes on connect, and has what it had before", async () => {
    idleAfter(emulator, 1_500);
    const { endpoint_id } = emulator.ids;
    await emulator.sql("CREATE TABLE kept AS SELECT 42 AS n");

    await vi.waitFor(async () => expect(await emulator.state(endpoint_id)).toBe("idle"), 10_000);
    const { rows } = await emulator.sql("SELECT n FROM kept");

    expect(rows).toEqual([{ n: 42 }]);
    expect(await emulator.state(endpoint_id)).toBe("active");
  });

  test("speaks TLS with a certificate of its address", async () => {
    const client = await emulator.client(undefined, trusting(emulator.plane));

    const { rows } = await client.query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
    expect(rows).toEqual([{ ssl: true }]);
  });

  test("closes its connections when it is suspended, and says so", async () => {
    const client = await emulator.client();
    const closed = new Promise<Error>((resolve) => client.on("error", resolve));

    const operations = await emulator.call(
      "POST",
      `/endpoints/${emulator.ids.endpoint_id}/suspend`,
    );
    await finished(emulator, operations);

    expect((await closed).message).toMatch(/terminating connection/);
    expect(await emulator.state(emulator.ids.endpoint_id)).toBe("idle");
  });

  test("stays idle when its suspension has closed a connection", async () => {
    const client = await emulator.client();
    const closed = new Promise<void>((resolve) => client.on("end", resolve));
    // Uses within 100 ms count as one.
    await sleep(200);

    const path = `/endpoints/${emulator.ids.endpoint_id}/suspend`;
    await finished(emulator, await emulator.call("POST", path));
    await closed;

    const { operations } = await emulator.call("GET", "/operations");
    expect(operations[0].action).toBe("suspend_compute");
    expect(await emulator.state(emulator.ids.endpoint_id)).toBe("idle");
  });

  test("serves every client that comes while it is suspended, without an error", async () => {
    await emulator.sql("SELECT 1");
    const path = `/endpoints/${emulator.ids.endpoint_id}/suspend`;

    for (let round = 0; round < 5; round++) {
      const suspended = emulator.call("POST", path);
      const asked = Array.from({ length: 5 }, () => emulator.sql("SELECT 7 AS n"));
      const results = await Promise.all(asked);
      await suspended;
      for (const { rows } of results) expect(rows).toEqual([{ n: 7 }]);
      await vi.waitFor(() => emulator.call("GET", path.replace("/suspend", "")));
    }
  });

  test("stays up while a query runs longer than its idle time", async () => {
    idleAfter(emulator, 1_000);

    const { rows } = await emulator.sql("SELECT pg_sleep(2), 1 AS n");

    expect(rows).toMatchObject([{ n: 1 }]);
  });

  test("cancels a query", async () => {
    const [client, other] = [await emulator.client(), await emulator.client()];
    const sleeping = expect(client.query("SELECT pg_sleep(60)")).rejects.toThrow(/canceling/);
    await vi.waitFor(async () => {
      const running = "SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)'";
      expect((await other.query(running)).rows).toHaveLength(1);
    }, 10_000);

    const { processID, secretKey } = client as unknown as { processID: number; secretKey: number };
    const request = Buffer.alloc(16);
    for (const [index, number] of [16, 80_877_102, processID, secretKey].entries()) {
      request.writeInt32BE(number, 4 * index);
    }
    createConnection(client.port, client.host).end(request);

    await sleeping;
  });

  test("is idle when its server dies, and starts again at the next connection", async () => {
    await emulator.sql("CREATE TABLE survives AS SELECT 1 AS n");
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    process.kill(emulator.plane.serverOf(emulator.ids.endpoint_id)?.pid as number, "SIGKILL");

    await vi.waitFor(async () => {
      expect(await emulator.state(emulator.ids.endpoint_id)).toBe("idle");
    }, 10_000);
    expect((await emulator.sql("SELECT n FROM survives")).rows).toEqual([{ n: 1 }]);
    expect(warned.mock.calls.join()).toContain("SIGKILL");
  });

  test("allows as many connections as the document says for its size", async () => {
    const path = `/endpoints/${emulator.ids.endpoint_id}`;
    const shown = async () => (await emulator.sql("SHOW max_connections")).rows[0].max_connections;
    expect(await shown()).toBe("450");

    await finished(
      emulator,
      await emulator.call("PATCH", path, {
        endpoint: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 },
      }),
    );

    expect(await shown()).toBe("112");
  });

  test("tells why it refuses a connection", async () => {
    const path = `/endpoints/${emulator.ids.endpoint_id}`;
    const setDisabled = (disabled: boolean) =>
      emulator.call("PATCH", path, { endpoint: { disabled } });
    onTestFinished(() => setDisabled(false));
    await emulator.sql("SELECT 1");

    await setDisabled(true);

    await expect(emulator.client()).rejects.toThrow(/is disabled/);
  });

  test("refuses a wrong password, and the data plane's own account", async () => {
    const wrong = { password: "wrong" };
    const own = { user: "hosted_postgres" };
    await expect(emulator.client(undefined, wrong)).rejects.toThrow(/authentication failed/);
    await expect(emulator.client(undefined, own)).rejects.toThrow(/pg_hba.conf rejects/);
  });
});

describeWithPostgres("a branch", () => {
  test("has the data of its idle parent", async () => {
    await emulator.sql("CREATE TABLE parents AS SELECT 1 AS n");
    const suspend = `/endpoints/${emulator.ids.endpoint_id}/suspend`;
    await finished(emulator, await emulator.call("POST", suspend));

    const made = await emulator.call("POST", "/branches", withCompute);

    expect((await emulator.sql("SELECT n FROM parents", made.endpoints[0].id)).rows).toEqual([
      { n: 1 },
    ]);
    expect(await emulator.state(emulator.ids.endpoint_id)).toBe("idle");
  });

  test("has its parent's data again when it is restored from it", async () => {
    await emulator.sql("CREATE TABLE restored AS SELECT 1 AS n");
    const made = await emulator.call("POST", "/branches", withCompute);
    const [{ id: endpoint_id }] = made.endpoints;
    await emulator.sql("INSERT INTO restored VALUES (2)", endpoint_id);
    await emulator.sql("INSERT INTO restored VALUES (3)");

    const restored = await emulator.call("POST", `/branches/${made.branch.id}/restore`, {
      source_branch_id: emulator.ids.branch_id,
      preserve_under_name: "before",
    });
    await finished(emulator, restored);

    const { rows } = await emulator.sql("SELECT n FROM restored ORDER BY n", endpoint_id);
    expect(rows.map(({ n }) => n)).toEqual([1, 3]);
    const { branches } = await emulator.call("GET", "/branches?search=before");
    const kept = await emulator.call("POST", "/endpoints", {
      endpoint: { branch_id: branches[0].id, type: "read_write" },
    });
    const before = await emulator.sql("SELECT n FROM restored ORDER BY n", kept.endpoint.id);
    expect(before.rows.map(({ n }) => n)).toEqual([1, 2]);
  });

  test("is gone with its data when it is deleted", async () => {
    await emulator.sql("CREATE TABLE gone AS SELECT 1 AS n");
    const made = await emulator.call("POST", "/branches", withCompute);
    const [{ id: endpoint_id }] = made.endpoints;
    const { hostname: host } = new URL(emulator.connectionUri(endpoint_id));
    await emulator.sql("SELECT n FROM gone", endpoint_id);

    await emulator.call("DELETE", `/branches/${made.branch.id}`);

    await expect(emulator.client(undefined, { host })).rejects.toThrow(/ECONNREFUSED/);
    await vi.waitFor(() => expect(emulator.plane.has(made.branch.id)).toBe(false), 10_000);
  });

  test("waits for the unfinished copies of its parent", async () => {
    await emulator.sql("CREATE TABLE copied AS SELECT 1 AS n");

    const first = await emulator.call("POST", "/branches", {});
    const second = await emulator.call("POST", "/branches", {
      ...withCompute,
      branch: { parent_id: first.branch.id },
    });

    expect((await emulator.sql("SELECT n FROM copied", second.endpoints[0].id)).rows).toHaveLength(
      1,
    );
  });
});

describeWithPostgres("an emulator", () => {
  test("shares nothing with another one of the same seed", async () => {
    const other = await started();
    expect(other.ids).toEqual(emulator.ids);

    await emulator.sql("CREATE TABLE own AS SELECT 1 AS n");

    await expect(other.sql("SELECT n FROM own")).rejects.toThrow(/does not exist/);
  });

  test("has no data left after a reset", async () => {
    const emulator = await started();
    await emulator.sql("CREATE TABLE t AS SELECT 1 AS n");
    const client = await emulator.client();
    const closed = new Promise<void>((resolve) => client.on("end", resolve));

    await emulator.reset();

    await closed;
    await expect(emulator.sql("SELECT n FROM t")).rejects.toThrow(/does not exist/);
  });
});

describeWithPostgres("a read replica", () => {
  test("reads the data of an idle branch, though it is smaller", async () => {
    await emulator.sql("CREATE TABLE read AS SELECT 1 AS n");
    const suspend = `/endpoints/${emulator.ids.endpoint_id}/suspend`;
    await finished(emulator, await emulator.call("POST", suspend));

    const { endpoint } = await emulator.call("POST", "/endpoints", {
      endpoint: {
        branch_id: emulator.ids.branch_id,
        type: "read_only",
        autoscaling_limit_min_cu: 0.25,
        autoscaling_limit_max_cu: 0.25,
      },
    });

    expect((await emulator.sql("SELECT n FROM read", endpoint.id)).rows).toEqual([{ n: 1 }]);
  });
});

describeWithPostgres("a role", () => {
  test("logs in with its password, until it is reset or deleted", async () => {
    const roles = `/branches/${emulator.ids.branch_id}/roles`;
    const { role, ...made } = await emulator.call("POST", roles, { role: { name: 'a "b" c' } });
    await finished(emulator, made);
    const path = `${roles}/${encodeURIComponent(role.name)}`;
    const login = (password: string) => emulator.client(undefined, { user: role.name, password });

    await (await login(role.password)).query("SELECT 1");
    const reset = await emulator.call("POST", `${path}/reset_password`);
    await finished(emulator, reset);

    await expect(login(role.password)).rejects.toThrow(/authentication failed/);
    await login(reset.role.password);
    await finished(emulator, await emulator.call("DELETE", path));
    await expect(login(reset.role.password)).rejects.toThrow(/authentication failed/);
  });
});

describeWithPostgres("a role that cannot be", () => {
  const roles = () => `/branches/${emulator.ids.branch_id}/roles`;
  const addRole = async (name: string) => {
    const made = await emulator.call("POST", roles(), { role: { name } });
    onTestFinished(() => emulator.call("DELETE", `${roles()}/${name}`));
    return made;
  };

  test("has its password in no error, nor in any statement", async () => {
    await emulator.sql("SELECT 1");
    const { role, operations } = await addRole("pg_reserved");

    const failure = await finished(emulator, { operations }).catch((error: Error) => error);

    expect(`${failure}`).toContain("reserved");
    expect(role.password).toMatch(/\w{8}/);
    const shown = await emulator.call("GET", "/operations");
    expect(JSON.stringify(shown)).not.toContain(role.password);
  });

  test("keeps neither its branch down nor others from being made", async () => {
    await emulator.sql("SELECT 1");
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    await expect(finished(emulator, await addRole("pg_reserved"))).rejects.toThrow(/reserved/);

    const good = await addRole("web");
    await finished(emulator, good).catch(() => {});
    const path = `/endpoints/${emulator.ids.endpoint_id}/suspend`;
    await finished(emulator, await emulator.call("POST", path));

    const { user, password } = { user: "web", password: good.role.password };
    await (await emulator.client(undefined, { user, password })).query("SELECT 1");
    expect(warned.mock.calls.join()).toContain("reserved");
  });
});

describeWithPostgres("a database", () => {
  test("keeps its data when it is renamed, and is dropped when it is deleted", async () => {
    const databases = `/branches/${emulator.ids.branch_id}/databases`;
    const owner_name = "neondb_owner";
    const connect = (database: string) => emulator.client(undefined, { database });
    await finished(
      emulator,
      await emulator.call("POST", databases, { database: { name: "shop", owner_name } }),
    );
    const client = await connect("shop");
    await client.query("CREATE TABLE t AS SELECT 1 AS n");
    await client.end();

    await finished(
      emulator,
      await emulator.call("PATCH", `${databases}/shop`, { database: { name: "store" } }),
    );

    expect((await (await connect("store")).query("SELECT n FROM t")).rows).toEqual([{ n: 1 }]);
    await finished(emulator, await emulator.call("DELETE", `${databases}/store`));
    await expect(connect("store")).rejects.toThrow(/does not exist/);
  });

  test("fails its operation when it cannot be made", async () => {
    const emulator = await started();
    await emulator.sql("SELECT 1");

    const made = await emulator.call("POST", `/branches/${emulator.ids.branch_id}/databases`, {
      database: { name: "template1", owner_name: "neondb_owner" },
    });

    await expect(finished(emulator, made)).rejects.toThrow(/apply_config: .*already exists/);
  });
});
