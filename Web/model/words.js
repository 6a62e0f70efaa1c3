// Names, colours, addresses, settings, and the language of the page. The words themselves are in ../words/.

// Names, lengths and colours for people. The words of the page are in ../words/.

const adjectives = ["Amber", "Brave", "Calm", "Dapper", "Eager", "Fancy", "Gentle", "Happy", "Jolly", "Keen", "Lucky",
  "Merry", "Nimble", "Proud", "Quiet", "Sunny", "Swift", "Tidy", "Vivid", "Witty"];
const animals = ["Badger", "Crane", "Dolphin", "Falcon", "Finch", "Fox", "Gecko", "Heron", "Koala", "Lark", "Lynx",
  "Marten", "Otter", "Panda", "Puffin", "Robin", "Seal", "Swan", "Tapir", "Wren"];

/** A user id and a name for a guest, by a source of random numbers from 0 up to 1. */
export function randomGuest(random = Math.random) {
  const pick = (words) => words[Math.floor(random() * words.length)];
  const adjective = pick(adjectives);
  const animal = pick(animals);
  const number = 1_000 + Math.floor(random() * 9_000);
  return { userID: `${adjective}-${animal}-${number}`.toLowerCase(), name: `${adjective} ${animal}` };
}

/** Whether a text may be a user id: 1 to 32 of `[A-Za-z0-9_-]`. */
export function isUserID(text) {
  return typeof text === "string" && /^[A-Za-z0-9_-]{1,32}$/.test(text);
}

