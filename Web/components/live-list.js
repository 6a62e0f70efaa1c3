import { addressOf, currentLanguage, explain, formatNumber, parseRoute, say } from "../model/words.js";
import { categoriesOf, inOrderOf, ListFilter, readLives } from "../model/lives.js";
import { PreviewPolicy, savesData } from "../media/preview-policy.js";
import { systemClock } from "../wire/connection.js";
import { detailsOf } from "./dialogs.js";
import { arrange, h, icon, prefersReducedMotion, setText } from "./dom.js";
import { ListFilters } from "./list-filters.js";
import { hostedLive, LiveCard, skeleton } from "./live-card.js";
import { warmView } from "./shell.js";
import "./tab-bar.js";

const refreshMilliseconds = 8_000;
const pageSize = 24;
/** How many pages are loaded by scrolling. More come with a button, so that the end can be reached. */
const scrolledPagesMax = 3;
/** The distance from the end of the list at which the next page is loaded. */
const nearEnd = "600px";
/** The delay before a new place in the list is saved, in milliseconds. */
const noteMilliseconds = 150;
/** How long nothing is said of a load, and when the user is told that it goes on, in milliseconds. */
const skeletonMilliseconds = 200;
const stillMilliseconds = 5_000;

/** The list of current lives, what narrows it, and the way to start one's own. */
class LiveList extends HTMLElement {
  #grid = h("ul", { class: "cards" });
  #status = h("div", { class: "list__status" });
  #said = h("p", { class: "sr-only", role: "status" });
  #hosted = h("div", { class: "hosted-lives", hidden: true });
  #count = h("span", { class: "list__count" });
  #more = h(
    "button", { class: "button button--quiet", type: "button", hidden: true, "data-testid": "list-more" }, say("list.more"));
  #end = h("div", { class: "list__more" }, this.#more);
  #refresh = h(
    "button", {
      class: "icon-button", type: "button", "aria-label": say("list.refresh"), title: say("list.refresh"), "data-testid": "list-refresh",
    },
    icon("refresh"), h("span", { class: "list__news", "aria-hidden": "true" }, say("list.newOrder")));
  #goLive = h(
    "a", {
      class: "button button--primary", href: addressOf({ view: "studio" }), "data-testid": "go-live",
      on: { pointerenter: () => warmView("ov-studio") },
    },
    icon("live"), say("list.goLive"));
  #categories = categoriesOf(
    document.querySelector("meta[name=ovation-categories]")?.getAttribute("content") ?? "", currentLanguage());
  #names = new Map(this.#categories.map(({ number, name }) => [number, name]));
  #filter = new ListFilter({});
  #filters = null;
  #cards = new Map();
  #pages = 1;
  /** Counts loads, so that the answer to one that is out of date is dropped. */
  #round = 0;
  #isLoading = false;
  #hasLoaded = false;
  #hasArrived = false;
  #timer = null;
  #noteTimer = null;
  #waitTimers = [];
  /** The reader's earlier place until it is restored: `{pages, top, liveID}`. */
  #place = null;
  #listening = null;
  #observer = null;
  #stopPreview = null;
  #previews = new PreviewPolicy({
    clock: systemClock,
    mayPlay: (card) => hasMovingPicture(card.room) && !prefersReducedMotion() && !savesData(),
    play: (card) => this.#preview(card),
    stop: () => { this.#stopPreview?.(); this.#stopPreview = null; },
  });

  connectedCallback() {
    this.className = "list";
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#takeUpPlace();
    this.#filters = new ListFilters(this.#filter, this.#categories, (filter) => this.#narrow(filter));
    const { form, kinds, categories } = this.#filters;
    this.classList.toggle("list--bare", categories === null);
    this.replaceChildren(
      h("header", { class: "list__head" },
        h("div", { class: "list__title" }, h("h1", {}, say("list.title")), this.#count),
        form, h("div", { class: "list__actions" }, this.#refresh, this.#goLive)),
      h("div", { class: "list__narrow" }, kinds, categories), this.#hosted, this.#said, this.#status, this.#grid, this.#end);
    this.#refresh.addEventListener("click", () => this.#load(true), { signal });
    this.#more.addEventListener("click", () => this.#nextPage(), { signal });
    for (const event of ["user", "live"]) this.session.addEventListener(event, () => this.#sessionChanged(), { signal });
    this.session.addEventListener("own", () => this.#drawHosted(), { signal });
    document.addEventListener("visibilitychange", () => this.#visibilityChanged(), { signal });
    addEventListener("scroll", () => this.#noteSoon(), { signal, passive: true });
    // This runs before the browser follows the link, while the history entry is still the list's.
    this.#grid.addEventListener("click", () => this.#notePlace(), { signal });
    this.#followAim(signal);
    this.#observer = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && this.#reachedEnd(), { rootMargin: nearEnd });
    this.#observer.observe(this.#end);
    // The last list is shown at once and reloaded behind it.
    if (this.session.listed?.key === this.#filter.key && this.#place) this.#draw();
    this.#sessionChanged();
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#observer.disconnect();
    this.#previews.rest();
    this.#filters.stop();
    this.#round += 1;
    for (const timer of [this.#timer, this.#noteTimer, ...this.#waitTimers]) clearTimeout(timer);
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

  #visibilityChanged() {
    if (document.hidden) this.#previews.rest();
    else this.#load();
  }

  // MARK: - What is shown

  /** Shows the lives of another filter, from the first page on. */
  #narrow(filter) {
    this.#filter = filter;
    this.#filters.show(filter);
    this.#pages = 1;
    this.#place = null;
    this.#isLoading = false;
    this.#load(true, true);
  }

  /** Shows every live. The button that asked for it goes, and the search has the focus. */
  #showAll() {
    this.#narrow(new ListFilter({}));
    this.#filters.form.querySelector("input").focus();
  }

  #nextPage() {
    this.#pages += 1;
    this.#load();
  }

  #reachedEnd() {
    const canScroll = this.#hasLoaded && !this.#isLoading && !this.#place && this.session.listed?.hasMore;
    if (canScroll && this.#pages < scrolledPagesMax) this.#nextPage();
  }

  /**
   * Loads the list. Cards keep their order, whatever the server's is by now, until the reader asks for the new one.
   *
   * @param {boolean} [isNewOrder]
   * @param {boolean} [isOther] Whether another filter was chosen.
   */
  async #load(isNewOrder = !this.#hasLoaded, isOther = false) {
    if (this.#isLoading || !this.session.connection.isOpen) return;
    clearTimeout(this.#timer);
    this.#round += 1;
    const load = this.#round;
    const filter = this.#filter;
    this.#isLoading = true;
    this.#refresh.classList.add("is-busy");
    if (isOther || !this.#hasLoaded) this.#wait();
    try {
      const shown = this.session.listed?.key === filter.key ? this.session.listed.rooms : [];
      const { rooms, hosted, hasMore } = await readLives(
        (page) => this.session.connection.command("room.list", { ...page, ...filter.fields }), { pages: this.#pages, pageSize, shown });
      this.session.owns(hosted);
      // A reader who left for a live returns to the list as it was.
      if (load !== this.#round) return;
      this.session.listed = { rooms: isNewOrder ? rooms : inOrderOf(shown, rooms), hasMore, key: filter.key };
      this.#stopWaiting();
      this.#draw();
      this.#drawRefresh(rooms);
      if (isOther) this.#narrowed(rooms.length, hasMore);
    } catch (rejection) {
      if (load !== this.#round) return;
      this.#stopWaiting();
      if (this.#hasLoaded && !isOther) this.toasts.show(say("list.notRefreshed", { reason: explain(rejection) }), "error");
      else this.#drawFailure(rejection);
    } finally {
      if (load === this.#round) {
        this.#isLoading = false;
        this.#refresh.classList.remove("is-busy");
        this.#timer = setTimeout(() => (document.hidden ? null : this.#load()), refreshMilliseconds);
        // The end may still be near, which the observer tells of once only.
        this.#observer.unobserve(this.#end);
        this.#observer.observe(this.#end);
      }
    }
  }

  /** Says what a filter has found, and begins at its top. */
  #narrowed(count, hasMore) {
    const none = this.#filter.search === "" ? "list.nothingHere" : "list.nothing";
    setText(this.#said, count === 0 ? say(none) : say(hasMore ? "list.foundMore" : "list.found", { count }));
    if (this.getBoundingClientRect().top < 0) this.scrollIntoView({ block: "start" });
    this.#notePlace();
  }

  // MARK: - Waiting

  #wait() {
    this.#stopWaiting();
    this.#waitTimers = [
      setTimeout(() => {
        this.#grid.classList.add("is-waiting");
        if (this.#grid.childElementCount === 0) this.#drawSkeleton();
      }, skeletonMilliseconds),
      setTimeout(
        () => this.#status.replaceChildren(h("p", { class: "list__still", role: "status" }, say("list.still"))), stillMilliseconds),
    ];
  }

  #stopWaiting() {
    for (const timer of this.#waitTimers) clearTimeout(timer);
    this.#grid.classList.remove("is-waiting");
  }

  #drawSkeleton() {
    this.#status.replaceChildren();
    this.#grid.replaceChildren(...Array.from({ length: 8 }, skeleton));
  }

  // MARK: - The reader's place

  /** Takes the reader's place from the history entry, after Back or a reload. */
  #takeUpPlace() {
    const { pages, top, liveID = null, filter } = history.state?.list ?? {};
    if (!Number.isSafeInteger(pages) || pages < 1 || typeof top !== "number") return;
    this.#pages = pages;
    this.#place = { top, liveID };
    this.#filter = new ListFilter(filter ?? {});
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
    history.replaceState({ ...history.state, list: { pages: this.#pages, top: scrollY, liveID, filter: { ...this.#filter } } }, "");
  }

  // MARK: - Previews

  /** Follows what the pointer or the focus rests on. A finger rests on nothing. */
  #followAim(signal) {
    const cardAt = ({ target }) => this.#cards.get(target.closest?.("[data-live-id]")?.dataset.liveId);
    /** @param {string} name */
    const follow = (name, action) => this.#grid.addEventListener(name, action, { signal });
    follow("pointerover", (event) => {
      const card = event.pointerType === "mouse" ? cardAt(event) : undefined;
      if (card) this.#previews.aim(card);
    });
    follow("focusin", (event) => {
      const card = event.target.matches(":focus-visible") ? cardAt(event) : undefined;
      if (card) this.#previews.aim(card);
    });
    for (const name of ["pointerout", "focusout"]) {
      follow(name, (event) => {
        const card = cardAt(event);
        if (card && !card.link.contains(event.relatedTarget)) this.#previews.leave(card);
      });
    }
    addEventListener("keydown", ({ key }) => key === "Escape" && this.#previews.rest(), { signal });
  }

  async #preview(card) {
    let isOver = false;
    this.#stopPreview = () => { isOver = true; };
    try {
      const { preview } = await import("./card-preview.js");
      if (!isOver) this.#stopPreview = preview(card, this.session);
    } catch {
      // Without a preview the card keeps its picture.
    }
  }

  // MARK: - Drawing

  #draw() {
    const { rooms, hasMore } = this.session.listed;
    const seen = new Set();
    const cards = [];
    for (const room of rooms) {
      const key = room.info.liveID;
      seen.add(key);
      const card = this.#cards.get(key) ?? new LiveCard(room, this.#names);
      card.update(room);
      this.#cards.set(key, card);
      cards.push(card.item);
    }
    for (const [key, card] of [...this.#cards]) {
      if (seen.has(key)) continue;
      this.#previews.leave(card);
      this.#cards.delete(key);
    }
    arrange(this.#grid, cards);
    this.#more.hidden = !hasMore || this.#pages < scrolledPagesMax;
    setText(this.#count, cards.length === 0 ? "" : formatNumber(cards.length) + (hasMore ? "+" : ""));
    this.#status.replaceChildren();
    if (cards.length === 0) this.#drawEmpty();
    this.#hasLoaded = true;
    this.#previews.look();
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

  /** Says why nothing is there, and offers what can be done about it. */
  #drawEmpty() {
    const { search, isOpen } = this.#filter;
    const [title, text] = isOpen ? ["list.empty", "list.emptyText"]
      : search === "" ? ["list.nothingHere", "list.nothingHereText"] : ["list.nothing", "list.nothingText"];
    this.#status.replaceChildren(
      h("div", { class: "empty", "data-testid": "list-empty" },
        h("div", { class: "empty__art", "aria-hidden": "true" }, icon(search === "" ? "live" : "search")),
        h("h2", {}, say(title)),
        h("p", {}, say(text)),
        isOpen
          ? h("a", { class: "button button--primary", href: addressOf({ view: "studio" }) }, icon("live"), say("list.goLive"))
          : h("button", {
            class: "button", type: "button", "data-testid": "list-show-all", on: { click: () => this.#showAll() },
          }, say("list.showAll"))));
  }

  #drawFailure(rejection) {
    this.#grid.replaceChildren();
    this.#status.replaceChildren(
      h("div", { class: "empty", role: "alert" },
        h("h2", {}, say("list.notLoaded")),
        h("p", {}, explain(rejection)),
        h("button", { class: "button", type: "button", on: { click: () => this.#load(true, true) } }, say("app.tryAgain")),
        detailsOf(rejection)));
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
    this.#hosted.replaceChildren(...[...own].map(([liveID, title]) => hostedLive(liveID, title, this.session)));
  }
}
customElements.define("ov-live-list", LiveList);

/** Whether there is a picture to watch. A sound-only live has codecs and no width, and other servers' pictures have no codecs. */
function hasMovingPicture({ info: { media } }) {
  return Boolean(media) && media.state === "live" && !(media.codecs && !media.width);
}
