// What a host is told of their line: dropped frames and the round trip.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LineFigures } from "../../Web/media/line-figures.js";
import { settled } from "./support/manual-clock.mjs";

/** Figures with a server that answers when it is told to, on a clock that stands still. */
function line() {
  const time = { now: 1_000 };
  const pings = [];
  const figures = new LineFigures(() => new Promise((resolve, reject) => pings.push({ resolve, reject })), { now: () => time.now });
  return { figures, time, pings };
}

test("frames that a camera dropped before the picture began do not count, and those of the next camera are added", () => {
  const { figures } = line();
  figures.look({ stats: { discardedFrames: 40 } });
  assert.equal(figures.droppedFrames, 0);
  const track = { stats: { discardedFrames: 7 } };
  figures.look(track);
  assert.equal(figures.droppedFrames, 0);
  track.stats = { discardedFrames: 9 };
  figures.look(track);
  figures.look(track);
  assert.equal(figures.droppedFrames, 2);
  figures.look({ stats: { discardedFrames: 100 } });
  assert.equal(figures.droppedFrames, 2);
});

test("where a browser counts no frames, what the line could not carry counts all the same", () => {
  const { figures } = line();
  figures.look({});
  figures.look(undefined);
  assert.equal(figures.droppedFrames, 0);
  figures.cut(2.5);
  assert.equal(figures.droppedFrames, 75);
});

test("the round trip is measured every five seconds, one ping at a time", async () => {
  const { figures, time, pings } = line();
  figures.look();
  figures.look();
  assert.equal(pings.length, 1);
  time.now += 42;
  pings[0].resolve();
  await settled();
  assert.equal(figures.roundTripMilliseconds, 42);
  time.now += 4_900;
  figures.look();
  assert.equal(pings.length, 1);
  time.now += 100;
  figures.look();
  assert.equal(pings.length, 2);
  // A server that does not answer is not asked again meanwhile.
  time.now += 60_000;
  figures.look();
  assert.equal(pings.length, 2);
  pings[1].reject(new Error("gone"));
  await settled();
  assert.equal(figures.roundTripMilliseconds, null);
});

test("by WebRTC the connection tells both, across a new connection", () => {
  const { figures } = line();
  const hear = (frames, framesSent, roundTripTime) => figures.heard([
    { type: "media-source", kind: "video", frames }, { type: "media-source", kind: "audio" },
    { type: "outbound-rtp", kind: "video", framesSent }, { type: "remote-inbound-rtp", kind: "video", roundTripTime },
  ]);
  figures.heard([]);
  assert.deepEqual([figures.droppedFrames, figures.roundTripMilliseconds], [0, null]);
  hear(30, 30, undefined);
  hear(60, 58, 0.0234);
  // What the encoder has in hand is not lost.
  assert.deepEqual([figures.droppedFrames, figures.roundTripMilliseconds], [0, 23]);
  hear(90, 77, 0.05);
  assert.equal(figures.droppedFrames, 10);
  hear(120, 106, 0.05);
  assert.equal(figures.droppedFrames, 11);
  hear(5, 5, 0.01);
  hear(40, 32, 0.01);
  assert.equal(figures.droppedFrames, 16);
});
