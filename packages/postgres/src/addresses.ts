/** Addresses on this machine alone, the same ones whenever the data is the same. */
import { createHash } from "node:crypto";
import type { Address } from "@hosted-postgres/emulator";

/** Linux answers at all of 127.0.0.0/8; elsewhere each compute has a port of its own instead. */
const HAS_MANY_HOSTS = process.platform === "linux";

const PORTS = { first: 20_000, count: 12_000 } as const;

export class Addresses {
  readonly #salt: string;
  readonly #port: number;
  readonly #byName = new Map<string, Address>();
  readonly #ports = new Map<number, string>();

  /** @param port of every compute, where each has a host of its own */
  constructor(salt: string, port: number) {
    this.#salt = salt;
    this.#port = port;
  }

  /** Clients reach a compute here. */
  ofCompute(endpoint_id: string): Address {
    return this.#ofClients(`compute ${endpoint_id}`);
  }

  /** Clients reach a compute here through its pooler. */
  ofPooled(endpoint_id: string): Address {
    return this.#ofClients(`pooled ${endpoint_id}`);
  }

  /** A program listens here, by its files; its port is unique, because sockets are named by it. */
  ofServer(files: string): Address {
    return this.#kept(`server ${files}`, (hash, name) => ({
      host: HAS_MANY_HOSTS ? hostOf(hash) : "127.0.0.1",
      port: this.#portOf(hash, name),
    }));
  }

  #ofClients(owner: string): Address {
    return this.#kept(owner, (hash, name) =>
      HAS_MANY_HOSTS
        ? { host: hostOf(hash), port: this.#port }
        : { host: "127.0.0.1", port: this.#portOf(hash, name) },
    );
  }

  #kept(name: string, make: (hash: Buffer, name: string) => Address): Address {
    const hash = createHash("sha256").update(`${this.#salt} ${name}`).digest();
    const address = this.#byName.get(name) ?? make(hash, name);
    this.#byName.set(name, address);
    return address;
  }

  #portOf(hash: Buffer, name: string): number {
    let port = PORTS.first + (hash.readUInt16BE(4) % PORTS.count);
    while (this.#ports.has(port)) port = PORTS.first + ((port + 1 - PORTS.first) % PORTS.count);
    this.#ports.set(port, name);
    return port;
  }
}

/** Not 127.0 nor 127.1, where others are likely, and neither a first nor a last address. */
function hostOf(hash: Buffer): string {
  const [a = 0, b = 0, c = 0] = hash;
  return `127.${2 + (a % 252)}.${b}.${1 + (c % 254)}`;
}
