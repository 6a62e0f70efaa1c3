// The page finds out who the user is, connects, and shows the view in the address.

import {
  addressOf, currentLanguage, Drafts, explain, isUserID, parseRoute, pickLanguage, plainName, say, Settings,
  storageOf, useLanguage,
} from "./model/words.js";
import { Session } from "./model/session.js";
import { h } from "./components/dom.js";
import { loadView, warmView } from "./components/shell.js";

const credentialsKey = "ovation.credentials";
/** The UserSig that a server in development mode accepts from everybody. */
const devUserSig = "dev";
/** The milliseconds of connecting after which the page says so. */
const patienceMilliseconds = 400;
/** Whether another page shows the live in a frame. There is nothing but the live then, and other views open beside that page. */
const isEmbedded = location.pathname.startsWith("/embed/");
/** The element of each view. */
const tags = { list: "ov-live-list", live: "ov-live-room", feed: "ov-feed", studio: "ov-studio", me: "ov-me" };
/** The views that have the bar of a phone. */
const viewsWithBar = new Set(["list", "feed", "me"]);

class App extends HTMLElement {
  #settings = new Settings();
  #drafts = new Drafts();
  #main = h("main", { class: "main", id: "main", tabindex: "-1" });
  // These have texts, so they are created once the language is loaded.
  #skips = null;
  #header = null;
  #banner = null;
  #toasts = null;
  /** The bar of a phone. Its code comes with the views that have it. */
  #bar = null;
  #config = null;
  #session = null;
  #view = null;
  /** The view whose modules are loading, with its properties, or null. */
  #awaited = null;
  /** The user id that was last entered in the login form. */
  #givenUserID = null;

