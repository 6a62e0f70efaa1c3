import { LikeSender, heartsFor, heartsMax } from "../model/likes.js";
import { formatDuration, formatNumber, hueOf } from "../model/words.js";
import { systemClock } from "../wire/clock.js";
import { askToEnd } from "./dialogs.js";
import { showMenu } from "./menu.js";
import { arrowKeys, avatar, h, icon, oncePerFrame, picturedBy, prefersReducedMotion, setText } from "./dom.js";
import { endedScreen, refusedScreen, removedScreen } from "./live-endings.js";
import "./audience.js";
import "./barrage.js";
import "./board.js";
import "./chat.js";
import "./effects.js";
import "./gift-banners.js";
import "./gift-panel.js";
import "./hearts.js";

const narrow = matchMedia("(max-width: 860px)");

/** A live: the stage, the gifts, the chat and the audience. */
class LiveRoom extends HTMLElement {
  #parts = {};
  #likeSender = null;
  #shownPhase = null;
  #shownOwner = null;
  #shownBackground = null;
  #clockTimer = null;
  #listening = null;

  connectedCallback() {
    this.className = "live";
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#likeSender = new LikeSender({
      clock: systemClock,
      send: (count) => this.live.like(count).catch((rejection) => {
        if (this.isConnected) this.toasts.show(`Your likes were not counted. ${rejection.message}`, "error");
      }),
    });
    this.#build();
    const draw = oncePerFrame(() => this.#draw());
    this.live.addEventListener("change", draw, { signal });
    this.live.addEventListener("moment", ({ detail }) => this.#showMoment(detail), { signal });
    this.session.addEventListener("connection", draw, { signal });
    this.addEventListener("keydown", (event) => this.#keyPressed(event), { signal });
    narrow.addEventListener("change", () => this.#closeGifts(), { signal });
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
      session: this.session, live: this.live, toasts: this.toasts, settings: this.settings, ...props,
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
      title: h("h1", { class: "stage__title" }, "…"),
      owner: h("p", { class: "stage__owner" }),
      count: h("span", { "data-testid": "audience-count" }, "0"),
      duration: h("span", {}),
      likeTotal: h("span", { class: "like__total", "data-testid": "like-total" }, "0"),
      notice: h("p", { class: "stage__notice", hidden: true }),
      controls: h("div", { class: "stage__controls" }),
      ending: h("div", { class: "live__ending", hidden: true }),
    };
    this.#parts = parts;
    parts.like = h(
      "button", { class: "like", type: "button", "aria-label": "Like", "data-testid": "like-button" },
      icon("heart", true));
    parts.like.addEventListener("click", () => this.#like());
    parts.giftToggle = h(
      "button",
      {
        class: "icon-button live__gift-toggle", type: "button", "aria-label": "Gifts", "aria-expanded": "false",
        "aria-controls": "gift-sheet",
      },
      icon("gift"));
    parts.giftToggle.addEventListener(
      "click", () => (this.classList.contains("live--gifts") ? this.#closeGifts() : this.#openGifts()));
    parts.gifts.id = "gift-sheet";
    parts.live = h("div", { class: "live__grid" },
      h("section", { class: "stage", "aria-label": "Stage" },
        parts.art,
        h("div", { class: "stage__top" },
          h("a", { class: "icon-button", href: "#/", "aria-label": "Back to all lives", title: "Back" }, icon("back")),
          h(
            "div", { class: "stage__identity" }, parts.host,
            h("div", { class: "stage__names" }, parts.title, parts.owner)),
          h("div", { class: "stage__facts" },
            h("span", { class: "chip chip--live" }, "Live"),
            h("span", { class: "chip" }, icon("eye"), parts.count, h("span", { class: "sr-only" }, " watching")),
            h("span", { class: "chip chip--time" }, h("span", { class: "sr-only" }, "Live for "), parts.duration)),
          parts.controls),
        parts.notice, parts.barrage, parts.banners,
        h(
          "div", { class: "stage__likes" }, parts.hearts, parts.like, parts.likeTotal,
          h("span", { class: "sr-only" }, " likes"))),
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
    const tabs = [tab("chat", "Chat", "chat", chat), tab("audience", "Audience", "users", audience),
      tab("board", "Top", "star", board)];
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
      "div", { class: "tabs", role: "tablist", "aria-label": "Chat, audience and board" },
      ...tabs.map(({ button }) => button));
    arrowKeys(list, "[role=tab]", (button) => button.click());
    choose("chat");
    return h("section", { class: "side", "aria-label": "Chat and audience" }, list, chat, audience, board);
  }

  #draw() {
    const { state } = this.live;
    const { info } = state;
    const { title, owner, count, likeTotal, like, notice } = this.#parts;
    this.classList.toggle("live--joining", state.phase === "joining");
    if (info) {
      setText(title, info.liveName);
      setText(owner, info.liveOwner.userName);
      setText(notice, info.notice);
      notice.hidden = info.notice === "";
      document.title = `${info.liveName} · Ovation`;
      this.#drawHost(info);
    } else if (state.phase === "joining") {
      setText(title, "Joining…");
    }
    setText(count, formatNumber(state.audienceCount));
    setText(likeTotal, formatNumber(state.likes));
    const isLikeOff = state.info?.isLikeEnabled === false;
    like.disabled = state.phase !== "in" || !this.session.connection.isOpen || isLikeOff;
    like.title = isLikeOff ? "Likes are switched off in this live." : "";
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
          title: `${label}: ${isOn ? "on" : "off"}`, data: { control: name },
        },
        icon(iconName));
      button.addEventListener("click", () => change(!isOn));
      return button;
    };
    const controls = [
      toggle("barrage", "Flying messages", "flying", this.settings.isBarrageOn, (isOn) => {
        this.settings.isBarrageOn = isOn;
        if (!isOn) this.#parts.barrage.clear();
        this.#drawControls();
      }),
      toggle("effects", "Gift effects", "sparkles", this.#parts.effects.areOn, (areOn) => {
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
      icon("mute"), h("span", { class: "button__label" }, isMutedForAll ? "Unmute all" : "Mute all"));
    button.addEventListener("click", () => {
      this.live.muteAll(!isMutedForAll).catch((rejection) => this.toasts.show(rejection.message, "error"));
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
      icon("clock"), h("span", { class: "button__label" }, current > 0 ? `Slow mode: ${current} s` : "Slow mode"));
    button.addEventListener("click", () => showMenu(button, "Slow mode", [0, 5, 10, 30, 60, 120].map((seconds) => ({
      label: (seconds === 0 ? "Off" : `One message every ${seconds} s`) + (seconds === current ? " ✓" : ""),
      testID: `slow-mode-${seconds}`,
      choose: () => this.live.setSlowMode(seconds).catch((rejection) => this.toasts.show(rejection.message, "error")),
    }))));
    return button;
  }

  #copyButton() {
    const button = h(
      "button", { class: "button button--small", type: "button", data: { control: "copy" } }, icon("link"),
      h("span", { class: "button__label" }, "Copy link"));
    button.addEventListener("click", async () => {
      const address = `${location.origin}${location.pathname}${location.hash}`;
      try {
        await navigator.clipboard.writeText(address);
        this.toasts.show("The address of your live is copied.", "success");
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
      icon("stop"), h("span", { class: "button__label" }, "End live"));
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

  #keyPressed(event) {
    if (event.key === "Escape" && this.#closeGifts()) event.preventDefault();
  }
}
customElements.define("ov-live-room", LiveRoom);
