import { button, h } from "./dom.js";

/**
 * A button that opens a field for a name.
 *
 * @param {string} label
 * @param {string} field names the field
 * @param {(name: string) => Promise<boolean>} submit resolves to whether it worked
 */
export function nameForm(label, field, submit) {
  const input = h("input", {
    "aria-label": field,
    placeholder: field,
    required: true,
    maxlength: 100,
    autocomplete: "off",
    spellcheck: "false",
  });
  const open = button(label, () => toggle(true));
  const form = h(
    "form",
    { hidden: true },
    input,
    h("button", {}, "Create"),
    button("Cancel", () => toggle(false), { class: "plain" }),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await submit(input.value)) toggle(false);
  });
  form.addEventListener("keydown", ({ key }) => key === "Escape" && toggle(false));

  /** @param {boolean} isOpen */
  function toggle(isOpen) {
    form.hidden = !isOpen;
    open.hidden = isOpen;
    input.value = "";
    (isOpen ? input : open).focus();
  }
  return h("span", { class: "name-form" }, open, form);
}
