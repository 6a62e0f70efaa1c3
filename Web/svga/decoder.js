// Decodes effects in a worker, one after the other, each within a time limit.

import { defaultLimits, SVGAError } from "./limits.js";

/** The longest time to decode one effect, in milliseconds. */
export const decodeMillisecondsMax = 5_000;
/** The time without work after which the worker ends and frees its memory, in milliseconds. */
const idleMilliseconds = 30_000;

const pageClock = { after: (milliseconds, act) => setTimeout(act, milliseconds), cancel: (id) => clearTimeout(id) };

let policy = null;

/** Creates a worker from this folder. A page whose policy requires trusted types must allow the policy named `svga`. */
function makeWorker() {
  const address = String(new URL("./worker.js", import.meta.url));
  if (globalThis.trustedTypes) policy ??= trustedTypes.createPolicy("svga", { createScriptURL: () => address });
  return new Worker(policy ? policy.createScriptURL("") : address, { type: "module", name: "svga" });
}

/** Decodes effects. A worker that hangs or fails is ended, and the next effect gets a new one. */
export class Decoder {
  #makeWorker;
  #clock;
  #limits;
  #worker = null;
  #waiting = [];
  #present = null;
  #timer = null;
  #id = 0;

  /**
   * @param {object} options
   * @param {() => Worker} [options.makeWorker]
   * @param {object} [options.clock] With `after(milliseconds, act)` and `cancel(id)`.
   * @param {object} [options.limits] Like `defaultLimits`.
   */
  constructor({ makeWorker: make = makeWorker, clock = pageClock, limits = defaultLimits } = {}) {
    this.#makeWorker = make;
    this.#clock = clock;
    this.#limits = limits;
  }

  /**
   * Decodes a file, and takes over its bytes.
   *
   * @param {Uint8Array} bytes
   * @returns {Promise<{movie: object, images: (ImageBitmap | null)[], bytes: number, close: () => void}>} `bytes` is the size in memory.
   *   `close` frees the pictures.
   * @throws {SVGAError} For a damaged or oversized file, or with `decodeTimedOut` or `workerFailed`.
   */
  decode(bytes) {
    return new Promise((resolve, reject) => {
      this.#id += 1;
      this.#waiting.push({ id: this.#id, bytes, resolve, reject });
      this.#next();
    });
  }

  /** Ends the worker. A decoding under way fails. */
  stop() {
    for (const { reject } of this.#waiting.splice(0)) reject(new SVGAError("workerFailed"));
    this.#fail("workerFailed");
  }

  #next() {
    if (this.#present) return;
    this.#clock.cancel(this.#timer);
    this.#present = this.#waiting.shift() ?? null;
    if (!this.#present) {
      this.#timer = this.#clock.after(idleMilliseconds, () => this.#endWorker());
      return;
    }
    const { id, bytes } = this.#present;
    try {
      this.#worker ??= this.#begin();
      this.#timer = this.#clock.after(decodeMillisecondsMax, () => this.#fail("decodeTimedOut"));
      this.#worker.postMessage({ id, bytes, limits: this.#limits }, [bytes.buffer]);
    } catch {
      this.#fail("workerFailed");
    }
  }

  #begin() {
    const worker = this.#makeWorker();
    worker.onmessage = ({ data }) => worker === this.#worker && this.#take(data);
    /** @param {Event} event */
    const failed = (event) => {
      // Otherwise the page would report it as its own error.
      event?.preventDefault?.();
      if (worker === this.#worker) this.#fail("workerFailed");
    };
    worker.onerror = failed;
    worker.onmessageerror = failed;
    return worker;
  }

  #take({ id, effect, code, excess }) {
    if (id !== this.#present?.id) return;
    const { resolve, reject } = this.#present;
    this.#present = null;
    if (effect) resolve({ ...effect, close: () => effect.images.forEach((image) => image?.close()) });
    else reject(new SVGAError(code, excess));
    this.#next();
  }

  #fail(code) {
    this.#endWorker();
    const failed = this.#present;
    this.#present = null;
    failed?.reject(new SVGAError(code));
    if (failed) this.#next();
  }

  #endWorker() {
    this.#clock.cancel(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
  }
}
