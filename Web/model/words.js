// Names, colours, addresses, settings, and the language of the page. The texts are in ../words/.

// Names and ids for people.

const adjectives = ["Amber", "Brave", "Calm", "Dapper", "Eager", "Fancy", "Gentle", "Happy", "Jolly", "Keen", "Lucky",
  "Merry", "Nimble", "Proud", "Quiet", "Sunny", "Swift", "Tidy", "Vivid", "Witty"];
const animals = ["Badger", "Crane", "Dolphin", "Falcon", "Finch", "Fox", "Gecko", "Heron", "Koala", "Lark", "Lynx",
  "Marten", "Otter", "Panda", "Puffin", "Robin", "Seal", "Swan", "Tapir", "Wren"];

/** A user id and a name for a guest, from a generator of random numbers from 0 up to 1. */
export function randomGuest(random = Math.random) {
  const pick = (words) => words[Math.floor(random() * words.length)];
  const adjective = pick(adjectives);
  const animal = pick(animals);
  const number = 1_000 + Math.floor(random() * 9_000);
  return { userID: `${adjective}-${animal}-${number}`.toLowerCase(), name: `${adjective} ${animal}` };
}

/** Whether a text is a valid user id: 1 to 32 of `[A-Za-z0-9_-]`. */
export function isUserID(text) {
  return typeof text === "string" && /^[A-Za-z0-9_-]{1,32}$/.test(text);
}

