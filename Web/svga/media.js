// What a file's pictures and sounds are, without decoding them.

import { check } from "./limits.js";

const pngBegin = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const headBytes = 33;

/** Whether bytes start like a PNG picture. */
export function isPNG(bytes) {
  return pngBegin.every((byte, index) => bytes[index] === byte);
}

/**
 * Reads a PNG picture's size in pixels from its header.
 *
 * @returns {{width: number, height: number}}
 * @throws {SVGAError} `badImage`
 */
export function sizeOfPNG(bytes) {
  check(isPNG(bytes) && bytes.length >= headBytes, "badImage");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The header comes first and is 13 bytes long: IHDR.
  check(view.getUint32(8) === 13 && view.getUint32(12) === 0x49484452, "badImage");
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  check(width > 0 && height > 0, "badImage");
  return { width, height };
}

// Indexed by the version's two bits in a frame header: MPEG 2.5, none, MPEG 2, MPEG 1.
const sampleRates = [[11_025, 12_000, 8_000], null, [22_050, 24_000, 16_000], [44_100, 48_000, 32_000]];
const kilobits = {
  first: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  later: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

/** The length of an ID3 tag at the start, in bytes. */
function tagBytes(bytes) {
  if (bytes.length < 10 || bytes[0] !== 0x49 || bytes[1] !== 0x44 || bytes[2] !== 0x33) return 0;
  const size = bytes.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
  return 10 + size;
}

/** The MP3 frame at the given place, `{bytes, samples, rate, channels}`, or null. */
function frameAt(bytes, at) {
  if (at + 4 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1] & 0xe0) !== 0xe0) return null;
  const version = (bytes[at + 1] >> 3) & 3;
  const isThirdLayer = ((bytes[at + 1] >> 1) & 3) === 1;
  const rate = sampleRates[version]?.[(bytes[at + 2] >> 2) & 3];
  const isFirst = version === 3;
  const rateOfBits = (isFirst ? kilobits.first : kilobits.later)[bytes[at + 2] >> 4];
  if (!isThirdLayer || !rate || !rateOfBits) return null;
  const samples = isFirst ? 1_152 : 576;
  const padding = (bytes[at + 2] >> 1) & 1;
  return {
    bytes: Math.floor((samples / 8) * rateOfBits * 1_000 / rate) + padding, samples, rate,
    channels: bytes[at + 3] >> 6 === 3 ? 1 : 2,
  };
}

/**
 * The length of an MP3 from its frame headers, without decoding.
 *
 * @param {Uint8Array} bytes
 * @returns {?{seconds: number, rate: number, channels: number}} Null if it is no MP3. Its first two frames must follow each other, unless
 *   it has only one.
 */
export function lengthOfMP3(bytes) {
  let at = tagBytes(bytes);
  const first = frameAt(bytes, at);
  const isOnlyOne = first !== null && at + first.bytes >= bytes.length - 128;
  if (!first || !(isOnlyOne || frameAt(bytes, at + first.bytes))) return null;
  let seconds = 0;
  for (let frame = first; frame; frame = frameAt(bytes, at)) {
    seconds += frame.samples / frame.rate;
    at += frame.bytes;
  }
  return { seconds, rate: first.rate, channels: first.channels };
}
