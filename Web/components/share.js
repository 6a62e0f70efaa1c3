// Shares the link of a live: by the phone's own sheet, or by the clipboard. Texts: words/talk.

import { pathOf, plainName, say } from "../model/words.js";

/**
 * Shares a live.
 *
 * @param {import("../model/session.js").LiveController} live
 * @param {any} toasts
 */
export async function shareLive(live, toasts) {
  const { liveID, info } = live.state;
  const url = `${location.origin}${pathOf({ view: "live", liveID })}`;
  const shared = { title: plainName(info?.liveName || liveID), url };
  // The sheet of a phone knows the user's apps. A computer's mostly knows none.
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.(shared)) {
    try {
      await navigator.share(shared);
      return;
    } catch (error) {
      // The user closed the sheet.
      if (error?.name?.toLowerCase() === "aborterror") return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    toasts.show(say("live.copied"), "success");
  } catch {
    toasts.show(url);
  }
}
