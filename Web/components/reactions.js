// Reactions: what flies over the stage, and the choice of emojis. The module loads with the first reaction.

import {
  copiesFor, copiesVisibleMax, flightOver, offeredReactions, ownCopies, ReactionSender, ReactionTally, readReactions,
  tallyPauseMilliseconds,
} from "../model/reactions.js";
import { explain, formatNumber, listParts, say, silenceWords } from "../model/words.js";
import { systemClock } from "../wire/connection.js";
import { atNextBeat, h, inBatches, prefersReducedMotion, roving, setText } from "./dom.js";

/** The count from which a reaction's number is shown beside its copies. */
const shownFrom = 10;
/** The number of different reactions that are shown with counts and announced. */
const shownKindsMax = 3;
/** The interval between announcements of reactions, in milliseconds. */
const digestMilliseconds = 10_000;

/**
 * Reactions over the stage: flying copies and their counts. A user with reduced motion sees only the counts. Screen readers get both from
 * the announcer.
 */
class Reactions extends HTMLElement {
  #flying = h("div", { class: "reactions__flying" });
  #shown = h("div", { class: "reactions__tally", "data-testid": "reaction-tally" });
  #tally = new ReactionTally();
  #draws = inBatches(() => this.#draw());
  #endTimer = null;
  /** Other people's reactions since the last announcement. */
  #heard = new ReactionTally(Infinity);
  #digestTimer = null;

  connectedCallback() {
    this.className = "reactions";
    this.setAttribute("aria-hidden", "true");
    this.replaceChildren(this.#flying, this.#shown);
  }

  disconnectedCallback() { this.clear(); }

  /** Clears the stage and drops waiting announcements. */
  clear() {
    this.#draws.stop();
    clearTimeout(this.#endTimer);
    clearTimeout(this.#digestTimer);
    this.#digestTimer = null;
    this.#heard.clear();
    this.#tally.clear();
    this.#flying.replaceChildren();
    this.#shown.replaceChildren();
  }

  /** Shows the reactions in messages of the topic. */
  show(messages) {
    const reactions = readReactions(messages, this.session.user.userID);
    if (reactions.length === 0) return;
    for (const { emoji, count } of reactions) this.#tally.add(emoji, count, systemClock.now());
    this.#hear(reactions);
    if (document.hidden) return;
    this.#draws.ask();
    if (!prefersReducedMotion()) atNextBeat(() => this.#launch(copiesFor(reactions, this.#flying.childElementCount)));
  }

  /** Lets the user's own reaction fly at once, even if the stage is full. */
  showOwn(emoji) {
    if (prefersReducedMotion()) return;
    const copies = ownCopies(this.#flying.childElementCount);
    this.#launch(Array.from({ length: copies }, () => emoji));
  }

  #launch(emojis) {
    if (emojis.length === 0 || !this.isConnected) return;
    const { clientWidth: width, clientHeight: height } = this;
    const size = 2.5 * parseFloat(getComputedStyle(document.documentElement).fontSize);
    const copies = emojis.map((emoji) => h("span", { class: "reaction emoji" }, emoji));
    this.#flying.append(...copies);
    for (const copy of copies) fly(copy, flightOver({ width, height, size }));
    while (this.#flying.childElementCount > copiesVisibleMax) this.#flying.firstElementChild.remove();
  }

  #draw() {
    const least = prefersReducedMotion() ? 1 : shownFrom;
    const shown = this.#tally.top(shownKindsMax, systemClock.now()).filter(({ count }) => count >= least);
    this.#shown.replaceChildren(...shown.map(({ emoji, count }) => h(
      "span", { class: "reactions__count", data: { emoji } }, h("span", { class: "emoji" }, emoji), h("b", {}, formatNumber(count)))));
    clearTimeout(this.#endTimer);
    if (shown.length > 0) this.#endTimer = setTimeout(() => this.#draws.ask(), tallyPauseMilliseconds);
  }

  /** Counts other people's reactions for the next announcement. The sender announces the user's own. */
  #hear(reactions) {
    for (const { emoji, count, own } of reactions) {
      if (count <= own) continue;
      this.#heard.add(emoji, count - own, systemClock.now());
      this.#digestTimer ??= setTimeout(() => this.#tell(), digestMilliseconds);
    }
  }

  #tell() {
    this.#digestTimer = null;
    const most = this.#heard.top(shownKindsMax, systemClock.now());
    this.#heard.clear();
    const { level } = this.announcer;
    if (most.length === 0 || (level !== "all" && level !== "digest")) return;
    // Screen readers know the names of emojis.
    const list = listParts(most.map(({ emoji, count }) => `${emoji} ${formatNumber(count)}`)).join("");
    this.announcer.say(say("reactions.digest", { list }));
  }
}
customElements.define("ov-reactions", Reactions);

/** Lets a copy rise, sway and fade. It animates only properties that the graphics card handles alone. */
function fly(copy, { life, delay, from, to, rise }) {
  const at = (part, scale) => (
    `translate(${from + (to - from) * part}px, ${-rise * part}px) translateX(-50%) scale(${scale})`);
  const flight = copy.animate(
    [
      { transform: at(0, 0.3), opacity: 0 },
      { transform: at(0.12, 1.1), opacity: 1, offset: 0.12 },
      { transform: at(0.7, 1), opacity: 1, offset: 0.7 },
      { transform: at(1, 0.9), opacity: 0 },
    ],
    { duration: life - delay, delay, easing: "ease-out", fill: "both" });
  flight.onfinish = () => atNextBeat(() => copy.remove());
  flight.oncancel = () => copy.remove();
}

const dropWords = { UserFreqCtrl: "reactions.tooFast", MsgFreqCtrl: "reactions.tooBusy" };

