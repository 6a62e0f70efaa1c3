// The button that sends the same gift again, for five seconds after the last one.

import { comboMilliseconds, ComboSender } from "../model/combo-sender.js";
import { plainName, say } from "../model/words.js";
import { systemClock } from "../wire/connection.js";
import { giftIcon, h, prefersReducedMotion, setText } from "./dom.js";
import { drawRing } from "./ring.js";

/** How long a press takes until the button repeats by itself, in milliseconds. */
const holdMilliseconds = 400;

/** The combo button of a gift. It removes itself when the combo is over. */
class ComboButton extends HTMLElement {
  #button = h("button", { class: "combo", type: "button", "data-testid": "combo-button" });
  #count = h("span", { class: "combo__count", "aria-hidden": "true" });
  #ring = drawRing("combo__ring", 72, 33);
  #run = null;
  #sender = null;
  #gift = null;
  #sent = 0;
  #holdTimer = null;
  #isHeld = false;

  connectedCallback() {
    this.replaceChildren(this.#button);
    this.#button.addEventListener("click", (event) => this.#clicked(event));
    this.#button.addEventListener("pointerdown", ({ button }) => this.#pressed(button));
    for (const name of ["pointerup", "pointercancel", "pointerleave", "blur"]) {
      this.#button.addEventListener(name, () => this.#lifted());
    }
    this.#button.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  disconnectedCallback() {
    this.#lifted();
    this.#sender?.stop();
  }

  /** Offers to send a gift again. The combo of another gift is over then. */
  offer(gift) {
    if (this.#gift?.giftID !== gift.giftID) {
      this.#sender?.stop();
      this.#sent = 0;
      this.#gift = gift;
      this.#sender = new ComboSender({ send: (count) => this.send(gift, count), over: () => this.remove(), clock: systemClock });
      this.#button.replaceChildren(this.#ring, giftIcon(gift, "gift-icon"), this.#count);
      this.#button.setAttribute("aria-label", say("combo.again", { gift: plainName(gift.name), count: gift.coins }));
    } else {
      this.#sender.prolong();
    }
    this.#draw();
  }

  /** Sends gifts of the combo. The gift panel sets it. */
  send = (_gift, _count) => {};

  #clicked({ detail }) {
    // The press has repeated by itself already.
    if (this.#isHeld && detail > 0) return;
    this.#tap();
  }

  #tap() {
    this.#sender?.tap();
    this.#noteTap();
  }

  #noteTap() {
    this.#sent += 1;
    this.#draw();
    this.announcer?.say(say("combo.sent", { gift: plainName(this.#gift.name), count: this.#sent }));
  }

  #pressed(button) {
    if (button !== 0) return;
    this.#isHeld = false;
    clearTimeout(this.#holdTimer);
    this.#holdTimer = setTimeout(() => {
      this.#isHeld = true;
      this.#sender?.hold(() => this.#noteTap());
    }, holdMilliseconds);
  }

  #lifted() {
    clearTimeout(this.#holdTimer);
    this.#sender?.lift();
  }

  #draw() {
    setText(this.#count, this.#sent > 0 ? say("banner.times", { count: this.#sent }) : "");
    this.#run?.cancel();
    if (prefersReducedMotion()) return;
    this.#run = this.#ring.lastElementChild.animate(
      { strokeDashoffset: [0, 1] }, { duration: comboMilliseconds, fill: "forwards" });
  }
}

/**
 * Offers on a live's stage to send a gift again.
 *
 * @param {Element} live The live's view.
 * @param {{giftID: string, name: string, coins: number}} gift
 * @param {(gift: any, count: number) => void} send
 */
export function offerCombo(live, gift, send) {
  const stage = live.querySelector(".stage");
  /** @type {any} */
  const combo = stage?.querySelector("ov-combo") ?? Object.assign(document.createElement("ov-combo"), {
    announcer: live.querySelector("ov-announcer"), send,
  });
  if (!combo.isConnected) stage?.append(combo);
  combo.offer(gift);
}

customElements.define("ov-combo", ComboButton);
