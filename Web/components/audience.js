import { Role } from "../model/live-state.js";
import { avatar, h, icon, inBatches, named, setText } from "./dom.js";
import { explain, isolated, nameOf, say } from "../model/words.js";
import { showViewerMenu } from "./message-menu.js";
import { loadView } from "./shell.js";

/** The viewers of the live. */
class Audience extends HTMLElement {
  #list = h("ul", { class: "audience__list", "aria-label": say("audience.list") });
  #note = h("p", { class: "audience__note" });
  #more = h("button", { class: "button button--small button--quiet", type: "button", hidden: true }, say("list.more"));
  #error = h("p", { class: "audience__note", role: "alert" });
  #log = h(
    "button", { class: "button button--small", type: "button", "aria-haspopup": "dialog", hidden: true, "data-testid": "mod-log-open" },
    icon("shield"), say("audience.log"));
  #search = h("input", {
    class: "input", type: "search", maxlength: 100, autocomplete: "off", spellcheck: "false", placeholder: say("audience.search"),
    "aria-label": say("audience.search"), "data-testid": "audience-search",
  });
  #rows = new Map();
  #cursor = "";
  #listening = null;
  #isLogLoading = false;
  /** Draws only while the list is visible, because it may have 500 rows. */
  #draws = inBatches(() => this.hidden || this.#draw(), { interval: 500 });

  connectedCallback() {
    this.className = "audience";
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.live.addEventListener("change", () => this.#draws.ask(), { signal });
    this.#list.addEventListener("keydown", (event) => this.#keyPressed(event), { signal });
    this.#list.addEventListener(
      "focusin",
      /** @param {FocusEvent & {target: HTMLElement}} event */
      ({ target }) => this.#stopAt(target.closest(".viewer")), { signal });
    this.#more.addEventListener("click", () => this.load(this.#cursor), { signal });
    this.#log.addEventListener("click", () => this.#showLog(), { signal });
    this.#search.addEventListener("input", () => this.#filter(), { signal });
    this.replaceChildren(h("div", { class: "audience__tools" }, this.#search, this.#log), this.#list, this.#note, this.#error, this.#more);
    this.#draw();
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#draws.stop();
  }

  /** Shows moderators what was done, and who is muted or banned. */
  async #showLog() {
    if (this.#isLogLoading) return;
    this.#isLogLoading = true;
    try {
      // The log looks like the list of words.
      await loadView("ov-word-list");
      const { showModerationLog } = await import("./moderation-log.js");
      if (this.isConnected) showModerationLog(this.live, this.session);
    } catch {
      this.toasts.show(say("app.partMissing"), "error");
    } finally {
      this.#isLogLoading = false;
    }
  }

  /** Makes the given row the list's only stop of the Tab key. */
  #stopAt(stop) {
    for (const row of this.#list.querySelectorAll('[tabindex="0"]')) if (row !== stop) row.tabIndex = -1;
    if (stop) stop.tabIndex = 0;
  }

  /** The arrow keys move from row to row, and Enter opens the viewer's menu. */
  #keyPressed(event) {
    const row = event.target.closest(".viewer");
    if (!row) return;
    if (event.key === "Enter" && event.target === row) {
      const button = row.querySelector("button");
      if (button) event.preventDefault();
      button?.click();
      return;
    }
    const rows = [...this.#list.querySelectorAll(".viewer:not([hidden])")];
    const at = rows.indexOf(row);
    const page = Math.max(1, Math.floor(this.clientHeight / row.offsetHeight) - 1);
    const next = {
      ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: rows.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    /** @type {HTMLElement} */ (rows[Math.min(Math.max(next, 0), rows.length - 1)]).focus();
  }

  /** Hides the rows without what is searched for, in the name or in the id. What is not loaded yet is not found. */
  #filter() {
    const words = this.#search.value.trim().toLocaleLowerCase();
    for (const [userID, { row }] of this.#rows) {
      const name = row.querySelector(".viewer__name")?.textContent ?? "";
      row.hidden = words !== "" && !`${name} ${userID}`.toLocaleLowerCase().includes(words);
    }
    const stop = this.#list.querySelector('[tabindex="0"]:not([hidden])') ?? this.#list.querySelector(".viewer:not([hidden])");
    this.#stopAt(stop);
    if (words !== "" && !stop) setText(this.#note, say("audience.notFound"));
    else if (this.#note.textContent === say("audience.notFound")) this.#drawNote();
  }

  /** Loads a page from the server, because a large live sends only samples of joins and leaves. */
  async load(cursor = "") {
    setText(this.#error, "");
    try {
      this.#cursor = await this.live.listAudience(cursor);
      this.#more.hidden = this.#cursor === "";
      this.#draw();
    } catch (rejection) {
      setText(this.#error, explain(rejection));
    }
  }

  #draw() {
    const { state } = this.live;
    this.#log.hidden = !state.canModerate;
    const viewers = [...state.audience.values()];
    const present = new Set();
    for (const user of viewers) {
      present.add(user.userID);
      const role = state.roleOf(user.userID);
      const isMuted = state.mutedIDs.has(user.userID);
      const version = [user.userName, user.avatarURL, role, isMuted, state.mayModerate(user.userID)].join("\n");
      const drawn = this.#rows.get(user.userID);
      if (drawn?.version === version) continue;
      const row = this.#row(user, role, isMuted);
      if (drawn) this.#replace(drawn.row, row);
      else this.#list.append(row);
      this.#rows.set(user.userID, { row, version });
    }
    for (const [userID, { row }] of this.#rows) {
      if (present.has(userID)) continue;
      this.#remove(row);
      this.#rows.delete(userID);
    }
    if (!this.#list.querySelector('[tabindex="0"]')) this.#stopAt(this.#list.firstElementChild);
    this.#drawNote();
    if (this.#search.value !== "") this.#filter();
  }

  #drawNote() {
    const { state } = this.live;
    const viewers = [...state.audience.values()];
    const others = state.audienceCount - viewers.length;
    if (viewers.length === 0 && others <= 0) setText(this.#note, say("audience.empty"));
    else setText(this.#note, others > 0 ? say("audience.others", { count: others }) : "");
  }

  #replace(old, row) {
    const hadFocus = old.contains(document.activeElement);
    row.tabIndex = old.tabIndex;
    old.replaceWith(row);
    if (hadFocus) row.focus({ preventScroll: true });
  }

  /** Removes a row and moves its focus to its neighbour. */
  #remove(row) {
    const neighbour = row.nextElementSibling ?? row.previousElementSibling;
    const hadFocus = row.contains(document.activeElement);
    if (row.tabIndex === 0) this.#stopAt(neighbour);
    row.remove();
    if (hadFocus) neighbour?.focus({ preventScroll: true });
  }

  #row(user, role, isMuted) {
    const isSelf = user.userID === this.session.user.userID;
    const row = h(
      "li", { class: "viewer", tabindex: "-1", "data-testid": `viewer-${user.userID}` },
      avatar(user),
      h(
        "span", { class: "viewer__name" }, named(user),
        isSelf ? h("span", { class: "viewer__self" }, say("audience.you")) : null),
      role === Role.admin ? h("span", { class: "badge badge--admin" }, say("chat.admin")) : null,
      isMuted ? h("span", { class: "badge" }, say("audience.muted")) : null);
    if (this.live.state.mayModerate(user.userID)) {
      const button = h(
        "button",
        {
          class: "icon-button icon-button--small", type: "button", tabindex: "-1", "aria-haspopup": "menu",
          "aria-expanded": "false", "aria-label": say("audience.moderate", { name: isolated(nameOf(user)) }),
        },
        icon("more"));
      button.addEventListener("click", () => showViewerMenu(button, user, this.live, this.toasts));
      row.append(button);
    }
    return row;
  }
}
customElements.define("ov-audience", Audience);
