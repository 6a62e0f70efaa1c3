/**
 * In which lane a message flies, so that no two touch each other.
 *
 * Every message crosses the stage in the same time, so a longer one is faster. It may enter a lane when the one
 * before it is wholly on the stage, with a gap behind it, and when it will not catch up with it before that one has
 * left.
 *
 * Pure: times are in milliseconds, lengths in CSS pixels, both handed in.
 */
export class LaneLayout {
  #last = [];
  #crossing;
  #gap;

  /**
   * @param {{crossing: number, gap: number}} options How long a message takes to cross the stage, and the free space
   *   that it keeps to the one before it.
   */
  constructor({ crossing = 9_000, gap = 32 } = {}) {
    this.#crossing = crossing;
    this.#gap = gap;
  }

  get crossing() { return this.#crossing; }

  /**
   * Finds a lane and takes it.
   *
   * @param {{width: number, stage: number, lanes: number, now: number, mustFly?: boolean}} message The widths of the
   *   message and of the stage, how many lanes there are, and whether it flies even where no lane is free (one's
   *   own).
   * @returns {?number} The lane from the top, or null where all are taken.
   */
  take({ width, stage, lanes, now, mustFly = false }) {
    if (lanes < 1 || stage <= 0) return null;
    this.#last.length = Math.min(this.#last.length, lanes);
    let best = 0;
    for (let lane = 0; lane < lanes; lane += 1) {
      const freeAt = this.#freeAt(lane, width, stage);
      if (freeAt <= now) return this.#enter(lane, width, now);
      if (freeAt < this.#freeAt(best, width, stage)) best = lane;
    }
    return mustFly ? this.#enter(best, width, now) : null;
  }

  /** Forgets what flies, for instance when the stage has another size. */
  clear() { this.#last = []; }

  #enter(lane, width, now) {
    this.#last[lane] = { width, at: now };
    return lane;
  }

  #freeAt(lane, width, stage) {
    const last = this.#last[lane];
    if (!last) return -Infinity;
    const lastSpeed = (stage + last.width) / this.#crossing;
    const isInside = last.at + (last.width + this.#gap) / lastSpeed;
    const speed = (stage + width) / this.#crossing;
    const doesNotCatchUp = last.at + this.#crossing - (stage - this.#gap) / speed;
    return Math.max(isInside, doesNotCatchUp);
  }
}
