import { systemClock } from "../wire/connection.js";
import { Session } from "../model/session.js";
import { LiveListStore } from "./live-list-store.js";
import { Observable } from "./observable.js";

/**
 * @typedef {object} ClientState
 * @property {"idle" | "connecting" | "open" | "waiting" | "closed"} connection `waiting` for the
 *   next attempt; `closed` for good, see `closedBecause`.
 * @property {?number} retryAt When the next attempt begins, in Unix milliseconds.
 * @property {?string} closedBecause Why the server ended the session, in the words of Protocol/ERRORS.md (`loginExpired`, `displaced`, …).
 * @property {import("./types.js").User} user
 * @property {?number} balance The user's coins, or null until the server has told.
 */

/**
 * A logged-in user.
 *
 * It reconnects by itself, continues its live, and sends gifts without an answer again, also after a reload of the page.
 *
 * @extends {Observable<ClientState>}
 */
export class OvationClient extends Observable {
  #session;
  #isLoggedOut = false;

  /**
   * @param {object} options
   * @param {string} options.url The server's `wss:` address with `/v1/ws`.
   * @param {number} options.sdkAppID The app's number.
   * @param {string} options.userID
   * @param {string} options.userSig What the app's backend made for this user. It is sent in a message and never in an address.
   * @param {string} [options.language] The language of the gifts' names; the browser's by default.
   * @param {?Storage} [options.storage] Keeps gifts without an answer; `localStorage` by default, null keeps them in memory.
   * @param {typeof globalThis.WebSocket} [options.WebSocket] Replaces the browser's in tests, like the next two options.
   * @param {typeof systemClock} [options.clock]
   * @param {() => number} [options.random]
   */
  constructor({ url, sdkAppID, userID, userSig, language, storage = localStorageOfPage(), WebSocket, clock = systemClock, random }) {
    super({
      connection: "idle", retryAt: null, closedBecause: null, balance: null, user: { userID, userName: userID, avatarURL: "" },
    });
    const session = new Session({
      url, credentials: { sdkAppID, userID, userSig }, nickname: null, storage, WebSocket, clock, random,
      ...(language !== undefined && { language }),
    });
    this.#session = session;
    /** The lives of the server, and the one that the user is in. */
    this.liveList = new LiveListStore(session, url);
    session.addEventListener("connection", () => this.#connectionChanged());
    session.addEventListener("user", () => this.change({ user: session.user }));
    session.addEventListener("wallet", () => this.change({ balance: session.balance }));
  }

  /**
   * Connects and logs in. While the server cannot be reached it goes on trying, and waits.
   *
   * @returns {Promise<void>} Rejects with a {@link import("../wire/connection.js").Rejection} if the server refuses the login.
   */
  login() {
    this.#isLoggedOut = false;
    return new Promise((resolve, reject) => {
      const session = this.#session;
      const look = () => {
        const { phase, rejection, close } = session.connection.state;
        if (phase === "open") resolve();
        else if (phase === "closed") reject(rejection ?? new Error(`The server closed the connection: ${close.name}.`));
        else if (phase === "idle" && this.#isLoggedOut) reject(new Error("The user logged out before the server answered."));
        else return;
        session.removeEventListener("connection", look);
      };
      session.addEventListener("connection", look);
      session.start();
      look();
    });
  }

  /** Logs out: the user leaves the live at once. Gifts without an answer are asked about at the next login. */
  logout() {
    this.#isLoggedOut = true;
    this.liveList.left();
    this.#session.stop();
  }

  /** Changes the name that others see. */
  setNickname(nickname) { return this.#session.rename(nickname); }

  /** The time of the server, in Unix milliseconds. */
  get now() { return this.#session.now; }

  #connectionChanged() {
    const state = this.#session.connection.state;
    const connection = /** @type {ClientState["connection"]} */ (state.phase);
    this.change({ connection, retryAt: state.retryAt ?? null, closedBecause: state.close?.name ?? null });
  }
}

/** The page's `localStorage`, or null where it is forbidden or missing. */
function localStorageOfPage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
