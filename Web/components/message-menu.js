// The menus of a chat: what a user may do about a message, and a moderator to a viewer. Texts: words/talk.

import { explain, isolated, nameOf, say, sayParts } from "../model/words.js";
import { foreign, h, icon, named } from "./dom.js";
import { Role } from "../model/live-state.js";
import { showDialog, showMenu } from "./dialogs.js";

const banSeconds = 600;

/**
 * Shows what the user may do to a viewer: mute, remove, ban, appoint. The menu stays about that viewer, whatever happens in the live
 * meanwhile.
 *
 * @param {HTMLElement} button The pressed button.
 * @param {{userID: string, userName: string}} user The viewer.
 * @param {import("../model/session.js").LiveController} live
 * @param {Toasts} toasts Shows the outcome.
 * @param {{message?: ?string, closed?: () => void}} options The pressed message, and a callback for when the menu is gone.
 */
export function showViewerMenu(button, user, live, toasts, { message = null, closed = () => {} } = {}) {
  showMenu(button, named(user), viewerItems(user, live, toasts, message), closed);
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

/** The number of letters that stand for a message in the head of its menu. */
const headMax = 60;

/**
 * Shows what the user may do about a message. The menu stays about that message, whatever happens in the live meanwhile.
 *
 * @param {HTMLElement} button The button of the message's row.
 * @param {{user: {userID: string, userName: string}, text: string, seq: ?number}} message
 * @param {object} chat The chat, with its live, its toasts, and `mention` and `answer`.
 * @param {() => void} closed Called when the menu is gone.
 */
export function showMessageMenu(button, message, chat, closed) {
  const { live, toasts } = chat;
  const { user, text, seq } = message;
  const { state } = live;
  const isOwn = user.userID === state.ownID;
  const attempt = (action, done) => action.then(
    () => toasts.show(say(done), "success"), (rejection) => toasts.show(explain(rejection), "error"));
  const hide = (what) => {
    live.hide(what);
    toasts.show(say("message.hidden"), "success");
  };
  const items = [];
  if (!state.silencedBy && seq !== null) {
    items.push({ label: say("message.reply"), testID: "message-reply", choose: () => chat.answer(message) });
  }
  if (!state.silencedBy && !isOwn) {
    items.push({ label: say("message.mention"), testID: "message-mention", choose: () => chat.mention(user) });
  }
  items.push({ label: say("message.copy"), testID: "message-copy", choose: () => copy(text, toasts) });
  if (!isOwn) {
    items.push(
      { label: say("message.hide"), testID: "message-hide", choose: () => hide({ seq }) },
      { label: say("message.hideUser"), testID: "message-hide-user", choose: () => hide({ userID: user.userID }) });
  }
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
  const short = [...text].slice(0, headMax).join("");
  showMenu(button, h("span", {}, named(user), ": ", h("bdi", {}, short === text ? text : `${short}…`)), items, closed);
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
export function answerBar({ user, text }, end) {
  const button = h(
    "button", { class: "icon-button", type: "button", "aria-label": say("message.noAnswer"), "data-testid": "answer-end" },
    icon("close"));
  button.addEventListener("click", end);
  return h(
    "div", { class: "chat__answer", "data-testid": "answer" },
    h("p", {}, h("strong", {}, ...sayParts("message.answering", { name: named(user) })), " ", foreign(text)), button);
}
