import type { EndpointOperationsResponse, ProjectListResponse } from "@hosted-postgres/types";
import ky from "ky";
import { ENDPOINT, PROJECT_ID } from "../exchange.ts";
import type { MakePeer } from "./peer.ts";

export const kyClient: MakePeer = ({ baseUrl, apiKey, fetch }) => {
  const client = ky.create({
    prefixUrl: baseUrl,
    headers: { authorization: `Bearer ${apiKey}` },
    retry: 0,
    ...(fetch && { fetch }),
  });
  return {
    async get() {
      return (await client.get("projects").json<ProjectListResponse>()).projects;
    },
    async post() {
      const call = client.post(`projects/${PROJECT_ID}/endpoints`, { json: ENDPOINT });
      return (await call.json<EndpointOperationsResponse>()).endpoint;
    },
  };
};
