// The feed shows one live with a picture per screen, which the user swipes or steps through. A preview does not join the live.

import { centredShare, FeedPolicy, PlayerPair, WheelSteps } from "../media/feed-policy.js";
import { savesData } from "../media/preview-policy.js";
import { inOrderOf, kindOf, readLives } from "../model/lives.js";
import { addressOf, explain, say } from "../model/words.js";
import { systemClock } from "../wire/connection.js";
import { detailsOf } from "./dialogs.js";
import { goTo, h, icon, prefersReducedMotion } from "./dom.js";
import { FeedEntry } from "./feed-entry.js";
import "./picture-icons.js";
import "./tab-bar.js";

const refreshMilliseconds = 8_000;
/** The interval at which the messages of the live in front are read, in milliseconds. */
const messagesMilliseconds = 3_000;
const pageSize = 24;
/** The largest number of list pages that are searched for pictures. */
const pagesMax = 8;
/** The distance from the feed's end at which the next page is loaded. */
const nearEnd = 4;
/** The keys that step: arrows, page keys, and the letters that keyboard users know. */
const steps = new Map([["ArrowDown", 1], ["ArrowUp", -1], ["PageDown", 1], ["PageUp", -1], ["j", 1], ["k", -1]]);
/** The longest time of a step, in milliseconds. A smooth scroll of Chromium and Firefox takes under 700. */
const stepMilliseconds = 1_000;

/**
 * What a session's feed showed last: its lives in their order, how many pages they took, and the live in front. Who comes back finds it
 * again.
 *
 * @type {WeakMap<import("../model/session.js").Session, {rooms: object[], pages: number, at: ?string}>}
 */
const shownBefore = new WeakMap();

/**
 * Whether a live has a picture to watch. A room of voices has none. A sound-only live has codecs and no width, and other servers' pictures
 * have no codecs.
 */
function hasPicture({ info }) {
  const { media } = info;
  return kindOf(info) === "video" && Boolean(media) && media.state !== "none" && !(media.codecs && !media.width);
}

class Feed extends HTMLElement {
  #list = h("ol", { class: "feed__list", tabindex: "0", "data-testid": "feed", data: { skip: "feed.skip" } });
  #status = h("div", { class: "feed__status" });
  #before = this.#stepButton("up", say("feed.before"), "feed-before", -1);
  #after = this.#stepButton("down", say("feed.after"), "feed-after", 1);
  #sound = h("button", { class: "icon-button", type: "button", "data-testid": "feed-sound" });
  #entries = new Map();
  #rooms = [];
  #pages = 1;
  #hasMore = false;
  #isLoading = false;
  #isHeard = false;
  /** The live that the feed is moving to, or null if it is at rest. */
  #headed = null;
  #stepTimer = null;
  /** The steps that the user made before the lives were loaded. */
  #awaited = 0;
  #timer = null;
  #lookTimer = null;
  #messagesTimer = null;
  /** The live in front, and the one to return to. */
  #at = null;
  #returnsTo = null;
  #listening = null;
  #observer = null;
  #policy = new FeedPolicy();
  #wheel = new WheelSteps();
  #pair = new PlayerPair((id) => this.#entries.get(id).open());

