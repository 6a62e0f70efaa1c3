// The seconds before a live begins, in which its host can still stop it. Texts: words/studio.

import { say } from "../model/words.js";
import { h, setText } from "./dom.js";

/** The seconds that are counted. */
const countedSeconds = 3;

/**
 * Counts down before a live, and can be cut short or stopped.
 *
 * @returns {Promise<boolean>} Whether the live is to begin.
 */
export function countDown() {
  const number = h("p", { class: "countdown__number", role: "timer", "aria-live": "assertive", "data-testid": "countdown" });
  const now = h("button", { class: "button button--primary", type: "button", "data-testid": "countdown-now" }, say("countdown.now"));
  const stop = h("button", { class: "button button--quiet", type: "button", "data-testid": "countdown-stop" }, say("app.cancel"));
  const title = h("h2", { class: "countdown__title", id: "countdown-title" }, say("countdown.title"));
  const dialog = h(
    "dialog", { class: "countdown", "aria-labelledby": "countdown-title" }, title, number, h("div", { class: "form__actions" }, stop, now));
  document.body.append(dialog);
  return new Promise((resolve) => {
    let left = countedSeconds;
    let isBegun = false;
    const begin = () => {
      isBegun = true;
      dialog.close();
    };
    const tick = () => {
      setText(number, String(left));
      number.classList.remove("is-new");
      // The next number grows anew.
      void number.offsetWidth;
      number.classList.add("is-new");
    };
    const timer = setInterval(() => {
      left -= 1;
      if (left > 0) tick();
      else begin();
    }, 1_000);
    dialog.addEventListener("close", () => {
      clearInterval(timer);
      dialog.remove();
      resolve(isBegun);
    });
    now.addEventListener("click", begin);
    stop.addEventListener("click", () => dialog.close());
    dialog.showModal();
    now.focus();
    tick();
  });
}
