// The recordings of a live that is over, one behind the other.

import { formatDuration, say } from "../model/words.js";
import { h } from "./dom.js";

/** A recording is complete a moment after its live has ended, so the page asks again after these milliseconds. */
const askAgainAfter = [0, 1_500, 4_000];

/**
 * Asks the server for the recordings of a live that is over; empty if there are none to show.
 * @param {string} liveID
 * @param {typeof fetch} [ask]
 */
export async function findReplays(liveID, ask = fetch) {
  const answer = await ask(`/v1/recordings?live=${encodeURIComponent(liveID)}`);
  if (!answer.ok) return [];
  const { recordings } = await answer.json();
  return Array.isArray(recordings) ? recordings.filter(isPlayable) : [];
}

function isPlayable(recording) {
  return typeof recording?.url === "string" && recording.url.startsWith("/v1/recordings/") && recording.milliseconds > 0;
}

/** The recording behind the one that has ended; null behind the last. */
export function nextOf(recordings, index) {
  return index + 1 < recordings.length ? index + 1 : null;
}

/** A player of the recordings. */
export class Replay extends HTMLElement {
  #recordings = [];
  #index = 0;
  #video = null;
  #title = null;

  /**
   * Looks for the recordings of a live and shows them. Without any, the element goes.
   * @param {string} liveID
   */
  async show(liveID) {
    for (const milliseconds of askAgainAfter) {
      if (milliseconds > 0) await new Promise((resolve) => { setTimeout(resolve, milliseconds); });
      // The reader may have gone elsewhere meanwhile.
      if (milliseconds > 0 && !this.isConnected) return;
      const found = await findReplays(liveID).catch(() => []);
      if (found.length > 0) return this.#build(found);
    }
    this.remove();
  }

  #build(recordings) {
    this.#recordings = recordings;
    this.className = "replay";
    this.#title = h("h2", { class: "replay__title" });
    this.#video = h("video", {
      class: "replay__video", controls: "", playsinline: "", preload: "metadata", "data-testid": "replay-video",
      "aria-label": say("replay.title"),
    });
    this.#video.addEventListener("ended", () => {
      const next = nextOf(this.#recordings, this.#index);
      if (next !== null) this.#play(next, true);
    });
    this.#video.addEventListener("error", () => { this.#title.textContent = say("replay.failed"); });
    this.replaceChildren(this.#title, this.#video);
    this.#play(0, false);
  }

  #play(index, atOnce) {
    this.#index = index;
    const { url, milliseconds } = this.#recordings[index];
    const duration = formatDuration(milliseconds);
    this.#title.textContent = this.#recordings.length > 1
      ? say("replay.part", { number: index + 1, count: this.#recordings.length, duration })
      : say("replay.whole", { duration });
    this.#video.src = url;
    // Where the browser wants a tap first, the controls are there for it.
    if (atOnce) this.#video.play().catch(() => {});
  }
}

customElements.define("ov-replay", Replay);
