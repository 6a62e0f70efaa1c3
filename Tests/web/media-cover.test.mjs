// What a browser sends of its own picture for the list.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesMax, CoverSender, coversBeside, drawCover, drawFrame, messageOf } from "../../Web/media/cover.js";
import { encoderCovers } from "../../Web/media/encoder-covers.js";
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

/** A session that may publish, and what is asked of the server. */
function publisher() {
  const asked = [];
  const session = {
    broadcast: null,
    connection: { command: async () => ({ url: "https://live.example.com/v1/media/r%201/publish?ticket=t1" }) },
  };
  const fetch = async (address, options) => { asked.push({ address, ...options }); };
  return { asked, session, fetch };
}

test("a cover beside the stream is put at the live's address with a ticket of its own, and a failure costs no more", async () => {
  const clock = new ManualClock();
  const { asked, session, fetch } = publisher();
  const drawn = [picture(), picture(bytesMax + 1), null, picture()];
  const sender = coversBeside({ session, liveID: "r 1", clock, fetch, draw: async () => drawn.shift() });
  sender.start();
  for (const milliseconds of [3_000, 30_000, 30_000]) {
    await clock.advance(milliseconds);
    await settled();
  }
  assert.deepEqual(asked.map(({ address, method }) => [method, address]), [
    ["PUT", "https://live.example.com/v1/media/r%201/cover?ticket=t1"],
  ]);
  assert.equal(asked[0].headers["content-type"], "image/webp");
  session.connection.command = async () => { throw new Error("no connection"); };
  await clock.advance(30_000);
  await settled();
  assert.equal(asked.length, 1);
});

test("the owner's page draws covers of an encoder's picture that it plays, and none while it sends one itself", async () => {
  const clock = new ManualClock();
  const { asked, session, fetch } = publisher();
  const video = { paused: false };
  const live = { state: { liveID: "r1", info: { media: { state: "live" } } } };
  const sender = encoderCovers({ session, live, video: () => video, clock, fetch, draw: async () => picture() });
  sender.start();
  const count = async (milliseconds) => {
    await clock.advance(milliseconds);
    await settled();
    return asked.length;
  };
  assert.equal(await count(3_000), 1);
  session.broadcast = { liveID: "r1", isGoingOn: true };
  assert.equal(await count(30_000), 1);
  session.broadcast = { liveID: "another", isGoingOn: true };
  assert.equal(await count(30_000), 2);
  video.paused = true;
  assert.equal(await count(30_000), 2);
  video.paused = false;
  live.state.info.media.state = "interrupted";
  assert.equal(await count(30_000), 2);
  live.state.info = null;
  assert.equal(await count(30_000), 2);
  sender.stop();
  live.state.info = { media: { state: "live" } };
  assert.equal(await count(90_000), 2);
});

test("a video that shows nothing has no frame", async () => {
  assert.equal(await drawFrame({ videoWidth: 0, readyState: 4 }), null);
  assert.equal(await drawFrame({ videoWidth: 320, readyState: 1 }), null);
});
