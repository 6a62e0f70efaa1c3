// The qualities of a playlist: which there are, and which the line allows. Pure: lists, bytes and times go in, bit rates come out.

import { playableOf } from "./playlist.js";

/** The part of the line's rate that a picture may take, and the part that a better one may take to begin. */
const mostOfLine = 0.8;
const safeOfLine = 0.55;
/** How much of the estimate the newest segment decides. */
const newestPart = 0.4;
/** A segment that is smaller than this, in bytes, tells of its request rather than of the line. */
const bytesMin = 16 * 1_024;

/**
 * The qualities that this browser can play, the best first.
 *
 * @param {{variants: object[]}} main A list of lists.
 * @param {(mimeType: string) => boolean} canPlay
 * @returns {{bitsPerSecond: number, height: number}[]} The height is 0 where the list does not name it.
 */
export function levelsOf(main, canPlay) {
  const levels = new Map();
  for (const { bitsPerSecond, height } of playableOf(main, canPlay)) levels.set(bitsPerSecond, { bitsPerSecond, height });
  return [...levels.values()].sort((one, other) => other.bitsPerSecond - one.bitsPerSecond);
}

/** What a line carries, as the segments that came over it tell. */
export class LineRate {
  #bitsPerSecond = null;

  /** Takes note of a segment and of the time that it took. */
  loaded(bytes, milliseconds) {
    if (bytes < bytesMin || milliseconds <= 0) return;
    const now = bytes * 8_000 / milliseconds;
    this.#bitsPerSecond = this.#bitsPerSecond === null ? now : newestPart * now + (1 - newestPart) * this.#bitsPerSecond;
  }

  /**
   * The highest bit rate that may be played. A higher one than now needs more room than staying, so that a quality does not change to and
   * fro.
   *
   * @param {?number} present What is played now, in bits a second.
   */
  allowed(present) {
    if (this.#bitsPerSecond === null) return Infinity;
    const most = mostOfLine * this.#bitsPerSecond;
    return present === null || present > most ? most : Math.max(present, safeOfLine * this.#bitsPerSecond);
  }
}
