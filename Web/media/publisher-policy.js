// How a browser's picture is recorded, and what is done where the line is too slow or breaks. Pure.

import { closeOutcome } from "../wire/connection.js";

/** What somebody may choose, from the smallest on. `bitRate` in bits a second, of the picture alone. */
export const qualities = Object.freeze([
  { name: "360p", width: 640, height: 360, bitRate: 800_000 },
  { name: "540p", width: 960, height: 540, bitRate: 1_200_000 },
  { name: "720p", width: 1_280, height: 720, bitRate: 2_500_000 },
  { name: "1080p", width: 1_920, height: 1_080, bitRate: 4_500_000 },
]);
export const defaultQuality = "720p";
export const framesPerSecond = 30;
/** A fragment comes with each key frame, so this is how much later than the camera a viewer is at best. */
export const keyFrameMilliseconds = 1_000;
export const soundBitRate = 128_000;
/** Of what the server takes at most, so much is for the picture: encoders go beyond what they are told for a moment. */
const shareOfMost = 0.75;
/** The height from which on the encoder asks for level 4.0. */
const tallPixels = 1_080;

/** The quality of a name; the default one where there is none of that name. */
export function qualityOf(name) {
  return qualities.find((quality) => quality.name === name) ?? qualities.find((quality) => quality.name === defaultQuality);
}

/** The quality below one; null where it is the lowest. */
export function lowerQuality(name) {
  const index = qualities.findIndex((quality) => quality.name === name);
  return index > 0 ? qualities[index - 1] : null;
}

/** How many bits a second the picture is recorded with, where the server takes `bitRateMax` at most. */
export function pictureBitRate(quality, bitRateMax = null) {
  return bitRateMax ? Math.min(quality.bitRate, Math.floor(bitRateMax * shareOfMost)) : quality.bitRate;
}

/**
 * As what a browser records: AAC where it can, because that plays everywhere, else Opus.
 *
 * @param {{height: number, hasVideo: boolean, hasAudio: boolean}} stream
 * @param {(mimeType: string) => boolean} isSupported `MediaRecorder.isTypeSupported`.
 * @returns {?string} null where the browser can record none of it.
 */
export function recordingType({ height, hasVideo, hasAudio }, isSupported) {
  // The encoder refuses 1080 lines of a lower level, though the browser says that it can.
  const pictures = hasVideo ? [height >= tallPixels ? "avc1.42E028" : "avc1.42E01F"] : [];
  const sounds = hasAudio ? ["mp4a.40.2", "opus"] : [null];
  for (const sound of sounds) {
    const codecs = [...pictures, sound].filter(Boolean).join(",");
    const type = `${hasVideo ? "video" : "audio"}/mp4;codecs="${codecs}"`;
    if (codecs !== "" && isSupported(type)) return type;
  }
  return null;
}

/** Beyond so many seconds of unsent picture a step of quality is given up. */
const lowerBehindSeconds = 2;
/** Beyond so many the host is told. */
const warnBehindSeconds = 5;
/** Beyond so many it is cut: who watches sees the present again. */
const cutBehindSeconds = 10;
/** How long a lower quality has to show what it is worth. */
const stepMilliseconds = 8_000;

/** Watches how much of a picture waits to be sent. */
export class UploadWatch {
  #steppedAt = null;

  /**
   * Looks at what is unsent.
   *
   * @returns {{behind: number, action: null | "lower" | "cut", isSlow: boolean}} Seconds that wait; what to do; whether to tell the host.
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

/** Close codes of a publisher after which it does not come back by itself, with the words for it. */
const ends = new Map([
  [3506, "studio.replaced"], [3507, "studio.stoppedByServer"], [3508, "studio.liveEnded"], [3509, "studio.refused"],
  [3510, "studio.tooFast"],
]);

/**
 * What the close of a publisher's connection means.
 *
 * @returns {{again: boolean, words: ?string}} Whether to come back with a new ticket; why not, a key of the page's words.
 */
export function publishingEnd(code) {
  if (ends.has(code)) return { again: false, words: ends.get(code) };
  if (closeOutcome(code).reconnect) return { again: true, words: null };
  return { again: false, words: "studio.ended" };
}
