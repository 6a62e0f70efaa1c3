/** Effects that wait for the one that plays. */
const effectsWaitMax = 10;

/**
 * Which full-screen effect plays, and which wait: one at a time, one's own before others'. When the queue is full,
 * the last of somebody else's is left out.
 */
export class EffectQueue {
  #waiting = [];
  #max;

  constructor(max = effectsWaitMax) { this.#max = max; }

  get length() { return this.#waiting.length; }

  /** Takes an effect in: `{isOwn, …}`. Answers whether it will play. */
  add(effect) {
    const firstOther = this.#waiting.findIndex((waiting) => !waiting.isOwn);
    if (effect.isOwn && firstOther >= 0) this.#waiting.splice(firstOther, 0, effect);
    else this.#waiting.push(effect);
    if (this.#waiting.length <= this.#max) return true;
    const last = this.#waiting.findLastIndex((waiting) => !waiting.isOwn);
    const [leftOut] = this.#waiting.splice(last < 0 ? this.#waiting.length - 1 : last, 1);
    return leftOut !== effect;
  }

  /** Takes out the one that plays next; undefined where none waits. */
  next() { return this.#waiting.shift(); }

  clear() { this.#waiting = []; }
}