/** An id for a new live. */
export function makeLiveID(crypto = globalThis.crypto) {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return `live-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** A colour's hue, 0 to 359, that is always the same for the same text. */
export function hueOf(text) {
  let hash = 2_166_136_261;
  for (const character of text) {
    hash ^= character.codePointAt(0);
    hash = Math.imul(hash, 16_777_619) >>> 0;
  }
  // Ids that differ in their last letter only would be neighbours else.
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909) >>> 0;
  return ((hash ^ (hash >>> 16)) >>> 0) % 360;
}

/** One or two letters that stand for a name. */
export function initialsOf(name) {
  const words = name.trim().split(/[\s_-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const letters = words.slice(0, 2).map((word) => [...word][0]);
  return letters.length > 0 ? letters.join("").toUpperCase() : "?";
}

/** `0:42`, `12:05`, `1:02:03` */
export function formatDuration(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The longest start of a text that has at most so many bytes of UTF-8, never half a character. */
export function clipBytes(text, bytesMax) {
  const encoder = new TextEncoder();
  let clipped = "";
  let bytes = 0;
  for (const character of text) {
    bytes += encoder.encode(character).length;
    if (bytes > bytesMax) break;
    clipped += character;
  }
  return clipped;
}

/**
 * An address that the page may load an image from: of its own server or over https. Others' pictures and covers are
 * addresses that anybody may choose.
 *
 * @returns {?string} null where it may not.
 */
export function imageURL(address, base = globalThis.location?.href) {
  if (!address) return null;
  try {
    const url = new URL(address, base);
    const isOwn = base !== undefined && url.origin === new URL(base).origin;
    return isOwn || url.protocol === "https:" ? url.href : null;
  } catch {
    return null;
  }
}

/**
 * Reads the page's hash: `#/` is the list, `#/feed` the feed, `#/live/<encoded live id>` a live, `#/studio` where one begins and
 * `#/studio/<encoded live id>` where the picture of one that is on does.
 *
 * @returns {{view: "list"} | {view: "feed"} | {view: "live", liveID: string} | {view: "studio", liveID: ?string}}
 */
export function parseRoute(hash) {
  if (hash === "#/feed") return { view: "feed" };
  if (hash === "#/studio") return { view: "studio", liveID: null };
  const match = /^#\/(live|studio)\/([^/]+)$/.exec(hash);
  if (!match) return { view: "list" };
  try {
    const liveID = decodeURIComponent(match[2]);
    if (!/^[\x20-\x7e]{1,48}$/.test(liveID)) return { view: "list" };
    return match[1] === "live" ? { view: "live", liveID } : { view: "studio", liveID };
  } catch {
    return { view: "list" };
  }
}

/** The hash of a live. */
export function liveHash(liveID) {
  return `#/live/${encodeURIComponent(liveID)}`;
}

/** The hash of the studio for a live that is on. */
export function studioHash(liveID) {
  return `#/studio/${encodeURIComponent(liveID)}`;
}

/** The browser's storage of a kind, or null where it refuses. */
export function storageOf(kind) {
  try {
    const storage = globalThis[kind];
    storage.getItem("ovation");
    return storage;
  } catch {
    return null;
  }
}

/** What the page remembers in this browser: the guest's name and id, and what is switched off. */
export class Settings {
  #storage;

  constructor(storage = storageOf("localStorage")) { this.#storage = storage; }

  /** Who a guest is: the same on every visit. */
  guest() {
    const stored = this.#read("guest");
    if (isUserID(stored?.userID) && typeof stored.name === "string") return stored;
    const guest = randomGuest();
    this.#write("guest", guest);
    return guest;
  }

  set guestName(name) { this.#write("guest", { ...this.guest(), name }); }

  /** Makes the next visit one of somebody else. */
  forgetGuest() { this.#remove("guest"); }

  /** Whether messages fly over the stage. */
  get isBarrageOn() { return this.#read("barrage") ?? true; }
  set isBarrageOn(isOn) { this.#write("barrage", isOn); }

  /** Whether gifts may fill the screen; null where the user has not said. */
  get areEffectsOn() { return this.#read("effects"); }
  set areEffectsOn(areOn) { this.#write("effects", areOn); }

  /** Whether effects may be heard. */
  get isEffectSoundOn() { return this.#read("effectSound") ?? false; }
  set isEffectSoundOn(isOn) { this.#write("effectSound", isOn); }

  /** Whether reactions are shown, and whether a key opens those to choose from. */
  get areReactionsOn() { return this.#read("reactions") ?? true; }
  set areReactionsOn(areOn) { this.#write("reactions", areOn); }
  get isReactionKeyOn() { return this.#read("reactionKey") ?? true; }
  set isReactionKeyOn(isOn) { this.#write("reactionKey", isOn); }

  /** What a screen reader is told of the chat; null where the user has not said. */
  get chatReading() { return this.#read("chatReading"); }
  set chatReading(level) { this.#write("chatReading", level); }

  /** How loud pictures are, from 0 to 1, and whether they are heard; null where the user has not said. */
  get pictureVolume() {
    const volume = this.#read("pictureVolume");
    return typeof volume === "number" && volume >= 0 && volume <= 1 ? volume : 1;
  }
  set pictureVolume(volume) { this.#write("pictureVolume", volume); }
  get isPictureHeard() { return this.#read("pictureHeard"); }
  set isPictureHeard(isHeard) { this.#write("pictureHeard", isHeard); }

  /** What was chosen in the studio last; empty where nothing was. */
  get studioChoice() {
    const choice = this.#read("studio");
    return typeof choice === "object" && choice !== null && typeof choice.source === "string" ? choice : {};
  }
  set studioChoice(choice) { this.#write("studio", choice); }

  /** The language that the user chose, a tag; null where they did not. */
  get language() { return this.#read("language"); }
  set language(tag) { this.#write("language", tag); }

  #read(name) {
    try {
      return JSON.parse(this.#storage?.getItem(`ovation.${name}`) ?? "null");
    } catch {
      return null;
    }
  }

  #write(name, value) {
    try {
      this.#storage?.setItem(`ovation.${name}`, JSON.stringify(value));
    } catch {
      // A browser that refuses to store asks again on the next visit.
    }
  }

  #remove(name) {
    try {
      this.#storage?.removeItem(`ovation.${name}`);
    } catch {
      // As above.
    }
  }
}

/** Lives whose texts are kept. */
const draftsMax = 20;

/** What somebody has typed and not sent, by live: kept over a mute, a reload and a visit to the list. */
export class Drafts {
  #storage;
  #texts;

  constructor(storage = storageOf("sessionStorage")) {
    this.#storage = storage;
    this.#texts = new Map(this.#read());
  }

  /** What was typed in a live; empty where nothing was. */
  of(liveID) { return this.#texts.get(liveID) ?? ""; }

  /** Keeps what is typed in a live. */
  keep(liveID, text) {
    this.#texts.delete(liveID);
    if (text !== "") this.#texts.set(liveID, text);
    if (this.#texts.size > draftsMax) this.#texts.delete(this.#texts.keys().next().value);
    try {
      this.#storage?.setItem("ovation.drafts", JSON.stringify([...this.#texts]));
    } catch {
      // Then a reload loses them.
    }
  }

  #read() {
    try {
      const stored = JSON.parse(this.#storage?.getItem("ovation.drafts") ?? "[]");
      return stored.filter(([liveID, text]) => typeof liveID === "string" && typeof text === "string");
    } catch {
      return [];
    }
  }
}

// The language of the page: its words, its numbers, its dates, and names within them. The words are in ../words/.

/** The languages of the page, by tag, each under its own name. */
export const languages = Object.freeze({ en: "English", "zh-Hans": "简体中文", ja: "日本語" });

const defaultTag = "en";

// A browser loads the one that it needs. Paths are written out, so that whatever serves the page finds them.
const loaders = {
  en: () => import("../words/en.js"),
  "zh-Hans": () => import("../words/zh-Hans.js"),
  ja: () => import("../words/ja.js"),
};

// The words of pictures, which few views need.
const pictureLoaders = {
  en: () => import("../words/picture/en.js"),
  "zh-Hans": () => import("../words/picture/zh-Hans.js"),
  ja: () => import("../words/picture/ja.js"),
};

let arePicturesSpoken = false;
let tag = defaultTag;
let words = {};
let tools = toolsOf(defaultTag);

/** The tag of the language in use. */
export function currentLanguage() { return tag; }

/**
 * Which language the page has for somebody.
 *
 * @param {?string} chosen What they chose, if anything.
 * @param {readonly string[]} wished What their browser asks for, the first one first.
 * @returns {string} One of `languages`. Traditional Chinese is told apart: who reads it gets the next that they wish.
 */
export function pickLanguage(chosen, wished = globalThis.navigator?.languages ?? []) {
  if (Object.hasOwn(languages, chosen ?? "")) return chosen;
  for (const wish of wished) {
    const locale = localeOf(wish);
    if (!locale) continue;
    const known = Object.keys(languages).find(
      (own) => own === locale.language || own === `${locale.language}-${locale.script}`);
    if (known) return known;
  }
  return defaultTag;
}

function localeOf(wish) {
  try {
    return new Intl.Locale(wish).maximize();
  } catch {
    return null;
  }
}

/**
 * Loads a language and uses it from now on. What is on the screen stays as it is until it is drawn again.
 *
 * @param {string} wanted One of `languages`.
 */
export async function useLanguage(wanted, wished = globalThis.navigator?.languages ?? []) {
  const [loaded, more] = await Promise.all([loaders[wanted](), arePicturesSpoken && pictureLoaders[wanted]()]);
  tag = wanted;
  words = { ...loaded.words, ...(more && more.words) };
  // The reader's own kind of it, en-GB or en-IN, says how dates and numbers are written.
  tools = toolsOf(wished.find((wish) => localeOf(wish)?.language === wanted) ?? wanted);
}

/** Loads the words of pictures, too: of the picture itself, the studio and the feed. */
export async function speakOfPictures() {
  if (arePicturesSpoken) return;
  const wanted = tag;
  const more = await pictureLoaders[wanted]();
  arePicturesSpoken = true;
  // Another language was chosen meanwhile.
  if (wanted !== tag) await useLanguage(tag);
  else words = { ...words, ...more.words };
}

/** Whether there are words under a key. */
export function hasWords(key) { return Object.hasOwn(words, key); }

/**
 * The words under a key.
 *
 * @param {string} key A key of `Web/words/en.js`.
 * @param {object} [values] What stands for the places in braces. `count` chooses among plural forms. Numbers are written
 *   as the language writes them; names of people have to be isolated by the caller (`isolated`).
 */
export function say(key, values = {}) {
  return sayParts(key, values).join("");
}

/**
 * The words under a key, in pieces: texts, and in their places the nodes among the values. The order of the places is the
 * language's own.
 *
 * @returns {(string|Node)[]}
 */
export function sayParts(key, values = {}) {
  return patternOf(key, values.count).split(/\{(\w+)\}/u).map((piece, index) => {
    if (index % 2 === 0) return piece;
    const value = values[piece];
    return typeof value === "number" ? formatNumber(value) : value ?? "";
  }).filter((piece) => piece !== "");
}

function patternOf(key, count) {
  const entry = words[key];
  if (entry === undefined) return key;
  if (typeof entry === "string") return entry;
  return entry[tools.plural.select(typeof count === "number" ? count : 0)] ?? entry.other;
}

/** Several names in a row, as the language lists them: `Ada, Bo and Cleo`. Takes and answers pieces as `sayParts`. */
export function listParts(pieces) {
  // The list's own words come from its form with a letter for each piece.
  const marks = pieces.map((_, index) => String(index));
  return tools.list.formatToParts(marks).map(
    ({ type, value }) => (type === "element" ? pieces[Number(value)] : value));
}

/** `12,345` */
export function formatNumber(number) { return tools.whole.format(number); }

/** `12.3K`; whole below ten thousand. */
export function formatCompact(number) {
  return number < 10_000 ? tools.whole.format(number) : tools.compact.format(number);
}

/** `2.1`: with one digit behind the point. */
export function formatTenths(number) { return tools.tenths.format(number); }

/** The time of day of a Unix time in milliseconds, `14:05`. */
export function formatTime(milliseconds) { return tools.time.format(writable(milliseconds)); }

/** The time of day, and the day unless it is today's. */
export function formatWhen(milliseconds, now = Date.now()) {
  const isToday = new Date(writable(milliseconds)).toDateString() === new Date(now).toDateString();
  return isToday ? formatTime(milliseconds) : formatMoment(milliseconds);
}

/** Why somebody may not write in a live, and until when; empty where they may. `now` is the server's time. */
export function silenceWords({ silencedBy, mutedUntil }, now) {
  if (silencedBy === "mutedForAll") return say("chat.mutedForAll");
  if (silencedBy !== "muted") return "";
  return mutedUntil === null ? say("chat.muted") : say("chat.mutedUntil", { time: formatWhen(mutedUntil, now) });
}

/** Day and time, `Sat, Nov 29, 2025, 14:05`. */
export function formatMoment(milliseconds) { return tools.moment.format(writable(milliseconds)); }

/** A server may name a time that no calendar of a browser has. */
function writable(milliseconds) {
  const most = 8_640_000_000_000_000;
  return Math.max(-most, Math.min(milliseconds, most));
}

/**
 * What a refusal means, in the language of the page. What the app's own backend says is said as it is.
 *
 * @param {{name: string, code: number, message: string}} rejection
 */
export function explain({ name, code, message }) {
  const key = `error.${name}`;
  if (hasWords(key)) return say(key);
  return isOfApp(code) && message ? plainName(message) : say("error.other", { code: String(code ?? name) });
}

/** Numbers that the app's review and billing answer with, beside texts of the app. */
function isOfApp(code) {
  return (code >= 10_100 && code <= 10_200) || (code >= 102_100 && code <= 102_200);
}

function toolsOf(locale) {
  /** @type {Intl.DateTimeFormatOptions} */
  const time = { hour: "2-digit", minute: "2-digit" };
  return {
    plural: new Intl.PluralRules(locale),
    list: new Intl.ListFormat(locale, { type: "conjunction" }),
    whole: new Intl.NumberFormat(locale),
    compact: new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }),
    tenths: new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    time: new Intl.DateTimeFormat(locale, time),
    moment: new Intl.DateTimeFormat(
      locale, { ...time, weekday: "short", year: "numeric", month: "short", day: "numeric" }),
  };
}

/**
 * Characters that change the direction of the text around them, U+202A to U+202E and U+2066 to U+2069. The server refuses
 * them in names and titles; what was kept from before is shown without them.
 */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/gu;

/** Letters and marks that run from right to left. */
const rightToLeft = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** A name or title of others without what changes the direction of the text around it. */
export function plainName(text) { return text.replace(directionControls, ""); }

/** What to call a user: their name, or their id where nothing of the name is left to be seen. */
export function nameOf({ userID, userName }) {
  const name = plainName(userName);
  return name.trim() === "" ? userID : name;
}

/**
 * A name or title for a text that has no elements: a label, the title of the page. What is in it cannot change the order
 * of what is around it.
 */
export function isolated(text) {
  const plain = plainName(text);
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}
