// What is shown or announced for a moment: flying messages, likes, topics and announcements; and when the chat's view holds still for a
// reader. Nothing here knows the document.

import { ErrorCode } from "../wire/errors.js";
import { systemClock } from "../wire/connection.js";

/** The storage key of how flying messages look. */
export const barrageKey = "ovation.barrageLook";

/**
 * Chooses the lane of a flying message, so that no two messages touch.
 *
 * Every message crosses the stage in the same time, so a longer one is faster. It may enter a lane once the previous message is fully on
 * the stage with a gap behind it, and if it will not catch up with that one before it leaves.
 *
 * Pure: times in milliseconds and lengths in CSS pixels are passed in.
 */
export class LaneLayout {
  #last = [];
  #crossing;
  #gap;

  /**
   * @param {{crossing?: number, gap?: number}} options The time that a message takes to cross the stage, and the free space behind the
   *   previous one.
   */
  constructor({ crossing = 9_000, gap = 32 } = {}) {
    this.#crossing = crossing;
    this.#gap = gap;
  }

  get crossing() { return this.#crossing; }

  /**
   * Finds a lane and takes it.
   *
   * @param {{width: number, stage: number, lanes: number, now: number, mustFly?: boolean}} message The widths of the message and of the
   *   stage, the number of lanes, and whether the message flies even without a free lane, as the user's own does.
   * @returns {?number} The lane from the top, or null if none is free.
   */
  take({ width, stage, lanes, now, mustFly = false }) {
    if (lanes < 1 || stage <= 0) return null;
    this.#last.length = Math.min(this.#last.length, lanes);
    let best = 0;
    for (let lane = 0; lane < lanes; lane += 1) {
      const freeAt = this.#freeAt(lane, width, stage);
      if (freeAt <= now) return this.#enter(lane, width, now);
      if (freeAt < this.#freeAt(best, width, stage)) best = lane;
    }
    return mustFly ? this.#enter(best, width, now) : null;
  }

  /** Forgets all flying messages, for example after the stage was resized. */
  clear() { this.#last = []; }

  #enter(lane, width, now) {
    this.#last[lane] = { width, at: now };
    return lane;
  }

  #freeAt(lane, width, stage) {
    const last = this.#last[lane];
    if (!last) return -Infinity;
    const lastSpeed = (stage + last.width) / this.#crossing;
    const isInside = last.at + (last.width + this.#gap) / lastSpeed;
    const speed = (stage + width) / this.#crossing;
    const doesNotCatchUp = last.at + this.#crossing - (stage - this.#gap) / speed;
    return Math.max(isInside, doesNotCatchUp);
  }
}

/** The most hearts on the stage. */
export const heartsMax = 13;
/** The most hearts for one event of other people's likes. */
const heartsPerEvent = 3;
/** The most likes in one command, which is the protocol's limit. */
const likesPerCommandMax = 1_000;

/**
 * Collects taps on the like button and sends them together: the first at once, further ones at most twice a second.
 */
export class LikeSender {
  #pending = 0;
  #timer = null;
  #send;
  #clock;
  #interval;

  /**
   * @param {object} options
   * @param {(count: number) => void} options.send Sends this many likes, 1 to 1,000.
   * @param {object} options.clock Like `systemClock`.
   * @param {number} [options.interval] The shortest time between two commands, in milliseconds.
   */
  constructor({ send, clock, interval = 500 }) {
    this.#send = send;
    this.#clock = clock;
    this.#interval = interval;
  }

  /** The likes that have not been sent yet. */
  get pending() { return this.#pending; }

  /** Adds one tap. */
  tap() {
    this.#pending += 1;
    if (this.#timer === null) this.#flush();
  }

  /** Sends the waiting likes when the viewer leaves. */
  stop() {
    if (this.#timer !== null) this.#clock.cancel(this.#timer);
    this.#timer = null;
    this.#sendPending();
  }

  #flush() {
    this.#timer = null;
    if (!this.#sendPending()) return;
    this.#timer = this.#clock.after(this.#interval, () => this.#flush());
  }

  #sendPending() {
    if (this.#pending === 0) return false;
    const count = Math.min(this.#pending, likesPerCommandMax);
    this.#pending -= count;
    this.#send(count);
    return true;
  }
}

/**
 * The number of hearts for an event of likes. It counts only other people's, because the user's own hearts fly when tapped.
 *
 * @param {{added: number, senders: {user: {userID: string}, count: number}[]}} event A `like.received` event.
 * @param {string} ownID
 * @param {number} visible The number of hearts on the stage.
 */
export function heartsFor(event, ownID, visible) {
  const own = event.senders.find(({ user }) => user.userID === ownID)?.count ?? 0;
  return Math.max(0, Math.min(event.added - own, heartsPerEvent, heartsMax - visible));
}

/** The delay before a listener subscribes again after a temporary refusal, in milliseconds. */
const listenAgainMilliseconds = 5_000;

/**
 * Listens to a topic of a live while it is shown. The server ties a subscription to the connection, so the listener subscribes again
 * whenever the user is in the live on a new one.
 */
export class TopicListener {
  #live;
  #topic;
  #clock;
  #timer = null;
  #listening = null;

  /**
   * @param {object} options
   * @param {import("./session.js").LiveController} options.live
   * @param {string} options.topic
   * @param {typeof systemClock} [options.clock] For tests.
   */
  constructor({ live, topic, clock = systemClock }) {
    this.#live = live;
    this.#topic = topic;
    this.#clock = clock;
  }

  /** Starts listening. */
  start() {
    if (this.#listening) return;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#live.addEventListener("entered", () => this.#ask(), { signal });
    // A user who leaves stops listening.
    this.#live.addEventListener("leaving", () => this.#end(), { signal });
    if (this.#live.state.phase === "in") this.#ask();
  }

  /** Stops listening. */
  stop() {
    if (!this.#listening) return;
    this.#end();
    if (this.#live.state.phase === "in") this.#live.stopListening(this.#topic).catch(() => {});
  }

  #end() {
    this.#listening.abort();
    this.#listening = null;
    this.#clock.cancel(this.#timer);
  }

  #ask() {
    this.#clock.cancel(this.#timer);
    const asked = this.#listening;
    this.#live.listen(this.#topic).catch(({ temporary, code }) => {
      // Without a connection there is no server to ask, and `entered` announces the next one.
      if (this.#listening !== asked || !temporary || code === ErrorCode.networkUnavailable) return;
      this.#timer = this.#clock.after(listenAgainMilliseconds, () => this.#ask());
    });
  }
}

/** The levels of reading the chat: everything, what is for the reader, a count now and then, nothing. */
export const readingLevels = Object.freeze(["all", "mentions", "digest", "off"]);
const defaultReading = "digest";

/** The shortest time between two sentences, because a screen reader has to finish one. */
const pauseMilliseconds = 1_000;
/** The interval between digests, in milliseconds. */
const digestMilliseconds = 10_000;
/** The number of important sentences that may wait, and of messages in one sentence. */
const waitingMax = 10;
const messagesOfSentenceMax = 3;

/**
 * The announcements of a live for a screen reader: at most one sentence a second, however busy the chat is. What matters at every level
 * (the user's own gift, a mute, a large gift) comes before the chat.
 */
export class Announcer {
  #tell;
  #words;
  #clock;
  #level = defaultReading;
  #important = [];
  #messages = [];
  #left = 0;
  #count = 0;
  #countForMe = 0;
  #toldAt = -Infinity;
  #timer = null;
  #digestTimer = null;

  /**
   * @param {object} options
   * @param {(text: string) => void} options.tell Announces a sentence.
   * @param {{message: Function, more: Function, digest: Function}} options.words `message({name, text})`, `more(count)` for messages that
   *   were left out, `digest(count, countForMe)`.
   * @param {object} [options.clock] For tests.
   */
  constructor({ tell, words, clock = systemClock }) {
    this.#tell = tell;
    this.#words = words;
    this.#clock = clock;
  }

  get level() { return this.#level; }

  /** One of `readingLevels`; anything else means the default. */
  set level(level) {
    this.#level = readingLevels.includes(level) ? level : defaultReading;
    this.#forgetChat();
  }

  /** Announces a text at every level, in turn. An equal sentence does not wait twice. */
  say(text) {
    if (text === "" || this.#important.includes(text)) return;
    this.#important.push(text);
    if (this.#important.length > waitingMax) this.#important.shift();
    this.#wake();
  }

  /** Takes another user's message: `{name, text, isForMe, isOfHost}`. */
  heard(message) {
    if (this.#level === "off") return;
    if (this.#level === "digest") {
      this.#count += 1;
      if (message.isForMe) this.#countForMe += 1;
      this.#digestTimer ??= this.#clock.after(digestMilliseconds, () => this.#digest());
      return;
    }
    if (this.#level === "mentions" && !message.isForMe && !message.isOfHost) return;
    this.#messages.push(message);
    if (this.#messages.length > messagesOfSentenceMax) {
      this.#messages.shift();
      this.#left += 1;
    }
    this.#wake();
  }

  /** Drops waiting sentences when the user leaves the live. */
  stop() {
    this.#important = [];
    this.#forgetChat();
    if (this.#timer !== null) this.#clock.cancel(this.#timer);
    this.#timer = null;
  }

  #forgetChat() {
    this.#messages = [];
    this.#left = 0;
    this.#count = 0;
    this.#countForMe = 0;
    if (this.#digestTimer !== null) this.#clock.cancel(this.#digestTimer);
    this.#digestTimer = null;
  }

  #digest() {
    this.#digestTimer = null;
    const text = this.#words.digest(this.#count, this.#countForMe);
    this.#count = 0;
    this.#countForMe = 0;
    this.say(text);
  }

  #wake() {
    if (this.#timer !== null) return;
    const passed = Math.max(0, this.#clock.now() - this.#toldAt);
    this.#timer = this.#clock.after(Math.max(0, pauseMilliseconds - passed), () => this.#next());
  }

  #next() {
    this.#timer = null;
    const text = this.#important.shift() ?? this.#chat();
    if (text === null) return;
    this.#toldAt = this.#clock.now();
    this.#tell(text);
    if (this.#important.length > 0 || this.#messages.length > 0) this.#wake();
  }

  #chat() {
    if (this.#messages.length === 0) return null;
    const parts = this.#messages.map((message) => this.#words.message(message));
    if (this.#left > 0) parts.push(this.#words.more(this.#left));
    this.#messages = [];
    this.#left = 0;
    return parts.join(" ");
  }
}

/**
 * Whether a view of the log follows its end or is held. It is held as long as there is a reason: the reader has scrolled up, the focus is
 * in the log, a moderator's pointer is over it, a finger is on it, or its menu is open.
 */
export class Follow {
  #reasons = new Set();
  #seenKey = 0;

  get isPaused() { return this.#reasons.size > 0; }

  /** Whether the view is held for a reason. */
  has(reason) { return this.#reasons.has(reason); }

  /**
   * Holds the view.
   *
   * @param {string} reason
   * @param {number} lastKey The last shown entry, `ChatLog.lastKey`.
   */
  pause(reason, lastKey) {
    if (!this.isPaused) this.#seenKey = lastKey;
    this.#reasons.add(reason);
  }

  /** Removes a reason. Returns whether the view now follows again. */
  release(reason) { return this.#reasons.delete(reason) && !this.isPaused; }

  /** Removes all reasons. */
  releaseAll() { this.#reasons.clear(); }

  /** The number of entries added since the view was held. */
  newSince(lastKey) { return this.isPaused ? lastKey - this.#seenKey : 0; }
}

/**
 * How flying messages look in this browser: how opaque they are, and the share of the stage that they fly over.
 *
 * @param {?Pick<Storage, "getItem">} storage
 */
export function barrageLook(storage) {
  let kept;
  try {
    kept = JSON.parse(storage?.getItem(barrageKey) ?? "");
  } catch {
    // What cannot be read was never chosen.
  }
  const share = (number, otherwise) => (number > 0 && number <= 1 ? Number(number) : otherwise);
  return { opacity: share(kept?.opacity, 1), area: share(kept?.area, 0.4) };
}
