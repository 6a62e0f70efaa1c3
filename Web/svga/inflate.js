// Inflates with the platform's own decompressor, within a limit.

import { checkLimit, SVGAError } from "./limits.js";

/**
 * Bytes that the decompressor is given at a time. It may hand out a thousand times as many before it can be stopped, so this
 * bounds by how much a bomb gets past the limit: 4 MB.
 */
const sliceBytes = 4_096;

/**
 * Inflates bytes.
 *
 * @param {Uint8Array} bytes
 * @param {"deflate" | "gzip"} format With the head and the checksum of zlib or of gzip.
 * @param {number} bytesMax How many bytes may come out.
 * @returns {Promise<Uint8Array>}
 * @throws {SVGAError} `inflatedTooLarge` as soon as more come out, `badCompression` where the bytes are damaged or cut off.
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
    // Ends the source too. What the decompressor says about that is of no use.
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

/** A stream of slices, each handed out only when the one before it was taken. */
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
