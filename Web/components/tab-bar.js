// The bar at the bottom of a phone, which leads to the views outside a live.

import { addressOf, hasWords, say } from "../model/words.js";
import { addIcons, h, icon } from "./dom.js";

// The icons of the views that have the bar.
addIcons({
  check: ["M5 12.5l4.5 4.5L19 7.5"],
  copy: ["M9 9h10v11H9z", "M5 15V4h10"],
  home: ["M4 11l8-6.5 8 6.5", "M6 9.5V20h12V9.5", "M10 20v-6h4v6"],
  out: ["M14 5H6v14h8", "M11 12h9", "M17 8.5l3.5 3.5-3.5 3.5"],
  search: ["M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z", "M15.5 15.5L20 20"],
  user: ["M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8z", "M4.5 20.5c.6-4 3.4-6 7.5-6s6.9 2 7.5 6"],
  video: ["M3.5 6.5h11v11h-11z", "M14.5 10.5l6-3.5v10l-6-3.5"],
});

const tabs = [
  { view: "list", key: "nav.plaza", sign: "home" }, { view: "feed", key: "feed.title", sign: "feed" },
  { view: "studio", key: "list.goLive", sign: "live" }, { view: "me", key: "nav.me", sign: "user" },
];

/** The bar. The attribute `view` says which view is shown. */
class TabBar extends HTMLElement {
  static get observedAttributes() { return ["view"]; }

  connectedCallback() { this.draw(); }

  attributeChangedCallback() { this.draw(); }

  /** Draws it, once its words are there. */
  draw() {
    if (!this.isConnected || !hasWords("nav.label")) return;
    const shown = this.getAttribute("view");
    this.className = "tab-bar";
    this.setAttribute("role", "navigation");
    this.setAttribute("aria-label", say("nav.label"));
    this.replaceChildren(...tabs.map(({ view, key, sign }) => h(
      "a", {
        class: `tab-bar__tab ${view === "studio" ? "tab-bar__tab--live" : ""}`, href: addressOf({ view }), "data-testid": `tab-${view}`,
        "aria-current": view === shown ? "page" : null,
      },
      h("span", { class: "tab-bar__sign" }, icon(sign)), h("span", { class: "tab-bar__name" }, say(key)))));
  }
}
customElements.define("ov-tab-bar", TabBar);
