import assert from "node:assert/strict";
import { test } from "node:test";
import { EffectQueue } from "../../Web/model/gift-show.js";

const drain = (queue) => Array.from({ length: queue.length }, () => queue.next().name);

test("effects play in order of arrival, the user's own first", () => {
  const queue = new EffectQueue();
  queue.add({ name: "a", isOwn: false });
  queue.add({ name: "b", isOwn: false });
  queue.add({ name: "mine", isOwn: true });
  queue.add({ name: "mine too", isOwn: true });
  assert.deepEqual(drain(queue), ["mine", "mine too", "a", "b"]);
});

test("a full queue drops the last effect of another user", () => {
  const queue = new EffectQueue(2);
  assert.equal(queue.add({ name: "a", isOwn: false }), true);
  assert.equal(queue.add({ name: "b", isOwn: false }), true);
  assert.equal(queue.add({ name: "c", isOwn: false }), false);
  assert.equal(queue.add({ name: "mine", isOwn: true }), true);
  assert.deepEqual(drain(queue), ["mine", "a"]);
});

test("an empty queue has no next effect", () => {
  const queue = new EffectQueue();
  queue.add({ name: "a", isOwn: false });
  queue.clear();
  assert.equal(queue.next(), undefined);
});

test("repeated gifts of one sender wait as one, with their sum", () => {
  const queue = new EffectQueue();
  queue.add({ key: "ada/castle", count: 1, isOwn: false });
  queue.add({ key: "bo/castle", count: 1, isOwn: false });
  queue.add({ key: "ada/castle", count: 2, isOwn: false });
  assert.equal(queue.length, 2);
  assert.equal(queue.next().count, 3);
  // That effect is already playing, so the next gift becomes another effect.
  queue.add({ key: "ada/castle", count: 5, isOwn: false });
  assert.deepEqual([queue.next().key, queue.next().count], ["bo/castle", 5]);
});
