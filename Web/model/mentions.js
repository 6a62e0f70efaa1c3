// Who is offered while a user types "@". Nothing here knows the document.

import { nameOf } from "./words.js";

/** The number of people that are offered. */
const offeredMax = 6;

/**
 * The name that is being typed after an "@", or null if the caret is in none.
 *
 * @param {string} text
 * @param {number} caret
 * @returns {?{from: number, typed: string}} Where the "@" stands, and what follows it.
 */
export function mentionAt(text, caret) {
  const found = /(?:^|\s)@([^\s@]*)$/u.exec(text.slice(0, caret));
  return found && { from: caret - found[1].length - 1, typed: found[1] };
}

/**
 * The people whose names begin so: those who wrote last, then the other viewers and the host.
 *
 * @param {import("./live-state.js").LiveState} state
 * @param {string} typed
 * @returns {{userID: string, userName: string}[]} At most six.
 */
export function offered(state, typed) {
  const start = typed.toLocaleLowerCase();
  const found = new Map();
  const take = (user) => {
    if (!user || found.size >= offeredMax || user.userID === state.ownID || found.has(user.userID)) return;
    if (nameOf(user).toLocaleLowerCase().startsWith(start)) found.set(user.userID, user);
  };
  for (const { kind, user } of [...state.chat.entries].reverse()) if (kind === "message") take(user);
  take(state.info?.liveOwner);
  for (const user of state.audience.values()) take(user);
  return [...found.values()];
}
