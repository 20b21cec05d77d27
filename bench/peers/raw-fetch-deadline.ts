import type { MakePeer } from "./peer.ts";
import { rawFetch } from "./raw-fetch.ts";

/** Raw fetch with a deadline, to show the cost of the deadline alone. */
export const rawFetchDeadline: MakePeer = ({ fetch = globalThis.fetch, ...target }) =>
  rawFetch({
    ...target,
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(30_000) }),
  });
