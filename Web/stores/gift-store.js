import { Rejection } from "../wire/connection.js";
import { ErrorCode } from "../wire/errors.js";
import { Observable } from "./observable.js";

/**
 * @typedef {object} GiftState
 * @property {?readonly import("./types.js").GiftCategory[]} usableGifts The catalogue by categories; null
 *   until it is read.
 */

/**
 * @typedef {object} ReceivedGift
 * @property {import("./types.js").Gift} gift
 * @property {import("./types.js").User} sender
 * @property {number} count
 * @property {number} coins
 * @property {?import("./types.js").Combo} combo The server's running count, or null.
 * @property {boolean} isOwn Whether this user sent it.
 */

/**
 * The gifts of a live: those that can be sent, and those that are.
 *
 * `onReceiveGift` tells each gift once, however often the connection is lost. Gifts that are older than a minute when they come are not
 * told.
 *
 * @extends {Observable<GiftState>}
 */
export class GiftStore extends Observable {
  #session;
  #controller;
  #listening = new AbortController();
  /** @type {Set<(gift: ReceivedGift) => void>} */
  #receivers = new Set();

  /**
   * @param {import("../model/session.js").Session} session
   * @param {import("../model/session.js").LiveController} controller
   */
  constructor(session, controller) {
    super({ usableGifts: session.categories });
    this.#session = session;
    this.#controller = controller;
    const { signal } = this.#listening;
    session.addEventListener("catalogue", () => this.change({ usableGifts: session.categories }), { signal });
    controller.addEventListener("moment", ({ detail }) => this.#show(detail), { signal });
  }

  /**
   * Sends a gift, and waits while the connection is lost. It is charged once, whatever happens to the page or the network.
   *
   * @param {string} giftID
   * @param {number} [count]
   * @returns {Promise<import("./types.js").Charge>} The charge, with the `balance` after it. Rejects with the server's refusal;
   *   nothing was charged then.
   */
  sendGift(giftID, count = 1) {
    const gift = this.state.usableGifts?.flatMap(({ giftList }) => giftList).find((known) => known.giftID === giftID);
    if (this.state.usableGifts && !gift) {
      return Promise.reject(new Rejection(ErrorCode.giftNotFound, `There is no gift "${giftID}".`));
    }
    return this.#controller.give(gift ?? { giftID, name: giftID }, count);
  }

  /**
   * Calls the listener with each gift that is sent in the live.
   *
   * @param {(gift: ReceivedGift) => void} listener
   * @returns {() => void} Ends it.
   */
  onReceiveGift(listener) {
    const entry = (/** @type {ReceivedGift} */ gift) => listener(gift);
    this.#receivers.add(entry);
    return () => { this.#receivers.delete(entry); };
  }

  /**
   * Sets the language of the gifts' names.
   *
   * @param {string} language A tag, `ja` for example.
   */
  setLanguage(language) { this.#session.language = language; }

  close() { this.#listening.abort(); }

  #show(moment) {
    if (moment.kind !== "gift") return;
    const { gift, sender, count, coins, combo, isOwn } = moment;
    for (const receiver of [...this.#receivers]) receiver({ gift, sender, count, coins, combo, isOwn });
  }
}
