/** Asks peers about faults, one after another, as it is told by the process that started it. */
import { faults } from "../faults/index.ts";
import { CONTROL, type Judge } from "./peer.ts";
import { peers } from "./peers.ts";
import type { Task, Told } from "./task.ts";

const judges = new Map<string, Judge>();
const byId = new Map([CONTROL, ...faults].map((fault) => [fault.id, fault]));

process.on("message", (task: Task) => {
  judgeOne(task).catch((error) => tell({ kind: "broken", message: `${error.stack}` }));
});
process.on("disconnect", () => process.exit());

async function judgeOne({ peer, fault }: Task) {
  const judge = judges.get(peer) ?? (await peers[peer]?.prepare());
  const provider = byId.get(fault);
  if (!judge || !provider) throw new Error(`there is no ${peer} or no ${fault}`);
  judges.set(peer, judge);
  tell({ kind: "ready" });
  // A tool that throws at a provider has noticed it.
  const found = await judge(provider).catch((error) => `threw ${error}`);
  tell({ kind: "judged", found });
}

function tell(told: Told) {
  process.send?.(told);
}
