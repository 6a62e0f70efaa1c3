import { liveHash } from "../model/routes.js";
import { clipBytes, formatCompact, hueOf, makeLiveID } from "../model/words.js";
import { askToEnd, showDialog } from "./dialogs.js";
import { avatar, h, icon, picturedBy, setText } from "./dom.js";

const refreshMilliseconds = 8_000;
const pageSize = 24;

/** The list of the lives that are on, and the way to begin one's own. */
class LiveList extends HTMLElement {
  #grid = h("ul", { class: "cards" });
  #status = h("div", { class: "list__status" });
  #hosted = h("div", { class: "hosted", hidden: true });
  #count = h("span", { class: "list__count" });
  #more = h("button", { class: "button button--quiet list__more", type: "button", hidden: true }, "Show more");
  #refresh = h(
    "button", { class: "icon-button", type: "button", "aria-label": "Refresh the list", title: "Refresh" },
    icon("refresh"));
  #goLive = h(
    "button", { class: "button button--primary", type: "button", "data-testid": "go-live" }, icon("live"), "Go live");
  #cards = new Map();
  #pages = 1;
  #isLoading = false;
  #hasLoaded = false;
  #timer = null;
  #listening = null;

  connectedCallback() {
    this.className = "list";
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.replaceChildren(
      h("header", { class: "list__head" },
        h("div", {}, h("h1", {}, "Live now"), this.#count),
        h("div", { class: "list__actions" }, this.#refresh, this.#goLive)),
      this.#hosted, this.#status, this.#grid, this.#more);
    this.#goLive.addEventListener("click", () => this.#begin(), { signal });
    this.#refresh.addEventListener("click", () => this.#load(), { signal });
    this.#more.addEventListener("click", () => {
      this.#pages += 1;
      this.#load();
    }, { signal });
    for (const event of ["user", "live"]) {
      this.session.addEventListener(event, () => this.#sessionChanged(), { signal });
    }
    document.addEventListener("visibilitychange", () => !document.hidden && this.#load(), { signal });
    this.#drawSkeleton();
    this.#sessionChanged();
  }

  disconnectedCallback() {
    this.#listening.abort();
    clearTimeout(this.#timer);
  }

  #sessionChanged() {
    this.#drawHosted();
    this.#load();
  }

  async #load() {
    if (this.#isLoading || !this.session.connection.isOpen) return;
    clearTimeout(this.#timer);
    this.#isLoading = true;
    this.#refresh.classList.add("is-busy");
    try {
      const rooms = [];
      let cursor = "";
      for (let page = 0; page < this.#pages; page += 1) {
        const answer = await this.session.connection.command("room.list", { cursor, count: pageSize });
        rooms.push(...answer.rooms);
        cursor = answer.cursor;
        if (cursor === "") break;
      }
      this.#hasLoaded = true;
      this.#draw(rooms);
      this.#more.hidden = cursor === "";
    } catch (rejection) {
      if (this.#hasLoaded) this.toasts.show(`The list could not be refreshed. ${rejection.message}`, "error");
      else this.#drawFailure(rejection);
    } finally {
      this.#isLoading = false;
      this.#refresh.classList.remove("is-busy");
      if (this.isConnected) {
        this.#timer = setTimeout(() => (document.hidden ? null : this.#load()), refreshMilliseconds);
      }
    }
  }

  #draw(rooms) {
    const seen = new Set();
    const cards = [];
    for (const room of rooms) {
      const key = room.info.liveID;
      if (seen.has(key)) continue;
      seen.add(key);
      const card = this.#cards.get(key) ?? new LiveCard(room);
      card.update(room);
      this.#cards.set(key, card);
      cards.push(card.item);
    }
    for (const key of [...this.#cards.keys()]) {
      if (!seen.has(key)) this.#cards.delete(key);
    }
    // Cards that stay where they are keep the focus.
    const shown = this.#grid.children;
    const isSame = shown.length === cards.length && cards.every((card, index) => shown[index] === card);
    if (!isSame) {
      const focused = document.activeElement;
      this.#grid.replaceChildren(...cards);
      if (focused !== document.activeElement && this.#grid.contains(focused)) focused.focus();
    }
    setText(this.#count, cards.length === 0 ? "" : String(cards.length) + (this.#more.hidden ? "" : "+"));
    this.#status.replaceChildren();
    if (cards.length === 0) this.#drawEmpty();
  }

  #drawEmpty() {
    this.#status.replaceChildren(
      h("div", { class: "empty" },
        h("div", { class: "empty__art", "aria-hidden": "true" }, icon("live")),
        h("h2", {}, "Nobody is live right now"),
        h("p", {}, "Be the first: give your live a title, and everybody here sees it in this list.")));
  }

  #drawFailure(rejection) {
    this.#grid.replaceChildren();
    this.#status.replaceChildren(
      h("div", { class: "empty", role: "alert" },
        h("h2", {}, "The list could not be loaded"),
        h("p", {}, rejection.message),
        h("button", { class: "button", type: "button", on: { click: () => this.#load() } }, "Try again")));
  }

  #drawSkeleton() {
    this.#grid.replaceChildren(
      ...Array.from(
        { length: 6 },
        () => h("li", { class: "card card--skeleton", "aria-hidden": "true" }, h("div", { class: "card__cover" }))));
  }

  #drawHosted() {
    const live = this.session.hosted;
    this.#hosted.hidden = !live;
    this.#goLive.hidden = Boolean(live);
    if (!live) return;
    const end = h("button", { class: "button button--small button--quiet", type: "button" }, "End it");
    end.addEventListener("click", () => askToEnd(() => this.session.endHosted()));
    this.#hosted.replaceChildren(
      h("p", {}, h("strong", {}, "Your live is on. "), live.state.info?.liveName ?? live.state.liveID),
      h("div", { class: "hosted__actions" },
        end,
        h("a", { class: "button button--small button--primary", href: liveHash(live.state.liveID) },
          "Return to it")));
  }

  async #begin() {
    const liveID = makeLiveID();
    const name = this.session.user.userName;
    const isDone = await showDialog({
      title: "Go live",
      text: "Everybody on this server sees it in the list. You can mute the chat and end it at any time.",
      fields: [{
        name: "title", label: "Title", value: clipBytes(`${name}’s live`, 100), maxLength: 100, testID: "live-title",
      }],
      action: "Start",
      actionTestID: "start-live",
      perform: async ({ title }) => this.session.create(liveID, clipBytes(title.trim(), 100)),
    });
    if (isDone) location.hash = liveHash(liveID);
  }
}
customElements.define("ov-live-list", LiveList);

/** One live in the list. */
class LiveCard {
  #title = h("span", { class: "card__title" });
  #owner = h("span", { class: "card__owner" });
  #viewers = h("span", {});
  #cover = h("div", { class: "card__cover" });
  #coverKey = null;

  constructor({ info }) {
    this.item = h(
      "li", { class: "card", style: { "--hue": hueOf(info.liveID) } },
      h("a", {
        class: "card__link", href: liveHash(info.liveID), "data-testid": "live-card", data: { liveId: info.liveID },
      },
        this.#cover,
        h("span", { class: "card__chips" },
          h("span", { class: "chip chip--live" }, "Live"),
          h("span", { class: "chip" }, icon("eye"), this.#viewers, h("span", { class: "sr-only" }, " watching"))),
        h("span", { class: "card__words" }, this.#title, this.#owner)));
  }

  update({ info, audienceCount }) {
    setText(this.#title, info.liveName);
    setText(this.#owner, info.liveOwner.userName);
    setText(this.#viewers, formatCompact(audienceCount));
    const key = [info.coverURL, info.liveOwner.userName, info.liveOwner.avatarURL].join("\n");
    if (key === this.#coverKey) return;
    this.#coverKey = key;
    const picture = picturedBy(info.coverURL, "card__image");
    this.#cover.replaceChildren(avatar(info.liveOwner, "card"), ...(picture ? [picture] : []));
  }
}
