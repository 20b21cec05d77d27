import type { paths } from "@hosted-postgres/types";
import createClient from "openapi-fetch";
import { ENDPOINT, PROJECT_ID } from "../exchange.ts";
import type { MakePeer } from "./peer.ts";

export const openapiFetch: MakePeer = ({ baseUrl, apiKey, fetch }) => {
  const client = createClient<paths>({
    baseUrl,
    headers: { authorization: `Bearer ${apiKey}`, accept: "application/json" },
    ...(fetch && { fetch }),
  });
  return {
    async get() {
      const { data, response } = await client.GET("/projects");
      if (!data) throw new Error(`answered ${response.status}`);
      return data.projects;
    },
    async post() {
      const { data, response } = await client.POST("/projects/{project_id}/endpoints", {
        params: { path: { project_id: PROJECT_ID } },
        body: ENDPOINT,
      });
      if (!data) throw new Error(`answered ${response.status}`);
      return data.endpoint;
    },
  };
};
