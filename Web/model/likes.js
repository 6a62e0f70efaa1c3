/** Hearts that are on the stage at a time. */
export const heartsMax = 13;
/** Hearts that one event of others' likes lets fly. */
const heartsPerEvent = 3;
/** Likes in one command, the protocol's limit. */
const likesPerCommandMax = 1_000;

/**
 * Collects taps on the like button and sends them together: the first at once, the following ones at most twice a
 * second.
 */
export class LikeSender {
  #pending = 0;
  #timer = null;
  #send;
  #clock;
  #interval;

  /**
   * @param {object} options
   * @param {(count: number) => void} options.send Sends so many likes, 1 to 1,000.
   * @param {object} options.clock As `systemClock`.
   * @param {number} [options.interval] The shortest time between two commands, in milliseconds.
   */
  constructor({ send, clock, interval = 500 }) {
    this.#send = send;
    this.#clock = clock;
    this.#interval = interval;
  }

  /** Likes that have not been sent yet. */
  get pending() { return this.#pending; }

  /** Adds one tap. */
  tap() {
    this.#pending += 1;
    if (this.#timer === null) this.#flush();
  }

  /** Sends what waits; for when the viewer leaves. */
  stop() {
    if (this.#timer !== null) this.#clock.cancel(this.#timer);
    this.#timer = null;
    this.#sendPending();
  }

  #flush() {
    this.#timer = null;
    if (!this.#sendPending()) return;
    this.#timer = this.#clock.after(this.#interval, () => this.#flush());
  }

  #sendPending() {
    if (this.#pending === 0) return false;
    const count = Math.min(this.#pending, likesPerCommandMax);
    this.#pending -= count;
    this.#send(count);
    return true;
  }
}

/**
 * How many hearts an event of likes lets fly: some of those that others sent. One's own flew when they were tapped.
 *
 * @param {{added: number, senders: {user: {userID: string}, count: number}[]}} event A `like.received`.
 * @param {string} ownID
 * @param {number} visible How many hearts are on the stage.
 */
export function heartsFor(event, ownID, visible) {
  const own = event.senders.find(({ user }) => user.userID === ownID)?.count ?? 0;
  return Math.max(0, Math.min(event.added - own, heartsPerEvent, heartsMax - visible));
}
