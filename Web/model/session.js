import { ErrorCode } from "../wire/errors.js";
import { LiveState } from "./live-state.js";
import { Connection, systemClock } from "../wire/connection.js";
import { OrderDesk, OrderJournal } from "../wire/orders.js";

/** The topic of reactions, which apps on VideoSDKRTC use too. A message is one emoji. */
export const reactionTopic = "REACTION";

/**
 * A live that the user is in, with its state, which follows the connection, and its commands.
 *
 * Events: `change` when the state changes; `moment` with what to show for a moment (see `LiveState.apply`); `entered` whenever the user
 * is in the live on a new connection; `told` with each event as it came; `leaving` before the user leaves.
 */
export class LiveController extends EventTarget {
  #session;
  #isEntering = false;
  #isLeft = false;
  #unmuteTimer = null;
  #pauseTimer = null;

  constructor(session, liveID) {
    super();
    this.#session = session;
    this.state = new LiveState(liveID, session.user.userID);
    this.state.nameGifts(session.giftNames);
  }

  /** Whether the user should be in the live but is not, so it must be joined on the next connection. */
  get mustEnter() { return this.state.phase === "joining" && !this.#isEntering && !this.#isLeft; }

  /** Joins the live. If the connection is lost meanwhile, the next one joins it. Never rejects. */
  async enter() {
    this.#isEntering = true;
    try {
      this.#joined(await this.#command("room.join"));
    } catch (rejection) {
      const isLost = rejection.code === ErrorCode.networkUnavailable || rejection.code === ErrorCode.outcomeUnknown;
      if (!isLost && !this.#isLeft) this.state.refused(rejection);
    } finally {
      this.#isEntering = false;
    }
    this.#changed();
  }

  /** Starts the live as its owner, with settings of `room.create`. Rejects if the server refuses. */
  async create(settings) {
    this.#isEntering = true;
    try {
      const { liveID } = this.state;
      this.#joined(await this.#session.connection.command("room.create", { liveID, ...settings }));
    } finally {
      this.#isEntering = false;
    }
    this.#changed();
  }

  /** Applies what a resumed session says about the live. */
  resumed(entry) {
    const { state } = this;
    if (entry.joined) {
      if (entry.membership) this.#joined(entry.membership);
      else this.#tell("entered");
      if (!entry.recovered) state.missed();
    } else if (state.phase === "in") {
      switch (entry.error?.code) {
        case ErrorCode.roomNotFound:
          state.ended({ reason: "endedByServer", message: "", statistics: state.statistics });
          break;
        case ErrorCode.memberBanned:
          state.removed({ how: "banned", reason: entry.error.reason ?? "", until: entry.error.until ?? null, by: null });
          break;
        case ErrorCode.notMember:
          state.removed({ how: "kicked", reason: "", until: null, by: null });
          break;
        default: state.phase = "joining";
      }
    }
    this.#changed();
  }

  /** Shows gifts by the names of the reader's catalogue. */
  nameGifts(names) {
    this.state.nameGifts(names);
    this.#changed();
  }

  /** Notes that a new session does not know the live, so it must be joined again. */
  lost() {
    if (this.state.phase !== "in") return;
    this.state.phase = "joining";
    this.state.missed();
    this.#changed();
  }

  /** Takes an event of any live. */
  receive(event, missed) {
    if (event.room !== this.state.liveID || this.#isLeft) return;
    if (missed) this.state.missed();
    const moments = this.state.apply(event, this.#session.now);
    this.dispatchEvent(new CustomEvent("told", { detail: event }));
    if (event.event === "audience.muted") this.#watchMute();
    this.#watchPause();
    this.#changed();
    for (const moment of moments) this.dispatchEvent(new CustomEvent("moment", { detail: moment }));
  }

  /** Leaves the live. Never rejects. */
  leave() {
    this.#tell("leaving");
    this.#isLeft = true;
    this.#session.clock.cancel(this.#unmuteTimer);
    this.#session.clock.cancel(this.#pauseTimer);
    const { phase } = this.state;
    if (phase === "in" || this.#isEntering) this.#command("room.leave").catch(() => {});
  }

  /** Ends the live. */
  async end() {
    const statistics = await this.#command("room.end");
    this.state.ended({ reason: "endedByHost", message: "", statistics });
    this.#changed();
  }

  /** The seconds that slow mode makes the user wait. */
  get pauseSeconds() { return Math.ceil(this.state.pauseLeft(this.#session.now) / 1_000); }

  /** Hides a message, or everything of a user, from this user alone, until the page is loaded again. */
  hide(what) {
    this.state.hide(what);
    this.#changed();
  }

  /** Sends a message, which may answer another one. Resolves to `{seq}`, or to `{dropped}` with the reason. */
  async say(text, replyTo = null) {
    try {
      const more = replyTo === null ? {} : { extensionInfo: { replyTo: String(replyTo) } };
      const answer = await this.#command("barrage.send", { text, ...more });
      if (!answer.dropped) this.state.wrote(this.#session.now);
      return answer;
    } catch (rejection) {
      const wait = rejection.retryAfterMilliseconds;
      if (rejection.code === ErrorCode.slowMode && wait) this.state.mustWait(wait, this.#session.now);
      throw rejection;
    } finally {
      this.#watchPause();
      this.#changed();
    }
  }

  /** Asks for the picture's description with the addresses that only members get. */
  async readMedia() {
    const { info } = await this.#command("room.info");
    if (info.media) this.state.told(info.media);
    this.#changed();
    return info.media ?? null;
  }

  like(count) { return this.#command("like.send", { count }); }

  /** Sends this many equal reactions, 1 to 100. Resolves to `{dropped}` with the reason if the server dropped them. */
  react(emoji, count) { return this.#command("pubsub.publish", { topic: reactionTopic, message: emoji, ...(count > 1 && { count }) }); }

  /** Subscribes to a topic on this connection. Its messages arrive as moments. */
  listen(topic) { return this.#command("pubsub.subscribe", { topic }); }
  stopListening(topic) { return this.#command("pubsub.unsubscribe", { topic }); }

  /** Sends a gift order, and waits if the connection is lost. */
  give(gift, count) { return this.#session.desk.order({ room: this.state.liveID, giftID: gift.giftID, count, name: gift.name }); }

  /** Lists a page of the audience. If so many have left that the page no longer exists, it lists the first one. */
  async listAudience(cursor = "") {
    let page;
    try {
      page = await this.#command("audience.list", { cursor, count: 100 });
    } catch (rejection) {
      if (cursor === "" || rejection.code !== ErrorCode.pageBeyondEnd) throw rejection;
      return this.listAudience();
    }
    this.state.listed(page);
    this.#changed();
    return page.cursor;
  }

  /** The top senders: in this live, or over all lives in a `day`, a `week` or `all` time. */
  async board(period, count = 20) {
    const { rows } = await this.#command("board.list", { period, count });
    return rows;
  }

  update(settings) { return this.#command("room.update", settings); }
  muteAll(isMuted) { return this.update({ isMessageDisable: isMuted }); }
  setSlowMode(seconds) { return this.update({ slowModeSeconds: seconds }); }
  delete(seq) { return this.#command("barrage.delete", { seq }); }
  pin(seq, isPinned) { return this.#command("barrage.pin", { seq, isPinned }); }
  kick(userID) { return this.#command("audience.kick", { userID }); }
  mute(userID, muted) { return this.#command("audience.mute", { userID, muted }); }
  ban(userID, seconds) { return this.#command("audience.ban", { userID, seconds }); }
  appoint(userID, isAdmin) { return this.#command("audience.admin", { userID, isAdmin }); }

  /** Sends a command of the seats or of lives together. */
  ask(op, data = {}) { return this.#command(op, data); }

  #command(op, data) { return this.#session.connection.command(op, data, this.state.liveID); }

  #joined(membership) {
    this.state.joined(membership);
    this.#watchMute();
    this.#tell("entered");
  }

  #watchMute() {
    this.#session.clock.cancel(this.#unmuteTimer);
    const { muted, mutedUntil } = this.state;
    if (!muted || mutedUntil === null) return;
    // A browser's timer overflows after 24 days, so a longer mute is checked again then.
    const wait = Math.min(Math.max(0, mutedUntil - this.#session.now) + 50, 2_000_000_000);
    this.#unmuteTimer = this.#session.clock.after(wait, () => {
      if (this.state.advance(this.#session.now)) this.#changed();
      else this.#watchMute();
    });
  }

  /** Counts the seconds of slow mode down, with one change each. */
  #watchPause() {
    this.#session.clock.cancel(this.#pauseTimer);
    const left = this.state.pauseLeft(this.#session.now);
    if (left === 0) {
      this.state.pausedUntil = null;
      return;
    }
    this.#pauseTimer = this.#session.clock.after((left % 1_000) || 1_000, () => {
      this.#watchPause();
      this.#changed();
    });
  }

  #changed() { this.#tell("change"); }

  #tell(name) { this.dispatchEvent(new Event(name)); }
}

/**
 * The age beyond which an order of an earlier visit is asked about before the live is joined, so that it is not charged late.
 */
const orderAgeMaxMilliseconds = 60_000;
/** The storage key under which a tab remembers the live that it keeps going. */
const hostingKey = "ovation.hosting";

/**
 * The session of a logged-in user: the connection, the wallet, the gift catalogue, and the user's lives.
 *
 * Events: `connection`, `user`, `wallet`, `catalogue`, `live` (the page shows another live), `own` (`ownLives` were read again),
 * `broadcast` (the state of this page's picture changed), `order` with `{order, outcome}` for the answer to an order of an earlier visit,
 * `missed` (`missedCount` has grown).
 */
export class Session extends EventTarget {
  #language;
  #beginning = null;
  #tabStorage;
  #openedAt = 0;

  user;
  balance = null;
  #balancesTold = 0;
  categories = null;
  catalogueError = null;
  /** Whether the server has ever accepted the login. */
  hasOpened = false;
  /** Whether the last reconnect could not recover everything. */
  hasGap = false;
  /** The number of messages from the last outage that the reconnect recovered. */
  missedCount = 0;
  /** The live that the page shows, or null. */
  live = null;
  /** The user's own live that continues while the page shows another, or null. */
  hosted = null;
  /** The user's own current lives from the server, on any device: `{info, audienceCount}`. */
  ownLives = [];
  /**
   * The picture that this page sends or last sent, or null.
   * @type {?(import("../media/broadcast.js").Broadcast | import("../media/whip-broadcast.js").WhipBroadcast)}
   */
  broadcast = null;
  /** Whether the server, or an external media server, carries pictures. */
  carriesPictures = true;
  /** Whether the server has a media server of WebRTC, so that a picture can be sent by WHIP. */
  carriesRTC = false;
  /** The list of lives as it was last shown, `{rooms, hasMore}`, or null. */
  listed = null;

  /**
   * @param {object} options
   * @param {string} options.url The address of `/v1/ws`.
   * @param {{sdkAppID: number, userID: string, userSig: string}} options.credentials
   * @param {?string} options.nickname The name to use if the server has none for the user.
   * @param {?Storage} options.storage Keeps the orders.
   * @param {?Storage} [options.tabStorage] Remembers across a reload the live that the tab keeps going.
   * @param {string} [options.language] The language of the gifts' names.
   * @param {typeof globalThis.WebSocket} [options.WebSocket] Replaces the browser's in tests, like the next two options.
   * @param {typeof systemClock} [options.clock]
   * @param {() => number} [options.random]
   */
  constructor({
    url, credentials, nickname = null, storage, tabStorage = null, language = globalThis.navigator?.language,
    WebSocket, clock = systemClock, random,
  }) {
    super();
    this.clock = clock;
    this.#language = language;
    this.#tabStorage = tabStorage;
    this.user = { userID: credentials.userID, userName: nickname ?? credentials.userID, avatarURL: "" };
    this.connection = new Connection({
      url,
      credentials,
      WebSocket,
      clock,
      random,
      listener: {
        stateChanged: () => this.#tell("connection"),
        opened: (answer) => this.#opened(answer, nickname),
        roomEvent: (event, missed) => this.#roomEvent(event, missed),
        userEvent: (event) => this.#userEvent(event),
      },
    });
    this.desk = new OrderDesk({
      journal: new OrderJournal(storage, credentials.userID),
      connection: this.connection,
      clock,
      random,
      settled: (order, outcome, isAwaited) => {
        if (outcome.charged) this.#setBalance(outcome.charged.balance);
        if (!isAwaited) this.dispatchEvent(new CustomEvent("order", { detail: { order, outcome } }));
      },
    });
  }

  start() { this.connection.start(); }

  /** Logs out: the user leaves every live at once. */
  stop() {
    this.broadcast?.stop();
    this.desk.stop();
    this.connection.stop();
  }

  /** Sets the language of the gifts' names. */
  set language(language) {
    this.#language = language;
    if (this.connection.isOpen) this.#loadCatalogue();
  }

  /** The server's time, Unix milliseconds. */
  get now() { return this.clock.now() + this.connection.clockOffset; }

  /** Shows a live, and joins it if the user is not in it. */
  show(liveID) {
    if (this.live?.state.liveID === liveID) return this.live;
    this.hide();
    if (this.hosted?.state.liveID === liveID) {
      this.live = this.hosted;
      this.hosted = null;
    } else {
      this.live = new LiveController(this, liveID);
      if (this.connection.isOpen) this.#enter(this.live);
    }
    this.#tell("live");
    return this.live;
  }

  /** Shows no live. A viewer leaves, and an owner's live continues. */
  hide() {
    const live = this.live;
    this.live = null;
    if (!live) return;
    if (live.state.isOwner && live.state.phase === "in") {
      this.#keepOn(live);
    } else {
      live.leave();
    }
    this.#tell("live");
  }

  /** Joins the shown live again after the user was removed or refused. */
  enterAgain() {
    const liveID = this.live?.state.liveID;
    if (!liveID) return;
    this.live = null;
    this.show(liveID);
  }

  /**
   * Starts a live of the user's own, which `show` then shows. After a failure the same id can be tried again, because it is the same
   * live. `more` are settings of `room.create`.
   */
  async create(liveID, liveName, more = {}) {
    const live = new LiveController(this, liveID);
    this.#beginning = live;
    try {
      await live.create({ liveName, ...more });
      this.#keepOn(live);
    } finally {
      this.#beginning = null;
    }
    this.#tell("live");
  }

  /** Ends one of the user's own lives, whether this page is in it or not. */
  async endOwn(liveID) {
    if (this.hosted?.state.liveID === liveID) await this.hosted.end();
    else await this.connection.command("room.end", undefined, liveID);
    this.#forget(liveID);
    this.#dropHosted();
    this.#tell("live");
  }

  /** Takes the user's current lives from an answer to `room.list`. */
  owns(listings) {
    this.ownLives = listings;
    this.#tell("own");
  }

  /** Changes the name that others see. */
  async rename(nickname) {
    await this.connection.command("user.update", { nickname });
    this.user = { ...this.user, userName: nickname || this.user.userID };
    this.#tell("user");
  }

  /** Keeps an own live going in the background, also across a reload of the tab. */
  #keepOn(live) {
    if (this.hosted !== live) this.hosted?.leave();
    this.hosted = live;
    this.#remember(live.state.liveID);
  }

  #remember(liveID) {
    try {
      if (liveID) this.#tabStorage?.setItem(hostingKey, JSON.stringify([this.user.userID, liveID]));
      else this.#tabStorage?.removeItem(hostingKey);
    } catch {
      // The tab then forgets it on a reload, but the server still lists the live.
    }
  }

  /** The live that this tab kept going before the reload. */
  get #remembered() {
    try {
      const [userID, liveID] = JSON.parse(this.#tabStorage?.getItem(hostingKey) ?? "[]");
      return userID === this.user.userID && typeof liveID === "string" ? liveID : null;
    } catch {
      return null;
    }
  }

  #forget(liveID) {
    this.ownLives = this.ownLives.filter(({ info }) => info.liveID !== liveID);
    if (this.#remembered === liveID) this.#remember(null);
  }

  #roomEvent(event, missed) {
    for (const live of this.#lives) live.receive(event, missed);
    if (event.event === "room.ended") this.#forget(event.room);
    if (event.event === "barrage.sent" && event.at < this.#openedAt) {
      this.missedCount += 1;
      this.#tell("missed");
    }
    this.#dropHosted();
  }

  get #lives() { return [this.live, this.hosted, this.#beginning].filter(Boolean); }

  #opened(answer, nickname) {
    const isReturn = this.hasOpened;
    this.hasOpened = true;
    this.user = answer.user;
    this.hasGap = false;
    this.missedCount = 0;
    // Messages sent before this moment were missed. On the first visit nothing was.
    this.#openedAt = isReturn ? answer.at : 0;
    if (!isReturn) this.#takeUpRemembered();
    for (const live of this.#lives) {
      const entry = answer.rooms.find(({ room }) => room === live.state.liveID);
      if (entry) live.resumed(entry);
      else live.lost();
      if (entry?.joined ? !entry.recovered : isReturn) this.hasGap = true;
    }
    this.#dropHosted();
    const entering = this.#lives.filter((live) => live.mustEnter);
    const isEntering = (order) => entering.some((live) => live.state.liveID === order.room);
    this.desk.flush((order) => !isEntering(order) || this.clock.now() - order.at > orderAgeMaxMilliseconds);
    for (const live of entering) this.#enter(live);
    if (!isReturn && nickname && !answer.profile.nickname) this.rename(nickname).catch(() => {});
    this.#loadWallet();
    this.#loadCatalogue();
    this.#tell("user");
  }

  /** Continues the live that this tab kept going before a reload. */
  #takeUpRemembered() {
    const liveID = this.#remembered;
    if (liveID && this.live?.state.liveID !== liveID) this.hosted = new LiveController(this, liveID);
  }

  /** Forgets the live in the background once it has ended, or if it is not the user's own. */
  #dropHosted() {
    if (!this.hosted) return;
    const { phase, isOwner, liveID } = this.hosted.state;
    if (phase === "joining" || (phase === "in" && isOwner)) return;
    if (phase === "in") this.hosted.leave();
    this.hosted = null;
    if (this.#remembered === liveID) this.#remember(null);
    this.#tell("live");
  }

  #enter(live) {
    live.enter().then(() => {
      this.desk.flush();
      this.#dropHosted();
      if (live === this.hosted) this.#tell("own");
    });
  }

  #userEvent({ event, data }) {
    if (event === "wallet.changed") this.#setBalance(data.balance);
    else if (event === "catalogue.changed") this.#loadCatalogue();
  }

  /** Asks for the balance. What is told meanwhile may be newer than the answer or older, so it is asked for again then. */
  #loadWallet() {
    const before = this.#balancesTold;
    this.connection.command("wallet.get").then(({ balance }) => {
      if (this.#balancesTold === before) this.#setBalance(balance);
      else this.#loadWallet();
    }, () => {});
  }

  /** The names of gifts in the reader's language, by their ids. */
  get giftNames() {
    return new Map(this.categories?.flatMap(({ giftList }) => giftList.map(({ giftID, name }) => [giftID, name])));
  }

  /** Loads the catalogue. The old one stays if that fails. */
  #loadCatalogue() {
    const request = this.#language ? { language: this.#language } : {};
    this.connection.command("gift.list", request).then(
      ({ categories }) => {
        this.categories = categories;
        for (const live of this.#lives) live.nameGifts(this.giftNames);
        this.catalogueError = null;
        this.#tell("catalogue");
      },
      (rejection) => {
        if (rejection.code === ErrorCode.outcomeUnknown) return;
        this.catalogueError = rejection;
        this.#tell("catalogue");
      });
  }

  #setBalance(balance) {
    this.#balancesTold += 1;
    this.balance = balance;
    this.#tell("wallet");
  }

  #tell(name) { this.dispatchEvent(new Event(name)); }
}
