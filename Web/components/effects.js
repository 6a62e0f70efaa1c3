import { EffectQueue } from "../model/effects.js";
import { say, sayParts } from "../model/language.js";
import { imageURL } from "../model/words.js";
import { foreign, h, named, prefersReducedMotion } from "./dom.js";

const effectMilliseconds = 4_200;
/** How long an effect may take to load before it is left out. */
const loadMilliseconds = 5_000;

/**
 * Full-screen effects of gifts, one after the other. Escape or the button skips the one that plays; nothing plays while
 * effects are switched off, or for somebody who asked for less motion and has not switched them on.
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

  get areOn() { return this.settings.areEffectsOn ?? !prefersReducedMotion(); }

  /** Plays the effect of a gift, after those that wait. */
  play({ gift, sender, count, isOwn }) {
    const source = imageURL(gift.resourceURL);
    if (!source || !this.areOn || document.hidden) return;
    this.#queue.add({ source, gift, sender, count, isOwn });
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
    try {
      await this.#show(effect, await loaded(effect.source));
    } catch {
      // An effect that cannot be loaded is left out; the banner has been shown anyway.
    }
    this.#isPlaying = false;
    this.#next();
  }

  #show({ gift, sender, count }, image) {
    return new Promise((resolve) => {
      if (!this.isConnected || !this.areOn) return resolve();
      const skip = h(
        "button", { class: "button button--small effects__skip", type: "button" }, say("effect.skip"),
        h("kbd", {}, say("effect.skipKey")));
      const caption = sayParts(
        count > 1 ? "effect.captionMany" : "effect.caption",
        { name: h("strong", {}, named(sender)), gift: foreign(gift.name), count });
      this.replaceChildren(
        h("div", { class: "effects__art" }, image),
        h("p", { class: "effects__caption" }, ...caption), skip);
      this.hidden = false;
      const timer = setTimeout(() => this.#end?.(), effectMilliseconds);
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

/** An image that is ready to be shown. Rejects where it is none, or does not come in time. */
function loaded(source) {
  const image = h("img", { class: "effects__image", alt: "", referrerpolicy: "no-referrer" });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("too slow")), loadMilliseconds);
    image.onload = () => {
      clearTimeout(timer);
      resolve(image);
    };
    image.onerror = () => {
      clearTimeout(timer);
      reject(new Error("not an image"));
    };
    image.src = source;
  });
}
