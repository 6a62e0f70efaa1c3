// The menus of a chat: what a user may do about a message, and a moderator to a viewer. Texts: words/talk.

import { BlockedUsers } from "../model/blocked.js";
import { explain, isolated, nameOf, say, sayParts, storageOf } from "../model/words.js";
import { foreign, h, icon, named } from "./dom.js";
import { Role } from "../model/live-state.js";
import { showDialog, showMenu } from "./dialogs.js";
import { cardOf } from "./user-card.js";

const banSeconds = 600;

/**
 * Shows who a viewer is, and what the user may do about them. The menu stays about that viewer, whatever happens in the live meanwhile.
 *
 * @param {HTMLElement} button The pressed button.
 * @param {{userID: string, userName: string, avatarURL: string}} user The viewer.
 * @param {import("../model/session.js").LiveController} live
 * @param {Toasts} toasts Shows the outcome.
 * @param {{message?: ?string, items?: object[], closed?: () => void}} options The pressed message, what may be done before the acts of a
 *   moderator, and a callback for when the menu is gone.
 */
export function showViewerMenu(button, user, live, toasts, { message = null, items = [], closed = () => {} } = {}) {
  const acts = live.state.mayModerate(user.userID) ? viewerItems(user, live, toasts, message) : [];
  const copyID = { label: say("card.copyID"), testID: "card-copy", choose: () => copy(user.userID, toasts) };
  showMenu(button, cardOf(user, live), [...items, copyID, ...acts], closed);
}

/** What the user may do to a viewer. A kick and a ban ask once, with the viewer's name and message. */
function viewerItems(user, live, toasts, message) {
  const { state } = live;
  const { userID } = user;
  const name = isolated(nameOf(user));
  const attempt = (action, done) => action.then(
    () => toasts.show(say(done, { name }), "success"),
    (rejection) => toasts.show(explain(rejection), "error"));
  const ask = (what, done, perform) => showDialog({
    title: sayParts(`${what}.title`, { name: named(user) }),
    text: say(`${what}.text`),
    quote: message,
    action: say(`${what}.action`),
    actionTestID: `confirm-${what}`,
    isDangerous: true,
    perform: async () => {
      await perform();
      toasts.show(say(done, { name }), "success");
    },
  });
  const isMuted = state.mutedIDs.has(userID);
  const isAdmin = state.roleOf(userID) === Role.admin;
  const items = [
    {
      label: say(isMuted ? "menu.unmute" : "menu.mute"), testID: "menu-mute",
      choose: () => attempt(live.mute(userID, !isMuted), isMuted ? "menu.unmuted" : "menu.muted"),
    },
  ];
  if (state.isOwner) {
    items.push({
      label: say(isAdmin ? "menu.dismiss" : "menu.appoint"), testID: "menu-admin",
      choose: () => attempt(live.appoint(userID, !isAdmin), isAdmin ? "menu.dismissed" : "menu.appointed"),
    });
  }
  items.push(
    {
      label: say("menu.kick"), isDangerous: true, testID: "menu-kick",
      choose: () => ask("kick", "menu.kicked", () => live.kick(userID)),
    },
    {
      label: say("menu.ban"), isDangerous: true, testID: "menu-ban",
      choose: () => ask("ban", "menu.banned", () => live.ban(userID, banSeconds)),
    });
  return items;
}

/** What a key on a focused message does for a moderator, by the item of the menu that does the same. */
const moderatorKeys = new Map([["delete", "message-delete"], ["backspace", "message-delete"], ["m", "menu-mute"], ["b", "menu-ban"]]);

/** The number of letters that stand for a message in the head of its menu. */
const headMax = 60;

/** How long a finger presses a message to open its menu, in milliseconds, and how far it may move meanwhile, in CSS pixels. */
const longPress = 500;
const longPressDistance = 10;

/**
 * Opens the menus of a log's messages: by a right click, a long press, a button in the row under the pointer or with the focus, and the
 * keyboard, whose arrows move from message to message.
 */
