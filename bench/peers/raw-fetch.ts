import type { EndpointOperationsResponse, ProjectListResponse } from "@hosted-postgres/types";
import { ENDPOINT, PROJECT_ID } from "../exchange.ts";
import type { MakePeer } from "./peer.ts";

export const rawFetch: MakePeer = ({ baseUrl, apiKey, fetch = globalThis.fetch }) => ({
  async get() {
    const response = await fetch(`${baseUrl}/projects`, {
      headers: { authorization: `Bearer ${apiKey}`, accept: "application/json" },
    });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return ((await response.json()) as ProjectListResponse).projects;
  },
  async post() {
    const response = await fetch(`${baseUrl}/projects/${PROJECT_ID}/endpoints`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: "application/json",
        "content-type": "application/json",
      },
      body: JSON.stringify(ENDPOINT),
    });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return ((await response.json()) as EndpointOperationsResponse).endpoint;
  },
});
