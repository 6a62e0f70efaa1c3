// Gift banners that count up. The module loads with the first gift of a live.

import { comboMilliseconds, ComboQueue } from "../model/gift-show.js";
import { say, sayParts } from "../model/words.js";
import { avatar, foreign, giftIcon, h, named, prefersReducedMotion, setText } from "./dom.js";

/** Banners with the sender and the gift, three at a time. Repeated gifts count up. The chat says the same in words. */
class GiftBanners extends HTMLElement {
  // A phone has room for two.
  #queue = new ComboQueue({ lanes: matchMedia("(max-width: 640px), (max-height: 500px)").matches ? 2 : 3 });
  #drawn = [];
  #timer = null;

  connectedCallback() {
    this.className = "banners";
    this.setAttribute("aria-hidden", "true");
    this.#drawn = this.#queue.lanes.map(() => null);
    this.replaceChildren(...this.#queue.lanes.map(() => h("div", { class: "banners__lane" })));
  }

  disconnectedCallback() { clearTimeout(this.#timer); }

  /** Shows gifts: `{gift, sender, count, coins, combo, isOwn}`. */
  show(gifts) {
    this.#queue.offer(gifts, performance.now());
    this.#draw();
  }

  /** Shows the last number of finished combos. */
  finish(combos) {
    for (const combo of combos) this.#queue.finish(combo, performance.now());
    this.#draw();
  }

  #draw() {
    this.#queue.lanes.forEach((banner, lane) => {
      const drawn = this.#drawn[lane];
      if (banner && drawn?.banner === banner) return drawn.update();
      if (!banner && !drawn) return;
      this.#drawn[lane] = banner ? new Banner(banner) : null;
      this.children[lane].replaceChildren(...(banner ? [this.#drawn[lane].element] : []));
    });
    this.#wake();
  }

  #wake() {
    clearTimeout(this.#timer);
    const at = this.#queue.nextAt;
    if (at === null) return;
    this.#timer = setTimeout(() => {
      this.#queue.advance(performance.now());
      this.#draw();
    }, Math.max(0, at - performance.now()) + 5);
  }
}
customElements.define("ov-gift-banners", GiftBanners);

/** One banner. */
class Banner {
  #count = h("bdi", { class: "banner__count" });
  #rest = h("span", { class: "banner__rest" });
  #countdown = null;

  constructor(banner) {
    this.banner = banner;
    const { sender, gift } = banner;
    this.element = h(
      "div",
      {
        class: `banner ${banner.coins >= 1_000 ? "banner--grand" : ""}`, "data-testid": "gift-banner",
        data: { giftId: gift.giftID, userId: sender.userID },
      },
      avatar(sender),
      h("span", { class: "banner__words" },
        h("strong", {}, named(sender)), h("span", {}, ...sayParts("banner.sent", { gift: foreign(gift.name) }))),
      giftIcon(gift, "gift-icon gift-icon--banner"), this.#count, this.#rest);
    this.#shown = 0;
    this.update();
  }

  #shown;

  update() {
    const { count, coins, isFinal } = this.banner;
    this.element.classList.toggle("banner--final", isFinal);
    if (count === this.#shown) return;
    this.#shown = count;
    this.element.dataset.count = String(count);
    this.element.classList.toggle("banner--grand", coins >= 1_000);
    setText(this.#count, say("banner.times", { count }));
    this.#countdown?.cancel();
    if (prefersReducedMotion()) return;
    this.#countdown = this.#rest.animate(
      { transform: ["scaleX(1)", "scaleX(0)"] }, { duration: comboMilliseconds, fill: "forwards" });
    this.#count.animate(
      { transform: ["scale(1.7) rotate(-6deg)", "scale(0.94)", "scale(1)"] },
      { duration: 320, easing: "cubic-bezier(.2,.9,.3,1)" });
  }
}
