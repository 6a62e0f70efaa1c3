// Who somebody is in a live: the head of the menu that opens at their name. Texts: words/talk.

import { Role } from "../model/live-state.js";
import { formatNumber, say } from "../model/words.js";
import { avatar, coin, h, named } from "./dom.js";

/** The senders of a live that are looked through for somebody's coins, as many as the server tells. */
const boardMax = 100;

/**
 * A user's picture, name, id, role, and what they have given in this live, once the server has said so.
 *
 * @param {{userID: string, userName: string, avatarURL: string}} user
 * @param {import("../model/session.js").LiveController} live
 */
export function cardOf(user, live) {
  const role = live.state.roleOf(user.userID);
  const badge = { [Role.owner]: ["chat.host", "host"], [Role.admin]: ["chat.admin", "admin"] }[role];
  const facts = h("span", { class: "user-card__coins", hidden: true, "data-testid": "card-coins" });
  tellCoins(user.userID, live, facts);
  return h(
    "span", { class: "user-card", "data-testid": "user-card" }, avatar(user, "large"),
    h("span", { class: "user-card__words" },
      h("span", { class: "user-card__name" }, named(user)),
      badge ? h("span", { class: `badge badge--${badge[1]}` }, say(badge[0])) : null,
      h("bdi", { class: "user-card__id" }, user.userID), facts));
}

async function tellCoins(userID, live, place) {
  try {
    const row = (await live.board("live", boardMax)).find(({ user }) => user.userID === userID);
    place.hidden = false;
    const level = row?.gifterLevel;
    place.replaceChildren(
      coin(), say("card.coins", { count: formatNumber(row?.coins ?? 0) }),
      level ? h("span", { class: "badge", title: say("board.levelLong", { level }) }, say("board.level", { level })) : "");
  } catch {
    // The card has the rest.
  }
}
