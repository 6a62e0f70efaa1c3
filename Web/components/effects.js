// Gift effects over the stage. The module loads with the first gift that has an effect.

import { EffectQueue } from "../model/gift-show.js";
import { imageURL, say, sayParts } from "../model/words.js";
import { foreign, giftIcon, h, icon, named, prefersReducedMotion } from "./dom.js";

/** The longest time that an effect plays or a still picture is shown, in milliseconds. */
const effectMillisecondsMax = 10_000;
const pictureMilliseconds = 4_200;
/** The time that a card is shown in place of an effect, in milliseconds. */
const cardMilliseconds = 4_000;
/** The time that a picture or an SVGA file may take to load before a card replaces it, in milliseconds. */
const loadMilliseconds = 5_000;

/**
 * Gift effects over the stage, one after the other. They never cover the chat or darken what lies below. Escape and the button in the
 * corner skip the current one. A user with reduced motion sees a still card. So does everybody if an effect is damaged, too large or
 * too slow to load. Nothing plays while effects are switched off.
 */
class Effects extends HTMLElement {
  #queue = new EffectQueue();
  #isPlaying = false;
  /** The playing effect, or null. */
  #art = null;
  #wasAudible = false;
  /** Counts the calls of `clear`. An effect that was loading during one is dropped. */
  #turn = 0;
  #listening = null;

