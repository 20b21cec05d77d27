/** Adds filters, "open all", copying, and opening the target of a link to the page. */
export const SCRIPT = `"use strict";
const form = document.getElementById("filter");
const shown = document.getElementById("shown");
const openAll = document.getElementById("all");
const groups = [...document.querySelectorAll("details.group")];
const items = [...document.querySelectorAll("[data-group]")].map((element) => {
  const labels = [...element.querySelectorAll("a[aria-label]")].map((it) => it.ariaLabel);
  return { element, text: [element.textContent, ...labels].join(" ").toLowerCase() };
});
let openBefore = null;

function apply() {
  const words = form.elements.text.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const verdict = form.elements.verdict.value;
  const active = words.length > 0 || verdict !== "";
  if (active && !openBefore) openBefore = groups.map((group) => group.open);
  let count = 0;
  for (const { element, text } of items) {
    const fits = (!verdict || element.dataset.group.split(" ").includes(verdict))
      && words.every((word) => text.includes(word));
    element.hidden = !fits;
    if (fits) count += 1;
  }
  groups.forEach((group, place) => {
    if (group.dataset.group) return;
    const hits = group.querySelector("[data-group]:not([hidden])") !== null;
    group.hidden = !hits;
    group.open = active ? hits : openBefore ? openBefore[place] : group.open;
  });
  if (!active) openBefore = null;
  shown.textContent = active ? count + " of " + items.length : "";
}

function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.closest("[hidden]")) {
    form.reset();
    apply();
  }
  for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  target.scrollIntoView();
  if (target.tagName === "DETAILS") target.firstElementChild.focus();
}

function copyButton(block) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    try {
      const lines = [...block.children].map((line) => line.textContent);
      await navigator.clipboard.writeText(lines.join("\\n"));
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(block);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  block.before(button);
}

form.hidden = false;
form.addEventListener("input", apply);
form.addEventListener("submit", (event) => event.preventDefault());
openAll.addEventListener("click", () => {
  const open = openAll.getAttribute("aria-pressed") !== "true";
  openAll.setAttribute("aria-pressed", String(open));
  openAll.textContent = open ? "Close all" : "Open all";
  for (const group of groups) group.open = open;
});
for (const block of document.querySelectorAll("pre.curl")) copyButton(block);
addEventListener("hashchange", reveal);
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (link && link.hash === location.hash) reveal();
});
reveal();
`;
