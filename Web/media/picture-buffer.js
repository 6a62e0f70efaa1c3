// The buffer that a browser plays from. Fragments go in one after the other, and a restarted stream continues where the last one ended.

import { readTimes } from "./mp4.js";
import { trimTo } from "./player-policy.js";

/** The most fragments that wait for the browser. Older ones are dropped. */
const waitingMax = 60;

/** The ranges of a browser's buffer as pairs. */
export function rangesOf(buffered) {
  return Array.from({ length: buffered.length }, (_, index) => [buffered.start(index), buffered.end(index)]);
}

/**
 * One `SourceBuffer`, fed in order.
 *
 * A restarted stream has its own time. Before its first fragment `timestampOffset` shifts the fragment's start to the end of the buffer.
 * The mode is always `segments`, which keeps picture and sound together. The mode `sequence` would need no times, but a Chromium that
 * uses it for one fragment and continues inside a group of pictures crashes the whole page.
 */
export class PictureBuffer {
  #buffer;
  #mimeType;
  #currentTime;
  #appended;
  #failed;
  #waiting = [];
  #now = null;
  #isAnew = true;
  /** The shift of the stream's time, shared with other buffers. */
  #timeline = null;
  #readTimes;
  /**
   * Reads when a fragment of the stream begins.
   * @type {(fragment: Uint8Array) => number | null}
   */
  #startOf = () => null;
  #isSkipped = false;
  #hasTrimmed = false;

  /**
   * @param {SourceBuffer} buffer
   * @param {object} options
   * @param {string} options.mimeType The type of the buffer.
   * @param {() => number} options.currentTime The player's position.
   * @param {(seconds: number) => void} options.appended Called after each fragment with the seconds that it added.
   * @param {(error: unknown) => void} options.failed Called if the buffer accepts nothing any more.
   * @param {typeof readTimes} [options.times] The reader of times.
   */
  constructor(buffer, { mimeType, currentTime, appended, failed, times = readTimes }) {
    this.#buffer = buffer;
    this.#readTimes = times;
    buffer.mode = "segments";
    this.#mimeType = mimeType;
    this.#currentTime = currentTime;
    this.#appended = appended;
    this.#failed = failed;
    buffer.addEventListener("updateend", () => this.#done());
    buffer.addEventListener("error", () => this.#failed(new Error("The browser cannot read the picture.")));
  }

  get ranges() {
    try {
      return rangesOf(this.#buffer.buffered);
    } catch {
      // The buffer was removed with its player.
      return [];
    }
  }

  /** The end of the buffer, or null if it is empty. */
  get end() { return this.ranges.at(-1)?.[1] ?? null; }

  /** The number of fragments that wait for the browser. */
  get waitingCount() { return this.#waiting.length; }

  /**
   * Starts a stream with its initialisation segment.
   *
   * @param {string} mimeType
   * @param {Uint8Array} bytes
   * @param {?{offset: ?number}} [timeline] The shift that separate picture and sound buffers share. The first buffer with a fragment sets
   *   it, and the others use it.
   */
  begin(mimeType, bytes, timeline = null) {
    // The waiting fragments of the old stream would only delay this one.
    this.#waiting = [{ kind: "begin", mimeType, bytes, timeline }];
    this.#next();
  }

  add(bytes) {
    this.#waiting.push({ kind: "fragment", bytes, isSkipped: this.#isSkipped });
    this.#isSkipped = false;
    const fragments = this.#waiting.filter(({ kind }) => kind === "fragment");
    if (fragments.length > waitingMax) {
      const [first, second] = fragments;
      this.#waiting.splice(this.#waiting.indexOf(first), 1);
      second.isSkipped = true;
    }
    this.#next();
  }

  /** Marks the next fragment as later than the last one. It is placed directly behind it. */
  skip() { this.#isSkipped = true; }

  /** Removes what was played long ago. */
  trim(isShort = false) {
    const to = trimTo(this.#currentTime(), this.ranges, isShort);
    if (to === null || this.#waiting.some(({ kind }) => kind === "remove")) return false;
    this.#waiting.unshift({ kind: "remove", to });
    this.#next();
    return true;
  }

  #next() {
    if (this.#now || this.#buffer.updating || this.#waiting.length === 0) return;
    this.#now = { ...this.#waiting.shift(), end: this.end ?? 0 };
    try {
      this.#do(this.#now);
    } catch (error) {
      this.#refused(error);
    }
  }

  #do(step) {
    const { kind, mimeType, bytes, to, end } = step;
    if (kind === "remove") {
      this.#buffer.remove(0, to);
      return;
    }
    if (kind === "begin") {
      if (mimeType !== this.#mimeType) this.#buffer.changeType(mimeType);
      this.#mimeType = mimeType;
      this.#isAnew = true;
      this.#timeline = step.timeline;
      this.#startOf = this.#readTimes(bytes);
    } else if (this.#isAnew || step.isSkipped) {
      // Fragments after a gap are shown from the next key frame on, because nothing before it can be decoded.
      if (!this.#isAnew) this.#buffer.abort();
      const start = this.#startOf(bytes);
      if (start !== null) {
        const offset = this.#timeline?.offset ?? end - start;
        if (this.#timeline) this.#timeline.offset = offset;
        this.#buffer.timestampOffset = offset;
      }
    }
    this.#buffer.appendBuffer(bytes);
  }

  #refused(error) {
    const step = this.#now;
    this.#now = null;
    const isFull = /^quotaexceeded/i.test(error?.name ?? "");
    if (!isFull || step.kind !== "fragment") {
      this.#failed(error);
      return;
    }
    this.#waiting.unshift(step);
    if (!this.#hasTrimmed && this.trim(true)) {
      this.#hasTrimmed = true;
      return;
    }
    // There is nothing to remove, so this fragment is dropped and the next one takes its place.
    this.#waiting.shift();
    if (this.#waiting.length > 0) this.#waiting[0].isSkipped = true;
    else this.skip();
    this.#next();
  }

  #done() {
    const step = this.#now;
    this.#now = null;
    if (step?.kind === "fragment") {
      this.#hasTrimmed = false;
      this.#isAnew = false;
      this.#appended(Math.max(0, (this.end ?? 0) - step.end));
    }
    this.#next();
  }
}
