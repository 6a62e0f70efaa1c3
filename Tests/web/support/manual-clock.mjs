/** A clock in place of `systemClock` that moves only when a test advances it. */
export class ManualClock {
  #now;
  #timers = [];
  #nextTimer = 1;

  constructor(now = 1_732_156_800_000) { this.#now = now; }

  now = () => this.#now;

  after = (milliseconds, action) => {
    const timer = { id: this.#nextTimer, at: this.#now + milliseconds, action };
    this.#nextTimer += 1;
    this.#timers.push(timer);
    return timer.id;
  };

  cancel = (id) => { this.#timers = this.#timers.filter((timer) => timer.id !== id); };

  /** The milliseconds until the next timer, or null without one. */
  get nextIn() {
    return this.#timers.length > 0 ? Math.min(...this.#timers.map(({ at }) => at)) - this.#now : null;
  }

  /** Advances the time and calls each due timer in order. */
  async advance(milliseconds) {
    const end = this.#now + milliseconds;
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at || a.id - b.id)[0];
      if (!due) break;
      this.cancel(due.id);
      this.#now = due.at;
      due.action();
      await settled();
    }
    this.#now = end;
    await settled();
  }

  /** Advances the time while nothing runs, like a closed laptop. Each due timer is called once, late. */
  async sleep(milliseconds) {
    this.#now += milliseconds;
    for (const timer of this.#timers.filter(({ at }) => at <= this.#now)) {
      this.cancel(timer.id);
      timer.action();
      await settled();
    }
  }
}

/** Waits until every promise that can settle has settled. */
export function settled() {
  return new Promise((resolve) => { setImmediate(resolve); });
}

/** A generator of numbers from 0 up to 1 that repeats for equal seeds. */
export function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
