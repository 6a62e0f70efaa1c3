import { LikeSender, heartsFor, heartsMax } from "../model/likes.js";
import { explain, formatNumber, isolated, nameOf, plainName, say } from "../model/language.js";
import { formatDuration, hueOf } from "../model/words.js";
import { systemClock } from "../wire/clock.js";
import { askToEnd } from "./dialogs.js";
import { showMenu } from "./menu.js";
import { arrowKeys, avatar, h, icon, oncePerFrame, picturedBy, prefersReducedMotion, setText } from "./dom.js";
import { endedScreen, refusedScreen, removedScreen, titleWithout } from "./live-endings.js";
import "./audience.js";
import "./barrage.js";
import "./board.js";
import "./chat.js";
import "./effects.js";
import "./gift-banners.js";
import "./gift-panel.js";
import "./hearts.js";

/** Seconds between two messages that slow mode may ask for. */
const paces = [0, 5, 10, 30, 60, 120];

/** A keyboard is up where less than this part of the screen is left, or where so little is left that it must be. */
const keyboardShare = 0.8;
const keyboardHeightMax = 420;

const narrow = matchMedia("(max-width: 860px)");

/** A live: the stage, the gifts, the chat and the audience. */
class LiveRoom extends HTMLElement {
  /** Goes back to the list that the reader came from; false where they came from elsewhere. */
  goBack = () => false;
  #parts = {};
  #likeSender = null;
  #shownPhase = null;
  #shownOwner = null;
  #shownBackground = null;
  #clockTimer = null;
  #listening = null;
  /** The largest part of the page that was seen, since the phone was turned. */
  #screen = { width: 0, height: 0 };

