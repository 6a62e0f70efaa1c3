import { ErrorCode } from "../wire/errors.js";
import { LiveController } from "./live-controller.js";
import { Connection, systemClock } from "../wire/connection.js";
import { OrderDesk, OrderJournal } from "../wire/orders.js";

/**
 * Orders of an earlier visit that are older are asked about before the live is entered, so that none is charged late.
 */
const orderAgeMaxMilliseconds = 60_000;
/** Where a tab remembers which live of its user it keeps on. */
const hostingKey = "ovation.hosting";

/**
 * Somebody who is logged in: the connection, the wallet, the gift catalogue, and the lives that they are in.
 *
 * Events: `connection`, `user`, `wallet`, `catalogue`, `live` (the live that the page shows is another one),
 * `own` (`ownLives` were read anew),
 * `order` with `{order, outcome}` for the answer to an order of an earlier visit, `missed` (`missedCount` has grown).
 */
export class Session extends EventTarget {
  #language;
  #beginning = null;
  #tabStorage;
  #openedAt = 0;

  user;
  balance = null;
  categories = null;
  catalogueError = null;
  /** Whether the server has ever let the user in. */
  hasOpened = false;
  /** Whether the last reconnect could not bring back everything. */
  hasGap = false;
  /** How many messages the last reconnect brought that were said meanwhile. */
  missedCount = 0;
  /** The live that the page shows, or null. */
  live = null;
  /** The user's own live that goes on while the page shows another, or null. */
  hosted = null;
  /** The user's own lives that are on, wherever they were begun, as the server said last: `{info, audienceCount}`. */
  ownLives = [];
  /** What the list of lives showed last, `{rooms, hasMore}`, for when it is shown again; null where it never did. */
  listed = null;

  /**
   * @param {object} options
   * @param {string} options.url Address of `/v1/ws`.
   * @param {{sdkAppID: number, userID: string, userSig: string}} options.credentials
   * @param {?string} options.nickname The name to go by where the user has set none on the server.
   * @param {?Storage} options.storage Where orders are kept.
   * @param {?Storage} [options.tabStorage] Where a tab remembers the live that it keeps on, over a reload.
   * @param {string} [options.language] In which language the gifts' names are asked for.
   * @param {typeof WebSocket} [options.WebSocket] Instead of the browser's, for tests; so are the two that follow.
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
    this.desk.stop();
    this.connection.stop();
  }

  /** In which language the gifts' names are asked for. */
  set language(language) {
    this.#language = language;
    if (this.connection.isOpen) this.#loadCatalogue();
  }

  /** The server's time, Unix milliseconds. */
  get now() { return this.clock.now() + this.connection.clockOffset; }

  /** Shows a live, entering it where the user is not in it. */
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

  /** Shows no live: a viewer leaves, an owner's live goes on. */
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

  /** Enters the live that is shown again, for somebody who was removed or refused. */
  enterAgain() {
    const liveID = this.live?.state.liveID;
    if (!liveID) return;
    this.live = null;
    this.show(liveID);
  }

  /**
   * Begins a live of one's own, which `show` then shows. Where it fails, the same id may be tried again: it is the
   * same live.
   */
  async create(liveID, liveName) {
    const live = new LiveController(this, liveID);
    this.#beginning = live;
    try {
      await live.create(liveName);
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

  /** Takes in which of the user's lives are on, from the answer to `room.list`. */
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

  /** Lets an own live go on in the background, also over a reload of the tab. */
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
      // Then the tab forgets it with a reload; the server still says that the live is on.
    }
  }

  /** The live that this tab kept on before it was loaded again. */
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
    // What was said before this moment and comes now is what was missed; on the first visit nothing was.
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

  /** Goes on keeping the live on that this tab kept on before a reload. */
  #takeUpRemembered() {
    const liveID = this.#remembered;
    if (liveID && this.live?.state.liveID !== liveID) this.hosted = new LiveController(this, liveID);
  }

  /** Forgets the live in the background once it is over, or where it is not the user's own after all. */
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

  #loadWallet() {
    this.connection.command("wallet.get").then(({ balance }) => this.#setBalance(balance), () => {});
  }

  /** Asks for the catalogue; the old one stays where that fails. */
  #loadCatalogue() {
    const request = this.#language ? { language: this.#language } : {};
    this.connection.command("gift.list", request).then(
      ({ categories }) => {
        this.categories = categories;
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
    this.balance = balance;
    this.#tell("wallet");
  }

  #tell(name) { this.dispatchEvent(new Event(name)); }
}
