// Keeps decoded effects within a number of bytes.

/** The most bytes of decoded effects. */
const cacheBytesMax = 64 * 1_024 * 1_024;

/**
 * Decoded effects by address. Beyond the limit the least recently used one goes first. An effect in use is closed once it is released.
 * Pure: of an effect the cache only knows how to close it.
 */
export class EffectCache {
  #bytesMax;
  #entries = new Map();

  /** @param {number} [bytesMax] */
  constructor(bytesMax = cacheBytesMax) { this.#bytesMax = bytesMax; }

  /** The bytes of all kept effects. */
  get bytes() { return [...this.#entries.values()].reduce((sum, { bytes }) => sum + bytes, 0); }

  /** The number of kept effects. */
  get size() { return this.#entries.size; }

  has(key) { return this.#entries.has(key); }

  /**
   * Takes an effect to use it, or returns undefined if it is not kept. `release` returns it.
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
   * Keeps an effect in place of an earlier one with the same key.
   *
   * @param {string} key
   * @param {{close: () => void}} effect
   * @param {number} bytes
   */
  add(key, effect, bytes) {
    const before = this.#entries.get(key);
    // An effect in use stays open without a key until it is released.
    if (before) {
      this.#entries.delete(key);
      if (before.uses === 0) before.effect.close();
      else this.#entries.set(Symbol(key), before);
    }
    const entry = { effect, bytes, uses: 0 };
    this.#entries.set(key, entry);
    // The caller is about to take this one.
    this.#trim(this.#bytesMax, entry);
  }

  /** Closes everything that is not in use. */
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
