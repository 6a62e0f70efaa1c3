import { LaneLayout } from "../model/lanes.js";
import { h, named, prefersReducedMotion } from "./dom.js";

/** Messages that are on the stage at a time. */
const messagesMax = 40;
const laneHeight = 40;
/** The part of its own height that messages fly over; the rest is left to gifts and likes. */
const stageShare = 0.72;
/** How many messages stand on the stage, and for how long, for those who asked for less motion. */
const standingMax = 3;
const standingMilliseconds = 6_000;

/** Messages that fly over the stage in lanes; the chat has the same in words, so this is hidden from screen readers. */
class Barrage extends HTMLElement {
  #layout = new LaneLayout();
  #resize = null;
  #width = 0;
  #height = 0;

  connectedCallback() {
    this.className = "barrage";
    this.setAttribute("aria-hidden", "true");
    this.#resize = new ResizeObserver(([{ contentRect }]) => {
      this.#width = contentRect.width;
      this.#height = contentRect.height;
      this.#layout.clear();
    });
    this.#resize.observe(this);
  }

  disconnectedCallback() { this.#resize.disconnect(); }

  /** Takes everything off the stage. */
  clear() {
    this.replaceChildren();
    this.#layout.clear();
  }

  /** Lets a message fly where there is room for it; one's own always. */
  fly({ user, text, isOwn }) {
    if (document.hidden) return;
    const isStanding = prefersReducedMotion();
    if (!isStanding && this.childElementCount >= messagesMax && !isOwn) return;
    const kinds = [isOwn && "barrage__message--own", isStanding && "barrage__message--standing"].filter(Boolean);
    const message = h(
      "div", { class: ["barrage__message", ...kinds].join(" ") },
      isStanding ? h("strong", {}, named(user)) : null, isStanding ? " " : null,
      h("span", { dir: "auto" }, text));
    this.append(message);
    if (isStanding) this.#stand(message);
    else this.#animate(message, isOwn);
  }

  #stand(message) {
    while (this.childElementCount > standingMax) this.firstElementChild.remove();
    setTimeout(() => message.remove(), standingMilliseconds);
  }

  #animate(message, isOwn) {
    const width = message.offsetWidth;
    const lane = this.#layout.take({
      width, stage: this.#width, lanes: Math.max(1, Math.floor((this.#height * stageShare) / laneHeight)),
      now: performance.now(), mustFly: isOwn,
    });
    if (lane === null) {
      message.remove();
      return;
    }
    message.style.setProperty("top", `${lane * laneHeight}px`);
    const flight = message.animate(
      { transform: [`translateX(${this.#width}px)`, `translateX(${-width}px)`] },
      { duration: this.#layout.crossing, fill: "both" });
    flight.onfinish = () => message.remove();
    flight.oncancel = () => message.remove();
  }
}
customElements.define("ov-barrage", Barrage);
