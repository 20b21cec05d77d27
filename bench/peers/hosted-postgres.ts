import { createClient, unwrap } from "@hosted-postgres/client";
import { ENDPOINT, PROJECT_ID } from "../exchange.ts";
import type { MakePeer } from "./peer.ts";

export const hostedPostgres: MakePeer = (target) => {
  const client = createClient(target as Parameters<typeof createClient>[0]);
  return {
    async get() {
      return (await unwrap(client.GET("/projects"))).projects;
    },
    async post() {
      const call = client.POST("/projects/{project_id}/endpoints", {
        params: { path: { project_id: PROJECT_ID } },
        body: ENDPOINT,
      });
      return (await unwrap(call)).endpoint;
    },
  };
};
