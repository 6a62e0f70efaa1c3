// The dialog in which users change their name.

import { clipBytes, say } from "../model/words.js";
import { showDialog } from "./dialogs.js";

const nicknameBytesMax = 100;

/**
 * Asks for the name that others see, and changes it.
 *
 * @param {import("../model/session.js").Session} session
 * @param {(name: string) => void} renamed Called with the new name.
 */
export function askForName(session, renamed) {
  return showDialog({
    title: say("rename.title"),
    text: say("rename.text", { id: session.user.userID }),
    fields: [{
      name: "nickname", label: say("rename.label"), value: session.user.userName, maxLength: nicknameBytesMax,
      testID: "nickname-input", autocomplete: "nickname",
    }],
    action: say("rename.save"),
    actionTestID: "nickname-save",
    perform: async ({ nickname }) => {
      const name = clipBytes(nickname.trim(), nicknameBytesMax);
      if (name === "") throw Object.assign(new Error("empty"), { words: say("rename.empty") });
      await session.rename(name);
      renamed(name);
    },
  });
}
