import { ErrorCode } from "../wire/errors.js";
import { byteLength } from "../wire/schema.js";
import { Role } from "../model/live-state.js";
import { formatNumber, formatTime, hueOf } from "../model/words.js";
import { giftIcon, h, icon, oncePerFrame, setText } from "./dom.js";
import { showViewerMenu } from "./viewer-menu.js";

const messageBytesMax = 2_048;
/** How near its end the log must be to follow new messages, in CSS pixels. */
const followDistance = 48;

const dropReasons = {
  UserFreqCtrl: "You are writing too fast. Wait a moment and send it again.",
  MsgFreqCtrl: "The chat is very busy, so this message was not delivered. Send it again.",
};

/** The chat of a live: what was said, and the field to say something. */
class Chat extends HTMLElement {
  #log = h("div", {
    class: "chat__log", role: "log", "aria-live": "polite", "aria-label": "Chat", tabindex: "0",
    "data-testid": "chat-log",
  });
  #empty = h("p", { class: "chat__empty" }, "No messages yet. Say hello!");
  #newer = h(
    "button", { class: "button button--small chat__newer", type: "button", hidden: true }, "New messages",
    icon("down"));
  #input = h("input", {
    class: "input chat__input", type: "text", id: "chat-input", autocomplete: "off", enterkeyhint: "send",
    "data-testid": "chat-input", "aria-describedby": "chat-error chat-pause",
  });
  #send = h("button", { class: "icon-button chat__send", type: "submit", "aria-label": "Send message" }, icon("send"));
  #error = h("p", { class: "chat__error", id: "chat-error", role: "alert" });
  // Not a live region: a screen reader would say every second of it. It describes the field instead.
  #pause = h("p", { class: "chat__pause", id: "chat-pause", hidden: true, "data-testid": "chat-pause" });
  #rows = new Map();
  #listening = null;

  connectedCallback() {
    this.className = "chat";
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const form = h(
      "form", { class: "chat__form" }, h("label", { class: "sr-only", for: "chat-input" }, "Message"), this.#input,
      this.#send);
    const draw = oncePerFrame(() => this.#draw());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#say();
    }, { signal });
    this.#input.addEventListener("input", () => setText(this.#error, ""), { signal });
    this.#log.addEventListener("scroll", () => { this.#newer.hidden ||= this.#isAtEnd; }, { signal, passive: true });
    this.#newer.addEventListener("click", () => this.#scrollToEnd(), { signal });
    this.live.addEventListener("change", draw, { signal });
    this.session.addEventListener("connection", draw, { signal });
    this.replaceChildren(this.#empty, this.#log, this.#newer, form, this.#pause, this.#error);
    this.#draw();
  }

  disconnectedCallback() { this.#listening.abort(); }

  get #isAtEnd() {
    const { scrollTop, scrollHeight, clientHeight } = this.#log;
    return scrollHeight - scrollTop - clientHeight < followDistance;
  }

  #scrollToEnd() {
    this.#log.scrollTop = this.#log.scrollHeight;
    this.#newer.hidden = true;
  }

  #draw() {
    const { state } = this.live;
    const follows = this.#isAtEnd;
    const { entries } = state.chat;
    const present = new Set(entries.map(({ key }) => key));
    for (const [key, { row }] of this.#rows) {
      if (present.has(key)) continue;
      row.remove();
      this.#rows.delete(key);
    }
    let hasNew = false;
    for (const entry of entries) {
      const drawn = this.#rows.get(entry.key);
      if (drawn?.version === entry.version) continue;
      const row = this.#row(entry);
      if (drawn) drawn.row.replaceWith(row);
      else this.#log.append(row);
      this.#rows.set(entry.key, { row, version: entry.version });
      hasNew = true;
    }
    this.#empty.hidden = entries.length > 0;
    if (follows) this.#scrollToEnd();
    else if (hasNew) this.#newer.hidden = false;
    this.#drawForm();
  }

  #drawForm() {
    const { state } = this.live;
    const silenced = state.silencedBy;
    const until = state.mutedUntil ? `until ${formatTime(state.mutedUntil)}` : "in this live";
    const hint = { muted: `You are muted ${until}`, mutedForAll: "The chat is muted for all" }[silenced];
    const isOffline = !this.session.connection.isOpen;
    const pause = this.live.pauseSeconds;
    // Read-only, not disabled: a field that is disabled loses the focus.
    this.#input.readOnly = Boolean(silenced);
    this.#input.placeholder = hint ?? (isOffline ? "Waiting for the connection…" : "Say something");
    this.classList.toggle("chat--silenced", Boolean(silenced));
    this.#send.disabled = Boolean(silenced) || isOffline || pause > 0;
    this.#pause.hidden = pause === 0;
    setText(this.#pause, pause > 0 ? `Slow mode: ${pause} s` : "");
  }

  #row(entry) {
    switch (entry.kind) {
      case "message": return this.#messageRow(entry);
      case "gift":
        return h("div", { class: "chat__row chat__row--gift" },
          giftIcon(entry.gift, "gift-icon gift-icon--small"),
          h("span", {}, this.#name(entry.user), " sent ", h("strong", {}, entry.gift.name),
            entry.count > 1 ? ` ×${formatNumber(entry.count)}` : ""));
      case "joined": return h("div", { class: "chat__row chat__row--quiet" }, joinedText(entry));
      default: return h("div", { class: "chat__row chat__row--notice" }, entry.text);
    }
  }

  #messageRow({ user, text, seq, at }) {
    const role = this.live.state.roleOf(user.userID);
    const badge = { [Role.owner]: ["Host", "host"], [Role.admin]: ["Admin", "admin"] }[role];
    const isOwn = user.userID === this.session.user.userID;
    return h("div", {
      class: `chat__row chat-message ${isOwn ? "chat-message--own" : ""}`, data: { seq: seq ?? "" },
      title: formatTime(at),
    },
      badge ? h("span", { class: `badge badge--${badge[1]}` }, badge[0]) : null, badge ? " " : null,
      this.#name(user), " ", h("span", { class: "chat__text", dir: "auto" }, text));
  }

  /** A name; for who may moderate, a button with the menu of what may be done. */
  #name(user) {
    const props = { class: "chat__name", style: { "--hue": hueOf(user.userID) } };
    if (!this.live.state.mayModerate(user.userID)) return h("span", props, user.userName);
    // Not a tab stop, or the way past a full chat would be 200 steps long; the list of viewers has the same menu.
    const button = h("button", { ...props, type: "button", tabindex: "-1", "aria-haspopup": "menu" }, user.userName);
    button.addEventListener("click", () => showViewerMenu(button, user, this.live, this.toasts));
    return button;
  }

  async #say() {
    const typed = this.#input.value.trim();
    const text = typed.toWellFormed?.() ?? typed;
    if (text === "" || this.#input.readOnly || this.live.pauseSeconds > 0) return;
    if (!this.session.connection.isOpen) {
      setText(this.#error, "There is no connection. Your message stays here until it is back.");
      return;
    }
    if (byteLength(text) > messageBytesMax) {
      setText(this.#error, "That is too long for one message.");
      return;
    }
    this.#input.value = "";
    setText(this.#error, "");
    this.#scrollToEnd();
    try {
      const { dropped } = await this.live.say(text);
      if (dropped) this.#giveBack(text, dropReasons[dropped] ?? `The message was not delivered (${dropped}).`);
    } catch (rejection) {
      const isUnknown = rejection.code === ErrorCode.outcomeUnknown;
      this.#giveBack(
        text, isUnknown ? `${rejection.message} Your message may not have been delivered.` : rejection.message);
    }
  }

  /** Puts a message that was not delivered back into the field, unless something else is in it by now. */
  #giveBack(text, reason) {
    if (this.#input.value === "") this.#input.value = text;
    setText(this.#error, reason);
  }
}
customElements.define("ov-chat", Chat);

function joinedText({ users, more }) {
  const names = users.map(({ userName }) => userName);
  if (more > 0) return `${names.join(", ")} and ${formatNumber(more)} ${more === 1 ? "other" : "others"} joined`;
  return `${names.join(" and ")} joined`;
}
