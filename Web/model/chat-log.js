/** Entries that the chat keeps. */
const chatMax = 200;

/**
 * The chat of a live: messages, gifts and notices, the last 200 of them.
 *
 * An entry is `{key, version, kind, …}`. `key` never changes; `version` grows when an entry does, so that a view
 * redraws no more than it has to. Kinds: `message` (`user`, `text`, `seq`, `at`), `gift` (`user`, `gift`, `count`,
 * `at`), `joined` (`users`, `more`), `notice` (`text`).
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

  /** Adds a line of the app's own; the same line is not repeated. */
  addNotice(text) {
    const last = this.#entries.at(-1);
    if (last?.kind === "notice" && last.text === text) return;
    this.#append({ kind: "notice", text });
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
