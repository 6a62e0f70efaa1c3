// The stage: its switches, the flying messages, and the announcements for screen readers.

import { Announcer, barrageLook, LaneLayout, readingLevels, TopicListener } from "../model/moments.js";
import { reactionTopic } from "../model/session.js";
import { say, silenceWords, storageOf } from "../model/words.js";
import { showMenu } from "./dialogs.js";
import { atNextBeat, h, icon, named, prefersReducedMotion } from "./dom.js";
import { loadView } from "./shell.js";

/** The switches of the stage, and the controls of a live's owner and administrators. */
class StageControls extends HTMLElement {
  connectedCallback() {
    this.className = "stage__controls";
    this.draw();
  }

  /** The module of the controls of owners and administrators, which is loaded for them alone. */
  #host = null;

  #hostControls(isMutedForAll, slowMode) {
    const { live, toasts, hostControls: more = [] } = this;
    const anchorOf = (button) => this.#anchorOf(button);
    if (this.#host) return this.#host.hostControls({ live, toasts, isMutedForAll, slowMode, more, anchorOf });
    Promise.all([import("./host-controls.js"), loadView("ov-message-menu")]).then(([module]) => {
      this.#host = module;
      delete this.dataset.key;
      this.draw();
    }, () => toasts.show(say("app.partMissing"), "error"));
    return [];
  }

  /** Redraws the switches if they changed. */
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
      this.#iconButton("seats", say("live.seats"), "users", {
        "data-testid": "seats", on: { click: () => this.dispatchEvent(new Event("seats", { bubbles: true })) },
      }),
    ];
    // A host has it among their own.
    if (!state.isOwner) controls.push(this.#iconButton("share", say("live.share"), "link", { on: { click: () => this.#share() } }));
    if (state.canModerate) controls.push(...this.#hostControls(isMutedForAll, slowMode));
    this.replaceChildren(...controls, this.#moreButton(controls));
    this.querySelector(`[data-control="${focused}"]`)?.focus();
  }

  async #share() {
    try {
      await loadView("ov-message-menu");
      await (await import("./share.js")).shareLive(this.live, this.toasts);
    } catch {
      this.toasts.show(say("app.partMissing"), "error");
    }
  }

  /** The button of a menu with all switches, where a one-row header has no room for them. The stylesheet decides where. */
  #moreButton(controls) {
    const label = say("live.more");
    const more = this.#iconButton(
      "more", label, "more", { class: "icon-button stage__more", "aria-haspopup": "menu", "data-testid": "stage-more" });
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

  /** The element beside which a switch's menu opens: the switch, or the menu that contains it. */
  #anchorOf(button) { return button.checkVisibility() ? button : this.querySelector(".stage__more"); }

  get #areEffectsOn() { return this.settings.areEffectsOn !== false; }

  /** The button that chooses what a screen reader announces of the chat. */
  #readingButton() {
    const label = say("announcer.reading");
    const button = this.#iconButton("reading", label, "reader", { "aria-haspopup": "menu", "data-testid": "chat-reading" });
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

  /** A round button that is no switch. */
  #iconButton(control, label, name, more) {
    return h("button", { class: "icon-button", type: "button", "aria-label": label, title: label, data: { control }, ...more }, icon(name));
  }
}
customElements.define("ov-stage-controls", StageControls);

/** The most messages on the stage at a time, on a wide screen and on a phone. Nobody can read more, and each one costs time. */
const messagesMax = 24;
const messagesOfPhoneMax = 12;
const phoneWidth = 640;
const laneHeight = 40;
/** The number of still messages on the stage with reduced motion, and how long they stay. */
const standingMax = 3;
const standingMilliseconds = 6_000;

/** Messages that fly over the stage in lanes. The chat has the same texts, so screen readers skip these. */
class Barrage extends HTMLElement {
  #layout = new LaneLayout();
  #resize = null;
  #width = 0;
  #height = 0;
  #arriving = [];

