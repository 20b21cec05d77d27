/** Steps with computes that nobody uses. */
import assert from "node:assert/strict";
import type { Operation } from "@hosted-postgres/client";
import { Blocked } from "../../run/blocked.ts";
import type { Context } from "../../run/context.ts";
import { MINUTE_MS } from "./durations.ts";
import { findListed, type Kind, untilState } from "./endpoints.ts";
import { listOperations, newOfEndpoint, newOperations } from "./operations.ts";

/**
 * Just used, each compute stays active for most of 5 minutes and is suspended soon after, whatever
 * happens meanwhile.
 */
export async function assertSuspendsInTime(
  context: Context,
  kinds: Kind[],
  meanwhile: () => Promise<void> = async () => {},
) {
  const before = await listOperations(context);
  await context.pause(4.5 * MINUTE_MS);
  for (const { what, id: endpoint_id } of kinds) {
    const { current_state } = await findListed(context, endpoint_id);
    assert.equal(current_state, "active", `${what} after 4.5 minutes`);
  }

  await meanwhile();
  await context.pause(1.25 * MINUTE_MS);

  for (const { what, id: endpoint_id } of kinds) {
    const { current_state } = await findListed(context, endpoint_id);
    // A suspension that has begun may take some time.
    if (current_state !== "idle") {
      const started = await newOperations(context, before);
      const isOn = started.some(
        ({ action, ...of }) => action === "suspend_compute" && of.endpoint_id === endpoint_id,
      );
      assert.ok(isOn, `${what} is ${current_state} after 5.75 minutes`);
    }
    await untilState(context, endpoint_id, "idle");
    await assertStarted(context, before, "suspend_compute", endpoint_id);
  }
}

/** Nobody has used these computes since `before`: they are idle, and none was started. */
export async function assertLeftIdle(context: Context, before: Operation[], kinds: Kind[]) {
  for (const { what, id: endpoint_id } of kinds) {
    const { current_state } = await findListed(context, endpoint_id);
    const actions = (await newOfEndpoint(context, before, endpoint_id)).map((it) => it.action);
    const isStarted = current_state !== "idle" || actions.includes("start_compute");
    // The control plane may start a compute to see that it can.
    if (isStarted && actions.includes("check_availability"))
      throw new Blocked(`the availability of ${what} was checked`);
    assert.ok(!isStarted, `${what}, suspended and not used, is ${current_state} after ${actions}`);
  }
}

/** An operation with this action on the compute is listed, which was not before. */
export async function assertStarted(
  context: Context,
  before: Operation[],
  action: string,
  endpoint_id: string,
) {
  const started = await newOperations(context, before);
  const found = started.some(
    (operation) => operation.action === action && operation.endpoint_id === endpoint_id,
  );
  assert.ok(found, `no ${action} of ${endpoint_id} is listed`);
}
