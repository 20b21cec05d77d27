/** A list of any length: only the rows in view are in the page. */
import { h, keyedList, setAttribute, setText } from "./dom.js";

/**
 * @template Item
 * @typedef {object} ListOptions
 * @property {string} label names the list for screen readers
 * @property {number} rowHeight in pixels; each row has it
 * @property {() => string} empty says why there is nothing, and the next step
 * @property {(item: Item) => string | number} keyOf
 * @property {(item: Item) => import("./dom.js").Row<Item>} create
 * @property {(item: Item | undefined) => void} onSelect undefined when nothing is selected
 */

/** Rows above and below the view, so that fast scrolling shows no gap. */
const SPARE_ROWS = 6;

/**
 * A listbox. The arrow keys move, Enter selects, Escape lets go.
 *
 * @template Item
 */
export class WindowedList {
  /** @type {{ length: number, at(index: number): Item | undefined }} */
  #items = [];
  #active = -1;
  #selected = -1;
  /** @type {ListOptions<Item>} */
  #options;
  /** @type {HTMLElement} */
  #root;
  #space = h("div", { class: "space", role: "presentation" });
  #empty = h("p", { class: "empty" });
  /** @type {ReturnType<typeof keyedList<Item>>} */
  #show;

  /**
   * @param {HTMLElement} root
   * @param {ListOptions<Item>} options
   */
  constructor(root, options) {
    this.#root = root;
    this.#options = options;
    root.append(this.#space);
    root.after(this.#empty);
    setAttribute(root, "role", "listbox");
    setAttribute(root, "aria-label", options.label);
    root.tabIndex = 0;
    this.#show = keyedList(this.#space, options.keyOf, (item) => this.#row(item));
    root.addEventListener("scroll", () => this.#draw(), { passive: true });
    root.addEventListener("keydown", (event) => this.#press(event));
    root.addEventListener("click", (event) => this.#click(event));
    new ResizeObserver(() => this.#draw()).observe(root);
  }

  /**
   * Shows these items. A reader who has scrolled down keeps what they look at in place.
   *
   * @param {{ length: number, at(index: number): Item | undefined }} items newest first
   * @param {number} [added] how many of the first ones are new
   */
  set(items, added = 0) {
    this.#items = items;
    this.#active = this.#shifted(this.#active, added);
    const selected = this.#selected;
    this.#selected = this.#shifted(selected, added);
    if (selected >= 0 && this.#selected < 0) this.#options.onSelect(undefined);
    this.#space.style.height = `${items.length * this.#options.rowHeight}px`;
    setText(this.#empty, this.#options.empty());
    this.#empty.hidden = items.length > 0;
    this.#root.hidden = items.length === 0;
    if (added > 0 && this.#root.scrollTop > 0) {
      this.#root.scrollTop += added * this.#options.rowHeight;
    }
    this.#draw();
  }

  /** Forgets what is selected: the items are others now. */
  deselect() {
    this.#active = -1;
    this.#select(-1);
  }

  /** @param {number} index @param {number} added */
  #shifted(index, added) {
    const shifted = index < 0 ? -1 : index + added;
    return shifted < this.#items.length ? shifted : -1;
  }

  #draw() {
    const { rowHeight } = this.#options;
    const { scrollTop, clientHeight } = this.#root;
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - SPARE_ROWS);
    const last = Math.min(
      this.#items.length,
      Math.ceil((scrollTop + clientHeight) / rowHeight) + SPARE_ROWS,
    );
    const shown = [];
    for (let index = first; index < last; index++)
      shown.push(/** @type {Item} */ (this.#items.at(index)));
    this.#show(shown, first);
    const active = this.#space.querySelector(".is-active");
    setAttribute(this.#root, "aria-activedescendant", active?.id);
  }

  /** @param {Item} item */
  #row(item) {
    const { node, update } = this.#options.create(item);
    node.id = `${this.#root.id}-${this.#options.keyOf(item)}`;
    node.classList.add("row");
    setAttribute(node, "role", "option");
    return {
      node,
      /** @param {Item} item @param {number} index */
      update: (item, index) => {
        node.style.transform = `translateY(${index * this.#options.rowHeight}px)`;
        node.dataset.index = `${index}`;
        node.classList.toggle("is-active", index === this.#active);
        setAttribute(node, "aria-selected", `${index === this.#selected}`);
        setAttribute(node, "aria-posinset", index + 1);
        setAttribute(node, "aria-setsize", this.#items.length);
        update(item, index);
      },
    };
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const page = Math.max(1, Math.floor(this.#root.clientHeight / this.#options.rowHeight) - 1);
    const last = this.#items.length - 1;
    /** @type {Record<string, number>} */
    const targets = {
      ArrowDown: this.#active + 1,
      ArrowUp: this.#active - 1,
      PageDown: this.#active + page,
      PageUp: this.#active - page,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target !== undefined) this.#moveTo(Math.min(Math.max(target, 0), last));
    else if (event.key === "Enter" || event.key === " ") this.#select(this.#active);
    else if (event.key === "Escape") this.#select(-1);
    else return;
    event.preventDefault();
  }

  /** @param {number} index */
  #moveTo(index) {
    this.#active = index;
    const { rowHeight } = this.#options;
    const { scrollTop, clientHeight } = this.#root;
    const top = index * rowHeight;
    if (top < scrollTop) this.#root.scrollTop = top;
    if (top + rowHeight > scrollTop + clientHeight)
      this.#root.scrollTop = top + rowHeight - clientHeight;
    this.#draw();
  }

  /** @param {Event} event */
  #click({ target }) {
    const row = target instanceof Element ? target.closest(".row") : undefined;
    if (!(row instanceof HTMLElement)) return;
    this.#active = Number(row.dataset.index);
    this.#select(this.#active);
  }

  /** @param {number} index */
  #select(index) {
    if (index < 0 && this.#selected < 0) return;
    this.#selected = index;
    this.#draw();
    this.#options.onSelect(index < 0 ? undefined : this.#items.at(index));
  }
}
