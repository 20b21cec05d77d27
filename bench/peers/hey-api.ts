import { createEndpoint, listProjects } from "#hey-api";
import { createClient, createConfig } from "#hey-api/client";
import { ENDPOINT, PROJECT_ID } from "../exchange.ts";
import type { MakePeer } from "./peer.ts";

/** Generated from our spec when the benchmarks are built. */
export const heyApi: MakePeer = ({ baseUrl, apiKey, fetch }) => {
  const client = createClient(
    createConfig({ baseUrl, auth: apiKey, throwOnError: true, ...(fetch && { fetch }) }),
  );
  return {
    async get() {
      return (await listProjects({ client, throwOnError: true })).data.projects;
    },
    async post() {
      const { data } = await createEndpoint({
        client,
        path: { project_id: PROJECT_ID },
        body: ENDPOINT,
        throwOnError: true,
      });
      return data.endpoint;
    },
  };
};
