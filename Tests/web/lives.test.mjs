import assert from "node:assert/strict";
import { test } from "node:test";
import { categoriesOf, coverOf, inOrderOf, kindOf, ListFilter, makeLiveID, readLives } from "../../Web/model/lives.js";

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

test("with a filter, more pages are read until as many lives are found as are shown", async () => {
  // Each page of the server looks at some lives and has those that the filter admits.
  const answers = [["a"], [], ["b"], ["c"]];
  const asked = [];
  const ask = async ({ cursor }) => {
    const at = cursor === "" ? 0 : Number(cursor);
    asked.push(cursor);
    return { rooms: answers[at].map((liveID) => live(liveID)), cursor: at + 1 < answers.length ? String(at + 1) : "" };
  };
  const { rooms, hasMore } = await readLives(ask, { pages: 1, pageSize: 2 });
  assert.deepEqual(idsOf(rooms), ["a", "b"]);
  assert.equal(hasMore, true);
  assert.deepEqual(asked, ["", "1", "2"]);
});

test("a server that finds nothing on page after page is not asked for ever", async () => {
  let asked = 0;
  const { rooms, hasMore } = await readLives(async () => ({ rooms: [], cursor: String(asked += 1) }), { pages: 1, pageSize: 24 });
  assert.deepEqual([rooms.length, hasMore, asked], [0, true, 6]);
});

test("a filter has the fields that the server knows, and drops what is none", () => {
  assert.deepEqual(new ListFilter({}).fields, {});
  assert.equal(new ListFilter({}).isOpen, true);
  const filter = new ListFilter({ search: "  rooftop  ", category: 4, kind: "voice" });
  assert.deepEqual(filter.fields, { search: "rooftop", category: 4, kind: "voice" });
  assert.deepEqual(new ListFilter({ search: 7, category: "4", kind: "radio" }).fields, {});
  assert.deepEqual(filter.with({ category: null, search: "" }).fields, { kind: "voice" });
  assert.notEqual(filter.key, filter.with({ kind: null }).key);
  // It comes back from the history as a plain object.
  assert.equal(new ListFilter(JSON.parse(JSON.stringify({ ...filter }))).key, filter.key);
});

test("a search is cut to the bytes that the server takes, between whole characters", () => {
  assert.equal(new ListFilter({ search: "音".repeat(40) }).search, "音".repeat(33));
});

test("categories have their names in the reader's language, in the operator's order", () => {
  const text = "4=Travel;zh-Hans=旅行,1=Music;zh-Hans=音乐;ja=音楽,9=R&B";
  assert.deepEqual(categoriesOf(text, "ja"), [{ number: 4, name: "Travel" }, { number: 1, name: "音楽" }, { number: 9, name: "R&B" }]);
  assert.deepEqual(categoriesOf(text, "zh-Hans").map(({ name }) => name), ["旅行", "音乐", "R&B"]);
  for (const none of ["", ",", "x", "=", "x=y", ";", "1="]) assert.deepEqual(categoriesOf(none, "en"), [], none);
});

test("templates up to 199 are of voices alone", () => {
  const kinds = [1, 70, 199, 200, 600, 999].map((seatLayoutTemplateID) => kindOf({ seatLayoutTemplateID }));
  assert.deepEqual(kinds, ["voice", "voice", "voice", "video", "video", "video"]);
});

test("the host's cover goes before the one of the running picture", () => {
  assert.equal(coverOf({ coverURL: "/a.webp", media: { cover: "/v1/media/r1/cover?v=1" } }), "/a.webp");
  assert.equal(coverOf({ coverURL: "", media: { cover: "/v1/media/r1/cover?v=1" } }), "/v1/media/r1/cover?v=1");
  assert.equal(coverOf({ coverURL: "", media: null }), "");
  assert.equal(coverOf({ coverURL: "" }), "");
});

test("a new live's id is printable and unique", () => {
  const ids = Array.from({ length: 100 }, () => makeLiveID());
  for (const id of ids) assert.match(id, /^live-[0-9a-f]{12}$/);
  assert.equal(new Set(ids).size, ids.length);
});
