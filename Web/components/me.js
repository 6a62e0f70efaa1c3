// The user's own page: who they are, their coins, and the settings of this browser in one place.

import { barrageChoices, keepBarrageLook } from "../model/barrage-choices.js";
import { BlockedUsers } from "../model/blocked.js";
import { barrageLook } from "../model/moments.js";
import { currentLanguage, explain, formatNumber, isolated, languages, plainName, say, storageOf } from "../model/words.js";
import { avatar, coin, h, icon, named, setText } from "./dom.js";
import { askForName } from "./rename.js";
import "./tab-bar.js";

/** What a developer's server adds to the wallet at a press. */
const topUpCoins = 10_000;
const themes = ["auto", "light", "dark"];
const readings = ["all", "mentions", "digest", "off"];

class Me extends HTMLElement {
  /**
   * Set by the page, as in the header: what follows from another name, language or identity.
   * @type {(name: string) => void}
   */
  renamed = () => {};
  /** @type {(tag: string) => void} */
  languageChosen = () => {};
  loggedOut = () => {};
  isDev = false;

  #name = h("h1", { class: "me__name" });
  #picture = h("span", { class: "me__picture" });
  #balance = h("span", { class: "me__balance", "data-testid": "me-balance" }, "–");
  #listening = null;
  #nextID = 1;

  connectedCallback() {
    this.className = "me";
    document.title = say("me.pageTitle");
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    for (const event of ["user", "wallet"]) this.session.addEventListener(event, () => this.#draw(), { signal });
    this.replaceChildren(
      this.#profile(), this.#wallet(),
      this.#group("me.general", this.#language(), this.#theme(), this.#motion()),
      this.#group(
        "me.inLives",
        this.#switch("barrage", say("live.barrage"), say("me.barrageText"), "isBarrageOn"),
        this.#flying("opacity"), this.#flying("area"),
        this.#switch("effects", say("live.effects"), say("me.effectsText"), "areEffectsOn", this.settings.areEffectsOn !== false),
        this.#switch("reactions", say("me.reactions"), say("me.reactionsText"), "areReactionsOn"),
        this.#switch("reaction-key", say("me.reactionKey"), say("me.reactionKeyText"), "isReactionKeyOn")),
      this.#group(
        "me.sound",
        this.#switch("picture-sound", say("me.pictureSound"), say("me.pictureSoundText"), "isPictureHeard"),
        this.#volume(),
        this.#switch("effect-sound", say("effect.sound"), say("me.effectSoundText"), "isEffectSoundOn")),
      this.#group("me.reader", this.#reading()),
      this.#group("me.blocked", this.#blocked()),
      this.#group("me.account", this.#logOut()));
    this.#draw();
  }

  disconnectedCallback() { this.#listening.abort(); }

  #draw() {
    const { user, balance } = this.session;
    this.#name.replaceChildren(named(user));
    this.#picture.replaceChildren(avatar(user, "large"));
    setText(this.#balance, balance === null ? "–" : formatNumber(balance));
  }

  // MARK: - Who the user is

  #profile() {
    const { userID } = this.session.user;
    const rename = this.#button("me-rename", icon("pencil"), say("me.rename"));
    rename.addEventListener("click", () => askForName(this.session, this.renamed));
    const copy = h(
      "button", { class: "icon-button icon-button--small", type: "button", "aria-label": say("me.copyID"), title: say("me.copyID") },
      icon("copy"));
    copy.hidden = !navigator.clipboard;
    copy.addEventListener("click", () => navigator.clipboard.writeText(userID).then(
      () => this.toasts.show(say("me.idCopied"), "success"), () => { copy.hidden = true; }));
    return h(
      "header", { class: "me__profile" }, this.#picture,
      h("div", { class: "me__who" }, this.#name, h("p", { class: "me__id" }, h("bdi", {}, say("me.id", { id: userID })), copy)), rename);
  }

  #wallet() {
    const id = this.#id();
    const box = h(
      "section", { class: "me__wallet", "aria-labelledby": id },
      h("h2", { class: "me__label", id }, say("me.coins")),
      h("p", { class: "me__coins" }, coin(), this.#balance),
      h("p", { class: "me__hint" }, say(this.isDev ? "me.coinsTextDev" : "me.coinsText")));
    if (this.isDev) {
      const add = this.#button("me-top-up", say("me.topUp", { count: topUpCoins }));
      add.addEventListener("click", () => this.#topUp(add));
      box.append(add);
    }
    return box;
  }

  async #topUp(button) {
    if (button.ariaDisabled === "true") return;
    button.ariaDisabled = "true";
    try {
      await this.session.connection.command("wallet.topUp", { coins: topUpCoins, orderID: `top-up-${crypto.randomUUID()}` });
      this.toasts.show(say("me.toppedUp", { count: topUpCoins }), "success");
    } catch (rejection) {
      this.toasts.show(explain(rejection), "error");
    } finally {
      button.ariaDisabled = null;
    }
  }

  /** The people whose messages the user hides, each with the way back. */
  #blocked() {
    const list = new BlockedUsers(storageOf("localStorage"));
    const box = h("div", { class: "me__blocked", tabindex: "-1", "data-testid": "me-blocked" });
    const draw = () => box.replaceChildren(
      h("p", { class: "me__hint" }, say(list.all.length > 0 ? "me.blockedText" : "me.noneBlocked")),
      ...list.all.map(({ userID, name }) => {
        const shown = isolated(plainName(name));
        const back = this.#button(`me-unblock-${userID}`, say("me.unblockShort"));
        back.setAttribute("aria-label", say("me.unblock", { name: shown }));
        back.addEventListener("click", () => {
          list.remove(userID);
          draw();
          box.focus();
          this.toasts.show(say("me.unblocked", { name: shown }), "success");
        });
        return h("div", { class: "setting" }, h("span", { class: "setting__name" }, h("bdi", {}, plainName(name))), back);
      }));
    draw();
    return box;
  }

  #logOut() {
    const out = this.#button("me-log-out", icon("out"), say(this.isDev ? "header.newGuest" : "header.logOut"));
    out.addEventListener("click", () => this.loggedOut());
    return h(
      "div", { class: "setting" },
      h("p", { class: "me__hint" }, say(this.isDev ? "me.newGuestText" : "me.logOutText")), out);
  }

  /** @param {...(Node|string)} label */
  #button(testID, ...label) { return h("button", { class: "button button--small", type: "button", "data-testid": testID }, ...label); }

  // MARK: - Settings

  #id() {
    this.#nextID += 1;
    return `me-${this.#nextID}`;
  }

  #group(title, ...rows) {
    const id = this.#id();
    return h("section", { class: "me__group", "aria-labelledby": id }, h("h2", { class: "me__label", id }, say(title)), ...rows);
  }

