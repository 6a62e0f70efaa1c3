import { backoffMilliseconds } from "./backoff.js";
import { systemClock } from "./clock.js";
import { isUndecided, makeOrderID } from "./orders.js";

/**
 * Sends orders of gifts until each has an answer: at once, again after a reconnect, and again after a reload of the
 * page.
 *
 * The same id is sent each time, so that the server charges it at most once.
 */
export class OrderDesk {
  #journal;
  #connection;
  #clock;
  #random;
  #settled;
  #inFlight = new Set();
  #waiting = new Map();
  #failures = new Map();
  #timers = new Set();

  /**
   * @param {object} options
   * @param {OrderJournal} options.journal
   * @param {Connection} options.connection
   * @param {(order, outcome, isAwaited) => void} options.settled Called once an order is answered, with `{charged}` or
   *   `{rejection}`, and whether somebody waits for the promise of `order`; nobody does after a reload.
   */
  constructor({ journal, connection, settled, clock = systemClock, random = Math.random }) {
    this.#journal = journal;
    this.#connection = connection;
    this.#settled = settled;
    this.#clock = clock;
    this.#random = random;
  }

  /** How many orders have no answer yet. */
  get pendingCount() { return this.#journal.pending.length; }

  /**
   * Orders gifts.
   *
   * @param {{room: string, giftID: string, count: number, name: string}} wish What to send, and the gift's name to
   *   tell the user about it.
   * @returns {Promise<object>} What was charged; rejects with the server's refusal. Where the connection is lost, it
   *   waits.
   */
  order(wish) {
    const order = { ...wish, orderID: makeOrderID(), at: this.#clock.now() };
    this.#journal.add(order);
    return new Promise((resolve, reject) => {
      this.#waiting.set(order.orderID, { resolve, reject });
      this.#send(order);
    });
  }

  /**
   * Sends again what has no answer, oldest first.
   *
   * @param {(order) => boolean} [isWanted] Which of them; all without it.
   */
  flush(isWanted = () => true) {
    for (const order of this.#journal.pending) {
      if (isWanted(order)) this.#send(order);
    }
  }

  /** Stops trying; what is in the journal stays there. */
  stop() {
    for (const timer of this.#timers) this.#clock.cancel(timer);
    this.#timers.clear();
  }

  #send(order) {
    const { orderID, room, giftID, count } = order;
    if (this.#inFlight.has(orderID) || !this.#connection.isOpen) return;
    this.#inFlight.add(orderID);
    this.#connection.command("gift.send", { orderID, giftID, count }, room).then(
      (charged) => this.#finish(order, { charged }),
      (rejection) => {
        this.#inFlight.delete(orderID);
        if (isUndecided(rejection)) this.#later(order);
        else this.#finish(order, { rejection });
      });
  }

  /**
   * Where the connection is open, the server itself failed: ask again after a while. Else `flush` comes with the next
   * one.
   */
  #later(order) {
    if (!this.#connection.isOpen) return;
    const failures = this.#failures.get(order.orderID) ?? 0;
    this.#failures.set(order.orderID, failures + 1);
    const timer = this.#clock.after(backoffMilliseconds(failures, this.#random), () => {
      this.#timers.delete(timer);
      if (this.#journal.has(order.orderID)) this.#send(order);
    });
    this.#timers.add(timer);
  }

  #finish(order, outcome) {
    const { orderID } = order;
    this.#journal.remove(orderID);
    this.#inFlight.delete(orderID);
    this.#failures.delete(orderID);
    const waiting = this.#waiting.get(orderID);
    this.#waiting.delete(orderID);
    this.#settled(order, outcome, waiting !== undefined);
    if (outcome.charged) waiting?.resolve(outcome.charged);
    else waiting?.reject(outcome.rejection);
  }
}
