import type { Endpoint, Project } from "@hosted-postgres/types";

/** A client as its users set it up; retries and logs are off where they would do more than a call. */
export interface Peer {
  /** `GET /projects`; an answer that is not 2xx throws. */
  get(): Promise<readonly Project[]>;
  /** `POST /projects/{project_id}/endpoints`; an answer that is not 2xx throws. */
  post(): Promise<Endpoint>;
}

/** `fetch` is set in process only: over loopback each peer uses what its users get. */
export interface Target {
  baseUrl: string;
  apiKey: string;
  fetch?: typeof fetch | undefined;
}

export type MakePeer = (target: Target) => Peer;
