import type { Endpoint, Project } from "@hosted-postgres/types";
import { createNeonClient } from "@neon/sdk";
import { ENDPOINT, PROJECT_ID } from "../exchange.ts";
import type { MakePeer } from "./peer.ts";

/**
 * The newest vendor SDK for a similar API. It has the same two routes and a configurable base URL, so
 * typed calls can be measured on the same server.
 */
export const vendorSdk: MakePeer = ({ baseUrl, apiKey, fetch }) => {
  const client = createNeonClient({
    baseUrl,
    apiKey,
    retries: 0,
    throwOnError: true,
    ...(fetch && { fetch }),
  });
  return {
    async get() {
      return (await client.projects.list().page()).items as unknown as Project[];
    },
    async post() {
      const { branch_id, type } = ENDPOINT.endpoint as { branch_id: string; type: "read_write" };
      const endpoint = await client.postgres.endpoints.create({
        projectId: PROJECT_ID,
        branch_id,
        type,
      });
      return endpoint as unknown as Endpoint;
    },
  };
};
