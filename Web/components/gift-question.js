// The question before a gift that costs much: its price in full words. Texts: words/talk.

import { plainName, say } from "../model/words.js";
import { giftIcon, h } from "./dom.js";

/**
 * Asks whether a gift is meant. The first answer counts.
 *
 * @param {HTMLElement} place Where it is asked.
 * @param {{name: string, coins: number}} gift
 * @param {number} count
 * @param {(isMeant: boolean) => void} answered
 */
export function askBefore(place, gift, count, answered) {
  const total = gift.coins * count;
  const text = count > 1
    ? say("gifts.confirmMany", { gift: plainName(gift.name), times: count, count: total })
    : say("gifts.confirm", { gift: plainName(gift.name), count: total });
  const yes = h(
    "button", { class: "button button--small button--primary", type: "button", "data-testid": "gift-confirm-send" }, say("gifts.send"));
  const no = h("button", { class: "button button--small button--quiet", type: "button" }, say("app.cancel"));
  const question = h("div", { class: "gifts__question" }, giftIcon(gift, "gift-icon gift-icon--small"), h("p", {}, text), yes, no);
  yes.addEventListener("click", () => answered(true));
  no.addEventListener("click", () => answered(false));
  question.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    // Escape closes the question alone, not the sheet around it.
    event.preventDefault();
    event.stopPropagation();
    answered(false);
  });
  place.setAttribute("aria-label", text);
  place.replaceChildren(question);
  place.hidden = false;
  yes.focus();
}
