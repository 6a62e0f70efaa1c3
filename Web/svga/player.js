// Plays a decoded effect on a canvas.

import { SVGAError } from "./limits.js";
import { Layers, Painter } from "./draw.js";
import { SoundPlayer } from "./sound.js";
import { aspectFit, canvasSize, DrawWatch, frameAt, Sharpness } from "./timeline.js";

/** The page's time and animation frames. */
const pageClock = {
  now: () => performance.now(),
  nextFrame: (act) => requestAnimationFrame(act),
  cancelFrame: (id) => cancelAnimationFrame(id),
};

/**
 * Plays effects on a canvas, one at a time. It draws when a new frame is due, fits the movie into the canvas, and follows the canvas's
 * size.
 *
 *     const player = new Player(canvas);
 *     await player.play(effect, { millisecondsMax: 10_000 });
 */
export class Player {
  #canvas;
  #clock;
  #layers = new Layers();
  #sounds;
  #request = null;
  #end = null;
  #drawn = null;
  #sharpness = new Sharpness();
  /** The playing effect and its start. */
  #playing = null;

  /**
   * @param {HTMLCanvasElement} canvas Any size on the page. The player sets its number of pixels.
   * @param {{clock?: object, sounds?: SoundPlayer}} options `clock` has `now`, `nextFrame` and `cancelFrame`.
   */
  constructor(canvas, { clock = pageClock, sounds = new SoundPlayer() } = {}) {
    this.#canvas = canvas;
    this.#clock = clock;
    this.#sounds = sounds;
  }

  /** The frame on the canvas, or null. */
  get frame() { return this.#drawn; }

  /**
   * Plays an effect in place of the current one.
   *
   * @param {{movie: object, images: ImageBitmap[]}} effect The result of `Decoder.decode`.
   * @param {object} options
   * @param {number} [options.loops] The number of loops; 0 for endless.
   * @param {number} [options.millisecondsMax] The time after which it ends at any frame.
   * @param {boolean} [options.isAudible] Whether its sounds play, if the browser allows it.
   * @param {boolean} [options.clearsAfterEnd] Whether the canvas is cleared at the end.
   * @returns {Promise<"finished" | "stopped">}
   * @throws {SVGAError} `drawTooSlow`
   */
  play(effect, { loops = 1, millisecondsMax = Infinity, isAudible = false, clearsAfterEnd = true } = {}) {
    this.stop();
    return new Promise((resolve, reject) => {
      const painter = new Painter(effect.movie, effect.images, this.#layers);
      const context = this.#canvas.getContext("2d");
      const startedAt = this.#clock.now();
      const passed = () => this.#clock.now() - startedAt;
      const watch = new DrawWatch();
      this.#sharpness = new Sharpness(this.#sharpness.scale);
      const finish = (settle, result) => {
        this.#end = null;
        this.#playing = null;
        this.#clock.cancelFrame(this.#request);
        this.#sounds.stop();
        if (clearsAfterEnd) this.#clear();
        settle(result);
      };
      this.#playing = { movie: effect.movie, seconds: () => passed() / 1_000 };
      this.#end = (result) => finish(resolve, result);
      this.#drawn = null;
      const step = () => {
        const milliseconds = passed();
        const frame = milliseconds >= millisecondsMax ? null : frameAt(effect.movie, milliseconds, loops);
        if (frame === null) return this.#end("finished");
        try {
          const before = this.#clock.now();
          this.#sharpness.frame(before);
          this.#paint(painter, context, effect.movie, frame);
          if (watch.isTooSlow(before, this.#clock.now())) return finish(reject, new SVGAError("drawTooSlow"));
        } catch (error) {
          return finish(reject, error);
        }
        this.#request = this.#clock.nextFrame(step);
        return undefined;
      };
      this.isAudible = isAudible;
      step();
    });
  }

  /** Switches the playing effect's sounds on or off. */
  set isAudible(isOn) {
    if (!isOn) this.#sounds.stop();
    else if (this.#playing) this.#sounds.start(this.#playing.movie, this.#playing.seconds);
  }

  /** How loud effects are, from 0 to 1. */
  set volume(volume) { this.#sounds.volume = volume; }

  /** Stops the playing effect. */
  stop() { this.#end?.("stopped"); }

  /** Draws a frame, unless it is already on the canvas. */
  #paint(painter, context, movie, frame) {
    const { clientWidth, clientHeight } = this.#canvas;
    const { width, height } = canvasSize(clientWidth, clientHeight, globalThis.devicePixelRatio, this.#sharpness.scale);
    const isResized = this.#canvas.width !== width || this.#canvas.height !== height;
    if (frame === this.#drawn && !isResized) return;
    if (isResized) Object.assign(this.#canvas, { width, height });
    painter.paint(context, frame, aspectFit(movie, { width, height }));
    this.#drawn = frame;
  }

  #clear() {
    this.#drawn = null;
    // This also frees the canvas's memory; the next effect allocates it again.
    this.#canvas.width = this.#canvas.height = 0;
    this.#layers.clear();
  }
}
