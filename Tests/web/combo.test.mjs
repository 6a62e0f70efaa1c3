import assert from "node:assert/strict";
import { test } from "node:test";
import { ComboQueue } from "../../Web/model/gift-show.js";

const gifts = (sender, giftID = "rose", count = 1, isOwn = false) => ({
  sender: { userID: sender }, gift: { giftID }, count, coins: count * 10, isOwn,
});
const shown = (queue) => queue.lanes.map((banner) => banner?.key ?? null);
const waiting = (queue) => queue.waiting.map(({ key }) => key);

/** A queue whose three lanes are in use. */
function fullQueue() {
  const queue = new ComboQueue();
  for (const sender of ["a", "b", "c"]) queue.offer(gifts(sender), 0);
  return queue;
}

test("gifts of one kind by one sender share a banner that counts up", () => {
  const queue = new ComboQueue();
  assert.equal(queue.offer(gifts("a"), 0), "shown");
  assert.equal(queue.offer(gifts("a", "rose", 5), 1_000), "merged");
  assert.deepEqual(shown(queue), ["a/rose", null, null]);
  assert.deepEqual([queue.lanes[0].count, queue.lanes[0].coins], [6, 60]);
});

test("another kind or another sender gets another banner", () => {
  const queue = new ComboQueue();
  for (const offered of [gifts("a"), gifts("a", "beer"), gifts("b")]) queue.offer(offered, 0);
  assert.deepEqual(shown(queue), ["a/rose", "a/beer", "b/rose"]);
});

test("a banner disappears 5 s after its last gift", () => {
  const queue = new ComboQueue();
  queue.offer(gifts("a"), 0);
  queue.offer(gifts("a"), 4_000);
  assert.equal(queue.advance(8_999), false);
  assert.equal(queue.nextAt, 9_000);
  assert.equal(queue.advance(9_000), true);
  assert.deepEqual(shown(queue), [null, null, null]);
  assert.equal(queue.nextAt, null);
});

test("a gift after its banner's end starts a new count", () => {
  const queue = new ComboQueue();
  queue.offer(gifts("a", "rose", 9), 0);
  assert.equal(queue.offer(gifts("a"), 5_000), "shown");
  assert.equal(queue.lanes[0].count, 1);
});

test("a fourth banner waits for a lane and then stays its full time", () => {
  const queue = fullQueue();
  assert.equal(queue.offer(gifts("d"), 1_000), "waiting");
  queue.advance(5_000);
  assert.deepEqual(shown(queue), ["d/rose", null, null]);
  assert.equal(queue.nextAt, 10_000);
});

test("a waiting banner counts further gifts", () => {
  const queue = fullQueue();
  queue.offer(gifts("d"), 0);
  assert.equal(queue.offer(gifts("d", "rose", 4), 10), "merged");
  assert.deepEqual(waiting(queue), ["d/rose"]);
  assert.equal(queue.waiting[0].count, 5);
});

test("the user's own gifts wait ahead of others, in their own order", () => {
  const queue = fullQueue();
  queue.offer(gifts("d"), 0);
  queue.offer(gifts("me", "rose", 1, true), 0);
  queue.offer(gifts("me", "beer", 1, true), 0);
  queue.offer(gifts("e"), 0);
  assert.deepEqual(waiting(queue), ["me/rose", "me/beer", "d/rose", "e/rose"]);
});

test("a full queue of 20 drops others' gifts, and an own gift replaces the last of them", () => {
  const queue = fullQueue();
  for (let index = 0; index < 20; index += 1) assert.equal(queue.offer(gifts(`w${index}`), 0), "waiting");
  assert.equal(queue.offer(gifts("late"), 0), "left out");
  assert.equal(queue.waiting.length, 20);
  assert.equal(queue.offer(gifts("me", "rose", 1, true), 0), "waiting");
  assert.equal(queue.waiting.length, 20);
  assert.equal(waiting(queue)[0], "me/rose");
  assert.ok(!waiting(queue).includes("w19/rose"));
});

