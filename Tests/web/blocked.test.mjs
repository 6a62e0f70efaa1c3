// Users whose messages a user wants to see in no live.

import assert from "node:assert/strict";
import { test } from "node:test";
import { blockedKey, blockedMax, BlockedUsers, hideBlocked } from "../../Web/model/blocked.js";

/** A browser's storage. */
function storage(texts = {}) {
  const kept = new Map(Object.entries(texts));
  return /** @type {any} */ ({
    kept, getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text), removeItem: (key) => kept.delete(key),
  });
}

test("blocked users are kept, the last one first and each once, and can be let back", () => {
  const place = storage();
  const list = new BlockedUsers(place);
  list.add({ userID: "a", name: "Ada" });
  list.add({ userID: "b", name: "Bo" });
  list.add({ userID: "a", name: "Ada again" });
  assert.deepEqual(new BlockedUsers(place).all, [{ userID: "a", name: "Ada again" }, { userID: "b", name: "Bo" }]);
  list.remove("a");
  list.remove("b");
  assert.equal(place.kept.size, 0, "an empty list leaves nothing behind");
});

test("there are at most so many, and the oldest gives way", () => {
  const list = new BlockedUsers(storage());
  for (let index = 0; index <= blockedMax; index += 1) list.add({ userID: `u${index}`, name: "" });
  assert.equal(list.all.length, blockedMax);
  assert.ok(!list.all.some(({ userID }) => userID === "u0"));
});

test("what is no list is an empty one, and a browser that stores nothing does no harm", () => {
  for (const text of ["", "{", "7", "null", "{}", '[{"userID":1}]']) {
    assert.deepEqual(new BlockedUsers(storage({ [blockedKey]: text })).all, [], text);
  }
  const refusing = /** @type {any} */ ({
    getItem: () => { throw new Error("no"); }, setItem: () => { throw new Error("no"); },
  });
  for (const place of [null, refusing]) {
    const list = new BlockedUsers(place);
    list.add({ userID: "a", name: "" });
    assert.deepEqual(list.all, []);
  }
});

test("every live that is shown hides them", () => {
  const place = storage({ [blockedKey]: '[{"userID":"a","name":"Ada"}]' });
  const session = /** @type {any} */ (new EventTarget());
  const hidden = [];
  const live = (name) => ({ hide: ({ userID }) => hidden.push(`${name} ${userID}`) });
  session.live = live("one");
  hideBlocked(session, place);
  session.live = live("two");
  session.dispatchEvent(new Event("live"));
  session.live = null;
  session.dispatchEvent(new Event("live"));
  assert.deepEqual(hidden, ["one a", "two a"]);
});
