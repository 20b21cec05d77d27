/** The branches of the chosen project as a tree, with their computes. */
import { branchRow } from "./branches.js";
import { button, byId, confirmed, h, keyedList, setAttribute, setText } from "./dom.js";
import { nameForm } from "./name-form.js";
import { treeOf } from "./tree.js";

/**
 * @typedef {import("./calls.js").Calls} Calls
 * @typedef {import("./model.js").Model} Model
 */

/**
 * @param {Model} model
 * @param {Calls} calls
 * @param {() => void} onChoose called when another project is chosen
 */
export function createProjects(model, calls, onChoose) {
  /** The reader's last choice. It may not have come by the stream yet. @type {string | undefined} */
  let wanted;
  /** @type {string | undefined} */
  let chosen;
  /** The state that the tree shows: requests alone leave it as it is. */
  let drawn = "";
  const select = h("select", { "aria-label": "Project" });
  select.addEventListener("change", () => {
    wanted = select.value;
    onChoose();
  });
  const newProject = nameForm("New project", "Name of the new project", async (name) => {
    const created = await calls.api("POST", "/projects", { project: { name } });
    wanted = /** @type {{ project?: { id: string } } | undefined} */ (created)?.project?.id;
    return created !== undefined;
  });
  const remove = button("Delete project", deleteProject, { class: "plain danger" });
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
      chosen = [wanted, model.ids?.project_id].find((id) => model.projects.has(id ?? ""));
      chosen ??= model.projects.keys().next().value;
      const current = `${model.version} ${Math.floor(model.now() / 1_000)} ${chosen}`;
      if (current === drawn) return;
      drawn = current;
      const projects = [...model.projects.values()];
      showProjects(projects);
      if (select.value !== chosen) select.value = chosen ?? "";
      select.hidden = projects.length === 0;
      remove.hidden = projects.length === 0;
      const endpoints = model.endpointsByBranch();
      const twigs = treeOf(model.branchesOf(chosen));
      showTree(twigs.map((twig) => ({ ...twig, endpoints: endpoints.get(twig.branch.id) ?? [] })));
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
