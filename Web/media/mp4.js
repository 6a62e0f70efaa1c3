// When a fragment of a movie begins, read from its boxes (ISO/IEC 14496-12). Unreadable data has no time; nothing here throws.

/** The most boxes read in one place, because a publisher decides how many there are. */
const boxesMax = 1_000;

/** A view of bytes in any form. */
export function viewOf(bytes) {
  return ArrayBuffer.isView(bytes) ? new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new DataView(bytes);
}

/** The boxes in a part of a view, as `{ type, from, to }` without their headers. */
export function boxesIn(view, from = 0, to = view.byteLength) {
  const boxes = [];
  while (from + 8 <= to && boxes.length < boxesMax) {
    let head = 8;
    let size = view.getUint32(from);
    const type = String.fromCharCode(...[4, 5, 6, 7].map((at) => view.getUint8(from + at)));
    if (size === 1 && from + 16 <= to) {
      head = 16;
      size = Number(view.getBigUint64(from + 8));
    } else if (size === 0) {
      size = to - from;
    }
    if (size < head || from + size > to) break;
    boxes.push({ type, from: from + head, to: from + size });
    from += size;
  }
  return boxes;
}

/** Follows the types in order, taking the first box of each inside the previous one. Null if one is missing. */
export function first(view, box, ...types) {
  for (const type of types) {
    if (!box) return null;
    box = boxesIn(view, box.from, box.to).find((inner) => inner.type === type) ?? null;
  }
  return box;
}

/** The time units per second of each track of a movie. */
function timescalesOf(view) {
  const timescales = new Map();
  const movie = first(view, { from: 0, to: view.byteLength }, "moov");
  for (const track of movie ? boxesIn(view, movie.from, movie.to).filter(({ type }) => type === "trak") : []) {
    const head = first(view, track, "tkhd");
    const media = first(view, track, "mdia", "mdhd");
    if (!head || !media) continue;
    const id = view.getUint32(head.from + (view.getUint8(head.from) === 1 ? 20 : 12));
    timescales.set(id, view.getUint32(media.from + (view.getUint8(media.from) === 1 ? 20 : 12)));
  }
  return timescales;
}

/** When the first sample of a track's part of a fragment is shown, in the track's units, or null if unknown. */
function startOfTrack(view, part) {
  const time = first(view, part, "tfdt");
  if (!time) return null;
  const decoded = view.getUint8(time.from) === 1 ? Number(view.getBigUint64(time.from + 4)) : view.getUint32(time.from + 4);
  const run = first(view, part, "trun");
  if (!run) return decoded;
  // Reordered pictures are shown later than they are decoded.
  const flags = view.getUint32(run.from) & 0xffffff;
  let at = run.from + 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  if (!(flags & 0x800) || view.getUint32(run.from + 4) === 0) return decoded;
  for (const flag of [0x100, 0x200, 0x400]) at += flags & flag ? 4 : 0;
  return decoded + (view.getUint8(run.from) === 0 ? view.getUint32(at) : view.getInt32(at));
}

/**
 * Reads a stream's initialisation. The returned function gives a fragment's start in seconds of the stream's own time, or null if
 * its boxes do not say it.
 *
 * @param {ArrayBuffer | Uint8Array} initialisation
 * @returns {(fragment: ArrayBuffer | Uint8Array) => number | null}
 */
export function readTimes(initialisation) {
  let timescales = new Map();
  try {
    timescales = timescalesOf(viewOf(initialisation));
  } catch {
    // A box ends before its content does.
  }
  return (fragment) => {
    try {
      const view = viewOf(fragment);
      const starts = [];
      for (const moof of boxesIn(view).filter(({ type }) => type === "moof")) {
        for (const part of boxesIn(view, moof.from, moof.to).filter(({ type }) => type === "traf")) {
          const head = first(view, part, "tfhd");
          const timescale = head && timescales.get(view.getUint32(head.from + 4));
          const start = startOfTrack(view, part);
          if (timescale && start !== null) starts.push(start / timescale);
        }
      }
      return starts.length > 0 ? Math.min(...starts) : null;
    } catch {
      return null;
    }
  };
}
