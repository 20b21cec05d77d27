/** The provider's emulator with a real Postgres, and the connection strings that its API gives. */
import { startEmulator } from "@hosted-postgres/emulator";
import { neon } from "@hosted-postgres/emulator/neon";
import { postgres } from "@hosted-postgres/postgres";

export interface Served {
  urls: { direct: string; pooled: string };
  /** Creates something, and returns the connection string that its compute has. */
  create(path: string, body: object): Promise<{ project: { id: string }; uri: string }>;
  close(): Promise<void>;
}

interface Made {
  project: { id: string };
  connection_uris: { connection_uri: string }[];
}

export async function serve(): Promise<Served> {
  const dataPlane = postgres({ settings: { fsync: "off" } });
  const emulator = await startEmulator({ dataPlane, profile: neon });
  const { url, keys, ids } = emulator;
  const query = new URLSearchParams({ database_name: "neondb", role_name: "neondb_owner" });
  const connectionString = async (pooled: boolean) => {
    query.set("pooled", `${pooled}`);
    const response = await fetch(`${url}/projects/${ids.project_id}/connection_uri?${query}`, {
      headers: { authorization: `Bearer ${keys.admin}` },
    });
    return ((await response.json()) as { uri: string }).uri;
  };
  const create = async (path: string, body: object) => {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${keys.admin}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const made = (await response.json()) as Made;
    return { project: made.project, uri: `${made.connection_uris[0]?.connection_uri}` };
  };
  return {
    create,
    urls: { direct: await connectionString(false), pooled: await connectionString(true) },
    close: () => emulator.close(),
  };
}
