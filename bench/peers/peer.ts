import type { Endpoint, Project } from "@hosted-postgres/types";

/** A client as its users set it up, without retries and logs that would do more than the call. */
export interface Peer {
  /** `GET /projects`; rejects unless the status is 2xx. */
  get(): Promise<readonly Project[]>;
  /** `POST /projects/{project_id}/endpoints`; rejects unless the status is 2xx. */
  post(): Promise<Endpoint>;
}

/** `fetch` is set in process only; over loopback each peer uses its default. */
export interface Target {
  baseUrl: string;
  apiKey: string;
  fetch?: typeof fetch | undefined;
}

export type MakePeer = (target: Target) => Peer;
