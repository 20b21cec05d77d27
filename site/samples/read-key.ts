import { readFile } from "node:fs/promises";
import { createClient, unwrap } from "@hosted-postgres/client";

const { BASE_URL = "", KEY_FILE = "/run/secrets/api-key" } = process.env;
const api = createClient({
  baseUrl: BASE_URL,
  apiKey: async () => (await readFile(KEY_FILE, "utf8")).trim(),
});

const { projects } = await unwrap(api.GET("/projects"));
console.log(`${projects.length} projects`);
