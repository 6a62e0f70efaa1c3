import { Role } from "../model/live-state.js";
import { showDialog } from "./dialogs.js";
import { showMenu } from "./menu.js";

const banSeconds = 600;

/** Shows what the user may do to a viewer: mute, remove, ban, appoint. */
export function showViewerMenu(button, user, live, toasts) {
  const { state } = live;
  const { userID, userName } = user;
  const attempt = (action, done) => action.then(
    () => toasts.show(done, "success"),
    (rejection) => toasts.show(rejection.message, "error"));
  const isMuted = state.mutedIDs.has(userID);
  const isAdmin = state.roleOf(userID) === Role.admin;
  const items = [
    {
      label: isMuted ? "Let them write again" : "Mute", testID: "menu-mute",
      choose: () => attempt(
        live.mute(userID, !isMuted), isMuted ? `${userName} may write again.` : `${userName} is muted.`),
    },
  ];
  if (state.isOwner) {
    items.push({
      label: isAdmin ? "Remove as administrator" : "Make administrator", testID: "menu-admin",
      choose: () => attempt(
        live.appoint(userID, !isAdmin), `${userName} is ${isAdmin ? "no longer" : "now"} an administrator.`),
    });
  }
  items.push(
    {
      label: "Remove from the live", isDangerous: true, testID: "menu-kick",
      choose: () => attempt(live.kick(userID), `${userName} was removed and may come back.`),
    },
    {
      label: "Ban for 10 minutes", isDangerous: true, testID: "menu-ban",
      choose: () => showDialog({
        title: `Ban ${userName}?`,
        text: "They are removed and cannot come back for 10 minutes.",
        action: "Ban",
        actionTestID: "confirm-ban",
        isDangerous: true,
        perform: async () => {
          await live.ban(userID, banSeconds);
          toasts.show(`${userName} is banned for 10 minutes.`, "success");
        },
      }),
    });
  showMenu(button, userName, items);
}
