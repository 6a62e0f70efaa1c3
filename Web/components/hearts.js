import { heartsMax } from "../model/likes.js";
import { h, icon, prefersReducedMotion } from "./dom.js";

const colours = 5;

/**
 * Hearts that rise over the like button, at most 13 at a time. Decoration: the number beside the button says it in
 * words.
 */
class Hearts extends HTMLElement {
  connectedCallback() {
    this.className = "hearts";
    this.setAttribute("aria-hidden", "true");
  }

  /** How many hearts are on the stage. */
  get visible() { return this.childElementCount; }

  /** Lets so many hearts rise, one after the other. */
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
    flight.onfinish = () => heart.remove();
    flight.oncancel = () => heart.remove();
  }
}
customElements.define("ov-hearts", Hearts);
