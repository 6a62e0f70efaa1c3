import { explain, formatNumber, say } from "../model/words.js";
import { systemClock } from "../wire/connection.js";
import { avatar, coin, h, named, oncePerFrame, setText } from "./dom.js";

/** The shortest time between two loads of the visible board, in milliseconds. */
const reloadMilliseconds = 3_000;

/** The rows that are shown, which is as many as the server gives. */
const rowsMax = 100;

const periods = ["live", "day", "week", "all"];

/** The board of top senders. */
class Board extends HTMLElement {
  #period = h(
    "select", { class: "input board__period", "aria-label": say("board.period"), "data-testid": "board-period" },
    ...periods.map((period) => h("option", { value: period }, say(`board.${period}`))));
  #list = h("ol", { class: "board__list", "aria-label": say("board.list"), "data-testid": "board" });
  #note = h("p", { class: "audience__note", "data-testid": "board-note" });
  #error = h("p", { class: "audience__note", role: "alert" });
  /** The user's own place, which stays in sight below the list. */
  #own = h("div", { class: "board__own", hidden: true, "data-testid": "board-own" });
  #isOpen = false;
  #shown = null;
  #loads = 0;
  #timer = null;
  #listening = null;

  connectedCallback() {
    this.className = "board";
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.live.addEventListener("change", oncePerFrame(() => this.#changed()), { signal });
    // The user's own gift changes their place, also where it changes nothing at the top.
    this.session.addEventListener("wallet", () => this.#reload(), { signal });
    this.#period.addEventListener("change", () => this.#load(), { signal });
    this.replaceChildren(this.#period, this.#list, this.#note, this.#error, this.#own);
  }

  disconnectedCallback() {
    this.#listening.abort();
    systemClock.cancel(this.#timer);
  }

  /** Whether the board is visible. Only then does it follow the live's events. */
  set isOpen(isOpen) {
    this.#isOpen = isOpen;
    if (isOpen) this.#load();
  }

  /** Loads the board again after the top senders have changed, but not with every gift. */
  #changed() {
    if (this.live.state.topSenders !== this.#shown) this.#reload();
  }

  /** Loads the visible board again, in a while. */
  #reload() {
    if (!this.#isOpen || this.#timer !== null) return;
    this.#timer = systemClock.after(reloadMilliseconds, () => {
      this.#timer = null;
      if (this.#isOpen) this.#load();
    });
  }

  async #load() {
    this.#shown = this.live.state.topSenders;
    this.#loads += 1;
    const load = this.#loads;
    try {
      const rows = await this.live.board(this.#period.value, rowsMax);
      // Another period was chosen meanwhile.
      if (load !== this.#loads) return;
      setText(this.#error, "");
      this.#draw(rows);
    } catch (rejection) {
      if (load !== this.#loads) return;
      setText(this.#error, explain(rejection));
      // Nobody has to press anything once the live can be asked again.
      if (rejection.temporary) this.#reload();
    }
  }

  #draw(rows) {
    this.#list.replaceChildren(...rows.map(({ rank, user, coins, gifterLevel }) => h(
      "li", { class: `board__row ${rank <= 3 ? "board__row--top" : ""}`, data: { rank, userId: user.userID } },
      h("span", { class: "board__rank" }, String(rank)), avatar(user),
      named(user, { class: "viewer__name" }),
      gifterLevel ? h(
        "span", { class: "badge", title: say("board.levelLong", { level: gifterLevel }) },
        say("board.level", { level: gifterLevel })) : null,
      h("span", { class: "board__coins" }, coin(), formatNumber(coins), h("span", { class: "sr-only" }, say("header.coinsAfter"))))));
    setText(this.#note, rows.length === 0 ? say("board.empty") : "");
    this.#drawOwn(rows);
  }

  /** The user's own row, with what the next place takes. A host sends no gifts to themselves. */
  #drawOwn(rows) {
    const { user } = this.session;
    const at = rows.findIndex((row) => row.user.userID === user.userID);
    this.#own.hidden = rows.length === 0 || (at < 0 && this.live.state.isOwner);
    if (this.#own.hidden) return;
    const before = rows[at < 0 ? rows.length - 1 : at - 1];
    let words = say("board.leads");
    if (at < 0) words = rows.length < rowsMax ? say("board.notYet") : say("board.beyond", { rank: before.rank, coins: before.coins });
    // Who has as many coins later is behind, so it takes one more.
    else if (before) words = say("board.behind", { count: before.coins - rows[at].coins + 1, rank: before.rank });
    const rank = at < 0 ? "–" : String(rows[at].rank);
    this.#own.replaceChildren(
      h("span", { class: "board__rank" }, rank), avatar(user), h("span", { class: "viewer__name" }, say("board.you")),
      h("span", { class: "board__gap" }, words));
  }
}
customElements.define("ov-board", Board);
