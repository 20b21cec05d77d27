/** The operations of the chosen project as a timeline, newest first. */
import { button, byId, h, setAttribute, setText } from "./dom.js";
import { countdownOf, counted, dateOf, timeOfDay, wordsOf } from "./format.js";
import { WindowedList } from "./windowed-list.js";

/**
 * @typedef {import("./model.js").Model} Model
 * @typedef {import("./model.js").Operation} Operation
 */

/** Operations further apart than this have their distance between them. */
const GAP_MS = 60_000;

/**
 * @param {Model} model
 * @param {import("./calls.js").Calls} calls
 */
export function createOperations(model, calls) {
  const detail = byId("operation");
  const count = byId("operations-count");
  /** @type {string | undefined} */
  let project_id;
  /** @type {string | undefined} */
  let open;
  let generation = 0;
  const list = new WindowedList(byId("operations"), {
    label: "Operations, newest first",
    rowHeight: 44,
    empty: () => "No operation yet. Create a branch or suspend a compute, and it shows here.",
    keyOf: ({ id }) => id,
    create: () => operationRow(model),
    onSelect: (operation) => {
      open = operation?.id;
      showDetail();
      detail.scrollIntoView({ block: "nearest" });
    },
  });

  const older = button("Load older", () => model.loadOlderOperations());
  byId("operation-tools").append(older);

  function showDetail() {
    const operation = open === undefined ? undefined : model.operationsOf(project_id).get(open);
    detail.hidden = operation === undefined;
    if (!operation) return;
    const shape = `${operation.id} ${operation.status}`;
    if (detail.dataset.shape === shape) return;
    detail.dataset.shape = shape;
    detail.replaceChildren(...detailOf(operation, calls));
  }

  return {
    /** @param {string | undefined} chosen the id of a project */
    update(chosen) {
      const operations = model.operationsOf(chosen);
      const added = operations.takeAdded();
      const isOther = chosen !== project_id || generation !== model.generation;
      project_id = chosen;
      generation = model.generation;
      if (isOther) list.deselect();
      list.set(operations, isOther ? 0 : added);
      setText(count, counted(operations.length, "operation"));
      older.hidden = !model.hasOlderOperations();
      showDetail();
    },
  };
}

/**
 * @param {Model} model
 * @returns {import("./dom.js").Row<Operation>}
 */
function operationRow(model) {
  const time = h("time");
  const gap = h("span", { class: "gap" });
  const action = h("span", { class: "action" });
  const place = h("span", { class: "quiet place" });
  const status = h("span", { class: "status" });
  const node = h(
    "div",
    { class: "operation" },
    h("span", { class: "when" }, time, gap),
    h("span", { class: "dot", "aria-hidden": "true" }),
    h("span", { class: "what" }, action, place),
    status,
  );
  return {
    node,
    update(operation, index) {
      const older = model.operationsOf(operation.project_id).at(index + 1);
      const atMs = Date.parse(operation.created_at);
      const sinceMs = older ? atMs - Date.parse(older.created_at) : 0;
      setAttribute(node, "data-status", operation.status);
      setText(time, timeOfDay(atMs));
      setText(gap, sinceMs >= GAP_MS ? `+${countdownOf(sinceMs)}` : "");
      setText(action, wordsOf(operation.action));
      setText(place, placeOf(model, operation));
      setText(status, operation.status);
    },
  };
}

/** @param {Model} model @param {Operation} operation */
function placeOf(model, { branch_id, endpoint_id }) {
  const branch = model.branches.get(branch_id)?.name ?? branch_id;
  return endpoint_id === undefined ? branch : `${branch} · ${endpoint_id}`;
}

/**
 * @param {Operation} operation
 * @param {import("./calls.js").Calls} calls
 */
function detailOf(operation, calls) {
  const { id, status, action, created_at } = operation;
  /** @param {"finished" | "failed"} outcome */
  const end = (outcome) => calls.control("POST", `/operations/${id}/end`, { outcome });
  const rows = Object.entries(operation).flatMap(([name, value]) => [
    h("dt", {}, name),
    h("dd", {}, h("code", {}, `${value}`)),
  ]);
  return [
    h("h3", {}, `${wordsOf(action)}, ${dateOf(Date.parse(created_at))}`),
    h("dl", {}, ...rows),
    ...(status === "running"
      ? [
          h(
            "div",
            { class: "buttons" },
            button("Finish it now", () => end("finished")),
            button("Let it fail", () => end("failed")),
          ),
        ]
      : []),
  ];
}
