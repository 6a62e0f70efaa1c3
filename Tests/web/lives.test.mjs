import assert from "node:assert/strict";
import { test } from "node:test";
import { inOrderOf, readLives } from "../../Web/model/lives.js";

const live = (liveID, audienceCount = 0) => ({ info: { liveID }, audienceCount });
const idsOf = (rooms) => rooms.map(({ info }) => info.liveID);

/** A server with another list for each page request, the last one for all later ones. Its cursor is the place where a page ended. */
function serverOf(...lists) {
  const asked = [];
  const ask = async (page) => {
    const list = lists[Math.min(asked.length, lists.length - 1)];
    asked.push(page);
    const start = page.cursor === "" ? 0 : Number(page.cursor);
    const end = start + page.count;
    return {
      rooms: list.slice(start, end).map((liveID) => live(liveID)), cursor: end < list.length ? String(end) : "",
      hosted: [live("own")],
    };
  };
  return { ask, asked };
}

test("as many pages are read as are shown, without repeats", async () => {
  const { ask, asked } = serverOf(["a", "b", "c", "d", "e"], ["a", "c", "b", "d", "e"]);
  const { rooms, hosted, hasMore } = await readLives(ask, { pages: 2, pageSize: 2 });
  assert.deepEqual(idsOf(rooms), ["a", "b", "d"]);
  assert.deepEqual(idsOf(hosted), ["own"]);
  assert.equal(hasMore, true);
  assert.deepEqual(asked, [{ cursor: "", count: 2 }, { cursor: "2", count: 2 }]);
});

test("reading stops at the last page", async () => {
  const { ask, asked } = serverOf(["a", "b", "c"]);
  const { rooms, hasMore } = await readLives(ask, { pages: 5, pageSize: 2 });
  assert.deepEqual(idsOf(rooms), ["a", "b", "c"]);
  assert.equal(hasMore, false);
  assert.equal(asked.length, 2);
});

test("a live that moves from page two to page one between two reads stays listed", async () => {
  // d has no viewer during the first page's read, and is first of all before the second page's.
  const { ask, asked } = serverOf(["a", "b", "c", "d"], ["d", "a", "b", "c"]);
  const shown = ["a", "b", "c", "d"].map((liveID) => live(liveID));
  const { rooms } = await readLives(ask, { pages: 2, pageSize: 2, shown });
  assert.deepEqual(idsOf(rooms), ["d", "a", "b", "c"]);
  assert.deepEqual(idsOf(inOrderOf(shown, rooms)), ["a", "b", "c", "d"]);
  assert.equal(asked.length, 4);
});

test("an ended live is gone after the second read", async () => {
  const { ask, asked } = serverOf(["a", "b", "c"]);
  const shown = ["a", "b", "ended", "c"].map((liveID) => live(liveID));
  const { rooms } = await readLives(ask, { pages: 2, pageSize: 2, shown });
  assert.deepEqual(idsOf(rooms), ["a", "b", "c"]);
  assert.equal(asked.length, 4);
});

test("a single page is consistent and is not read twice", async () => {
  const { ask, asked } = serverOf(["a", "b"]);
  const { rooms } = await readLives(ask, { pages: 1, pageSize: 2, shown: [live("ended")] });
  assert.deepEqual(idsOf(rooms), ["a", "b"]);
  assert.equal(asked.length, 1);
});

test("shown lives keep their order and take new data, and new lives come last", () => {
  const ordered = inOrderOf([live("a"), live("gone"), live("b")], [live("new"), live("b", 7), live("a")]);
  assert.deepEqual(idsOf(ordered), ["a", "b", "new"]);
  assert.equal(ordered[1].audienceCount, 7);
});
