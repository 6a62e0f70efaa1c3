// Reads untrusted JSON. Its depth and size are checked before it is parsed.

import { checkLimit, SVGAError } from "./limits.js";

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/**
 * Parses JSON.
 *
 * @param {Uint8Array} bytes Encoded as UTF-8.
 * @param {{jsonDepthMax: number, jsonValuesMax: number}} limits
 * @throws {SVGAError} `specTooDeep`, `specTooLarge`, or `badSpec` if it is not JSON.
 */
export function parseJSON(bytes, limits) {
  let depth = 0;
  let values = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isInString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) {
      isInString = true;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      values += 1;
      checkLimit(depth, limits, "jsonDepthMax", "specTooDeep");
      checkLimit(values, limits, "jsonValuesMax", "specTooLarge");
    } else if (byte === 0x5d || byte === 0x7d) {
      depth -= 1;
    } else if (byte === comma) {
      values += 1;
      checkLimit(values, limits, "jsonValuesMax", "specTooLarge");
    }
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new SVGAError("badSpec");
  }
}
