/** The states that a user's day leads to, whichever client it is done with. */
import { isDeepStrictEqual } from "node:util";
import type { Served } from "./served.ts";

/** A project as its lists show it, by name: parents, computes, roles, and databases with their owners. */
interface State {
  project: string;
  branches: Record<string, BranchState>;
}

interface BranchState {
  parent: string | undefined;
  default: boolean;
  computes: string[];
  roles: string[];
  databases: string[];
}

const bare = {
  parent: "main",
  default: false,
  computes: [] as string[],
  roles: ["neondb_owner"],
  databases: ["neondb of neondb_owner"],
};
const main = { ...bare, parent: undefined, default: true, computes: ["read_write"] };

export const STATES = {
  built: {
    project: "day-2",
    branches: {
      main,
      bare,
      work: {
        ...bare,
        computes: ["read_write"],
        roles: ["ada", "neondb_owner"],
        databases: ["neondb of neondb_owner", "shop of ada"],
      },
    },
  },
  restored: {
    project: "day-2",
    branches: {
      main,
      bare: { ...bare, computes: ["read_only"] },
      work: { ...bare, computes: ["read_only", "read_write"] },
      "work-old": bare,
      kept: bare,
      back: bare,
    },
  },
} satisfies Record<string, State>;

/** Describes how the project differs from a state; undefined when it is as it should be. */
export async function differenceFrom(
  state: keyof typeof STATES,
  project_id: string,
  { emulator }: Served,
): Promise<string | undefined> {
  const read = async <T>(path: string): Promise<T> => {
    const headers = { authorization: `Bearer ${emulator.keys.admin}` };
    const response = await emulator.fetch(`${emulator.url}/projects/${project_id}${path}`, {
      headers,
    });
    return (await response.json()) as T;
  };
  const actual = await stateOf(read);
  if (isDeepStrictEqual(actual, sorted(STATES[state]))) return undefined;
  return `is not "${state}": ${JSON.stringify(actual)}`;
}

async function stateOf(read: <T>(path: string) => Promise<T>): Promise<State> {
  type Database = { name: string; owner_name: string };
  type Branch = { id: string; name: string; default: boolean; parent_id?: string };
  const { project } = await read<{ project: { name: string } }>("");
  const { branches } = await read<{ branches: Branch[] }>("/branches");
  const names = new Map(branches.map(({ id, name }) => [id, name]));
  const states: Record<string, BranchState> = {};
  for (const { id, name, parent_id = "", default: isDefault } of branches) {
    const at = `/branches/${id}`;
    const { endpoints } = await read<{ endpoints: { type: string }[] }>(`${at}/endpoints`);
    const { roles } = await read<{ roles: { name: string }[] }>(`${at}/roles`);
    const { databases } = await read<{ databases: Database[] }>(`${at}/databases`);
    states[name] = {
      parent: names.get(parent_id),
      default: isDefault,
      computes: endpoints.map(({ type }) => type).sort(),
      roles: roles.map((role) => role.name).sort(),
      databases: databases.map(({ name, owner_name }) => `${name} of ${owner_name}`).sort(),
    };
  }
  return sorted({ project: project.name, branches: states });
}

/** Branches in the order of their names. */
function sorted({ project, branches }: State): State {
  return { project, branches: Object.fromEntries(Object.entries(branches).sort()) };
}
