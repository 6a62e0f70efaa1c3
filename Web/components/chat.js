import { ErrorCode } from "../wire/errors.js";
import { foreign, giftIcon, h, hueOf, icon, inBatches, named, oncePerFrame, setText } from "./dom.js";
import { Role } from "../model/live-state.js";
import { Follow } from "../model/moments.js";
import { explain, formatTime, listParts, nameOf, say, sayParts, silenceWords } from "../model/words.js";
import { loadView } from "./shell.js";

/** The largest number of characters in a message. */
const messageMax = 200;
/** The length from which the composer counts the characters. */
const counterFrom = 160;
/** The distance from the end at which the log still follows new messages, in CSS pixels. */
const followDistance = 48;
/** A text shorter than this fits into six lines, even in the narrowest chat. */
const surelyShort = 90;
/** A quote has one line of so many letters. */
const quoteMax = 60;
/** The distance that a pointer must move to hold the log again after releasing it, in CSS pixels. */
const holdAgainDistance = 24;

/**
 * The pointer's place in the window, and whether its last event moved it. A log that appears under a resting pointer gets events too, which
 * do not show what the user wants.
 */
const pointer = { x: null, y: null, hasMoved: false };
addEventListener("pointermove", ({ clientX, clientY }) => {
  pointer.hasMoved = pointer.x !== null && (pointer.x !== clientX || pointer.y !== clientY);
  pointer.x = clientX;
  pointer.y = clientY;
}, { capture: true, passive: true });