  connectedCallback() {
    this.className = "barrage";
    this.setAttribute("aria-hidden", "true");
    const { opacity, area } = barrageLook(storageOf("localStorage"));
    this.style.setProperty("opacity", String(opacity));
    this.#resize = new ResizeObserver(() => {
      // Another width changes every flight. A notice that appears or goes leaves the flying messages alone.
      if (this.clientWidth !== this.#width) this.#layout.clear();
      this.#width = this.clientWidth;
      // Messages keep to the upper part of the whole stage. The rest is for gifts and likes.
      const { offsetHeight } = this.parentElement;
      this.#height = Math.min(this.clientHeight, offsetHeight * area);
    });
    this.#resize.observe(this);
  }

  disconnectedCallback() { this.#resize.disconnect(); }

  /** Clears the stage. */
  clear() {
    this.#arriving = [];
    this.replaceChildren();
    this.#layout.clear();
  }

  /** Lets a message fly if there is room; the user's own always flies. */
  fly({ user, text, isOwn, seq }) {
    if (document.hidden) return;
    const isStanding = prefersReducedMotion();
    const most = this.#width < phoneWidth ? messagesOfPhoneMax : messagesMax;
    if (!isStanding && this.childElementCount + this.#arriving.length >= most && !isOwn) return;
    const kinds = [isOwn && "barrage__message--own", isStanding && "barrage__message--standing"].filter(Boolean);
    const message = h(
      "div", { class: ["barrage__message", ...kinds].join(" "), data: { seq: seq ?? "" } },
      isStanding ? h("strong", {}, named(user), " ") : null, h("span", { dir: "auto" }, text));
    if (isStanding) {
      this.append(message);
      this.#stand(message);
      return;
    }
    // Messages of one beat are measured together, because each measurement alone would cause a new layout.
    this.#arriving.push({ message, isOwn });
    if (this.#arriving.length === 1) atNextBeat(() => this.#depart());
  }

  /** Takes a message down that was deleted. */
  drop(seq) {
    for (const message of [...this.children, ...this.#arriving.map(({ message }) => message)]) {
      if (message instanceof HTMLElement && message.dataset.seq === String(seq)) message.remove();
    }
    this.#arriving = this.#arriving.filter(({ message }) => message.dataset.seq !== String(seq));
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
    flight.onfinish = () => atNextBeat(() => message.remove());
    flight.oncancel = () => message.remove();
  }
}
customElements.define("ov-barrage", Barrage);

/** How long a press of the like button takes to open the reactions, in milliseconds. */
const holdMilliseconds = 450;

/** The button that opens the choice of reactions. The choice and the flying copies load on first use. */
class ReactionButton extends HTMLElement {
  #button = h(
    "button",
    {
      class: "icon-button", type: "button", "aria-label": say("reactions.react"), "aria-expanded": "false",
      "aria-controls": "reaction-picker", "aria-keyshortcuts": "R", "data-testid": "react-button",
    },
    icon("smile"));
  #picker = null;
  #listener = null;
  #listening = null;
  #isLoading = false;
  #isLoadingKey = false;

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

  /** Shows why no reaction can be sent, if so. The choice shows it too. */
  draw() {
    const { state } = this.live;
    const obstacle = this.session.connection.isOpen ? silenceWords(state, this.session.now) : say("error.networkUnavailable");
    this.#button.disabled = state.phase !== "in";
    this.#button.classList.toggle("icon-button--blocked", obstacle !== "");
    this.#button.title = obstacle || say("reactions.react");
    this.#picker.draw?.();
  }

  /** Switches reactions on or off. The server does not send them to a user who hides them. */
  #show(areOn) {
    if (areOn) return this.#listener.start();
    this.#listener.stop();
    this.reactions.clear?.();
  }

  async #open() {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      await loadView("ov-reactions");
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
      await loadView("ov-reactions");
    } catch {
      // A failed load matters to nobody, because reactions pass by.
      return;
    }
    if (this.isConnected && this.live.state.phase === "in") this.reactions.show(messages);
  }

  async #keyPressed(event) {
    // The keys of a live, which its user can turn off. `live-keys.js` says what they do.
    const key = event.key.toLowerCase();
    if (!/^[rcglmftip?]$/.test(key) || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
    if (!this.settings.isReactionKeyOn || this.#button.disabled || this.#isLoadingKey) return;
    // There a key types a letter.
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    if (document.querySelector("dialog[open], [role=menu]")) return;
    event.preventDefault();
    const view = this.closest(".live");
    if (key === "c") {
      // At once, for what is typed next.
      view.querySelector("#tab-chat")?.click();
      view.querySelector("#chat-input")?.focus();
      return;
    }
    this.#isLoadingKey = true;
    try {
      await (await import("./live-keys.js")).pressKey(key, view, this.settings);
    } catch {
      this.toasts.show(say("app.partMissing"), "error");
    } finally {
      this.#isLoadingKey = false;
    }
  }
}
customElements.define("ov-reaction-button", ReactionButton);

/** Calls `held` after a long press. The click at its end is dropped. */
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
  // A lifted finger also sends a mouse press, which would take the focus from the opened choice.
  button.addEventListener("mousedown", (event) => isHeld && event.preventDefault(), { signal });
  // A long press would also open the browser's menu.
  button.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  button.addEventListener("click", (event) => {
    if (isHeld) event.stopImmediatePropagation();
    isHeld = false;
  }, { signal, capture: true });
}

/** The only live region of a live. Screen readers announce its text, and it is invisible. */
class AnnouncerElement extends HTMLElement {
  #announcer = new Announcer({
    tell: (text) => {
      // A repeated sentence is announced only if its text differs.
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

  /** Announces a text at every level. */
  say(text) { this.#announcer.say(text); }

  /** Takes another user's message for the announcements. */
  heard(message) { this.#announcer.heard(message); }
}
customElements.define("ov-announcer", AnnouncerElement);
