/** Collects what changes in a world, to be told at once. */
import type { World } from "../world.ts";
import { type Context, steeringOf } from "./context.ts";
import { clockOf, countsOf, KINDS, type Kind, type Lists, type Schemas, viewOf } from "./views.ts";

/** Above so many changes, a reader is better off with the whole state. */
const MAX_CHANGES = 1_000;

export class ChangeCollector {
  readonly world: World;
  readonly #context: Context;
  readonly #ids: Record<Kind, Set<string>>;
  readonly #deletedProjects: Set<string>;
  /** Faults, fates, connections and revoked keys as they were last told. */
  #steering: Record<string, string>;

  constructor(context: Context, world: World) {
    this.world = world;
    this.#context = context;
    const sets = KINDS.map((kind) => [kind, new Set<string>()]);
    this.#ids = Object.fromEntries(sets);
    for (const kind of KINDS) world[kind].onChange = (id) => this.#ids[kind].add(id);
    const deleted = world.projects.where("deleted", "true");
    this.#deletedProjects = new Set(deleted.map(({ project }) => project.id));
    this.#steering = this.#steeringNow();
  }

  stop(): void {
    for (const kind of KINDS) this.world[kind].onChange = undefined;
  }

  /** The changes since the last call, or "many" if the whole state says it better. */
  take(): Schemas["Changes"] | "many" | undefined {
    const steering = this.#steeringChanges();
    const count = KINDS.reduce((sum, kind) => sum + this.#ids[kind].size, 0);
    if (count === 0 && steering === undefined) return undefined;
    const isMuch = this.#aProjectReturned() || count > MAX_CHANGES;
    const changes = isMuch ? "many" : this.#changes(steering);
    for (const kind of KINDS) this.#ids[kind].clear();
    return changes;
  }

  #changes(steering: Partial<Schemas["Changes"]> | undefined): Schemas["Changes"] {
    const { world } = this;
    const deleted: string[] = [];
    // The pending state of a compute follows from its operations.
    for (const id of this.#ids.operations) {
      const endpoint_id = world.operations.get(id)?.operation.endpoint_id;
      if (endpoint_id !== undefined) this.#ids.endpoints.add(endpoint_id);
    }
    const lists = KINDS.map((kind) => {
      const ids = [...this.#ids[kind]];
      const views = ids.map((id) => viewOf(world, kind, id));
      deleted.push(...ids.filter((_, index) => views[index] === undefined));
      return [kind, views.filter((view) => view !== undefined)] as const;
    });
    const changed: Partial<Lists> = Object.fromEntries(
      lists.filter(([, views]) => views.length > 0),
    );
    const { now } = clockOf(world);
    return { now, counts: countsOf(world), deleted, ...changed, ...steering };
  }

  /** A recovered project comes back with branches and computes that did not change. */
  #aProjectReturned(): boolean {
    let hasReturned = false;
    for (const id of this.#ids.projects) {
      if (this.world.projects.get(id)?.deleted) this.#deletedProjects.add(id);
      else if (this.#deletedProjects.delete(id)) hasReturned = true;
    }
    return hasReturned;
  }

  #steeringChanges(): Partial<Schemas["Changes"]> | undefined {
    const before = this.#steering;
    this.#steering = this.#steeringNow();
    const changed = Object.entries(this.#steering).filter(([name, text]) => before[name] !== text);
    if (changed.length === 0) return undefined;
    return Object.fromEntries(changed.map(([name, text]) => [name, JSON.parse(text)]));
  }

  #steeringNow(): Record<string, string> {
    const lists = Object.entries(steeringOf(this.#context));
    return Object.fromEntries(lists.map(([name, list]) => [name, JSON.stringify(list)]));
  }
}
