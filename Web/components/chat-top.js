// What stands above a chat's messages: the pinned message, and the great gifts of the last minutes.

import { coin, foreign, giftIcon, h, icon, named, setText } from "./dom.js";
import { explain, formatNumber, plainName, say } from "../model/words.js";

/** The pinned message, of two lines or folded to one, and chips of great gifts. Nothing is announced: the log has the same. */
class ChatTop extends HTMLElement {
  #words = h("p", { class: "pinned__words", dir: "auto" });
  #fold = h("button", { class: "icon-button", type: "button", "data-testid": "pinned-fold" }, icon("down"));
  #take = h(
    "button", {
      class: "icon-button", type: "button", "aria-label": say("pinned.take"), title: say("pinned.take"),
      "data-testid": "pinned-take",
    }, icon("close"));
  #pinned = h("div", { class: "pinned", "data-testid": "pinned", hidden: true }, this.#words, this.#fold, this.#take);
  #gifts = h(
    "ul", { class: "great", "aria-label": say("pinned.gifts"), tabindex: "0", "data-testid": "great-gifts", hidden: true });
  // On a phone the chat has little room.
  #isFolded = matchMedia("(max-width: 860px)").matches;
  #shownPin = "";
  #shownGifts = "";
  #timer = null;
  #listening = null;

  connectedCallback() {
    this.className = "chat-top";
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", say("pinned.region"));
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#fold.addEventListener("click", () => {
      this.#isFolded = !this.#isFolded;
      this.#drawFold();
    }, { signal });
    this.#take.addEventListener("click", () => this.#unpin(), { signal });
    this.live.addEventListener("change", () => this.#draw(), { signal });
    this.replaceChildren(this.#pinned, this.#gifts);
    this.#drawFold();
    this.#draw();
    // A chip goes when its time is over.
    this.#timer = setInterval(() => this.#drawGifts(), 1_000);
  }

  disconnectedCallback() {
    this.#listening.abort();
    clearInterval(this.#timer);
  }

  #draw() {
    const { pinned, canModerate } = this.live.state;
    const pin = pinned.at(-1) ?? null;
    const key = pin ? `${pin.seq} ${canModerate}` : "";
    if (key !== this.#shownPin) {
      this.#shownPin = key;
      this.#pinned.hidden = !pin;
      this.#take.hidden = !canModerate;
      const text = pin?.barrage.text ?? pin?.barrage.businessID ?? "";
      this.#words.replaceChildren(...(pin ? [
        h("span", { class: "pinned__mark" }, say("pinned.label")), " ", h("strong", {}, named(pin.barrage.sender)), " ",
        foreign(text),
      ] : []));
    }
    this.#drawGifts();
  }

  #drawFold() {
    this.#pinned.classList.toggle("pinned--folded", this.#isFolded);
    this.#fold.setAttribute("aria-expanded", String(!this.#isFolded));
    const label = say(this.#isFolded ? "pinned.unfold" : "pinned.fold");
    this.#fold.setAttribute("aria-label", label);
    this.#fold.title = label;
  }

  #drawGifts() {
    const now = this.session.now;
    const gifts = this.live.state.greatGifts.filter(({ until }) => until > now).reverse();
    const key = gifts.map(({ user, gift, count }) => `${user.userID} ${gift.giftID} ${gift.name} ${count}`).join("\n");
    if (key === this.#shownGifts) return;
    this.#shownGifts = key;
    this.#gifts.hidden = gifts.length === 0;
    this.#gifts.replaceChildren(...gifts.map(({ user, gift, count, coins }) => {
      const words = h("span", {});
      setText(words, formatNumber(coins));
      const name = plainName(gift.name);
      return h(
        "li", { class: "great__chip", title: count > 1 ? say("app.giftCount", { gift: name, count }) : name },
        giftIcon(gift, "gift-icon gift-icon--small"), named(user), coin(), words);
    }));
  }

  async #unpin() {
    const seq = this.live.state.pinned.at(-1)?.seq;
    if (seq === undefined) return;
    try {
      await this.live.pin(seq, false);
    } catch (rejection) {
      this.toasts.show(explain(rejection), "error");
    }
  }
}
customElements.define("ov-chat-top", ChatTop);