  connectedCallback() {
    this.className = "effects";
    this.hidden = true;
    this.#listening = new AbortController();
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#art || event.defaultPrevented) return;
      event.preventDefault();
      this.#art.stop();
    }, { signal: this.#listening.signal });
    this.closest(".stage").addEventListener("sound", () => this.#drawSound(), { signal: this.#listening.signal });
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.clear();
  }

  /** Queues a gift's effect and plays it in its turn. */
  play({ gift, sender, count, isOwn }) {
    const source = imageURL(gift.resourceURL);
    if (!source || this.settings.areEffectsOn === false || document.hidden) return;
    this.#queue.add({ key: `${sender.userID}/${gift.giftID}`, source, gift, sender, count, isOwn });
    this.#next();
  }

  /** Stops the playing effect and drops the waiting ones. */
  clear() {
    this.#turn += 1;
    this.#queue.clear();
    this.#art?.stop();
  }

  async #next() {
    if (this.#isPlaying) return;
    const effect = this.#queue.next();
    if (!effect) return;
    this.#isPlaying = true;
    await this.#perform(effect, this.#turn);
    this.#isPlaying = false;
    this.#next();
  }

  /** Shows an effect to its end, or a card if it cannot be shown. Never rejects. */
  async #perform(effect, turn) {
    // A user who switched effects on gets them, whatever the system asks for.
    const isStill = this.settings.areEffectsOn === null && prefersReducedMotion();
    const makers = isStill ? [card] : [isSVGA(effect.source) ? movie : picture, card];
    for (const make of makers) {
      /** @type {any} */
      let art;
      try {
        art = await make(effect);
        if (turn !== this.#turn || !this.isConnected) return;
        await this.#show(effect, art);
        return;
      } catch {
        // The next best form is tried.
      } finally {
        art?.release?.();
      }
    }
  }

  async #show({ gift, sender, count }, art) {
    const values = { name: h("strong", {}, named(sender)), gift: foreign(gift.name), count };
    this.classList.toggle("effects--card", art.kind === "card");
    this.classList.toggle("effects--movie", art.kind === "movie");
    this.replaceChildren(
      h("div", { class: "effects__art" }, art.element),
      h("p", { class: "effects__caption" }, ...sayParts(count > 1 ? "effect.captionMany" : "effect.caption", values)),
      h("div", { class: "effects__controls" }, art.hasSound ? this.#soundButton(art) : null, this.#skipButton(art)));
    this.hidden = false;
    this.#art = art;
    this.#wasAudible = this.#isAudible;
    art.volume = this.#volume;
    try {
      await art.play({ isAudible: this.#wasAudible });
    } finally {
      this.#art = null;
      this.hidden = true;
      this.replaceChildren();
    }
  }

  #skipButton(art) {
    return h(
      "button",
      { class: "button button--small", type: "button", "data-testid": "effect-skip", on: { click: () => art.stop() } },
      say("effect.skip"), h("kbd", {}, say("effect.skipKey")));
  }

  /** Whether the live's picture has its own sound switch, which effects follow. */
  get #followsPicture() { return this.closest(".stage").dataset.sound !== undefined; }

  get #isAudible() {
    return this.#followsPicture ? this.closest(".stage").dataset.sound === "on" : this.settings.isEffectSoundOn;
  }

  /** As loud as the picture, where it has a volume. */
  get #volume() { return Number(this.closest(".stage").dataset.volume ?? 1); }

  #drawSound() {
    const isAudible = this.#isAudible;
    // A sound that goes on is not begun anew.
    if (this.#art && isAudible !== this.#wasAudible) this.#art.isAudible = isAudible;
    if (this.#art) this.#art.volume = this.#volume;
    this.#wasAudible = isAudible;
    const button = this.querySelector("[data-testid=effect-sound]");
    if (button) button.hidden = this.#followsPicture;
  }

  /** A browser plays no sound on its own, so the user has to turn it on once. The choice is kept. */
  #soundButton(art) {
    const label = say("effect.sound");
    const button = h("button", {
      class: "icon-button toggle", type: "button", "aria-label": label, title: label, "data-testid": "effect-sound",
    });
    const draw = () => {
      const isOn = this.settings.isEffectSoundOn;
      button.setAttribute("aria-pressed", String(isOn));
      button.replaceChildren(icon(isOn ? "speech" : "mute"));
    };
    button.addEventListener("click", () => {
      this.settings.isEffectSoundOn = !this.settings.isEffectSoundOn;
      art.isAudible = this.settings.isEffectSoundOn;
      draw();
    });
    draw();
    button.hidden = this.#followsPicture;
    return button;
  }
}
customElements.define("ov-effects", Effects);

// The things that can be shown. Each has an `element`, `stop` and `play`, which lasts while it is shown and rejects if it cannot be.

/** Whether an address is an SVGA effect; apps decide the same way. */
function isSVGA(source) {
  return new URL(source).pathname.toLowerCase().endsWith(".svga");
}

/** The shared canvas with its player, and the loader, which keeps decoded effects as long as the page is open. */
let projector = null;

async function loadedProjector() {
  const { hasSound, Loader, Player } = await import("../svga/index.js");
  const canvas = h("canvas", { class: "effects__image", "aria-hidden": "true", "data-testid": "effect-canvas" });
  projector ??= { canvas, player: new Player(canvas), loader: new Loader(), hasSound };
  return projector;
}

/** An SVGA file on the shared canvas. */
async function movie({ source }) {
  // The page's policy allows effects from its own server only, and an attempt would log an error.
  if (new URL(source).origin !== location.origin) throw new Error("of another server");
  const { canvas, player, loader, hasSound } = await loadedProjector();
  const { effect, release } = await loader.load(source);
  return {
    kind: "movie", element: canvas, release, hasSound: hasSound(effect.movie),
    set isAudible(isOn) { player.isAudible = isOn; },
    set volume(volume) { player.volume = volume; },
    play: ({ isAudible }) => player.play(effect, { millisecondsMax: effectMillisecondsMax, isAudible }),
    stop: () => player.stop(),
  };
}

/** A picture, which may be animated. */
async function picture({ source }) {
  return { kind: "picture", element: await loadedPicture(source), ...standing(pictureMilliseconds) };
}

/** A card with the gift, in place of its effect. */
function card({ gift }) {
  return { kind: "card", element: giftIcon(gift, "gift-icon effects__still"), ...standing(cardMilliseconds) };
}

/** Something that is shown for a fixed time. */
function standing(milliseconds) {
  let end = () => {};
  return {
    play: () => new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      end = () => {
        clearTimeout(timer);
        resolve();
      };
    }),
    stop: () => end(),
  };
}

function loadedPicture(source) {
  const image = h("img", { class: "effects__image", alt: "", decoding: "async", referrerpolicy: "no-referrer" });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("too late")), loadMilliseconds);
    image.onload = () => {
      clearTimeout(timer);
      resolve(image);
    };
    image.onerror = () => {
      clearTimeout(timer);
      reject(new Error("no picture"));
    };
    image.src = source;
  });
}
