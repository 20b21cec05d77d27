/** Lists the projects. The server adds the key, because a page cannot keep a secret. */
import { createClient, isClientError, unwrap } from "@hosted-postgres/client";

const api = createClient({ baseUrl: `${location.origin}/api`, apiKey: "added-by-the-server" });
const list = document.querySelector("#projects");
const status = document.querySelector("#status");

try {
  const { projects } = await unwrap(api.GET("/projects"));
  for (const { id, name } of projects) {
    const item = document.createElement("li");
    item.textContent = `${name} (${id})`;
    list.append(item);
  }
  status.textContent = `${projects.length} in all`;
} catch (error) {
  status.textContent = isClientError(error) ? error.message : "This page failed unexpectedly";
}
