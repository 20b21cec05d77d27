/** Gives the projects of a world as seed data. */
import { nameOf, ownerOf } from "./roles-and-databases.ts";
import { checkSeedData, type SeedBranch, type SeedData } from "./seed-data.ts";
import { ownerIds } from "./seed-projects.ts";
import type { Branch, World } from "./world.ts";

/** @throws {SeedError} when two of a kind have the same name */
export function exportState(world: World): SeedData {
  const owners = Object.entries(ownerIds(world));
  const data: SeedData = {
    projects: [...world.projects.values()]
      .filter(({ deleted }) => !deleted)
      .map(({ project, owner_id }) => ({
        name: project.name,
        owner: owners.find(([, id]) => id === owner_id)?.[0] as "org",
        branches: world.branches
          .where("project", project.id)
          .map((branch) => exportedBranch(world, branch)),
      })),
  };
  checkSeedData(data);
  return data;
}

function exportedBranch(world: World, branch: Branch): SeedBranch {
  const { id, project_id, name, attributes } = branch;
  const parent = world.branches.get(`${attributes.parent_id}`);
  const at = `/projects/${project_id}/branches/${id}`;
  const roles = world.resources.where("parent", `${at}/roles`).map((role) => ({
    name: nameOf(role),
  }));
  return {
    name,
    ...(parent?.project_id === project_id && { parent: parent.name }),
    ...(branch.default && { default: true }),
    computes: world.endpoints.where("branch", id).map(({ endpoint }) => {
      const { type, autoscaling_limit_min_cu, autoscaling_limit_max_cu } = endpoint;
      return { type, autoscaling_limit_min_cu, autoscaling_limit_max_cu };
    }),
    roles,
    databases: world.resources.where("parent", `${at}/databases`).map((database) => {
      const owner_name = ownerOf(database);
      const isRole = roles.some(({ name }) => name === owner_name);
      return { name: nameOf(database), ...(isRole && { owner_name }) };
    }),
  };
}
