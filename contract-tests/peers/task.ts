/** What the processes say to each other. */

export interface Task {
  peer: string;
  fault: string;
}

export type Told =
  /** The peer is prepared; from here on it is the provider that takes the time. */
  | { kind: "ready" }
  | { kind: "judged"; found: string | undefined }
  /** The peer could not be asked. */
  | { kind: "broken"; message: string };
