// Checks of values that came over the wire. A check throws a FrameError that names the place of what is wrong, never
// its value. Unknown fields are ignored; a field that is null counts as missing.

/** A frame that is not what the protocol says. */
export class FrameError extends Error {
  constructor(path, expected) {
    super(`${path || "the frame"}: expected ${expected}`);
    this.name = "FrameError";
    this.path = path;
  }
}

function primitive(expected, isRight) {
  return (value, path) => {
    if (!isRight(value)) throw new FrameError(path, expected);
  };
}

const encoder = new TextEncoder();

function isWellFormed(text) {
  // Browsers before 2023 cannot tell; the server does then.
  return text.isWellFormed?.() ?? true;
}

/** How many bytes a text has in UTF-8, which is what the protocol's limits count. */
export function byteLength(text) {
  return encoder.encode(text).length;
}

/** A text. Half a surrogate pair is none: UTF-8 cannot say it. */
export const string = primitive("a text", (value) => typeof value === "string" && isWellFormed(value));
export const boolean = primitive("true or false", (value) => typeof value === "boolean");
/** A whole number of at most 64 bits. JavaScript keeps those beyond 2^53 as the nearest that it has. */
export const integer = primitive("a whole number", (value) => Number.isInteger(value) && Math.abs(value) <= 2 ** 63);
/** A whole number that JavaScript keeps exactly: an amount of coins, or what this client sends. */
export const exactInteger = primitive("a whole number up to 2^53-1", Number.isSafeInteger);

/** A string that is one of a few. */
export function oneOf(...values) {
  return primitive(`one of ${values.join(", ")}`, (value) => values.includes(value));
}

/** A whole number that is one of a few. */
export function oneOfNumbers(...values) {
  return primitive(`one of ${values.join(", ")}`, (value) => values.includes(value));
}

/** A string of 1 to `bytesMax` of `[A-Za-z0-9_-]`. */
export function token(bytesMax) {
  const rule = new RegExp(`^[A-Za-z0-9_-]{1,${bytesMax}}$`);
  return primitive(
    `1 to ${bytesMax} of A-Z, a-z, 0-9, _ and -`, (value) => typeof value === "string" && rule.test(value));
}

/** The id of a live: 1 to 48 bytes of printable ASCII. */
export const liveID = primitive("a live id", (value) => typeof value === "string" && /^[\x20-\x7e]{1,48}$/.test(value));

/** The id of a gift: 1 to 20 bytes without control characters. */
export const giftID = primitive(
  "a gift id",
  // eslint-disable-next-line no-control-regex
  (value) => typeof value === "string" && value !== "" && byteLength(value) <= 20 && !/[\x00-\x1f\x7f]/.test(value));

/** A JSON object of whatever content. */
export const anyObject = primitive(
  "an object", (value) => typeof value === "object" && value !== null && !Array.isArray(value));

/** Anything, even nothing. */
export function anything() {}

/** A value that may be missing. */
export function maybe(check) {
  return (value, path) => {
    if (value !== undefined && value !== null) check(value, path);
  };
}

/** An array whose every element passes a check. */
export function arrayOf(check) {
  return (value, path) => {
    if (!Array.isArray(value)) throw new FrameError(path, "an array");
    value.forEach((element, index) => check(element, `${path}[${index}]`));
  };
}

/** An object whose every value passes a check. */
export function mapOf(check) {
  return (value, path) => {
    anyObject(value, path);
    for (const key of Object.keys(value)) check(value[key], `${path}.${key}`);
  };
}

/** An object with the required fields and, where they are there, the optional ones. */
export function object(required, optional = {}) {
  return (value, path) => {
    anyObject(value, path);
    const at = (field) => (path ? `${path}.${field}` : field);
    for (const [field, check] of Object.entries(required)) check(value[field], at(field));
    for (const [field, check] of Object.entries(optional)) {
      if (value[field] !== undefined && value[field] !== null) check(value[field], at(field));
    }
  };
}
