export type { LastCursor } from "./assumptions.ts";
export {
  type Address,
  type Connection,
  type DataPlane,
  type Moment,
  type PlaneControl,
  type RolesAndDatabases,
  SimulatedDataPlane,
} from "./data-plane.ts";
export type { CloseOptions } from "./drain.ts";
export { createEmulator, type Emulator, type EmulatorOptions } from "./emulator.ts";
export type { Fate, InjectedFault } from "./injected-faults.ts";
export type { RateLimit } from "./rate-limit.ts";
export type { Ids, Keys } from "./seed.ts";
export { type SeedBranch, type SeedData, SeedError, type SeedProject } from "./seed-data.ts";
export {
  type LogEntry,
  type RunningEmulator,
  type ServerOptions,
  startEmulator,
} from "./server.ts";
export type { OperationOutcome } from "./world.ts";
