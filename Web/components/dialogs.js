import { explain, say } from "../model/language.js";
import { h } from "./dom.js";

let nextID = 1;

/** Asks whether to end one's live, and ends it. */
export function askToEnd(end) {
  return showDialog({
    title: say("end.title"),
    text: say("end.text"),
    action: say("live.end"),
    actionTestID: "confirm-end",
    isDangerous: true,
    perform: end,
  });
}

/**
 * Shows a dialog with a form until it is done or closed. The browser keeps the focus inside, Escape closes it, and
 * the focus goes back to where it was.
 *
 * @param {object} options
 * @param {string|(string|Node)[]} options.title
 * @param {?string} [options.text] What it is about.
 * @param {?string} [options.quote] What somebody wrote, if it is about that.
 * @param {object[]} [options.fields] `{name, label, value, hint, maxLength, testID, isArea}`.
 * @param {string} options.action The label of the button that does it.
 * @param {string} [options.actionTestID]
 * @param {boolean} [options.isDangerous]
 * @param {(values: object) => Promise<void>} options.perform Does it; the dialog says why where it is refused, or
 *   the `words` of what it throws.
 * @returns {Promise<boolean>} Whether it was done.
 */
export function showDialog({
  title, text = null, quote = null, fields = [], action, actionTestID, isDangerous = false, perform,
}) {
  const id = `dialog-${nextID}`;
  nextID += 1;
  const error = h("p", { class: "form__error", role: "alert", hidden: true });
  const submit = h(
    "button", {
      class: `button ${isDangerous ? "button--danger" : "button--primary"}`, type: "submit",
      "data-testid": actionTestID,
    },
    action);
  const cancel = h("button", { class: "button button--quiet", type: "button" }, say("app.cancel"));
  const form = h(
    "form", { class: "form" },
    h("h2", { class: "dialog__title", id }, ...[title].flat()),
    quote && h("blockquote", { class: "dialog__quote", dir: "auto", "data-testid": "dialog-quote" }, quote),
    text && h("p", { class: "dialog__text" }, text),
    ...fields.map((field, index) => fieldRow(field, `${id}-${index}`)),
    error,
    h("div", { class: "form__actions" }, cancel, submit));
  const dialog = h("dialog", { class: "dialog", "aria-labelledby": id }, form);
  document.body.append(dialog);

  return new Promise((resolve) => {
    let isDone = false;
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(isDone);
    });
    cancel.addEventListener("click", () => dialog.close());
    dialog.addEventListener("mousedown", (event) => event.target === dialog && dialog.close());
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (submit.disabled) return;
      submit.disabled = true;
      error.hidden = true;
      try {
        await perform(Object.fromEntries(new FormData(form)));
        isDone = true;
        dialog.close();
      } catch (failure) {
        error.textContent = failure.words ?? explain(failure);
        error.hidden = false;
        submit.disabled = false;
      }
    });
    dialog.showModal();
    form.querySelector("input, textarea")?.select?.();
  });
}

function fieldRow(
  { name, label, value = "", hint = null, maxLength, testID, isArea = false, autocomplete = "off" }, id) {
  const control = h(isArea ? "textarea" : "input", {
    class: "input", id, name, maxlength: maxLength, autocomplete, "data-testid": testID, rows: isArea ? 4 : null,
    type: isArea ? null : "text", "aria-describedby": hint ? `${id}-hint` : null,
  });
  control.value = value;
  return h(
    "div", { class: "form__row" },
    h("label", { for: id }, label), control, hint && h("p", { class: "form__hint", id: `${id}-hint` }, hint));
}
