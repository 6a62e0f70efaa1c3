import { codesThatLeaveOrdersOpen } from "./errors.js";
import { backoffMilliseconds, systemClock } from "./connection.js";

/**
 * A new order id: 128 random bits as a UUID.
 *
 * `crypto.randomUUID` exists on secure pages only; a page of the local network is none, so the bits are asked for
 * directly.
 */
export function makeOrderID(crypto = globalThis.crypto) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/**
 * Orders of gifts that have no answer yet, kept where a reload or a crash of the page cannot take them.
 *
 * Each order has a key of its own, so that two pages of one user never overwrite each other's. Where the browser
 * refuses to store (its private mode, a full disk), orders are kept in memory: they are then still charged at most
 * once, but a reload forgets to ask what became of them.
 */
export class OrderJournal {
  #storage;
  #prefix;
  #inMemory = new Map();
  /** Orders that were answered and whose keys the browser would not take away. */
  #answered = new Set();

  /**
   * @param {?Storage} storage Usually `localStorage`; null keeps orders in memory only.
   * @param {string} userID Whose orders. Each user of the browser has a journal.
   */
  constructor(storage, userID) {
    this.#storage = storage;
    this.#prefix = `ovation.order.${userID}.`;
  }

  /** Keeps an order `{orderID, room, giftID, count, at, …}`; called before it is sent. */
  add(order) {
    this.#inMemory.set(order.orderID, order);
    try {
      this.#storage?.setItem(this.#prefix + order.orderID, JSON.stringify(order));
    } catch {
      // Kept in memory, as said above.
    }
  }

  /** Forgets an order, which has been answered. */
  remove(orderID) {
    this.#inMemory.delete(orderID);
    try {
      this.#storage?.removeItem(this.#prefix + orderID);
    } catch {
      // Sent again, an order that was refused might be charged after all. At least this page does not.
      this.#answered.add(orderID);
    }
  }

  /** Whether an order has no answer yet. */
  has(orderID) {
    if (this.#inMemory.has(orderID)) return true;
    if (this.#answered.has(orderID)) return false;
    try {
      return (this.#storage?.getItem(this.#prefix + orderID) ?? null) !== null;
    } catch {
      return false;
    }
  }

  /** The orders without an answer, oldest first. */
  get pending() {
    const orders = new Map(this.#inMemory);
    for (const order of this.#stored()) {
      if (!this.#answered.has(order.orderID)) orders.set(order.orderID, order);
    }
    return [...orders.values()].sort((a, b) => a.at - b.at);
  }

  #stored() {
    const orders = [];
    try {
      for (let index = 0; index < (this.#storage?.length ?? 0); index += 1) {
        const key = this.#storage.key(index);
        if (key === null || !key.startsWith(this.#prefix)) continue;
        const order = parseOrder(this.#storage.getItem(key));
        if (order && this.#prefix + order.orderID === key) orders.push(order);
      }
    } catch {
      return [];
    }
    return orders;
  }
}

/** Reads a stored order; null where it is none, because anybody can write to a browser's storage. */
function parseOrder(text) {
  try {
    const order = JSON.parse(text);
    const isOrder = typeof order?.orderID === "string" && typeof order.room === "string"
      && typeof order.giftID === "string" && Number.isSafeInteger(order.count) && Number.isFinite(order.at);
    return isOrder ? order : null;
  } catch {
    return null;
  }
}

/** Whether a rejection leaves open whether the order was charged, so that it has to be sent again. */
export function isUndecided(rejection) {
  return codesThatLeaveOrdersOpen.includes(rejection.code);
}

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
   * @param {import("./connection.js").Connection} options.connection
   * @param {typeof systemClock} [options.clock]
   * @param {() => number} [options.random]
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
