/** Runs the checks where it is loaded and reports to the server they call. */
import { runChecks } from "./checks.ts";

declare const BASE_URL: string;

async function main() {
  const body = JSON.stringify(await runChecks(BASE_URL));
  await fetch(`${BASE_URL}/report`, { method: "POST", body });
}

/** Called by `workerd test`, which has no network before an event. */
export default { test: main };

const { navigator } = globalThis as { navigator?: { userAgent?: string } };
if (navigator?.userAgent !== "Cloudflare-Workers") await main();
