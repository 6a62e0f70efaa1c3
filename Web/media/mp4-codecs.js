// The codecs of a movie from its initialisation segment (ISO/IEC 14496-12). Unreadable data has no type; nothing here throws.

import { boxesIn, first, viewOf } from "./mp4.js";

const hex = (number) => number.toString(16).toUpperCase();
const twoDigits = (text) => text.padStart(2, "0");

/** Reads `avc1.42C01F` from the box `avcC`. */
function codecOfAVC(type, view, { from }) {
  return `${type}.${[1, 2, 3].map((at) => twoDigits(hex(view.getUint8(from + at)))).join("")}`;
}

/** Reads `hvc1.1.6.L93.B0` from the box `hvcC` (ISO/IEC 14496-15, annex E). */
function codecOfHEVC(type, view, { from }) {
  const head = view.getUint8(from + 1);
  let compatible = 0;
  for (let bit = 0; bit < 32; bit += 1) if (view.getUint32(from + 2) & 2 ** bit) compatible += 2 ** (31 - bit);
  const constraints = [6, 7, 8, 9, 10, 11].map((at) => view.getUint8(from + at));
  while (constraints.at(-1) === 0) constraints.pop();
  const level = `${head & 0x20 ? "H" : "L"}${view.getUint8(from + 12)}`;
  return [type, `${["", "A", "B", "C"][head >> 6]}${head & 0x1f}`, hex(compatible), level, ...constraints.map(hex)].join(".");
}

/** Reads `av01.0.08M.08` from the box `av1C`. */
function codecOfAV1(type, view, { from }) {
  const [level, depth] = [view.getUint8(from + 1), view.getUint8(from + 2)];
  const bits = depth & 0x40 ? (depth & 0x20 ? 12 : 10) : 8;
  return `${type}.${level >> 5}.${twoDigits(String(level & 0x1f))}${depth & 0x80 ? "H" : "M"}.${twoDigits(String(bits))}`;
}

/** Reads `mp4a.40.2` from the box `esds`: the object type, and for MPEG-4 sound its audio type. */
function codecOfSound(type, view, { from, to }) {
  let at = from + 4;
  // A tag, a size of up to four bytes, and the content (ISO/IEC 14496-1, 7.2.2 and 8.3).
  const enter = (tag) => {
    if (view.getUint8(at) !== tag) return false;
    at += 1;
    for (let left = 4; left > 0 && view.getUint8(at) & 0x80; left -= 1) at += 1;
    at += 1;
    return at < to;
  };
  if (!enter(3)) return null;
  const flags = view.getUint8(at + 2);
  at += 3 + (flags & 0x80 ? 2 : 0) + (flags & 0x20 ? 2 : 0);
  if (!enter(4)) return null;
  const object = view.getUint8(at);
  at += 13;
  if (object !== 0x40) return `${type}.${hex(object)}`;
  if (!enter(5)) return null;
  const kind = view.getUint8(at) >> 3;
  return `${type}.40.${kind === 31 ? 32 + ((view.getUint16(at) >> 5) & 0x3f) : kind}`;
}

/** For each type of sample entry in lower case: the bytes before its boxes, the describing box, and its reader. */
const codecs = {
  avc1: { head: 78, name: "avcC", read: codecOfAVC },
  avc3: { head: 78, name: "avcC", read: codecOfAVC },
  hvc1: { head: 78, name: "hvcC", read: codecOfHEVC },
  hev1: { head: 78, name: "hvcC", read: codecOfHEVC },
  av01: { head: 78, name: "av1C", read: codecOfAV1 },
  mp4a: { head: 28, name: "esds", read: codecOfSound },
  opus: { head: 28, name: "dOps", read: () => "opus" },
  flac: { head: 28, name: "dfLa", read: () => "flac" },
};

/** The codec of a track, or null if it is unknown here. */
function codecOfTrack(view, track) {
  const samples = first(view, track, "mdia", "minf", "stbl", "stsd");
  const [entry] = samples ? boxesIn(view, samples.from + 8, samples.to) : [];
  const type = entry?.type.toLowerCase() ?? "";
  if (!Object.hasOwn(codecs, type)) return null;
  const { head, name, read } = codecs[type];
  const box = first(view, { from: entry.from + head, to: entry.to }, name);
  return box ? read(entry.type, view, box) : null;
}

/**
 * The MIME type of a movie for a player, `video/mp4; codecs="avc1.42C01F,mp4a.40.2"`, or null if a track's codec is unknown
 * here.
 *
 * @param {ArrayBuffer | Uint8Array} initialisation
 */
export function mimeTypeOf(initialisation) {
  try {
    const view = viewOf(initialisation);
    const movie = first(view, { from: 0, to: view.byteLength }, "moov");
    const found = boxesIn(view, movie.from, movie.to).filter(({ type }) => type === "trak").map((track) => codecOfTrack(view, track));
    if (found.length === 0 || found.includes(null)) return null;
    const isSound = found.every((codec) => /^(mp4a|opus|flac)/.test(codec));
    return `${isSound ? "audio" : "video"}/mp4; codecs="${found.join(",")}"`;
  } catch {
    // A box ends before its content does.
    return null;
  }
}
