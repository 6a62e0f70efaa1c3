import { avatar, h, hueOf, icon, inBatches, picturedBy, prefersReducedMotion, roving, setText } from "./dom.js";
import { addressOf, explain, formatDuration, formatNumber, isolated, nameOf, plainName, say, silenceWords } from "../model/words.js";
import { heartsFor, LikeSender } from "../model/moments.js";
import { Role } from "../model/live-state.js";
import { systemClock } from "../wire/connection.js";
import { loadView } from "./shell.js";
import { titleWithout } from "./dialogs.js";
import "./stage.js";
import "./chat.js";
import "./gift-panel.js";

/** Matches if the gifts are a sheet: on a phone, upright or on its side. */
const sheetMode = matchMedia("(max-width: 860px), (max-height: 500px) and (min-width: 560px)");
/** The price from which a screen reader announces a gift, whatever level of chat the user chose. */
const toldCoins = 1_000;

/** A live: the stage, the gifts, the chat and the audience. */
class LiveRoom extends HTMLElement {
  /** Returns to the list from which the reader came; false if they came from elsewhere. */
  goBack = () => false;

  #parts = {};
  #likeSender = null;
  #shownPhase = null;
  #shownOwner = null;
  #shownBackground = null;
  /** The frame of the picture that is seen until the picture is. */
  #frame;
  #clockTimer = null;
  #listening = null;
  #draws = inBatches(() => this.#draw());
  #drawn = { phase: null, role: null, silencedBy: null };
  #panel = "chat";
  /** The loading of the picture and of the seats, by their tags. They are loaded once there is something to see, or to begin. */
  #loading = {};
  #isFitted = false;

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
    // Permissions and the state of the live are drawn at once, counts at most five times a second.
    this.live.addEventListener("change", () => this.#draws.ask(this.#isUrgent), { signal });
    this.live.addEventListener("moment", ({ detail }) => this.#showMoment(detail), { signal });
    this.live.addEventListener("leaving", () => this.#likeSender.stop(), { signal });
    this.session.addEventListener("connection", () => this.#draws.ask(true), { signal });
    this.addEventListener("keydown", (event) => this.#keyPressed(event), { signal });
    this.addEventListener("click", (event) => this.#clicked(event), { signal });
    this.addEventListener("seats", async () => (await this.#load("ov-seats"))?.open(), { signal });
    document.addEventListener("pointerdown", (event) => this.#pressedOutside(event), { signal });
    sheetMode.addEventListener("change", () => this.#fit(signal), { signal });
    this.#fit(signal);
    this.#clockTimer = setInterval(() => this.#drawDuration(), 1_000);
    this.#draw();
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#draws.stop();
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
      ending: h("div", { class: "live__ending", hidden: true }),
      announcer: document.createElement("ov-announcer"),
      fold: h(
        "button",
        { class: "icon-button stage__fold", type: "button", "aria-controls": "live-side", "aria-expanded": "true" },
        icon("fold")),
    };
    this.#parts = parts;
    const { barrage, effects, announcer } = parts;
    parts.controls = this.#make("ov-stage-controls", { barrage, effects, announcer });
    parts.like = h(
      "button", { class: "like", type: "button", "aria-label": say("live.like"), "data-testid": "like-button" },
      icon("heart", true));
    parts.like.addEventListener("click", () => this.#like());
    parts.reactions = this.#make("ov-reactions", { announcer });
    parts.react = this.#make("ov-reaction-button", { announcer, reactions: parts.reactions, like: parts.like });
    parts.giftToggle = h(
      "button",
      {
        class: "icon-button live__gift-toggle", type: "button", "aria-label": say("live.gifts"), "aria-expanded": "false",
        "aria-controls": "gift-sheet", "data-testid": "gift-toggle",
      },
      icon("gift"));
    parts.giftToggle.addEventListener(
      "click", () => (this.classList.contains("live--gifts") ? this.#closeGifts() : this.#openGifts()));
    parts.gifts.id = "gift-sheet";
    parts.gifts.closed = () => this.#closeGifts();
    parts.gifts.dataset.skip = "skip.gifts";
    parts.gifts.dataset.skipTo = ".gift:not(:disabled), [role=tab]";
    // On a phone the sheet has to be opened first.
    parts.gifts.addEventListener("skip", () => sheetMode.matches && this.#openGifts());
    parts.announcer.level = this.settings.chatReading;
    parts.fold.addEventListener("click", () => this.#fold(!this.classList.contains("live--folded")));
    this.#fold(false);
    const stage = this.#buildStage();
    parts.live = h("div", { class: "live__grid" }, stage, parts.gifts, this.#buildSide());
    // What tells a double tap is loaded with the first press.
    stage.addEventListener("pointerdown", (event) => {
      import("./hearts.js").then(({ isDoubleTap }) => isDoubleTap(event) && this.#like({ x: event.clientX, y: event.clientY }), () => {});
    });
    this.replaceChildren(parts.live, parts.ending, parts.announcer);
    this.style.setProperty("--hue", String(hueOf(this.live.state.liveID)));
  }

  #buildStage() {
    const parts = this.#parts;
    return h("section", { class: "stage", "aria-label": say("live.stage"), data: { skip: "skip.stage" } },
      parts.art,
      h("div", { class: "stage__top" },
        h("a", {
          class: "icon-button", href: addressOf({ view: "list" }), data: { toList: "" },
          "aria-label": say("live.backToAll"), title: say("app.back"),
        }, icon("back")),
        h("div", { class: "stage__identity" }, parts.host,
          h("div", { class: "stage__names" },
            h("h1", { class: "stage__title" }, parts.title), h("p", { class: "stage__owner" }, parts.owner))),
        h("div", { class: "stage__facts" },
          h("span", { class: "chip chip--live" }, say("list.live")),
          h("span", { class: "chip" }, icon("eye"), parts.count, h("span", { class: "sr-only" }, say("list.watching"))),
          h("span", { class: "chip chip--time" },
            h("span", { class: "sr-only" }, say("live.durationBefore")), parts.duration)),
        parts.controls),
      parts.notice, parts.barrage, parts.effects, parts.banners, parts.reactions,
      h("div", { class: "stage__likes" }, parts.hearts, parts.react, parts.like, parts.likeTotal,
        h("span", { class: "sr-only" }, say("live.likesAfter"))),
      parts.fold);
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
    const tabs = [
      tab("chat", say("live.tabChat"), "chat", chat), tab("audience", say("live.tabAudience"), "users", audience),
      tab("board", say("live.tabBoard"), "star", board),
    ];
    const choose = (chosen) => {
      for (const { name, button, panel } of tabs) {
        button.setAttribute("aria-selected", String(name === chosen));
        button.tabIndex = name === chosen ? 0 : -1;
        panel.hidden = name !== chosen;
      }
      this.#openPanel(chosen);
    };
    const list = h("div", { class: "tabs", role: "tablist", "aria-label": say("live.tabs") }, ...tabs.map(({ button }) => button));
    roving(list, "[role=tab]", (button) => button.click());
    choose("chat");
    return h("section", {
      class: "side", id: "live-side", "aria-label": say("live.side"),
      data: { skip: "skip.chat", skipTo: "[data-testid=chat-input]" },
    },
      list, chat, audience, board, this.#parts.giftToggle);
  }

  /** Shows a tab's panel. The audience and the board load when the user first opens them. */
  async #openPanel(chosen) {
    const { audience, board } = this.#parts;
    this.#panel = chosen;
    if (customElements.get("ov-board")) board.isOpen = chosen === "board";
    if (chosen === "chat") return;
    try {
      await loadView("ov-message-menu");
      await loadView(`ov-${chosen}`);
    } catch {
      this.toasts.show(say("app.partMissing"), "error");
      return;
    }
    if (this.#panel !== chosen) return;
    if (chosen === "audience") audience.load();
    else board.isOpen = true;
  }

  /** Whether something changed that must be drawn at once. */
  get #isUrgent() {
    const { phase, role, silencedBy } = this.live.state;
    return phase !== this.#drawn.phase || role !== this.#drawn.role || silencedBy !== this.#drawn.silencedBy;
  }

  #draw() {
    const { state } = this.live;
    const { info } = state;
    const { title, owner, count, likeTotal, like, notice } = this.#parts;
    this.#tellSilence();
    if (state.isOwner) this.#withoutGifts();
    this.#drawn = { phase: state.phase, role: state.role, silencedBy: state.silencedBy };
    this.classList.toggle("live--joining", state.phase === "joining");
    if (info) {
      setText(title, plainName(info.liveName));
      setText(owner, nameOf(info.liveOwner));
      setText(notice, plainName(info.notice));
      notice.hidden = info.notice === "";
      this.#setTitle(isolated(info.liveName));
      this.#drawHost(info);
    } else {
      setText(title, titleWithout(state));
      this.#setTitle(titleWithout(state));
    }
    setText(count, formatNumber(state.audienceCount));
    setText(likeTotal, formatNumber(state.likes));
    const isLikeOff = state.info?.isLikeEnabled === false;
    like.disabled = state.phase !== "in" || !this.session.connection.isOpen || isLikeOff;
    like.title = isLikeOff ? say("live.likesOff") : "";
    this.#parts.controls.draw();
    this.#parts.react.draw();
    this.#drawDuration();
    this.#drawPicture();
    this.#drawEnding();
  }

  #drawPicture() {
    const { state } = this.live;
    if (state.info?.media || state.isOwner) this.#load("ov-picture");
    if (state.phase === "in" && (state.hasGuests || state.isOwner)) this.#load("ov-seats");
    if (state.endsWithoutOwnerAt) this.#load("ov-host-away");
    if (state.topSenders[0]) this.#load("ov-top-three");
    this.querySelector("ov-picture")?.draw();
  }

  /** Loads a part of the stage once, and puts it there. */
  #load(tag) {
    this.#loading[tag] ??= loadView(tag).then(() => {
      const part = this.#make(tag, { announcer: this.#parts.announcer });
      if (this.isConnected) this.#parts.art.after(part);
      return part;
    }, () => this.toasts.show(say("app.partMissing"), "error"));
    return this.#loading[tag];
  }

  #setTitle(title) {
    const pageTitle = say("live.pageTitle", { title });
    if (document.title !== pageTitle) document.title = pageTitle;
  }

  #drawHost(info) {
    const key = [info.liveOwner.userID, info.liveOwner.userName, info.liveOwner.avatarURL].join("\n");
    if (key !== this.#shownOwner) {
      this.#shownOwner = key;
      this.#parts.host.replaceChildren(avatar(info.liveOwner));
    }
    const background = info.backgroundURL || info.coverURL || (this.#frame ??= info.media?.cover);
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

  #drawEnding() {
    const { state } = this.live;
    const key = `${state.phase} ${state.ending?.statistics?.totalDuration ?? ""}`;
    if (key === this.#shownPhase) return;
    this.#shownPhase = key;
    const isOver = ["ended", "removed", "refused"].includes(state.phase);
    this.#parts.ending.hidden = !isOver;
    this.#parts.live.inert = isOver;
    this.dispatchEvent(new Event("parts", { bubbles: true }));
    this.#parts.ending.replaceChildren();
    if (!isOver) return;
    this.#parts.barrage.clear();
    this.#parts.effects.clear?.();
    this.#parts.reactions.clear?.();
    this.#closeGifts();
    this.#showEnding(key, () => this.session.enterAgain());
  }

  /** Shows the screen after the live. It is loaded when it is needed, and the title stands in for it if it cannot be. */
  async #showEnding(key, again) {
    const { state } = this.live;
    const { ending } = this.#parts;
    let shown = h("div", { class: "ending", tabindex: "-1" }, h("h1", {}, titleWithout(state)));
    try {
      await loadView("ov-endings");
      const { endedScreen, removedScreen, refusedScreen } = await import("./endings.js");
      const screens = { ended: endedScreen, removed: removedScreen, refused: refusedScreen };
      // What has changed meanwhile has a screen of its own.
      if (this.#shownPhase === key) shown = screens[state.phase](state, again, this);
    } catch {
      this.toasts.show(say("app.partMissing"), "error");
    }
    if (this.#shownPhase !== key || !this.isConnected) return;
    ending.replaceChildren(shown);
    shown.focus();
  }

  #showMoment(moment) {
    const { barrage, banners } = this.#parts;
    if (this.live.state.phase !== "in") return;
    if (moment.kind === "barrage") {
      if (this.settings.isBarrageOn) barrage.fly(moment);
      if (!moment.isOwn) this.#hear(moment);
    } else if (moment.kind === "gift") {
      this.#tellGift(moment);
      this.#showGift(moment);
    } else if (moment.kind === "deleted") {
      barrage.drop(moment.seq);
    } else if (moment.kind === "combos") {
      banners.finish?.(moment.combos);
    } else if (moment.kind === "likes") {
      this.#rise((visible) => heartsFor(moment.data, this.session.user.userID, visible));
    }
  }

  /** Shows a gift. The banners load with the first gift, the effects with the first gift that has one. */
  async #showGift(moment) {
    const { banners, effects } = this.#parts;
    const hasEffect = moment.gift.resourceURL && this.settings.areEffectsOn !== false;
    try {
      await Promise.all([loadView("ov-gift-banners"), hasEffect && loadView("ov-effects")]);
    } catch {
      // The chat shows the gift too.
      return;
    }
    if (!this.isConnected || this.live.state.phase !== "in") return;
    banners.show(moment);
    if (hasEffect) effects.play(moment);
  }

  #hear({ user, text }) {
    const { state } = this.live;
    const isForMe = text.toLowerCase().includes(`@${nameOf(this.session.user).toLowerCase()}`);
    const short = [...text].slice(0, 200).join("");
    const isOfHost = state.roleOf(user.userID) === Role.owner;
    this.#parts.announcer.heard({ name: nameOf(user), text: short, isForMe, isOfHost });
  }

  #tellGift({ gift, sender, count, coins, isOwn }) {
    if (!isOwn && coins < toldCoins) return;
    const values = { name: nameOf(sender), gift: plainName(gift.name), count };
    const [one, many] = isOwn ? ["announcer.ownGift", "announcer.ownGiftMany"] : ["chat.sent", "chat.sentMany"];
    this.#parts.announcer.say(say(count > 1 ? many : one, values));
  }

  /** Tells users that they were muted, or may write again. */
  #tellSilence() {
    const { phase, silencedBy } = this.live.state;
    const before = this.#drawn;
    if (phase !== "in" || before.phase !== "in" || silencedBy === before.silencedBy) return;
    this.#parts.announcer.say(silenceWords(this.live.state, this.session.now) || say("announcer.mayWrite"));
  }

  /** Lets hearts rise, or one at a place. They are loaded with the first, or never once the live is left. */
  async #rise(countOf, at = null) {
    try {
      await loadView("ov-hearts");
    } catch {
      return;
    }
    const { hearts } = this.#parts;
    if (at) hearts.flyAt?.(at);
    else hearts.fly?.(countOf(hearts.visible));
  }

  #like(at = null) {
    const { like } = this.#parts;
    if (like.disabled) return;
    this.#rise(() => 1, at);
    if (!prefersReducedMotion()) {
      like.animate({ transform: ["scale(1)", "scale(0.86)", "scale(1)"] }, { duration: 180 });
    }
    this.#likeSender.tap();
  }

  /** Folds the chat away beside the stage of a phone on its side, so the picture gets the whole width. */
  #fold(isFolded) {
    const { fold } = this.#parts;
    const label = say(isFolded ? "live.unfold" : "live.fold");
    this.classList.toggle("live--folded", isFolded);
    fold.setAttribute("aria-expanded", String(!isFolded));
    fold.setAttribute("aria-label", label);
    fold.title = label;
  }

  /** The server lets hosts send themselves gifts, as the compatible API does. The page gives them a desk of their own instead. */
  #withoutGifts() {
    const { gifts, giftToggle, live, controls } = this.#parts;
    if (!gifts.isConnected) return;
    for (const part of [gifts, giftToggle]) part.remove();
    this.dispatchEvent(new Event("parts", { bubbles: true }));
    const desk = this.#make("ov-host-desk", { stageControls: controls });
    loadView("ov-host-desk").then(() => live.append(desk), () => this.toasts.show(say("app.partMissing"), "error"));
  }

  /** Fits the live to the window. What only phones need is loaded there. */
  #fit(signal) {
    this.#closeGifts();
    if (!sheetMode.matches || this.#isFitted) return;
    this.#isFitted = true;
    import("./phone.js").then(({ fitPhone }) => fitPhone(this, this.#parts.gifts, sheetMode, signal), () => {});
  }

  #openGifts() {
    this.classList.add("live--gifts");
    this.#parts.giftToggle.setAttribute("aria-expanded", "true");
    this.#parts.gifts.querySelector("[role=tab][aria-selected=true], button")?.focus();
  }

  #closeGifts() {
    if (!this.classList.contains("live--gifts")) return false;
    const { gifts, giftToggle } = this.#parts;
    const hadFocus = gifts.contains(document.activeElement);
    this.classList.remove("live--gifts");
    giftToggle.setAttribute("aria-expanded", "false");
    if (hadFocus && sheetMode.matches) giftToggle.focus();
    return true;
  }

  /** Closes the sheet on a press beside it, which keeps its own effect. A dialog of the sheet is no such place. */
  #pressedOutside({ target }) {
    const { gifts, giftToggle } = this.#parts;
    if (!gifts.contains(target) && !giftToggle.contains(target) && !target.closest("dialog")) this.#closeGifts();
  }

  /** Makes the link to the list return to the reader's place in it. */
  #clicked(event) {
    const { target, defaultPrevented, ctrlKey, metaKey, shiftKey } = event;
    if (defaultPrevented || ctrlKey || metaKey || shiftKey || !target.closest("a[data-to-list]")) return;
    if (this.goBack()) event.preventDefault();
  }

  #keyPressed(event) {
    if (event.key === "Escape" && !event.defaultPrevented && this.#closeGifts()) event.preventDefault();
  }
}
customElements.define("ov-live-room", LiveRoom);
