// What hosts see of their live after its end, beside what everybody sees: their share of coins, peak, curve, top senders, and a table to
// take along.
// Texts: words/studio.

import { recordOf } from "../media/live-record.js";
import { curve } from "../model/live-figures.js";
import { formatNumber, say, storageOf } from "../model/words.js";
import { avatar, coin, h, icon, named } from "./dom.js";

const svgNamespace = "http://www.w3.org/2000/svg";
const box = Object.freeze({ width: 480, height: 96 });
const topMax = 3;

/**
 * The host's part of the screen after a live.
 *
 * @param {import("../model/session.js").LiveController} live
 * @param {import("../model/session.js").Session} session
 */
export function hostSummary(live, session) {
  const { figures } = recordOf(live, session, storageOf("sessionStorage"));
  const { topSenders, liveID } = live.state;
  const share = h("p", { class: "summary__share", hidden: true, "data-testid": "summary-share" });
  showShare(share, live);
  return h(
    "section", { class: "summary", "aria-label": say("summary.label"), "data-testid": "host-summary" }, share,
    figures.points.length === 0 ? null : h(
      "figure", { class: "summary__curve" }, drawn(figures.points.map(({ viewers }) => viewers)),
      h("figcaption", {}, say("summary.peak", { count: formatNumber(figures.peak) }))),
    topSenders.length === 0 ? null : h(
      "div", { class: "summary__top" }, h("h2", {}, say("summary.top")),
      h("ol", {}, ...topSenders.slice(0, topMax).map(({ user, coins }) => h(
        "li", {}, avatar(user), named(user), h("span", { class: "summary__coins" }, coin(), formatNumber(coins)))))),
    figures.points.length === 0 ? null : download(figures.csv, `${liveID.replace(/[^\w-]+/g, "_")}.csv`));
}

/** What the gifts earned the host. Nobody else is told, so it is asked for; a live from before the server counted it shows nothing. */
async function showShare(place, live) {
  try {
    const { sessionID } = live.state;
    const { coins } = await live.ask("room.earnings", sessionID ? { sessionID } : {});
    if (coins === undefined) return;
    place.replaceChildren(coin(), say("summary.share", { count: coins }));
    place.hidden = false;
  } catch {
    // The totals that everybody sees are there.
  }
}

function drawn(values) {
  const svg = document.createElementNS(svgNamespace, "svg");
  svg.setAttribute("viewBox", `0 -2 ${box.width} ${box.height + 4}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", say("summary.curve"));
  const [area, line] = [document.createElementNS(svgNamespace, "path"), document.createElementNS(svgNamespace, "path")];
  const path = curve(values, box);
  area.setAttribute("class", "summary__area");
  area.setAttribute("d", `${path}L${box.width} ${box.height}L0 ${box.height}Z`);
  line.setAttribute("class", "summary__line");
  line.setAttribute("d", path);
  svg.append(area, line);
  return svg;
}

/** A link that saves a text as a file of the user's. */
function download(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  return h(
    "a", { class: "button button--small", href: address, download: name, "data-testid": "summary-csv" }, icon("down"), say("summary.csv"));
}