/** `0:42`, `12:05`, `1:02:03` */
export function formatDuration(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The longest prefix of a text that fits into this many bytes of UTF-8, without cutting a character. */
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
 * An address from which the page may load an image: the own server's, or one with https. Anybody can choose the address of a picture or a
 * cover.
 *
 * @returns {?string} null if the address is not allowed.
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
 * Reads the page's address: `/` is the list, `/feed` the feed, `/me` the user's own page, `/live/<encoded live id>` a live, and in a frame
 * `/embed/<encoded live id>`, `/studio` starts a live, `/studio/<encoded live id>` its picture. Older links have the path in the hash.
 *
 * @param {{pathname: string, hash: string}} address
 * @returns {{view: "list"} | {view: "feed"} | {view: "me"} | {view: "live", liveID: string} | {view: "studio", liveID: ?string}
 *   | {view: "missing"}}
 */
export function parseRoute({ pathname, hash }) {
  const path = pathname === "/" && hash.startsWith("#/") ? hash.slice(1) : pathname;
  if (path === "/") return { view: "list" };
  if (path === "/feed") return { view: "feed" };
  if (path === "/me") return { view: "me" };
  if (path === "/studio") return { view: "studio", liveID: null };
  const match = /^\/(live|studio|embed)\/([^/]+)$/.exec(path);
  if (!match) return { view: "missing" };
  try {
    const liveID = decodeURIComponent(match[2]);
    if (!/^[\x20-\x7e]{1,48}$/.test(liveID)) return { view: "missing" };
    return { view: match[1] === "studio" ? "studio" : "live", liveID };
  } catch {
    return { view: "missing" };
  }
}

/** The path of a route. A browser takes `.` and `..` for folders, so lives of these names stand in the hash. */
export function pathOf(route) {
  const { view, liveID } = route;
  if (view === "list" || view === "missing") return "/";
  if (liveID === null || liveID === undefined) return `/${view}`;
  const path = `/${view}/${encodeURIComponent(liveID)}`;
  return liveID === "." || liveID === ".." ? `/#${path}` : path;
}

/** The address of a route on this page, with the query that the page was opened with. */
export function addressOf(route, query = globalThis.location?.search ?? "") {
  const path = pathOf(route);
  return path.startsWith("/#") ? `/${query}${path.slice(1)}` : `${path}${query}`;
}

/** The browser's storage of the given kind, or null if the browser refuses it. */
export function storageOf(kind) {
  try {
    const storage = globalThis[kind];
    storage.getItem("ovation");
    return storage;
  } catch {
    return null;
  }
}

/** What the page remembers in this browser: the guest's name and id, and the user's switches. */
export class Settings {
  #storage;

  constructor(storage = storageOf("localStorage")) { this.#storage = storage; }

  /** The guest of this browser, the same on every visit. */
  guest() {
    const stored = this.#read("guest");
    if (isUserID(stored?.userID) && typeof stored.name === "string") return stored;
    const guest = randomGuest();
    this.#write("guest", guest);
    return guest;
  }

  set guestName(name) { this.#write("guest", { ...this.guest(), name }); }

  /** Makes the next visit another guest's. */
  forgetGuest() { this.#remove("guest"); }

  /** Whether messages fly over the stage. */
  get isBarrageOn() { return this.#read("barrage") ?? true; }
  set isBarrageOn(isOn) { this.#write("barrage", isOn); }

  /** Whether gifts may fill the screen, or null if the user has not chosen. */
  get areEffectsOn() { return this.#read("effects"); }
  set areEffectsOn(areOn) { this.#write("effects", areOn); }

  /** Whether effects may play sound. */
  get isEffectSoundOn() { return this.#read("effectSound") ?? false; }
  set isEffectSoundOn(isOn) { this.#write("effectSound", isOn); }

  /** Whether reactions are shown, and whether a key opens their choice. */
  get areReactionsOn() { return this.#read("reactions") ?? true; }
  set areReactionsOn(areOn) { this.#write("reactions", areOn); }
  get isReactionKeyOn() { return this.#read("reactionKey") ?? true; }
  set isReactionKeyOn(isOn) { this.#write("reactionKey", isOn); }

  /** Whether the page moves as little as it can, also where the system asks for no less motion. */
  get isMotionReduced() { return this.#read("motionReduced") ?? false; }
  set isMotionReduced(isReduced) { this.#write("motionReduced", isReduced); }

  /** The colours of the page: `light`, `dark`, or `auto` for those of the system. */
  get theme() { return ["light", "dark"].find((theme) => theme === this.#read("theme")) ?? "auto"; }
  set theme(theme) { this.#write("theme", theme); }

  /** Has the page's styles and scripts obey motion and theme. */
  apply() { Object.assign(document.documentElement.dataset, { motion: this.isMotionReduced ? "reduced" : "", theme: this.theme }); }

  /** What a screen reader announces of the chat, or null if the user has not chosen. */
  get chatReading() { return this.#read("chatReading"); }
  set chatReading(level) { this.#write("chatReading", level); }

  /** The volume of pictures from 0 to 1, and whether they are audible, or null if the user has not chosen. */
  get pictureVolume() {
    const volume = this.#read("pictureVolume");
    return typeof volume === "number" && volume >= 0 && volume <= 1 ? volume : 1;
  }
  set pictureVolume(volume) { this.#write("pictureVolume", volume); }
  get isPictureHeard() { return this.#read("pictureHeard"); }
  set isPictureHeard(isHeard) { this.#write("pictureHeard", isHeard); }

  /** The last choice in the studio; empty if there was none. */
  get studioChoice() {
    const choice = this.#read("studio");
    return typeof choice === "object" && choice !== null && typeof choice.source === "string" ? choice : {};
  }
  set studioChoice(choice) { this.#write("studio", choice); }

  /** The tag of the chosen language, or null. */
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
      // As in `#write`.
    }
  }
}

/** The number of lives whose drafts are kept. */
const draftsMax = 20;

/** Unsent texts by live, kept across a mute, a reload and a visit to the list. */
export class Drafts {
  #storage;
  #texts;

  constructor(storage = storageOf("sessionStorage")) {
    this.#storage = storage;
    this.#texts = new Map(this.#read());
  }

  /** The unsent text in a live; empty if there is none. */
  of(liveID) { return this.#texts.get(liveID) ?? ""; }

  /** Keeps the unsent text of a live. */
  keep(liveID, text) {
    this.#texts.delete(liveID);
    if (text !== "") this.#texts.set(liveID, text);
    if (this.#texts.size > draftsMax) this.#texts.delete(this.#texts.keys().next().value);
    try {
      this.#storage?.setItem("ovation.drafts", JSON.stringify([...this.#texts]));
    } catch {
      // A reload then loses the texts.
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

// The language of the page: its texts, numbers and dates, and names within them. The texts are in ../words/.

/** The languages of the page by tag, each with its own name. */
export const languages = Object.freeze({ en: "English", "zh-Hans": "简体中文", ja: "日本語" });

const defaultTag = "en";

// A browser loads only its own language, and of it the parts that its views need. The paths are written out, so that every server of the
// page finds them.
const loaders = {
  page: {
    en: () => import("../words/en.js"), "zh-Hans": () => import("../words/zh-Hans.js"),
    ja: () => import("../words/ja.js"),
  },
  // For pictures: the picture on the stage, the studio and the feed.
  picture: {
    en: () => import("../words/picture/en.js"), "zh-Hans": () => import("../words/picture/zh-Hans.js"),
    ja: () => import("../words/picture/ja.js"),
  },
  // For hosts: the studio, their desk beside the stage, and their summary.
  studio: {
    en: () => import("../words/studio/en.js"), "zh-Hans": () => import("../words/studio/zh-Hans.js"),
    ja: () => import("../words/studio/ja.js"),
  },
  // For seats, and lives together.
  seats: {
    en: () => import("../words/seats/en.js"), "zh-Hans": () => import("../words/seats/zh-Hans.js"),
    ja: () => import("../words/seats/ja.js"),
  },
  // For the menus of a chat, its pinned message and the combo button.
  talk: {
    en: () => import("../words/talk/en.js"), "zh-Hans": () => import("../words/talk/zh-Hans.js"),
    ja: () => import("../words/talk/ja.js"),
  },
  // For the views outside a live: the list, the user's own page and the bar below them.
  plaza: {
    en: () => import("../words/plaza/en.js"), "zh-Hans": () => import("../words/plaza/zh-Hans.js"),
    ja: () => import("../words/plaza/ja.js"),
  },
  // For operators.
  console: {
    en: () => import("../words/console/en.js"), "zh-Hans": () => import("../words/console/zh-Hans.js"),
    ja: () => import("../words/console/ja.js"),
  },
};

const spokenParts = new Set(["page"]);
let tag = defaultTag;
let words = {};
let tools = toolsOf(defaultTag);

/** The tag of the current language. */
export function currentLanguage() { return tag; }

/**
 * Chooses the page's language for a user.
 *
 * @param {?string} chosen The user's choice, if any.
 * @param {readonly string[]} wished The languages that the browser asks for, best first.
 * @returns {string} One of `languages`. A reader of Traditional Chinese does not get Simplified Chinese, but the next wish.
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
 * Loads a language and uses it from now on. The screen keeps its texts until it is drawn again.
 *
 * @param {string} wanted One of `languages`.
 */
export async function useLanguage(wanted, wished = globalThis.navigator?.languages ?? []) {
  const parts = await Promise.all([...spokenParts].map((part) => loaders[part][wanted]()));
  tag = wanted;
  words = Object.assign({}, ...parts.map((part) => part.words));
  // The reader's regional variant, such as en-GB or en-IN, decides how dates and numbers are written.
  tools = toolsOf(wished.find((wish) => localeOf(wish)?.language === wanted) ?? wanted);
}

/**
 * Loads another part of the texts too.
 *
 * @param {"picture" | "seats" | "studio" | "plaza" | "talk" | "console"} part
 */
export async function speakOf(part) {
  if (spokenParts.has(part)) return;
  const wanted = tag;
  const more = await loaders[part][wanted]();
  spokenParts.add(part);
  // Another language was chosen meanwhile.
  if (wanted !== tag) await useLanguage(tag);
  else words = { ...words, ...more.words };
}

/** Whether a key has a text. */
export function hasWords(key) { return Object.hasOwn(words, key); }

/**
 * The text of a key.
 *
 * @param {string} key A key of `Web/words/en.js`.
 * @param {object} [values] The values for the placeholders in braces. `count` chooses the plural form. Numbers follow the language.
 *   The caller has to isolate people's names (`isolated`).
 */
export function say(key, values = {}) {
  return sayParts(key, values).join("");
}

/**
 * The text of a key in parts: texts, and the nodes among the values in their placeholders' places. The language decides the order.
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

/** Lists several names in the language's way: `Ada, Bo and Cleo`. Takes and returns parts as `sayParts` does. */
export function listParts(pieces) {
  // Formatting one letter for each part gives the language's own separators.
  const marks = pieces.map((_, index) => String(index));
  return tools.list.formatToParts(marks).map(
    ({ type, value }) => (type === "element" ? pieces[Number(value)] : value));
}

/** `12,345` */
export function formatNumber(number) { return tools.whole.format(number); }

/** `12.3K`; below ten thousand the whole number. */
export function formatCompact(number) {
  return number < 10_000 ? tools.whole.format(number) : tools.compact.format(number);
}

/** `2.1`, with one decimal. */
export function formatTenths(number) { return tools.tenths.format(number); }

/** The time of day of a Unix time in milliseconds, `14:05`. */
export function formatTime(milliseconds) { return tools.time.format(writable(milliseconds)); }

/** The time of day, with the day unless it is today. */
export function formatWhen(milliseconds, now = Date.now()) {
  const isToday = new Date(writable(milliseconds)).toDateString() === new Date(now).toDateString();
  return isToday ? formatTime(milliseconds) : formatMoment(milliseconds);
}

/** Why and until when the user may not write in a live; empty if they may. `now` is the server's time. */
export function silenceWords({ silencedBy, mutedUntil }, now) {
  if (silencedBy === "mutedForAll") return say("chat.mutedForAll");
  if (silencedBy !== "muted") return "";
  return mutedUntil === null ? say("chat.muted") : say("chat.mutedUntil", { time: formatWhen(mutedUntil, now) });
}

/** The day and time, `Sat, Nov 29, 2025, 14:05`. */
export function formatMoment(milliseconds) { return tools.moment.format(writable(milliseconds)); }

/** A server may send a time beyond every calendar of a browser. */
function writable(milliseconds) {
  const most = 8_640_000_000_000_000;
  return Math.max(-most, Math.min(milliseconds, most));
}

/**
 * The meaning of a refusal in the page's language. A text of the app's own backend stays as it is.
 *
 * @param {{name: string, code: number, message: string}} rejection
 */
export function explain({ name, code, message }) {
  const key = `error.${name}`;
  if (hasWords(key)) return say(key);
  return isOfApp(code) && message ? plainName(message) : say("error.other", { code: String(code ?? name) });
}

/** The codes of the app's own review and billing, which come with the app's texts. */
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
 * Characters that change the direction of the text around them, U+202A to U+202E and U+2066 to U+2069. The server refuses them in names and
 * titles. Older names are shown without them.
 */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/gu;

/** Letters and marks that run from right to left. */
const rightToLeft = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Another user's name or title without the characters that change the direction of the text around it. */
export function plainName(text) { return text.replace(directionControls, ""); }

/** The name to show for a user, or the user id if nothing visible is left of the name. */
export function nameOf({ userID, userName }) {
  const name = plainName(userName);
  return name.trim() === "" ? userID : name;
}

/**
 * A name or title for a place without elements, such as a label or the page's title. It cannot change the order of the text around it.
 */
export function isolated(text) {
  const plain = plainName(text);
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}
