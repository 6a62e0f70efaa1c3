// The dialog in which hosts change what their running live is called and says. Texts: words/studio.

import { explain, say } from "../model/words.js";
import { h } from "./dom.js";
import { LiveForm } from "./live-form.js";

/**
 * Shows the dialog until it is saved or closed.
 *
 * @param {import("../model/session.js").LiveController} live
 * @param {{show: (text: string, kind?: string) => void}} toasts
 */
export function editLive(live, toasts) {
  const form = new LiveForm({ info: live.state.info });
  const error = h("p", { class: "form__error", role: "alert", hidden: true });
  const save = h("button", { class: "button button--primary", type: "submit", "data-testid": "edit-save" }, say("desk.save"));
  const cancel = h("button", { class: "button button--quiet", type: "button" }, say("app.cancel"));
  const element = h(
    "form", { class: "form" }, h("h2", { class: "dialog__title", id: "edit-title" }, say("desk.editTitle")), form.element, error,
    h("div", { class: "form__actions" }, cancel, save));
  const dialog = h("dialog", { class: "dialog dialog--wide", "aria-labelledby": "edit-title", "data-testid": "edit-live" }, element);
  document.body.append(dialog);
  const tell = (text) => {
    error.hidden = text === "";
    error.textContent = text;
  };
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve();
    });
    cancel.addEventListener("click", () => dialog.close());
    element.addEventListener("submit", async (event) => {
      event.preventDefault();
      const { problem, settings } = form;
      tell(problem ?? "");
      if (problem || save.disabled) return;
      save.disabled = true;
      try {
        if (Object.keys(settings).length > 0) await live.update(settings);
        toasts.show(say("desk.saved"), "success");
        dialog.close();
      } catch (rejection) {
        // The dialog stays, with everything that was typed.
        tell(explain(rejection));
        save.disabled = false;
      }
    });
    dialog.showModal();
  });
}
