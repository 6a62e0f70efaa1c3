// Reactions: emoji that fly over the stage for everybody in a live. All of it is pure. Which topic they are told on is in
// moments.js.

/**
 * What the page offers, with the key of each one's name. They are written as emoji keyboards write them, because the server
 * counts messages together that are the same to the byte.
 */
export const offeredReactions = Object.freeze([
  { emoji: "❤️", name: "reactions.heart" },
  { emoji: "🔥", name: "reactions.fire" },
  { emoji: "👏", name: "reactions.applause" },
  { emoji: "😂", name: "reactions.laughter" },
  { emoji: "😮", name: "reactions.surprise" },
  { emoji: "🎉", name: "reactions.party" },
]);

/** Copies that one reaction lets fly. */
export const copiesPerReaction = 8;
/** Copies that are on the stage at a time. */
export const copiesVisibleMax = 13;
/** How long a copy is on the stage, in milliseconds. */
export const lifeMillisecondsMin = 2_500;
export const lifeMillisecondsMax = 3_500;
/** How much later than its reaction a copy may rise, in milliseconds. It is part of its life. */
export const delayMillisecondsMax = 500;
/** How far from the middle a copy begins, and how far it drifts to the side, in CSS pixels. */
export const startDistanceMax = 50;
export const driftMax = 150;
/** Different reactions of others that one event lets fly. */
const kindsOfEventMax = 3;
/** Copies that one's own reaction lets fly where the stage is full: so many of the oldest make room. */
export const ownCopiesMin = 2;

/** The longest emoji there are, families and flags of regions, have fewer UTF-16 units. */
const emojiUnitsMax = 40;
const emojiPattern = new RegExp([
  // Flags of countries, and digits in a key.
  "^(?:\\p{Regional_Indicator}{2}|[0-9#*]\\uFE0F?\\u20E3",
  // A picture with its colour, its flag's region or its form, and those that are joined to it.
  "|\\p{Extended_Pictographic}(?:\\uFE0F|\\p{Emoji_Modifier})?(?:[\\u{E0020}-\\u{E007E}]+\\u{E007F})?",
  "(?:\\u200D\\p{Extended_Pictographic}(?:\\uFE0F|\\p{Emoji_Modifier})?)*)$",
].join(""), "u");

/** Whether a text is one emoji and nothing else. */
export function isEmoji(text) {
  return text.length <= emojiUnitsMax && emojiPattern.test(text);
}

/**
 * The reactions that messages of the topic tell. A message that is not one emoji is the app's own, and left out.
 *
 * @param {{message: string, sender: {userID: string}, count?: ?number, senders?: ?{user: {userID: string}, count: number}[]}[]} messages
 *   As the server tells them: `count` says for how many equal ones a message stands, `senders` names those who sent most.
 * @param {string} ownID The user who looks at it.
 * @returns {{emoji: string, count: number, own: number}[]} `own` is how many of them are known to be the user's.
 */
export function readReactions(messages, ownID) {
  return messages.filter(({ message }) => isEmoji(message)).map(({ message, sender, count, senders }) => {
    const total = Math.max(1, count ?? 1);
    const shares = senders ?? [{ user: sender, count: total }];
    const own = shares.find(({ user }) => user.userID === ownID)?.count ?? 0;
    return { emoji: message, count: total, own: Math.min(Math.max(0, own), total) };
  });
}

/**
 * Which copies fly for the reactions of others in an event: those that were sent most, in turns, as far as the stage has
 * room. One's own flew when they were tapped.
 *
 * @param {{emoji: string, count: number, own: number}[]} reactions As `readReactions` answers.
 * @param {number} visible How many copies are on the stage.
 * @returns {string[]} An emoji for each copy.
 */
export function copiesFor(reactions, visible) {
  const kinds = reactions
    .filter(({ count, own }) => count > own)
    .sort((one, other) => other.count - other.own - (one.count - one.own))
    .slice(0, kindsOfEventMax);
  const free = Math.max(0, copiesVisibleMax - visible);
  const length = Math.min(free, kinds.length * copiesPerReaction);
  return Array.from({ length }, (_, index) => kinds[index % kinds.length].emoji);
}

/** How many copies one's own reaction lets fly, with so many on the stage. */
export function ownCopies(visible) {
  return Math.max(ownCopiesMin, Math.min(copiesPerReaction, copiesVisibleMax - visible));
}

