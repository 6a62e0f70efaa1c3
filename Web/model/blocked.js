// The users whose messages a user wants to see in no live. They are kept in this browser and nobody is told.

/** The storage key of the list. The page looks for it before it loads this module. */
export const blockedKey = "ovation.blocked";
/** The most users that are kept; the oldest gives way. */
export const blockedMax = 200;

/** @typedef {{userID: string, name: string}} Blocked */

/** The list. A browser that stores nothing keeps none. */
export class BlockedUsers {
  #storage;

  /** @param {?Storage} storage */
  constructor(storage) { this.#storage = storage; }

  /** @returns {Blocked[]} The last one first. */
  get all() {
    try {
      const kept = JSON.parse(this.#storage?.getItem(blockedKey) ?? "[]");
      return kept.filter(({ userID, name }) => typeof userID === "string" && typeof name === "string").slice(0, blockedMax);
    } catch {
      return [];
    }
  }

  /** @param {Blocked} user */
  add({ userID, name }) { this.#write([{ userID, name }, ...this.all.filter((one) => one.userID !== userID)].slice(0, blockedMax)); }

  /** @param {string} userID */
  remove(userID) { this.#write(this.all.filter((one) => one.userID !== userID)); }

  #write(users) {
    try {
      if (users.length > 0) this.#storage?.setItem(blockedKey, JSON.stringify(users));
      else this.#storage?.removeItem(blockedKey);
    } catch {
      // They are hidden until the page is loaded again.
    }
  }
}

/**
 * Hides the messages of blocked users in every live that a session shows.
 *
 * @param {import("./session.js").Session} session
 * @param {?Storage} storage
 */
export function hideBlocked(session, storage) {
  const hide = () => {
    for (const { userID } of session.live ? new BlockedUsers(storage).all : []) session.live.hide({ userID });
  };
  session.addEventListener("live", hide);
  hide();
}