/**
 * The choice of reactions beside the button that opens it. It stays open for repeated taps. Escape, the button and a press elsewhere
 * close it.
 */
class ReactionPicker extends HTMLElement {
  #row = h("div", { class: "picker__row", role: "toolbar", "aria-label": say("reactions.choose") });
  // This is no live region, because the announcer of the live reads it.
  #status = h("p", { class: "picker__status", id: "reaction-status", "data-testid": "reaction-status" });
  #switches = h("div", { class: "picker__switches" });
  /** Why the last reaction failed; empty if it was sent. */
  #failure = "";
  #told = null;
  #sender = new ReactionSender({ clock: systemClock, send: (emoji, count) => this.#send(emoji, count) });
  #listening = null;
  #outside = null;

  connectedCallback() {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", say("reactions.react"));
    this.#row.replaceChildren(...offeredReactions.map(({ emoji, name }, index) => this.#choice(emoji, say(name), index + 1)));
    roving(this.#row, "button");
    this.#switches.replaceChildren(
      this.#switch("areReactionsOn", say("reactions.show"), (areOn) => this.shown(areOn)),
      this.#switch("isReactionKeyOn", say("reactions.key")));
    this.replaceChildren(this.#row, this.#status, this.#switches);
    this.addEventListener("keydown", (event) => this.#keyPressed(event), { signal });
    /** @param {FocusEvent & {relatedTarget: Node}} event */
    const left = ({ relatedTarget }) => {
      if (relatedTarget && !this.contains(relatedTarget) && relatedTarget !== this.button) this.#close(false);
    };
    this.addEventListener("focusout", left, { signal });
    this.live.addEventListener("leaving", () => this.#sender.stop(), { signal });
    this.draw();
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#outside?.abort();
    this.#sender.forget();
  }

  /** Opens the choice with the focus on a reaction, or closes it. */
  toggle() {
    if (!this.hidden) return this.#close();
    this.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.#outside = new AbortController();
    // This listens before everything else, because a press or Escape is for the topmost open element.
    const { signal } = this.#outside;
    /** @param {PointerEvent & {target: Node}} event */
    const pressed = ({ target }) => {
      if (!this.parentElement.contains(target)) this.#close(false);
    };
    document.addEventListener("pointerdown", pressed, { signal, capture: true });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.#close();
    }, { signal, capture: true });
    this.draw();
    this.#row.querySelector("button[tabindex='0']").focus();
  }

  /** Redraws the choice if what may be sent has changed. */
  draw() {
    if (this.live.state.phase !== "in") this.#close(false);
    const obstacle = this.#obstacle;
    for (const choice of this.#row.children) choice.setAttribute("aria-disabled", String(obstacle !== ""));
    if (obstacle) this.#sender.forget();
    setText(this.#status, obstacle || this.#failure);
  }

  /** Why no reaction can be sent; empty if one can. */
  get #obstacle() {
    if (!this.session.connection.isOpen) return say("error.networkUnavailable");
    return silenceWords(this.live.state, this.session.now);
  }

  #choice(emoji, name, number) {
    const choice = h(
      "button",
      {
        class: "picker__choice", type: "button", "aria-label": name, title: say("reactions.choice", { name, key: String(number) }),
        "aria-describedby": "reaction-status", data: { emoji },
      },
      h("span", { class: "emoji", "aria-hidden": "true" }, emoji));
    choice.addEventListener("click", () => this.#choose(choice, name));
    return choice;
  }

  #switch(setting, label, changed = (_) => {}) {
    const button = h("button", {
      class: "button button--small toggle", type: "button", "aria-pressed": String(this.settings[setting]), data: { setting },
    }, label);
    button.addEventListener("click", () => {
      this.settings[setting] = !this.settings[setting];
      button.setAttribute("aria-pressed", String(this.settings[setting]));
      changed(this.settings[setting]);
    });
    return button;
  }

  #choose(choice, name) {
    const obstacle = this.#obstacle;
    if (obstacle) return this.announcer.say(obstacle);
    const { emoji } = choice.dataset;
    const isRun = !this.#sender.isIdle && this.#told === emoji;
    this.#failure = "";
    if (!this.#sender.tap(emoji)) return;
    if (this.settings.areReactionsOn) this.reactions.showOwn(emoji);
    if (!prefersReducedMotion()) {
      choice.animate({ transform: ["scale(1)", "scale(0.8)", "scale(1.15)", "scale(1)"] }, { duration: 220 });
    }
    // A row of taps is announced once.
    if (!isRun) this.announcer.say(say("reactions.sent", { name }));
    this.#told = emoji;
    this.draw();
  }

  async #send(emoji, count) {
    try {
      const { dropped } = await this.live.react(emoji, count);
      if (dropped) this.#fail(say(dropWords[dropped] ?? "reactions.tooBusy"));
    } catch (rejection) {
      this.#fail(say("reactions.lost", { reason: explain(rejection) }));
    }
  }

  #fail(text) {
    if (!this.isConnected || this.live.state.phase !== "in") return;
    if (this.hidden) return this.toasts.show(text, "error");
    this.#failure = text;
    this.announcer.say(text);
    this.draw();
  }

  #keyPressed(event) {
    const { key, ctrlKey, metaKey, altKey, repeat } = event;
    if (ctrlKey || metaKey || altKey || repeat || !/^[1-9]$/.test(key)) return;
    const choice = this.#row.querySelector(`button:nth-child(${key})`);
    choice?.focus();
    choice?.click();
  }

  #close(givesFocusBack = true) {
    if (this.hidden) return;
    this.hidden = true;
    this.#outside?.abort();
    this.#failure = "";
    this.button.setAttribute("aria-expanded", "false");
    if (givesFocusBack) this.button.focus();
  }
}
customElements.define("ov-reaction-picker", ReactionPicker);
