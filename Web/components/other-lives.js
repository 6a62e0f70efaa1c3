// Other lives that are on, for somebody who has seen the end of one. Texts: words/plaza and words/talk.

import { categoriesOf } from "../model/lives.js";
import { currentLanguage, say } from "../model/words.js";
import { h } from "./dom.js";
import { LiveCard } from "./live-card.js";

/** How many lives are offered. */
const offeredMax = 6;

/**
 * The most watched lives that are on, without the one that ended; null where there are none.
 *
 * @param {import("../model/session.js").Session} session
 * @param {string} liveID The live that ended.
 */
export async function otherLives(session, liveID) {
  const { rooms } = await session.connection.command("room.list", { count: offeredMax + 1 });
  const others = rooms.filter(({ info }) => info.liveID !== liveID).slice(0, offeredMax);
  if (others.length === 0) return null;
  const written = document.querySelector("meta[name=ovation-categories]")?.getAttribute("content") ?? "";
  const names = new Map(categoriesOf(written, currentLanguage()).map(({ number, name }) => [number, name]));
  const cards = others.map((room) => {
    const card = new LiveCard(room, names);
    card.update(room);
    return card.item;
  });
  return h(
    "section", { class: "ending__others", "aria-label": say("ended.others"), "data-testid": "other-lives" },
    h("h2", {}, say("ended.others")), h("ul", { class: "cards" }, ...cards));
}
