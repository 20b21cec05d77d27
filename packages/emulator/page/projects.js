/** The branches of the chosen project as a tree, with their computes. */
import { computeRow } from "./computes.js";
import { button, byId, confirmed, h, keyedList, setAttribute, setText } from "./dom.js";
import { nameForm } from "./name-form.js";
import { treeOf } from "./tree.js";

/**
 * @typedef {import("./calls.js").Calls} Calls
 * @typedef {import("./model.js").Model} Model
 * @typedef {import("./tree.js").Twig} Twig
 */

/**
 * @param {Model} model
 * @param {Calls} calls
 * @param {() => void} onChoose called when another project is chosen
 */
export function createProjects(model, calls, onChoose) {
  /** @type {string | undefined} */
  let chosen;
  const select = h("select", { "aria-label": "Project" });
  select.addEventListener("change", () => {
    chosen = select.value;
    onChoose();
  });
  const newProject = nameForm("New project", "Name of the new project", async (name) => {
    const created = /** @type {any} */ (
      await calls.api("POST", "/projects", { project: { name } })
    );
    chosen = created?.project?.id ?? chosen;
    return created !== undefined;
  });
  const remove = button("Delete project", () => deleteProject(), { class: "plain danger" });
  byId("project-tools").append(select, newProject.node, remove);

  async function deleteProject() {
    const name = model.projects.get(chosen ?? "")?.name;
    if (!(await confirmed(`Delete the project ${name} with its branches and computes?`, "Delete")))
      return;
    await calls.api("DELETE", `/projects/${chosen}`);
  }

  const list = h("ul", { class: "tree" });
  const empty = h("p", { class: "empty" });
  byId("tree").append(list, empty);
  const showProjects = keyedList(select, ({ id }) => id, projectOption);
  const showTree = keyedList(
    list,
    ({ branch }) => branch.id,
    (twig) => branchRow(model, calls, twig),
  );

  return {
    /** The id of the chosen project; undefined when there is none. */
    get chosen() {
      return chosen;
    },
    update() {
      const projects = [...model.projects.values()];
      showProjects(projects);
      if (!model.projects.has(chosen ?? "")) {
        chosen = model.projects.has(model.ids?.project_id ?? "")
          ? model.ids?.project_id
          : projects[0]?.id;
      }
      if (select.value !== chosen) select.value = chosen ?? "";
      select.hidden = projects.length === 0;
      remove.hidden = projects.length === 0;
      showTree(treeOf(model.branchesOf(chosen)));
      empty.hidden = projects.length > 0;
      setText(
        empty,
        model.isKnown
          ? "No project yet. Create one: it comes with a branch and a compute."
          : "Loading …",
      );
    },
  };
}

/** @returns {import("./dom.js").Row<import("./model.js").Project>} */
function projectOption() {
  const node = h("option");
  return {
    node,
    update({ id, name }) {
      setAttribute(node, "value", id);
      setText(node, name);
    },
  };
}

/**
 * @param {Model} model
 * @param {Calls} calls
 * @param {Twig} first
 * @returns {import("./dom.js").Row<Twig>}
 */
function branchRow(model, calls, { branch: first }) {
  let { name } = first;
  const { id, project_id } = first;
  const branches = `/projects/${project_id}/branches`;
  const rails = h("span", { class: "rails", "aria-hidden": "true" });
  const title = h("strong", { class: "name" });
  const badges = h("span", { class: "badges" });
  const origin = h("span", { class: "quiet" });
  const branchOff = nameForm("Branch", "Name of the new branch", async (name) => {
    const body = { branch: { name, parent_id: id } };
    return (await calls.api("POST", branches, body)) !== undefined;
  });
  const addCompute = button("Add a compute", () =>
    calls.api("POST", `/projects/${project_id}/endpoints`, {
      endpoint: { branch_id: id, type: "read_write" },
    }),
  );
  const remove = button(
    "Delete",
    async () => {
      if (await confirmed(`Delete the branch ${name} with its computes?`, "Delete")) {
        await calls.api("DELETE", `${branches}/${id}`);
      }
    },
    { class: "plain danger" },
  );
  const computes = h("ul", { class: "computes" });
  const showComputes = keyedList(
    computes,
    (endpoint) => endpoint.id,
    (endpoint) => computeRow(model, calls, endpoint),
  );
  const node = h(
    "li",
    { class: "branch" },
    rails,
    h(
      "div",
      { class: "leaf" },
      h(
        "p",
        { class: "line" },
        title,
        badges,
        origin,
        h("span", { class: "buttons" }, addCompute, branchOff.node, remove),
      ),
      computes,
    ),
  );
  return {
    node,
    /** @param {Twig} twig */
    update({ branch, parent, rails: levels }) {
      const endpoints = model.endpointsOf(id);
      name = branch.name;
      setText(title, name);
      setAttribute(title, "title", id);
      setAttribute(remove, "aria-label", `Delete the branch ${name}`);
      setAttribute(addCompute, "aria-label", `Add a compute to ${name}`);
      branchOff.rename(`Branch off ${name}`);
      setText(origin, parent ? `from ${parent.name}` : "");
      showBadges(badges, branch);
      showRails(rails, levels);
      showComputes(endpoints);
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
  const texts = [branch.default && "default", branch.protected && "protected"].filter(Boolean);
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
