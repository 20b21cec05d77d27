/** Redocly Respect with the workflows of the spec, which were written by hand. */
import { createRequire } from "node:module";
import { writeWorkflows } from "./arazzo.ts";
import { runNode } from "./child.ts";
import { onServer, type Peer, scratchFolder, versionsOf } from "./peer.ts";

export const respect: Peer = {
  name: "Redocly Respect, 5 workflows",
  versions: versionsOf("@redocly/cli"),
  async prepare() {
    const cli = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");
    const folder = scratchFolder("respect");
    const files = writeWorkflows(folder);

    return onServer(async ({ url, emulator: { ids, keys } }) => {
      const { free_branch_id, other_free_branch_id, org_id, project_id, endpoint_id } = ids;
      const inputs = {
        ...{ free_branch_id, other_free_branch_id, org_id, project_id, endpoint_id },
        api_key: keys.admin,
        bad_api_key: "not-a-key-of-anybody",
        limit: 2,
      };
      const { code, output } = await runNode(
        cli,
        ["respect", ...files, "--server", `management=${url}`, "--input", JSON.stringify(inputs)],
        folder,
      );
      return code === 0 ? undefined : failureIn(output);
    });
  },
};

function failureIn(output: string): string {
  const failed = output.split("\n").filter((line) => /✗|Reason:/.test(line));
  return failed.slice(-2).join(" ").trim() || "exit code";
}
