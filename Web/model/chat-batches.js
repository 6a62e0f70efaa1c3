import { systemClock } from "../wire/clock.js";

/** How often what changes all the time is drawn at most, in milliseconds: five times a second. */
const batchMilliseconds = 200;

/**
 * Draws at most five times a second, however often it is asked to: at once after a pause, else together with what comes
 * until the next turn. What is urgent (one's own message) is drawn at once.
 *
 * @param {() => void} draw
 * @param {{clock?: object, interval?: number}} [options] The clock is for tests.
 * @returns {{ask: (isUrgent?: boolean) => void, stop: () => void}} `stop` forgets what waits; for when the view goes.
 */
export function inBatches(draw, { clock = systemClock, interval = batchMilliseconds } = {}) {
  let timer = null;
  let drawnAt = -Infinity;
  const stop = () => {
    if (timer !== null) clock.cancel(timer);
    timer = null;
  };
  const run = () => {
    stop();
    drawnAt = clock.now();
    draw();
  };
  const ask = (isUrgent = false) => {
    // A clock that was set back must not hold up the chat.
    const passed = Math.max(0, clock.now() - drawnAt);
    if (isUrgent || passed >= interval) run();
    else timer ??= clock.after(interval - passed, run);
  };
  return { ask, stop };
}
