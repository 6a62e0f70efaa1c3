import assert from "node:assert/strict";
import { test } from "node:test";
import { inOrderOf, readLives } from "../../Web/model/lives.js";

const live = (liveID, audienceCount = 0) => ({ info: { liveID }, audienceCount });
const idsOf = (rooms) => rooms.map(({ info }) => info.liveID);

/** A server whose list is another one for each page that is asked for; the last stays. Its cursor is the place where a page ended. */
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

test("as many pages are read as are shown, each live once", async () => {
  const { ask, asked } = serverOf(["a", "b", "c", "d", "e"], ["a", "c", "b", "d", "e"]);
  const { rooms, hosted, hasMore } = await readLives(ask, { pages: 2, pageSize: 2 });
  assert.deepEqual(idsOf(rooms), ["a", "b", "d"]);
  assert.deepEqual(idsOf(hosted), ["own"]);
  assert.equal(hasMore, true);
  assert.deepEqual(asked, [{ cursor: "", count: 2 }, { cursor: "2", count: 2 }]);
});

test("the last page ends the reading", async () => {
  const { ask, asked } = serverOf(["a", "b", "c"]);
  const { rooms, hasMore } = await readLives(ask, { pages: 5, pageSize: 2 });
  assert.deepEqual(idsOf(rooms), ["a", "b", "c"]);
  assert.equal(hasMore, false);
  assert.equal(asked.length, 2);
});

test("a live that moves from the second page to the first between two readings stays listed", async () => {
  // While the first page is read, d has no viewer; before the second is, it has become the first of all.
  const { ask, asked } = serverOf(["a", "b", "c", "d"], ["d", "a", "b", "c"]);
  const shown = ["a", "b", "c", "d"].map((liveID) => live(liveID));
  const { rooms } = await readLives(ask, { pages: 2, pageSize: 2, shown });
  assert.deepEqual(idsOf(rooms), ["d", "a", "b", "c"]);
  assert.deepEqual(idsOf(inOrderOf(shown, rooms)), ["a", "b", "c", "d"]);
  assert.equal(asked.length, 4);
});

test("a live that has ended is gone after the second reading", async () => {
  const { ask, asked } = serverOf(["a", "b", "c"]);
  const shown = ["a", "b", "ended", "c"].map((liveID) => live(liveID));
  const { rooms } = await readLives(ask, { pages: 2, pageSize: 2, shown });
  assert.deepEqual(idsOf(rooms), ["a", "b", "c"]);
  assert.equal(asked.length, 4);
});

test("one page is one state of the list, and is never read twice", async () => {
  const { ask, asked } = serverOf(["a", "b"]);
  const { rooms } = await readLives(ask, { pages: 1, pageSize: 2, shown: [live("ended")] });
  assert.deepEqual(idsOf(rooms), ["a", "b"]);
  assert.equal(asked.length, 1);
});

test("lives keep the order in which they are shown, take over what is new, and new ones come last", () => {
  const ordered = inOrderOf([live("a"), live("gone"), live("b")], [live("new"), live("b", 7), live("a")]);
  assert.deepEqual(idsOf(ordered), ["a", "b", "new"]);
  assert.equal(ordered[1].audienceCount, 7);
});
