// Which emoji a picker offers: the last used ones, and those that match a search. Pure but for the storage that is handed in.

/** The most emoji that are remembered. */
export const recentMax = 24;
const recentKey = "ovation.emoji";

/** The emoji that the user chose last in this browser. */
export class RecentEmoji {
  #storage;
  #known;

  /**
   * @param {?Storage} storage
   * @param {Set<string>} known Those that there are.
   */
  constructor(storage, known) {
    this.#storage = storage;
    this.#known = known;
  }

  /** The last one first. */
  get all() {
    try {
      const kept = JSON.parse(this.#storage?.getItem(recentKey) ?? "[]");
      return [...new Set(kept)].filter((one) => this.#known.has(one)).slice(0, recentMax);
    } catch {
      return [];
    }
  }

  used(emoji) {
    const next = [emoji, ...this.all.filter((one) => one !== emoji)].slice(0, recentMax);
    try {
      this.#storage?.setItem(recentKey, JSON.stringify(next));
    } catch {
      // The groups have it too.
    }
  }
}

/**
 * The emoji whose words contain each word of a search; all of them without one.
 *
 * @param {{title: string, emoji: string[][]}[]} groups
 * @param {string} search
 * @returns {{title: string, emoji: string[][]}[]} Groups without any are left out.
 */
export function matching(groups, search) {
  const words = search.toLowerCase().split(/\s+/u).filter((word) => word !== "");
  const isMeant = ([sign, names]) => words.every((word) => sign === word || names.includes(word));
  return groups.map(({ title, emoji }) => ({ title, emoji: emoji.filter(isMeant) })).filter(({ emoji }) => emoji.length > 0);
}
