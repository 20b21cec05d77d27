import { type DataPlane, type PlaneControl, SimulatedDataPlane } from "../../src/data-plane.ts";

/** A data plane whose computes start unless there is a failure. */
export class FailingPlane extends SimulatedDataPlane implements DataPlane {
  readonly takesTime = true;
  control: PlaneControl | undefined;
  failure: string | undefined;

  async open(control: PlaneControl): Promise<void> {
    this.control = control;
  }

  override async start(): Promise<void> {
    if (this.failure !== undefined) throw new Error(this.failure);
  }

  override async stop(): Promise<void> {}

  listen() {
    return { host: "127.0.0.1", port: 5499 };
  }
}
