import { button, h, setAttribute } from "./dom.js";

/**
 * A button that opens a field for a name.
 *
 * @param {string} label
 * @param {string} field names the field
 * @param {(name: string) => Promise<boolean>} submit resolves to whether it worked
 */
export function nameForm(label, field, submit) {
  const open = button(label, show);
  const node = h("span", { class: "name-form" }, open);

  function show() {
    const input = h("input", {
      "aria-label": field,
      placeholder: "Name",
      required: true,
      maxlength: 100,
      autocomplete: "off",
      spellcheck: "false",
    });
    const close = () => {
      node.replaceChildren(open);
      open.focus();
    };
    const form = h(
      "form",
      {
        /** @param {SubmitEvent} event */
        async submit(event) {
          event.preventDefault();
          if (await submit(input.value)) close();
        },
        /** @param {KeyboardEvent} event */
        keydown: ({ key }) => key === "Escape" && close(),
      },
      input,
      h("button", {}, "Create"),
      button("Cancel", close, { class: "plain" }),
    );
    node.replaceChildren(form);
    input.focus();
  }
  return {
    node,
    /** @param {string} name for screen readers, begins with the label */
    rename: (name) => setAttribute(open, "aria-label", name),
  };
}
