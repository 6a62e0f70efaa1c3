// Which live of the feed plays, and which one is prepared. Pure: visibility and time go in.

/** The visible share that a live needs to play. */
export const centredShare = 0.6;
/** How long it needs that share, in milliseconds. */
export const centredMilliseconds = 200;
/** The most players at a time, including those that are closing. */
export const playersMax = 2;
/** The time within which turns of the wheel count as one gesture, in milliseconds. */
const wheelMilliseconds = 400;
/** The largest share of a picture that is cut off so that it fills its place. A picture that would lose more is shown whole. */
export const cutShareMax = 0.3;

/**
 * Whether a picture fills its place by losing at most `cutShareMax` of itself. Another one stands in it whole, with its own colours around.
 *
 * @param {{width: number, height: number}} picture
 * @param {{width: number, height: number}} place
 */
export function fills(picture, place) {
  const [ratio, wanted] = [picture.width / picture.height, place.width / place.height];
  return ratio > 0 && wanted > 0 && 1 - Math.min(ratio / wanted, wanted / ratio) <= cutShareMax;
}

/** Chooses the playing and the prepared live of a feed. */
export class FeedPolicy {
  #ids = [];
  #shares = new Map();
  #centred = null;
  #centredAt = 0;
  #at = null;
  #direction = 1;
  /** Whether a live plays only if the user asks for it, and the one that was asked for. */
  #waits = false;
  #asked = null;

  /** Takes the lives of the feed in order. A playing live that is gone from it stops. */
  listed(ids) {
    this.#ids = [...ids];
    const known = new Set(ids);
    for (const id of [...this.#shares.keys()]) if (!known.has(id)) this.#shares.delete(id);
    if (!known.has(this.#at)) this.#at = null;
    if (!known.has(this.#centred)) this.#centred = null;
  }

  /** Sets whether lives wait for the user instead of playing by themselves. Then none is prepared either. */
  set waits(waits) { this.#waits = waits; }

  /** The user asks for the live in front of them. The wish ends with the move to another one. */
  ask() { this.#asked = this.#at; }

  /** Takes the visible share of a live, from 0 to 1. */
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
   * Decides what plays and what is prepared.
   *
   * @returns {{at: ?string, playing: ?string, warmed: ?string, lookIn: ?number}} The live that the user has come to, the playing live,
   *   which is the same or null while it waits, the prepared live, and the milliseconds after which the next look may change something, or
   *   null.
   */
  look(now) {
    let lookIn = null;
    if (this.#centred !== null && this.#centred !== this.#at) {
      const left = this.#centredAt + centredMilliseconds - now;
      if (left > 0) lookIn = left;
      else this.#come(this.#centred);
    }
    const at = this.#at;
    const place = this.#ids.indexOf(at);
    if (this.#waits) return { at, playing: at !== null && at === this.#asked ? at : null, warmed: null, lookIn };
    return { at, playing: at, warmed: place < 0 ? null : this.#ids[place + this.#direction] ?? null, lookIn };
  }

  #come(id) {
    const [from, to] = [this.#ids.indexOf(this.#at), this.#ids.indexOf(id)];
    if (from >= 0) this.#direction = to < from ? -1 : 1;
    this.#at = id;
    this.#asked = null;
  }
}

/**
 * The players of a feed. There are at most two, and a closing player counts until it has closed.
 *
 * `open(id)` creates a player with `play()`, `rest()`, which loads and pauses, and `close()`, whose promise resolves when nothing loads any
 * more.
 */
export class PlayerPair {
  #open;
  #players = new Map();
  #closing = new Set();
  #wanted = { playing: null, warmed: null };

  constructor(open) { this.#open = open; }

  /** The number of players that load, play or close. */
  get count() { return this.#players.size + this.#closing.size; }

  /** The player of a live, or undefined. */
  of(id) { return this.#players.get(id); }

  /** Sets the playing and the prepared live, and closes every other player at once. */
  want({ playing, warmed }) {
    this.#wanted = { playing, warmed };
    for (const [id, player] of [...this.#players]) {
      if (id === playing || id === warmed) continue;
      this.#players.delete(id);
      this.#close(player);
    }
    this.#fill();
  }

  /** Closes all players. */
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

/** Turns wheel events into steps. One gesture is one live, whatever events the wheel sends. */
export class WheelSteps {
  #until = -Infinity;

  /** Returns 1 for the next live, -1 for the previous one, and 0 for a turn that belongs to the last gesture or is too small. */
  turned(delta, now) {
    if (now < this.#until || Math.abs(delta) < 4) return 0;
    this.#until = now + wheelMilliseconds;
    return Math.sign(delta);
  }
}
