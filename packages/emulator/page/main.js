/** Wires the panels to the emulator, and draws them once a frame at most. */
import { createCalls } from "./calls.js";
import { createClock } from "./clock.js";
import { button, byId, confirmed, copyButton, h, setAttribute, setText } from "./dom.js";
import { createFaults } from "./faults.js";
import { createKeys } from "./keys.js";
import { follow } from "./live.js";
import { Model } from "./model.js";
import { createOperations } from "./operations.js";
import { createProjects } from "./projects.js";
import { createRequests } from "./requests.js";

const model = new Model();
const calls = createCalls(model);
const projects = createProjects(model, calls, draw);
const operations = createOperations(model, calls);
const panels = [
  createRequests(model),
  createClock(model, calls),
  createFaults(model, calls),
  createKeys(model, calls),
];
let isDrawing = false;

header();
follow(model, (link) => {
  if (link) showLink(link);
  draw();
});
draw();

/** Draws all panels with the next frame, however many events come before it. */
function draw() {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    setText(byId("profile"), model.profile === null ? "" : `as ${model.profile}`);
    projects.update();
    operations.update(projects.chosen);
    for (const panel of panels) panel.update();
  });
}

/** Draws when the emulator's second turns. */
function tick() {
  draw();
  setTimeout(tick, 1_000 - (model.now() % 1_000) + 5);
}

function header() {
  const base = `${location.origin}/api/v2`;
  byId("address").append(
    h("code", {}, base),
    copyButton("Copy", () => base, { class: "plain", "aria-label": "Copy the address of the API" }),
  );
  byId("reset").append(
    button("Reset", async () => {
      const question =
        "Reset the emulator? Projects, operations, keys, faults and the clock begin again.";
      if (await confirmed(question, "Reset")) await calls.control("POST", "/reset");
    }),
  );
  tick();
}

/** @param {import("./live.js").Link} link */
function showLink(link) {
  setText(byId("live"), link);
  setAttribute(byId("live"), "data-link", link);
}