export class MessageMenus {
  #host;
  #button = h(
    "button", {
      class: "icon-button chat__dots", type: "button", tabindex: "-1", "aria-label": say("message.menu"), "aria-haspopup": "menu",
      "data-testid": "message-menu",
    }, icon("more"));
  #press = null;
  #pressedAt = { clientX: 0, clientY: 0 };

  /** @param {object} host What the chat lends of itself; see `#hostOfMenus` there. */
  constructor(host, signal) {
    this.#host = host;
    const { log } = host;
    const on = (name, listener) => log.addEventListener(name, listener, { signal });
    on("contextmenu", (event) => this.#wished(event));
    on("keydown", (event) => this.#keyPressed(event));
    on("pointermove", (event) => this.#pointed(event));
    on("pointerdown", (event) => this.#pressed(event));
    on("focusin", ({ target }) => this.#offer(target.closest(".chat-message")));
    on("pointerleave", () => !host.isHeld() && !log.contains(document.activeElement) && this.#button.remove());
    for (const name of ["pointerup", "pointercancel"]) on(name, () => clearTimeout(this.#press));
    signal.addEventListener("abort", () => clearTimeout(this.#press));
    this.#button.addEventListener("click", ({ detail }) => {
      if (detail === 0 || host.isMeant()) this.#open(this.#button.closest(".chat-message"));
    });
  }

  /** Goes on with the event that loaded the menus. */
  met(type, row) {
    if (type === "contextmenu") this.#open(row);
    else this.#offer(row);
  }

  /** Shows who a user is, at the name of one of their entries in the log. The log is held already. */
  showViewer(button, entry) {
    const { live, toasts, release } = this.#host;
    const { user, kind } = entry;
    const items = aboutUser(user, kind === "message" ? entry : null, this.#host);
    showViewerMenu(button, user, live, toasts, { message: kind === "message" ? entry.text : null, items, closed: release });
  }

  /** The line that says whom the user answers, or null. */
  answerBar(message) { return message && answerBar(message, () => this.#host.answer(null)); }

  /** Puts the button of the menu into a message's row. */
  #offer(row) {
    if (row && !this.#host.isHeld() && this.#button.parentElement !== row) row.append(this.#button);
  }

  #pointed({ pointerType, target, clientX, clientY }) {
    if (pointerType !== "touch") return this.#offer(target.closest(".chat-message"));
    if (Math.hypot(clientX - this.#pressedAt.clientX, clientY - this.#pressedAt.clientY) > longPressDistance) clearTimeout(this.#press);
  }

  #pressed({ pointerType, target, clientX, clientY }) {
    clearTimeout(this.#press);
    if (pointerType !== "touch") return;
    this.#pressedAt = { clientX, clientY };
    const row = target.closest(".chat-message");
    if (row) this.#press = setTimeout(() => this.#open(row), longPress);
  }

  /** A right click, the key for menus, or a long press where the browser reports it so. */
  #wished(event) {
    const row = event.target.closest(".chat-message");
    // With the Shift key, and on a text that is selected, it is the browser's menu.
    if (!row || event.shiftKey || !getSelection().isCollapsed) return;
    event.preventDefault();
    clearTimeout(this.#press);
    this.#open(row);
  }

  #keyPressed(event) {
    const { log } = this.#host;
    const row = event.target.closest(".chat-message");
    if (event.key === "Enter" && event.target === row) {
      event.preventDefault();
      this.#open(row);
      return;
    }
    if (event.target !== row && event.target !== log) return;
    if (row && this.#moderated(event, row)) return;
    const rows = [...log.querySelectorAll(".chat-message")];
    const at = row ? rows.indexOf(row) : rows.length;
    const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[event.key];
    if (next === undefined || rows.length === 0) return;
    event.preventDefault();
    const chosen = rows[Math.min(Math.max(next, 0), rows.length - 1)];
    chosen.tabIndex = -1;
    chosen.focus();
  }

  /** One key of a moderator on a focused message: Delete takes it away, M mutes and B bans its sender. Returns whether it was one. */
  #moderated(event, row) {
    const { live, toasts, messageOf } = this.#host;
    const message = messageOf(row);
    const { key, ctrlKey, metaKey, altKey } = event;
    if (!message || ctrlKey || metaKey || altKey || !live.state.canModerate) return false;
    const wanted = moderatorKeys.get(key.toLowerCase());
    const item = wanted && itemsOf(message, this.#host).find(({ testID }) => testID === wanted);
    if (!wanted) return false;
    event.preventDefault();
    if (item) item.choose();
    else toasts.show(say("message.mayNot"), "error");
    return true;
  }

  /** Opens the menu of a row's message. The message is fixed now, whatever happens to its row. */
  #open(row) {
    const message = row && this.#host.messageOf(row);
    if (!message || this.#host.isHeld()) return;
    this.#offer(row);
    this.#host.hold();
    showMessageMenu(this.#button, message, this.#host);
  }
}

/**
 * What anybody may do about a user: answer their message, mention them, and see nothing of them any more.
 *
 * @param {{userID: string, userName: string}} user
 * @param {?{seq: ?number}} message The message at which they were met.
 * @param {object} host The chat, as its menus know it.
 * @returns {(import("./dialogs.js").Choice & {choose: () => void})[]}
 */
function aboutUser(user, message, host) {
  const { state } = host.live;
  const isOwn = user.userID === state.ownID;
  const items = [];
  if (message && !state.silencedBy && message.seq !== null) {
    items.push({ label: say("message.reply"), testID: "message-reply", choose: () => host.answer(message) });
  }
  if (isOwn) return items;
  if (!state.silencedBy) items.push({ label: say("message.mention"), testID: "message-mention", choose: () => host.mention(user) });
  items.push({
    label: say("message.hideUser"), testID: "message-hide-user",
    choose: () => {
      new BlockedUsers(storageOf("localStorage")).add({ userID: user.userID, name: nameOf(user) });
      hide(host, { userID: user.userID });
    },
  });
  return items;
}

function hide({ live, toasts }, what) {
  live.hide(what);
  toasts.show(say(what.userID === undefined ? "message.hidden" : "message.hiddenUser"), "success");
}

/**
 * What the user may do about a message. It stays about that message, whatever happens in the live meanwhile.
 *
 * @param {{user: {userID: string, userName: string}, text: string, seq: ?number}} message
 * @param {object} host The chat, as its menus know it.
 */
function itemsOf(message, host) {
  const { live, toasts } = host;
  const { user, text, seq } = message;
  const { state } = live;
  const isOwn = user.userID === state.ownID;
  const attempt = (action, done) => action.then(
    () => toasts.show(say(done), "success"), (rejection) => toasts.show(explain(rejection), "error"));
  const items = aboutUser(user, message, host);
  items.splice(isOwn ? items.length : items.length - 1, 0,
    { label: say("message.copy"), testID: "message-copy", choose: () => copy(text, toasts) });
  if (!isOwn) items.splice(items.length - 1, 0, { label: say("message.hide"), testID: "message-hide", choose: () => hide(host, { seq }) });
  if (state.canModerate && seq !== null) {
    const isPinned = state.pinned.some((pin) => pin.seq === seq);
    items.push({
      label: say(isPinned ? "message.unpin" : "message.pin"), testID: "message-pin",
      choose: () => attempt(live.pin(seq, !isPinned), isPinned ? "message.unpinned" : "message.pinned"),
    });
  }
  const mayModerate = state.mayModerate(user.userID);
  if ((isOwn || mayModerate) && seq !== null) {
    items.push({
      label: say("message.delete"), isDangerous: true, testID: "message-delete",
      choose: () => attempt(live.delete(seq), "message.deleted"),
    });
  }
  if (mayModerate) items.push(...viewerItems(user, live, toasts, text));
  return items;
}

/** Shows what the user may do about a message, under the button of its row. */
function showMessageMenu(button, message, host) {
  const { user, text } = message;
  const short = [...text].slice(0, headMax).join("");
  const title = h("span", {}, named(user), ": ", h("bdi", {}, short === text ? text : `${short}…`));
  showMenu(button, title, itemsOf(message, host), host.release);
}

async function copy(text, toasts) {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show(say("message.copied"), "success");
  } catch {
    toasts.show(say("message.notCopied"), "error");
  }
}

/** The line over the field to write in that says whom the user answers, with a button that ends it. */
function answerBar({ user, text }, end) {
  const button = h(
    "button", { class: "icon-button", type: "button", "aria-label": say("message.noAnswer"), "data-testid": "answer-end" },
    icon("close"));
  button.addEventListener("click", end);
  return h(
    "div", { class: "chat__answer", "data-testid": "answer" },
    h("p", {}, h("strong", {}, ...sayParts("message.answering", { name: named(user) })), " ", foreign(text)), button);
}