/** The chat of a live: the messages and the field to write one. */
class Chat extends HTMLElement {
  // The log is no live region: nobody could listen to 40 messages a second. The announcer reads what the user chose to hear.
  #log = h("div", {
    class: "chat__log", role: "log", "aria-live": "off", "aria-label": say("chat.log"), tabindex: "0", "data-testid": "chat-log",
  });
  #empty = h("p", { class: "chat__empty" }, say("chat.empty"));
  #pausedText = h("span", {});
  #paused = h(
    "button", {
      class: "button button--small chat__paused", type: "button", hidden: true, title: say("chat.resume"), "data-testid": "chat-paused",
    }, this.#pausedText, icon("down"));
  #input = h("input", {
    class: "input chat__input", type: "text", id: "chat-input", autocomplete: "off", enterkeyhint: "send",
    maxlength: messageMax, "data-testid": "chat-input", "aria-describedby": "chat-error chat-pause chat-counter",
  });
  #send = h("button", { class: "icon-button chat__send", type: "submit", "aria-label": say("chat.send") }, icon("send"));
  #smile = h("button", {
    class: "icon-button icon-button--small chat__emoji", type: "button", "aria-label": say("chat.emoji"), "aria-haspopup": "dialog",
    "aria-expanded": "false", "data-testid": "chat-emoji",
  }, icon("smile"));
  #form = h(
    "form", { class: "chat__form" }, h("label", { class: "sr-only", for: "chat-input" }, say("chat.message")), this.#input, this.#smile,
    this.#send);
  #counter = h("p", { class: "chat__counter", id: "chat-counter", hidden: true });
  #error = h("p", { class: "chat__error", id: "chat-error", role: "alert" });
  // The text is no live region, because a screen reader would repeat it every second. It describes the field instead.
  #pause = h("p", { class: "chat__pause", id: "chat-pause", hidden: true, "data-testid": "chat-pause" });
  #silencedText = h("div", { class: "chat__silenced-text" });
  #silenced = h(
    "div", { class: "chat__silenced", role: "status", tabindex: "-1", hidden: true, "data-testid": "chat-silenced" }, icon("mute"),
    this.#silencedText);
  /** The message that the user answers, or null, and the line that says so. */
  #answered = null;
  #answer = h("div", { hidden: true });
  /** The pinned message and the great gifts, loaded with the first of them. */
  #top = null;
  /** The menus of messages, loaded when somebody points at one. */
  #menus = null;
  #isWarm = false;
  /** Who is offered after an "@", loaded with the first one. */
  #mentions = null;
  #rows = new Map();
  #expanded = new Set();
  #follow = new Follow();
  /** The log's last measured layout. A scroll without a change of size comes from the reader. */
  #lay = { top: 0, height: 0, content: 0 };
  /** The pointer's place when it released the log, or null if it may hold the log. */
  #letGoAt = null;
  /** The row under the pointer after its last move, or null. */
  #restRow = null;
  /** Whether the pressed row is the one on which the pointer rested. */
  #isMeant = true;
  #batches = inBatches(() => this.#drawRows());
  #resize = null;
  #listening = null;

  connectedCallback() {
    this.className = "chat";
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const drawForm = oncePerFrame(() => this.#drawForm());
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#say();
    }, { signal });
    // The field keeps the focus, or a phone would close its keyboard with every message.
    this.#send.addEventListener("mousedown", (event) => event.preventDefault(), { signal });
    this.#input.addEventListener("input", () => this.#typed(), { signal });
    this.#smile.addEventListener("click", () => this.#offerEmoji(), { signal });
    this.live.addEventListener("change", () => {
      // The user's own message is shown at once, and the log scrolls to it.
      this.#batches.ask(this.#hasNewOwn);
      drawForm();
      this.#drawTop();
    }, { signal });
    this.session.addEventListener("connection", drawForm, { signal });
    this.#listenToLog(signal);
    this.#input.value = this.drafts.of(this.live.state.liveID);
    this.replaceChildren(
      this.#empty, this.#log, this.#paused, this.#answer, this.#form, this.#silenced, this.#counter, this.#pause, this.#error);
    this.#drawRows();
    this.#drawForm();
    this.#typed();
    this.#drawTop();
  }

  disconnectedCallback() {
    this.#menus = null;
    this.#mentions = null;
    this.#listening.abort();
    this.#resize.disconnect();
    this.#batches.stop();
  }

  // MARK: - Following the end

  /** Listens to everything that can hold the log: the reader, the focus, a moderator's pointer and a press. */
  #listenToLog(signal) {
    const log = this.#log;
    /** @type {(name: string, listener: (event: any) => void, target?: EventTarget) => void} */
    const on = (name, listener, target = log) => target.addEventListener(name, listener, { signal, passive: true });
    on("scroll", () => this.#scrolled());
    on("wheel", ({ deltaY }) => deltaY < 0 && log.scrollTop > 0 && this.#hold("scroll"));
    on("focusin", ({ target }) => target.matches(":focus-visible") && this.#hold("focus"));
    for (const part of [log, this.#paused]) on("focusout", (event) => this.#focusLeft(event), part);
    on("pointermove", (event) => this.#pointed(event));
    for (const name of ["pointermove", "pointerdown", "focusin", "contextmenu"]) {
      log.addEventListener(name, (event) => this.#meetMenus(event), { signal });
    }
    on("pointerleave", () => {
      this.#letGoAt = null;
      this.#restRow = null;
      this.#release("pointer");
    });
    // A pressed row stays in place until the press ends, so the intended row is hit.
    for (const name of ["pointerdown", "touchstart"]) on(name, (event) => this.#pressed(event));
    on("pointerup", ({ pointerType }) => pointerType === "touch" || this.#lifted(), window);
    for (const name of ["touchend", "touchcancel"]) on(name, () => this.#lifted(true));
    this.#paused.addEventListener("click", (event) => this.#letGo(event), { signal });
    document.addEventListener("visibilitychange", () => this.#laidOut(), { signal });
    this.#resize = new ResizeObserver(() => this.#laidOut());
    this.#resize.observe(log);
  }

  /** The button may have the focus, too: it must not go then. */
  #focusLeft({ relatedTarget }) {
    if (![relatedTarget, document.activeElement].includes(this.#paused) && !this.#log.contains(relatedTarget)) this.#release("focus");
  }

  #pressed({ pointerType, target }) {
    const row = target.closest(".chat__row");
    // A finger does not rest on a row before it presses.
    this.#isMeant = pointerType !== "mouse" || row === this.#restRow;
    this.#restRow = row;
    this.#hold("press");
    // Another row had moved under the pointer. This press does nothing, and the log holds for the next one.
    if (!this.#isMeant && this.live.state.canModerate) this.#hold("pointer");
  }

  #pointed({ pointerType, buttons, clientX, clientY, target }) {
    if (pointerType === "touch") return;
    this.#restRow = target.closest(".chat__row");
    if (!pointer.hasMoved) return;
    // Browsers do not report the end of a scroll bar's drag.
    if (buttons === 0 && this.#follow.has("press")) this.#lifted();
    if (!this.live.state.canModerate) return;
    const from = this.#letGoAt;
    if (from && Math.hypot(clientX - from.x, clientY - from.y) < holdAgainDistance) return;
    this.#letGoAt = null;
    this.#hold("pointer");
  }

  #lifted(isTouch = false) {
    if (!this.#follow.has("press")) return;
    // A finger cannot hover, so a moderator's tap holds the log until it is resumed.
    if (isTouch && (this.live.state.canModerate || !this.#isAtEnd)) this.#hold("scroll");
    // The click follows and opens the menu, which then holds the log.
    setTimeout(() => this.#release("press"));
  }

  #hold(reason) {
    // An empty log cannot be held, so the first message is shown.
    if (this.#follow.has(reason) || this.#rows.size === 0) return;
    this.#follow.pause(reason, [...this.#rows.keys()].at(-1) ?? 0);
    this.#drawPaused();
  }

  #release(reason) {
    if (this.#follow.release(reason)) this.#drawRows();
    else this.#drawPaused();
  }

  /** Releases every hold, shows the newest messages and follows them. */
  #resume() {
    this.#follow.releaseAll();
    this.#drawRows();
  }

  /** The reader pressed "Paused". The button disappears, so a keyboard user's focus moves to the field. */
  #letGo({ clientX, clientY }) {
    this.#letGoAt = { x: clientX, y: clientY };
    if (this.#paused.matches(":focus-visible")) (this.#form.hidden ? this.#silenced : this.#input).focus({ preventScroll: true });
    this.#resume();
  }

  get #isAtEnd() {
    const { scrollTop, scrollHeight, clientHeight } = this.#log;
    return scrollHeight - scrollTop - clientHeight < followDistance;
  }

  #scrollToEnd() {
    this.#log.scrollTop = this.#log.scrollHeight;
    this.#look();
  }

  #look() {
    const { scrollTop: top, clientHeight: height, scrollHeight: content } = this.#log;
    this.#lay = { top, height, content };
  }

  #scrolled() {
    const before = this.#lay;
    this.#look();
    const isSameSize = before.height === this.#lay.height && before.content === this.#lay.content;
    if (this.#isAtEnd && this.#lay.top >= before.top) this.#release("scroll");
    else if (isSameSize && this.#lay.top < before.top) this.#hold("scroll");
    else if (!this.#follow.isPaused && !this.#isAtEnd) this.#scrollToEnd();
  }

  /** The log was resized or shown again. It keeps following, or stays in its place. */
  #laidOut() {
    if (this.#log.clientHeight === 0) return;
    if (!this.#follow.has("scroll")) this.#scrollToEnd();
    else if (this.#log.scrollTop !== this.#lay.top) this.#log.scrollTop = this.#lay.top;
    this.#clamp(this.#log.querySelectorAll(".chat__words"));
  }

  // MARK: - The menu of a message

  /** What the menus of messages need of the log. They are loaded when somebody points at it. */
  #hostOfMenus() {
    const { live, session, toasts } = this;
    return {
      live, session, toasts, log: this.#log, isMeant: () => this.#isMeant,
      messageOf: (row) => live.state.chat.entries.find(({ key }) => this.#rows.get(key)?.row === row) ?? null,
      hold: () => this.#hold("menu"), release: () => this.#release("menu"), isHeld: () => this.#follow.has("menu"),
      mention: (user) => this.#mention(user), answer: (message) => this.#answerTo(message),
    };
  }

  /** The menus, or null if they cannot be loaded. */
  async #loadMenus() {
    try {
      await loadView("ov-message-menu");
      const { MessageMenus } = await import("./message-menu.js");
      if (this.isConnected) this.#menus ??= new MessageMenus(this.#hostOfMenus(), this.#listening.signal);
    } catch {
      this.toasts.show(say("app.partMissing"), "error");
    }
    return this.#menus;
  }

  /** The first event at the log loads the menus, which then listen themselves. */
  async #meetMenus(event) {
    if (this.#menus || (event.type === "pointermove" && !pointer.hasMoved)) return;
    const row = event.target.closest(".chat-message");
    if (event.type === "contextmenu" && row) event.preventDefault();
    (await this.#loadMenus())?.met(event.type, row);
  }

  /** Begins a message to a user. */
  #mention(user) {
    const text = this.#input.value;
    this.#put(`${text}${text === "" || text.endsWith(" ") ? "" : " "}@${nameOf(user)} `.slice(0, messageMax));
    this.#input.focus();
  }

  /** Begins an answer to a message, or ends it with null. */
  #answerTo(message) {
    this.#answered = message;
    const bar = this.#menus?.answerBar(message) ?? h("div", { hidden: true });
    this.#answer.replaceWith(bar);
    this.#answer = bar;
    this.#input.focus();
  }

  /** Loads what stands above the messages with the first pinned message or great gift. */
  async #drawTop() {
    const { pinned, greatGifts, canModerate } = this.live.state;
    // A moderator's first press must not wait for the menus.
    if (canModerate && !this.#menus && !this.#isWarm) {
      this.#isWarm = true;
      this.#loadMenus();
    }
    if (this.#top || (pinned.length === 0 && greatGifts.length === 0)) return;
    const { session, live, toasts } = this;
    this.#top = Object.assign(document.createElement("ov-chat-top"), { session, live, toasts });
    this.prepend(this.#top);
    try {
      await loadView("ov-chat-top");
    } catch {
      // The next change tries again. The log shows the same gifts.
      this.#top.remove();
      this.#top = null;
    }
  }

  // MARK: - Drawing

  get #hasNewOwn() {
    const { entries } = this.live.state.chat;
    return entries.slice(-8).some(({ key, kind, user }) => (
      kind === "message" && user.userID === this.session.user.userID && !this.#rows.has(key)));
  }

  #drawRows() {
    const { entries } = this.live.state.chat;
    this.#empty.hidden = entries.length > 0;
    this.#takeOut();
    if (this.#follow.isPaused) return this.#drawPaused();
    const present = new Set(entries.map(({ key }) => key));
    for (const [key, { row }] of this.#rows) {
      if (present.has(key)) continue;
      row.remove();
      this.#rows.delete(key);
      this.#expanded.delete(key);
    }
    const added = [];
    for (const entry of entries) {
      const drawn = this.#rows.get(entry.key);
      if (drawn?.version === entry.version) continue;
      const row = this.#row(entry);
      // Marks piled up on a letter would reach over the rows around.
      row.classList.toggle("chat__row--stacked", /\p{M}{3}/u.test(row.textContent));
      if (drawn) drawn.row.replaceWith(row);
      else added.push(row);
      this.#rows.set(entry.key, { row, version: entry.version });
    }
    this.#log.append(...added);
    this.#clamp(added.map((row) => row.querySelector(".chat__words")).filter(Boolean));
    this.#scrollToEnd();
    this.#drawPaused();
  }

  /** Takes out deleted messages and the quotes of them at once, also while the log is held. The focus goes to the neighbour. */
  #takeOut() {
    const { chat } = this.live.state;
    for (const [key, { row }] of this.#rows) {
      if (!chat.wasRemoved(key)) continue;
      const neighbour = row.nextElementSibling ?? row.previousElementSibling;
      for (const quote of this.#log.querySelectorAll(`[data-quotes="${row.dataset.seq}"]`)) quote.remove();
      // First: a row that is taken out with the focus would let go of the log, which draws anew in the middle of this.
      if (row.contains(document.activeElement)) {
        if (neighbour instanceof HTMLElement) neighbour.tabIndex = -1;
        (neighbour instanceof HTMLElement ? neighbour : this.#log).focus({ preventScroll: true });
      }
      row.remove();
      this.#rows.delete(key);
    }
  }

  #drawPaused() {
    const { isPaused } = this.#follow;
    // A press that ends at once is not shown as a pause.
    this.#paused.hidden = !isPaused || (this.#follow.has("press") && this.#paused.hidden);
    if (!isPaused) return;
    const count = this.#follow.newSince(this.live.state.chat.lastKey);
    setText(this.#pausedText, count > 0 ? say("chat.pausedWith", { count }) : say("chat.paused"));
  }

  #row(entry) {
    const name = entry.kind === "joined" || entry.kind === "notice" ? null : this.#name(entry.user, entry);
    switch (entry.kind) {
      case "message": return this.#messageRow(entry, name);
      case "gift": {
        const { gift, count } = entry;
        const words = sayParts(
          count > 1 ? "chat.sentMany" : "chat.sent", { name, gift: h("strong", {}, foreign(gift.name)), count });
        return h("div", { class: "chat__row chat__row--gift" }, giftIcon(gift, "gift-icon gift-icon--small"), h("span", {}, ...words));
      }
      case "joined": return h("div", { class: "chat__row chat__row--quiet" }, ...joinedParts(entry));
      default: {
        const values = { name: entry.user && named(entry.user), count: entry.count };
        return h("div", { class: "chat__row chat__row--notice" }, ...sayParts(`notice.${entry.what}`, values));
      }
    }
  }

  #messageRow({ key, user, text, seq, at, replyTo }, name) {
    const role = this.live.state.roleOf(user.userID);
    const badge = { [Role.owner]: [say("chat.host"), "host"], [Role.admin]: [say("chat.admin"), "admin"] }[role];
    const isOwn = user.userID === this.session.user.userID;
    const isForMe = !isOwn && text.toLowerCase().includes(`@${nameOf(this.session.user).toLowerCase()}`);
    const words = [
      badge ? h("span", { class: `badge badge--${badge[1]}` }, badge[0]) : null, badge ? " " : null,
      name, " ", h("span", { class: "chat__text", dir: "auto" }, text),
    ];
    return h("div", {
      class: `chat__row chat-message ${isOwn ? "chat-message--own" : isForMe ? "chat-message--forme" : ""}`,
      data: { seq: seq ?? "" }, title: formatTime(at),
    }, this.#quote(replyTo), ...(text.length > surelyShort ? [this.#longWords(key, words)] : words));
  }

  /** One line of the message that a message answers, if the log has it. */
  #quote(seq) {
    const message = seq === null ? null : this.live.state.chat.message(seq);
    if (!message) return null;
    const letters = [...message.text];
    const short = letters.length > quoteMax ? `${letters.slice(0, quoteMax).join("")}…` : message.text;
    return h("p", { class: "chat__quote", data: { quotes: seq } }, named(message.user), " ", h("bdi", {}, short));
  }

  /** A long message: its first six lines, and a button for the rest. */
  #longWords(key, words) {
    const more = h(
      "button", { class: "chat__more", type: "button", tabindex: "-1", hidden: true, "aria-expanded": "false" }, say("chat.more"));
    const box = h("div", { class: "chat__words", data: { key } }, ...words);
    const show = (isWhole) => {
      box.classList.toggle("chat__words--whole", isWhole);
      more.setAttribute("aria-expanded", String(isWhole));
      setText(more, say(isWhole ? "chat.less" : "chat.more"));
    };
    if (this.#expanded.has(key)) show(true);
    more.addEventListener("click", () => {
      if (!this.#expanded.delete(key)) this.#expanded.add(key);
      show(this.#expanded.has(key));
      if (!this.#follow.isPaused) this.#scrollToEnd();
    });
    return h("div", {}, box, more);
  }

  /** Adds the button to each text that is cut off. It reads all sizes first, because every change in between would cause a new layout. */
  #clamp(boxes) {
    const cut = [...boxes].map((box) => [box, box.classList.contains("chat__words--whole") || box.scrollHeight > box.clientHeight + 1]);
    for (const [box, isCut] of cut) box.nextElementSibling.hidden = !isCut;
  }

  /** A user's name: a button that opens who they are and what may be done about them. */
  #name(user, entry) {
    // The button is no tab stop, or a full chat would take 200 steps. The menus of messages have the same.
    const button = h("button", {
      class: "chat__name", style: { "--hue": hueOf(user.userID) }, type: "button", tabindex: "-1", "aria-haspopup": "menu",
    }, named(user));
    button.addEventListener("click", ({ detail }) => {
      // A key or a program reports 0 clicks, and its press is always meant.
      if (detail === 0 || this.#isMeant) this.#showViewerMenu(button, entry);
    });
    return button;
  }

  async #showViewerMenu(button, entry) {
    this.#hold("menu");
    if (!await this.#loadMenus()) return this.#release("menu");
    this.#menus.showViewer(button, entry);
  }

  // MARK: - Writing

  #drawForm() {
    const isOffline = !this.session.connection.isOpen;
    const pause = this.live.pauseSeconds;
    this.#drawSilenced();
    this.#input.placeholder = say(isOffline ? "chat.placeholderOffline" : "chat.placeholder");
    // The button is not disabled, because Enter would then do nothing and explain nothing.
    this.#send.setAttribute("aria-disabled", String(isOffline || pause > 0));
    if ((!isOffline && this.#error.dataset.why === "offline") || (pause === 0 && this.#error.dataset.why === "pause")) this.#tell("");
    // Without the ring the seconds stand beside the field.
    if (pause > 0 || this.#send.lastElementChild.matches(".chat__wait")) this.#showWait();
    this.#pause.hidden = pause === 0 || !this.#silenced.hidden;
    setText(this.#pause, pause > 0 ? say("chat.slowMode", { seconds: pause }) : "");
  }

  #showWait() {
    import("./send-ring.js").then((ring) => ring.drawWait(this.#send, this.live, this.session.now)).catch(() => {});
  }

  /** Shows a silenced user the reason and the end of the mute in place of the field. */
  #drawSilenced() {
    const { silencedBy, mutedUntil, mutedReason } = this.live.state;
    const lines = [];
    if (silencedBy) lines.push(silenceWords(this.live.state, this.session.now));
    if (silencedBy === "muted" && mutedReason) lines.push(sayParts("chat.reason", { reason: foreign(mutedReason) }));
    if (silencedBy && this.#input.value !== "") lines.push(say("chat.draftKept"));
    const key = lines.length === 0 ? "" : JSON.stringify([silencedBy, mutedUntil, mutedReason, lines.length]);
    if (this.#silenced.dataset.key === key) return;
    this.#silenced.dataset.key = key;
    const hadFocus = this.#form.contains(document.activeElement) || document.activeElement === this.#silenced;
    this.#silenced.hidden = !silencedBy;
    this.#form.hidden = Boolean(silencedBy);
    this.#counter.hidden ||= Boolean(silencedBy);
    this.#silencedText.replaceChildren(...lines.map((line) => h("p", {}, ...[line].flat())));
    if (silencedBy) this.#tell("");
    // The focus stays in the same place, on the field or on its replacement.
    if (hadFocus) (silencedBy ? this.#silenced : this.#input).focus({ preventScroll: true });
  }

  #typed() {
    this.#tell("");
    if (this.#mentions || this.#input.value.includes("@")) this.#offerPeople();
    const { length } = this.#input.value;
    this.drafts.keep(this.live.state.liveID, this.#input.value);
    this.#counter.hidden = length < counterFrom || this.#form.hidden;
    setText(this.#counter, say("chat.counter", { count: length, max: messageMax }));
  }

  async #offerPeople() {
    // At once: a list that is drawn later would open again behind an Escape.
    if (this.#mentions) return this.#mentions.draw();
    try {
      await loadView("ov-mentions");
      const { MentionList } = await import("./mention-list.js");
      if (!this.isConnected) return;
      const { signal } = this.#listening;
      this.#mentions ??= new MentionList(this.#input, { live: this.live, put: (text) => this.#put(text.slice(0, messageMax)), signal });
    } catch {
      // Names can be typed.
      return;
    }
    this.#mentions.draw();
  }

  async #offerEmoji() {
    try {
      await loadView("ov-emoji");
      await (await import("./emoji-picker.js")).toggleEmoji({ button: this.#smile, input: this.#input, put: (text) => this.#put(text) });
    } catch {
      this.toasts.show(say("app.partMissing"), "error");
    }
  }

  #put(text) {
    this.#input.value = text;
    this.#typed();
  }

  #tell(text, why = "") {
    this.#error.dataset.why = why;
    setText(this.#error, text);
  }

  async #say() {
    const typed = this.#input.value.trim();
    const text = typed.toWellFormed?.() ?? typed;
    if (text === "" || this.live.state.silencedBy) return;
    const pause = this.live.pauseSeconds;
    if (pause > 0) return this.#tell(say("chat.slowMode", { seconds: pause }), "pause");
    if (!this.session.connection.isOpen) return this.#tell(say("chat.offline"), "offline");
    const answered = this.#answered;
    this.#put("");
    this.#resume();
    if (answered) this.#answerTo(null);
    try {
      const { dropped } = await this.live.say(text, answered?.seq ?? null);
      if (dropped) this.#giveBack(text, say(dropWords[dropped] ?? "chat.notDelivered"));
    } catch (rejection) {
      const isUnknown = rejection.code === ErrorCode.outcomeUnknown;
      this.#giveBack(text, isUnknown ? say("chat.maybeDelivered") : explain(rejection));
    }
  }

  /** Puts an undelivered message back into the field, unless the field has another text by now. */
  #giveBack(text, reason) {
    if (this.#input.value === "") this.#put(text);
    this.#tell(reason, this.live.pauseSeconds > 0 ? "pause" : "");
    this.#drawSilenced();
  }
}
customElements.define("ov-chat", Chat);

const dropWords = { UserFreqCtrl: "chat.tooFast", MsgFreqCtrl: "chat.tooBusy" };

function joinedParts({ users, more }) {
  const names = users.map((user) => named(user));
  if (more === 0) return sayParts("chat.joined", { names: h("span", {}, ...listParts(names)) });
  // "And others" ends the list, so the names stand side by side.
  const listed = names.flatMap((name, index) => (index > 0 ? [say("chat.nameSeparator"), name] : [name]));
  return sayParts("chat.joinedMore", { names: h("span", {}, ...listed), count: more });
}
