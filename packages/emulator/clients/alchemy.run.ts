/** A program for alchemy, as a user writes it: a project, and a branch with its compute. */
import alchemy from "alchemy";
import { NeonBranch, NeonProject } from "alchemy/neon";

const { EMULATOR_URL: baseUrl = "", NEON_API_KEY: key, BRANCH: name = "" } = process.env;
const app = await alchemy("clients", { noTrack: true, password: "a state of tests" });
const at = { baseUrl, apiKey: alchemy.secret(key) };
const project = await NeonProject("project", { ...at, name: "infrastructure" });
const branch = await NeonBranch("branch", {
  ...at,
  name,
  project,
  endpoints: [{ type: "read_write" }],
});
if (!branch.connectionUris[0]?.connection_uri.unencrypted.startsWith("postgresql://")) {
  throw new Error("The branch has no connection string");
}
console.log(`branch ${branch.name}`);
await app.finalize();
