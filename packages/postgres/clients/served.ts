/** The provider's emulator with a real Postgres, and the connection strings that its API gives. */
import { startEmulator } from "@hosted-postgres/emulator";
import { neon } from "@hosted-postgres/emulator/neon";
import { postgres } from "@hosted-postgres/postgres";

export interface Served {
  urls: { direct: string; pooled: string };
  close(): Promise<void>;
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
  return {
    urls: { direct: await connectionString(false), pooled: await connectionString(true) },
    close: () => emulator.close(),
  };
}
