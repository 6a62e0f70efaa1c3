// Which frame is due when, and where the movie is on the canvas. Pure.

/**
 * The frame that is due.
 *
 * @param {{framesPerSecond: number, frameCount: number}} movie
 * @param {number} milliseconds The time since the start.
 * @param {number} [loops] The number of loops; 0 for endless.
 * @returns {?number} The frame from 0 on, or null after the end.
 */
export function frameAt({ framesPerSecond, frameCount }, milliseconds, loops = 1) {
  // A third of a second at three frames a second is the second frame, despite rounding.
  const frame = Math.floor((Math.max(0, milliseconds) * framesPerSecond) / 1_000 + 1e-6);
  if (loops > 0 && frame >= frameCount * loops) return null;
  return frame % frameCount;
}

/** The length of one loop, in milliseconds. */
export function duration({ framesPerSecond, frameCount }) {
  return (frameCount * 1_000) / framesPerSecond;
}

/**
 * Fits the whole movie into the centre of a canvas.
 *
 * @returns {[number, number, number, number, number, number]} The transform from the movie's points to the canvas's pixels.
 */
export function aspectFit(movie, canvas) {
  const scale = Math.min(canvas.width / movie.width, canvas.height / movie.height);
  return [scale, 0, 0, scale, (canvas.width - movie.width * scale) / 2, (canvas.height - movie.height * scale) / 2];
}

/** The most device pixels per point of the page. More are invisible in motion. */
const pixelRatioMax = 2;
/** The most pixels of a canvas: 8 MB. */
const canvasPixelsMax = 2 * 1_024 * 1_024;

/**
 * The number of pixels of a canvas.
 *
 * @param {number} width The width in points of the page.
 * @param {number} height
 * @param {number} pixelRatio `devicePixelRatio`
 * @param {number} [sharpness] The share of pixels per side, from `Sharpness`.
 */
export function canvasSize(width, height, pixelRatio, sharpness = 1) {
  const ratio = sharpness * Math.min(
    Math.max(1, Math.min(pixelRatioMax, pixelRatio || 1)), Math.sqrt(canvasPixelsMax / Math.max(1, width * height)));
  return { width: Math.max(1, Math.floor(width * ratio)), height: Math.max(1, Math.floor(height * ratio)) };
}

/** The number of the page's frames after which their rate is checked. */
const framesOfLook = 15;
/** The longest gap between two frames that is fast enough, in milliseconds: 55 frames a second. */
const enoughMilliseconds = 1_000 / 55;
/** The factor by which an effect gets less sharp at a time, and the least sharpness. */
const sharpnessStep = 0.75;
const sharpnessMin = 0.5;
/** Fewer pixels must save at least a tenth of the time, or something else is slow. */
const worthwhile = 0.9;

/**
 * Decides the sharpness of an effect. It is lower if the page does not reach 55 frames a second, and full if lowering it does not help (a
 * slow screen, or a computer that is busy with something else).
 */
export class Sharpness {
  #gaps = [];
  #last = null;
  #before = null;
  #isSettled = false;

  /** @param {number} [before] The last sharpness of the previous effect. This one starts a step above. */
  constructor(before = 1) { this.scale = Math.min(1, before / sharpnessStep); }

  /** Takes the start of a page's frame, in milliseconds. */
  frame(now) {
    const gap = now - (this.#last ?? now);
    this.#last = now;
    // A page that was hidden for a while has no frames.
    if (gap > 0 && gap <= slowGapMilliseconds) this.#gaps.push(gap);
    if (this.#gaps.length < framesOfLook || this.#isSettled) return;
    const mean = this.#gaps.reduce((sum, each) => sum + each, 0) / this.#gaps.length;
    this.#gaps = [];
    if (this.#before !== null && mean > this.#before * worthwhile) {
      this.scale = 1;
      this.#isSettled = true;
    } else if (mean > enoughMilliseconds) {
      this.#before = mean;
      this.scale = Math.max(sharpnessMin, this.scale * sharpnessStep);
      this.#isSettled = this.scale === sharpnessMin;
    } else {
      this.#before = null;
    }
  }
}

/** The number of slow frames in a row after which an effect is given up. */
const slowFramesMax = 10;
/** The time from which a frame is slow, in milliseconds: for drawing it on this thread, and from one frame to the next. */
const slowDrawMilliseconds = 50;
const slowGapMilliseconds = 400;

/** Watches the frames' times, so that a movie that is too heavy for this computer does not freeze the page. */
export class DrawWatch {
  #slowCount = 0;
  #startedAt = null;

  /**
   * Takes the times when a frame was started and drawn, in milliseconds.
   *
   * A browser may do the drawing only after the page's code has run, so the time between frames counts too.
   *
   * @returns {boolean} Whether it was too slow too often.
   */
  isTooSlow(startedAt, endedAt) {
    const gap = startedAt - (this.#startedAt ?? startedAt);
    this.#startedAt = startedAt;
    const isSlow = endedAt - startedAt > slowDrawMilliseconds || gap > slowGapMilliseconds;
    this.#slowCount = isSlow ? this.#slowCount + 1 : 0;
    return this.#slowCount >= slowFramesMax;
  }
}
