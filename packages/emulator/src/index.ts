export type { LastCursor } from "./assumptions.ts";
export type { Connection, DataPlane } from "./data-plane.ts";
export { createEmulator, type Emulator, type EmulatorOptions } from "./emulator.ts";
export type { Fate, Fault } from "./faults.ts";
export type { Ids, Keys } from "./seed.ts";
export {
  type LogEntry,
  type RunningEmulator,
  type ServerOptions,
  startEmulator,
} from "./server.ts";
export type { Outcome } from "./world.ts";
