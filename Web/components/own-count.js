// The dialog that asks how many of a gift are sent. Texts: words/talk.

import { say } from "../model/words.js";
import { showDialog } from "./dialogs.js";

/** The most gifts of an order, as the server takes them. */
export const countMax = 9_999;

/** The count that a text says, or null. */
export function countIn(text) {
  const count = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return count >= 1 && count <= countMax ? count : null;
}

/**
 * Asks for a count.
 *
 * @param {HTMLElement} counts The choice of the counts that are offered; the one that is meant is marked.
 * @param {number} count The one that is chosen now.
 * @param {(count: number, shown: string) => void} chosen
 */
export function askForCount(counts, count, chosen) {
  return showDialog({
    title: say("gifts.ownCount"),
    text: say("ownCount.text", { max: countMax }),
    fields: [{ name: "count", label: say("gifts.ownCount"), value: String(count), maxLength: 4, testID: "own-count" }],
    action: say("ownCount.choose"),
    actionTestID: "own-count-choose",
    perform: async (values) => {
      const wanted = countIn(values.count);
      if (wanted === null) throw Object.assign(new Error("invalid"), { words: say("ownCount.invalid", { max: countMax }) });
      for (const radio of counts.querySelectorAll("input")) radio.checked = Number(radio.value) === wanted;
      chosen(wanted, say("banner.times", { count: wanted }));
    },
  });
}
