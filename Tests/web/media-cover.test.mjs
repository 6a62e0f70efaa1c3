// What a browser sends of its own picture for the list.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesMax, CoverSender, drawCover, messageOf } from "../../Web/media/cover.js";
import { ManualClock, settled } from "./support/manual-clock.mjs";

const picture = (size = 3, type = "image/webp") => new Blob([new Uint8Array(size).fill(255)], { type });

test("a cover is sent as base64, and only if the server would take it", async () => {
  assert.equal(await messageOf(picture()), '{"cover":"////"}');
  assert.equal(await messageOf(picture(3, "image/jpeg")), '{"cover":"////"}');
  assert.equal(await messageOf(picture(3, "image/png")), null);
  assert.equal(await messageOf(picture(bytesMax + 1)), null);
  assert.equal(await messageOf(null), null);
});

test("the first cover comes after three seconds, and another one each half minute until the picture stops", async () => {
  const clock = new ManualClock();
  const sent = [];
  const sender = new CoverSender({ clock, draw: async () => picture(), send: (message) => sent.push(message) });
  sender.start();
  await clock.advance(2_999);
  await settled();
  assert.equal(sent.length, 0);
  await clock.advance(1);
  await settled();
  assert.equal(sent.length, 1);
  await clock.advance(30_000);
  await settled();
  assert.equal(sent.length, 2);
  sender.stop();
  await clock.advance(90_000);
  await settled();
  assert.equal(sent.length, 2);
});

test("a frame that cannot be drawn costs nothing but itself", async () => {
  const clock = new ManualClock();
  const sent = [];
  const draws = [async () => { throw new Error("no canvas"); }, async () => null, async () => picture()];
  const sender = new CoverSender({ clock, draw: () => draws.shift()(), send: (message) => sent.push(message) });
  sender.start();
  for (const milliseconds of [3_000, 30_000, 30_000]) {
    await clock.advance(milliseconds);
    await settled();
  }
  assert.equal(sent.length, 1);
});

test("what is drawn after the picture stopped is not sent", async () => {
  const clock = new ManualClock();
  const sent = [];
  let drawn = null;
  const sender = new CoverSender({
    clock, draw: () => new Promise((resolve) => { drawn = resolve; }), send: (message) => sent.push(message),
  });
  sender.start();
  await clock.advance(3_000);
  await settled();
  sender.stop();
  drawn(picture());
  await settled();
  assert.deepEqual(sent, []);
});

test("a stream without a picture has no cover", async () => {
  assert.equal(await drawCover({ getVideoTracks: () => [] }), null);
  assert.equal(await drawCover({ getVideoTracks: () => [{ enabled: false, readyState: "live" }] }), null);
  assert.equal(await drawCover({ getVideoTracks: () => [{ enabled: true, readyState: "ended" }] }), null);
});
