// Which frame is due when, and where the movie lies on the canvas. Pure.

/**
 * The frame that is due.
 *
 * @param {{framesPerSecond: number, frameCount: number}} movie
 * @param {number} milliseconds Since the beginning.
 * @param {number} [loops] How often the movie plays; 0 for ever.
 * @returns {?number} From 0 on; null once it is over.
 */
export function frameAt({ framesPerSecond, frameCount }, milliseconds, loops = 1) {
  // A third of a second at three frames a second is the second frame, whatever a third is to a computer.
  const frame = Math.floor((Math.max(0, milliseconds) * framesPerSecond) / 1_000 + 1e-6);
  if (loops > 0 && frame >= frameCount * loops) return null;
  return frame % frameCount;
}

/** How long a movie plays once, in milliseconds. */
export function duration({ framesPerSecond, frameCount }) {
  return (frameCount * 1_000) / framesPerSecond;
}

/**
 * The whole movie within a canvas, as large as it gets, in the middle.
 *
 * @returns {[number, number, number, number, number, number]} The transform from points of the movie to pixels of the canvas.
 */
export function aspectFit(movie, canvas) {
  const scale = Math.min(canvas.width / movie.width, canvas.height / movie.height);
  return [scale, 0, 0, scale, (canvas.width - movie.width * scale) / 2, (canvas.height - movie.height * scale) / 2];
}

/** The device pixels of a point of the page that are drawn at most: more are not seen in what moves. */
const pixelRatioMax = 2;
/** Pixels of the canvas at most: 8 MB. */
const canvasPixelsMax = 2 * 1_024 * 1_024;

/**
 * How many pixels a canvas has.
 *
 * @param {number} width In points of the page.
 * @param {number} height
 * @param {number} pixelRatio `devicePixelRatio`
 * @param {number} [sharpness] Which part of the pixels of a side there are to be, as `Sharpness` says.
 */
export function canvasSize(width, height, pixelRatio, sharpness = 1) {
  const ratio = sharpness * Math.min(
    Math.max(1, Math.min(pixelRatioMax, pixelRatio || 1)), Math.sqrt(canvasPixelsMax / Math.max(1, width * height)));
  return { width: Math.max(1, Math.floor(width * ratio)), height: Math.max(1, Math.floor(height * ratio)) };
}

/** After how many frames of the page it is asked anew whether they come fast enough. */
const framesOfLook = 15;
/** What is fast enough, in milliseconds from one to the next: 55 a second. */
const enoughMilliseconds = 1_000 / 55;
/** How much less sharp an effect gets at a time, and at the most. */
const sharpnessStep = 0.75;
const sharpnessMin = 0.5;
/** Fewer pixels have to help by a tenth, else something else is slow. */
const worthwhile = 0.9;

/**
 * Decides how sharp an effect is drawn: less so where the page does not come to 55 frames a second, and as sharp as ever where that does
 * not help (a screen that is slow, a computer that is busy with something else).
 */
export class Sharpness {
  #gaps = [];
  #last = null;
  #before = null;
  #isSettled = false;

  /** @param {number} [before] How sharp the effect before this one was in the end. This one begins a step above. */
  constructor(before = 1) { this.scale = Math.min(1, before / sharpnessStep); }

  /** Takes in when a frame of the page began, in milliseconds. */
  frame(now) {
    const gap = now - (this.#last ?? now);
    this.#last = now;
    // A page that was not seen for a while has no frames.
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

/** Frames that may be slow in a row, before an effect is given up. */
const slowFramesMax = 10;
/** What is slow, in milliseconds: to draw a frame on this thread, and from one frame of the page to the next. */
const slowDrawMilliseconds = 50;
const slowGapMilliseconds = 400;

/** Watches how long frames take, so that a movie that is too much for this computer does not take the page with it. */
export class DrawWatch {
  #slowCount = 0;
  #startedAt = null;

  /**
   * Takes in a frame: when it was begun and when it was drawn, in milliseconds.
   *
   * A browser may draw what it was told to only after the page has run, so that the time between frames counts too.
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
