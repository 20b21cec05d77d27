/** A branch in the tree, with what can be done to it. */
import { computeRow } from "./computes.js";
import { button, confirmed, h, keyedList, setAttribute, setText } from "./dom.js";
import { nameForm } from "./name-form.js";

/**
 * @typedef {import("./calls.js").Calls} Calls
 * @typedef {import("./model.js").Endpoint} Endpoint
 * @typedef {import("./model.js").Model} Model
 * @typedef {import("./tree.js").Twig & { endpoints: Endpoint[] }} Item
 */

/**
 * @param {Model} model
 * @param {Calls} calls
 * @param {Item} first
 * @returns {import("./dom.js").Row<Item>}
 */
export function branchRow(model, calls, { branch }) {
  const rails = h("span", { class: "rails", "aria-hidden": "true" });
  const title = h("strong", { class: "name", title: branch.id });
  const badges = h("span", { class: "badges" });
  const origin = h("span", { class: "quiet" });
  const actions = branchActions(calls, branch);
  const computes = h("ul", { class: "computes" });
  const showComputes = keyedList(
    computes,
    ({ id }) => id,
    (endpoint) => computeRow(model, calls, endpoint),
  );
  const line = h("p", { class: "line" }, title, badges, origin, actions.node);
  const node = h("li", { class: "branch" }, rails, h("div", { class: "leaf" }, line, computes));
  return {
    node,
    /** @param {Item} item */
    update({ branch, parent, rails: levels, endpoints }) {
      setText(title, branch.name);
      setText(origin, parent ? `from ${parent.name}` : "");
      showBadges(badges, branch);
      showRails(rails, levels);
      showComputes(endpoints);
      actions.update(branch, endpoints);
    },
  };
}

/**
 * @param {Calls} calls
 * @param {import("./model.js").Branch} first
 */
function branchActions(calls, first) {
  let { name } = first;
  const { id, project_id } = first;
  const branches = `/projects/${project_id}/branches`;
  const branchOff = nameForm("Branch", "Name of the new branch", async (name) => {
    const body = { branch: { name, parent_id: id } };
    return (await calls.api("POST", branches, body)) !== undefined;
  });
  const addCompute = button("Add a compute", () => {
    const endpoint = { branch_id: id, type: "read_write" };
    return calls.api("POST", `/projects/${project_id}/endpoints`, { endpoint });
  });
  const remove = button(
    "Delete",
    async () => {
      if (await confirmed(`Delete the branch ${name} with its computes?`, "Delete")) {
        await calls.api("DELETE", `${branches}/${id}`);
      }
    },
    { class: "plain danger" },
  );
  return {
    node: h("span", { class: "buttons" }, addCompute, branchOff.node, remove),
    /** @param {import("./model.js").Branch} branch @param {Endpoint[]} endpoints */
    update(branch, endpoints) {
      name = branch.name;
      setAttribute(remove, "aria-label", `Delete the branch ${name}`);
      setAttribute(addCompute, "aria-label", `Add a compute to ${name}`);
      branchOff.rename(`Branch off ${name}`);
      addCompute.hidden = endpoints.length > 0;
      remove.hidden = branch.default;
    },
  };
}

/**
 * @param {HTMLElement} badges
 * @param {import("./model.js").Branch} branch
 */
function showBadges(badges, branch) {
  const texts = /** @type {const} */ (["default", "protected"]).filter((name) => branch[name]);
  if (badges.textContent === texts.join("")) return;
  badges.replaceChildren(...texts.map((text) => h("span", { class: "badge" }, text)));
}

/**
 * @param {HTMLElement} rails
 * @param {boolean[]} levels
 */
function showRails(rails, levels) {
  const shape = levels.map((goesOn) => (goesOn ? "|" : " ")).join("");
  if (rails.dataset.shape === shape) return;
  rails.dataset.shape = shape;
  rails.replaceChildren(
    ...levels.map((goesOn, level) => {
      const isOwn = level === levels.length - 1;
      return h("i", { class: `${goesOn ? "goes-on" : ""} ${isOwn ? "own" : ""}` });
    }),
  );
}
