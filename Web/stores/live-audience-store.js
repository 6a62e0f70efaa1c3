import { Observable } from "./observable.js";

/**
 * @typedef {object} LiveAudienceState
 * @property {readonly import("./types.js").User[]} audienceList Those that the server told of, 500 at most.
 * @property {number} audienceCount How many are in.
 * @property {readonly import("./types.js").User[]} topSenders The three who gave most in this live.
 */

/**
 * Who is in a live, and what its owner and its administrators may do.
 *
 * @extends {Observable<LiveAudienceState>}
 */
export class LiveAudienceStore extends Observable {
  #controller;
  #listening = new AbortController();
  #isDue = false;

  /** @param {import("../model/session.js").LiveController} controller */
  constructor(controller) {
    super({ audienceList: Object.freeze([]), audienceCount: 0, topSenders: Object.freeze([]) });
    this.#controller = controller;
    controller.addEventListener("change", () => this.#later(), { signal: this.#listening.signal });
    this.#read();
  }

  /**
   * Reads a page of the audience.
   *
   * @param {string} [cursor] Where the page begins.
   * @returns {Promise<string>} Where the next page begins; empty after the last one.
   */
  fetchAudienceList(cursor = "") { return this.#controller.listAudience(cursor); }

  /** Makes a viewer an administrator. */
  async setAdministrator(userID) { await this.#controller.appoint(userID, true); }

  /** Makes an administrator a viewer again. */
  async revokeAdministrator(userID) { await this.#controller.appoint(userID, false); }

  /** Removes somebody, who may come back. */
  async kickUserOutOfRoom(userID) { await this.#controller.kick(userID); }

  /** Forbids somebody to write, or allows it again. */
  async disableSendMessage(userID, isDisable) { await this.#controller.mute(userID, isDisable); }

  /**
   * Removes somebody, who may not come back for a time.
   *
   * @param {string} userID
   * @param {number} [seconds] Without it, as long as the live goes on.
   */
  async banUser(userID, seconds) { await this.#controller.ban(userID, seconds); }

  /** Whether this user may remove and mute another one. */
  mayModerate(userID) { return this.#controller.state.mayModerate(userID); }

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
    const { audience, audienceCount, topSenders } = this.#controller.state;
    const isSame = audience.size === this.state.audienceList.length
      && this.state.audienceList.every(({ userID }) => audience.has(userID));
    this.change({
      audienceCount, topSenders,
      ...(!isSame && { audienceList: Object.freeze([...audience.values()]) }),
    });
  }
}
