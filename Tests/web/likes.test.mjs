import assert from "node:assert/strict";
import { test } from "node:test";
import { LikeSender, heartsFor } from "../../Web/model/moments.js";
import { ManualClock } from "./support/manual-clock.mjs";

function sender() {
  const clock = new ManualClock();
  const sent = [];
  return { clock, sent, likes: new LikeSender({ clock, send: (count) => sent.push(count), interval: 500 }) };
}

test("the first tap is sent at once", () => {
  const { likes, sent } = sender();
  likes.tap();
  assert.deepEqual(sent, [1]);
});

test("further taps are sent together, at most twice a second", async () => {
  const { clock, likes, sent } = sender();
  for (let index = 0; index < 30; index += 1) {
    likes.tap();
    await clock.advance(50);
  }
  await clock.advance(2_000);
  assert.deepEqual(sent, [1, 9, 10, 10]);
});

test("no tap is lost or counted twice", async () => {
  const { clock, likes, sent } = sender();
  for (let index = 0; index < 3_333; index += 1) likes.tap();
  await clock.advance(10_000);
  assert.equal(sent.reduce((sum, count) => sum + count), 3_333);
  assert.ok(sent.every((count) => count >= 1 && count <= 1_000));
});

test("after a pause the next tap is sent at once again", async () => {
  const { clock, likes, sent } = sender();
  likes.tap();
  await clock.advance(501);
  likes.tap();
  assert.deepEqual(sent, [1, 1]);
  assert.equal(likes.pending, 0);
});

test("a viewer who leaves sends the waiting taps", () => {
  const { clock, likes, sent } = sender();
  for (let index = 0; index < 4; index += 1) likes.tap();
  likes.stop();
  assert.deepEqual(sent, [1, 3]);
  assert.equal(clock.nextIn, null);
});

const event = (added, senders = {}) => ({
  added, senders: Object.entries(senders).map(([userID, count]) => ({ user: { userID }, count })),
});

test("other people's likes let at most three hearts fly", () => {
  assert.equal(heartsFor(event(1), "bo", 0), 1);
  assert.equal(heartsFor(event(900), "bo", 0), 3);
});

test("the user's own likes fly when tapped, not with their event", () => {
  assert.equal(heartsFor(event(5, { bo: 5 }), "bo", 0), 0);
  assert.equal(heartsFor(event(6, { bo: 5, ada: 1 }), "bo", 0), 1);
});

test("the stage never has more than 13 hearts", () => {
  assert.equal(heartsFor(event(50), "bo", 12), 1);
  assert.equal(heartsFor(event(50), "bo", 13), 0);
  assert.equal(heartsFor(event(50), "bo", 40), 0);
});

test("two taps at one place within a moment are a double tap, and a third one begins anew", async () => {
  globalThis.HTMLElement ??= /** @type {any} */ (class {});
  globalThis.customElements ??= /** @type {any} */ ({ define() {} });
  const { DoubleTaps } = await import("../../Web/components/hearts.js");
  const taps = new DoubleTaps();
  const at = (now, x = 100) => taps.tapped({ x, y: 50, now });
  assert.deepEqual([at(0), at(250), at(400), at(650)], [false, true, false, true]);
  assert.deepEqual([at(2_000), at(2_301)], [false, false], "too late");
  assert.deepEqual([at(5_000), at(5_100, 141)], [false, false], "too far");
});
