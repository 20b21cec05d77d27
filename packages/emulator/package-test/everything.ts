/** Uses every public name as a caller would. Compiled against the packed packages. */
import {
  type Connection,
  createEmulator,
  type DataPlane,
  type Emulator,
  type EmulatorOptions,
  type Fate,
  type Ids,
  type InjectedFault,
  type Keys,
  type LastCursor,
  type LogEntry,
  type OperationOutcome,
  type RunningEmulator,
  type ServerOptions,
  startEmulator,
} from "@hosted-postgres/emulator";

const lastCursor: LastCursor = "empty";
const options: EmulatorOptions = {
  lastCursor,
  operationMs: ({ action }) => action.length,
  outcome: ({ status }): OperationOutcome => (status === "failed" ? "failed" : "finished"),
};

export function misuse(fault: InjectedFault, fate: Fate, dataPlane: DataPlane): string {
  const emulator: Emulator = createEmulator({ ...options, dataPlane });
  const { admin }: Keys = emulator.keys;
  const { project_id, endpoint_id }: Ids = emulator.ids;
  emulator.inject(fault);
  emulator.decide(fate);
  const connection: Connection = emulator.connect(endpoint_id);
  // @ts-expect-error: the state of a connection is read-only
  connection.state = "open";
  return admin + emulator.startOperation({ project_id, action: "tenant_detach" }).id;
}

export async function serve(): Promise<string> {
  const onResponse = ({ method, status }: LogEntry) => void (method + status.toFixed());
  const server: ServerOptions = { ...options, port: 0, stateDir: "state", onResponse };
  const running: RunningEmulator = await startEmulator(server);
  await running.close();
  return running.url;
}
