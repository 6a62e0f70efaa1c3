// The limits of a file, and the error for a file that is refused.

/**
 * The limits of a file. Each is checked before memory of that size is allocated. An app that reads its own files may pass others:
 * `readMovie(bytes, { ...defaultLimits, framesMax: 10_000 })`.
 */
export const defaultLimits = Object.freeze({
  /** The bytes of the compressed file. */
  fileBytesMax: 10 * 1_024 * 1_024,
  /** The bytes of everything that the file inflates to. */
  inflatedBytesMax: 32 * 1_024 * 1_024,
  /** The files in a zip archive. */
  archiveFilesMax: 1_000,
  /** The nesting depth and the number of values in the JSON of a 1.x file. */
  jsonDepthMax: 32,
  jsonValuesMax: 2_000_000,
  /** The longer side of the view box, in points. */
  viewBoxSideMax: 8_192,
  framesPerSecondMax: 60,
  /** The frames of the movie, and its sprites. */
  framesMax: 3_600,
  spritesMax: 1_000,
  /** The frames of all sprites that are not empty and differ from the frame before. The others only cost memory. */
  spriteFramesMax: 100_000,
  /** The number of pictures, the longer side of one, and the pixels of all together (four bytes each). */
  imagesMax: 500,
  imageSideMax: 4_096,
  imagePixelsMax: 16 * 1_024 * 1_024,
  /** The shapes of all frames, the numbers in one path, and the numbers in all paths together. */
  shapesMax: 50_000,
  pathNumbersMax: 100_000,
  allPathNumbersMax: 2_000_000,
  /** The bytes of the movie in memory, including its pictures' pixels. */
  decodedBytesMax: 64 * 1_024 * 1_024,
  /** The number of sounds, and the bytes of all together. */
  soundsMax: 32,
  soundBytesMax: 4 * 1_024 * 1_024,
  /** The depth of mattes that have mattes themselves. */
  matteDepthMax: 4,
  /** The bytes of a key or of a file's name. */
  nameBytesMax: 1_024,
  /** The largest absolute number. Larger ones mean nothing on a screen. */
  numberMax: 10_000_000,
});

/** The message of each code. The codes are a promise to apps and never change. */
const messages = Object.freeze({
  audioTooLarge: "The sounds of the effect take more bytes, or are more, than they may.",
  badCompression: "The compressed part of the effect is damaged.",
  badImage: "A picture of the effect is damaged.",
  badMessage: "The movie in the effect is damaged.",
  badNumber: "A number of the effect is none, or is out of all bounds.",
  badParameters: "The effect has no usable size, frame rate or number of frames.",
  badSpec: "The description of the effect is damaged.",
  badZip: "The archive of the effect is damaged, or of a kind that is not read.",
  decodedTooLarge: "The effect takes more memory than it may.",
  decodeTimedOut: "The effect takes too long to decode.",
  drawTooSlow: "The effect takes too long to draw.",
  fileTooLarge: "The file of the effect is larger than it may be.",
  imageTooLarge: "A picture of the effect is larger than it may be.",
  imagesTooLarge: "The pictures of the effect take more memory, or are more, than they may.",
  inflatedTooLarge: "The effect inflates to more bytes than it may.",
  loadFailed: "The effect cannot be loaded.",
  loadTimedOut: "The effect takes too long to load.",
  matteCycle: "Mattes of the effect cover each other in a circle.",
  mattesTooDeep: "Mattes of the effect cover each other's mattes too often.",
  movieMissing: "The archive has no movie.",
  notSVGA: "The file is no SVGA file.",
  pathTooLong: "A path of the effect is longer than it may be, or all are together.",
  specTooDeep: "The description of the effect is nested more deeply than it may be.",
  specTooLarge: "The description of the effect has more values than it may.",
  tooManyFrames: "The effect has more frames than it may.",
  tooManyShapes: "The effect has more shapes than it may.",
  tooManySprites: "The effect has more sprites than it may.",
  workerFailed: "The effect cannot be decoded in this browser.",
});

/** Every code of an `SVGAError`. */
export const errorCodes = Object.freeze(Object.keys(messages));

const codesOfLimits = new Set([
  "audioTooLarge", "decodedTooLarge", "fileTooLarge", "imageTooLarge", "imagesTooLarge", "inflatedTooLarge", "mattesTooDeep",
  "pathTooLong", "specTooDeep", "specTooLarge", "tooManyFrames", "tooManyShapes", "tooManySprites",
]);

/**
 * The limit that a file exceeds, and by how much.
 *
 * @typedef {{limit: string, limitValue: number, fileValue: number}} Excess `fileValue` is what was read if reading stopped early.
 */

/** Why an effect is not shown. `code` is one of `errorCodes` and stable; the message is for logs. */
export class SVGAError extends Error {
  /**
   * @param {string} code
   * @param {?Excess} [excess] Null if the file is damaged.
   */
  constructor(code, excess = null) {
    const sentence = messages[code] ?? code;
    super(excess ? `${sentence} ${excess.limit} is ${excess.limitValue}, the file has ${excess.fileValue} or more.` : sentence);
    this.name = "SVGAError";
    this.code = code;
    this.excess = excess;
  }

  /** Whether the file exceeds a limit and is not damaged. */
  get isTooLarge() { return codesOfLimits.has(this.code); }
}

/** Throws an `SVGAError` unless the condition holds. */
export function check(holds, code) {
  if (!holds) throw new SVGAError(code);
}

/** Throws an `SVGAError` if a file exceeds a limit. `limits` is like `defaultLimits`, and `limit` one of its names. */
export function checkLimit(fileValue, limits, limit, code) {
  if (!(fileValue <= limits[limit])) throw new SVGAError(code, { limit, limitValue: limits[limit], fileValue });
}
