import assert from "node:assert/strict";
import { test } from "node:test";
import { place, positionAfterJoining, positionAfterResuming, resumeEntry } from "../../Web/wire/connection.js";
import { membership } from "./support/scripted-server.mjs";

const at = { epoch: "e1", seq: 100, durable: 5, sessionID: "l1" };
const event = (fields) => ({ epoch: "e1", seq: null, durable: null, ...fields });

test("an event with a larger seq than the epoch's last one is fresh", () => {
  const { isFresh, position, missed } = place(at, event({ seq: 101 }));
  assert.deepEqual({ isFresh, position, missed }, { isFresh: true, position: { ...at, seq: 101 }, missed: null });
});

test("an event without a larger seq than the epoch's last one is a duplicate", () => {
  for (const seq of [100, 99, 1]) assert.equal(place(at, event({ seq })).isFresh, false);
});

test("a duplicate leaves the position unchanged", () => {
  assert.equal(place(at, event({ seq: 3 })).position, at);
  assert.equal(place(at, event({ seq: 300, durable: 5 })).position, at);
});

test("an event of another epoch is fresh at any seq and starts a new count", () => {
  const { isFresh, position, missed } = place(at, event({ epoch: "e2", seq: 7 }));
  assert.equal(isFresh, true);
  assert.deepEqual(position, { ...at, epoch: "e2", seq: 7 });
  assert.equal(missed, null);
});

test("a stored event is judged by durable alone", () => {
  assert.equal(place(at, event({ seq: 101, durable: 5 })).isFresh, false);
  assert.equal(place(at, event({ seq: 90, durable: 6 })).isFresh, true);
  assert.equal(place(at, event({ epoch: "e2", seq: 1, durable: 4 })).isFresh, false);
});

test("a replayed stored event has no seq and advances durable only", () => {
  assert.deepEqual(place(at, event({ durable: 9 })).position, { ...at, durable: 9 });
});

test("a stored event never moves seq back", () => {
  assert.equal(place(at, event({ seq: 90, durable: 6 })).position.seq, 100);
});

test("an event without seq and durable is always fresh and leaves the position unchanged", () => {
  const { isFresh, position, missed } = place(at, event({ epoch: "e2" }));
  assert.deepEqual({ isFresh, position, missed }, { isFresh: true, position: at, missed: null });
});

test("skipped numbers are reported as missed", () => {
  assert.deepEqual(place(at, event({ seq: 105 })).missed, { from: 101, to: 104 });
  assert.deepEqual(place(at, event({ seq: 103, durable: 6 })).missed, { from: 101, to: 102 });
});

test("an epoch's numbers, Unix milliseconds times 1000, compare exactly", () => {
  const now = { ...at, seq: 1_732_156_800_123_004 };
  assert.equal(place(now, event({ seq: 1_732_156_800_123_004 })).isFresh, false);
  assert.equal(place(now, event({ seq: 1_732_156_800_123_005 })).isFresh, true);
});

test("a join sets the position from its answer", () => {
  assert.deepEqual(positionAfterJoining(membership("r1", { mutedUntil: 9 })), at);
});

test("a recovered resume keeps the old position, so replayed events are fresh", () => {
  const entry = { joined: true, recovered: true, membership: membership("r1", { seq: 140, durable: 8 }) };
  assert.equal(positionAfterResuming(at, entry), at);
});

test("an unrecovered resume takes the room's seq and keeps durable for replayed events", () => {
  const entry = {
    joined: true, recovered: false, membership: membership("r1", { epoch: "e2", seq: 9_000, durable: 8 }),
  };
  assert.deepEqual(positionAfterResuming(at, entry), { ...at, epoch: "e2", seq: 9_000 });
});

test("a resume into a restarted live takes the room's position", () => {
  const entry = {
    joined: true, recovered: false, membership: membership("r1", { sessionID: "l2", epoch: "e2", seq: 9, durable: 1 }),
  };
  assert.deepEqual(positionAfterResuming(at, entry), { epoch: "e2", seq: 9, durable: 1, sessionID: "l2" });
});

test("a resume that finds the user outside keeps the old position for stored events", () => {
  assert.equal(positionAfterResuming(at, { joined: false, recovered: false }), at);
});

test("a position is sent in the protocol's form", () => {
  assert.deepEqual(resumeEntry("r1", at), { room: "r1", epoch: "e1", seq: 100, durable: 5, sessionID: "l1" });
});
