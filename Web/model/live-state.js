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

/** Viewers that the page lists. */
const audienceListMax = 500;
/** Orders that are remembered so that none is shown twice. */
const ordersRememberedMax = 4_096;
/** How old a message may be to fly over the stage; what is replayed after a reconnect is shown in the chat only. */
const flyingAgeMaxMilliseconds = 8_000;
/** How old a gift may be to have a banner and an effect; what was missed for longer is in the chat only. */
const bannerAgeMaxMilliseconds = 60_000;

export const Role = Object.freeze({ owner: 0, admin: 1, viewer: 2 });

/**
 * What the page knows of one live. Pure: events go in, the state changes, and what is to be shown for a moment comes
 * out.
 *
 * `phase` is `joining`, `in`, `refused` (with `rejection`), `ended` (with `ending`) or `removed` (with `removal`).
 */
export class LiveState {
  #ownID;
  #orders = new Set();

  phase = "joining";
  rejection = null;
  ending = null;
  removal = null;

  info = null;
  sessionID = null;
  role = Role.viewer;
  muted = false;
  mutedUntil = null;
  /** Why the user is muted, as the moderator said it; empty where they did not. */
  mutedReason = "";
  /** When slow mode lets the user write again, in the server's time; null where they may. */
  pausedUntil = null;
  statistics = null;
  audienceCount = 0;
  audience = new Map();
  adminIDs = new Set();
  mutedIDs = new Set();
  chat = new ChatLog();
  likes = 0;
  /** The three who sent most gifts in the live. */
  topSenders = [];

  /**
   * @param {string} liveID
   * @param {string} ownID The user who looks at it.
   */
  constructor(liveID, ownID) {
    this.liveID = liveID;
    this.#ownID = ownID;
  }

  get isOwner() { return this.role === Role.owner; }
  get canModerate() { return this.role !== Role.viewer; }

  /** Why the user cannot write: `muted`, `mutedForAll`, or null where they can. */
  get silencedBy() {
    if (this.phase !== "in") return null;
    if (this.muted && !this.isOwner) return "muted";
    return this.info?.isMessageDisable && !this.canModerate ? "mutedForAll" : null;
  }

  /** How long slow mode makes the user wait, in milliseconds. */
  pauseLeft(now) { return this.pausedUntil === null ? 0 : Math.max(0, this.pausedUntil - now); }

  /** Notes that the user wrote something that was delivered. */
  wrote(now) {
    const seconds = this.info?.slowModeSeconds ?? 0;
    if (seconds > 0 && !this.canModerate) this.pausedUntil = now + seconds * 1_000;
  }

  /** Notes that the server wants the user to wait. */
  mustWait(milliseconds, now) { this.pausedUntil = now + milliseconds; }

  /** Takes in the answer to joining, creating or resuming. */
  joined(membership) {
    this.phase = "in";
    this.rejection = null;
    this.removal = null;
    this.ending = null;
    this.sessionID = membership.sessionID;
    this.role = membership.role;
    this.muted = membership.muted;
    this.mutedUntil = membership.mutedUntil ?? null;
    this.mutedReason = membership.mutedReason ?? "";
  }

  /** Takes in that the server would not let the user in. */
  refused(rejection) {
    this.phase = "refused";
    this.rejection = rejection;
  }

  /** Takes in that the live is over, where no event said so. */
  ended(ending) {
    if (this.phase === "ended") return;
    this.phase = "ended";
    this.ending = ending;
  }

  /**
   * Takes in that the user is out of the live.
   *
   * @param {{how: "kicked" | "banned", reason: string, until: ?number, by: ?("host" | "moderator")}} removal
   */
  removed(removal) {
    this.phase = "removed";
    this.removal = removal;
  }

  /** Takes in what there is of a picture. What is told to everybody lacks the addresses that only members are told. */
  told(media) {
    if (!this.info) return;
    const known = this.info.media ?? {};
    this.info.media = { ...media, push: media.push ?? known.push, hls: media.hls ?? known.hls };
  }

