// What is on the stage: its switches, messages and hearts that fly, and what a screen reader is told of it.

import { Announcer, heartsMax, LaneLayout, readingLevels, TopicListener } from "../model/moments.js";
import { reactionTopic } from "../model/session.js";
import { explain, say, silenceWords } from "../model/words.js";
import { askToEnd, showMenu } from "./dialogs.js";
import { h, icon, named, prefersReducedMotion } from "./dom.js";

/** Seconds between two messages that slow mode may ask for. */
const paces = [0, 5, 10, 30, 60, 120];

/** The switches of the stage, and what the owner and administrators of a live may do. */
class StageControls extends HTMLElement {
  connectedCallback() {
    this.className = "stage__controls";
    this.draw();
  }

  /** Redrawn only where they change. */
  draw() {
    const { state } = this.live;
    const isMutedForAll = state.info?.isMessageDisable ?? false;
    const slowMode = state.info?.slowModeSeconds ?? 0;
    const key = [state.role, isMutedForAll, slowMode, this.settings.isBarrageOn, this.#areEffectsOn].join();
    if (this.dataset.key === key) return;
    this.dataset.key = key;
    const focused = this.querySelector(":focus")?.dataset.control;
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
        if (!isOn) this.barrage.clear();
        this.draw();
      }),
      toggle("effects", say("live.effects"), "sparkles", this.#areEffectsOn, (areOn) => {
        this.settings.areEffectsOn = areOn;
        if (!areOn) this.effects.clear?.();
        this.draw();
      }),
      this.#readingButton(),
    ];
    if (state.canModerate) controls.push(this.#muteAllButton(isMutedForAll), this.#slowModeButton(slowMode));
    if (state.isOwner) controls.push(this.#copyButton(), this.#endButton());
    this.replaceChildren(...controls, this.#moreButton(controls));
    this.querySelector(`[data-control="${focused}"]`)?.focus();
  }

  /** All of the switches in a menu, where a head of one row has no room for them; the stylesheet says where that is. */
  #moreButton(controls) {
    const label = say("live.more");
    const more = h(
      "button",
      {
        class: "icon-button stage__more", type: "button", "aria-label": label, title: label, "aria-haspopup": "menu",
        "data-testid": "stage-more", data: { control: "more" },
      },
      icon("more"));
    more.addEventListener("click", () => showMenu(more, label, controls.map((control) => {
      const isOn = control.getAttribute("aria-pressed");
      return {
        label: control.getAttribute("aria-label") ?? control.textContent, testID: `more-${control.dataset.control}`,
        isDangerous: control.dataset.control === "end",
        isSwitch: isOn !== null, isChecked: isOn === null ? undefined : isOn === "true",
        choose: () => control.click(),
      };
    })));
    return more;
  }

  /** What a menu of a switch stands beside: the switch, or the menu that it is in. */
  #anchorOf(button) { return button.checkVisibility() ? button : this.querySelector(".stage__more"); }

  get #areEffectsOn() { return this.settings.areEffectsOn !== false; }

  /** What a screen reader is told of the chat. */
  #readingButton() {
    const label = say("announcer.reading");
    const button = h(
      "button",
      {
        class: "icon-button", type: "button", "aria-label": label, title: label, "aria-haspopup": "menu",
        "data-testid": "chat-reading", data: { control: "reading" },
      },
      icon("reader"));
    const { announcer } = this;
    button.addEventListener("click", () => showMenu(this.#anchorOf(button), label, readingLevels.map((level) => ({
      label: say(`reading.${level}`),
      isChecked: level === announcer.level,
      testID: `chat-reading-${level}`,
      choose: () => {
        announcer.level = level;
        this.settings.chatReading = level;
      },
    }))));
    return button;
  }

  #muteAllButton(isMutedForAll) {
    const button = h(
      "button",
      {
        class: "button button--small toggle", type: "button", "aria-pressed": String(isMutedForAll),
        "data-testid": "mute-all", data: { control: "mute" },
      },
      icon("mute"), h("span", { class: "button__label" }, say(isMutedForAll ? "live.unmuteAll" : "live.muteAll")));
    button.addEventListener("click", () => this.#attempt(this.live.muteAll(!isMutedForAll)));
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
    button.addEventListener("click", () => showMenu(this.#anchorOf(button), say("live.slowMode"), paces.map((seconds) => ({
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
}
customElements.define("ov-stage-controls", StageControls);

/** Messages that are on the stage at a time, on a wide one and on a phone's: more can be read by nobody, and each costs. */
const messagesMax = 24;
const messagesOfPhoneMax = 12;
const phoneWidth = 640;
const laneHeight = 40;
/** The part of the stage that messages fly over; the rest is left to gifts and likes. */
const stageShare = 0.4;
/** How many messages stand on the stage, and for how long, for those who asked for less motion. */
const standingMax = 3;
const standingMilliseconds = 6_000;

/** Messages that fly over the stage in lanes; the chat has the same in words, so this is hidden from screen readers. */
class Barrage extends HTMLElement {
  #layout = new LaneLayout();
  #resize = null;
  #width = 0;
  #height = 0;
  #arriving = [];

  connectedCallback() {
    this.className = "barrage";
    this.setAttribute("aria-hidden", "true");
    this.#resize = new ResizeObserver(() => {
      // Another width is another way to fly; a notice that comes or goes changes nothing for those that do.
      if (this.clientWidth !== this.#width) this.#layout.clear();
      this.#width = this.clientWidth;
      // Messages keep to the upper part of the whole stage.
      const { offsetHeight } = this.parentElement;
      this.#height = Math.min(this.clientHeight, offsetHeight * stageShare);
    });
    this.#resize.observe(this);
  }

  disconnectedCallback() { this.#resize.disconnect(); }

  /** Takes everything off the stage. */
  clear() {
    this.#arriving = [];
    this.replaceChildren();
    this.#layout.clear();
  }

  /** Lets a message fly where there is room for it; one's own always. */
  fly({ user, text, isOwn }) {
    if (document.hidden) return;
    const isStanding = prefersReducedMotion();
    const most = this.#width < phoneWidth ? messagesOfPhoneMax : messagesMax;
    if (!isStanding && this.childElementCount + this.#arriving.length >= most && !isOwn) return;
    const kinds = [isOwn && "barrage__message--own", isStanding && "barrage__message--standing"].filter(Boolean);
    const message = h(
      "div", { class: ["barrage__message", ...kinds].join(" ") },
      isStanding ? h("strong", {}, named(user), " ") : null, h("span", { dir: "auto" }, text));
    if (isStanding) {
      this.append(message);
      this.#stand(message);
      return;
    }
    // All that arrive in a frame are measured together: each measurement by itself would lay out the page anew.
    this.#arriving.push({ message, isOwn });
    if (this.#arriving.length === 1) requestAnimationFrame(() => this.#depart());
  }

  #stand(message) {
    while (this.childElementCount > standingMax) this.firstElementChild.remove();
    setTimeout(() => message.remove(), standingMilliseconds);
  }

  #depart() {
    const arriving = this.#arriving;
    this.#arriving = [];
    if (!this.isConnected) return;
    this.append(...arriving.map(({ message }) => message));
    const widths = arriving.map(({ message }) => message.offsetWidth);
    arriving.forEach(({ message, isOwn }, index) => this.#animate(message, widths[index], isOwn));
  }

  #animate(message, width, isOwn) {
    const lane = this.#layout.take({
      width, stage: this.#width, lanes: Math.max(1, Math.floor(this.#height / laneHeight)),
      now: performance.now(), mustFly: isOwn,
    });
    if (lane === null) {
      message.remove();
      return;
    }
    message.style.setProperty("top", `${lane * laneHeight}px`);
    const flight = message.animate(
      { transform: [`translateX(${this.#width}px)`, `translateX(${-width}px)`] },
      { duration: this.#layout.crossing, fill: "both" });
    flight.onfinish = () => message.remove();
    flight.oncancel = () => message.remove();
  }
}
customElements.define("ov-barrage", Barrage);

const colours = 5;

/**
 * Hearts that rise over the like button, at most 13 at a time. Decoration: the number beside the button says it in
 * words.
 */
class Hearts extends HTMLElement {
  connectedCallback() {
    this.className = "hearts";
    this.setAttribute("aria-hidden", "true");
  }

  /** How many hearts are on the stage. */
  get visible() { return this.childElementCount; }

  /** Lets so many hearts rise, one after the other. */
  fly(count) {
    if (document.hidden || prefersReducedMotion()) return;
    for (let index = 0; index < count && this.visible < heartsMax; index += 1) this.#rise(index * 120);
  }

  #rise(delay) {
    const heart = h("span", { class: `heart heart--${Math.floor(Math.random() * colours)}` }, icon("heart", true));
    this.append(heart);
    const height = this.clientHeight;
    const sway = () => (Math.random() - 0.5) * 76;
    const [first, second, third] = [sway(), sway(), sway()];
    const turn = (Math.random() - 0.5) * 50;
    const flight = heart.animate(
      [
        { transform: "translate(0, 0) scale(0.2)", opacity: 0 },
        { transform: `translate(${first * 0.4}px, ${-height * 0.14}px) scale(1.1)`, opacity: 1, offset: 0.14 },
        {
          transform: `translate(${second}px, ${-height * 0.55}px) rotate(${turn}deg) scale(1)`, opacity: 0.95,
          offset: 0.6,
        },
        { transform: `translate(${third}px, ${-height * 0.95}px) rotate(${-turn}deg) scale(0.8)`, opacity: 0 },
      ],
      { duration: 2_500 + Math.random() * 1_000, delay, easing: "ease-out", fill: "both" });
    flight.onfinish = () => heart.remove();
    flight.oncancel = () => heart.remove();
  }
}
customElements.define("ov-hearts", Hearts);

/** The key that opens the reactions; somebody may switch it off. */
const reactionKey = "r";
/** Where a key is a letter, or belongs to what is open on top. */
const otherKeys = "input, textarea, select, [contenteditable], dialog, [role=menu]";
/** How long the like button is held to be offered reactions. */
const holdMilliseconds = 450;

/** The button that opens the reactions to choose from. These, and what flies, are loaded with the first use. */
class ReactionButton extends HTMLElement {
  #button = h(
    "button",
    {
      class: "icon-button", type: "button", "aria-label": say("reactions.react"), "aria-expanded": "false",
      "aria-controls": "reaction-picker", "aria-keyshortcuts": reactionKey.toUpperCase(), "data-testid": "react-button",
    },
    icon("smile"));
  #picker = null;
  #listener = null;
  #listening = null;
  #isLoading = false;

  connectedCallback() {
    this.className = "reacting";
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#listener = new TopicListener({ live: this.live, topic: reactionTopic });
    const { session, live, settings, toasts, announcer, reactions } = this;
    this.#picker = Object.assign(document.createElement("ov-reaction-picker"), {
      session, live, settings, toasts, announcer, reactions, button: this.#button, id: "reaction-picker", className: "picker",
      hidden: true, shown: (areOn) => this.#show(areOn),
    });
    this.replaceChildren(this.#button, this.#picker);
    this.#button.addEventListener("click", () => this.#open(), { signal });
    document.addEventListener("keydown", (event) => this.#keyPressed(event), { signal });
    this.live.addEventListener("moment", ({ detail }) => this.#received(detail), { signal });
    onHold(this.like, () => this.#open(), signal);
    this.#show(settings.areReactionsOn);
    this.draw();
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#listener.stop();
  }

  /** Says why nothing can be sent, where that is so. What there is to choose from says it too. */
  draw() {
    const { state } = this.live;
    const obstacle = this.session.connection.isOpen ? silenceWords(state, this.session.now) : say("error.networkUnavailable");
    this.#button.disabled = state.phase !== "in";
    this.#button.classList.toggle("icon-button--blocked", obstacle !== "");
    this.#button.title = obstacle || say("reactions.react");
    this.#picker.draw?.();
  }

  /** Whether reactions are shown: who does not want to see them is not sent them. */
  #show(areOn) {
    if (areOn) return this.#listener.start();
    this.#listener.stop();
    this.reactions.clear?.();
  }

  async #open() {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      await import("./reactions.js");
    } catch {
      this.toasts.show(say("app.partMissing"), "error");
      return;
    } finally {
      this.#isLoading = false;
    }
    if (this.isConnected && !this.#button.disabled) this.#picker.toggle();
  }

  async #received({ kind, topic, messages }) {
    if (kind !== "topic" || topic !== reactionTopic || this.live.state.phase !== "in") return;
    try {
      await import("./reactions.js");
    } catch {
      // Nobody misses what flies by.
      return;
    }
    if (this.isConnected && this.live.state.phase === "in") this.reactions.show(messages);
  }

  #keyPressed(event) {
    const { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented, target } = event;
    if (key.toLowerCase() !== reactionKey || ctrlKey || metaKey || altKey || repeat || defaultPrevented) return;
    if (!this.settings.isReactionKeyOn || this.#button.disabled || target.closest(otherKeys)) return;
    event.preventDefault();
    this.#open();
  }
}
customElements.define("ov-reaction-button", ReactionButton);

