// Reads SVGA files of both versions. It needs no page, only `DecompressionStream` and `TextDecoder`.

import { readBinaryMovie } from "./binary-movie.js";
import { inflate } from "./inflate.js";
import { parseJSON } from "./json.js";
import { check, checkLimit, defaultLimits } from "./limits.js";
import { readSpecMovie } from "./spec-movie.js";
import { Archive, isArchive } from "./zip.js";

const utf8 = new TextDecoder();

/**
 * Reads a file: a 2.x file (a zlib stream with a message), a 1.x file (a zip archive with `movie.spec`), or one in between (an archive
 * with `movie.binary`). The first bytes decide which it is, not the version that it claims.
 *
 * @param {Uint8Array} bytes
 * @param {object} [limits] Like `defaultLimits`.
 * @returns {Promise<import("./movie.js").Movie>}
 * @throws {SVGAError} No other error, whatever the bytes are.
 */
export async function readMovie(bytes, limits = defaultLimits) {
  checkLimit(bytes.length, limits, "fileBytesMax", "fileTooLarge");
  if (isArchive(bytes)) return readArchive(new Archive(bytes, limits), limits);
  check(isZlib(bytes), "notSVGA");
  return readBinaryMovie(await inflate(bytes, "deflate", limits.inflatedBytesMax), limits);
}

/** Whether bytes start like a zlib stream (RFC 1950). */
function isZlib(bytes) {
  return bytes.length >= 2 && (bytes[0] & 15) === 8 && (bytes[0] * 256 + bytes[1]) % 31 === 0;
}

async function readArchive(archive, limits) {
  // Two keys may name one file. It is read once, so an archive cannot make it inflate again and again.
  const files = new Map();
  const find = async (name) => {
    const found = [`${name}.png`, name].find((each) => archive.has(each));
    if (!found) return null;
    if (!files.has(found)) files.set(found, await archive.read(found));
    return files.get(found);
  };
  if (archive.has("movie.binary")) {
    return readBinaryMovie(await archive.read("movie.binary"), limits, async (value) => (
      value.length <= limits.nameBytesMax ? find(utf8.decode(value)) : null));
  }
  return readSpecMovie(parseJSON(await archive.read("movie.spec"), limits), limits, find);
}
