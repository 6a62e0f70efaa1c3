// The movie that both versions of the format are read into: compact, bounded and independent of the version.

import { check, checkLimit } from "./limits.js";
import { isPNG, sizeOfPNG } from "./media.js";
import { parsePath } from "./path.js";

/**
 * A movie from `MovieBuilder.finish`. A worker can send all of it.
 *
 * @typedef {object} Movie
 * @property {string} version The version that the file claims. Nothing depends on it, because it is often wrong.
 * @property {number} width The width of the view box, in points.
 * @property {number} height
 * @property {number} framesPerSecond
 * @property {number} frameCount
 * @property {{bytes: Uint8Array, width: number, height: number}[]} images PNG pictures.
 * @property {Sprite[]} sprites From the back to the front.
 * @property {Float32Array[]} paths The results of `parsePath`.
 * @property {Shape[][]} shapeLists The lists of shapes that frames draw.
 * @property {Sound[]} sounds
 *
 * @typedef {object} Sprite
 * @property {number} image The index in `images`, or -1.
 * @property {number} matte The index of the sprite whose opacity masks this one, or -1.
 * @property {boolean} isMatte Whether it is drawn only to mask others.
 * @property {number} frameCount
 * @property {Float32Array} alphas One per frame, 0 to 1.
 * @property {Float32Array} layouts Four per frame: x, y, width, height.
 * @property {Float32Array} transforms Six per frame: a, b, c, d, tx, ty.
 * @property {Int32Array} clips One per frame: an index in `paths`, or -1.
 * @property {Int32Array} shapes One per frame: an index in `shapeLists`, or -1.
 *
 * @typedef {object} Shape
 * @property {"path" | "rect" | "ellipse"} kind
 * @property {number} path For a path, an index in `paths`.
 * @property {number[]} box `[x, y, width, height, cornerRadius]` of a rect, `[x, y, radiusX, radiusY]` of an ellipse around its
 *   centre.
 * @property {?number[]} transform Six numbers, or null.
 * @property {?number[]} fill Red, green, blue and alpha, 0 to 1, or null.
 * @property {?number[]} stroke
 * @property {number} strokeWidth
 * @property {"butt" | "round" | "square"} lineCap
 * @property {"miter" | "round" | "bevel"} lineJoin
 * @property {number} miterLimit
 * @property {number[]} dash The length and the gap; empty for a solid line.
 * @property {number} dashOffset
 *
 * @typedef {object} Sound
 * @property {Uint8Array} bytes An MP3.
 * @property {number} startFrame The frames at which it starts and ends.
 * @property {number} endFrame
 * @property {number} startMilliseconds The place in the sound at which it starts.
 */

const identity = [1, 0, 0, 1, 0, 0];
const matteEnd = ".matte";

/** Returns a finite number within the limit, or throws. */
function boundedNumber(value, { numberMax }) {
  check(Math.abs(value) <= numberMax, "badNumber");
  return value;
}

/** Builds a movie and keeps it within its limits. Every method may throw an `SVGAError`. */
export class MovieBuilder {
  #limits;
  #movie = { version: "", width: 0, height: 0, framesPerSecond: 0, frameCount: 0 };
  #images = new Map();
  #pixelCount = 0;
  #sounds = new Map();
  #sprites = [];
  #spriteFrameCount = 0;
  #frameBytes = 0;
  #paths = [];
  #placesOfPaths = new Map();
  #pathNumberCount = 0;
  #shapeLists = [];
  #shapeCount = 0;
  #audios = [];
  /** The content of the last frame that was set. */
  #held = { sprite: null, index: -1, text: "" };

