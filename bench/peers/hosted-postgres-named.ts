import { createClient, unwrap } from "@hosted-postgres/client";
import { withNamedCalls } from "@hosted-postgres/client/named-calls";
import { ENDPOINT, PROJECT_ID } from "../exchange.ts";
import type { MakePeer } from "./peer.ts";

export const hostedPostgresNamed: MakePeer = (target) => {
  const api = withNamedCalls(createClient(target as Parameters<typeof createClient>[0]));
  return {
    async get() {
      return (await unwrap(api.projects.listProjects())).projects;
    },
    async post() {
      const call = api.endpoints.createEndpoint({ project_id: PROJECT_ID, body: ENDPOINT });
      return (await unwrap(call)).endpoint;
    },
  };
};
