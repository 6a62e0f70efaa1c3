// The studio's test of the uplink: what it carries, and the quality that fits. Texts: words/studio.

import { qualityFor } from "../media/publisher-policy.js";
import { testUplink } from "../media/uplink-test.js";
import { explain, formatTenths, say } from "../model/words.js";
import { Rejection } from "../wire/connection.js";
import { ErrorCode } from "../wire/errors.js";
import { addIcons, h, icon, setText } from "./dom.js";

addIcons({ uplink: ["M4 17a8 8 0 1 1 16 0", "M12 17l4-6", "M8 20.5h8"] });

/**
 * The controls of the test.
 *
 * @param {object} options
 * @param {{command: (op: string) => Promise<{url: string, bytesMax: number}>}} options.connection
 * @param {HTMLSelectElement} options.quality Where the quality is chosen.
 * @returns {{parts: HTMLElement[], stop: () => void}} `stop` ends a test that goes on.
 */
export function uplinkPanel({ connection, quality }) {
  const begin = h("button", { class: "button button--small", type: "button", "data-testid": "uplink-test" }, icon("uplink"), h("span", {}));
  const use = h("button", { class: "button button--small", type: "button", hidden: true, "data-testid": "uplink-use" });
  const result = h("p", { class: "form__hint", role: "status", "data-testid": "uplink-result" });
  let going = null;
  /** What the last test found: bits a second, or null. */
  let rate = null;

  const draw = () => {
    const fitting = rate === null || going ? null : qualityFor(rate);
    use.hidden = !fitting || fitting.name === quality.value;
    if (fitting) setText(use, say("uplink.use", { name: fitting.name }));
    setText(begin.lastChild, say(going ? "uplink.stop" : rate === null ? "uplink.test" : "uplink.again"));
  };
  const tell = () => {
    if (rate === 0) return say("uplink.nothing");
    const fitting = qualityFor(rate);
    const values = { rate: formatTenths(rate / 1_000_000), name: fitting?.name };
    return say(fitting ? "uplink.fits" : "uplink.tooSlow", values);
  };
  const explained = (failure) => {
    const seconds = failure.seconds ?? Math.ceil((failure.retryAfterMilliseconds ?? 0) / 1_000);
    if (failure.code === ErrorCode.uplinkTestsTooFrequent) return say("uplink.wait", { count: Math.max(seconds, 1) });
    return failure.code ? explain(new Rejection(failure.code)) : say("uplink.failed");
  };

  const test = async () => {
    const own = going = new AbortController();
    rate = null;
    setText(result, say("uplink.testing"));
    draw();
    let words;
    try {
      rate = await testUplink({ connection, signal: own.signal });
      words = tell();
    } catch (failure) {
      words = own.signal.aborted ? "" : explained(failure);
    }
    // Another test may have begun since this one was stopped.
    if (going !== own) return;
    going = null;
    setText(result, words);
    draw();
  };
  const stop = () => {
    going?.abort();
    if (going) setText(result, "");
    going = null;
    draw();
  };
  begin.addEventListener("click", () => (going ? stop() : test()));
  use.addEventListener("click", () => {
    const fitting = rate === null ? null : qualityFor(rate);
    if (!fitting) return;
    quality.value = fitting.name;
    quality.dispatchEvent(new Event("change"));
    // The button is gone, and the focus stays near it.
    begin.focus();
  });
  quality.addEventListener("change", draw);
  draw();
  return { parts: [h("div", { class: "uplink__actions" }, begin, use), result], stop };
}
