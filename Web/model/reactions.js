// Reactions: emojis that fly over the stage for everybody in a live. All of this is pure. moments.js listens to their topic.

/**
 * The reactions that the page offers, with the key of each name. They are spelled as emoji keyboards spell them, because the server counts
 * only byte-equal messages together.
 */
export const offeredReactions = Object.freeze([
  { emoji: "❤️", name: "reactions.heart" },
  { emoji: "🔥", name: "reactions.fire" },
  { emoji: "👏", name: "reactions.applause" },
  { emoji: "😂", name: "reactions.laughter" },
  { emoji: "😮", name: "reactions.surprise" },
  { emoji: "🎉", name: "reactions.party" },
]);

/** The number of flying copies for one reaction. */
export const copiesPerReaction = 8;
/** The most copies on the stage. */
export const copiesVisibleMax = 13;
/** How long a copy is on the stage, in milliseconds. */
export const lifeMillisecondsMin = 2_500;
export const lifeMillisecondsMax = 3_500;
/** The longest delay between a reaction and a rising copy, in milliseconds. It is part of the copy's life. */
export const delayMillisecondsMax = 500;
/** The largest distance from the middle at which a copy starts, and its largest drift sideways, in CSS pixels. */
export const startDistanceMax = 50;
export const driftMax = 150;
/** The number of different reactions of others that one event lets fly. */
const kindsOfEventMax = 3;
/** The copies of the user's own reaction on a full stage. As many of the oldest copies make room. */
export const ownCopiesMin = 2;

/** The most UTF-16 units of an emoji. The longest ones, families and flags of regions, have fewer. */
const emojiUnitsMax = 40;
const emojiPattern = new RegExp([
  // Flags of countries, and keycap digits.
  "^(?:\\p{Regional_Indicator}{2}|[0-9#*]\\uFE0F?\\u20E3",
  // A pictograph with its skin tone, its flag's region or its form, and those joined to it.
  "|\\p{Extended_Pictographic}(?:\\uFE0F|\\p{Emoji_Modifier})?(?:[\\u{E0020}-\\u{E007E}]+\\u{E007F})?",
  "(?:\\u200D\\p{Extended_Pictographic}(?:\\uFE0F|\\p{Emoji_Modifier})?)*)$",
].join(""), "u");

/** Whether a text is exactly one emoji. */
export function isEmoji(text) {
  return text.length <= emojiUnitsMax && emojiPattern.test(text);
}

/**
 * Reads the reactions in a topic's messages. A message that is not one emoji belongs to the app and is left out.
 *
 * @param {{message: string, sender: {userID: string}, count?: ?number, senders?: ?{user: {userID: string}, count: number}[]}[]} messages
 *   The server's messages: `count` is the number of equal messages that one stands for, and `senders` names the top senders.
 * @param {string} ownID The page's user.
 * @returns {{emoji: string, count: number, own: number}[]} `own` counts those that are known to be the user's.
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
 * Chooses the copies that fly for an event: other people's most frequent reactions by turns, as far as the stage has room. The user's own
 * fly when tapped.
 *
 * @param {{emoji: string, count: number, own: number}[]} reactions The result of `readReactions`.
 * @param {number} visible The number of copies on the stage.
 * @returns {string[]} One emoji for each copy.
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

/** The number of copies of the user's own reaction, with this many on the stage. */
export function ownCopies(visible) {
  return Math.max(ownCopiesMin, Math.min(copiesPerReaction, copiesVisibleMax - visible));
}

/**
 * The path of a copy over the stage. It rises from the bottom and stays inside.
 *
 * @param {{width: number, height: number, size: number}} stage The size of the stage and of the copy, in CSS pixels.
 * @param {() => number} [random] A number from 0 up to 1.
 * @returns {{life: number, delay: number, from: number, to: number, rise: number}} `life` includes the `delay`, both in
 *   milliseconds. The middle of the copy starts `from` pixels from the left and ends at `to`, `rise` pixels higher.
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

/** The pause without reactions after which the count restarts, in milliseconds. */
export const tallyPauseMilliseconds = 4_000;
/** The number of different reactions that are counted, which is the server's most in one tick. */
const tallyKindsMax = 32;

/**
 * Counts each reaction while they keep coming. Copies cannot show it: 500 reactions make no more of them fly than two do. Pure: the
 * time is passed in.
 */
export class ReactionTally {
  #counts = new Map();
  #lastAt = -Infinity;
  #pause;

  /** The count restarts after a pause of this many milliseconds. */
  constructor(pause = tallyPauseMilliseconds) { this.#pause = pause; }

  /** Adds this many reactions of one kind. */
  add(emoji, count, now) {
    if (!this.#goesOn(now)) this.clear();
    this.#lastAt = now;
    this.#counts.set(emoji, Math.min((this.#counts.get(emoji) ?? 0) + count, Number.MAX_SAFE_INTEGER));
    if (this.#counts.size > tallyKindsMax) this.#counts.delete(this.top(tallyKindsMax + 1, now).at(-1).emoji);
  }

  /** The most frequent kinds, `{emoji, count}`; none after a pause. */
  top(kindsMax, now) {
    if (!this.#goesOn(now)) return [];
    return [...this.#counts].map(([emoji, count]) => ({ emoji, count }))
      .sort((one, other) => other.count - one.count).slice(0, kindsMax);
  }

  clear() {
    this.#counts.clear();
    this.#lastAt = -Infinity;
  }

  /** Whether reactions keep coming. A clock that was set back restarts the count. */
  #goesOn(now) { return now >= this.#lastAt && now - this.#lastAt < this.#pause; }
}

/** The shortest time between two commands, in milliseconds. */
const sendMilliseconds = 500;
/** The most taps of one kind that wait for their command, which is a command's largest count (`limits.topicCountMax`). */
export const tapsWaitingMax = 100;
/** The number of different reactions that may wait. */
const kindsWaitingMax = 12;

/**
 * Collects taps on reactions and sends them: the first at once, further ones at most twice a second, with equal ones counted in one
 * command.
 */
export class ReactionSender {
  #waiting = new Map();
  #timer = null;
  #send;
  #clock;

  /**
   * @param {object} options
   * @param {(emoji: string, count: number) => void} options.send Sends this many equal reactions, 1 to 100.
   * @param {object} options.clock Like `systemClock`.
   */
  constructor({ send, clock }) {
    this.#send = send;
    this.#clock = clock;
  }

  /** Whether no command was sent just now. */
  get isIdle() { return this.#timer === null; }

  /** Adds one tap. Returns false if so many wait that it does not count. */
  tap(emoji) {
    const count = this.#waiting.get(emoji) ?? 0;
    if (count === tapsWaitingMax || (count === 0 && this.#waiting.size === kindsWaitingMax)) return false;
    this.#waiting.set(emoji, count + 1);
    if (this.isIdle) this.#flush();
    return true;
  }

  /** Sends the waiting taps when the viewer leaves. */
  stop() {
    if (this.#timer !== null) this.#clock.cancel(this.#timer);
    this.#timer = null;
    while (this.#sendNext());
  }

  /** Drops the waiting taps when they may no longer be sent. */
  forget() { this.#waiting.clear(); }

  #flush() {
    this.#timer = null;
    if (this.#sendNext()) this.#timer = this.#clock.after(sendMilliseconds, () => this.#flush());
  }

  /** Sends the kind that has waited the longest. */
  #sendNext() {
    if (this.#waiting.size === 0) return false;
    const [emoji, count] = this.#waiting.entries().next().value;
    this.#waiting.delete(emoji);
    this.#send(emoji, count);
    return true;
  }
}
