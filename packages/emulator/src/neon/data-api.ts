/** The data API of a database, which keeps its settings when the database gets another name. */
import type { RoutedRequest } from "../router.ts";
import type { World } from "../world.ts";
import { forget, keep, keptAt, maybeKeptAt, placed } from "./kept.ts";

type Path = RoutedRequest["path"];

const AT = "/projects/{project_id}/branches/{branch_id}/data-api/{database_name}";

export function getDataApi({ world, path }: RoutedRequest) {
  return { url: urlOf(path), ...keptAt(world, placed(AT, path)) };
}

export function createDataApi({ world, path, body }: RoutedRequest) {
  const { settings = {} } = body;
  keep(world, placed(AT, path), { status: "active", settings, available_schemas: ["public"] });
  return { url: urlOf(path) };
}

export function updateDataApi({ world, path, body }: RoutedRequest) {
  keep(world, placed(AT, path), { ...keptAt(world, placed(AT, path)), ...body });
  return {};
}

export function deleteDataApi({ world, path }: RoutedRequest) {
  keptAt(world, placed(AT, path));
  forgetDataApi(world, path);
  return {};
}

export function renameDataApi(world: World, path: Path, database_name: string): void {
  const kept = maybeKeptAt(world, placed(AT, path));
  if (!kept) return;
  forgetDataApi(world, path);
  keep(world, placed(AT, { ...path, database_name }), kept);
}

export function forgetDataApi(world: World, path: Path): void {
  forget(world, placed(AT, path));
}

function urlOf({ branch_id, database_name }: Path): string {
  const database = encodeURIComponent(`${database_name}`);
  return `https://${branch_id}.data-api.emulator.invalid/${database}/rest/v1`;
}
