// What surrounds every view: the page's header, the connection banner, short messages, skip links, and the modules of each view.

import { addressOf, currentLanguage, explain, formatNumber, languages, say, speakOf } from "../model/words.js";
import { showMenu } from "./dialogs.js";
import { avatar, coin, goTo, h, icon, named, setText } from "./dom.js";

/** The page's header: the link to the list, the wallet and the user's menu. */
class AppHeader extends HTMLElement {
  /** Called when the user asks for another identity. */
  loggedOut = () => {};
  /**
   * Called with the tag of the chosen language.
   * @type {(tag: string) => void}
   */
  languageChosen = () => {};
  isDev = false;

  #balance = h("span", { "data-testid": "wallet-balance" }, "–");
  #wallet = h(
    "span", { class: "wallet", title: say("header.coins") }, coin(), this.#balance,
    h("span", { class: "sr-only" }, say("header.coinsAfter")));
  #user = h("button", {
    class: "user-button", type: "button", hidden: true, title: say("header.menu"), "aria-haspopup": "menu",
    "aria-expanded": "false", "data-testid": "user-name",
  });
  #feed = h(
    "a", {
      class: "header__view", href: addressOf({ view: "feed" }), "data-testid": "nav-feed",
      on: { pointerenter: () => warmView("ov-feed") },
    },
    icon("feed"), h("span", {}, say("feed.title")));
  #session = null;
  #listening = null;

  connectedCallback() {
    this.className = "header";
    this.setAttribute("role", "banner");
    this.#wallet.hidden = true;
    this.#user.addEventListener("click", () => this.#showMenu());
    this.replaceChildren(
      h("a", { class: "brand", href: addressOf({ view: "list" }) }, h("span", { class: "brand__mark", "aria-hidden": "true" }), "Ovation"),
      h("nav", { class: "header__views", "aria-label": say("header.views") }, this.#feed),
      h("nav", { class: "header__right", "aria-label": say("header.you") }, this.#wallet, this.#user));
    this.#draw();
  }

  set session(session) {
    this.#listening?.abort();
    this.#listening = new AbortController();
    this.#session = session;
    for (const event of ["user", "wallet", "connection"]) {
      session?.addEventListener(event, () => this.#draw(), { signal: this.#listening.signal });
    }
    this.#draw();
  }

  /** Sets the shown view: the one in the address, `feed` or another. */
  set view(view) {
    if (view === "feed") this.#feed.setAttribute("aria-current", "page");
    else this.#feed.removeAttribute("aria-current");
  }

  /** Focuses the menu's button, after the header was drawn again. */
  focus() { this.#user.focus(); }

  #draw() {
    const session = this.#session;
    const isIn = Boolean(session?.hasOpened);
    this.#wallet.hidden = !isIn;
    this.#user.hidden = !isIn;
    if (!isIn) return;
    setText(this.#balance, session.balance === null ? "–" : formatNumber(session.balance));
    const key = `${session.user.userName}\n${session.user.avatarURL}`;
    if (this.#user.dataset.key === key) return;
    this.#user.dataset.key = key;
    this.#user.replaceChildren(
      avatar(session.user), named(session.user, { class: "user-button__name" }),
      h("span", { class: "sr-only" }, `: ${say("header.menu")}`), icon("more"));
  }

  #showMenu() {
    showMenu(this.#user, say("header.you"), [
      { label: say("header.yourPage"), testID: "menu-me", choose: () => goTo(this, { view: "me" }) },
      ...Object.entries(languages).map(([tag, name]) => ({
        label: name, lang: tag, testID: `menu-language-${tag}`, isChecked: tag === currentLanguage(),
        choose: () => this.languageChosen(tag),
      })),
      {
        label: say(this.isDev ? "header.newGuest" : "header.logOut"), testID: "menu-log-out",
        choose: () => this.loggedOut(),
      },
    ]);
  }
}
customElements.define("ov-app-header", AppHeader);

const backOnlineMilliseconds = 3_000;

const closeReasons = {
  unauthorized: "connection.unauthorized",
  kickedOffline: "connection.kickedOffline",
  loginExpired: "connection.loginExpired",
  replaced: "connection.replaced",
};

/** Says that the connection is lost, when it is retried, and that it is back. */
class ConnectionBanner extends HTMLElement {
  #text = h("span", {});
  #button = h("button", { class: "button button--small", type: "button", hidden: true });
  #countdown = null;
  #wasLost = false;
  #stopListening = null;

  connectedCallback() {
    this.className = "connection";
    this.hidden = true;
    this.dataset.testid = "connection-banner";
    this.setAttribute("role", "status");
    this.replaceChildren(this.#text, this.#button);
    this.#button.addEventListener("click", () => this.#session?.connection.retryNow());
  }

  #session = null;

  set session(session) {
    this.#stopListening?.abort();
    this.#stopListening = new AbortController();
    this.#session = session;
    this.#wasLost = false;
    this.#draw();
    session?.addEventListener("connection", () => this.#draw(), { signal: this.#stopListening.signal });
    // The connection is open before the session knows what was missed.
    for (const event of ["user", "missed"]) {
      session?.addEventListener(event, () => this.#draw(), { signal: this.#stopListening.signal });
    }
  }

  #draw() {
    clearTimeout(this.#countdown);
    const state = this.#session?.connection.state ?? { phase: "idle" };
    this.dataset.phase = state.phase;
    if (state.phase === "waiting") {
      this.#wasLost = true;
      this.#count(state.retryAt);
    } else if (state.phase === "connecting") {
      this.#show(this.#wasLost ? say("connection.reconnecting") : "", null);
    } else if (state.phase === "closed") {
      const reason = state.rejection
        ? explain(state.rejection) : say(closeReasons[state.close.name] ?? "connection.ended");
      this.#show(reason, say("connection.reconnect"));
    } else if (state.phase === "open" && this.#wasLost) {
      this.#wasLost = false;
      this.#backOnline();
    } else if (state.phase === "open" && this.dataset.tone === "good") {
      this.#backOnline();
    } else {
      this.#show("", null);
    }
  }

  #backOnline() {
    const { hasGap, missedCount: count } = this.#session;
    const missed = count > 0 ? say("connection.backAfter", { count }) : say("connection.back");
    this.#show(hasGap ? say("connection.backWithGap") : missed, null, "good");
    this.#countdown = setTimeout(() => this.#show("", null), backOnlineMilliseconds);
  }

  #count(retryAt) {
    const seconds = Math.max(0, Math.ceil((retryAt - Date.now()) / 1_000));
    const known = this.#session.hasOpened ? "connection.lost" : "connection.unreachable";
    const what = say(navigator.onLine ? known : "connection.offline");
    const next = seconds > 0 ? say("connection.tryingIn", { seconds }) : say("connection.trying");
    this.#show(say("connection.waiting", { what, next }), say("connection.tryNow"));
    this.#countdown = setTimeout(() => this.#count(retryAt), 1_000);
  }

  #show(text, action, tone = "bad") {
    this.hidden = text === "";
    this.dataset.tone = text === "" ? "" : tone;
    setText(this.#text, text);
    this.#button.hidden = action === null;
    setText(this.#button, action ?? "");
  }
}
customElements.define("ov-connection-banner", ConnectionBanner);

const toastsMax = 3;
const toastMilliseconds = 6_000;

/**
 * Short messages at the top of the page, where they cover no input; at most three. Screen readers announce them. Escape or a click closes
 * one.
 */
class Toasts extends HTMLElement {
  connectedCallback() {
    this.className = "toasts";
    this.setAttribute("role", "status");
    this.setAttribute("aria-live", "polite");
  }

  /** @param {"info" | "success" | "error"} tone */
  show(text, tone = "info") {
    const close = h(
      "button", { class: "icon-button icon-button--small", type: "button", "aria-label": say("toast.close") },
      icon("close"));
    const toast = h("div", { class: `toast toast--${tone}` }, h("p", {}, text), close);
    const dismiss = () => toast.remove();
    close.addEventListener("click", dismiss);
    this.append(toast);
    while (this.children.length > toastsMax) this.firstElementChild.remove();
    setTimeout(dismiss, toastMilliseconds);
  }
}
customElements.define("ov-toasts", Toasts);

/**
 * The page's first tab stops, which skip to the stage, the chat or the gifts. Every element with `data-skip` is a target; the attribute is
 * the key of its name.
 */
class SkipLinks extends HTMLElement {
  connectedCallback() {
    this.className = "skips";
    this.setAttribute("role", "navigation");
  }

  /** Updates the list of targets. */
  update() {
    this.setAttribute("aria-label", say("skip.label"));
    const parts = [...document.querySelectorAll("main [data-skip]:not([inert] *)")];
    const targets = parts.length > 0 ? parts : [...document.querySelectorAll("main")];
    this.replaceChildren(...targets.map((target) => {
      const link = h("button", { class: "button skips__link", type: "button" }, say(target.dataset.skip ?? "skip.content"));
      link.addEventListener("click", () => go(target));
      return link;
    }));
  }
}
customElements.define("ov-skip-links", SkipLinks);

/** Moves the focus into a part of the page: to its main control (`data-skip-to`), or else to the part itself. */
function go(target) {
  target.dispatchEvent(new Event("skip"));
  const { skipTo } = target.dataset;
  const inside = skipTo ? [...target.querySelectorAll(skipTo)].find((element) => element.checkVisibility()) : null;
  if (!inside && !target.hasAttribute("tabindex")) target.tabIndex = -1;
  (inside ?? target).focus();
}

// The modules of each view. The page loads what the address needs and nothing else.

/** The root of the page's own paths: `/w/<hash>/`. */
const root = new URL("../", import.meta.url);

const views = {
  "ov-live-list": {
    load: () => withWords("plaza", import("./live-list.js")),
    styles: ["list"],
    modules: [
      "components/artwork.js", "components/list-filters.js", "components/live-card.js", "components/tab-bar.js", "media/preview-policy.js",
      "model/lives.js",
    ],
  },
  "ov-me": {
    load: () => withWords("plaza", import("./me.js")),
    styles: ["me"],
    modules: ["components/rename.js", "components/tab-bar.js", "model/barrage-choices.js", "model/blocked.js", "model/moments.js"],
  },
  "ov-live-room": {
    load: () => import("./live-room.js"),
    styles: ["room"],
    // These are the imports of the view, listed so that a browser requests all of them at once.
    modules: [
      "components/chat.js",
      "components/gift-panel.js",
      "components/stage.js",
      "model/moments.js",
    ],
  },
  // The reactions, the effects of gifts, and the screens after a live.
  "ov-reactions": { load: () => afterWords("talk", () => import("./reactions.js")), styles: ["reactions"], modules: [] },
  "ov-effects": { load: () => afterWords("talk", () => import("./effects.js")), styles: ["effects"], modules: [] },
  "ov-endings": { load: () => withWords("talk", import("./endings.js")), styles: ["ended"], modules: [] },
  "ov-replay": { load: () => afterWords("picture", () => import("./replay.js")), styles: ["ended"], modules: [] },
  "ov-audience": { load: () => import("./audience.js"), styles: ["people"], modules: [] },
  "ov-board": { load: () => import("./board.js"), styles: ["people"], modules: [] },
  "ov-word-list": { load: () => withWords("studio", import("./word-list.js")), styles: ["word-list"], modules: [] },
  "ov-gift-banners": { load: () => import("./gift-show.js"), styles: ["banners"], modules: ["model/gift-show.js"] },
  // What a chat needs now and then: the menus of its messages, the pinned message with the great gifts, and the combo button.
  "ov-message-menu": { load: () => withWords("talk", import("./message-menu.js")), styles: ["talk"], modules: [] },
  "ov-chat-top": { load: () => afterWords("talk", () => import("./chat-top.js")), styles: ["talk"], modules: [] },
  "ov-mentions": { load: () => withWords("talk", import("./mention-list.js")), styles: ["talk"], modules: [] },
  "ov-emoji": { load: () => withWords("talk", import("./emoji-picker.js")), styles: ["emoji"], modules: ["model/emoji.js"] },
  "ov-own-count": { load: () => withWords("talk", import("./own-count.js")), styles: [], modules: [] },
  "ov-gift-question": { load: () => withWords("talk", import("./gift-question.js")), styles: ["talk"], modules: [] },
  "ov-combo": { load: () => withWords("talk", import("./combo-button.js")), styles: ["talk"], modules: [] },
  // The picture on the stage of a live.
  "ov-picture": {
    load: () => withWords("picture", import("./picture.js")),
    styles: ["picture"],
    modules: [
      "components/picture-icons.js", "media/abilities.js", "media/picture-player.js", "media/mp4.js", "media/picture-buffer.js",
      "media/play-link.js", "media/player-policy.js",
    ],
  },
  "ov-recharge": { load: () => afterWords("talk", () => import("./recharge.js")), styles: [], modules: [] },
  "ov-top-three": { load: () => withWords("talk", import("./top-three.js")), styles: ["top-three"], modules: [] },
  "ov-hearts": { load: () => import("./hearts.js"), styles: ["hearts"], modules: [] },
  "ov-mini-player": { load: () => import("./mini-player.js"), styles: ["mini"], modules: [] },
  "ov-host-away": { load: () => withWords("talk", import("./host-away.js")), styles: [], modules: [] },
  "ov-seats": {
    load: () => withWords("seats", withWords("picture", import("../seats/seats.js"))), styles: ["seats", "seat-panel"], modules: [],
  },
  "ov-studio": {
    load: () => withWords("studio", withWords("picture", import("./studio.js"))),
    styles: ["picture", "studio"],
    modules: [
      "components/live-form.js", "components/picture-icons.js", "components/studio-sheet.js", "media/broadcast.js", "media/cover.js",
      "media/devices.js", "media/line-figures.js", "media/on-air.js", "media/play-link.js", "media/publisher-policy.js",
      "media/whep-link.js", "media/whip-broadcast.js", "model/lives.js",
    ],
  },
  // What hosts have beside the stage, and after it.
  "ov-host-desk": {
    load: () => withWords("studio", import("./host-desk.js")), styles: ["desk"],
    modules: ["media/live-record.js", "model/live-figures.js"],
  },
  "ov-host-summary": {
    load: () => withWords("studio", import("./host-summary.js")), styles: ["desk"],
    modules: ["media/live-record.js", "model/live-figures.js"],
  },
  "ov-feed": {
    load: () => withWords("plaza", withWords("picture", import("./feed.js"))),
    styles: ["picture", "feed"],
    modules: [
      "components/artwork.js", "components/feed-entry.js", "components/picture-icons.js", "components/tab-bar.js", "media/abilities.js",
      "media/feed-policy.js", "media/picture-player.js", "media/mp4.js", "media/picture-buffer.js", "media/play-link.js",
      "media/player-policy.js", "media/preview-policy.js", "model/lives.js",
    ],
  },
  "ov-login": { load: () => withWords("plaza", import("./login.js")), styles: ["login"], modules: [] },
};

/** @param {"picture" | "plaza" | "talk" | "seats" | "studio"} part */
function withWords(part, loading) { return Promise.all([loading, speakOf(part)]); }

/**
 * For elements that are on the page before their code is: they speak as soon as it comes.
 *
 * @param {"talk" | "studio" | "picture"} part
 */
function afterWords(part, load) { return speakOf(part).then(load); }

const warmed = new Set();
const styles = new Map();

/** Loads a stylesheet of the page once. */
export function style(name) {
  if (!styles.has(name)) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(`styles/${name}.css`, root).href;
    styles.set(name, new Promise((resolve, reject) => {
      link.addEventListener("load", resolve, { once: true });
      link.addEventListener("error", () => {
        styles.delete(name);
        link.remove();
        reject(new Error(`${link.href} could not be loaded.`));
      }, { once: true });
    }));
    document.head.append(link);
  }
  return styles.get(name);
}

/** Loads a view's modules ahead, when the user points at its link. Never rejects. */
export function warmView(tag) {
  loadView(tag).catch(() => {});
}

/** Loads a view's modules once. Rejects if the server no longer has them or cannot be reached. */
export async function loadView(tag) {
  const { load, styles: needed, modules } = views[tag];
  if (!customElements.get(tag)) {
    for (const path of modules) {
      if (warmed.has(path)) continue;
      warmed.add(path);
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = new URL(path, root).href;
      document.head.append(link);
    }
  }
  await Promise.all([load(), ...needed.map(style)]);
}