  /** @param {object} limits Like `defaultLimits`. */
  constructor(limits) { this.#limits = limits; }

  set version(text) { this.#movie.version = String(text).slice(0, 32); }

  /** Sets the movie's size and length. */
  setParameters({ width, height, framesPerSecond, frameCount }) {
    const { viewBoxSideMax, framesPerSecondMax } = this.#limits;
    for (const side of [width, height]) check(side > 0 && side <= viewBoxSideMax, "badParameters");
    for (const count of [framesPerSecond, frameCount]) check(Number.isInteger(count) && count > 0, "badParameters");
    check(framesPerSecond <= framesPerSecondMax, "badParameters");
    checkLimit(frameCount, this.#limits, "framesMax", "tooManyFrames");
    Object.assign(this.#movie, { width, height, framesPerSecond, frameCount });
  }

  /** Adds the content of a key: a picture, or otherwise a possible sound. */
  addMedia(key, bytes) {
    if (!isPNG(bytes)) {
      checkLimit(this.#sounds.size + 1, this.#limits, "imagesMax", "imagesTooLarge");
      this.#sounds.set(key, bytes);
      return;
    }
    const { width, height } = sizeOfPNG(bytes);
    checkLimit(Math.max(width, height), this.#limits, "imageSideMax", "imageTooLarge");
    this.#pixelCount += width * height;
    checkLimit(this.#pixelCount, this.#limits, "imagePixelsMax", "imagesTooLarge");
    checkLimit(this.#images.size + 1, this.#limits, "imagesMax", "imagesTooLarge");
    this.#images.set(key, { bytes, width, height });
  }

  /** Starts a sprite with this many frames, which are set by index. */
  addSprite({ imageKey, matteKey, frameCount }) {
    checkLimit(this.#sprites.length + 1, this.#limits, "spritesMax", "tooManySprites");
    checkLimit(frameCount, this.#limits, "framesMax", "tooManyFrames");
    // Every frame takes memory, even an empty one. The size is checked before it is allocated.
    this.#frameBytes += frameCount * bytesPerSpriteFrame;
    checkLimit(this.#frameBytes, this.#limits, "decodedBytesMax", "decodedTooLarge");
    const sprite = {
      imageKey, matteKey, frameCount, isMatte: imageKey.endsWith(matteEnd), alphas: new Float32Array(frameCount),
      layouts: new Float32Array(frameCount * 4), transforms: new Float32Array(frameCount * 6),
      clips: new Int32Array(frameCount).fill(-1), shapes: new Int32Array(frameCount).fill(-1),
    };
    this.#sprites.push(sprite);
    return sprite;
  }

  /**
   * Sets a frame of a sprite.
   *
   * @param {object} sprite The result of `addSprite`.
   * @param {number} index
   * @param {{alpha: number, layout: number[], transform: ?number[], clipPath: string, shapes: object[], isKept: boolean}} frame
   *   A shape has its path as text in `d`. `isKept` means that the shapes are those of the previous frame.
   */
  setFrame(sprite, index, { alpha, layout, transform, clipPath, shapes, isKept }) {
    this.#count(sprite, index, { alpha, layout, transform, clipPath, shapes });
    sprite.alphas[index] = Math.min(1, Math.max(0, boundedNumber(alpha, this.#limits)));
    sprite.layouts.set(this.#numbers(layout), index * 4);
    sprite.transforms.set(this.#numbers(transform ?? identity), index * 6);
    if (clipPath !== "") sprite.clips[index] = this.#placeOf(clipPath);
    if (isKept) sprite.shapes[index] = index > 0 ? sprite.shapes[index - 1] : -1;
    else if (shapes.length > 0) sprite.shapes[index] = this.#addShapes(shapes);
  }

  /** Counts a frame that is not empty and differs from the previous one. */
  #count(sprite, index, { alpha, layout, transform, clipPath, shapes }) {
    const isEmpty = alpha === 0 && !transform && clipPath === "" && shapes.length === 0 && layout.every((number) => number === 0);
    const held = isEmpty ? "" : JSON.stringify([alpha, layout, transform, clipPath, shapes]);
    const isNew = !isEmpty && held !== (this.#held.sprite === sprite && this.#held.index === index - 1 ? this.#held.text : "");
    this.#held = { sprite, index, text: held };
    if (!isNew) return;
    this.#spriteFrameCount += 1;
    checkLimit(this.#spriteFrameCount, this.#limits, "spriteFramesMax", "tooManyFrames");
  }

  /** Adds a sound that plays between two frames. */
  addSound(audio) {
    checkLimit(this.#audios.length + 1, this.#limits, "soundsMax", "audioTooLarge");
    this.#audios.push(audio);
  }

  /**
   * Returns the movie once everything has been added.
   *
   * @returns {Movie}
   */
  finish() {
    check(this.#movie.frameCount > 0, "badParameters");
    const keys = [...this.#images.keys()];
    const places = new Map(keys.map((key, place) => [key, place]));
    const mattes = new Map();
    this.#sprites.forEach(({ imageKey, isMatte }, place) => {
      // The last of equal keys counts.
      if (isMatte) mattes.set(imageKey, place);
    });
    const sprites = this.#sprites.map(({ imageKey, matteKey, ...sprite }) => ({
      ...sprite, image: places.get(imageKey) ?? places.get(pictureKey(imageKey)) ?? -1,
      matte: mattes.get(matteKey) ?? -1,
    }));
    checkMattes(sprites, this.#limits);
    const movie = {
      ...this.#movie, sprites, images: [...this.#images.values()], paths: this.#paths, shapeLists: this.#shapeLists,
      sounds: this.#finishSounds(),
    };
    checkLimit(bytesOf(movie), this.#limits, "decodedBytesMax", "decodedTooLarge");
    return movie;
  }

  #finishSounds() {
    const used = new Set(this.#audios.map(({ key }) => key).filter((key) => this.#sounds.has(key)));
    const byteCount = [...used].reduce((sum, key) => sum + this.#sounds.get(key).length, 0);
    checkLimit(byteCount, this.#limits, "soundBytesMax", "audioTooLarge");
    return this.#audios.filter(({ key }) => used.has(key))
      .map(({ key, ...sound }) => ({ ...sound, bytes: this.#sounds.get(key) }));
  }

  #addShapes(shapes) {
    this.#shapeCount += shapes.length;
    checkLimit(this.#shapeCount, this.#limits, "shapesMax", "tooManyShapes");
    this.#shapeLists.push(shapes.map(({ d, ...shape }) => {
      const numbers = [shape.transform, shape.fill, shape.stroke, shape.box, shape.dash];
      for (const some of numbers) if (some) this.#numbers(some);
      for (const one of [shape.strokeWidth, shape.miterLimit, shape.dashOffset]) boundedNumber(one, this.#limits);
      return { ...shape, path: shape.kind === "path" ? this.#placeOf(d) : -1 };
    }));
    return this.#shapeLists.length - 1;
  }

  /** The index of a path, which is read once even if it repeats. */
  #placeOf(text) {
    const known = this.#placesOfPaths.get(text);
    if (known !== undefined) return known;
    const path = parsePath(text, this.#limits);
    this.#pathNumberCount += path.length + 1;
    checkLimit(this.#pathNumberCount, this.#limits, "allPathNumbersMax", "pathTooLong");
    this.#paths.push(path);
    this.#placesOfPaths.set(text, this.#paths.length - 1);
    return this.#paths.length - 1;
  }

  #numbers(values) {
    for (const value of values) boundedNumber(value, this.#limits);
    return values;
  }
}

const bytesPerPixel = 4;
/** The most memory that an engine uses for a shape and for a sprite's frame, in bytes. */
const bytesPerShape = 256;
const bytesPerSpriteFrame = 52;
const bytesPerPathNumber = 4;

/**
 * The memory of a movie with decoded pictures, in bytes. Pictures that no sprite shows are not decoded.
 *
 * @param {Movie} movie
 */
export function bytesOf({ images, sprites, paths, shapeLists, sounds }) {
  const shown = new Set(sprites.map(({ image }) => image));
  const sum = (list, bytes) => list.reduce((total, each) => total + bytes(each), 0);
  return sum(images.filter((_, place) => shown.has(place)), ({ width, height }) => width * height * bytesPerPixel)
    + sum(sprites, ({ frameCount }) => frameCount * bytesPerSpriteFrame) + sum(shapeLists, (list) => list.length * bytesPerShape)
    + sum(paths, (path) => path.length * bytesPerPathNumber) + sum(sounds, ({ bytes }) => bytes.length);
}

/** A picture's key without the suffix for its use: `wing.matte` and `wing.vector` show `wing`. */
function pictureKey(imageKey) {
  const dot = imageKey.lastIndexOf(".");
  return dot < 0 ? imageKey : imageKey.slice(0, dot);
}

/** Refuses mattes that form a cycle or are nested too deep. */
function checkMattes(sprites, limits) {
  const depths = new Map();
  const depthOf = (place, path) => {
    if (place < 0) return 0;
    if (depths.has(place)) return depths.get(place);
    check(!path.has(place), "matteCycle");
    const depth = 1 + depthOf(sprites[place].matte, new Set(path).add(place));
    checkLimit(depth, limits, "matteDepthMax", "mattesTooDeep");
    depths.set(place, depth);
    return depth;
  };
  // It starts at each matte, so every cycle is found. A depth over a thousand counts as a cycle too.
  sprites.forEach(({ matte }, place) => depthOf(matte, new Set([place])));
}
