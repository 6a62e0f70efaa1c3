// How gifts are shown: banners that count up, and effects. Loaded with the first gift of a live.

import { comboMilliseconds, ComboQueue, EffectQueue } from "../model/gift-show.js";
import { imageURL, say, sayParts } from "../model/words.js";
import { avatar, foreign, giftIcon, h, named, prefersReducedMotion, setText } from "./dom.js";

/** Who sent which gift, three at a time; gifts that follow each other count up. The chat says the same in words. */
class GiftBanners extends HTMLElement {
  // Two are what a phone has room for.
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

  /** Shows the last number of combos that are over. */
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

const effectMilliseconds = 4_200;
/** How long a card stands in place of an effect. */
const cardMilliseconds = 4_000;
/** How long an effect may take to load before its card is shown instead. */
const loadMilliseconds = 5_000;

/**
 * Effects of gifts over the stage, one after the other: never over the chat, and never darkening what is under them. Escape
 * or the button in the corner skips the one that plays. Somebody who asked for less motion sees a card that stands still; so
 * does everybody where an effect cannot be loaded. Nothing plays while effects are switched off.
 */
class Effects extends HTMLElement {
  #queue = new EffectQueue();
  #isPlaying = false;
  #end = null;
  #listening = null;

  connectedCallback() {
    this.className = "effects";
    this.hidden = true;
    this.#listening = new AbortController();
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#end || event.defaultPrevented) return;
      event.preventDefault();
      this.#end();
    }, { signal: this.#listening.signal });
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.clear();
  }

  /** Plays the effect of a gift, after those that wait. */
  play({ gift, sender, count, isOwn }) {
    const source = imageURL(gift.resourceURL);
    if (!source || this.settings.areEffectsOn === false || document.hidden) return;
    this.#queue.add({ key: `${sender.userID}/${gift.giftID}`, source, gift, sender, count, isOwn });
    this.#next();
  }

  /** Stops what plays and forgets what waits. */
  clear() {
    this.#queue.clear();
    this.#end?.();
  }

  async #next() {
    if (this.#isPlaying) return;
    const effect = this.#queue.next();
    if (!effect) return;
    this.#isPlaying = true;
    // Who has switched effects on gets them, whatever their system asks for.
    const isStill = this.settings.areEffectsOn === null && prefersReducedMotion();
    await this.#show(effect, isStill ? null : await loaded(effect.source));
    this.#isPlaying = false;
    this.#next();
  }

  #show({ gift, sender, count }, image) {
    return new Promise((resolve) => {
      if (!this.isConnected || this.settings.areEffectsOn === false) return resolve();
      const skip = h(
        "button", { class: "button button--small effects__skip", type: "button", "data-testid": "effect-skip" },
        say("effect.skip"), h("kbd", {}, say("effect.skipKey")));
      const values = { name: h("strong", {}, named(sender)), gift: foreign(gift.name), count };
      this.classList.toggle("effects--card", image === null);
      this.replaceChildren(
        h("div", { class: "effects__art" }, image ?? giftIcon(gift, "gift-icon effects__still")),
        h("p", { class: "effects__caption" }, ...sayParts(count > 1 ? "effect.captionMany" : "effect.caption", values)),
        skip);
      this.hidden = false;
      const timer = setTimeout(() => this.#end?.(), image ? effectMilliseconds : cardMilliseconds);
      this.#end = () => {
        clearTimeout(timer);
        this.#end = null;
        this.hidden = true;
        this.replaceChildren();
        resolve();
      };
      skip.addEventListener("click", () => this.#end?.());
    });
  }
}
customElements.define("ov-effects", Effects);

/** An image that is ready to be shown; null where it is none, or does not come in time. */
function loaded(source) {
  const image = h("img", { class: "effects__image", alt: "", decoding: "async", referrerpolicy: "no-referrer" });
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), loadMilliseconds);
    const settle = (result) => {
      clearTimeout(timer);
      resolve(result);
    };
    image.onload = () => settle(image);
    image.onerror = () => settle(null);
    image.src = source;
  });
}
