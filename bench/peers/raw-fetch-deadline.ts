import type { MakePeer } from "./peer.ts";
import { rawFetch } from "./raw-fetch.ts";

/** What a bound on the time of a call costs by itself. */
export const rawFetchDeadline: MakePeer = ({ fetch = globalThis.fetch, ...target }) =>
  rawFetch({
    ...target,
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(30_000) }),
  });
