// Keeps decoded effects, within so many bytes.

/** Bytes of decoded effects that are kept. */
const cacheBytesMax = 64 * 1_024 * 1_024;

/**
 * Decoded effects by their address. When they come to more than they may, the one that was not used for longest goes first. One that is
 * in use is let go of when it is given back. Pure: it knows of an effect only that it can be closed.
 */
export class EffectCache {
  #bytesMax;
  #entries = new Map();

  /** @param {number} [bytesMax] */
  constructor(bytesMax = cacheBytesMax) { this.#bytesMax = bytesMax; }

  /** Bytes of all effects that are kept. */
  get bytes() { return [...this.#entries.values()].reduce((sum, { bytes }) => sum + bytes, 0); }

  /** How many effects are kept. */
  get size() { return this.#entries.size; }

  has(key) { return this.#entries.has(key); }

  /**
   * Takes an effect to use it; undefined where it is not kept. `release` gives it back.
   *
   * @returns {{effect: object, release: () => void} | undefined}
   */
  take(key) {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.uses += 1;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      entry.uses -= 1;
      this.#trim();
    };
    return { effect: entry.effect, release };
  }

  /**
   * Keeps an effect, which takes the place of the one of the same key.
   *
   * @param {string} key
   * @param {{close: () => void}} effect
   * @param {number} bytes
   */
  add(key, effect, bytes) {
    const before = this.#entries.get(key);
    // One that is in use goes on under no name, until it is given back.
    if (before) {
      this.#entries.delete(key);
      if (before.uses === 0) before.effect.close();
      else this.#entries.set(Symbol(key), before);
    }
    const entry = { effect, bytes, uses: 0 };
    this.#entries.set(key, entry);
    // Somebody is about to take it.
    this.#trim(this.#bytesMax, entry);
  }

  /** Lets go of all that is not in use. */
  clear() { this.#trim(-1); }

  #trim(bytesMax = this.#bytesMax, newest = null) {
    let { bytes } = this;
    for (const [key, entry] of this.#entries) {
      const isNameless = typeof key === "symbol";
      if (entry.uses > 0 || entry === newest || (bytes <= bytesMax && !isNameless)) continue;
      this.#entries.delete(key);
      bytes -= entry.bytes;
      entry.effect.close();
    }
  }
}