  connectedCallback() {
    this.className = "live";
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#likeSender = new LikeSender({
      clock: systemClock,
      send: (count) => this.live.like(count).catch((rejection) => {
        if (this.isConnected) this.toasts.show(say("live.likesLost", { reason: explain(rejection) }), "error");
      }),
    });
    this.#build();
    const draw = oncePerFrame(() => this.#draw());
    this.live.addEventListener("change", draw, { signal });
    this.live.addEventListener("moment", ({ detail }) => this.#showMoment(detail), { signal });
    this.session.addEventListener("connection", draw, { signal });
    this.addEventListener("keydown", (event) => this.#keyPressed(event), { signal });
    this.addEventListener("click", (event) => this.#clicked(event), { signal });
    narrow.addEventListener("change", () => this.#closeGifts(), { signal });
    this.#watchKeyboard(signal);
    this.#clockTimer = setInterval(() => this.#drawDuration(), 1_000);
    this.#draw();
  }

  disconnectedCallback() {
    this.#listening.abort();
    clearInterval(this.#clockTimer);
    if (this.session.connection.isOpen && this.live.state.phase === "in") this.#likeSender.stop();
  }

  #make(tag, props = {}) {
    return Object.assign(document.createElement(tag), {
      session: this.session, live: this.live, toasts: this.toasts, settings: this.settings,
      drafts: this.drafts, ...props,
    });
  }

  #build() {
    const parts = {
      art: h("div", { class: "stage__art", "aria-hidden": "true" }),
      barrage: this.#make("ov-barrage"),
      banners: this.#make("ov-gift-banners"),
      hearts: this.#make("ov-hearts"),
      effects: this.#make("ov-effects"),
      gifts: this.#make("ov-gift-panel"),
      chat: this.#make("ov-chat"),
      audience: this.#make("ov-audience"),
      board: this.#make("ov-board"),
      host: h("div", { class: "stage__host" }),
      title: h("bdi", {}, "…"),
      owner: h("bdi", {}),
      count: h("span", { "data-testid": "audience-count" }, "0"),
      duration: h("span", {}),
      likeTotal: h("span", { class: "like__total", "data-testid": "like-total" }, "0"),
      notice: h("p", { class: "stage__notice", hidden: true, dir: "auto" }),
      controls: h("div", { class: "stage__controls" }),
      ending: h("div", { class: "live__ending", hidden: true }),
    };
    this.#parts = parts;
    parts.like = h(
      "button", { class: "like", type: "button", "aria-label": say("live.like"), "data-testid": "like-button" },
      icon("heart", true));
    parts.like.addEventListener("click", () => this.#like());
    parts.giftToggle = h(
      "button",
      {
        class: "icon-button live__gift-toggle", type: "button", "aria-label": say("live.gifts"), "aria-expanded": "false",
        "aria-controls": "gift-sheet",
      },
      icon("gift"));
    parts.giftToggle.addEventListener(
      "click", () => (this.classList.contains("live--gifts") ? this.#closeGifts() : this.#openGifts()));
    parts.gifts.id = "gift-sheet";
    parts.live = h("div", { class: "live__grid" },
      h("section", { class: "stage", "aria-label": say("live.stage") },
        parts.art,
        h("div", { class: "stage__top" },
          h(
            "a", { class: "icon-button", href: "#/", "aria-label": say("live.backToAll"), title: say("app.back") },
            icon("back")),
          h(
            "div", { class: "stage__identity" }, parts.host,
            h(
              "div", { class: "stage__names" }, h("h1", { class: "stage__title" }, parts.title),
              h("p", { class: "stage__owner" }, parts.owner))),
          h("div", { class: "stage__facts" },
            h("span", { class: "chip chip--live" }, say("list.live")),
            h("span", { class: "chip" }, icon("eye"), parts.count, h("span", { class: "sr-only" }, say("list.watching"))),
            h("span", { class: "chip chip--time" }, h("span", { class: "sr-only" }, say("live.durationBefore")), parts.duration)),
          parts.controls),
        parts.notice, parts.barrage, parts.banners,
        h(
          "div", { class: "stage__likes" }, parts.hearts, parts.like, parts.likeTotal,
          h("span", { class: "sr-only" }, say("live.likesAfter")))),
      parts.gifts, this.#buildSide(), parts.giftToggle);
    this.replaceChildren(parts.live, parts.ending, parts.effects);
    this.style.setProperty("--hue", hueOf(this.live.state.liveID));
  }

  #buildSide() {
    const { chat, audience, board } = this.#parts;
    const tab = (name, label, iconName, panel) => {
      panel.id = `panel-${name}`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", `tab-${name}`);
      const button = h(
        "button", {
          class: "tab", type: "button", role: "tab", id: `tab-${name}`, "aria-controls": panel.id,
          "data-testid": `tab-${name}`,
        },
        icon(iconName), label);
      button.addEventListener("click", () => choose(name));
      return { name, button, panel };
    };
    const tabs = [tab("chat", say("live.tabChat"), "chat", chat),
      tab("audience", say("live.tabAudience"), "users", audience), tab("board", say("live.tabBoard"), "star", board)];
    const choose = (chosen) => {
      for (const { name, button, panel } of tabs) {
        button.setAttribute("aria-selected", String(name === chosen));
        button.tabIndex = name === chosen ? 0 : -1;
        panel.hidden = name !== chosen;
      }
      if (chosen === "audience") audience.load();
      board.isOpen = chosen === "board";
    };
    const list = h(
      "div", { class: "tabs", role: "tablist", "aria-label": say("live.tabs") },
      ...tabs.map(({ button }) => button));
    arrowKeys(list, "[role=tab]", (button) => button.click());
    choose("chat");
    return h("section", { class: "side", "aria-label": say("live.side") }, list, chat, audience, board);
  }

  #draw() {
    const { state } = this.live;
    const { info } = state;
    const { title, owner, count, likeTotal, like, notice } = this.#parts;
    this.classList.toggle("live--joining", state.phase === "joining");
    if (info) {
      setText(title, plainName(info.liveName));
      setText(owner, nameOf(info.liveOwner));
      setText(notice, plainName(info.notice));
      notice.hidden = info.notice === "";
      document.title = say("live.pageTitle", { title: isolated(info.liveName) });
      this.#drawHost(info);
    } else {
      setText(title, titleWithout(state));
      document.title = say("live.pageTitle", { title: titleWithout(state) });
    }
    setText(count, formatNumber(state.audienceCount));
    setText(likeTotal, formatNumber(state.likes));
    const isLikeOff = state.info?.isLikeEnabled === false;
    like.disabled = state.phase !== "in" || !this.session.connection.isOpen || isLikeOff;
    like.title = isLikeOff ? say("live.likesOff") : "";
    this.#drawControls();
    this.#drawDuration();
    this.#drawEnding();
  }

  #drawHost(info) {
    const key = [info.liveOwner.userID, info.liveOwner.userName, info.liveOwner.avatarURL].join("\n");
    if (key !== this.#shownOwner) {
      this.#shownOwner = key;
      this.#parts.host.replaceChildren(avatar(info.liveOwner));
    }
    const background = info.backgroundURL || info.coverURL;
    const artKey = `${key}\n${background}`;
    if (artKey === this.#shownBackground) return;
    this.#shownBackground = artKey;
    const picture = picturedBy(background, "stage__picture");
    this.#parts.art.replaceChildren(
      ...(picture ? [picture] : []),
      h("div", { class: "stage__rings" }, h("i"), h("i"), h("i"), avatar(info.liveOwner, "huge")));
  }

  #drawDuration() {
    const { info, phase } = this.live.state;
    if (info && phase === "in") setText(this.#parts.duration, formatDuration(this.session.now - info.createTime));
  }

  /** The switches of the stage, and what the owner and administrators may do. Redrawn only where they change. */
  #drawControls() {
    const { state } = this.live;
    const isMutedForAll = state.info?.isMessageDisable ?? false;
    const slowMode = state.info?.slowModeSeconds ?? 0;
    const key = [state.role, isMutedForAll, slowMode, this.settings.isBarrageOn, this.#parts.effects.areOn].join();
    if (this.#parts.controls.dataset.key === key) return;
    this.#parts.controls.dataset.key = key;
    const focused = this.#parts.controls.querySelector(":focus")?.dataset.control;
    const toggle = (name, label, iconName, isOn, change) => {
      const button = h(
        "button",
        {
          class: "icon-button toggle", type: "button", "aria-pressed": String(isOn), "aria-label": label,
          title: say(isOn ? "live.isOn" : "live.isOff", { what: label }), data: { control: name },
        },
        icon(iconName));
      button.addEventListener("click", () => change(!isOn));
      return button;
    };
    const controls = [
      toggle("barrage", say("live.barrage"), "flying", this.settings.isBarrageOn, (isOn) => {
        this.settings.isBarrageOn = isOn;
        if (!isOn) this.#parts.barrage.clear();
        this.#drawControls();
      }),
      toggle("effects", say("live.effects"), "sparkles", this.#parts.effects.areOn, (areOn) => {
        this.settings.areEffectsOn = areOn;
        if (!areOn) this.#parts.effects.clear();
        this.#drawControls();
      }),
    ];
    if (state.canModerate) controls.push(this.#muteAllButton(isMutedForAll), this.#slowModeButton(slowMode));
    if (state.isOwner) controls.push(this.#copyButton(), this.#endButton());
    this.#parts.controls.replaceChildren(...controls);
    controls.find((control) => control.dataset.control === focused)?.focus();
  }

  #muteAllButton(isMutedForAll) {
    const button = h(
      "button",
      {
        class: "button button--small toggle", type: "button", "aria-pressed": String(isMutedForAll),
        "data-testid": "mute-all", data: { control: "mute" },
      },
      icon("mute"), h("span", { class: "button__label" }, say(isMutedForAll ? "live.unmuteAll" : "live.muteAll")));
    button.addEventListener("click", () => {
      this.#attempt(this.live.muteAll(!isMutedForAll));
    });
    return button;
  }

  #slowModeButton(current) {
    const button = h(
      "button",
      {
        class: "button button--small", type: "button", "aria-haspopup": "menu", "data-testid": "slow-mode",
        data: { control: "pace" },
      },
      icon("clock"),
      h(
        "span", { class: "button__label" },
        current > 0 ? say("live.slowModeOf", { seconds: current }) : say("live.slowMode")));
    button.addEventListener("click", () => showMenu(button, say("live.slowMode"), paces.map((seconds) => ({
      label: seconds === 0 ? say("live.slowModeOff") : say("live.slowModeEvery", { seconds }),
      isChecked: seconds === current,
      testID: `slow-mode-${seconds}`,
      choose: () => this.#attempt(this.live.setSlowMode(seconds)),
    }))));
    return button;
  }

  #attempt(action) { action.catch((rejection) => this.toasts.show(explain(rejection), "error")); }

  #copyButton() {
    const button = h(
      "button", { class: "button button--small", type: "button", data: { control: "copy" } }, icon("link"),
      h("span", { class: "button__label" }, say("live.copyLink")));
    button.addEventListener("click", async () => {
      const address = `${location.origin}${location.pathname}${location.hash}`;
      try {
        await navigator.clipboard.writeText(address);
        this.toasts.show(say("live.copied"), "success");
      } catch {
        this.toasts.show(address);
      }
    });
    return button;
  }

  #endButton() {
    const button = h(
      "button",
      {
        class: "button button--small button--danger", type: "button", "data-testid": "end-live",
        data: { control: "end" },
      },
      icon("stop"), h("span", { class: "button__label" }, say("live.end")));
    button.addEventListener("click", () => askToEnd(() => this.live.end()));
    return button;
  }

  #drawEnding() {
    const { state } = this.live;
    const key = `${state.phase} ${state.ending?.statistics?.totalDuration ?? ""}`;
    if (key === this.#shownPhase) return;
    this.#shownPhase = key;
    const again = () => this.session.enterAgain();
    const screens = { ended: endedScreen, removed: removedScreen, refused: refusedScreen };
    const make = screens[state.phase];
    this.#parts.ending.hidden = !make;
    this.#parts.live.inert = Boolean(make);
    this.#parts.ending.replaceChildren(...(make ? [make(state, again)] : []));
    if (!make) return;
    this.#parts.barrage.clear();
    this.#parts.effects.clear();
    this.#closeGifts();
    this.#parts.ending.firstElementChild.focus();
  }

  #showMoment(moment) {
    const { barrage, banners, effects, hearts } = this.#parts;
    if (this.live.state.phase !== "in") return;
    if (moment.kind === "barrage") {
      if (this.settings.isBarrageOn) barrage.fly(moment);
    } else if (moment.kind === "gift") {
      banners.show(moment);
      effects.play(moment);
    } else if (moment.kind === "combos") {
      banners.finish(moment.combos);
    } else if (moment.kind === "likes") {
      hearts.fly(heartsFor(moment.data, this.session.user.userID, hearts.visible));
    }
  }

  #like() {
    const { hearts, like } = this.#parts;
    if (hearts.visible < heartsMax) hearts.fly(1);
    if (!prefersReducedMotion()) {
      like.animate({ transform: ["scale(1)", "scale(0.86)", "scale(1)"] }, { duration: 180 });
    }
    this.#likeSender.tap();
  }

  #openGifts() {
    this.classList.add("live--gifts");
    this.#parts.giftToggle.setAttribute("aria-expanded", "true");
    this.#parts.gifts.querySelector("[role=tab][aria-selected=true], button")?.focus();
  }

  #closeGifts() {
    if (!this.classList.contains("live--gifts")) return false;
    this.classList.remove("live--gifts");
    this.#parts.giftToggle.setAttribute("aria-expanded", "false");
    if (narrow.matches) this.#parts.giftToggle.focus();
    return true;
  }

  /** The way to the list leads back to where the reader was in it. */
  #clicked(event) {
    const { target, defaultPrevented, ctrlKey, metaKey, shiftKey } = event;
    if (defaultPrevented || ctrlKey || metaKey || shiftKey || !target.closest('a[href="#/"]')) return;
    if (this.goBack()) event.preventDefault();
  }

  /** On a phone whose keyboard is up, what is left of the screen is for the chat. */
  #watchKeyboard(signal) {
    const look = () => this.#lookAtKeyboard();
    for (const name of ["resize", "scroll"]) visualViewport?.addEventListener(name, look, { signal });
    for (const name of ["focusin", "focusout"]) {
      // Where the focus goes is known a moment later.
      this.addEventListener(name, () => setTimeout(look), { signal });
    }
    look();
  }

  #lookAtKeyboard() {
    if (!visualViewport || !this.isConnected) return;
    const { width, height, offsetTop, scale } = visualViewport;
    // Zooming in makes what is seen smaller, too.
    const [seenWidth, seenHeight] = [Math.round(width * scale), height * scale];
    const isTurned = this.#screen.width !== seenWidth;
    this.#screen = { width: seenWidth, height: isTurned ? seenHeight : Math.max(this.#screen.height, seenHeight) };
    const isShort = seenHeight < this.#screen.height * keyboardShare || seenHeight <= keyboardHeightMax;
    const isTyping = narrow.matches && isShort && document.activeElement?.id === "chat-input";
    this.classList.toggle("live--typing", isTyping);
    this.style.setProperty("--view-top", `${offsetTop}px`);
    this.style.setProperty("--view-height", `${height}px`);
  }

  #keyPressed(event) {
    if (event.key === "Escape" && this.#closeGifts()) event.preventDefault();
  }
}
customElements.define("ov-live-room", LiveRoom);
