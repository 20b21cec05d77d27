/** The measured clients, and a check that all of them send the same calls. */
import { isDeepStrictEqual } from "node:util";
import {
  API_KEY,
  CREATE_PATH,
  CREATED,
  ENDPOINT,
  fetchFromMemory,
  LIST_PATH,
  PROJECTS,
} from "./exchange.ts";
import { BASELINE, installedVersion, OURS, OURS_NAMED } from "./peer-names.ts";
import { axiosClient } from "./peers/axios.ts";
import { heyApi } from "./peers/hey-api.ts";
import { hostedPostgres } from "./peers/hosted-postgres.ts";
import { hostedPostgresNamed } from "./peers/hosted-postgres-named.ts";
import { kyClient } from "./peers/ky.ts";
import { openapiFetch } from "./peers/openapi-fetch.ts";
import type { MakePeer, Peer, Target } from "./peers/peer.ts";
import { rawFetch } from "./peers/raw-fetch.ts";
import { rawFetchDeadline } from "./peers/raw-fetch-deadline.ts";
import { stainless } from "./peers/stainless.ts";
import { vendorSdk } from "./peers/vendor-sdk.ts";

const PEERS: Record<string, MakePeer> = {
  [BASELINE]: rawFetch,
  "raw fetch with a deadline": rawFetchDeadline,
  [OURS]: hostedPostgres,
  [OURS_NAMED]: hostedPostgresNamed,
  [versioned("openapi-fetch")]: openapiFetch,
  [versioned("@hey-api/openapi-ts")]: heyApi,
  [versioned("ky")]: kyClient,
  [versioned("@neon/sdk")]: vendorSdk,
  [versioned("openai")]: stainless,
  [versioned("axios")]: axiosClient,
};

/** The two places where calls are measured: against memory and against a server on loopback. */
export function placesOf(loopbackUrl: string) {
  const memory = { baseUrl: "http://127.0.0.1:1/api/v2", fetch: fetchFromMemory };
  return [
    { where: "in process", target: { ...memory, apiKey: API_KEY } },
    { where: "loopback", target: { baseUrl: loopbackUrl, apiKey: API_KEY } },
  ] as const;
}

/**
 * Creates and checks the peers.
 *
 * @throws when a peer sends an unexpected call or misreads a response
 */
export async function makePeers(target: Target): Promise<Map<string, Peer>> {
  for (const [name, make] of Object.entries(PEERS)) await checkPeer(name, make, target);
  return new Map(Object.entries(PEERS).map(([name, make]) => [name, make(target)]));
}

async function checkPeer(name: string, make: MakePeer, target: Target) {
  const sent: string[] = [];
  const recording = make({
    ...target,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      sent.push(
        JSON.stringify([
          request.method,
          pathname,
          request.headers.get("authorization"),
          request.method === "POST" && request.headers.get("content-type")?.split(";")[0],
          request.method === "POST" && (await request.json()),
        ]),
      );
      return fetchFromMemory(request);
    },
  });
  await recording.get();
  await recording.post();
  const { pathname } = new URL(target.baseUrl);
  const authorization = `Bearer ${target.apiKey}`;
  const expected = [
    ["GET", pathname + LIST_PATH, authorization, false, false],
    ["POST", pathname + CREATE_PATH, authorization, "application/json", ENDPOINT],
  ].map((call) => JSON.stringify(call));
  if (!isDeepStrictEqual(sent, expected)) throw new Error(`${name} sent ${sent.join(" and ")}`);

  const peer = make(target);
  const read = [await peer.get(), await peer.post()];
  const answered = [JSON.parse(PROJECTS).projects, JSON.parse(CREATED).endpoint];
  if (!isDeepStrictEqual(read, answered)) throw new Error(`${name} read ${JSON.stringify(read)}`);
}

function versioned(name: string): string {
  return `${name} ${installedVersion(name)}`;
}
