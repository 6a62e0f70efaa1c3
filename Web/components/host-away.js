// Says that the host is away, and how long the live waits for them. It loads when a host goes. Texts: words/talk.

import { formatDuration, say } from "../model/words.js";
import { h, setText } from "./dom.js";

/** A wait that is longer is none that anybody counts down. */
const countedMilliseconds = 3_600_000;

/** A line on the stage, below the notice. A host whose picture goes on by itself, as from OBS, is not missed. */
class HostAway extends HTMLElement {
  #line = h("p", { class: "stage__notice", hidden: true, "data-testid": "host-away" });
  #timer = null;
  #listening = null;
  #wasAway = false;

  connectedCallback() {
    this.hidden = true;
    this.#listening = new AbortController();
    this.closest(".stage")?.querySelector(".stage__notice")?.after(this.#line);
    this.live.addEventListener("change", () => this.#draw(), { signal: this.#listening.signal });
    this.#draw();
  }

  disconnectedCallback() {
    this.#listening?.abort();
    clearInterval(this.#timer);
    this.#line.remove();
  }

  get #isAway() {
    const { phase, isOwner, endsWithoutOwnerAt, info } = this.live.state;
    return phase === "in" && !isOwner && Boolean(endsWithoutOwnerAt) && info?.media?.state !== "live";
  }

  #draw() {
    const isAway = this.#isAway;
    this.#count(isAway);
    this.#line.hidden = !isAway;
    if (isAway === this.#wasAway) return;
    this.#wasAway = isAway;
    clearInterval(this.#timer);
    if (isAway) this.#timer = setInterval(() => this.#count(true), 1_000);
    // A screen reader is told once, not every second.
    if (this.live.state.phase === "in") this.announcer.say(isAway ? this.#line.textContent : say("hostAway.back"));
  }

  #count(isAway) {
    if (!isAway) return;
    const left = this.live.state.endsWithoutOwnerAt - this.session.now;
    const isCounted = left > 0 && left <= countedMilliseconds;
    setText(this.#line, isCounted ? say("hostAway.waiting", { time: formatDuration(left) }) : say("hostAway.away"));
  }
}
customElements.define("ov-host-away", HostAway);
