// The three who sent most gifts, beside the number of viewers. It loads with the first gift of a live. Texts: words/talk.

import { isolated, listParts, nameOf, say } from "../model/words.js";
import { avatar, h } from "./dom.js";

/** A button with the three pictures, which leads to the board. */
class TopThree extends HTMLElement {
  #button = h("button", { class: "top-three", type: "button", "data-testid": "top-three" });
  #shown = "";
  #listening = null;

  connectedCallback() {
    this.hidden = true;
    this.#listening = new AbortController();
    this.closest(".stage")?.querySelector(".stage__facts")?.prepend(this.#button);
    this.live.addEventListener("change", () => this.#draw(), { signal: this.#listening.signal });
    this.#button.addEventListener("click", () => {
      const live = this.closest(".live");
      // What is folded away has no board to show.
      if (live?.classList.contains("live--folded")) /** @type {?HTMLElement} */ (live.querySelector(".stage__fold"))?.click();
      const tab = /** @type {?HTMLElement} */ (live?.querySelector("#tab-board"));
      tab?.click();
      tab?.focus();
    });
    this.#draw();
  }

  disconnectedCallback() {
    this.#listening?.abort();
    this.#button.remove();
  }

  #draw() {
    const users = this.live.state.topSenders.slice(0, 3).map(({ user }) => user);
    const key = users.map(({ userID, userName, avatarURL }) => [userID, userName, avatarURL].join("\n")).join("\n\n");
    if (key === this.#shown) return;
    this.#shown = key;
    this.#button.hidden = users.length === 0;
    const names = listParts(users.map((user) => isolated(nameOf(user)))).join("");
    const label = say("topThree.label", { names });
    this.#button.setAttribute("aria-label", label);
    this.#button.title = label;
    this.#button.replaceChildren(...users.map((user) => avatar(user)));
  }
}
customElements.define("ov-top-three", TopThree);
