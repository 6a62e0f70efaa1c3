/** The number of entries that the chat keeps. */
const chatMax = 200;

/**
 * The chat of a live: messages, gifts and notices, the last 200 of them.
 *
 * An entry is `{key, version, kind, …}`. Its `key` never changes, and its `version` grows with each change, so a view redraws only what it
 * has to. Kinds: `message` (`user`, `text`, `seq`, `at`, `replyTo`), `gift` (`user`, `gift`, `count`, `at`), `joined` (`users`,
 * `more`), `notice` (`what`, a key of the texts after `notice.`, and with some `user` and `count`).
 */
export class ChatLog {
  #entries = [];
  #seqs = new Set();
  #lastSeq = 0;
  #nextKey = 1;
  /** The keys of entries that were taken out, the last of them. */
  #removed = new Set();
  #max;

  constructor(max = chatMax) { this.#max = max; }

  /** The entries, oldest first. */
  get entries() { return this.#entries; }

  /** The key of the last entry ever added, or 0. Keys count up by one. */
  get lastKey() { return this.#nextKey - 1; }

  /** Adds a message; returns false if it is already there. Messages without a `seq` are always new. */
  addMessage({ user, text, seq, at, replyTo = null }) {
    if (seq !== null) {
      if (this.#seqs.has(seq)) return false;
      this.#seqs.add(seq);
      this.#lastSeq = Math.max(this.#lastSeq, seq);
    }
    this.#append({ kind: "message", user, text, seq, at, replyTo });
    return true;
  }

  /** A message by its number, or null if it is not there. */
  message(seq) { return this.#entries.find((entry) => entry.kind === "message" && entry.seq === seq) ?? null; }

  /** Whether an entry was taken out, rather than pushed out by newer ones. */
  wasRemoved(key) { return this.#removed.has(key); }

  /** Takes messages out. Those that answer one of them change, because they quote it no more. */
  remove(isGone) {
    const gone = this.#entries.filter((entry) => entry.kind === "message" && isGone(entry));
    if (gone.length === 0) return;
    this.#entries = this.#entries.filter((entry) => !gone.includes(entry));
    for (const { key, seq } of gone) {
      this.#removed.add(key);
      for (const entry of this.#entries) if (seq !== null && entry.replyTo === seq) entry.version += 1;
    }
    for (const key of this.#removed) {
      if (this.#removed.size <= this.#max) break;
      this.#removed.delete(key);
    }
  }

  /** Adds those messages of a snapshot, oldest first, that came after the log's last one. */
  addHistory(messages) {
    const last = this.#lastSeq;
    for (const message of messages) if (message.seq > last) this.addMessage(message);
  }

  /** Adds a gift, or counts up the last entry if that is the same gift of the same sender. */
  addGift({ user, gift, count, at }) {
    const last = this.#entries.at(-1);
    if (last?.kind === "gift" && last.user.userID === user.userID && last.gift.giftID === gift.giftID) {
      last.count += count;
      last.version += 1;
      return;
    }
    this.#append({ kind: "gift", user, gift, count, at });
  }

  /** Adds a user who joined. Joins in a row share an entry with the last two names. */
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

  /** Adds a notice of the page's own, unless it repeats the last one. */
  addNotice(what, { user = null, count = null } = {}) {
    const last = this.#entries.at(-1);
    const isSame = last?.kind === "notice" && last.what === what && last.count === count && last.user?.userID === user?.userID;
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

/** The number of viewers up to which the chat says who joins. */
const joinsToldMax = 500;
/** The number of viewers that the page lists. */
const audienceListMax = 500;
/** The number of orders that are remembered, so that none is shown twice. */
const ordersRememberedMax = 4_096;
/** The age up to which a message flies over the stage. Messages replayed after a reconnect appear only in the chat. */
const flyingAgeMaxMilliseconds = 8_000;
/** A gift of so many coins is a great one, which is shown above the chat for a time that its price decides. */
const greatCoins = 1_000;
const greatMilliseconds = { perCoin: 30, min: 30_000, max: 300_000 };
const greatGiftsMax = 6;
/** The number of users whose messages a user hides. */
const hiddenMax = 500;

/** The number of a message that a message answers, or null. */
function answered(extensionInfo) {
  const seq = Number(extensionInfo?.replyTo);
  return Number.isSafeInteger(seq) && seq > 0 ? seq : null;
}

/** The age up to which a gift gets a banner and an effect. Older ones appear only in the chat. */
const bannerAgeMaxMilliseconds = 60_000;

export const Role = Object.freeze({ owner: 0, admin: 1, viewer: 2 });

/**
 * The page's state of one live. Pure: events go in, the state changes, and what to show for a moment comes out.
 *
 * `phase` is `joining`, `in`, `refused` (with `rejection`), `ended` (with `ending`) or `removed` (with `removal`).
 */
export class LiveState {
  #ownID;
  #orders = new Set();
  #giftNames = new Map();
  #hiddenIDs = new Set();

  phase = "joining";
  rejection = null;
  ending = null;
  removal = null;

  info = null;
  sessionID = null;
  role = Role.viewer;
  muted = false;
  mutedUntil = null;
  /** The moderator's reason for the user's mute; empty without one. */
  mutedReason = "";
  /** When slow mode lets the user write again, in the server's time, or null if they may. */
  pausedUntil = null;
  statistics = null;
  audienceCount = 0;
  audience = new Map();
  adminIDs = new Set();
  mutedIDs = new Set();
  chat = new ChatLog();
  likes = 0;
  /** The three top senders of gifts. */
  topSenders = [];
  /** The pinned messages, the latest last, as `room.snapshot` has them. */
  pinned = [];
  /** Whether the page shows the seats. */
  hasGuests = false;
  /** When the live ends by itself unless the host is back; nothing while the host is there. */
  endsWithoutOwnerAt = null;
  /** The last great gifts, oldest first: `{user, gift, count, coins, until}`. */
  greatGifts = [];

  /** @param {string} liveID @param {string} ownID The page's user. */
  constructor(liveID, ownID) {
    this.liveID = liveID;
    this.#ownID = ownID;
  }

  get ownID() { return this.#ownID; }
  get isOwner() { return this.role === Role.owner; }
  get canModerate() { return this.role !== Role.viewer; }

  /** Why the user cannot write: `muted`, `mutedForAll`, or null. */
  get silencedBy() {
    if (this.phase !== "in") return null;
    if (this.muted && !this.isOwner) return "muted";
    return this.info?.isMessageDisable && !this.canModerate ? "mutedForAll" : null;
  }

  /** The remaining wait of slow mode, in milliseconds. */
  pauseLeft(now) { return this.pausedUntil === null ? 0 : Math.max(0, this.pausedUntil - now); }

  /** Notes that the user's message was delivered. */
  wrote(now) {
    const seconds = this.info?.slowModeSeconds ?? 0;
    if (seconds > 0 && !this.canModerate) this.pausedUntil = now + seconds * 1_000;
  }

  /** Notes that the server makes the user wait. */
  mustWait(milliseconds, now) { this.pausedUntil = now + milliseconds; }

  /** Applies the answer to joining, creating or resuming. */
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

  /** Applies the server's refusal to let the user in. */
  refused(rejection) {
    this.phase = "refused";
    this.rejection = rejection;
  }

  /** Ends the live if no event has said so. */
  ended(ending) {
    if (this.phase === "ended") return;
    this.phase = "ended";
    this.ending = ending;
  }

  /** Removes the user. @param {{how: "kicked" | "banned", reason: string, until: ?number, by: ?("host" | "moderator")}} removal */
  removed(removal) {
    this.phase = "removed";
    this.removal = removal;
  }

  /** Applies a new state of the picture. What goes to everybody lacks the addresses that only members get. */
  told(media) {
    if (!this.info) return;
    const known = this.info.media ?? {};
    this.info.media = { ...media, push: media.push ?? known.push, hls: media.hls ?? known.hls };
  }

  /** Applies a page of the audience. */
  listed(page) {
    for (const user of page.audience) this.#addViewer(user);
    this.audienceCount = page.count;
    this.adminIDs = new Set(page.admins.map(({ userID }) => userID));
    if (this.canModerate) this.mutedIDs = new Set(page.muted.map(({ userID }) => userID));
  }

  /** A user's role in this live. */
  roleOf(userID) {
    if (userID === this.info?.liveOwner.userID) return Role.owner;
    return this.adminIDs.has(userID) ? Role.admin : Role.viewer;
  }

  /** Whether the user may kick, mute and ban another user. */
  mayModerate(userID) {
    return userID !== this.#ownID && this.role < this.roleOf(userID);
  }

  /** Hides a message by its `seq`, or everything of a user by their `userID`, from this user alone. */
  hide({ seq = null, userID = null }) {
    if (userID !== null && this.#hiddenIDs.size < hiddenMax) this.#hiddenIDs.add(userID);
    this.chat.remove((entry) => (userID === null ? entry.seq === seq : entry.user.userID === userID));
  }

  /** Notes that events were skipped. */
  missed() {
    this.chat.addNotice("skipped");
  }

  /**
   * Applies an event.
   *
   * @param event As `parseServerFrame` reads it.
   * @param {number} now The server's time, Unix milliseconds.
   * @returns {object[]} What to show for a moment: `{kind: "barrage", user, text, isOwn, seq}`,
   *   `{kind: "deleted", seq}` for a message, `{kind: "gift", gift, sender, count, coins, combo, isOwn}` with the server's running
   *   total or null as `combo`,
   *   `{kind: "combos", combos}` for finished ones, `{kind: "likes", data}`, `{kind: "topic", topic, messages}`.
   */
  apply(event, now) {
    const { data } = event;
    switch (event.event) {
      case "room.snapshot": return this.#snapshot(data, now);
      case "barrage.sent": return this.#barrage(event, now);
      case "barrage.deleted":
        this.chat.remove(({ seq }) => seq === data.seq);
        return [{ kind: "deleted", seq: data.seq }];
      case "barrage.pinned":
        this.pinned = data.pinned;
        return [];
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
        // In a large live only some are told, and too many even of these.
        if (data.count <= joinsToldMax) this.chat.addJoined(data.user);
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
      case "owner.left":
      case "owner.joined":
        this.endsWithoutOwnerAt = data.endsWithoutOwnerAt;
        return [];
      // Of seats and of lives together, which the page's seats follow.
      default:
        this.hasGuests = true;
        return [];
    }
  }

  /** Ends a timed mute once its time is over. Returns whether anything changed. */
  advance(now) {
    if (!this.muted || this.mutedUntil === null || now < this.mutedUntil) return false;
    this.muted = false;
    this.mutedUntil = null;
    this.mutedReason = "";
    return true;
  }

  #snapshot(data, now) {
    const isFirst = this.info === null;
    this.info = data.info;
    this.#count(data.statistics);
    this.audienceCount = data.audienceCount;
    this.topSenders = data.topSenders ?? [];
    this.pinned = data.pinned ?? [];
    this.endsWithoutOwnerAt = data.endsWithoutOwnerAt;
    // The host is one of those who sit, and a room of voices shows its free seats.
    this.hasGuests ||= Boolean(data.coHosts) || data.seats?.templateID < 200 || data.seats?.seats.filter(({ user }) => user).length > 1;
    this.audience = new Map();
    for (const user of data.audience) this.#addViewer(user);
    this.adminIDs = new Set(data.admins.map(({ userID }) => userID));
    const messages = data.history
      .filter(({ barrage }) => typeof barrage.text === "string" && !this.#hiddenIDs.has(barrage.sender.userID))
      .map(({ seq, at, barrage: { sender, text, extensionInfo } }) => (
        { seq, at, user: sender, text, replyTo: answered(extensionInfo) }));
    // Who comes back is told of the gifts in between one by one.
    for (const { at, gift } of isFirst ? data.gifts ?? [] : []) {
      if (!this.#isNewOrder(`${gift.sender.userID}/${gift.orderID}`)) continue;
      const before = messages.findIndex((message) => message.at > at);
      this.chat.addHistory(messages.splice(0, before < 0 ? messages.length : before));
      const shown = this.#named(gift.gift);
      this.chat.addGift({ user: gift.sender, gift: shown, count: gift.count, at });
      this.#great(gift.sender, shown, gift.count, gift.coins, at, now);
    }
    this.chat.addHistory(messages);
    return [];
  }

  #barrage({ data, seq, at }, now) {
    // A custom message belongs to the app, and a page that does not know it shows nothing.
    if (typeof data.text !== "string") return [];
    if (this.#hiddenIDs.has(data.sender.userID)) return [];
    const isNew = this.chat.addMessage({
      user: data.sender, text: data.text, seq, at, replyTo: answered(data.extensionInfo),
    });
    if (!isNew || now - at > flyingAgeMaxMilliseconds) return [];
    return [{ kind: "barrage", user: data.sender, text: data.text, isOwn: data.sender.userID === this.#ownID, seq }];
  }

  /** Shows the new orders of an event. One that is repeated after a reconnect counts once. */
  #gift({ data, at }, now) {
    const { sender, combo = null } = data;
    const gift = this.#named(data.gift);
    const orders = data.orders?.length > 0 ? data.orders : [data];
    const fresh = orders.filter(({ orderID }) => this.#isNewOrder(`${sender.userID}/${orderID}`));
    if (fresh.length === 0) return [];
    const count = fresh.reduce((sum, order) => sum + order.count, 0);
    const coins = fresh.reduce((sum, order) => sum + order.coins, 0);
    this.chat.addGift({ user: sender, gift, count, at });
    this.#great(sender, gift, count, coins, at, now);
    if (now - at > bannerAgeMaxMilliseconds) return [];
    return [{ kind: "gift", gift, sender, count, coins, combo, isOwn: sender.userID === this.#ownID }];
  }

  /** Shows gifts by the names of the reader's catalogue, by their ids: those to come, and those in sight. */
  nameGifts(names) {
    this.#giftNames = names;
    for (const entry of this.chat.entries) {
      const gift = entry.kind === "gift" ? this.#named(entry.gift) : entry.gift;
      if (gift === entry.gift) continue;
      entry.gift = gift;
      entry.version += 1;
    }
    this.greatGifts = this.greatGifts.map((great) => ({ ...great, gift: this.#named(great.gift) }));
  }

  #named(gift) {
    const name = this.#giftNames.get(gift.giftID) ?? gift.name;
    return name === gift.name ? gift : { ...gift, name };
  }

  /** Keeps a great gift in sight for a time. A further one of the kind by the same sender counts it up. */
  #great(user, gift, count, coins, at, now) {
    const isSame = (one) => one.user.userID === user.userID && one.gift.giftID === gift.giftID;
    const known = this.greatGifts.find((one) => isSame(one) && one.until > now);
    const great = { user, gift, count: count + (known?.count ?? 0), coins: coins + (known?.coins ?? 0), until: 0 };
    if (great.coins < greatCoins) return;
    const { perCoin, min, max } = greatMilliseconds;
    great.until = Math.max(known?.until ?? 0, at + Math.min(Math.max(great.coins * perCoin, min), max));
    this.greatGifts = [...this.greatGifts.filter((one) => !isSame(one)), great]
      .filter(({ until }) => until > now).slice(-greatGiftsMax);
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

  /** The role in which a user acted, host or moderator, or null if they have neither in this live. */
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
    // The field is absent in a live with likes.
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