  /** Takes in a page of the audience. */
  listed(page) {
    for (const user of page.audience) this.#addViewer(user);
    this.audienceCount = page.count;
    this.adminIDs = new Set(page.admins.map(({ userID }) => userID));
    if (this.canModerate) this.mutedIDs = new Set(page.muted.map(({ userID }) => userID));
  }

  /** What somebody is in this live. */
  roleOf(userID) {
    if (userID === this.info?.liveOwner.userID) return Role.owner;
    return this.adminIDs.has(userID) ? Role.admin : Role.viewer;
  }

  /** Whether the user may kick, mute and ban somebody. */
  mayModerate(userID) {
    return userID !== this.#ownID && this.role < this.roleOf(userID);
  }

  /** Notes that events were left out. */
  missed() {
    this.chat.addNotice("skipped");
  }

  /**
   * Takes in an event.
   *
   * @param event As `parseServerFrame` reads it.
   * @param {number} now The server's time, Unix milliseconds.
   * @returns {object[]} What is to be shown for a moment: `{kind: "barrage", user, text, isOwn}`,
   *   `{kind: "gift", gift, sender, count, coins, combo, isOwn}` where `combo` is what the server has added up so far or
   *   null, `{kind: "combos", combos}` for those that are over, `{kind: "likes", data}`, `{kind: "topic", topic, messages}`.
   */
  apply(event, now) {
    const { data } = event;
    switch (event.event) {
      case "room.snapshot": return this.#snapshot(data);
      case "barrage.sent": return this.#barrage(event, now);
      case "gift.received": return this.#gift(event, now);
      case "combo.ended": return [{ kind: "combos", combos: data.combos.map(({ combo }) => combo) }];
      case "board.changed":
        this.topSenders = data.top;
        return [];
      case "like.received":
        this.likes = data.total;
        return [{ kind: "likes", data }];
      case "pubsub.published": return [{ kind: "topic", ...data }];
      case "audience.joined":
        this.audienceCount = data.count;
        this.#addViewer(data.user);
        this.chat.addJoined(data.user);
        return [];
      case "audience.left":
        this.audienceCount = data.count;
        this.audience.delete(data.user.userID);
        return [];
      case "audience.counted":
        this.audienceCount = data.count;
        this.#count(data.statistics);
        return [];
      case "audience.muted": return this.#muted(data);
      case "audience.kicked": return this.#removed(data, "kicked");
      case "audience.banned": return data.banned ? this.#removed(data, "banned") : [];
      case "audience.appointed": return this.#appointed(data);
      case "room.updated": return this.#updated(data);
      case "media.changed":
        this.told(data.media);
        return [];
      case "room.skipped":
        this.missed();
        return [];
      case "room.ended":
        this.phase = "ended";
        this.ending = data;
        this.statistics = data.statistics;
        return [];
      default: return [];
    }
  }

  /** Lets the user write again once a timed mute is over. Answers whether anything changed. */
  advance(now) {
    if (!this.muted || this.mutedUntil === null || now < this.mutedUntil) return false;
    this.muted = false;
    this.mutedUntil = null;
    this.mutedReason = "";
    return true;
  }

