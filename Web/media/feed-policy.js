// Which live of the feed plays, and which is made ready. Pure: what is seen and what time it is go in.

/** How much of a live has to be seen before it plays. */
export const centredShare = 0.6;
/** For how long. */
export const centredMilliseconds = 200;
/** Players that are open at a time, those that are being closed included. */
export const playersMax = 2;
/** For how long a turn of the wheel is one gesture. */
const wheelMilliseconds = 400;

/** Chooses among the lives of a feed. */
export class FeedPolicy {
  #ids = [];
  #shares = new Map();
  #centred = null;
  #centredAt = 0;
  #playing = null;
  #direction = 1;

  /** Takes in the lives of the feed, in order. One that plays and is gone from it plays no more. */
  listed(ids) {
    this.#ids = [...ids];
    const known = new Set(ids);
    for (const id of [...this.#shares.keys()]) if (!known.has(id)) this.#shares.delete(id);
    if (!known.has(this.#playing)) this.#playing = null;
    if (!known.has(this.#centred)) this.#centred = null;
  }

  /** Takes in how much of a live is seen, from 0 to 1. */
  seen(id, share, now) {
    if (!this.#ids.includes(id)) return;
    this.#shares.set(id, share);
    const [best, most] = [...this.#shares].reduce((one, other) => (other[1] > one[1] ? other : one), [null, 0]);
    const centred = most >= centredShare ? best : null;
    if (centred === this.#centred) return;
    this.#centred = centred;
    this.#centredAt = now;
  }

  /**
   * Decides.
   *
   * @returns {{playing: ?string, warmed: ?string, lookIn: ?number}} What plays, what is made ready; in how many milliseconds to look
   *   again, null where that changes nothing.
   */
  look(now) {
    let lookIn = null;
    if (this.#centred !== null && this.#centred !== this.#playing) {
      const left = this.#centredAt + centredMilliseconds - now;
      if (left > 0) lookIn = left;
      else this.#play(this.#centred);
    }
    const place = this.#ids.indexOf(this.#playing);
    const warmed = place < 0 ? null : this.#ids[place + this.#direction] ?? null;
    return { playing: this.#playing, warmed, lookIn };
  }

  #play(id) {
    const [from, to] = [this.#ids.indexOf(this.#playing), this.#ids.indexOf(id)];
    if (from >= 0) this.#direction = to < from ? -1 : 1;
    this.#playing = id;
  }
}

/**
 * Keeps the players of a feed: at most two, and one that is being closed counts until it is closed.
 *
 * `open(id)` makes a player: `play()`, `rest()` (loads and stands still) and `close()`, which answers a promise that is kept when
 * nothing of it loads any more.
 */
export class PlayerPair {
  #open;
  #players = new Map();
  #closing = new Set();
  #wanted = { playing: null, warmed: null };

  constructor(open) { this.#open = open; }

  /** How many load or play, or are being closed. */
  get count() { return this.#players.size + this.#closing.size; }

  /** The player of a live, or undefined. */
  of(id) { return this.#players.get(id); }

  /** Says what is to play and what is to be ready. What is neither is closed at once. */
  want({ playing, warmed }) {
    this.#wanted = { playing, warmed };
    for (const [id, player] of [...this.#players]) {
      if (id === playing || id === warmed) continue;
      this.#players.delete(id);
      this.#close(player);
    }
    this.#fill();
  }

  /** Closes all of them. */
  stop() { this.want({ playing: null, warmed: null }); }

  #close(player) {
    const closing = Promise.resolve(player.close()).then(() => {
      this.#closing.delete(closing);
      this.#fill();
    });
    this.#closing.add(closing);
  }

  #fill() {
    const { playing, warmed } = this.#wanted;
    for (const id of [playing, warmed]) {
      if (id === null || this.#players.has(id) || this.count >= playersMax) continue;
      this.#players.set(id, this.#open(id));
    }
    for (const [id, player] of this.#players) {
      if (id === playing) player.play();
      else player.rest();
    }
  }
}

/** Turns of a wheel into steps: one live a gesture, whatever the wheel sends for it. */
export class WheelSteps {
  #until = -Infinity;

  /** 1 for the next live, -1 for the one before, 0 where the turn belongs to the last gesture or is none. */
  turned(delta, now) {
    if (now < this.#until || Math.abs(delta) < 4) return 0;
    this.#until = now + wheelMilliseconds;
    return Math.sign(delta);
  }
}
