/** The browser's clock and timers. Tests hand in their own. */
export const systemClock = Object.freeze({
  /** Unix milliseconds. */
  now: () => Date.now(),
  /** Calls `action` once after so many milliseconds; answers what `cancel` takes. */
  after: (milliseconds, action) => setTimeout(action, milliseconds),
  cancel: (timer) => clearTimeout(timer),
});
