import { ErrorCode } from "../wire/errors.js";
import { formatDuration, formatNumber, formatTime } from "../model/words.js";
import { avatar, h, icon } from "./dom.js";

const statisticLabels = [
  ["totalDuration", "Duration", formatDuration],
  ["totalViewers", "Viewers", formatNumber],
  ["totalMessageSent", "Messages", formatNumber],
  ["totalLikesReceived", "Likes", formatNumber],
  ["totalGiftsSent", "Gifts", formatNumber],
  ["totalGiftCoins", "Coins in gifts", formatNumber],
  ["totalUniqueGiftSenders", "Gift senders", formatNumber],
];

function screen(testID, ...children) {
  return h("div", { class: "ending", role: "region", "aria-label": "This live", "data-testid": testID, tabindex: "-1" },
    h("div", { class: "ending__box" }, ...children));
}

const toList = (label = "Back to all lives") => h("a", { class: "button button--primary", href: "#/" }, label);

/** What is shown once a live is over. */
export function endedScreen(state) {
  const { info, ending, statistics } = state;
  const byHost = ending.reason === "endedByHost";
  const shown = ending.statistics ?? statistics;
  return screen(
    "live-ended",
    info ? avatar(info.liveOwner, "large") : null,
    h("h1", {}, "This live has ended"),
    info ? h("p", { class: "ending__text" }, info.liveName) : null,
    ending.message ? h("p", { class: "ending__text" }, ending.message) : null,
    byHost ? null : h("p", { class: "ending__text" }, "It was ended by the server."),
    shown
      ? h("dl", { class: "statistics" }, ...statisticLabels.map(([field, label, format]) => h(
        "div", { class: "statistics__item", "data-testid": `statistic-${field}` },
        h("dt", {}, label), h("dd", {}, format(shown[field])))))
      : null,
    toList());
}

/** What is shown to somebody who was removed. */
export function removedScreen(state, enterAgain) {
  const { how, reason, until } = state.removal;
  const isBanned = how === "banned";
  const again = h("button", { class: "button", type: "button" }, "Join again");
  again.addEventListener("click", enterAgain);
  const banned = until ? `You cannot come back before ${formatTime(until)}.` : "You cannot come back to this live.";
  return screen(
    "live-removed",
    h("div", { class: "ending__icon", "aria-hidden": "true" }, icon("shield")),
    h("h1", {}, isBanned ? "You were banned from this live" : "You were removed from this live"),
    reason ? h("p", { class: "ending__text" }, `Reason: ${reason}`) : null,
    h("p", { class: "ending__text" }, isBanned ? banned : "A moderator removed you. You may join again."),
    h("div", { class: "ending__actions" }, isBanned ? null : again, toList()));
}

const refusals = {
  [ErrorCode.roomNotFound]: ["There is no such live", "It has ended, or the address is wrong."],
  [ErrorCode.memberBanned]: ["You are banned from this live", null],
  [ErrorCode.roomFull]: ["This live is full", "Try again when somebody has left."],
};

/** What is shown to somebody whom the server did not let in. */
export function refusedScreen(state, enterAgain) {
  const { rejection } = state;
  const [title, text] = refusals[rejection.code] ?? ["You could not join this live", null];
  const again = h("button", { class: "button", type: "button" }, "Try again");
  again.addEventListener("click", enterAgain);
  return screen(
    "live-refused",
    h("div", { class: "ending__icon", "aria-hidden": "true" }, icon("live")),
    h("h1", {}, title), h("p", { class: "ending__text" }, text ?? rejection.message),
    h("div", { class: "ending__actions" }, rejection.code === ErrorCode.roomNotFound ? null : again, toList()));
}