  #snapshot(data) {
    this.info = data.info;
    this.#count(data.statistics);
    this.audienceCount = data.audienceCount;
    this.topSenders = data.topSenders ?? [];
    this.audience = new Map();
    for (const user of data.audience) this.#addViewer(user);
    this.adminIDs = new Set(data.admins.map(({ userID }) => userID));
    this.chat.addHistory(
      data.history
        .filter(({ barrage }) => typeof barrage.text === "string")
        .map(({ seq, at, barrage }) => ({ seq, at, user: barrage.sender, text: barrage.text })));
    return [];
  }

  #barrage({ data, seq, at }, now) {
    // Custom messages are the app's own; a page that does not know them shows nothing.
    if (typeof data.text !== "string") return [];
    const isNew = this.chat.addMessage({ user: data.sender, text: data.text, seq, at });
    if (!isNew || now - at > flyingAgeMaxMilliseconds) return [];
    return [{ kind: "barrage", user: data.sender, text: data.text, isOwn: data.sender.userID === this.#ownID }];
  }

  /** Shows the orders of an event that were not shown yet: one that is told again after a reconnect counts once. */
  #gift({ data, at }, now) {
    const { gift, sender, combo = null } = data;
    const orders = data.orders?.length > 0 ? data.orders : [data];
    const fresh = orders.filter(({ orderID }) => this.#isNewOrder(`${sender.userID}/${orderID}`));
    if (fresh.length === 0) return [];
    const count = fresh.reduce((sum, order) => sum + order.count, 0);
    const coins = fresh.reduce((sum, order) => sum + order.coins, 0);
    this.chat.addGift({ user: sender, gift, count, at });
    if (now - at > bannerAgeMaxMilliseconds) return [];
    return [{ kind: "gift", gift, sender, count, coins, combo, isOwn: sender.userID === this.#ownID }];
  }

  #isNewOrder(order) {
    if (this.#orders.has(order)) return false;
    this.#orders.add(order);
    if (this.#orders.size > ordersRememberedMax) this.#orders.delete(this.#orders.values().next().value);
    return true;
  }

  #muted({ user, muted, until, reason }) {
    if (muted) this.mutedIDs.add(user.userID);
    else this.mutedIDs.delete(user.userID);
    if (user.userID === this.#ownID) {
      this.muted = muted;
      this.mutedUntil = muted ? until ?? null : null;
      this.mutedReason = muted ? reason ?? "" : "";
    }
    return [];
  }

  #removed({ user, reason, until, by, count }, how) {
    this.audienceCount = count;
    this.audience.delete(user.userID);
    if (user.userID === this.#ownID) {
      this.removed({ how, reason, until: until ?? null, by: this.#officeOf(by) });
    } else {
      this.chat.addNotice(how === "kicked" ? "removed" : "banned", { user });
    }
    return [];
  }

  /** As what somebody acted: as the host or as a moderator; null where it was not somebody of this live. */
  #officeOf(userID) {
    if (!userID) return null;
    const role = this.roleOf(userID);
    return role === Role.owner ? "host" : role === Role.admin ? "moderator" : null;
  }

  #appointed({ user, isAdmin }) {
    if (isAdmin) this.adminIDs.add(user.userID);
    else this.adminIDs.delete(user.userID);
    if (user.userID === this.#ownID && !this.isOwner) this.role = isAdmin ? Role.admin : Role.viewer;
    if (this.canModerate) this.pausedUntil = null;
    this.chat.addNotice(isAdmin ? "appointed" : "dismissed", { user });
    return [];
  }

  #updated({ changes }) {
    if (!this.info) return [];
    const wasDisabled = this.info.isMessageDisable;
    for (const [field, value] of Object.entries(changes)) {
      if (value !== null && Object.hasOwn(this.info, field)) this.info[field] = value;
    }
    this.#changedPace(changes.slowModeSeconds ?? null);
    // It is left out of a live in which likes may be sent.
    if (typeof changes.isLikeEnabled === "boolean") this.info.isLikeEnabled = changes.isLikeEnabled;
    if (changes.liveName === "") this.info.liveName = this.liveID;
    if (this.info.isMessageDisable !== wasDisabled) {
      this.chat.addNotice(this.info.isMessageDisable ? "muted" : "unmuted");
    }
    return [];
  }

  #changedPace(seconds) {
    if (seconds === null) return;
    this.info.slowModeSeconds = seconds > 0 ? seconds : null;
    if (seconds === 0) this.pausedUntil = null;
    if (seconds > 0) this.chat.addNotice("slow", { count: seconds });
    else this.chat.addNotice("notSlow");
  }

  #count(statistics) {
    this.statistics = statistics;
    this.likes = Math.max(this.likes, statistics.totalLikesReceived);
  }

  #addViewer(user) {
    if (this.audience.size < audienceListMax || this.audience.has(user.userID)) this.audience.set(user.userID, user);
  }
}
