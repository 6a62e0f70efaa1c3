import { codesThatLeaveOrdersOpen } from "./errors.js";
import { backoffMilliseconds, systemClock } from "./connection.js";

/**
 * A new order id: 128 random bits as a UUID.
 *
 * `crypto.randomUUID` exists only on secure pages, and a page on a local network is not one, so the bits are requested directly.
 */
export function makeOrderID(crypto = globalThis.crypto) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/**
 * Orders of gifts without an answer, stored so that they survive a reload or a crash of the page.
 *
 * Each order has its own key, so that two pages of one user never overwrite each other's. If the browser refuses to store (in private mode,
 * or on a full disk), orders are kept in memory. They are still charged at most once, but a reload forgets to ask for their outcome.
 */
export class OrderJournal {
  #storage;
  #prefix;
  #inMemory = new Map();
  /** Answered orders whose keys the browser refused to remove. */
  #answered = new Set();

  /**
   * @param {?Storage} storage Usually `localStorage`; null keeps orders in memory only.
   * @param {string} userID The user of the orders. Each user of the browser has a journal.
   */
  constructor(storage, userID) {
    this.#storage = storage;
    this.#prefix = `ovation.order.${userID}.`;
  }

  /** Stores an order `{orderID, room, giftID, count, at, …}`. It is called before the order is sent. */
  add(order) {
    this.#inMemory.set(order.orderID, order);
    try {
      this.#storage?.setItem(this.#prefix + order.orderID, JSON.stringify(order));
    } catch {
      // The order is kept in memory then.
    }
  }

  /** Forgets an answered order. */
  remove(orderID) {
    this.#inMemory.delete(orderID);
    try {
      this.#storage?.removeItem(this.#prefix + orderID);
    } catch {
      // A refused order that was sent again might be charged after all. This page at least does not send it.
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

/** Reads a stored order. Null for an invalid one, because anybody can write to a browser's storage. */
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

/** Whether a rejection leaves it open whether the order was charged, so that it must be sent again. */
export function isUndecided(rejection) {
  return codesThatLeaveOrdersOpen.includes(rejection.code);
}

/**
 * Sends orders of gifts until each has an answer: at once, again after a reconnect, and again after a reload of the page.
 *
 * It always sends the same id, so the server charges an order at most once.
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
   * @param {(order, outcome, isAwaited) => void} options.settled Called once an order is answered, with `{charged}` or `{rejection}`, and
   *   whether a caller awaits the promise of `order`. After a reload nobody does.
   */
  constructor({ journal, connection, settled, clock = systemClock, random = Math.random }) {
    this.#journal = journal;
    this.#connection = connection;
    this.#settled = settled;
    this.#clock = clock;
    this.#random = random;
  }

  /**
   * Sends an order of gifts.
   *
   * @param {{room: string, giftID: string, count: number, name: string}} wish The order, and the gift's name for messages to the
   *   user.
   * @returns {Promise<object>} The charge; rejects with the server's refusal. It waits while the connection is lost.
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
   * Sends orders without an answer again, oldest first.
   *
   * @param {(order) => boolean} [isWanted] Selects the orders; all by default.
   */
  flush(isWanted = () => true) {
    for (const order of this.#journal.pending) {
      if (isWanted(order)) this.#send(order);
    }
  }

  /** Stops trying. Orders stay in the journal. */
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
   * Retries later if the connection is open, which means that the server failed. Otherwise `flush` follows on the next connection.
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