/**
 * The way of a copy over a stage: it rises from the foot, and stays inside.
 *
 * @param {{width: number, height: number, size: number}} stage Its size and that of the copy, in CSS pixels.
 * @param {() => number} [random] A number from 0 up to 1.
 * @returns {{life: number, delay: number, from: number, to: number, rise: number}} `life` includes the `delay`, both in
 *   milliseconds. The middle of the copy begins `from` pixels from the left and ends at `to`, `rise` pixels higher.
 */
export function flightOver({ width, height, size }, random = Math.random) {
  const inside = (x) => Math.min(Math.max(x, size / 2), Math.max(size / 2, width - size / 2));
  const around = (most) => (random() * 2 - 1) * most;
  const start = width / 2 + around(startDistanceMax);
  return {
    life: lifeMillisecondsMin + random() * (lifeMillisecondsMax - lifeMillisecondsMin),
    delay: random() * delayMillisecondsMax,
    from: inside(start),
    to: inside(start + around(driftMax)),
    rise: Math.max(0, height - size),
  };
}

/** After how long without a reaction the count begins anew, in milliseconds. */
export const tallyPauseMilliseconds = 4_000;
/** Different reactions that are counted: as many as the server tells in one tick. */
const tallyKindsMax = 32;

/**
 * How many there are of each reaction, for as long as they keep coming. Copies cannot say it: a count of 500 lets no more of
 * them fly than a count of 2. Pure: the time is handed in.
 */
export class ReactionTally {
  #counts = new Map();
  #lastAt = -Infinity;
  #pause;

  /** Counts anew after a pause of so many milliseconds. */
  constructor(pause = tallyPauseMilliseconds) { this.#pause = pause; }

  /** Takes in so many of one kind. */
  add(emoji, count, now) {
    if (!this.#goesOn(now)) this.clear();
    this.#lastAt = now;
    this.#counts.set(emoji, Math.min((this.#counts.get(emoji) ?? 0) + count, Number.MAX_SAFE_INTEGER));
    if (this.#counts.size > tallyKindsMax) this.#counts.delete(this.top(tallyKindsMax + 1, now).at(-1).emoji);
  }

  /** The kinds with the most of them, `{emoji, count}`; none after a pause. */
  top(kindsMax, now) {
    if (!this.#goesOn(now)) return [];
    return [...this.#counts].map(([emoji, count]) => ({ emoji, count }))
      .sort((one, other) => other.count - one.count).slice(0, kindsMax);
  }

  clear() {
    this.#counts.clear();
    this.#lastAt = -Infinity;
  }

  /** Whether reactions keep coming. A clock that was set back begins anew. */
  #goesOn(now) { return now >= this.#lastAt && now - this.#lastAt < this.#pause; }
}

/** The shortest time between two commands, in milliseconds. */
const sendMilliseconds = 500;
/** Taps of one kind that wait for their command: as many as one may stand for (`limits.topicCountMax`). */
export const tapsWaitingMax = 100;
/** Different reactions that wait. */
const kindsWaitingMax = 12;

/**
 * Gathers taps on reactions and sends them: the first at once, those that follow at most twice a second, equal ones in one
 * command with their number.
 */
export class ReactionSender {
  #waiting = new Map();
  #timer = null;
  #send;
  #clock;

  /**
   * @param {object} options
   * @param {(emoji: string, count: number) => void} options.send Sends so many equal reactions, 1 to 100.
   * @param {object} options.clock As `systemClock`.
   */
  constructor({ send, clock }) {
    this.#send = send;
    this.#clock = clock;
  }

  /** Whether nothing was sent just now. */
  get isIdle() { return this.#timer === null; }

  /** Adds one tap. Answers false where so many wait that it does not count. */
  tap(emoji) {
    const count = this.#waiting.get(emoji) ?? 0;
    if (count === tapsWaitingMax || (count === 0 && this.#waiting.size === kindsWaitingMax)) return false;
    this.#waiting.set(emoji, count + 1);
    if (this.isIdle) this.#flush();
    return true;
  }

  /** Sends what waits; for when the viewer leaves. */
  stop() {
    if (this.#timer !== null) this.#clock.cancel(this.#timer);
    this.#timer = null;
    while (this.#sendNext());
  }

  /** Forgets what waits; for when it may not be sent any more. */
  forget() { this.#waiting.clear(); }

  #flush() {
    this.#timer = null;
    if (this.#sendNext()) this.#timer = this.#clock.after(sendMilliseconds, () => this.#flush());
  }

  /** Sends the kind that has waited longest. */
  #sendNext() {
    if (this.#waiting.size === 0) return false;
    const [emoji, count] = this.#waiting.entries().next().value;
    this.#waiting.delete(emoji);
    this.#send(emoji, count);
    return true;
  }
}
