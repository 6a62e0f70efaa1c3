// The wait of slow mode on the button that sends: a ring that runs off, around the seconds. It is loaded with the first wait.

import { formatNumber } from "../model/words.js";
import { h, prefersReducedMotion, setText } from "./dom.js";
import { drawRing } from "./ring.js";
import { style } from "./shell.js";

/** The rings that run off, with when their wait ends. @type {WeakMap<Element, {until: number, run: Animation}>} */
const running = new WeakMap();

/**
 * Shows on a button how long its user waits, and nothing once they may send. Who wants less motion sees the number alone.
 *
 * @param {HTMLElement} button
 * @param {{state: import("../model/live-state.js").LiveState, pauseSeconds: number}} live
 * @param {number} now The server's time.
 */
export async function drawWait(button, live, now) {
  await style("send-ring");
  const { pauseSeconds: seconds } = live;
  const until = live.state.pausedUntil ?? 0;
  const former = running.get(button);
  button.classList.toggle("chat__send--waits", seconds > 0);
  if (seconds === 0) {
    former?.run.cancel();
    running.delete(button);
    button.querySelector(".chat__wait")?.remove();
    return;
  }
  if (!button.querySelector(".chat__wait")) {
    button.append(h("span", { class: "chat__wait", "aria-hidden": "true" }, drawRing("chat__ring", 48, 21), h("b", {})));
  }
  const wait = /** @type {HTMLElement} */ (button.querySelector(".chat__wait"));
  setText(wait.querySelector("b"), formatNumber(seconds));
  wait.classList.toggle("chat__wait--still", prefersReducedMotion());
  if (prefersReducedMotion() || former?.until === until) return;
  former?.run.cancel();
  // A wait that began before the page was loaded has run for a while.
  const left = live.state.pauseLeft(now);
  const whole = Math.max(left, (live.state.info?.slowModeSeconds ?? 0) * 1_000);
  const run = wait.querySelector("circle").animate(
    { strokeDashoffset: [1 - left / whole, 1] }, { duration: left, fill: "forwards" });
  running.set(button, { until, run });
}
