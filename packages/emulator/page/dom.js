/** Builds and patches elements. Text only ever goes in as text, so no name can become markup. */

/** @typedef {Record<string, string | number | boolean | undefined | ((event: never) => unknown)>} Props */

/**
 * @template Item
 * @typedef {{ node: HTMLElement, update(item: Item, index: number): void }} Row
 */

/**
 * Creates an element. A function is a listener, `true` an attribute without a value, and `false` or
 * undefined no attribute.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} [props]
 * @param {(string | Node)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function")
      element.addEventListener(name, /** @type {EventListener} */ (value));
    else setAttribute(element, name, value);
  }
  element.append(...children);
  return element;
}

/**
 * A button that cannot be pressed again while its action runs.
 *
 * @param {string} label
 * @param {() => unknown} act
 * @param {Props} [props]
 */
export function button(label, act, props = {}) {
  const element = h("button", { type: "button", ...props }, label);
  element.addEventListener("click", async () => {
    if (element.ariaBusy === "true") return;
    element.ariaBusy = "true";
    try {
      await act();
    } finally {
      element.ariaBusy = null;
    }
  });
  return element;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string | number | boolean | undefined} value
 */
export function setAttribute(element, name, value) {
  if (value === undefined || value === false) element.removeAttribute(name);
  else {
    const text = value === true ? "" : `${value}`;
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/**
 * Sets a text, and leaves the page alone when it has that text already.
 *
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * Returns a function that shows items in order. The element of an item stays while the item does,
 * and with it the focus and what is typed.
 *
 * @template Item
 * @param {Element} parent
 * @param {(item: Item) => string | number} keyOf
 * @param {(item: Item) => Row<Item>} create
 * @returns {(items: readonly Item[], firstIndex?: number) => void}
 */
export function keyedList(parent, keyOf, create) {
  /** @type {Map<string | number, Row<Item>>} */
  let rows = new Map();
  return (items, firstIndex = 0) => {
    /** @type {typeof rows} */
    const shown = new Map();
    for (const [index, item] of items.entries()) {
      const row = rows.get(keyOf(item)) ?? create(item);
      row.update(item, firstIndex + index);
      shown.set(keyOf(item), row);
    }
    for (const [key, { node }] of rows) if (!shown.has(key)) node.remove();
    let next = parent.firstChild;
    for (const { node } of shown.values()) {
      if (node === next) next = next.nextSibling;
      else parent.insertBefore(node, next);
    }
    rows = shown;
  };
}

/**
 * Asks before something is lost.
 *
 * @param {string} question
 * @param {string} verb
 * @returns {Promise<boolean>}
 */
export function confirmed(question, verb) {
  const cancel = h("button", { value: "" }, "Cancel");
  const go = h("button", { value: "yes", class: "danger" }, verb);
  const buttons = h("div", { class: "buttons" }, cancel, go);
  const form = h("form", { method: "dialog" }, h("p", {}, question), buttons);
  const dialog = h("dialog", { "aria-label": question }, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}

/**
 * A button that shows a secret, and hides it again. It is pressed while the secret is shown.
 *
 * @param {string} label
 * @param {() => void} onChange
 * @param {Props} [props]
 */
export function revealButton(label, onChange, props = {}) {
  const reveal = button(
    "Reveal",
    () => {
      const isShown = reveal.ariaPressed !== "true";
      reveal.ariaPressed = `${isShown}`;
      setText(reveal, isShown ? "Hide" : "Reveal");
      onChange();
    },
    { "aria-label": label, "aria-pressed": "false", ...props },
  );
  return reveal;
}

/**
 * A button that copies a text and says so.
 *
 * @param {string} label
 * @param {() => string} text
 * @param {Props} [props]
 */
export function copyButton(label, text, props = {}) {
  const copy = button(
    label,
    async () => {
      const isCopied = await navigator.clipboard.writeText(text()).then(
        () => true,
        () => false,
      );
      copy.textContent = isCopied ? "Copied" : "Not copied";
      setTimeout(() => (copy.textContent = label), 1_200);
    },
    { "aria-live": "polite", ...props },
  );
  return copy;
}
