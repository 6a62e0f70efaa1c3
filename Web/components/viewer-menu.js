import { Role } from "../model/live-state.js";
import { explain, isolated, nameOf, say, sayParts } from "../model/language.js";
import { showDialog } from "./dialogs.js";
import { named } from "./dom.js";
import { showMenu } from "./menu.js";

const banSeconds = 600;

/**
 * Shows what the user may do to a viewer: mute, remove, ban, appoint. It is about who was pressed, whatever happens in the
 * live meanwhile; what throws somebody out asks once, with their name and what they wrote.
 *
 * @param {object} [options]
 * @param {?string} [options.message] The message that was pressed.
 * @param {() => void} [options.closed] Called when the menu is gone.
 */
export function showViewerMenu(button, user, live, toasts, { message = null, closed = () => {} } = {}) {
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
  showMenu(button, named(user), items, closed);
}
