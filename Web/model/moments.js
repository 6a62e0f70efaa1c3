// What is shown or told for a moment: where messages fly, likes, who listens to topics, what is read aloud. None of it knows the
// document.

import { ErrorCode } from "../wire/errors.js";
import { systemClock } from "../wire/connection.js";

/**
 * In which lane a message flies, so that no two touch each other.
 *
 * Every message crosses the stage in the same time, so a longer one is faster. It may enter a lane when the one
 * before it is wholly on the stage, with a gap behind it, and when it will not catch up with it before that one has
 * left.
 *
 * Pure: times are in milliseconds, lengths in CSS pixels, both handed in.
 */
export class LaneLayout {
  #last = [];
  #crossing;
  #gap;

  /**
   * @param {{crossing?: number, gap?: number}} options How long a message takes to cross the stage, and the free space
   *   that it keeps to the one before it.
   */
  constructor({ crossing = 9_000, gap = 32 } = {}) {
    this.#crossing = crossing;
    this.#gap = gap;
  }

  get crossing() { return this.#crossing; }

  /**
   * Finds a lane and takes it.
   *
   * @param {{width: number, stage: number, lanes: number, now: number, mustFly?: boolean}} message The widths of the
   *   message and of the stage, how many lanes there are, and whether it flies even where no lane is free (one's
   *   own).
   * @returns {?number} The lane from the top, or null where all are taken.
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

  /** Forgets what flies, for instance when the stage has another size. */
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

/** Hearts that are on the stage at a time. */
export const heartsMax = 13;
/** Hearts that one event of others' likes lets fly. */
const heartsPerEvent = 3;
/** Likes in one command, the protocol's limit. */
const likesPerCommandMax = 1_000;

/**
 * Collects taps on the like button and sends them together: the first at once, the following ones at most twice a
 * second.
 */
export class LikeSender {
  #pending = 0;
  #timer = null;
  #send;
  #clock;
  #interval;

  /**
   * @param {object} options
   * @param {(count: number) => void} options.send Sends so many likes, 1 to 1,000.
   * @param {object} options.clock As `systemClock`.
   * @param {number} [options.interval] The shortest time between two commands, in milliseconds.
   */
  constructor({ send, clock, interval = 500 }) {
    this.#send = send;
    this.#clock = clock;
    this.#interval = interval;
  }

  /** Likes that have not been sent yet. */
  get pending() { return this.#pending; }

  /** Adds one tap. */
  tap() {
    this.#pending += 1;
    if (this.#timer === null) this.#flush();
  }

  /** Sends what waits; for when the viewer leaves. */
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
 * How many hearts an event of likes lets fly: some of those that others sent. One's own flew when they were tapped.
 *
 * @param {{added: number, senders: {user: {userID: string}, count: number}[]}} event A `like.received`.
 * @param {string} ownID
 * @param {number} visible How many hearts are on the stage.
 */
export function heartsFor(event, ownID, visible) {
  const own = event.senders.find(({ user }) => user.userID === ownID)?.count ?? 0;
  return Math.max(0, Math.min(event.added - own, heartsPerEvent, heartsMax - visible));
}

/** When a topic is asked for again that the server could not give, in milliseconds. */
const listenAgainMilliseconds = 5_000;

/**
 * Listens to a topic of a live for as long as it is shown. The server knows who listens by the connection, so it asks anew each
 * time that the user is in the live over another one.
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

  /** Listens from now on. */
  start() {
    if (this.#listening) return;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#live.addEventListener("entered", () => this.#ask(), { signal });
    // Who leaves listens no more.
    this.#live.addEventListener("leaving", () => this.#end(), { signal });
    if (this.#live.state.phase === "in") this.#ask();
  }

  /** Listens no more. */
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
      // Without a connection there is nobody to ask; the next one is told of by `entered`.
      if (this.#listening !== asked || !temporary || code === ErrorCode.networkUnavailable) return;
      this.#timer = this.#clock.after(listenAgainMilliseconds, () => this.#ask());
    });
  }
}

/** What is read of the chat: everything, what is for the reader, a count now and then, nothing. */
export const readingLevels = Object.freeze(["all", "mentions", "digest", "off"]);
const defaultReading = "digest";

/** The shortest time between two sentences: a screen reader has to finish one. */
const pauseMilliseconds = 1_000;
/** How often a digest is read. */
const digestMilliseconds = 10_000;
/** Sentences that wait for their turn, of those that are always read; and messages that one sentence has. */
const waitingMax = 10;
const messagesOfSentenceMax = 3;

/**
 * What a screen reader is told of a live: at most a sentence a second, however busy the chat is. What matters whatever is
 * chosen (one's own gift, a mute, a large gift) comes before the chat.
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
   * @param {(text: string) => void} options.tell Says a sentence.
   * @param {{message: Function, more: Function, digest: Function}} options.words `message({name, text})`,
   *   `more(count)` for messages that were left out, `digest(count, countForMe)`.
   * @param {object} [options.clock] For tests.
   */
  constructor({ tell, words, clock = systemClock }) {
    this.#tell = tell;
    this.#words = words;
    this.#clock = clock;
  }

  get level() { return this.#level; }

  /** One of `readingLevels`; anything else is taken for the default. */
  set level(level) {
    this.#level = readingLevels.includes(level) ? level : defaultReading;
    this.#forgetChat();
  }

  /** Says something whatever the level is, in turn. The same sentence does not wait twice. */
  say(text) {
    if (text === "" || this.#important.includes(text)) return;
    this.#important.push(text);
    if (this.#important.length > waitingMax) this.#important.shift();
    this.#wake();
  }

  /** Takes in a message of somebody else: `{name, text, isForMe, isOfHost}`. */
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

  /** Forgets what waits; for when the live is left. */
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
