// The screens after a live: its end, a removal, a refusal.

import { addressOf, explain, formatDuration, formatMoment, formatNumber, say, sayParts } from "../model/words.js";
import { ErrorCode } from "../wire/errors.js";
import { detailsOf, refusals } from "./dialogs.js";
import { avatar, foreign, h, icon } from "./dom.js";
import { loadView } from "./shell.js";

/** @type {[field: string, label: string, format: (value: number) => string][]} */
const statistics = [
  ["totalDuration", "ended.duration", formatDuration],
  ["totalViewers", "ended.viewers", formatNumber],
  ["totalMessageSent", "ended.messages", formatNumber],
  ["totalLikesReceived", "ended.likes", formatNumber],
  ["totalGiftsSent", "ended.gifts", formatNumber],
  ["totalGiftCoins", "ended.coins", formatNumber],
  ["totalUniqueGiftSenders", "ended.senders", formatNumber],
];

function screen(testID, ...children) {
  return h(
    "div", {
      class: "ending", role: "region", "aria-label": say("ending.region"), "data-testid": testID, tabindex: "-1",
    },
    h("div", { class: "ending__box" }, ...children));
}

const line = (...children) => h("p", { class: "ending__text" }, ...children);
const sign = (name) => h("div", { class: "ending__icon", "aria-hidden": "true" }, icon(name));
const toList = () => h(
  "a", { class: "button button--primary", href: addressOf({ view: "list" }), data: { toList: "" } },
  say("live.backToAll"));

/**
 * The screen after the end of a live. Its host sees more, once that is loaded.
 *
 * @param {import("../model/live-state.js").LiveState} state
 * @param {() => void} _again
 * @param {?object} room The view, for its host.
 */
export function endedScreen(state, _again, room = null) {
  const { info, ending } = state;
  const shown = ending.statistics ?? state.statistics;
  const more = h("div", { class: "ending__more", hidden: true });
  if (state.isOwner && room) addSummary(more, room);
  else if (room) addOthers(more, room);
  return screen(
    "live-ended",
    info ? avatar(info.liveOwner, "large") : null,
    h("h1", {}, say("ended.title")),
    info ? line(foreign(info.liveName)) : null,
    ending.message ? line(foreign(ending.message)) : null,
    ending.reason === "endedByHost" ? null : line(say("ended.byServer")),
    shown
      ? h("dl", { class: "statistics" }, ...statistics.map(([field, label, format]) => h(
        "div", { class: "statistics__item", "data-testid": `statistic-${field}` },
        h("dt", {}, say(label)), h("dd", {}, format(shown[field])))))
      : null,
    replayOf(state.liveID),
    more, toList());
}

/** What else is on, for viewers. A live in another page's frame leads nowhere else. */
async function addOthers(place, { live, session }) {
  if (location.pathname.startsWith("/embed/")) return;
  try {
    // The list has the looks and the words of a card, and it is where the reader goes next.
    await loadView("ov-live-list");
    const { otherLives } = await import("./other-lives.js");
    const others = await otherLives(session, live.state.liveID);
    if (!others) return;
    place.replaceChildren(others);
    place.hidden = false;
  } catch {
    // The way back to the list is there.
  }
}

async function addSummary(place, { live, session }) {
  try {
    await loadView("ov-host-summary");
    const { hostSummary } = await import("./host-summary.js");
    place.replaceChildren(hostSummary(live, session));
    place.hidden = false;
  } catch {
    // The figures that everybody sees are there.
  }
}

/** The recordings of the live, which are loaded when the screen is there. Without any, nothing of it is seen. */
function replayOf(liveID) {
  const place = document.createElement("ov-replay");
  place.className = "replay replay--empty";
  loadView("ov-replay").then(() => /** @type {import("./replay.js").Replay} */ (place).show(liveID), () => place.remove());
  return place;
}

/** The screen for a removed user: who acted, why and for how long. */
export function removedScreen(state, enterAgain) {
  const { how, reason, until, by } = state.removal;
  if (how === "banned") return bannedScreen("live-removed", { reason, until, by });
  const byWords = { host: "removed.byHost", moderator: "removed.byModerator" }[by] ?? "removed.byOther";
  return screen(
    "live-removed", sign("shield"), h("h1", {}, say("removed.title")), reasonLine(reason), line(say(byWords)),
    h("div", { class: "ending__actions" }, button("removed.again", enterAgain), toList()));
}

/** The screen for a banned user. It has no retry, which would be refused until the ban ends. */
function bannedScreen(testID, { reason, until, by }) {
  const byWords = { host: "banned.byHost", moderator: "banned.byModerator" }[by];
  return screen(
    testID, sign("shield"), h("h1", {}, say("banned.title")), byWords ? line(say(byWords)) : null, reasonLine(reason),
    line(until === null ? say("banned.always") : say("banned.until", { time: formatMoment(until) })),
    h("div", { class: "ending__actions" }, toList()));
}

function reasonLine(reason) {
  return reason ? line(...sayParts("chat.reason", { reason: foreign(reason) })) : null;
}

function button(label, action) {
  const made = h("button", { class: "button", type: "button" }, say(label));
  made.addEventListener("click", action);
  return made;
}

/** The screen for a user whom the server refused. */
export function refusedScreen(state, enterAgain) {
  const { rejection } = state;
  if (rejection.code === ErrorCode.memberBanned) return bannedScreen("live-refused", { ...rejection, by: null });
  const [title, text] = refusals[rejection.code] ?? ["refused.title", null];
  return screen(
    "live-refused", sign("live"), h("h1", {}, say(title)), line(text ? say(text) : explain(rejection)),
    text ? null : detailsOf(rejection),
    rejection.code === ErrorCode.roomNotFound ? replayOf(state.liveID) : null,
    h(
      "div", { class: "ending__actions" },
      rejection.code === ErrorCode.roomNotFound ? null : button("app.tryAgain", enterAgain), toList()));
}
