// The wait of slow mode on the button that sends: a ring that runs off, around the seconds. It is loaded with the first wait.

import { formatNumber } from "../model/words.js";
import { h, prefersReducedMotion, setText } from "./dom.js";
import { style } from "./shell.js";

const radius = 21;
const around = 2 * Math.PI * radius;

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
  if (!button.querySelector(".chat__wait")) button.append(h("span", { class: "chat__wait", "aria-hidden": "true" }, ring(), h("b", {})));
  const wait = /** @type {HTMLElement} */ (button.querySelector(".chat__wait"));
  setText(wait.querySelector("b"), formatNumber(seconds));
  wait.classList.toggle("chat__wait--still", prefersReducedMotion());
  if (prefersReducedMotion() || former?.until === until) return;
  former?.run.cancel();
  // A wait that began before the page was loaded has run for a while.
  const left = live.state.pauseLeft(now);
  const whole = Math.max(left, (live.state.info?.slowModeSeconds ?? 0) * 1_000);
  const run = wait.querySelector("circle").animate(
    { strokeDashoffset: [around * (1 - left / whole), around] }, { duration: left, fill: "forwards" });
  running.set(button, { until, run });
}

function ring() {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", "0 0 48 48");
  svg.classList.add("chat__ring");
  const circle = document.createElementNS(namespace, "circle");
  for (const [name, value] of Object.entries({ cx: 24, cy: 24, r: radius, "stroke-dasharray": around })) {
    circle.setAttribute(name, String(value));
  }
  svg.append(circle);
  return svg;
}
