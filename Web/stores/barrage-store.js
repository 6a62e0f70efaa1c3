import { Observable } from "./observable.js";

/**
 * @typedef {object} Barrage
 * @property {?number} seq The message's number in the live; null where the server gave none.
 * @property {number} timestamp When it was sent, in Unix milliseconds.
 * @property {import("./types.js").User} sender
 * @property {string} text
 */

/**
 * @typedef {object} BarrageState
 * @property {readonly Barrage[]} messageList The latest messages, oldest first; 200 at most.
 */

/**
 * The messages of a live.
 *
 * @extends {Observable<BarrageState>}
 */
export class BarrageStore extends Observable {
  #controller;
  #lastKey = 0;
  #firstKey = 0;
  #listening = new AbortController();
  /** Whether a reading of the log is due, so that many messages of one moment are one change. */
  #isDue = false;

  /** @param {import("../model/session.js").LiveController} controller */
  constructor(controller) {
    super({ messageList: Object.freeze([]) });
    this.#controller = controller;
    controller.addEventListener("change", () => this.#later(), { signal: this.#listening.signal });
    this.#read();
  }

  /**
   * Sends a message.
   *
   * @param {string} text
   * @returns {Promise<{seq?: number, dropped?: string}>} The message's number, or why the server dropped it. Rejects with the server's
   *   refusal: muted, slow mode, a word that the live does not allow.
   */
  sendTextMessage(text) { return this.#controller.say(text); }

  close() { this.#listening.abort(); }

  #later() {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      if (!this.#listening.signal.aborted) this.#read();
    });
  }

  #read() {
    const { entries, lastKey } = this.#controller.state.chat;
    const firstKey = entries[0]?.key ?? 0;
    if (lastKey === this.#lastKey && firstKey === this.#firstKey) return;
    this.#lastKey = lastKey;
    this.#firstKey = firstKey;
    const messages = entries
      .filter(({ kind }) => kind === "message")
      .map(({ seq, at, user, text }) => Object.freeze({ seq, timestamp: at, sender: user, text }));
    this.change({ messageList: Object.freeze(messages) });
  }
}
