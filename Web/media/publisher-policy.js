// How a browser's picture is recorded, and what happens if the connection is too slow or breaks. Pure.

import { closeOutcome } from "../wire/connection.js";

/** The qualities that the user can choose, lowest first. `bitRate` is that of the picture alone, in bits a second. */
export const qualities = Object.freeze([
  { name: "360p", width: 640, height: 360, bitRate: 800_000 },
  { name: "540p", width: 960, height: 540, bitRate: 1_200_000 },
  { name: "720p", width: 1_280, height: 720, bitRate: 2_500_000 },
  { name: "1080p", width: 1_920, height: 1_080, bitRate: 4_500_000 },
]);
export const defaultQuality = "720p";
export const framesPerSecond = 30;
/** The interval of key frames. A fragment comes with each, so this is a viewer's least delay behind the camera. */
export const keyFrameMilliseconds = 1_000;
export const soundBitRate = 128_000;
/** The picture's share of the server's limit, because encoders exceed their target for moments. */
const shareOfMost = 0.75;
/** The height from which the encoder asks for level 4.0. */
const tallPixels = 1_080;

/** The quality of the given name, or the default one. */
export function qualityOf(name) {
  return qualities.find((quality) => quality.name === name) ?? qualities.find((quality) => quality.name === defaultQuality);
}

/** The next lower quality, or null for the lowest. */
export function lowerQuality(name) {
  const index = qualities.findIndex((quality) => quality.name === name);
  return index > 0 ? qualities[index - 1] : null;
}

/** How many times as much as a picture and its sound take an uplink has to carry, because it is never the same for long. */
const spareFactor = 1.5;

/**
 * The best quality for an uplink, or null if it carries not even the lowest.
 *
 * @param {number} bitsPerSecond What the uplink carries.
 * @param {?number} bitRateMax What the server allows.
 */
export function qualityFor(bitsPerSecond, bitRateMax = null) {
  const need = (quality) => (pictureBitRate(quality, bitRateMax) + soundBitRate) * spareFactor;
  return qualities.filter((quality) => need(quality) <= bitsPerSecond).at(-1) ?? null;
}

/** The bits a second for recording the picture, if the server allows at most `bitRateMax`. */
export function pictureBitRate(quality, bitRateMax = null) {
  return bitRateMax ? Math.min(quality.bitRate, Math.floor(bitRateMax * shareOfMost)) : quality.bitRate;
}

/**
 * The MIME type for recording: with AAC if possible, because it plays everywhere, or else with Opus.
 *
 * @param {{height: number, hasVideo: boolean, hasAudio: boolean}} stream
 * @param {(mimeType: string) => boolean} isSupported `MediaRecorder.isTypeSupported`.
 * @returns {?string} null if the browser can record none of them.
 */
export function recordingType({ height, hasVideo, hasAudio }, isSupported) {
  // The encoder refuses 1080 lines at a lower level, although the browser says that it can.
  const pictures = hasVideo ? [height >= tallPixels ? "avc1.42E028" : "avc1.42E01F"] : [];
  const sounds = hasAudio ? ["mp4a.40.2", "opus"] : [null];
  for (const sound of sounds) {
    const codecs = [...pictures, sound].filter(Boolean).join(",");
    const type = `${hasVideo ? "video" : "audio"}/mp4;codecs="${codecs}"`;
    if (codecs !== "" && isSupported(type)) return type;
  }
  return null;
}

/** The seconds of unsent picture from which the quality is lowered. */
const lowerBehindSeconds = 2;
/** The seconds from which the host is warned. */
const warnBehindSeconds = 5;
/** The seconds from which the unsent picture is dropped, so that viewers see the present again. */
const cutBehindSeconds = 10;
/** The time that a lower quality gets to take effect, in milliseconds. */
const stepMilliseconds = 8_000;

/** Watches how much of a picture waits to be sent. */
export class UploadWatch {
  #steppedAt = null;

  /**
   * Checks the unsent data.
   *
   * @returns {{behind: number, action: null | "lower" | "cut", isSlow: boolean}} The waiting seconds, the action, and whether to warn the
   *   host.
   */
  look({ now, unsentBytes, bitRate }) {
    const behind = unsentBytes * 8 / Math.max(1, bitRate);
    const isSlow = behind > warnBehindSeconds;
    if (behind > cutBehindSeconds) return { behind, action: "cut", isSlow };
    const mayStep = this.#steppedAt === null || now - this.#steppedAt >= stepMilliseconds;
    if (behind <= lowerBehindSeconds || !mayStep) return { behind, action: null, isSlow };
    this.#steppedAt = now;
    return { behind, action: "lower", isSlow };
  }
}

/** Close codes after which a publisher does not reconnect by itself, with the key of their text. */
const ends = new Map([
  [3506, "studio.replaced"], [3507, "studio.stoppedByServer"], [3508, "studio.liveEnded"], [3509, "studio.refused"],
  [3510, "studio.tooFast"],
]);

/**
 * The meaning of a closed publisher's connection.
 *
 * @returns {{again: boolean, words: ?string}} Whether to reconnect with a new ticket, or else the key of the reason's text.
 */
export function publishingEnd(code) {
  if (ends.has(code)) return { again: false, words: ends.get(code) };
  if (closeOutcome(code).reconnect) return { again: true, words: null };
  return { again: false, words: "studio.ended" };
}
