import assert from "node:assert/strict";
import { test } from "node:test";
import { PreviewPolicy, restMilliseconds, savesData } from "../../Web/media/preview-policy.js";
import { ManualClock } from "./support/manual-clock.mjs";

function stand({ mayPlay = () => true } = {}) {
  const clock = new ManualClock();
  const told = [];
  const policy = new PreviewPolicy({
    clock, mayPlay, play: (card) => told.push(`play ${card}`), stop: (card) => told.push(`stop ${card}`),
  });
  return { clock, told, policy };
}

test("a preview plays once the pointer has rested on a card, and stops when it leaves", async () => {
  const { clock, told, policy } = stand();
  policy.aim("a");
  await clock.advance(restMilliseconds - 1);
  assert.deepEqual(told, []);
  await clock.advance(1);
  assert.deepEqual(told, ["play a"]);
  policy.leave("a");
  assert.deepEqual(told, ["play a", "stop a"]);
});

test("a pointer that only passes over cards plays none of them", async () => {
  const { clock, told, policy } = stand();
  for (const card of ["a", "b", "c"]) {
    policy.aim(card);
    await clock.advance(restMilliseconds / 2);
    policy.leave(card);
  }
  await clock.advance(10_000);
  assert.deepEqual(told, []);
});

test("one preview plays at a time, and what is left late stops nothing", async () => {
  const { clock, told, policy } = stand();
  policy.aim("a");
  await clock.advance(restMilliseconds);
  // The focus stays on a while the pointer goes to b.
  policy.aim("b");
  policy.leave("a");
  assert.deepEqual(told, ["play a", "stop a"]);
  await clock.advance(restMilliseconds);
  policy.aim("b");
  assert.deepEqual(told, ["play a", "stop a", "play b"]);
  policy.rest();
  policy.rest();
  assert.deepEqual(told.slice(3), ["stop b"]);
});

test("a card without a picture, or a user who wants no motion, gets no preview", async () => {
  const { clock, told, policy } = stand({ mayPlay: (card) => card === "b" });
  policy.aim("a");
  await clock.advance(10_000);
  policy.aim("b");
  await clock.advance(restMilliseconds);
  assert.deepEqual(told, ["play b"]);
  // Looking at a card without a picture ends the preview of another.
  policy.aim("a");
  assert.deepEqual(told, ["play b", "stop b"]);
});

test("a card that gets a picture while it is rested on plays it", async () => {
  let hasPicture = false;
  const { clock, told, policy } = stand({ mayPlay: () => hasPicture });
  policy.aim("a");
  await clock.advance(10_000);
  hasPicture = true;
  policy.look();
  policy.look();
  await clock.advance(restMilliseconds);
  policy.look();
  await clock.advance(10_000);
  assert.deepEqual(told, ["play a"]);
  policy.leave("a");
  policy.look();
  await clock.advance(10_000);
  assert.deepEqual(told, ["play a", "stop a"]);
});

test("who saves data says so by the browser or by the system", () => {
  const system = (matches) => ({ matchMedia: (query) => ({ matches: matches && query.includes("reduced-data") }) });
  assert.ok(!savesData({ navigator: {} }));
  assert.ok(savesData({ navigator: { connection: { saveData: true } } }));
  assert.ok(savesData({ navigator: {}, ...system(true) }));
  assert.ok(!savesData({ navigator: { connection: { saveData: false } }, ...system(false) }));
});
