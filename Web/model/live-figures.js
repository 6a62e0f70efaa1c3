// How a live went, as its host's page saw it: viewers, likes and coins over time. Pure: figures and times go in.

/** The most points that are kept. A longer live has every second of them, and so on: the curve keeps its shape. */
export const pointsMax = 720;
/** The first interval of points, in milliseconds. */
const intervalMilliseconds = 5_000;

/** @typedef {{at: number, viewers: number, likes: number, coins: number}} FigurePoint */

/** Viewers, likes and coins of a live over its time, in at most `pointsMax` points. */
export class LiveFigures {
  /** @type {FigurePoint[]} */
  #points = [];
  #interval = intervalMilliseconds;
  #peak = 0;

  /**
   * @param {?{interval: number, peak: number, points: number[][]}} kept What `kept` gave, before a reload of the page. Anything else is
   *   left aside.
   */
  constructor(kept = null) {
    const isNumber = (value) => Number.isSafeInteger(value) && value >= 0;
    if (!isNumber(kept?.interval) || kept.interval < intervalMilliseconds || !isNumber(kept.peak) || !Array.isArray(kept.points)) return;
    const points = kept.points.slice(-pointsMax);
    if (!points.every((point) => Array.isArray(point) && point.length === 4 && point.every(isNumber))) return;
    this.#interval = kept.interval;
    this.#peak = kept.peak;
    this.#points = points.map(([at, viewers, likes, coins]) => ({ at, viewers, likes, coins }));
  }

  /** The points, oldest first. */
  get points() { return this.#points; }

  /** The most viewers at a time. */
  get peak() { return this.#peak; }

  /** What to keep across a reload. */
  get kept() {
    const points = this.#points.map(({ at, viewers, likes, coins }) => [at, viewers, likes, coins]);
    return { interval: this.#interval, peak: this.#peak, points };
  }

  /**
   * Notes how the live is.
   *
   * @param {{viewers: number, likes: number, coins: number}} figures
   * @param {number} now The server's time, Unix milliseconds.
   * @returns {boolean} Whether a point was added.
   */
  note({ viewers, likes, coins }, now) {
    this.#peak = Math.max(this.#peak, viewers);
    const last = this.#points.at(-1);
    if (last && now - last.at < this.#interval) return false;
    this.#points.push({ at: now, viewers, likes, coins });
    if (this.#points.length > pointsMax) {
      this.#points = this.#points.filter((_, index) => index % 2 === 0);
      this.#interval *= 2;
    }
    return true;
  }

  /** The points of the last so many milliseconds. */
  since(milliseconds, now) { return this.#points.filter(({ at }) => now - at <= milliseconds); }

  /** The points as a table that spreadsheets read, with a head. Times are those of ISO 8601 in UTC. */
  get csv() {
    const rows = this.#points.map(({ at, viewers, likes, coins }) => [new Date(at).toISOString(), viewers, likes, coins].join(","));
    return `${["time,viewers,likes,coins", ...rows].join("\r\n")}\r\n`;
  }
}

/**
 * The path of a curve in a box, from its lower left corner.
 *
 * @param {number[]} values
 * @param {{width: number, height: number}} box
 * @returns {string} The `d` of an SVG path; empty without values.
 */
export function curve(values, { width, height }) {
  if (values.length === 0) return "";
  const most = Math.max(1, ...values);
  const step = values.length > 1 ? width / (values.length - 1) : width;
  const place = (value, index) => `${(index * step).toFixed(1)} ${(height - value / most * height).toFixed(1)}`;
  const line = values.map(place);
  // One value is a level line.
  return `M${(values.length > 1 ? line : [place(values[0], 0), `${width} ${(height - values[0] / most * height).toFixed(1)}`]).join("L")}`;
}
