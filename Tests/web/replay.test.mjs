import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {} };
const { findReplays, nextOf } = await import("../../Web/components/replay.js");

const recording = (id, milliseconds = 1_000) => ({ url: `/v1/recordings/${id}.mp4?t=1.a`, milliseconds });
const answers = (body, ok = true) => async () => ({ ok, json: async () => body });

test("the recordings of a live are asked for by its id, whatever is in it", async () => {
  let asked = null;
  const found = await findReplays("a b/c?d#e", (address) => { asked = address; return answers({ recordings: [recording("x")] })(); });
  assert.equal(asked, "/v1/recordings?live=a%20b%2Fc%3Fd%23e");
  assert.deepEqual(found, [recording("x")]);
});

test("what is no recording of this server is left out", async () => {
  const strange = [null, 7, {}, { url: "https://elsewhere.example/x.mp4", milliseconds: 1 }, recording("empty", 0)];
  assert.deepEqual(await findReplays("r1", answers({ recordings: [...strange, recording("x")] })), [recording("x")]);
  assert.deepEqual(await findReplays("r1", answers({ recordings: "none" })), []);
  assert.deepEqual(await findReplays("r1", answers({})), []);
  assert.deepEqual(await findReplays("r1", answers({}, false)), []);
});

test("one recording follows another, and none the last", () => {
  const recordings = [recording("a"), recording("b")];
  assert.equal(nextOf(recordings, 0), 1);
  assert.equal(nextOf(recordings, 1), null);
  assert.equal(nextOf([], 0), null);
});
