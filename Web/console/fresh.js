// Lists that do not grow old unnoticed. A console may be left open for a day: what it shows says how old it is, and is read anew when
// somebody comes back to it. Nothing is read while nobody looks, so that a session that nobody uses ends.

import { say } from "../model/words.js";
import { h } from "../components/dom.js";
import { relative } from "./times.js";

/** The age, in milliseconds, from which a list is read anew when somebody comes back to the page from another. */
const staleMilliseconds = 60_000;
/** The same where the page was on the screen all the time. It is longer, because what is drawn anew moves under the reader's pointer. */
const unwatchedMilliseconds = 300_000;
/** How often the ages on the screen are written anew, in milliseconds. */
const markMilliseconds = 15_000;

/**
 * Knows the lists on the screen, and when each was read.
 *
 *     const freshness = new Freshness();
 *     freshness.keep(place, reload);
 */
export class Freshness {
  #entries = new Set();
  #now;

  /** @param {() => number} [now] The time in Unix milliseconds. */
  constructor(now = () => Date.now()) { this.#now = now; }

  /** How many lists it knows. Those that have left the screen go with the next `mark`. */
  get count() { return this.#entries.size; }

  /**
   * Takes a list on.
   *
   * @param {HTMLElement} place Where it is. It goes when this has left the document.
   * @param {() => Promise<void>} reload Reads it anew.
   * @returns {{line: HTMLElement, note: () => void}} A line that says how old it is, with a button; and what is to be called whenever it
   *   was read.
   */
  keep(place, reload) {
    const age = h("span", {});
    const line = h("p", { class: "fresh" }, age, h("button", {
      class: "button button--quiet", type: "button", on: { click: () => reload() },
    }, say("console.refresh")));
    const entry = { place, reload, age, at: this.#now(), hasBeenShown: false };
    this.#entries.add(entry);
    return { line, note: () => { entry.at = this.#now(); this.#write(entry); } };
  }

  /** Writes the ages anew, and forgets what has left the screen. */
  mark() {
    for (const entry of this.#entries) {
      if (entry.place.isConnected) entry.hasBeenShown = true;
      // A list is made before it is shown.
      else if (entry.hasBeenShown) this.#entries.delete(entry);
      this.#write(entry);
    }
  }

  /**
   * Somebody is there: reads anew what is old. A list in which the focus stands is left alone, since what is read anew is drawn anew.
   *
   * @param {?Element} focused
   * @param {number} [ageMin] In milliseconds.
   */
  look(focused, ageMin = staleMilliseconds) {
    for (const entry of this.#entries) {
      const isOld = this.#now() - entry.at >= ageMin;
      if (!isOld || !entry.place.isConnected || entry.place.contains(focused)) continue;
      // Also a reading that fails is not tried with every key.
      entry.at = this.#now();
      entry.reload();
    }
  }

  #write({ age, at }) {
    const text = say("console.readAt", { when: relative(at, this.#now()) });
    if (age.textContent !== text) age.textContent = text;
  }
}

/** The lists of this page. */
export const freshness = new Freshness();

/**
 * Follows the clock and the operator, as long as the page lives. Called once.
 *
 * @param {() => boolean} mayRead Whether there is a session with which something could be read.
 */
export function followOperator(mayRead) {
  setInterval(() => {
    freshness.mark();
    for (const time of document.querySelectorAll("time[data-at]")) {
      const text = relative(Number(/** @type {HTMLElement} */ (time).dataset.at));
      if (time.textContent !== text) time.textContent = text;
    }
  }, markMilliseconds);
  const look = (ageMin) => {
    // What is typed into a dialog is worth more than a fresh list behind it.
    if (document.hidden || !mayRead() || document.querySelector("dialog[open]")) return;
    freshness.look(document.activeElement, ageMin);
  };
  for (const name of ["pointermove", "keydown"]) addEventListener(name, () => look(unwatchedMilliseconds), { passive: true });
  addEventListener("focus", () => look(staleMilliseconds));
  document.addEventListener("visibilitychange", () => look(staleMilliseconds));
}