/** Calls `held` where a button is held; the click that ends it is none. */
function onHold(button, held, signal) {
  let timer = null;
  let isHeld = false;
  button.addEventListener("pointerdown", ({ button: which }) => {
    clearTimeout(timer);
    isHeld = false;
    if (which !== 0) return;
    timer = setTimeout(() => {
      isHeld = true;
      held();
    }, holdMilliseconds);
  }, { signal });
  for (const name of ["pointerup", "pointerleave", "pointercancel"]) {
    button.addEventListener(name, () => clearTimeout(timer), { signal });
  }
  // A finger that is lifted presses as a mouse does, which would take the focus away from what was opened.
  button.addEventListener("mousedown", (event) => isHeld && event.preventDefault(), { signal });
  // A finger that holds asks a browser for its menu.
  button.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  button.addEventListener("click", (event) => {
    if (isHeld) event.stopImmediatePropagation();
    isHeld = false;
  }, { signal, capture: true });
}

/** The one live region of a live: what it says is read out by a screen reader and seen by nobody. */
class AnnouncerElement extends HTMLElement {
  #announcer = new Announcer({
    tell: (text) => {
      // The same words again are news too, which only another content is.
      this.textContent = this.textContent === text ? `${text}\u00a0` : text;
    },
    words: {
      message: ({ name, text }) => say("announcer.message", { name, text }),
      more: (count) => say("announcer.more", { count }),
      digest: (count, countForMe) => (countForMe > 0
        ? say("announcer.digestForMe", { count, mine: countForMe })
        : say("announcer.digest", { count })),
    },
  });

  connectedCallback() {
    this.className = "sr-only";
    this.setAttribute("role", "status");
    this.setAttribute("aria-live", "polite");
    this.dataset.testid = "announcer";
  }

  disconnectedCallback() { this.#announcer.stop(); }

  get level() { return this.#announcer.level; }
  set level(level) { this.#announcer.level = level; }

  /** Says something whatever the level is. */
  say(text) { this.#announcer.say(text); }

  /** Takes in a message of somebody else. */
  heard(message) { this.#announcer.heard(message); }
}
customElements.define("ov-announcer", AnnouncerElement);
