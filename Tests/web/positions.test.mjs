import assert from "node:assert/strict";
import { test } from "node:test";
import { place, positionAfterJoining, positionAfterResuming, resumeEntry } from "../../Web/wire/connection.js";
import { membership } from "./support/scripted-server.mjs";

const at = { epoch: "e1", seq: 100, durable: 5, sessionID: "l1" };
const event = (fields) => ({ epoch: "e1", seq: null, durable: null, ...fields });

test("an event is fresh where its seq is larger than the last one of the epoch", () => {
  const { isFresh, position, missed } = place(at, event({ seq: 101 }));
  assert.deepEqual({ isFresh, position, missed }, { isFresh: true, position: { ...at, seq: 101 }, missed: null });
});

test("an event whose seq is not larger than the last one of the epoch is a duplicate", () => {
  for (const seq of [100, 99, 1]) assert.equal(place(at, event({ seq })).isFresh, false);
});

test("a duplicate does not move the position", () => {
  assert.equal(place(at, event({ seq: 3 })).position, at);
  assert.equal(place(at, event({ seq: 300, durable: 5 })).position, at);
});

test("an event of another epoch is fresh however small its seq, and begins a new count", () => {
  const { isFresh, position, missed } = place(at, event({ epoch: "e2", seq: 7 }));
  assert.equal(isFresh, true);
  assert.deepEqual(position, { ...at, epoch: "e2", seq: 7 });
  assert.equal(missed, null);
});

test("a stored event is judged by durable alone, whatever its seq", () => {
  assert.equal(place(at, event({ seq: 101, durable: 5 })).isFresh, false);
  assert.equal(place(at, event({ seq: 90, durable: 6 })).isFresh, true);
  assert.equal(place(at, event({ epoch: "e2", seq: 1, durable: 4 })).isFresh, false);
});

test("a replayed stored event has no seq and moves durable only", () => {
  assert.deepEqual(place(at, event({ durable: 9 })).position, { ...at, durable: 9 });
});

test("a stored event never moves seq back", () => {
  assert.equal(place(at, event({ seq: 90, durable: 6 })).position.seq, 100);
});

test("an event without seq and durable is always fresh and moves nothing", () => {
  const { isFresh, position, missed } = place(at, event({ epoch: "e2" }));
  assert.deepEqual({ isFresh, position, missed }, { isFresh: true, position: at, missed: null });
});

test("numbers that are left out are told as missed", () => {
  assert.deepEqual(place(at, event({ seq: 105 })).missed, { from: 101, to: 104 });
  assert.deepEqual(place(at, event({ seq: 103, durable: 6 })).missed, { from: 101, to: 102 });
});

test("the numbers of a new epoch, Unix milliseconds times 1000, are told apart exactly", () => {
  const now = { ...at, seq: 1_732_156_800_123_004 };
  assert.equal(place(now, event({ seq: 1_732_156_800_123_004 })).isFresh, false);
  assert.equal(place(now, event({ seq: 1_732_156_800_123_005 })).isFresh, true);
});

test("a viewer who joins is where the answer says", () => {
  assert.deepEqual(positionAfterJoining(membership("r1", { mutedUntil: 9 })), at);
});

test("after a recovered resume the old position stays, so that what is replayed is fresh", () => {
  const entry = { joined: true, recovered: true, membership: membership("r1", { seq: 140, durable: 8 }) };
  assert.equal(positionAfterResuming(at, entry), at);
});

test("after a resume that was not recovered seq is the room's, and durable stays for what is replayed", () => {
  const entry = {
    joined: true, recovered: false, membership: membership("r1", { epoch: "e2", seq: 9_000, durable: 8 }),
  };
  assert.deepEqual(positionAfterResuming(at, entry), { ...at, epoch: "e2", seq: 9_000 });
});

test("after a resume into another start of the live everything is the room's", () => {
  const entry = {
    joined: true, recovered: false, membership: membership("r1", { sessionID: "l2", epoch: "e2", seq: 9, durable: 1 }),
  };
  assert.deepEqual(positionAfterResuming(at, entry), { epoch: "e2", seq: 9, durable: 1, sessionID: "l2" });
});

test("after a resume that did not enter the live the old position stays for the stored events that follow", () => {
  assert.equal(positionAfterResuming(at, { joined: false, recovered: false }), at);
});

test("a position is sent as the protocol has it", () => {
  assert.deepEqual(resumeEntry("r1", at), { room: "r1", epoch: "e1", seq: 100, durable: 5, sessionID: "l1" });
});