  /** A setting with its name, an explanation, and its control. The control is in the label: a press anywhere counts. */
  #row(label, text, control) {
    const [name, hint] = [this.#id(), this.#id()];
    control.setAttribute("aria-labelledby", name);
    if (text) control.setAttribute("aria-describedby", hint);
    const words = h("span", { class: "setting__words" }, h("span", { class: "setting__name", id: name }, label));
    if (text) words.append(h("span", { class: "me__hint", id: hint }, text));
    return h("label", { class: "setting" }, words, control);
  }

  /**
   * @param {string} field The name of a setting in `Settings`.
   * @param {boolean} [isOn] Whether it is on, where the setting itself does not say so.
   * @param {() => void} [changed]
   */
  #switch(testID, label, text, field, isOn = this.settings[field], changed = () => {}) {
    const input = h("input", { class: "switch", type: "checkbox", role: "switch", "data-testid": `me-${testID}` });
    input.checked = isOn ?? false;
    input.addEventListener("change", () => {
      this.settings[field] = input.checked;
      changed();
    });
    return this.#row(label, text, input);
  }

  #motion() {
    const bySystem = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
    return this.#switch(
      "motion", say("me.motion"), say(bySystem ? "me.motionBySystem" : "me.motionText"), "isMotionReduced", this.settings.isMotionReduced,
      () => { this.settings.apply(); });
  }

  /**
   * @param {{value: string, name: string, lang?: string}[]} options
   * @param {(value: string) => void} changed
   */
  #select(testID, label, options, chosen, changed) {
    const select = h(
      "select", { class: "input setting__choice", "data-testid": `me-${testID}` },
      ...options.map(({ value, name, lang }) => h("option", { value, lang }, name)));
    select.value = chosen;
    select.addEventListener("change", () => changed(select.value));
    return this.#row(label, null, select);
  }

  #language() {
    const options = Object.entries(languages).map(([value, name]) => ({ value, name, lang: value }));
    return this.#select("language", say("me.language"), options, currentLanguage(), (tag) => this.languageChosen(tag));
  }

  #theme() {
    const options = themes.map((value) => ({ value, name: say(`theme.${value}`) }));
    return this.#select("theme", say("me.theme"), options, this.settings.theme, (theme) => {
      this.settings.theme = theme;
      this.settings.apply();
    });
  }

  /** How opaque flying messages are, or the share of the picture that they fly over. @param {"opacity" | "area"} part */
  #flying(part) {
    const look = barrageLook(storageOf("localStorage"));
    const options = barrageChoices[part].map((share) => (
      { value: String(share), name: say(`me.${part}Of`, { percent: formatNumber(share * 100) }) }));
    return this.#select(`barrage-${part}`, say(`me.${part}`), options, String(look[part]), (value) => {
      const storage = storageOf("localStorage");
      keepBarrageLook(storage, { ...barrageLook(storage), [part]: Number(value) });
    });
  }

  #reading() {
    const options = readings.map((value) => ({ value, name: say(`reading.${value}`) }));
    const chosen = this.settings.chatReading ?? "digest";
    return this.#select("reading", say("announcer.reading"), options, chosen, (level) => { this.settings.chatReading = level; });
  }

  #volume() {
    const input = h("input", { class: "setting__range", type: "range", min: 0, max: 1, step: 0.05, "data-testid": "me-volume" });
    input.value = String(this.settings.pictureVolume);
    input.addEventListener("input", () => { this.settings.pictureVolume = Number(input.value); });
    return this.#row(say("me.volume"), null, input);
  }
}
customElements.define("ov-me", Me);
