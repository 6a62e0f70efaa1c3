// Hearts: those that rise over the like button, and the one at the place of a double tap. They load with the first like or press.

import { heartsMax } from "../model/moments.js";
import { atNextBeat, h, icon, prefersReducedMotion } from "./dom.js";

const colours = 5;

/**
 * Hearts that rise over the like button, at most 13 at a time. They are decorative: the number beside the button says the same.
 */
class Hearts extends HTMLElement {
  connectedCallback() {
    this.className = "hearts";
    this.setAttribute("aria-hidden", "true");
  }

  /** The number of hearts on the stage. */
  get visible() { return this.childElementCount; }

  /** Shows a heart at a place in the window. */
  flyAt({ x, y }) {
    const stage = /** @type {?HTMLElement} */ (this.closest(".stage"));
    if (prefersReducedMotion() || !stage) return;
    const { left, top } = stage.getBoundingClientRect();
    const heart = h("span", { class: "heart heart--placed", "aria-hidden": "true", style: { left: `${x - left}px`, top: `${y - top}px` } },
      icon("heart", true));
    stage.append(heart);
    const turn = (Math.random() - 0.5) * 40;
    const flight = heart.animate(
      [
        { transform: `translate(-50%, -50%) rotate(${turn}deg) scale(0.4)`, opacity: 0 },
        { transform: `translate(-50%, -60%) rotate(${turn}deg) scale(2.4)`, opacity: 1, offset: 0.25 },
        { transform: `translate(-50%, -260%) rotate(${turn}deg) scale(2)`, opacity: 0 },
      ],
      { duration: 900, easing: "ease-out", fill: "both" });
    flight.onfinish = () => atNextBeat(() => heart.remove());
    flight.oncancel = () => heart.remove();
  }

  /** Lets this many hearts rise, one after the other. */
  fly(count) {
    if (document.hidden || prefersReducedMotion()) return;
    for (let index = 0; index < count && this.visible < heartsMax; index += 1) this.#rise(index * 120);
  }

  #rise(delay) {
    const heart = h("span", { class: `heart heart--${Math.floor(Math.random() * colours)}` }, icon("heart", true));
    this.append(heart);
    const height = this.clientHeight;
    const sway = () => (Math.random() - 0.5) * 76;
    const [first, second, third] = [sway(), sway(), sway()];
    const turn = (Math.random() - 0.5) * 50;
    const flight = heart.animate(
      [
        { transform: "translate(0, 0) scale(0.2)", opacity: 0 },
        { transform: `translate(${first * 0.4}px, ${-height * 0.14}px) scale(1.1)`, opacity: 1, offset: 0.14 },
        {
          transform: `translate(${second}px, ${-height * 0.55}px) rotate(${turn}deg) scale(1)`, opacity: 0.95,
          offset: 0.6,
        },
        { transform: `translate(${third}px, ${-height * 0.95}px) rotate(${-turn}deg) scale(0.8)`, opacity: 0 },
      ],
      { duration: 2_500 + Math.random() * 1_000, delay, easing: "ease-out", fill: "both" });
    flight.onfinish = () => atNextBeat(() => heart.remove());
    flight.oncancel = () => heart.remove();
  }
}
customElements.define("ov-hearts", Hearts);

/** How long after a tap the next one makes a double tap, in milliseconds, and how far from it, in CSS pixels. */
const doubleMilliseconds = 300;
const doubleDistance = 40;
/** What has a press of its own. */
const pressable = "a, button, input, select, textarea, label, summary, [role=menu], [role=separator], dialog, .seats";

/**
 * Tells double taps of pairs of taps, by the finger or the pointer.
 *
 * Pure: times in milliseconds and places in CSS pixels are passed in.
 */
export class DoubleTaps {
  #last = null;

  /** Takes a tap, and returns whether it is the second one of a pair. A third tap begins anew. */
  tapped({ x, y, now }) {
    const last = this.#last;
    const isDouble = last !== null && now - last.now <= doubleMilliseconds && Math.hypot(x - last.x, y - last.y) <= doubleDistance;
    this.#last = isDouble ? null : { x, y, now };
    return isDouble;
  }
}

const taps = new DoubleTaps();

/**
 * Whether a press on the stage, beside what can be pressed, is the second of a double tap. Keyboards and readers have the button.
 *
 * @param {any} event A `pointerdown`.
 * @returns {boolean}
 */
export function isDoubleTap({ target, button, clientX: x, clientY: y, timeStamp: now }) {
  if (button !== 0 || target.closest(pressable) || !taps.tapped({ x, y, now })) return false;
  // A double click selects the words around it.
  getSelection()?.removeAllRanges();
  return true;
}
