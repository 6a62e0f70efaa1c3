// Loads effects by address: downloads them, has them decoded, and keeps the recently used ones.

import { EffectCache } from "./cache.js";
import { Decoder } from "./decoder.js";
import { check, checkLimit, defaultLimits, SVGAError } from "./limits.js";

/** The longest time to load and decode an effect, in milliseconds. */
export const loadMillisecondsMax = 5_000;

const pageClock = { after: (milliseconds, act) => setTimeout(act, milliseconds), cancel: (id) => clearTimeout(id) };

/**
 * Loads effects.
 *
 *     const loader = new Loader();
 *     const { effect, release } = await loader.load("/gifts/rocket.svga");
 *     await player.play(effect).finally(release);
 */
export class Loader {
  #decoder;
  #cache;
  #fetch;
  #clock;
  #limits;
  #loading = new Map();

  /**
   * @param {object} options All options are for tests and for apps with their own limits.
   * @param {object} [options.limits] Like `defaultLimits`.
   * @param {EffectCache} [options.cache]
   * @param {Decoder} [options.decoder]
   * @param {typeof pageClock} [options.clock]
   * @param {typeof globalThis.fetch} [options.fetch]
   */
  constructor({
    limits = defaultLimits, cache = new EffectCache(), decoder = new Decoder({ limits }), clock = pageClock,
    fetch = (...request) => globalThis.fetch(...request),
  } = {}) {
    this.#decoder = decoder;
    this.#cache = cache;
    this.#fetch = fetch;
    this.#clock = clock;
    this.#limits = limits;
  }

  /**
   * Loads an effect, or takes it from the cache. Two loads of one address share a request.
   *
   * @param {string} address
   * @returns {Promise<{effect: object, release: () => void}>} Call `release` once the effect is no longer used, so that its memory can be
   *   reused.
   * @throws {SVGAError} `loadFailed`, `loadTimedOut`, or the errors of `Decoder.decode`.
   */
  async load(address) {
    const kept = this.#cache.take(address);
    if (kept) return kept;
    let timer;
    const timeOut = new Promise((_, reject) => {
      timer = this.#clock.after(loadMillisecondsMax, () => reject(new SVGAError("loadTimedOut")));
    });
    try {
      // One caller's timeout does not stop the others. An effect that arrives too late is kept for the next time.
      await Promise.race([this.#shared(address), timeOut]);
    } finally {
      this.#clock.cancel(timer);
    }
    const taken = this.#cache.take(address);
    // Another effect has pushed it out meanwhile.
    check(taken, "loadFailed");
    return taken;
  }

  /** Frees everything in the cache that is not in use. */
  purge() { this.#cache.clear(); }

  #shared(address) {
    const present = this.#loading.get(address);
    if (present) return present;
    const loading = this.#download(address)
      .then((bytes) => this.#decoder.decode(bytes))
      .then((effect) => this.#cache.add(address, effect, effect.bytes))
      .finally(() => this.#loading.delete(address));
    this.#loading.set(address, loading);
    // The waiting caller may have left, and then nobody handles the error.
    loading.catch(() => {});
    return loading;
  }

  async #download(address) {
    const controller = new AbortController();
    const timer = this.#clock.after(loadMillisecondsMax, () => controller.abort());
    try {
      const response = await this.#fetch(address, {
        signal: controller.signal, credentials: "omit", referrerPolicy: "no-referrer",
      });
      check(response.ok, "loadFailed");
      checkLimit(Number(response.headers.get("content-length") ?? 0), this.#limits, "fileBytesMax", "fileTooLarge");
      return await readBody(response.body, this.#limits);
    } catch (error) {
      const isTimedOut = controller.signal.aborted;
      controller.abort();
      if (error instanceof SVGAError) throw error;
      throw new SVGAError(isTimedOut ? "loadTimedOut" : "loadFailed");
    } finally {
      this.#clock.cancel(timer);
    }
  }
}

/** Reads an answer's bytes up to the limit. */
async function readBody(body, limits) {
  const chunks = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    checkLimit(length, limits, "fileBytesMax", "fileTooLarge");
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
