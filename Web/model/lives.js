// The list of lives, read from the server page by page while lives change their places in it, and what of it is wanted.

import { clipBytes } from "./words.js";

/** An id for a new live. */
export function makeLiveID(crypto = globalThis.crypto) {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return `live-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** The bytes of a search, as the server takes them. */
const searchBytesMax = 100;
/** How many more pages are asked for where a filter makes pages short. */
const shortPagesMax = 5;

/** What is wanted of the list: a text in the names, a category and a kind, `video` or `voice`. */
export class ListFilter {
  /** @param {{search?: unknown, category?: unknown, kind?: unknown}} given Anything that is no filter is left out. */
  constructor({ search = "", category = null, kind = null }) {
    this.search = clipBytes(typeof search === "string" ? search.trim() : "", searchBytesMax);
    this.category = Number.isSafeInteger(category) ? Number(category) : null;
    this.kind = kind === "video" || kind === "voice" ? kind : null;
  }

  /** The same filter with some of it changed. */
  with(change) { return new ListFilter({ ...this, ...change }); }

  get isOpen() { return this.search === "" && this.category === null && this.kind === null; }

  /** Tells filters apart. */
  get key() { return JSON.stringify([this.search, this.category, this.kind]); }

  /** The fields of `room.list`. */
  get fields() {
    return {
      ...(this.search !== "" && { search: this.search }), ...(this.category !== null && { category: this.category }),
      ...(this.kind && { kind: this.kind }),
    };
  }
}

/** The kind of a live, as the server tells it by the template of seats. */
export function kindOf({ seatLayoutTemplateID }) {
  return seatLayoutTemplateID >= 1 && seatLayoutTemplateID <= 199 ? "voice" : "video";
}

/** The cover of a live: the host's, else one from the running picture, else an empty text. */
export function coverOf({ coverURL, media }) { return coverURL || media?.cover || ""; }

/**
 * The categories that the operator named: their numbers and their names in a language, in the operator's order.
 *
 * @param {string} text `1=Music;zh-Hans=音乐;ja=音楽,2=Talk`, as the server puts it into the page.
 * @param {string} language
 * @returns {{number: number, name: string}[]}
 */
export function categoriesOf(text, language) {
  return text.split(",").filter((entry) => entry !== "").flatMap((entry) => {
    const [[number, name], ...others] = entry.split(";").map((part) => part.split("="));
    const named = others.find(([tag]) => tag === language)?.[1] ?? name;
    return named && /^\d{1,15}$/.test(number) ? [{ number: Number(number), name: named }] : [];
  });
}

/**
 * Reads the first pages of the list: `{rooms, hosted, hasMore}`, each live once, in the server's order.
 *
 * The list is ordered by viewers, so a live may move while two pages are read. A live that moved back is in both pages. One that moved
 * forward may be in neither. If a `shown` live is missing from several pages, they are read once more, and only a live missing from both
 * reads is gone. With a filter a page may be short although there are more: some more are read then.
 *
 * `ask` sends `room.list` with the given cursor and count.
 */
export async function readLives(ask, { pages, pageSize, shown = [] }) {
  const first = await readPages(ask, pages, pageSize);
  const found = new Set(first.rooms.map(({ info }) => info.liveID));
  if (first.pages < 2 || shown.every(({ info }) => found.has(info.liveID))) return first;
  const second = await readPages(ask, pages, pageSize);
  return { ...second, rooms: eachOnce([...second.rooms, ...first.rooms]) };
}

async function readPages(ask, pages, pageSize) {
  const rooms = [];
  let hosted = [];
  let cursor = "";
  let read = 0;
  do {
    const answer = await ask({ cursor, count: pageSize });
    if (read === 0) hosted = answer.hosted ?? [];
    rooms.push(...answer.rooms);
    cursor = answer.cursor;
    read += 1;
  } while (cursor !== "" && rooms.length < pages * pageSize && read < pages + shortPagesMax);
  return { rooms: eachOnce(rooms), hosted, hasMore: cursor !== "", pages: read };
}

/** The lives without repeats. */
function eachOnce(rooms) {
  const first = new Map();
  for (const room of rooms) {
    if (!first.has(room.info.liveID)) first.set(room.info.liveID, room);
  }
  return [...first.values()];
}

/** Lives in the order in which they are shown, with their new data and without repeats. New lives come last. */
export function inOrderOf(shown, rooms) {
  const fresh = new Map(rooms.map((room) => [room.info.liveID, room]));
  const order = new Set([...shown.map(({ info }) => info.liveID), ...fresh.keys()]);
  return [...order].filter((liveID) => fresh.has(liveID)).map((liveID) => fresh.get(liveID));
}
