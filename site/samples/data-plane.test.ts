import {
  type DataPlane,
  type Moment,
  type PlaneControl,
  SimulatedDataPlane,
} from "@hosted-postgres/emulator";
import { promises } from "@hosted-postgres/emulator/conformance";
import { test } from "vitest";

type Endpoint = Parameters<DataPlane["start"]>[0];

/** Stands for your engine: containers, or the resources of an operator. One server for each branch. */
class Engine {
  readonly servers = new Map<string, "stopped" | "running">();
  async run(branch_id: string) {
    this.servers.set(branch_id, "running");
  }
  async stop(branch_id: string) {
    this.servers.set(branch_id, "stopped");
  }
  async clone(_source_id: string, branch_id: string) {
    this.servers.set(branch_id, "stopped");
  }
  async remove(branch_id: string) {
    this.servers.delete(branch_id);
  }
}

class EnginePlane extends SimulatedDataPlane implements DataPlane {
  readonly takesTime = true;
  readonly #engine = new Engine();
  /** The last call about each branch: they take effect in turn. */
  readonly #last = new Map<string, Promise<void>>();
  /** Your proxy tells it each use, and your watch each server that dies. */
  control: PlaneControl | undefined;

  async open(control: PlaneControl, branch_ids: readonly string[]) {
    this.control = control;
    for (const id of this.#engine.servers.keys()) {
      if (!branch_ids.includes(id)) await this.#engine.remove(id);
    }
  }

  override start(endpoint: Endpoint) {
    return this.#inTurn(endpoint.branch_id, async () => {
      await this.#engine.run(endpoint.branch_id);
      super.start(endpoint);
    });
  }

  override stop(endpoint: Endpoint) {
    super.stop(endpoint);
    return this.#inTurn(endpoint.branch_id, () =>
      this.#engine.stop(endpoint.branch_id),
    );
  }

  copyBranch(source_id: string, branch_id: string, past?: Moment) {
    const noPast = () =>
      Promise.reject(new Error("this engine keeps the present alone"));
    if (past) return void this.#inTurn(branch_id, noPast);
    const before = Promise.allSettled([
      this.ready(source_id),
      this.ready(branch_id),
    ]);
    const cloned = before.then(() =>
      this.#engine.clone(source_id, branch_id),
    );
    // Later calls about either branch wait for it.
    for (const id of [source_id, branch_id])
      void this.#inTurn(id, () => cloned);
  }

  deleteBranch(branch_id: string) {
    void this.#inTurn(branch_id, () => this.#engine.remove(branch_id));
  }

  ready(branch_id: string): Promise<void> {
    return this.#last.get(branch_id) ?? Promise.resolve();
  }

  #inTurn(branch_id: string, work: () => Promise<void>): Promise<void> {
    const done = this.ready(branch_id).then(work, work);
    // Those that wait for it get the failure.
    done.catch(() => {});
    this.#last.set(branch_id, done);
    return done;
  }
}

// With a `query` of yours, all promises are checked, through real connections.
test.each(promises.filter(({ needsQuery }) => !needsQuery))(
  "$promise",
  ({ check }) => check({ create: () => new EnginePlane() }),
);
