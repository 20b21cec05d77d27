/**
 * The data plane's own connection to a server: simple queries as its superuser, over a socket in a
 * folder that nobody else can enter.
 */
import { createConnection, type Socket } from "node:net";

/** Known to the plane alone; no password gets it in. */
export const SUPERUSER = "hosted_postgres";

export interface AdminAddress {
  socketFolder: string;
  port: number;
}

const PROTOCOL = 196_608;
/** A compute's own settings hold for its clients; they must not change what the plane's statements do. */
const SESSION = {
  client_encoding: "UTF8",
  default_transaction_read_only: "off",
  idle_in_transaction_session_timeout: "0",
  idle_session_timeout: "0",
  lock_timeout: "0",
  search_path: "pg_catalog",
  standard_conforming_strings: "on",
  statement_timeout: "0",
  synchronous_commit: "on",
};

/** Connects, calls back, and disconnects. */
export async function asAdmin<T>(
  { socketFolder, port }: AdminAddress,
  database: string,
  use: (admin: Admin) => Promise<T>,
): Promise<T> {
  const socket = createConnection(`${socketFolder}/.s.PGSQL.${port}`);
  const admin = new Admin(socket);
  try {
    await admin.begin(database);
    return await use(admin);
  } finally {
    socket.destroy();
  }
}

export class Admin {
  readonly #socket: Socket;
  readonly #messages: AsyncGenerator<Message>;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#messages = messagesOf(socket);
  }

  async begin(database: string): Promise<void> {
    const parameters = Object.entries({ user: SUPERUSER, database, ...SESSION });
    const settings = `${parameters.flat().join("\0")}\0\0`;
    const head = Buffer.alloc(8);
    head.writeInt32BE(8 + Buffer.byteLength(settings), 0);
    head.writeInt32BE(PROTOCOL, 4);
    this.#socket.write(Buffer.concat([head, Buffer.from(settings)]));
    await this.#response();
  }

  /**
   * Runs one statement.
   *
   * @returns the rows, each a list of texts
   * @throws {Error} with the server's message, which holds no password: none is in a statement
   */
  query(sql: string): Promise<(string | null)[][]> {
    const text = Buffer.from(`${sql}\0`);
    const head = Buffer.alloc(5);
    head.write("Q");
    head.writeInt32BE(4 + text.length, 1);
    this.#socket.write(Buffer.concat([head, text]));
    return this.#response();
  }

  async #response(): Promise<(string | null)[][]> {
    const rows: (string | null)[][] = [];
    let failure: Error | undefined;
    for (;;) {
      const { value: message, done } = await this.#messages.next();
      if (done) throw failure ?? new Error("the server closed the connection");
      if (message.type === "D") rows.push(rowIn(message.body));
      if (message.type === "E") failure = new Error(errorIn(message.body));
      if (message.type !== "Z") continue;
      if (failure) throw failure;
      return rows;
    }
  }
}

interface Message {
  type: string;
  body: Buffer;
}

async function* messagesOf(socket: Socket): AsyncGenerator<Message> {
  let bytes: Buffer = Buffer.alloc(0);
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk]);
    while (bytes.length >= 5 && bytes.length > bytes.readInt32BE(1)) {
      const end = 1 + bytes.readInt32BE(1);
      yield { type: String.fromCharCode(bytes[0] as number), body: bytes.subarray(5, end) };
      bytes = bytes.subarray(end);
    }
  }
}

function rowIn(body: Buffer): (string | null)[] {
  let at = 2;
  return Array.from({ length: body.readInt16BE(0) }, () => {
    const length = body.readInt32BE(at);
    at += 4;
    if (length < 0) return null;
    at += length;
    return body.toString("utf8", at - length, at);
  });
}

/** The message of an error: the field `M`. */
function errorIn(body: Buffer): string {
  const fields = body.toString("utf8").split("\0");
  return fields.find((field) => field.startsWith("M"))?.slice(1) ?? "unknown error";
}

/** An identifier in a statement. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text in a statement. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
