// What can be chosen of flying messages on the user's own page.

import { barrageKey } from "./moments.js";

/** How opaque they are, and the share of the stage that they fly over. */
export const barrageChoices = Object.freeze({ opacity: [1, 0.75, 0.5, 0.25], area: [0.4, 0.25, 0.15] });

/**
 * Keeps how flying messages look.
 *
 * @param {?Pick<Storage, "setItem">} storage
 * @param {{opacity: number, area: number}} look
 */
export function keepBarrageLook(storage, look) {
  try {
    storage?.setItem(barrageKey, JSON.stringify(look));
  } catch {
    // A browser that refuses to store shows them as before on the next visit.
  }
}
