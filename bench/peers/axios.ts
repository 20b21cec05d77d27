import type { EndpointOperationsResponse, ProjectListResponse } from "@hosted-postgres/types";
import axios from "axios";
import { ENDPOINT, PROJECT_ID } from "../exchange.ts";
import type { MakePeer } from "./peer.ts";

/** Uses node:http over loopback, its default, and its fetch adapter for a given `fetch`. */
export const axiosClient: MakePeer = ({ baseUrl, apiKey, fetch }) => {
  const client = axios.create({
    baseURL: baseUrl,
    headers: { authorization: `Bearer ${apiKey}` },
    ...(fetch && { adapter: "fetch", env: { fetch } }),
  });
  return {
    async get() {
      return (await client.get<ProjectListResponse>("/projects")).data.projects;
    },
    async post() {
      const path = `/projects/${PROJECT_ID}/endpoints`;
      return (await client.post<EndpointOperationsResponse>(path, ENDPOINT)).data.endpoint;
    },
  };
};
