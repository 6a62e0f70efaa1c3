// The list of lives, read from the server page by page while lives change their places in it.

/**
 * Reads the first pages of the list: `{rooms, hosted, hasMore}`, each live once, in the server's order.
 *
 * The list is ordered by viewers, so a live may move while two pages are read. A live that moved back is in both pages. One that moved
 * forward may be in neither. If a `shown` live is missing from several pages, they are read once more, and only a live missing from both
 * reads is gone.
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
  } while (read < pages && cursor !== "");
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
