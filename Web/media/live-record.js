// Keeps the figures of the user's own live while its page is open, also in the background and across a reload.

import { LiveFigures } from "../model/live-figures.js";

/** The interval at which a live is looked at, in milliseconds. */
const lookMilliseconds = 5_000;
/** The storage key of a tab under which the figures of its last live are kept. */
const recordKey = "ovation.figures";

/** @type {WeakMap<object, LiveRecord>} */
const records = new WeakMap();

/**
 * The record of a live, which is kept from the first call on.
 *
 * @param {import("../model/session.js").LiveController} live
 * @param {import("../model/session.js").Session} session
 * @param {?Storage} storage The tab's.
 */
export function recordOf(live, session, storage) {
  const known = records.get(live);
  if (known) return known;
  const record = new LiveRecord(live, session, storage);
  records.set(live, record);
  return record;
}

/** The figures of one live. Event: `change` with a new point, or a new peak. */
class LiveRecord extends EventTarget {
  #live;
  #session;
  #storage;
  #timer = null;

  constructor(live, session, storage) {
    super();
    this.#live = live;
    this.#session = session;
    this.#storage = storage;
    this.figures = new LiveFigures(this.#read());
    live.addEventListener("change", () => this.#look());
    live.addEventListener("leaving", () => clearInterval(this.#timer));
    this.#timer = setInterval(() => this.#look(), lookMilliseconds);
    this.#look();
  }

  /** What tells this start of the live from another. */
  get #name() { return `${this.#session.user.userID}/${this.#live.state.liveID}/${this.#live.state.sessionID}`; }

  #look() {
    const { phase, audienceCount, likes, statistics } = this.#live.state;
    if (phase === "ended" || phase === "removed") clearInterval(this.#timer);
    if (phase !== "in" || !statistics) return;
    const { peak } = this.figures;
    const isNew = this.figures.note({ viewers: audienceCount, likes, coins: statistics.totalGiftCoins }, this.#session.now);
    if (isNew) this.#write();
    if (isNew || this.figures.peak !== peak) this.dispatchEvent(new Event("change"));
  }

  #read() {
    try {
      const { name, kept } = JSON.parse(this.#storage?.getItem(recordKey) ?? "{}");
      return name === this.#name ? kept : null;
    } catch {
      return null;
    }
  }

  #write() {
    try {
      this.#storage?.setItem(recordKey, JSON.stringify({ name: this.#name, kept: this.figures.kept }));
    } catch {
      // A reload then begins a new curve.
    }
  }
}
