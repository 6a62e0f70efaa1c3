// What opens over a view: dialogs and menus.

import { explain, say } from "../model/words.js";
import { arrowKeys, h } from "./dom.js";
import { ErrorCode } from "../wire/errors.js";

let nextID = 1;

/** Asks whether to end the user's own live, and ends it. */
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
 * Shows a dialog with a form until the action succeeds or the dialog is closed. The browser keeps the focus inside, Escape closes the
 * dialog, and the focus returns to its earlier place.
 *
 * @param {object} options
 * @param {string|(string|Node)[]} options.title
 * @param {?string} [options.text] An explanation.
 * @param {?string} [options.quote] The message that the dialog is about.
 * @param {object[]} [options.fields] `{name, label, value, hint, maxLength, testID, isArea}`.
 * @param {string} options.action The label of the button for the action.
 * @param {string} [options.actionTestID]
 * @param {boolean} [options.isDangerous]
 * @param {(values: object) => Promise<void>} options.perform Performs the action. The dialog shows why it was refused, or the `words` of
 *   the error.
 * @returns {Promise<boolean>} Whether the action was performed.
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
    /** @type {?HTMLInputElement} */
    const field = form.querySelector("input, textarea");
    field?.select?.();
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

let openMenu = null;
let nextMenuID = 1;

/**
 * Shows a menu under a button until an item is chosen, Escape is pressed or the focus moves away.
 *
 * @param {HTMLElement} button
 * @param {string|Node} title The subject of the menu.
 * @typedef {{label: string, lang?: string, isChecked?: boolean, isDangerous?: boolean, isSwitch?: boolean, testID?: string}} Choice
 * @param {(Choice & {choose: () => void})[]} items
 *   A choice among several sets `isChecked`. `lang` is the language of the label.
 * @param {() => void} [closed] Called when the menu is gone.
 */
export function showMenu(button, title, items, closed = () => {}) {
  openMenu?.close();
  const id = `menu-${nextMenuID}`;
  nextMenuID += 1;
  const menu = h(
    "div", { class: "menu", role: "menu", "aria-labelledby": id },
    h("p", { class: "menu__title", role: "presentation", id }, title),
    ...items.map((item) => h(
      "button",
      {
        class: `menu__item ${item.isDangerous ? "menu__item--danger" : ""}`, type: "button",
        role: item.isChecked === undefined ? "menuitem" : item.isSwitch ? "menuitemcheckbox" : "menuitemradio",
        "aria-checked": item.isChecked === undefined ? null : String(item.isChecked), lang: item.lang,
        "data-testid": item.testID,
        on: {
          click: () => {
            close();
            item.choose();
          },
        },
      },
      item.label, item.isChecked ? h("span", { class: "menu__mark", "aria-hidden": "true" }, " ✓") : null)));
  const outside = (event) => !menu.contains(event.target) && !button.contains(event.target) && close(false);
  function close(givesFocusBack = true) {
    if (openMenu?.menu !== menu) return;
    openMenu = null;
    menu.remove();
    document.removeEventListener("pointerdown", outside, true);
    button.setAttribute("aria-expanded", "false");
    if (givesFocusBack && button.isConnected) button.focus();
    closed();
  }
  openMenu = { menu, close };
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && event.key !== "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    close();
  });
  /** @param {FocusEvent & {relatedTarget: Node}} event */
  const left = (event) => {
    if (event.relatedTarget && !menu.contains(event.relatedTarget)) close(false);
  };
  menu.addEventListener("focusout", left);
  document.addEventListener("pointerdown", outside, true);
  button.setAttribute("aria-expanded", "true");
  (button.closest("main") ?? document.body).append(menu);
  place(menu, button);
  arrowKeys(menu, ".menu__item");
  menu.querySelector(".menu__item").focus();
}

function place(menu, button) {
  const at = button.getBoundingClientRect();
  const margin = 8;
  const left = Math.max(margin, Math.min(at.right - menu.offsetWidth, innerWidth - menu.offsetWidth - margin));
  const below = at.bottom + 4;
  const fitsBelow = below + menu.offsetHeight <= innerHeight - margin;
  const top = fitsBelow ? below : Math.max(margin, at.top - 4 - menu.offsetHeight);
  menu.style.setProperty("left", `${left}px`);
  menu.style.setProperty("top", `${top}px`);
}

/** The code of a refusal, for a user who asks for help. */
export function detailsOf({ code, name }) {
  return h(
    "details", { class: "details" }, h("summary", {}, say("app.details")), h("code", {}, `${code} ${name}`));
}

/** The title and the text of refusals that have a screen of their own, as keys of the texts. */
export const refusals = {
  [ErrorCode.roomNotFound]: ["refused.notFound", "refused.notFoundText"],
  [ErrorCode.roomFull]: ["refused.full", "refused.fullText"],
};

/** The title of a live that the user is not in, when the live's name is unknown. */
export function titleWithout(state) {
  switch (state.phase) {
    case "ended": return say("ended.title");
    case "removed": return say(state.removal.how === "banned" ? "banned.title" : "removed.title");
    case "refused":
      if (state.rejection.code === ErrorCode.memberBanned) return say("banned.title");
      return say(refusals[state.rejection.code]?.[0] ?? "refused.title");
    default: return say("live.joining");
  }
}
