import {
  addressOf, explain, formatCompact, formatNumber, hueOf, nameOf, parseRoute, plainName, say,
} from "../model/words.js";
import { inOrderOf, readLives } from "../model/lives.js";
import { askToEnd, detailsOf } from "./dialogs.js";
import { avatar, foreign, h, icon, picturedBy, setText } from "./dom.js";
import { warmView } from "./shell.js";

const refreshMilliseconds = 8_000;
const pageSize = 24;
/** The delay before a new place in the list is saved, in milliseconds. */
const noteMilliseconds = 150;

/** The list of current lives, and the way to start one's own. */
class LiveList extends HTMLElement {
  #grid = h("ul", { class: "cards" });
  #status = h("div", { class: "list__status" });
  #hosted = h("div", { class: "hosted-lives", hidden: true });
  #count = h("span", { class: "list__count" });
  #more = h(
    "button", { class: "button button--quiet list__more", type: "button", hidden: true, "data-testid": "list-more" },
    say("list.more"));
  #refresh = h(
    "button", { class: "icon-button", type: "button", "aria-label": say("list.refresh"), title: say("list.refresh") },
    icon("refresh"));
  #goLive = h(
    "a", {
      class: "button button--primary", href: addressOf({ view: "studio" }), "data-testid": "go-live",
      on: { pointerenter: () => warmView("ov-studio") },
    },
    icon("live"), say("list.goLive"));
  #cards = new Map();
  #pages = 1;
  #isLoading = false;
  #hasLoaded = false;
  #hasArrived = false;
  #timer = null;
  #noteTimer = null;
  /** The reader's earlier place until it is restored: `{pages, top, liveID}`. */
  #place = null;
  #listening = null;

  connectedCallback() {
    this.className = "list";
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.replaceChildren(
      h("header", { class: "list__head" },
        h("div", {}, h("h1", {}, say("list.title")), this.#count),
        h("div", { class: "list__actions" }, this.#refresh, this.#goLive)),
      this.#hosted, this.#status, this.#grid, this.#more);
    this.#refresh.addEventListener("click", () => this.#load(true), { signal });
    this.#more.addEventListener("click", () => {
      this.#pages += 1;
      this.#load();
    }, { signal });
    for (const event of ["user", "live"]) this.session.addEventListener(event, () => this.#sessionChanged(), { signal });
    this.session.addEventListener("own", () => this.#drawHosted(), { signal });
    document.addEventListener("visibilitychange", () => !document.hidden && this.#load(), { signal });
    addEventListener("scroll", () => this.#noteSoon(), { signal, passive: true });
    // This runs before the browser follows the link, while the history entry is still the list's.
    this.#grid.addEventListener("click", () => this.#notePlace(), { signal });
    this.#drawSkeleton();
    this.#takeUpPlace();
    this.#sessionChanged();
  }

  disconnectedCallback() {
    this.#listening.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#noteTimer);
  }

  /** Restores the reader's place. Called once the view is in the page. */
  arrived() {
    this.#hasArrived = true;
    this.#restorePlace();
  }

  #sessionChanged() {
    this.#drawHosted();
    this.#load();
  }

  /** Loads the list. Cards keep their order, whatever the server's is by now, until the reader asks for the new one. */
  async #load(isNewOrder = !this.#hasLoaded) {
    if (this.#isLoading || !this.session.connection.isOpen) return;
    clearTimeout(this.#timer);
    this.#isLoading = true;
    this.#refresh.classList.add("is-busy");
    try {
      const shown = this.session.listed?.rooms ?? [];
      const { rooms, hosted, hasMore } = await readLives(
        (page) => this.session.connection.command("room.list", page), { pages: this.#pages, pageSize, shown });
      this.session.owns(hosted);
      // A reader who left for a live returns to the list as it was.
      if (!this.isConnected) return;
      this.session.listed = { rooms: isNewOrder ? rooms : inOrderOf(shown, rooms), hasMore };
      this.#draw();
      this.#drawRefresh(rooms);
    } catch (rejection) {
      if (!this.isConnected) return;
      if (this.#hasLoaded) this.toasts.show(say("list.notRefreshed", { reason: explain(rejection) }), "error");
      else this.#drawFailure(rejection);
    } finally {
      this.#isLoading = false;
      this.#refresh.classList.remove("is-busy");
      if (this.isConnected) {
        this.#timer = setTimeout(() => (document.hidden ? null : this.#load()), refreshMilliseconds);
      }
    }
  }

  // MARK: - The reader's place

  /** Takes the reader's place from the history entry, after Back or a reload. */
  #takeUpPlace() {
    const { pages, top, liveID = null } = history.state?.list ?? {};
    if (!Number.isSafeInteger(pages) || pages < 1 || typeof top !== "number") return;
    this.#pages = pages;
    this.#place = { top, liveID };
    // The last list is shown at once and reloaded behind it.
    if (this.session.listed) this.#draw();
  }

  #restorePlace() {
    if (!this.#place || !this.#hasLoaded || !this.#hasArrived) return;
    const { top, liveID } = this.#place;
    const card = liveID === null ? undefined : this.#cards.get(liveID);
    // The last list may lack the card, which then comes with the load under way.
    if (liveID !== null && !card && this.#isLoading) return;
    this.#place = null;
    scrollTo(0, top);
    card?.link.focus({ preventScroll: true });
  }

  #noteSoon() {
    this.#noteTimer ??= setTimeout(() => this.#notePlace(), noteMilliseconds);
  }

  #notePlace() {
    clearTimeout(this.#noteTimer);
    this.#noteTimer = null;
    // The place is not saved before it is restored, nor into a live's history entry.
    if (this.#place || !this.#hasLoaded || parseRoute(location).view !== "list") return;
    const liveID = document.activeElement?.closest?.("[data-live-id]")?.dataset.liveId ?? null;
    history.replaceState({ ...history.state, list: { pages: this.#pages, top: scrollY, liveID } }, "");
  }

  // MARK: - Drawing

  /**
   * Puts the cards into the grid in their order. Cards that stay are not taken out: a grid that is empty for a moment is so low that the
   * browser scrolls to its top, and the focus is lost.
   */
  #arrange(cards) {
    const wanted = new Set(cards);
    for (const shown of [...this.#grid.children]) {
      if (!wanted.has(shown)) shown.remove();
    }
    let next = this.#grid.firstElementChild;
    for (const card of cards) {
      if (card === next) next = next.nextElementSibling;
      else this.#grid.insertBefore(card, next);
    }
  }

  #draw() {
    const { rooms, hasMore } = this.session.listed;
    const seen = new Set();
    const cards = [];
    for (const room of rooms) {
      const key = room.info.liveID;
      seen.add(key);
      const card = this.#cards.get(key) ?? new LiveCard(room);
      card.update(room);
      this.#cards.set(key, card);
      cards.push(card.item);
    }
    for (const key of [...this.#cards.keys()]) {
      if (!seen.has(key)) this.#cards.delete(key);
    }
    this.#arrange(cards);
    this.#more.hidden = !hasMore;
    setText(this.#count, cards.length === 0 ? "" : formatNumber(cards.length) + (hasMore ? "+" : ""));
    this.#status.replaceChildren();
    if (cards.length === 0) this.#drawEmpty();
    this.#hasLoaded = true;
    this.#restorePlace();
  }

  /** Shows whether a newer order is available. */
  #drawRefresh(rooms) {
    const isOther = this.session.listed.rooms.some(({ info }, index) => info.liveID !== rooms[index].info.liveID);
    const label = say(isOther ? "list.refreshOrder" : "list.refresh");
    this.#refresh.classList.toggle("has-news", isOther);
    this.#refresh.setAttribute("aria-label", label);
    this.#refresh.title = label;
  }

  #drawEmpty() {
    this.#status.replaceChildren(
      h("div", { class: "empty" },
        h("div", { class: "empty__art", "aria-hidden": "true" }, icon("live")),
        h("h2", {}, say("list.empty")),
        h("p", {}, say("list.emptyText"))));
  }

  #drawFailure(rejection) {
    this.#grid.replaceChildren();
    this.#status.replaceChildren(
      h("div", { class: "empty", role: "alert" },
        h("h2", {}, say("list.notLoaded")),
        h("p", {}, explain(rejection)),
        h("button", { class: "button", type: "button", on: { click: () => this.#load() } }, say("app.tryAgain")),
        detailsOf(rejection)));
  }

  #drawSkeleton() {
    this.#grid.replaceChildren(
      ...Array.from(
        { length: 6 },
        () => h("li", { class: "card card--skeleton", "aria-hidden": "true" }, h("div", { class: "card__cover" }))));
  }

  /** The user's own current lives: those from the server and the one that this page has just started. */
  #drawHosted() {
    const own = new Map();
    const begun = this.session.hosted?.state;
    if (begun?.phase === "in") own.set(begun.liveID, begun.info?.liveName ?? begun.liveID);
    for (const { info } of this.session.ownLives) own.set(info.liveID, info.liveName);
    const key = JSON.stringify([...own]);
    if (this.#hosted.dataset.key === key) return;
    this.#hosted.dataset.key = key;
    this.#hosted.hidden = own.size === 0;
    this.#goLive.hidden = own.size > 0;
    this.#hosted.replaceChildren(...[...own].map(([liveID, title]) => this.#hostedLive(liveID, title)));
  }

  #hostedLive(liveID, title) {
    const end = h(
      "button", { class: "button button--small button--quiet", type: "button", "data-testid": "hosted-end" },
      say("hosted.end"));
    end.addEventListener("click", () => askToEnd(() => this.session.endOwn(liveID)));
    return h(
      "div", { class: "hosted", "data-testid": "hosted", data: { liveId: liveID } },
      h("p", {}, h("strong", {}, say("hosted.isOn")), " ", foreign(title)),
      h("div", { class: "hosted__actions" },
        end,
        h(
          "a", {
            class: "button button--small button--primary", href: addressOf({ view: "live", liveID }), "data-testid": "hosted-return",
          },
          say("hosted.return"))));
  }
}
customElements.define("ov-live-list", LiveList);

/** One live in the list. */
class LiveCard {
  #title = h("bdi", {});
  #owner = h("bdi", {});
  #viewers = h("bdi", {});
  #cover = h("div", { class: "card__cover" });
  #coverKey = null;

  constructor({ info }) {
    this.link = h(
      "a", {
        class: "card__link", href: addressOf({ view: "live", liveID: info.liveID }), "data-testid": "live-card",
        data: { liveId: info.liveID },
      },
      this.#cover,
      h("span", { class: "card__chips" },
        h("span", { class: "chip chip--live" }, say("list.live")),
        h("span", { class: "chip" }, icon("eye"), this.#viewers, h("span", { class: "sr-only" }, say("list.watching")))),
      h(
        "span", { class: "card__words" }, h("span", { class: "card__title" }, this.#title),
        h("span", { class: "card__owner" }, this.#owner)));
    this.item = h("li", { class: "card", style: { "--hue": hueOf(info.liveID) } }, this.link);
  }

  update({ info, audienceCount }) {
    setText(this.#title, plainName(info.liveName));
    setText(this.#owner, nameOf(info.liveOwner));
    setText(this.#viewers, formatCompact(audienceCount));
    const key = [info.coverURL, info.liveOwner.userName, info.liveOwner.avatarURL].join("\n");
    if (key === this.#coverKey) return;
    this.#coverKey = key;
    const picture = picturedBy(info.coverURL, "card__image");
    this.#cover.replaceChildren(avatar(info.liveOwner, "card"), ...(picture ? [picture] : []));
  }
}
