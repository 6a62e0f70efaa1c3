// Times as operators read them.

/** @type {[number, Intl.RelativeTimeFormatUnit][]} */
const units = [[86_400, "day"], [3_600, "hour"], [60, "minute"], [1, "second"]];

/**
 * How long ago a time was, in the page's language.
 *
 * @param {number} milliseconds Unix milliseconds.
 */
export function relative(milliseconds, now = Date.now()) {
  const seconds = Math.round((milliseconds - now) / 1_000);
  const [size, unit] = units.find(([own]) => Math.abs(seconds) >= own) ?? [1, "second"];
  const language = globalThis.document?.documentElement.lang || "en";
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.trunc(seconds / size), unit);
}

/**
 * How long something lasts, in its two largest units, in the page's language: `3 days 4 hr`.
 *
 * @param {number} milliseconds
 */
export function span(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const first = Math.max(0, units.findIndex(([size]) => seconds >= size));
  const language = globalThis.document?.documentElement.lang || "en";
  const words = [];
  let rest = seconds;
  for (const [size, unit] of (seconds === 0 ? units.slice(-1) : units.slice(first, first + 2))) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || words.length === 0) {
      words.push(new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(count));
    }
  }
  return words.join(" ");
}

/** The Unix seconds of a day's beginning in the operator's time zone, of a text such as `2026-05-01`; 0 for none. */
export function dayStart(text) {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text);
  if (!match) return 0;
  return Math.floor(new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3])).getTime() / 1_000);
}

/** The last Unix second of that day; 0 for none. */
export function dayEnd(text) {
  const start = dayStart(text);
  if (start === 0) return 0;
  const date = new Date(start * 1_000);
  // A day may have 23 or 25 hours.
  return Math.floor(new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime() / 1_000) - 1;
}
