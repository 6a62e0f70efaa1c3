// Every golden message of the protocol, which Tests/OvationWireTests reads in Swift too.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { checkReply, encodeCommand, FrameError, parseServerFrame } from "../../Web/wire/frames.js";

const folder = new URL("../../Protocol/fixtures/v1/", import.meta.url);
const fixtures = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => ({ file, ...JSON.parse(readFileSync(new URL(file, folder), "utf8")) }));
const textOf = ({ raw, frame }) => raw ?? JSON.stringify(frame);
const isThere = (value) => value !== undefined && value !== null;

/** Whether a message has whole numbers beyond 2^53-1, which JavaScript cannot represent exactly. */
function hasInexactNumbers(fixture) {
  const numbers = [];
  const note = (_, value) => {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) numbers.push(value);
    return value;
  };
  JSON.parse(textOf(fixture), note);
  return numbers.length > 0;
}

const checks = {
  command(fixture) {
    const canonical = fixture.canonical ?? JSON.parse(textOf(fixture));
    const { id, op, data, room } = canonical;
    // This client never sends a number that it could not read back.
    if (hasInexactNumbers(fixture)) assert.throws(() => encodeCommand(id, op, data, room), FrameError);
    else assert.deepEqual(JSON.parse(encodeCommand(id, op, data, room)), canonical);
  },

  "invalid-command"(fixture) {
    let frame;
    try {
      frame = JSON.parse(textOf(fixture));
    } catch {
      return; // JSON.stringify never writes this.
    }
    const { id, op, data, room, ...others } = frame ?? {};
    if (Object.keys(others).length > 0 && op !== undefined && id !== undefined) {
      // The mistake is in a field that this client never writes.
      assert.deepEqual(Object.keys(JSON.parse(encodeCommand(id, op, data, room))), ["id", "op"]);
    } else {
      assert.throws(() => encodeCommand(id, op, data, room), FrameError);
    }
  },

  reply(fixture) {
    const wire = JSON.parse(textOf(fixture));
    const frame = parseServerFrame(textOf(fixture));
    assert.equal(frame.kind, isThere(wire.id) ? "reply" : "failure");
    if (isThere(wire.id)) assert.equal(frame.id, wire.id);
    if (isThere(wire.error)) {
      assert.equal(frame.rejection.code, wire.error.code);
      assert.ok(frame.rejection.message.length > 0);
      assert.equal(frame.rejection.temporary, wire.error.temporary ?? false);
    } else {
      assert.deepEqual(checkReply(fixture.op, frame.ok), wire.ok);
    }
  },

  event(fixture) {
    const wire = JSON.parse(textOf(fixture));
    const frame = parseServerFrame(textOf(fixture));
    assert.equal(frame.event, wire.event);
    if (fixture.unknown) {
      assert.equal(frame.kind, "unknown");
      return;
    }
    assert.equal(frame.kind, isThere(wire.room) ? "room" : "user");
    assert.deepEqual(frame.data, wire.data ?? {});
    if (frame.kind === "user") return;
    for (const field of ["room", "epoch", "at"]) assert.equal(frame[field], wire[field]);
    for (const field of ["seq", "durable"]) assert.equal(frame[field], wire[field] ?? null);
  },

  "invalid-server-frame"(fixture) {
    let frame = null;
    try {
      frame = parseServerFrame(textOf(fixture));
    } catch (error) {
      assert.ok(error instanceof FrameError, String(error));
    }
    // An id beyond 64 bits reads as the nearest double. It matches no command, because commands have exact ids.
    if (frame) assert.ok(frame.kind === "reply" && !Number.isSafeInteger(frame.id), "was read");
  },
};

test("fixtures of every kind exist", () => {
  assert.deepEqual([...new Set(fixtures.map(({ kind }) => kind))].sort(), Object.keys(checks).sort());
});

for (const fixture of fixtures) {
  test(`${fixture.kind}: ${fixture.name}`, () => checks[fixture.kind](fixture));
}
