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
