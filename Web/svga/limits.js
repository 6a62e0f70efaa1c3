// What a file may hold at most, and the error that says what is wrong with one.

/**
 * Limits of a file. Each is looked at before anything of the size in question is allocated. An app that reads files of its own may
 * give others: `readMovie(bytes, { ...defaultLimits, framesMax: 10_000 })`.
 */
export const defaultLimits = Object.freeze({
  /** Bytes of the file as it travels. */
  fileBytesMax: 10 * 1_024 * 1_024,
  /** Bytes of all that the file is inflated to. */
  inflatedBytesMax: 32 * 1_024 * 1_024,
  /** Files in a zip archive. */
  archiveFilesMax: 1_000,
  /** How deep the JSON of a 1.x file may be nested, and how many values it may have. */
  jsonDepthMax: 32,
  jsonValuesMax: 2_000_000,
  /** The longer side of the view box, in points. */
  viewBoxSideMax: 8_192,
  framesPerSecondMax: 60,
  /** Frames of the movie, and sprites. */
  framesMax: 3_600,
  spritesMax: 1_000,
  /** Frames of all sprites that hold something, and something else than the frame before. The others cost memory alone. */
  spriteFramesMax: 100_000,
  /** Pictures: how many, the longer side of one, and the pixels of all together (each takes four bytes). */
  imagesMax: 500,
  imageSideMax: 4_096,
  imagePixelsMax: 16 * 1_024 * 1_024,
  /** Shapes of all frames, numbers in one path, and numbers in all paths together. */
  shapesMax: 50_000,
  pathNumbersMax: 100_000,
  allPathNumbersMax: 2_000_000,
  /** Bytes of all of it in memory, the pixels of its pictures included. */
  decodedBytesMax: 64 * 1_024 * 1_024,
  /** Sounds: how many, and the bytes of all together. */
  soundsMax: 32,
  soundBytesMax: 4 * 1_024 * 1_024,
  /** How many mattes may cover each other's mattes. */
  matteDepthMax: 4,
  /** Bytes of a key or of a file's name. */
  nameBytesMax: 1_024,
  /** Numbers beyond this, in either direction, mean nothing on a screen. */
  numberMax: 10_000_000,
});

/** What each code means, in a sentence. The codes are a promise: they stay what they are. */
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

/** Every code that an `SVGAError` may have. */
export const errorCodes = Object.freeze(Object.keys(messages));

const codesOfLimits = new Set([
  "audioTooLarge", "decodedTooLarge", "fileTooLarge", "imageTooLarge", "imagesTooLarge", "inflatedTooLarge", "mattesTooDeep",
  "pathTooLong", "specTooDeep", "specTooLarge", "tooManyFrames", "tooManyShapes", "tooManySprites",
]);

/**
 * Which limit a file passes, and by how much.
 *
 * @typedef {{limit: string, limitValue: number, fileValue: number}} Excess `fileValue`: where reading ended early, what was read.
 */

/** Why an effect is not shown. `code` is one of `errorCodes` and stable; the message is for logs. */
export class SVGAError extends Error {
  /**
   * @param {string} code
   * @param {?Excess} [excess] Null where the file is damaged.
   */
  constructor(code, excess = null) {
    const sentence = messages[code] ?? code;
    super(excess ? `${sentence} ${excess.limit} is ${excess.limitValue}, the file has ${excess.fileValue} or more.` : sentence);
    this.name = "SVGAError";
    this.code = code;
    this.excess = excess;
  }

  /** Whether the file passes a limit, and is not damaged. */
  get isTooLarge() { return codesOfLimits.has(this.code); }
}

/** Throws an `SVGAError` unless something holds. */
export function check(holds, code) {
  if (!holds) throw new SVGAError(code);
}

/** Throws an `SVGAError` where a file has more than a limit. `limits` is as `defaultLimits`, `limit` a name of it. */
export function checkLimit(fileValue, limits, limit, code) {
  if (!(fileValue <= limits[limit])) throw new SVGAError(code, { limit, limitValue: limits[limit], fileValue });
}