  connectedCallback() {
    this.className = "feed";
    document.title = say("feed.pageTitle");
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#list.setAttribute("aria-label", say("feed.label"));
    this.replaceChildren(
      h("h1", { class: "sr-only" }, say("feed.title")), this.#status, this.#list,
      h("div", { class: "feed__steps", role: "group", "aria-label": say("feed.steps") }, this.#before, this.#sound, this.#after));
    const share = [0, 0.25, 0.5, centredShare, 0.75, 1];
    this.#observer = new IntersectionObserver((seen) => this.#saw(seen), { root: this.#list, threshold: share });
    this.#sound.addEventListener("click", () => this.#setSound(!this.#isHeard), { signal });
    document.addEventListener("keydown", (event) => this.#keyPressed(event), { signal });
    document.addEventListener("visibilitychange", () => this.#decide(), { signal });
    this.#list.addEventListener("scrollend", () => this.#arrive(), { signal });
    // A finger overrides the step.
    this.#list.addEventListener("pointerdown", () => this.#forgetStep(), { signal });
    this.#list.addEventListener("wheel", (event) => this.#turned(event), { signal, passive: false });
    for (const event of ["user", "live"]) this.session.addEventListener(event, () => this.#load(), { signal });
    // A turned phone and a resized window change what fills the place.
    const resized = new ResizeObserver(() => this.#resized());
    resized.observe(this.#list);
    signal.addEventListener("abort", () => resized.disconnect());
    this.#drawSound();
    this.#restore();
    this.#load();
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#observer.disconnect();
    for (const timer of [this.#timer, this.#messagesTimer]) clearTimeout(timer);
    systemClock.cancel(this.#lookTimer);
    this.#forgetStep();
    this.#pair.stop();
  }

  /** Focuses the list, so keys work at once. */
  arrived() { this.#list.focus({ preventScroll: true }); }

  // MARK: - The lives

  /** Takes up what the user saw before they entered a live or looked at another view. */
  #restore() {
    const before = shownBefore.get(this.session);
    if (!before) return;
    this.#rooms = before.rooms;
    this.#pages = before.pages;
    this.#returnsTo = before.at;
    this.#draw();
  }

  #remember() { shownBefore.set(this.session, { rooms: this.#rooms, pages: this.#pages, at: this.#at ?? this.#returnsTo }); }

  /** Goes to the live that the user saw last, if it is still on. */
  #goBack() {
    if (this.#returnsTo === null || this.#list.clientHeight === 0) return;
    const item = this.#entries.get(this.#returnsTo)?.item;
    this.#returnsTo = null;
    if (item) this.#scrollTo([...this.#list.children].indexOf(item), false);
  }

  async #load() {
    if (this.#isLoading || !this.session.connection.isOpen) return;
    clearTimeout(this.#timer);
    this.#isLoading = true;
    try {
      const { rooms, hasMore } = await readLives(
        (page) => this.session.connection.command("room.list", page), { pages: this.#pages, pageSize, shown: this.#rooms });
      if (!this.isConnected) return;
      // Shown lives keep their place, whatever the list's order is by now.
      this.#rooms = inOrderOf(this.#rooms, rooms.filter((room) => hasPicture(room) && !this.#isOwn(room)));
      this.#hasMore = hasMore && this.#pages < pagesMax;
      this.#draw();
    } catch (rejection) {
      if (this.isConnected && this.#rooms.length === 0) this.#drawFailure(rejection);
    } finally {
      this.#isLoading = false;
      if (this.isConnected) this.#timer = setTimeout(() => (document.hidden ? null : this.#load()), refreshMilliseconds);
    }
    if (this.isConnected && this.#rooms.length < nearEnd && this.#hasMore) this.#more();
  }

  #isOwn({ info }) { return info.liveOwner.userID === this.session.user.userID; }

  #more() {
    if (!this.#hasMore || this.#isLoading) return;
    this.#pages += 1;
    this.#load();
  }

  #draw() {
    const listed = new Map(this.#rooms.map((room) => [room.info.liveID, room]));
    const { at } = this.#policy.look(systemClock.now());
    for (const [id, entry] of [...this.#entries]) {
      if (listed.has(id)) continue;
      // The live on the screen says that it has ended, and the others disappear silently.
      if (id === at) {
        entry.over(() => this.#drop(id));
        continue;
      }
      this.#remove(id, entry);
    }
    for (const [id, room] of listed) {
      const entry = this.#entries.get(id) ?? this.#add(id, room);
      entry.update(room);
    }
    this.#policy.listed([...this.#entries.keys()]);
    this.#drawEmpty();
    this.#goBack();
    if (this.#awaited > 0) this.#step(this.#awaited);
    this.#awaited = 0;
    this.#remember();
    this.#decide();
  }

  #add(id, room) {
    const entry = new FeedEntry(room, {
      session: this.session, isHeard: () => this.#isHeard, ended: () => entry.over(() => this.#drop(id)),
      blocked: () => this.#setSound(false),
      asked: () => { this.#policy.ask(); this.#decide(); },
    });
    this.#entries.set(id, entry);
    this.#list.append(entry.item);
    entry.shape();
    this.#observer.observe(entry.item);
    return entry;
  }

  #remove(id, entry) {
    this.#observer.unobserve(entry.item);
    entry.leave();
    this.#entries.delete(id);
  }

  /** Removes an ended live from the feed. The next one takes its place. */
  #drop(id) {
    const entry = this.#entries.get(id);
    if (!entry || !this.isConnected) return;
    this.#rooms = this.#rooms.filter(({ info }) => info.liveID !== id);
    this.#remove(id, entry);
    this.#policy.listed([...this.#entries.keys()]);
    this.#drawEmpty();
    this.#decide();
  }

  #drawEmpty() {
    const isEmpty = this.#entries.size === 0;
    this.#list.hidden = isEmpty;
    const isShown = this.#status.querySelector("[data-testid=feed-empty]") !== null;
    // What is there stays, and with it the focus.
    if (isShown !== isEmpty || this.#status.querySelector("[role=alert]")) this.#status.replaceChildren(...(isEmpty
      ? [h("div", { class: "empty", "data-testid": "feed-empty" },
        h("div", { class: "empty__art", "aria-hidden": "true" }, icon("camera")), h("h2", {}, say("feed.empty")),
        h("p", {}, say("feed.emptyText")),
        h("a", { class: "button button--primary", href: addressOf({ view: "list" }) }, say("live.backToAll")))]
      : []));
    this.#drawSteps();
  }

  #drawFailure(rejection) {
    this.#list.hidden = true;
    this.#status.replaceChildren(h("div", { class: "empty", role: "alert" },
      h("h2", {}, say("list.notLoaded")), h("p", {}, explain(rejection)),
      h("button", { class: "button", type: "button", on: { click: () => this.#load() } }, say("app.tryAgain")), detailsOf(rejection)));
  }

  // MARK: - Which one plays

  #saw(seen) {
    for (const { target, intersectionRatio } of seen) {
      this.#policy.seen(target.dataset.liveId, intersectionRatio, systemClock.now());
    }
    this.#decide();
  }

  #decide() {
    if (!this.isConnected) return;
    systemClock.cancel(this.#lookTimer);
    // Who wants less motion or less data starts each picture by themselves.
    this.#policy.waits = prefersReducedMotion() || savesData();
    const { at, playing, warmed, lookIn } = this.#policy.look(systemClock.now());
    // A hidden page has no viewer.
    if (document.hidden) this.#pair.stop();
    else this.#pair.want({ playing, warmed });
    if (lookIn !== null) this.#lookTimer = systemClock.after(lookIn, () => this.#decide());
    for (const [id, entry] of this.#entries) {
      entry.drawRole(id === playing ? "playing" : id === at ? "waits" : id === warmed ? "warmed" : "rests");
    }
    this.#drawSteps();
    const ids = [...this.#entries.keys()];
    if (at !== null && ids.length - ids.indexOf(at) <= nearEnd) this.#more();
    if (at === this.#at) return;
    this.#at = at;
    this.#remember();
    this.#readMessages();
  }

  /** Reads what is said in the live in front, without entering it, and goes on doing so. */
  async #readMessages() {
    clearTimeout(this.#messagesTimer);
    const at = this.#at;
    const entry = this.#entries.get(at);
    if (!entry) return;
    if (!document.hidden && this.session.connection.isOpen) {
      try {
        const { messages = [], ...room } = await this.session.connection.command("room.info", undefined, at);
        if (this.isConnected && this.#at === at) {
          entry.update(room);
          entry.tell(messages);
        }
      } catch {
        // The list says whether the live is over, and the next time may work.
      }
    }
    if (this.isConnected && this.#at === at) this.#messagesTimer = setTimeout(() => this.#readMessages(), messagesMilliseconds);
  }

  #resized() {
    for (const entry of this.#entries.values()) entry.shape();
    this.#goBack();
  }

  #stepButton(name, label, testID, step) {
    const button = h(
      "button", { class: "icon-button", type: "button", "aria-label": label, title: label, "data-testid": testID }, icon(name));
    button.addEventListener("click", () => this.#step(step));
    return button;
  }

  get #place() {
    const { at } = this.#policy.look(systemClock.now());
    return [...this.#entries.keys()].indexOf(at);
  }

  #drawSteps() {
    const place = this.#place;
    this.#before.disabled = place <= 0;
    this.#after.disabled = place >= this.#entries.size - 1;
    // A button at its end loses the focus.
    if ([this.#before, this.#after].some((it) => it.disabled && it === document.activeElement)) this.#list.focus({ preventScroll: true });
    this.#sound.hidden = this.#entries.size === 0;
  }

  #step(by) {
    const items = this.#list.children;
    if (items.length === 0) {
      this.#awaited = Math.max(0, this.#awaited + by);
      return;
    }
    // Several presses in a row continue from the target of the last one.
    const headed = this.#entries.get(this.#headed)?.item;
    const at = headed ? [...items].indexOf(headed) : Math.round(this.#list.scrollTop / (this.#list.clientHeight || 1));
    const to = Math.max(0, Math.min(items.length - 1, at + by));
    if (to === at) return;
    this.#forgetStep();
    this.#headed = items[to].dataset.liveId;
    this.#stepTimer = systemClock.after(stepMilliseconds, () => this.#arrive());
    this.#scrollTo(to, !prefersReducedMotion());
  }

  #scrollTo(place, isSmooth) {
    /** @type {any} "instant" is newer than what the compiler knows. */
    const behavior = isSmooth ? "smooth" : "instant";
    this.#list.scrollTo({ top: place * this.#list.clientHeight, behavior });
  }

  /**
   * Ends a step at its target.
   *
   * A browser abandons a smooth scroll when something else scrolls or changes the layout, and snaps back to its start. The press would be
   * lost.
   */
  #arrive() {
    const item = this.#entries.get(this.#headed)?.item;
    this.#forgetStep();
    if (!item) return;
    const at = [...this.#list.children].indexOf(item);
    if (Math.abs(this.#list.scrollTop - at * this.#list.clientHeight) > 1) this.#scrollTo(at, false);
  }

  #forgetStep() {
    this.#headed = null;
    systemClock.cancel(this.#stepTimer);
  }

  #turned(event) {
    if (event.ctrlKey) return;
    event.preventDefault();
    const step = this.#wheel.turned(event.deltaY, systemClock.now());
    if (step !== 0) this.#step(step);
  }

  #keyPressed(event) {
    const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, target } = event;
    if (defaultPrevented || ctrlKey || metaKey || altKey || target.closest("dialog, [role=menu], input, textarea, select")) return;
    const isOnControl = Boolean(target.closest("a, button"));
    const turn = key === " " && !isOnControl ? (shiftKey ? -1 : 1) : undefined;
    const step = turn ?? steps.get(key.length === 1 ? key.toLowerCase() : key);
    if (step) this.#step(step);
    else if (key.toLowerCase() === "m") this.#setSound(!this.#isHeard);
    // A button or link keeps its own key.
    else if (key === "Enter" && !isOnControl) this.#enter();
    else return;
    event.preventDefault();
  }

  #enter() {
    const { at } = this.#policy.look(systemClock.now());
    if (at !== null) goTo(this, { view: "live", liveID: at });
  }

  #setSound(isOn) {
    this.#isHeard = isOn;
    for (const entry of this.#entries.values()) entry.drawSound();
    this.#drawSound();
  }

  #drawSound() {
    const label = say(this.#isHeard ? "picture.mute" : "picture.sound");
    this.#sound.setAttribute("aria-label", label);
    this.#sound.title = label;
    this.#sound.setAttribute("aria-keyshortcuts", "M");
    this.#sound.replaceChildren(icon(this.#isHeard ? "speech" : "mute"));
  }
}
customElements.define("ov-feed", Feed);
