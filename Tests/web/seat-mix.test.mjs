// Where pictures go in what the host sends.

import assert from "node:assert/strict";
import { test } from "node:test";
import { drawMix, middleOf, mixSize, tilesOf } from "../../Web/seats/mix-layout.js";
import { settled } from "./support/manual-clock.mjs";
import { fakeStream, onAir } from "./support/publishing-page.mjs";
import { user } from "./support/scripted-server.mjs";

const canvas = { w: 720, h: 1_280 };

test("a mix has the canvas's shape, even sides, and no more than 720 on the short side", () => {
  assert.deepEqual(mixSize(canvas, 360), { width: 360, height: 640 });
  assert.deepEqual(mixSize(canvas, 1_080), { width: 720, height: 1_280 });
  assert.deepEqual(mixSize({ w: 1_280, h: 720 }, 540), { width: 960, height: 540 });
  assert.deepEqual(mixSize({ w: 0, h: 0 }, 360), { width: 2, height: 2 });
});

test("tiles are those who sit and have a region, the lowest first", () => {
  const seats = [
    { index: 0, user: user("ada"), region: { x: 0, y: 0, w: 720, h: 1_280, zorder: 1 } },
    { index: 1, user: user("bo"), region: { x: 360, y: 640, w: 360, h: 640, zorder: 0 } },
    { index: 2, region: { x: 0, y: 0, w: 10, h: 10, zorder: 0 } }, { index: 3, user: user("cy") },
  ];
  assert.deepEqual(tilesOf(seats, canvas, { width: 360, height: 640 }), [
    { id: "bo", x: 180, y: 320, w: 180, h: 320 }, { id: "ada", x: 0, y: 0, w: 360, h: 640 },
  ]);
});

test("a picture fills its tile with its middle", () => {
  assert.deepEqual(middleOf(160, 120, { w: 100, h: 100 }), { x: 20, y: 0, w: 120, h: 120 });
  assert.deepEqual(middleOf(100, 400, { w: 100, h: 100 }), { x: 0, y: 150, w: 100, h: 100 });
});

test("who shows no picture has a face with initials", () => {
  const calls = [];
  const ink = new Proxy({}, {
    get: (_, name) => (...values) => calls.push([name, ...values]), set: () => true,
  });
  const tiles = [{ id: "ada", x: 0, y: 0, w: 10, h: 10 }, { id: "bo", x: 10, y: 0, w: 10, h: 10, hue: 7, initials: "B" }];
  drawMix(ink, { width: 20, height: 10 }, tiles, (id) => (id === "ada" ? { image: {}, width: 4, height: 4 } : null));
  assert.equal(calls.filter(([name]) => name === "drawImage").length, 1);
  assert.deepEqual(calls.find(([name]) => name === "fillText").slice(1), ["B", 15, 5]);
});

// What the host sends

test("a mix leaves the host's own devices on, mutes them alone, and gives them back", async () => {
  const { broadcast, socket, recorders, stream: own } = onAir();
  broadcast.start();
  await settled();
  socket().open();
  const mix = fakeStream();
  broadcast.replace(mix, broadcast.choice, own);
  await settled();
  assert.equal(recorders[1].stream, mix);
  assert.ok(own.getTracks().every(({ isStopped }) => !isStopped), "the host's camera went off");
  broadcast.mute(true);
  assert.deepEqual([own.getAudioTracks()[0].enabled, mix.getAudioTracks()[0].enabled], [false, true], "guests are muted with the host");
  broadcast.replace(own, broadcast.choice);
  await settled();
  assert.equal(broadcast.source, own);
  assert.ok(mix.getTracks().every(({ isStopped }) => isStopped), "the mix goes on");
  assert.ok(own.getTracks().every(({ isStopped }) => !isStopped), "the host's camera went off");
  own.getVideoTracks()[0].dispatchEvent(new Event("ended"));
  assert.equal(broadcast.phase, "stopped");
});

test("the end of a mixed picture turns everything off", async () => {
  const { broadcast, socket, stream: own } = onAir();
  broadcast.start();
  await settled();
  socket().open();
  const mix = fakeStream();
  broadcast.replace(mix, broadcast.choice, own);
  broadcast.stop();
  assert.ok([...own.getTracks(), ...mix.getTracks()].every(({ isStopped }) => isStopped));
});
