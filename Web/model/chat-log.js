/** Entries that the chat keeps. */
const chatMax = 200;

/**
 * The chat of a live: messages, gifts and notices, the last 200 of them.
 *
 * An entry is `{key, version, kind, …}`. `key` never changes; `version` grows when an entry does, so that a view
 * redraws no more than it has to. Kinds: `message` (`user`, `text`, `seq`, `at`), `gift` (`user`, `gift`, `count`,
 * `at`), `joined` (`users`, `more`), `notice` (`what`, a key of the words after `notice.`, and where it has them `user` and `count`).
 */
export class ChatLog {
  #entries = [];
  #seqs = new Set();
  #lastSeq = 0;
  #nextKey = 1;
  #max;

  constructor(max = chatMax) { this.#max = max; }

  /** The entries, oldest first. */
  get entries() { return this.#entries; }

  /** The key of the last entry that was ever added; each has one more than the one before. 0 where there was none. */
  get lastKey() { return this.#nextKey - 1; }

  /** Adds a message; answers false where it is there already. Messages without a `seq` are always new. */
  addMessage({ user, text, seq, at }) {
    if (seq !== null) {
      if (this.#seqs.has(seq)) return false;
      this.#seqs.add(seq);
      this.#lastSeq = Math.max(this.#lastSeq, seq);
    }
    this.#append({ kind: "message", user, text, seq, at });
    return true;
  }

  /** Adds the messages of a snapshot, oldest first, that came after the last one of the log. */
  addHistory(messages) {
    const last = this.#lastSeq;
    for (const message of messages) {
      if (message.seq > last) this.addMessage(message);
    }
  }

  /** Adds a gift, or adds to the last entry where that is the same gift of the same sender. */
  addGift({ user, gift, count, at }) {
    const last = this.#entries.at(-1);
    if (last?.kind === "gift" && last.user.userID === user.userID && last.gift.giftID === gift.giftID) {
      last.count += count;
      last.version += 1;
      return;
    }
    this.#append({ kind: "gift", user, gift, count, at });
  }

  /** Adds somebody who joined. Those who join one after the other share an entry that names the last two of them. */
  addJoined(user) {
    const last = this.#entries.at(-1);
    if (last?.kind !== "joined") {
      this.#append({ kind: "joined", users: [user], more: 0 });
      return;
    }
    if (last.users.some(({ userID }) => userID === user.userID)) return;
    last.users.push(user);
    if (last.users.length > 2) {
      last.users.shift();
      last.more += 1;
    }
    last.version += 1;
  }

  /** Adds a line of the page's own; the same line is not repeated. */
  addNotice(what, { user = null, count = null } = {}) {
    const last = this.#entries.at(-1);
    const isSame = last?.kind === "notice" && last.what === what && last.count === count
      && last.user?.userID === user?.userID;
    if (!isSame) this.#append({ kind: "notice", what, user, count });
  }

  #append(entry) {
    this.#entries.push({ key: this.#nextKey, version: 1, ...entry });
    this.#nextKey += 1;
    while (this.#entries.length > this.#max) {
      const [gone] = this.#entries.splice(0, 1);
      if (gone.kind === "message" && gone.seq !== null) this.#seqs.delete(gone.seq);
    }
  }
}

/**
 * Whether a view of the log follows its end, or is held where it is. It is held for as long as there is a reason: the
 * reader has scrolled up, the focus is in it, a moderator's pointer is over it, a finger is on it, a menu of it is open.
 */
export class Follow {
  #reasons = new Set();
  #seenKey = 0;

  get isPaused() { return this.#reasons.size > 0; }

  /** Whether it is held for a reason. */
  has(reason) { return this.#reasons.has(reason); }

  /**
   * Holds the view.
   *
   * @param {string} reason
   * @param {number} lastKey The last entry that the view shows, `ChatLog.lastKey`.
   */
  pause(reason, lastKey) {
    if (!this.isPaused) this.#seenKey = lastKey;
    this.#reasons.add(reason);
  }

  /** Takes a reason back. Answers whether the view follows again, and did not before. */
  release(reason) { return this.#reasons.delete(reason) && !this.isPaused; }

  /** Takes all reasons back. */
  releaseAll() { this.#reasons.clear(); }

  /** How many entries came since the view is held. */
  newSince(lastKey) { return this.isPaused ? lastKey - this.#seenKey : 0; }
}
