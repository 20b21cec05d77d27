/** The keys of the seeded world: hidden until asked for. */
import { button, byId, confirmed, copyButton, h, revealButton, setText } from "./dom.js";
import { HIDDEN } from "./format.js";

/**
 * @typedef {import("./calls.js").Calls} Calls
 * @typedef {import("./model.js").Model} Model
 * @typedef {keyof import("./model.js").Keys} Kind
 */

/** @type {[kind: Kind, reach: string][]} */
const KINDS = [
  ["admin", "administers both organizations"],
  ["member", "is in the first organization"],
  ["organization", "belongs to the first one"],
  ["project", "reaches one project"],
];

/**
 * @param {Model} model
 * @param {Calls} calls
 */
export function createKeys(model, calls) {
  const reveal = revealButton("Reveal the keys", update);
  byId("key-tools").append(reveal);
  const rows = KINDS.map(([kind, reach]) => keyRow(model, calls, kind, reach));
  byId("key-list").append(h("ul", { class: "key-list" }, ...rows.map(({ node }) => node)));
  function update() {
    for (const row of rows) row.update(reveal.ariaPressed === "true");
  }
  return { update };
}

/**
 * @param {Model} model
 * @param {Calls} calls
 * @param {Kind} kind
 * @param {string} reach
 */
function keyRow(model, calls, kind, reach) {
  const value = h("code", { class: "secret" });
  const revoked = h("span", { class: "badge" }, "revoked");
  const key = () => model.keys[kind];
  const test = button(
    "Try",
    () => calls.api("GET", `/projects/${model.ids?.project_id}`, undefined, key()),
    {
      class: "plain",
      "aria-label": `Try the ${kind} key`,
    },
  );
  const copy = copyButton("Copy", key, { class: "plain", "aria-label": `Copy the ${kind} key` });
  const revoke = button(
    "Revoke",
    async () => {
      if (await confirmed(`Revoke the ${kind} key? Only a reset brings it back.`, "Revoke")) {
        await revokeKey(model, calls, kind);
      }
    },
    { class: "plain danger", "aria-label": `Revoke the ${kind} key` },
  );
  const node = h(
    "li",
    {},
    h("p", { class: "line" }, h("strong", {}, kind), h("span", { class: "quiet" }, reach), revoked),
    h("p", { class: "line" }, value, h("span", { class: "buttons" }, copy, test, revoke)),
  );
  return {
    node,
    /** @param {boolean} isShown */
    update(isShown) {
      setText(value, isShown ? key() : HIDDEN);
      const isRevoked = model.revokedKeys.includes(kind);
      revoked.hidden = !isRevoked;
      revoke.hidden = isRevoked;
    },
  };
}

/**
 * A personal key revokes itself; an organization's keys are revoked by its administrator.
 *
 * @param {Model} model
 * @param {Calls} calls
 * @param {Kind} kind
 */
function revokeKey(model, calls, kind) {
  const { org_id, key_ids } = /** @type {import("./model.js").Schemas["Ids"]} */ (model.ids);
  const id = key_ids[kind];
  return kind === "admin" || kind === "member"
    ? calls.api("DELETE", `/api_keys/${id}`, undefined, model.keys[kind])
    : calls.api("DELETE", `/organizations/${org_id}/api_keys/${id}`);
}
