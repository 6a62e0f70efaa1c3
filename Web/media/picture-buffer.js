// What a browser plays from: fragments go in one after the other, and a stream that begins anew goes on where the last one ended.

import { readTimes } from "./mp4.js";
import { trimTo } from "./player-policy.js";

/** Fragments that may wait for the browser to take them; older ones are left out. */
const waitingMax = 60;

/** The ranges of a browser's buffer as pairs. */
function rangesOf(buffered) {
  return Array.from({ length: buffered.length }, (_, index) => [buffered.start(index), buffered.end(index)]);
}

/**
 * One `SourceBuffer`, fed in order.
 *
 * A stream that begins anew has a time of its own. So before its first fragment `timestampOffset` is set: from when the fragment begins, by
 * its own time, to the end of what is there. The mode is always `segments`, which keeps picture and sound together. The mode `sequence`
 * would need no reading of times; but a Chromium that has it for one fragment, and goes on in the middle of a group of pictures, loses
 * the whole page.
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
  #readTimes;
  /**
   * When a fragment of the stream begins.
   * @type {(fragment: Uint8Array) => number | null}
   */
  #startOf = () => null;
  #isSkipped = false;
  #hasTrimmed = false;

  /**
   * @param {SourceBuffer} buffer
   * @param {object} options
   * @param {string} options.mimeType What it was made for.
   * @param {() => number} options.currentTime Where the player is.
   * @param {(seconds: number) => void} options.appended Called after each fragment, with how much longer the buffer is.
   * @param {(error: unknown) => void} options.failed Called where it takes nothing any more.
   * @param {typeof readTimes} [options.times] How times are read.
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
      // It was taken away with its player.
      return [];
    }
  }

  /** Where the buffer ends; null where it is empty. */
  get end() { return this.ranges.at(-1)?.[1] ?? null; }

  /** Begins a stream with its initialisation segment. */
  begin(mimeType, bytes) {
    // What waits of the stream before would only make this one late.
    this.#waiting = [{ kind: "begin", mimeType, bytes }];
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

  /** Says that the next fragment is later than the last one: it is put right behind it. */
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
      this.#startOf = this.#readTimes(bytes);
    } else if (this.#isAnew || step.isSkipped) {
      // What follows what was left out is shown from the next key frame on: nothing before it can be decoded.
      if (!this.#isAnew) this.#buffer.abort();
      const start = this.#startOf(bytes);
      if (start !== null) this.#buffer.timestampOffset = end - start;
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
    // There is nothing to remove: this fragment is left out, and the next one takes its place.
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