  async connectedCallback() {
    this.className = "app";
    // The list restores the reader's place itself, because the browser does not know when it is drawn again.
    history.scrollRestoration = "manual";
    this.#forgetHash();
    this.#settings.apply();
    addEventListener("popstate", () => this.#route());
    addEventListener("hashchange", () => { this.#forgetHash(); this.#route(); });
    this.addEventListener("click", (event) => this.#clicked(event));
    this.addEventListener("navigate", ({ detail }) => this.#goTo(detail));
    addEventListener("online", () => this.#session?.connection.wake());
    addEventListener("offline", () => this.#session?.connection.networkLost());
    document.addEventListener("visibilitychange", () => !document.hidden && this.#session?.connection.wake());
    this.#main.addEventListener("parts", () => this.#skips.update());
    const config = this.#readConfig();
    await useLanguage(pickLanguage(this.#settings.language));
    this.#build();
    this.#begin(config);
  }

  /** Builds the page around the views in the current language. */
  #build() {
    document.documentElement.lang = currentLanguage();
    this.#skips = document.createElement("ov-skip-links");
    this.#header = document.createElement("ov-app-header");
    this.#banner = document.createElement("ov-connection-banner");
    this.#toasts = document.createElement("ov-toasts");
    this.#header.isDev = this.#config?.dev ?? false;
    this.#header.loggedOut = () => this.#logOut();
    this.#header.languageChosen = (tag) => this.#speak(tag);
    this.#bar = document.createElement("ov-tab-bar");
    this.replaceChildren(this.#skips, this.#header, this.#banner, this.#main, this.#bar, this.#toasts);
    if (isEmbedded) {
      this.#header.hidden = true;
      document.documentElement.style.setProperty("--header-height", "0px");
    }
    this.#header.session = this.#session;
    this.#mark(this.#view ? parseRoute(location).view : null);
    this.#banner.session = this.#session;
  }

  /** Changes the language. It rebuilds everything on the screen; the models keep what it shows. */
  async #speak(tag) {
    try {
      await useLanguage(tag);
    } catch {
      this.#toasts.show(say("app.serverUnreachable"), "error");
      return;
    }
    this.#settings.language = tag;
    this.#build();
    if (this.#session) this.#session.language = tag;
    if (!this.#view) return;
    const { localName, live, liveID } = this.#view;
    await this.#showView(localName, { ...(live && { live }), ...(liveID !== undefined && { liveID }) });
    // The control that was used is gone with the old language.
    (this.#view.querySelector("[data-testid=me-language]") ?? this.#header).focus();
  }

  /** Marks the view that is shown in what leads to the others; null before one is. */
  #mark(view) {
    this.#header.view = view;
    this.#bar.hidden = !viewsWithBar.has(view);
    this.#bar.setAttribute("view", view ?? "");
  }

  /** The user id in the address, `?user=alice`, or null. */
  get #namedByAddress() {
    const name = new URLSearchParams(location.search).get("user");
    return isUserID(name) ? name : null;
  }

  /** Loads what the page needs to know about the server: `{config}`, or `{failure}` with a text. Never rejects. */
  async #readConfig() {
    const given = givenConfig();
    if (given) return { config: given };
    try {
      const response = await fetch("/v1/web-config", { headers: { accept: "application/json" }, cache: "no-store" });
      if (!response.ok) return { failure: () => say("app.serverAnswered", { status: String(response.status) }) };
      const config = await response.json();
      if (!Number.isSafeInteger(config.sdkAppID)) return { failure: () => say("app.serverUnreadable") };
      const { mode, rtc = "none" } = config.media ?? {};
      return { config: { dev: config.dev === true, media: mode, rtc, sdkAppID: config.sdkAppID } };
    } catch (error) {
      return { failure: () => say(error instanceof TypeError ? "app.serverUnreachable" : "app.serverUnreadable") };
    }
  }

  async #begin(reading) {
    this.#showMessage(say("app.connecting"), patienceMilliseconds);
    const { config, failure } = await reading;
    if (failure) {
      this.#showFailure(say("app.failed"), failure(), () => this.#begin(this.#readConfig()));
      return;
    }
    this.#config = config;
    this.#header.isDev = this.#config.dev;
    this.#identify();
  }

  /** Logs in as the user from the address, this tab or this browser. Asks again if the login was refused for a reason. */
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
      tabStorage: storageOf("sessionStorage"),
      language: currentLanguage(),
    });
    session.carriesPictures = this.#config.media !== "none";
    session.carriesRTC = this.#config.rtc === "janus";
    this.#session = session;
    this.#hideBlocked(session);
    this.#header.session = session;
    this.#banner.session = session;
    session.addEventListener("connection", () => this.#connectionChanged(session));
    session.addEventListener("user", () => this.#view || this.#awaited || this.#route());
    session.addEventListener("live", () => this.#liveChanged());
    session.addEventListener("order", ({ detail }) => this.#tellOrder(detail));
    this.#showMessage(say("app.connecting"), patienceMilliseconds);
    // The live is set before the connection, so its orders wait until it is joined.
    const route = parseRoute(location);
    if (route.view === "live") session.show(route.liveID);
    warmView(tags[route.view]);
    session.start();
  }

  /** Few users have blocked anybody, so the list is loaded if there is one. */
  async #hideBlocked(session) {
    const storage = storageOf("localStorage");
    if (!storage?.getItem("ovation.blocked")) return;
    try {
      (await import("./model/blocked.js")).hideBlocked(session, storage);
    } catch {
      this.#toasts.show(say("app.partMissing"), "error");
    }
  }

  #connectionChanged(session) {
    const { phase, close, rejection } = session.connection.state;
    if (phase !== "closed" || session !== this.#session) return;
    if (close.name === "unauthorized" || close.name === "loginExpired") {
      this.#endSession();
      storageOf("sessionStorage")?.removeItem(credentialsKey);
      this.#identify(rejection ? explain(rejection) : say("login.again"));
    }
  }

  #endSession() {
    this.#session?.stop();
    this.#session = null;
    this.#header.session = null;
    this.#banner.session = null;
    this.#view = null;
    this.#awaited = null;
  }

  #logOut() {
    this.#endSession();
    storageOf("sessionStorage")?.removeItem(credentialsKey);
    this.#settings.forgetGuest();
    if (this.#namedByAddress) history.replaceState(null, "", `${location.pathname}${location.hash}`);
    history.pushState(null, "", addressOf({ view: "list" }));
    this.#identify();
  }

  /** Keeps the new name of a guest for the next visit. */
  #renamed(name) {
    if (this.#config.dev && !this.#namedByAddress) this.#settings.guestName = name;
  }

  #storedCredentials() {
    try {
      const stored = JSON.parse(storageOf("sessionStorage")?.getItem(credentialsKey) ?? "null");
      return isUserID(stored?.userID) && typeof stored.userSig === "string" ? stored : null;
    } catch {
      return null;
    }
  }

  async #showLogin(reason) {
    // A wrong link says so to everybody.
    if (parseRoute(location).view === "missing") return this.#showMissing();
    if (!await this.#load("ov-login", {})) return;
    const login = document.createElement("ov-login");
    login.reason = reason;
    login.userID = this.#givenUserID ?? this.#namedByAddress;
    login.submitted = (credentials) => {
      this.#givenUserID = credentials.userID;
      storageOf("sessionStorage")?.setItem(credentialsKey, JSON.stringify(credentials));
      this.#logIn(credentials, null);
    };
    document.title = say("login.pageTitle");
    this.#main.replaceChildren(login);
    this.#skips.update();
  }

  /** Puts the path in the place of the hash that older links have. */
  #forgetHash() {
    if (location.pathname !== "/" || !location.hash.startsWith("#/")) return;
    const address = addressOf(parseRoute(location));
    if (address !== `/${location.search}${location.hash}`) history.replaceState(history.state, "", address);
  }

  /** Follows a link to a view without leaving the page. Other links, and those for a new tab, are the browser's. */
  #clicked(event) {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest?.("a[href]");
    if (!link || link.target || link.hasAttribute("download")) return;
    const address = new URL(link.href);
    const route = parseRoute(address);
    if (address.origin !== location.origin || route.view === "missing") return;
    event.preventDefault();
    this.#goTo(route);
  }

  #goTo(route) {
    const address = addressOf(route);
    if (isEmbedded) {
      open(address, "_blank", "noopener");
      return;
    }
    if (address !== `${location.pathname}${location.search}${location.hash}`) history.pushState(null, "", address);
    this.#route();
  }

  /** Shows the view in the address once the user is logged in. */
  #route() {
    // A page for a wrong link was shown without a login.
    if (!this.#session && this.#config && !this.#main.querySelector("ov-login")) this.#identify();
    if (!this.#session?.hasOpened) return;
    const route = parseRoute(location);
    this.#mark(route.view);
    if (route.view === "missing") {
      this.#showMissing();
    } else if (route.view === "live") {
      const live = this.#session.show(route.liveID);
      if ((this.#awaited ?? this.#view)?.live !== live) {
        if (["ov-live-list", "ov-feed"].includes(this.#view?.localName)) history.replaceState({ ...history.state, isFromList: true }, "");
        this.#showView("ov-live-room", { live });
      }
    } else {
      this.#session.hide();
      const tag = tags[route.view];
      const shown = this.#awaited ?? { tag: this.#view?.localName, liveID: this.#view?.liveID };
      const liveID = route.view === "studio" ? route.liveID : null;
      if (shown.tag === tag && (shown.liveID ?? null) === liveID) return;
      document.title = "Ovation";
      this.#showView(tag, route.view === "studio" ? { liveID } : {});
    }
  }

  #liveChanged() {
    // The live was joined again, so the old view is removed.
    if (this.#view?.live && this.#session.live && this.#view.live !== this.#session.live) this.#route();
  }

  /** Loads a view's modules. Resolves to false if another view is due by then, or if they cannot be loaded. */
  async #load(tag, props) {
    const awaited = { tag, ...props };
    this.#awaited = awaited;
    try {
      await loadView(tag);
    } catch {
      if (this.#awaited !== awaited) return false;
      this.#awaited = null;
      // A browser does not request a failed module again, so the page itself is reloaded.
      this.#showFailure(say("app.failed"), say("app.partMissing"), () => location.reload(), say("app.reload"));
      return false;
    }
    if (this.#awaited !== awaited) return false;
    this.#awaited = null;
    return true;
  }

  async #showView(tag, props) {
    if (!await this.#load(tag, props)) return;
    const isFirst = this.#view === null;
    this.#view = Object.assign(document.createElement(tag), {
      session: this.#session, settings: this.#settings, drafts: this.#drafts, toasts: this.#toasts,
      goBack: () => this.#goBack(), isDev: this.#config.dev, languageChosen: (tag) => this.#speak(tag), loggedOut: () => this.#logOut(),
      renamed: (name) => this.#renamed(name), ...props,
    });
    this.#main.replaceChildren(this.#view);
    this.#bar.draw?.();
    this.#skips.update();
    // A screen reader starts a new view at its top.
    if (!isFirst) this.#main.focus({ preventScroll: true });
    scrollTo(0, 0);
    this.#view.arrived?.();
  }

  /** Returns to the list from which this live was opened; false if it was opened by its address. */
  #goBack() {
    if (!history.state?.isFromList) return false;
    history.back();
    return true;
  }

  #tellOrder({ order, outcome }) {
    const name = plainName(order.name ?? order.giftID);
    const gift = order.count > 1 ? say("app.giftCount", { gift: name, count: order.count }) : name;
    if (outcome.charged) {
      this.#toasts.show(say("app.orderSent", { gift }), "success");
    } else {
      this.#toasts.show(say("app.orderNotSent", { gift, reason: explain(outcome.rejection) }), "error");
    }
  }

  /** Tells that the address names nothing, and shows the way to the list. */
  #showMissing() {
    this.#session?.hide();
    this.#view = null;
    this.#awaited = null;
    document.title = say("live.pageTitle", { title: say("app.missing") });
    this.#main.replaceChildren(
      h("div", { class: "empty", "data-testid": "missing" },
        h("h1", {}, say("app.missing")), h("p", {}, say("app.missingText")),
        h("a", { class: "button button--primary", href: addressOf({ view: "list" }) }, say("live.backToAll"))));
    this.#skips.update();
  }

  #showMessage(text, after) {
    const message = h("p", { class: "splash", role: "status" });
    this.#main.replaceChildren(message);
    setTimeout(() => { message.textContent = text; }, after);
  }

  #showFailure(title, text, retry, label = say("app.tryAgain")) {
    this.#main.replaceChildren(
      h("div", { class: "empty", role: "alert" },
        h("h1", {}, title), h("p", {}, text),
        h("button", { class: "button button--primary", type: "button", on: { click: retry } }, label)));
  }
}
customElements.define("ov-app", App);

/** The server's own configuration in the page, which saves a request: `dev=true, media=relay, sdkAppID=1400000001`. Null without it. */
function givenConfig() {
  /** @type {?HTMLMetaElement} */
  const meta = document.querySelector("meta[name=ovation-config]");
  const given = meta?.content ?? "";
  const match = /^dev=(true|false), media=(\w+), (?:rtc=(\w+), )?sdkAppID=(\d{1,15})$/.exec(given);
  return match && { dev: match[1] === "true", media: match[2], rtc: match[3] ?? "none", sdkAppID: Number(match[4]) };
}