test("a queue full of the user's own gifts drops the next one", () => {
  const queue = fullQueue();
  for (let index = 0; index < 20; index += 1) queue.offer(gifts("me", `g${index}`, 1, true), 0);
  assert.equal(queue.offer(gifts("me", "last", 1, true), 0), "left out");
});

test("a flood of senders shows at most 3 banners, queues at most 20, and all end", () => {
  const queue = new ComboQueue();
  for (let index = 0; index < 5_000; index += 1) queue.offer(gifts(`s${index}`), index);
  assert.ok(queue.lanes.length === 3 && queue.waiting.length <= 20);
  let now = 5_000;
  while (queue.nextAt !== null) {
    now = queue.nextAt;
    queue.advance(now);
  }
  assert.equal(queue.waiting.length, 0);
});

const combo = (id, count, isFinal = false) => ({ id, count, coins: count * 10, until: 0, isFinal });
const inCombo = (sender, id, total, count = 1) => ({ ...gifts(sender, "rose", count), combo: combo(id, total) });

test("a server's combo shows the server's number, even after a late event", () => {
  const queue = new ComboQueue();
  queue.offer(inCombo("a", 7, 12), 0);
  assert.deepEqual([queue.lanes[0].count, queue.lanes[0].coins], [12, 120]);
  assert.equal(queue.offer(inCombo("a", 7, 20, 8), 1_000), "merged");
  assert.equal(queue.lanes[0].count, 20);
});

test("a combo never counts down, and a repeated event counts once", () => {
  const queue = new ComboQueue();
  queue.offer(inCombo("a", 7, 12), 0);
  queue.offer(inCombo("a", 7, 11), 100);
  queue.offer(inCombo("a", 7, 12), 200);
  assert.equal(queue.lanes[0].count, 12);
});

test("another combo of the same sender and kind gets another banner", () => {
  const queue = new ComboQueue();
  queue.offer(inCombo("a", 7, 12), 0);
  assert.equal(queue.offer(inCombo("a", 30, 1), 1_000), "shown");
  assert.deepEqual(queue.lanes.map((banner) => banner?.count ?? null), [12, 1, null]);
});

test("gifts without a combo add up until the server sends a total", () => {
  const queue = new ComboQueue();
  queue.offer(gifts("a"), 0);
  queue.offer(gifts("a"), 100);
  assert.equal(queue.lanes[0].count, 2);
  queue.offer(inCombo("a", 7, 9), 200);
  assert.equal(queue.lanes[0].count, 9);
  assert.deepEqual(shown(queue), ["a/rose", null, null]);
});

test("a finished combo shows its last number for a moment and takes no more gifts", () => {
  const queue = new ComboQueue();
  queue.offer(inCombo("a", 7, 12), 0);
  assert.equal(queue.finish(combo(7, 13, true), 1_000), true);
  assert.deepEqual([queue.lanes[0].count, queue.lanes[0].isFinal, queue.nextAt], [13, true, 2_500]);
  assert.equal(queue.finish(combo(7, 13, true), 1_100), false);
  assert.equal(queue.offer(inCombo("a", 30, 1), 1_200), "shown");
  assert.equal(queue.advance(2_500), true);
  assert.deepEqual(queue.lanes.map((banner) => banner?.comboID ?? null), [null, 30, null]);
});

test("a combo without a banner can end, and a waiting one keeps its last number", () => {
  const queue = fullQueue();
  assert.equal(queue.finish(combo(99, 5, true), 0), false);
  queue.offer(inCombo("d", 7, 12), 0);
  assert.equal(queue.finish(combo(7, 13, true), 1_000), true);
  queue.advance(5_000);
  assert.deepEqual([queue.lanes[0].count, queue.nextAt], [13, 6_500]);
});
