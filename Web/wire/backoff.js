/** The shortest wait before a reconnect, in milliseconds. */
export const backoffMinMilliseconds = 1_000;
/** The longest wait before a reconnect, in milliseconds. */
export const backoffMaxMilliseconds = 16_000;

/**
 * How long to wait before the next attempt, in milliseconds.
 *
 * Somewhere between 1 s and a bound that doubles with each failure up to 16 s: spread, so that the viewers of a
 * server that restarts do not all come back in the same instant.
 *
 * @param {number} failures How many attempts have failed in a row, from 0.
 * @param {() => number} random A number from 0 up to 1.
 */
export function backoffMilliseconds(failures, random = Math.random) {
  const bound = Math.min(backoffMaxMilliseconds, backoffMinMilliseconds * 2 ** (Math.min(failures, 10) + 1));
  return Math.round(backoffMinMilliseconds + random() * (bound - backoffMinMilliseconds));
}
