// The studio's form on a phone, where the preview fills the screen: a sheet below it, which a button opens. Texts: words/studio.

import { say } from "../model/words.js";
import { h, icon } from "./dom.js";
import "./picture-icons.js";

/**
 * Makes a form a sheet. On larger screens the styles show it beside the preview and hide both buttons.
 *
 * @param {object} options
 * @param {HTMLElement} options.host Gets the class of an open sheet.
 * @param {HTMLElement} options.form
 * @param {HTMLElement} options.outside What closes the sheet when it is pressed.
 * @param {AbortSignal} options.signal Ends the listening.
 * @returns {{opener: HTMLElement, open: () => void}} The button that opens and closes the sheet, and what opens it for another reason.
 */
export function studioSheet({ host, form, outside, signal }) {
  const openClass = "studio--details";
  const opener = h(
    "button", {
      class: "button studio__opener", type: "button", "aria-expanded": "false", "aria-controls": form.id, "data-testid": "studio-details",
    }, icon("sliders"), say("studio.details"));
  const closer = h(
    "button", {
      class: "icon-button studio__closer", type: "button", "aria-label": say("studio.detailsClose"), title: say("studio.detailsClose"),
      "data-testid": "studio-details-close",
    }, icon("close"));
  form.prepend(closer);
  /** Whether this screen is small enough for a sheet: the styles decide. */
  const isSheet = () => opener.offsetParent !== null;
  const isOpen = () => host.classList.contains(openClass);
  const set = (open) => {
    host.classList.toggle(openClass, open);
    opener.setAttribute("aria-expanded", String(open));
  };
  const open = () => set(true);
  const close = () => {
    if (!isOpen()) return;
    const hadFocus = form.contains(document.activeElement);
    set(false);
    if (hadFocus && isSheet()) opener.focus();
  };
  opener.addEventListener("click", () => {
    if (isOpen()) {
      close();
      return;
    }
    open();
    closer.focus();
  }, { signal });
  closer.addEventListener("click", close, { signal });
  outside.addEventListener("click", close, { signal });
  host.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || !isOpen() || !isSheet()) return;
    event.preventDefault();
    close();
  }, { signal });
  return { opener, open };
}
