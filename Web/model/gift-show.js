// Which gift banners and effects are shown, and which wait.

/** The number of banners shown at a time. */
const comboLanes = 3;
/** The number of banners that may wait for a lane. */
const comboWaitMax = 20;
/** How long a banner stays after its last gift, in milliseconds. */
export const comboMilliseconds = 5_000;
/** How long a banner stays after the server ended its combo, in milliseconds. */
const finalMilliseconds = 1_500;

/**
 * Which gift banners are shown, and which wait.
 *
 * A combo of the server is one banner with the server's number, so every screen shows the same, even that of a viewer who came late or was
 * away. Gifts without a combo (from a server that counts none, or replayed after a long absence) are added up here, in the banner of the
 * same sender and kind. Each gift restarts the banner's countdown. A new banner takes the first free lane or waits, the user's own before
 * others. If the queue is full, another user's banner is dropped. Only the banner is: the chat and the statistics have the gift.
 *
 * Pure: times are passed in, in milliseconds.
 */
export class ComboQueue {
  #lanes;
  #waiting = [];
  #waitMax;
  #milliseconds;

  constructor({ lanes = comboLanes, waitMax = comboWaitMax, milliseconds = comboMilliseconds } = {}) {
    this.#lanes = Array.from({ length: lanes }, () => null);
    this.#waitMax = waitMax;
    this.#milliseconds = milliseconds;
  }

  /** The banner in each lane, `{key, comboID, count, coins, until, isOwn, isFinal, gift, sender}`, or null. */
  get lanes() { return this.#lanes; }

  /** The waiting banners, the next one first. */
  get waiting() { return this.#waiting; }

  /** When the next banner disappears, or null if none is shown. */
  get nextAt() {
    const times = this.#lanes.filter(Boolean).map((banner) => banner.until);
    return times.length > 0 ? Math.min(...times) : null;
  }

  /**
   * Takes a gift.
   *
   * @param {{gift: object, sender: object, count: number, coins: number, combo: ?object, isOwn: boolean}} gifts
   * @param {number} now
   * @returns {"shown" | "merged" | "waiting" | "left out"} What happened to its banner.
   */
  offer({ gift, sender, count, coins, combo = null, isOwn }, now) {
    this.advance(now);
    const key = `${sender.userID}/${gift.giftID}`;
    const comboID = combo?.id ?? null;
    const isSame = (banner) => banner?.key === key && !banner.isFinal
      && (comboID === null || banner.comboID === null || banner.comboID === comboID);
    const shown = this.#lanes.find(isSame);
    const known = shown ?? this.#waiting.find(isSame);
    if (known) {
      // Events out of order must not count down.
      known.count = combo ? Math.max(known.count, combo.count) : known.count + count;
      known.coins = combo ? Math.max(known.coins, combo.coins) : known.coins + coins;
      known.comboID ??= comboID;
      if (shown) shown.until = now + this.#milliseconds;
      return "merged";
    }
    const banner = {
      key, comboID, gift, sender, count: combo?.count ?? count, coins: combo?.coins ?? coins, isOwn, isFinal: false,
      until: 0,
    };
    if (this.#show(banner, now)) return "shown";
    return this.#wait(banner) ? "waiting" : "left out";
  }

  /**
   * Ends a combo. Its banner shows the last number and disappears soon. Returns whether a banner changed.
   *
   * @param {{id: number, count: number, coins: number}} combo
   */
  finish(combo, now) {
    const isIt = (banner) => banner?.comboID === combo.id;
    const shown = this.#lanes.find(isIt);
    const banner = shown ?? this.#waiting.find(isIt);
    if (!banner || banner.isFinal) return false;
    banner.count = combo.count;
    banner.coins = combo.coins;
    banner.isFinal = true;
    if (shown) shown.until = Math.min(shown.until, now + finalMilliseconds);
    return true;
  }

  /** Removes banners whose time is over and shows waiting ones. Returns whether anything changed. */
  advance(now) {
    let hasChanged = false;
    this.#lanes.forEach((banner, lane) => {
      if (banner && banner.until <= now) {
        this.#lanes[lane] = null;
        hasChanged = true;
      }
    });
    while (this.#waiting.length > 0 && this.#show(this.#waiting[0], now)) {
      this.#waiting.shift();
      hasChanged = true;
    }
    return hasChanged;
  }

  #show(banner, now) {
    const lane = this.#lanes.indexOf(null);
    if (lane < 0) return false;
    banner.until = now + (banner.isFinal ? finalMilliseconds : this.#milliseconds);
    this.#lanes[lane] = banner;
    return true;
  }

  #wait(banner) {
    if (this.#waiting.length >= this.#waitMax) {
      const last = this.#waiting.findLastIndex((waiting) => !waiting.isOwn);
      if (!banner.isOwn || last < 0) return false;
      this.#waiting.splice(last, 1);
    }
    if (!banner.isOwn) {
      this.#waiting.push(banner);
      return true;
    }
    const firstOther = this.#waiting.findIndex((waiting) => !waiting.isOwn);
    this.#waiting.splice(firstOther < 0 ? this.#waiting.length : firstOther, 0, banner);
    return true;
  }
}

/** The number of effects that may wait. */
const effectsWaitMax = 10;

/**
 * Which effect plays, and which wait. One plays at a time, the user's own before others. A repeated gift of one sender waits as one effect
 * with the sum. If the queue is full, the last effect of another user is dropped.
 */
export class EffectQueue {
  #waiting = [];
  #max;

  constructor(max = effectsWaitMax) { this.#max = max; }

  get length() { return this.#waiting.length; }

  /** Takes an effect: `{key, count, isOwn, …}`, where equal keys play once. Returns whether it will play. */
  add(effect) {
    const same = effect.key === undefined ? null : this.#waiting.find(({ key }) => key === effect.key);
    if (same) {
      same.count += effect.count;
      return true;
    }
    const firstOther = this.#waiting.findIndex((waiting) => !waiting.isOwn);
    if (effect.isOwn && firstOther >= 0) this.#waiting.splice(firstOther, 0, effect);
    else this.#waiting.push(effect);
    if (this.#waiting.length <= this.#max) return true;
    const last = this.#waiting.findLastIndex((waiting) => !waiting.isOwn);
    const [leftOut] = this.#waiting.splice(last < 0 ? this.#waiting.length - 1 : last, 1);
    return leftOut !== effect;
  }

  /** Removes and returns the next effect, or undefined. */
  next() { return this.#waiting.shift(); }

  clear() { this.#waiting = []; }
}
