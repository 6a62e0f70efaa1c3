// Reads SVGA files of both versions. Needs no page: only `DecompressionStream` and `TextDecoder`.

import { readBinaryMovie } from "./binary-movie.js";
import { inflate } from "./inflate.js";
import { parseJSON } from "./json.js";
import { check, checkLimit, defaultLimits } from "./limits.js";
import { readSpecMovie } from "./spec-movie.js";
import { Archive, isArchive } from "./zip.js";

const utf8 = new TextDecoder();

/**
 * Reads a file: a 2.x one (a zlib stream with a message), a 1.x one (a zip archive with `movie.spec`), or what is between them (an
 * archive with `movie.binary`). Which it is says how it begins, not the version that it names.
 *
 * @param {Uint8Array} bytes
 * @param {object} [limits] As `defaultLimits`.
 * @returns {Promise<import("./movie.js").Movie>}
 * @throws {SVGAError} Nothing else, whatever the bytes are.
 */
export async function readMovie(bytes, limits = defaultLimits) {
  checkLimit(bytes.length, limits, "fileBytesMax", "fileTooLarge");
  if (isArchive(bytes)) return readArchive(new Archive(bytes, limits), limits);
  check(isZlib(bytes), "notSVGA");
  return readBinaryMovie(await inflate(bytes, "deflate", limits.inflatedBytesMax), limits);
}

/** Whether bytes have the two that a zlib stream begins with (RFC 1950). */
function isZlib(bytes) {
  return bytes.length >= 2 && (bytes[0] & 15) === 8 && (bytes[0] * 256 + bytes[1]) % 31 === 0;
}

async function readArchive(archive, limits) {
  // Two keys may name one file. It is read once, so that an archive cannot be made to inflate it over and over.
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
