// The page: finds out who the user is, connects, and shows the view that the address names.

import { Session } from "./model/session.js";
import { Settings, storageOf } from "./model/settings.js";
import { parseRoute } from "./model/routes.js";
import { isUserID } from "./model/words.js";
import { h } from "./components/dom.js";
import "./components/app-header.js";
import "./components/connection-banner.js";
import "./components/live-list.js";
import "./components/live-room.js";
import "./components/login.js";
import "./components/toasts.js";

const credentialsKey = "ovation.credentials";
/** The login that a server in development mode accepts from anybody. */
const devUserSig = "dev";
/** After how long of connecting the page says so. */
const patienceMilliseconds = 400;

class App extends HTMLElement {
  #settings = new Settings();
  #header = document.createElement("ov-app-header");
  #banner = document.createElement("ov-connection-banner");
  #main = h("main", { class: "main", id: "main", tabindex: "-1" });
  #toasts = document.createElement("ov-toasts");
  #config = null;
  #session = null;
  #view = null;
  /** The user id that was given last in the form. */
  #givenUserID = null;

  connectedCallback() {
    this.className = "app";
    this.replaceChildren(this.#header, this.#banner, this.#main, this.#toasts);
    this.#header.renamed = (name) => {
      if (this.#config.dev && !this.#namedByAddress) this.#settings.guestName = name;
    };
    this.#header.loggedOut = () => this.#logOut();
    addEventListener("hashchange", () => this.#route());
    addEventListener("online", () => this.#session?.connection.wake());
    document.addEventListener("visibilitychange", () => !document.hidden && this.#session?.connection.wake());
    this.#begin();
  }

  /** The user id in the address, `?user=alice`, or null. */
  get #namedByAddress() {
    const name = new URLSearchParams(location.search).get("user");
    return isUserID(name) ? name : null;
  }

  async #begin() {
    this.#showMessage("Connecting…", patienceMilliseconds);
    try {
      const response = await fetch("/v1/web-config", { headers: { accept: "application/json" }, cache: "no-store" });
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      const config = await response.json();
      if (!Number.isSafeInteger(config.sdkAppID)) throw new Error("The server's configuration cannot be read.");
      this.#config = { dev: config.dev === true, sdkAppID: config.sdkAppID };
    } catch (error) {
      const detail = error instanceof TypeError ? "The server cannot be reached." : error.message;
      this.#showFailure("Ovation cannot start", detail, () => this.#begin());
      return;
    }
    this.#header.isDev = this.#config.dev;
    this.#identify();
  }

  /** Logs in as whoever the address, this browser or this tab knows; where that was refused, for a reason, asks. */
  #identify(reason = null) {
    if (this.#config.dev && !reason) {
      const named = this.#namedByAddress;
      const guest = named ? { userID: named, name: null } : this.#settings.guest();
      this.#logIn({ userID: guest.userID, userSig: devUserSig }, guest.name);
      return;
    }
    const stored = reason ? null : this.#storedCredentials();
    if (stored) this.#logIn(stored, null);
    else this.#showLogin(reason);
  }

  #logIn(credentials, nickname) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const session = new Session({
      url: `${scheme}://${location.host}/v1/ws`,
      credentials: { sdkAppID: this.#config.sdkAppID, ...credentials },
      nickname,
      storage: storageOf("localStorage"),
    });
    this.#session = session;
    this.#header.session = session;
    this.#banner.session = session;
    session.addEventListener("connection", () => this.#connectionChanged(session));
    session.addEventListener("user", () => this.#view || this.#route());
    session.addEventListener("live", () => this.#liveChanged());
    session.addEventListener("order", ({ detail }) => this.#tellOrder(detail));
    this.#showMessage("Connecting…", patienceMilliseconds);
    // The live is known before the connection is, so that its orders wait until it is entered.
    const route = parseRoute(location.hash);
    if (route.view === "live") session.show(route.liveID);
    session.start();
  }

  #connectionChanged(session) {
    const { phase, close, rejection } = session.connection.state;
    if (phase !== "closed" || session !== this.#session) return;
    if (close.name === "unauthorized" || close.name === "loginExpired") {
      this.#endSession();
      storageOf("sessionStorage")?.removeItem(credentialsKey);
      this.#identify(rejection?.message ?? "Log in again.");
    }
  }

  #endSession() {
    this.#session?.stop();
    this.#session = null;
    this.#header.session = null;
    this.#banner.session = null;
    this.#view = null;
  }

  #logOut() {
    this.#endSession();
    storageOf("sessionStorage")?.removeItem(credentialsKey);
    this.#settings.forgetGuest();
    if (this.#namedByAddress) history.replaceState(null, "", `${location.pathname}${location.hash}`);
    location.hash = "#/";
    this.#identify();
  }

  #storedCredentials() {
    try {
      const stored = JSON.parse(storageOf("sessionStorage")?.getItem(credentialsKey) ?? "null");
      return isUserID(stored?.userID) && typeof stored.userSig === "string" ? stored : null;
    } catch {
      return null;
    }
  }

  #showLogin(reason) {
    const login = document.createElement("ov-login");
    login.reason = reason;
    login.userID = this.#givenUserID ?? this.#namedByAddress;
    login.submitted = (credentials) => {
      this.#givenUserID = credentials.userID;
      storageOf("sessionStorage")?.setItem(credentialsKey, JSON.stringify(credentials));
      this.#logIn(credentials, null);
    };
    document.title = "Log in · Ovation";
    this.#main.replaceChildren(login);
  }

  /** Shows what the address names, once the user is in. */
  #route() {
    if (!this.#session?.hasOpened) return;
    const route = parseRoute(location.hash);
    if (route.view === "live") {
      const live = this.#session.show(route.liveID);
      if (this.#view?.live !== live) this.#showView("ov-live-room", { live });
    } else {
      this.#session.hide();
      if (this.#view?.localName !== "ov-live-list") {
        document.title = "Ovation";
        this.#showView("ov-live-list", {});
      }
    }
  }

  #liveChanged() {
    // The live was entered again, so the view of the old one goes.
    if (this.#view?.live && this.#session.live && this.#view.live !== this.#session.live) this.#route();
  }

  #showView(tag, props) {
    const isFirst = this.#view === null;
    this.#view = Object.assign(document.createElement(tag), {
      session: this.#session, settings: this.#settings, toasts: this.#toasts, ...props,
    });
    this.#main.replaceChildren(this.#view);
    // For those who read the page aloud, a new view begins at its top.
    if (!isFirst) this.#main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  #tellOrder({ order, outcome }) {
    const what = `${order.name ?? order.giftID}${order.count > 1 ? ` ×${order.count}` : ""}`;
    if (outcome.charged) {
      this.#toasts.show(`Your ${what} from before was sent.`, "success");
    } else {
      const reason = outcome.rejection.message;
      this.#toasts.show(`Your ${what} from before was not sent, and nothing was charged. ${reason}`, "error");
    }
  }

  #showMessage(text, after) {
    const message = h("p", { class: "splash", role: "status" });
    this.#main.replaceChildren(message);
    setTimeout(() => { message.textContent = text; }, after);
  }

  #showFailure(title, text, retry) {
    this.#main.replaceChildren(
      h("div", { class: "empty", role: "alert" },
        h("h1", {}, title), h("p", {}, text),
        h("button", { class: "button button--primary", type: "button", on: { click: retry } }, "Try again")));
  }
}
customElements.define("ov-app", App);
