// Has effects decoded in a worker, one after the other, and never waits for one for ever.

import { defaultLimits, SVGAError } from "./limits.js";

/** How long one effect may take to decode, in milliseconds. */
export const decodeMillisecondsMax = 5_000;
/** After how long without work the worker ends, with the memory it has. */
const idleMilliseconds = 30_000;

const pageClock = { after: (milliseconds, act) => setTimeout(act, milliseconds), cancel: (id) => clearTimeout(id) };

let policy = null;

/** A worker of this folder's own code. Where the page's policy asks for trusted types, it has to allow the one named `svga`. */
function makeWorker() {
  const address = String(new URL("./worker.js", import.meta.url));
  if (globalThis.trustedTypes) policy ??= trustedTypes.createPolicy("svga", { createScriptURL: () => address });
  return new Worker(policy ? policy.createScriptURL("") : address, { type: "module", name: "svga" });
}

/** Decodes effects. A worker that hangs or fails is ended, and the next effect gets another one. */
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
   * @param {object} [options.limits] As `defaultLimits`.
   */
  constructor({ makeWorker: make = makeWorker, clock = pageClock, limits = defaultLimits } = {}) {
    this.#makeWorker = make;
    this.#clock = clock;
    this.#limits = limits;
  }

  /**
   * Decodes a file, whose bytes are handed over.
   *
   * @param {Uint8Array} bytes
   * @returns {Promise<{movie: object, images: (ImageBitmap | null)[], bytes: number, close: () => void}>} `bytes`: how many it takes
   *   in memory. `close` lets go of the pictures.
   * @throws {SVGAError} Of a file that is damaged or too large, `decodeTimedOut` or `workerFailed`.
   */
  decode(bytes) {
    return new Promise((resolve, reject) => {
      this.#id += 1;
      this.#waiting.push({ id: this.#id, bytes, resolve, reject });
      this.#next();
    });
  }

  /** Ends the worker. What is being decoded fails. */
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
      // Else it is an error of the page.
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
