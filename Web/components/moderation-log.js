// What moderators did in a live, for its host and its moderators: who is muted or banned now, with a button that undoes it, and the whole
// log. Texts: words/studio.

import { explain, formatMoment, say } from "../model/words.js";
import { h, setText } from "./dom.js";

const pageSize = 50;
/** The actions that have a text of their own. Others are of seats, links and battles. */
const known = new Set([
  "kick", "ban", "unban", "mute", "unmute", "muteAll", "unmuteAll", "appoint", "dismiss", "slowMode", "words", "refuseText", "maskText",
  "flagText", "deleteMessage", "pinMessage", "unpinMessage", "endRoom",
]);
/** What ends what. */
const ends = { unban: "ban", unmute: "mute" };
const filters = ["all", "mute", "ban"];

/**
 * Marks the mutes and bans that are in force: the newest of a user that nothing ended and whose time is not over.
 *
 * The log of a live has all sessions of its id, and a mute or a ban holds for the one in which it was made.
 *
 * @param {{action: string, at: number, sessionID: string, userID?: string, until?: number}[]} entries Newest first.
 * @param {number} now The server's time, Unix milliseconds.
 * @param {?string} sessionID The session that goes on.
 * @returns {Set<object>} Those of the entries.
 */
export function inForce(entries, now, sessionID) {
  const seen = new Set();
  const kept = new Set();
  for (const entry of entries) {
    if (entry.sessionID !== sessionID) continue;
    const kind = ends[entry.action] ?? entry.action;
    if (!entry.userID || (kind !== "ban" && kind !== "mute") || seen.has(kind + entry.userID)) continue;
    seen.add(kind + entry.userID);
    if (kind === entry.action && (!entry.until || entry.until > now)) kept.add(entry);
  }
  return kept;
}

/**
 * Shows the log until it is closed.
 *
 * @param {any} live
 * @param {{now: number}} session
 */
export function showModerationLog(live, session) {
  const filter = h(
    "select", { class: "input", id: "mod-log-filter", "data-testid": "mod-log-filter" },
    ...filters.map((value) => h("option", { value }, say(`modLog.show.${value}`))));
  const list = h("ol", { class: "word-list", "aria-label": say("modLog.title"), "data-testid": "mod-log-list" });
  const none = h("p", { class: "form__hint", hidden: true }, say("modLog.none"));
  const error = h("p", { class: "form__error", role: "alert", hidden: true });
  const status = h("p", { class: "sr-only", role: "status" });
  const more = h(
    "button", { class: "button button--small", type: "button", hidden: true, "data-testid": "mod-log-more" }, say("list.more"));
  const close = h("button", { class: "button", type: "button", "data-testid": "mod-log-close" }, say("wordList.close"));
  const dialog = h(
    "dialog", { class: "dialog dialog--wide", "aria-labelledby": "mod-log-title", "data-testid": "mod-log" },
    h("div", { class: "form" },
      h("h2", { class: "dialog__title", id: "mod-log-title" }, say("modLog.title")),
      h("div", { class: "form__row" }, h("label", { for: filter.id }, say("modLog.show")), filter),
      error, none, list, status, h("div", { class: "form__actions" }, more, close)));
  let entries = [];
  let cursor = "";
  let loads = 0;
  let isLoading = false;
  const undoing = new Set();

  const row = (entry, isInForce) => {
    const label = say(`modLog.${known.has(entry.action) ? entry.action : "other"}`);
    const undo = isInForce ? h("button", {
      class: "button button--small", type: "button", "data-testid": `mod-log-undo-${entry.userID}`,
    }, say(entry.action === "ban" ? "modLog.letBack" : "modLog.letWrite")) : null;
    undo?.addEventListener("click", () => undoIt(entry));
    return h(
      "li", { class: "word-list__row word-list__row--log" }, h("span", { class: "badge" }, label),
      h(
        "span", { class: "word-list__text" }, entry.userID ? h("bdi", {}, entry.userID) : null,
        h("span", { class: "form__hint" }, " ", formatMoment(entry.at), entry.by ? h("bdi", {}, ` · ${entry.by}`) : null,
          entry.reason ? h("bdi", {}, ` · ${entry.reason}`) : null)),
      undo);
  };
  const draw = () => {
    const current = inForce(entries, session.now, live.state.sessionID);
    const shown = entries.filter((entry) => filter.value === "all" || (entry.action === filter.value && current.has(entry)));
    none.hidden = shown.length > 0 || cursor !== "";
    list.replaceChildren(...shown.map((entry) => row(entry, current.has(entry))));
    more.hidden = cursor === "";
  };
  const tell = (failure) => {
    error.hidden = failure === null;
    setText(error, failure ? explain(failure) : "");
  };
  const load = async (from) => {
    loads += 1;
    const own = loads;
    isLoading = true;
    try {
      const page = await live.ask("audience.log", { cursor: from, count: pageSize });
      // The log was loaded anew meanwhile.
      if (own !== loads) return;
      entries = from === "" ? page.entries : [...entries, ...page.entries];
      cursor = page.cursor;
      tell(null);
      draw();
    } catch (failure) {
      if (own === loads) tell(failure);
    } finally {
      if (own === loads) isLoading = false;
    }
  };
  const undoIt = async ({ action, userID }) => {
    const what = action + userID;
    if (undoing.has(what)) return;
    undoing.add(what);
    try {
      if (action === "ban") await live.ask("audience.ban", { userID, banned: false });
      else await live.mute(userID, false);
      setText(status, say(action === "ban" ? "modLog.unban" : "modLog.unmute"));
    } catch (failure) {
      undoing.delete(what);
      tell(failure);
      return;
    }
    await load("");
    undoing.delete(what);
    // The button is gone, and the focus stays in the dialog.
    filter.focus();
  };
  filter.addEventListener("change", draw);
  more.addEventListener("click", () => isLoading || load(cursor));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return load("");
}
