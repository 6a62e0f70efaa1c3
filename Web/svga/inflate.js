// Inflates within a limit, with the platform's own decompressor.

import { checkLimit, SVGAError } from "./limits.js";

/**
 * The bytes that the decompressor gets at a time. It may return a thousand times as many before it can be stopped, so a bomb exceeds the
 * limit by at most 4 MB.
 */
const sliceBytes = 4_096;

/**
 * Inflates bytes.
 *
 * @param {Uint8Array} bytes
 * @param {"deflate" | "gzip"} format The format, whose header and checksum the bytes have.
 * @param {number} bytesMax The most bytes that may come out.
 * @returns {Promise<Uint8Array>}
 * @throws {SVGAError} `inflatedTooLarge` as soon as more bytes come out, `badCompression` if the data is damaged or truncated.
 */
export async function inflate(bytes, format, bytesMax) {
  const reader = slices(bytes).pipeThrough(new DecompressionStream(format)).getReader();
  const chunks = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      checkLimit(length, { inflatedBytesMax: bytesMax }, "inflatedBytesMax", "inflatedTooLarge");
      chunks.push(value);
    }
  } catch (error) {
    // This also ends the source. The decompressor's error about that is of no use.
    reader.cancel().catch(() => {});
    throw error instanceof SVGAError ? error : new SVGAError("badCompression");
  }
  const result = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    result.set(chunk, at);
    at += chunk.length;
  }
  return result;
}

/** A stream of slices, each produced only after the previous one was taken. */
function slices(bytes) {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) {
        controller.close();
        return;
      }
      controller.enqueue(bytes.slice(at, at + sliceBytes));
      at += sliceBytes;
    },
  }, { highWaterMark: 0 });
}
