import { say } from "../model/language.js";
import { h, icon } from "./dom.js";

const toastsMax = 3;
const toastMilliseconds = 6_000;

/**
 * Short messages at the foot of the page, the last three of them. Read out by screen readers; Escape or a click
 * closes one.
 */
class Toasts extends HTMLElement {
  connectedCallback() {
    this.className = "toasts";
    this.setAttribute("role", "status");
    this.setAttribute("aria-live", "polite");
  }

  /** @param {"info" | "success" | "error"} tone */
  show(text, tone = "info") {
    const close = h(
      "button", { class: "icon-button icon-button--small", type: "button", "aria-label": say("toast.close") },
      icon("close"));
    const toast = h("div", { class: `toast toast--${tone}` }, h("p", {}, text), close);
    const dismiss = () => toast.remove();
    close.addEventListener("click", dismiss);
    this.append(toast);
    while (this.children.length > toastsMax) this.firstElementChild.remove();
    setTimeout(dismiss, toastMilliseconds);
  }
}
customElements.define("ov-toasts", Toasts);
