// The way to more coins: the app's shop, if the operator has named one, and what is said to somebody who is short of them. Texts:
// words/talk.

import { formatNumber, plainName, say, speakOf } from "../model/words.js";
import { h } from "./dom.js";

/**
 * The address of the shop for a user who is short of so many coins, or null without a shop.
 *
 * @param {string} userID
 * @param {number} coins
 * @param {string} [address] The address as the operator wrote it, which the server has checked.
 */
export function shopAddress(userID, coins, address = document.querySelector("meta[name=ovation-recharge]")?.getAttribute("content") ?? "") {
  if (!address.startsWith("https://")) return null;
  return address.replaceAll("{user}", encodeURIComponent(userID)).replaceAll("{coins}", String(coins));
}

/** A link to the shop beside the live, which goes on. */
function link(session, coins, text) {
  const href = shopAddress(session.user.userID, coins);
  return href && h(
    "a", { class: "button button--small", href, target: "_blank", rel: "noopener noreferrer", "data-testid": "recharge" }, text);
}

/**
 * Tells a user who cannot pay a gift what it costs, what they have, and where there is more.
 *
 * @param {HTMLElement} place Where it is said.
 * @param {import("../model/session.js").Session} session
 * @param {{name: string, giftID: string, coins: number}} gift
 * @param {number} count
 */
export async function sayTooDear(place, session, gift, count) {
  await speakOf("talk");
  const { balance } = session;
  const total = gift.coins * count;
  const name = plainName(gift.name);
  const values = {
    gift: count > 1 ? say("app.giftCount", { gift: name, count }) : name, total: formatNumber(total),
    balance: balance === null ? "" : formatNumber(balance),
  };
  const gap = Math.max(0, total - (balance ?? 0));
  const words = say(balance === null ? "gifts.tooDear" : "gifts.tooDearOf", values);
  place.replaceChildren(words, " ", link(session, gap, say("gifts.rechargeGap", { count: gap })) ?? say("gifts.askForCoins"));
}

/** The link beside the balance. The element is empty without a shop. */
class Recharge extends HTMLElement {
  connectedCallback() {
    this.replaceChildren(link(/** @type {any} */ (this).session, 0, say("gifts.recharge")) ?? "");
  }
}
customElements.define("ov-recharge", Recharge);
