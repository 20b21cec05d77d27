import type { EndpointOperationsResponse, ProjectListResponse } from "@hosted-postgres/types";
import OpenAI from "openai";
import { ENDPOINT, PROJECT_ID } from "../exchange.ts";
import type { MakePeer } from "./peer.ts";

/** `openai` is the best-known client that Stainless generates; its `get` and `post` accept any path. */
export const stainless: MakePeer = ({ baseUrl, apiKey, fetch }) => {
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey,
    maxRetries: 0,
    logLevel: "off",
    ...(fetch && { fetch }),
  });
  return {
    async get() {
      return (await client.get<ProjectListResponse>("/projects")).projects;
    },
    async post() {
      const path = `/projects/${PROJECT_ID}/endpoints`;
      return (await client.post<EndpointOperationsResponse>(path, { body: ENDPOINT })).endpoint;
    },
  };
};
