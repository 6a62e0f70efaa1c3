// Measures what the user's uplink carries: pieces of noise go to the server, which counts them and throws them away.

import { ErrorCode } from "../wire/errors.js";
import { postPiece } from "./upload.js";

/** The sizes of the pieces in bytes. They grow: a slow uplink gives an answer in time, and a fast one is not measured by its delay. */
const pieceBytes = [65_536, 131_072, 262_144, 524_288, 1_114_112];
/** How long a test goes on sending new pieces, in milliseconds. */
export const testMilliseconds = 5_000;
/** How long a piece that is on its way is waited for after that. */
const lateMilliseconds = 3_000;
/** Where all places are taken, a piece is sent again after so many seconds at most. */
const busySecondsMax = 2;
/** The most random bytes that a browser makes at a time. */
const noiseBytes = 65_536;

/**
 * Tests the uplink for about five seconds, with at most two megabytes.
 *
 * @param {object} options
 * @param {{command: (op: string) => Promise<{url: string, bytesMax: number}>}} options.connection
 * @param {AbortSignal} options.signal Ends the test.
 * @param {(bitsPerSecond: number) => void} [options.progress] Told what is known after each piece.
 * @param {(url: string, piece: Blob, signal: AbortSignal) => Promise<void>} [options.post]
 * @param {() => number} [options.now] Milliseconds that only grow.
 * @param {(work: () => void, milliseconds: number) => unknown} [options.after] `setTimeout`.
 * @param {(milliseconds: number) => Promise<void>} [options.pause]
 * @returns {Promise<number>} Bits a second; 0 if nothing arrived in time.
 * @throws {import("./upload.js").UploadError} if the server refuses the test, or the error of the connection.
 */
export async function testUplink({
  connection, signal, progress = (_rate) => {}, post = postPiece, now = () => performance.now(), after = setTimeout,
  pause = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); }),
}) {
  const { url, bytesMax } = await connection.command("media.test");
  const late = new AbortController();
  const stop = () => late.abort();
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  const start = now();
  const timer = after(stop, testMilliseconds + lateMilliseconds);
  let rate = 0;
  let left = bytesMax;
  try {
    for (const most of pieceBytes) {
      const bytes = Math.min(most, left);
      if (bytes <= 0 || now() - start >= testMilliseconds) break;
      left -= bytes;
      const piece = noise(bytes);
      let began = now();
      for (let isSent = false; !isSent;) {
        try {
          await post(url, piece, late.signal);
          isSent = true;
        } catch (failure) {
          const wait = failure.seconds * 1_000;
          const isBusy = failure.code === ErrorCode.uplinkTestsTooFrequent && failure.seconds <= busySecondsMax;
          if (!isBusy || now() - start + wait >= testMilliseconds) throw failure;
          await pause(wait);
          began = now();
        }
      }
      // A piece is held up, never hurried, so the fastest says most.
      rate = Math.max(rate, bytes * 8_000 / Math.max(now() - began, 1));
      progress(rate);
    }
  } catch (failure) {
    // What was measured before the minute's bytes were used up, or the time was, is an answer.
    if (signal.aborted || (rate === 0 && !late.signal.aborted)) throw failure;
  } finally {
    clearTimeout(/** @type {number} */ (timer));
    signal.removeEventListener("abort", stop);
  }
  return rate;
}

/** Bytes that no proxy on the way makes fewer. */
function noise(count) {
  const parts = [];
  for (let place = 0; place < count; place += noiseBytes) {
    parts.push(crypto.getRandomValues(new Uint8Array(Math.min(noiseBytes, count - place))));
  }
  return new Blob(parts);
}
