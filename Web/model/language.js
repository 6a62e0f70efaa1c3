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
  const loaded = await loaders[wanted]();
  tag = wanted;
  words = loaded.words;
  // The reader's own kind of it, en-GB or en-IN, says how dates and numbers are written.
  tools = toolsOf(wished.find((wish) => localeOf(wish)?.language === wanted) ?? wanted);
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

/** The time of day of a Unix time in milliseconds, `14:05`. */
export function formatTime(milliseconds) { return tools.time.format(writable(milliseconds)); }

/** The time of day, and the day unless it is today's. */
export function formatWhen(milliseconds, now = Date.now()) {
  const isToday = new Date(writable(milliseconds)).toDateString() === new Date(now).toDateString();
  return isToday ? formatTime(milliseconds) : formatMoment(milliseconds);
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
  const time = { hour: "2-digit", minute: "2-digit" };
  return {
    plural: new Intl.PluralRules(locale),
    list: new Intl.ListFormat(locale, { type: "conjunction" }),
    whole: new Intl.NumberFormat(locale),
    compact: new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }),
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
