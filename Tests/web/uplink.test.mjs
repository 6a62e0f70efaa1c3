import { strict as assert } from "node:assert";
import { test } from "node:test";
import { qualityFor } from "../../Web/media/publisher-policy.js";
import { testMilliseconds, testUplink } from "../../Web/media/uplink-test.js";
import { postPiece, UploadError } from "../../Web/media/upload.js";

/** An uplink of so many bits a second, behind a delay, on a clock of its own. */
function uplink({ rate, delay = 20, bytesMax = 2_097_152, refuse = (_sent) => null }) {
  const line = { now: 0, sent: 0, pieces: [], late: null, aborted: new AbortController() };
  line.options = {
    connection: { command: async (op) => { assert.equal(op, "media.test"); return { url: "/v1/media/test?ticket=t", bytesMax }; } },
    signal: line.aborted.signal, now: () => line.now,
    after: (work, milliseconds) => { line.late = { work, at: line.now + milliseconds }; return 0; },
    post: async (_url, piece, signal) => {
      const failure = refuse(line.sent);
      if (failure) throw failure;
      const takes = delay + piece.size * 8_000 / rate;
      if (line.now + takes > line.late.at) {
        line.now = line.late.at;
        line.late.work();
      }
      if (signal.aborted) throw new UploadError(0);
      line.now += takes;
      line.sent += piece.size;
      line.pieces.push(piece.size);
    },
  };
  return line;
}

test("an uplink is measured within a tenth, slow or fast, in time and with at most two megabytes", async () => {
  for (const rate of [300_000, 1_000_000, 3_000_000, 20_000_000]) {
    const line = uplink({ rate });
    const measured = await testUplink(line.options);
    assert.ok(Math.abs(measured - rate) < rate / 10, `${measured} of ${rate}`);
    assert.ok(line.sent <= 2_097_152, `${line.sent} bytes`);
    assert.ok(line.now <= testMilliseconds + 3_000, `${line.now} ms`);
  }
});

test("an uplink that carries nothing is 0, and no mistake", async () => {
  assert.equal(await testUplink(uplink({ rate: 1_000 }).options), 0);
});

test("a server with less room for a test gets no more than that", async () => {
  const line = uplink({ rate: 5_000_000, bytesMax: 100_000 });
  await testUplink(line.options);
  assert.deepEqual(line.pieces, [65_536, 34_464]);
});

test("a refusal is told if nothing was measured, and ends the test if something was", async () => {
  const refusal = new UploadError(110_395, "", 42);
  await assert.rejects(testUplink(uplink({ rate: 1_000_000, refuse: () => refusal }).options), (failure) => failure === refusal);
  const line = uplink({ rate: 1_000_000, refuse: (sent) => (sent > 100_000 ? refusal : null) });
  assert.ok(await testUplink(line.options) > 900_000);
});

test("where all places are taken for a moment, the test waits, and not for longer than it lasts", async () => {
  const busy = new UploadError(110_395, "", 1);
  let refused = 0;
  const line = uplink({ rate: 1_000_000, refuse: () => (refused < 2 ? (refused += 1, busy) : null) });
  const pause = async (milliseconds) => { line.now += milliseconds; };
  const measured = await testUplink({ ...line.options, pause });
  assert.equal(refused, 2);
  assert.ok(Math.abs(measured - 1_000_000) < 100_000, `${measured}: the waits are no part of what is measured`);
  const full = uplink({ rate: 1_000_000, refuse: () => busy });
  await assert.rejects(
    testUplink({ ...full.options, pause: async (milliseconds) => { full.now += milliseconds; } }), (failure) => failure === busy);
  assert.equal(full.now, 4_000);
});

test("a test that its user stops has no answer", async () => {
  const line = uplink({ rate: 1_000_000 });
  line.aborted.abort();
  await assert.rejects(testUplink(line.options), UploadError);
});

test("the quality for an uplink leaves a third of it free", () => {
  assert.equal(qualityFor(1_000_000), null);
  assert.equal(qualityFor(1_392_000).name, "360p");
  assert.equal(qualityFor(3_941_999).name, "540p");
  assert.equal(qualityFor(3_942_000).name, "720p");
  assert.equal(qualityFor(50_000_000).name, "1080p");
  assert.equal(qualityFor(2_000_000, 1_600_000).name, "1080p", "the server's limit is what a picture takes at most");
});

test("a refused piece says when to come again", async () => {
  const fetcher = async () => new Response(JSON.stringify({ error: { code: 110_395, message: "wait" } }), {
    status: 429, headers: { "retry-after": "12" },
  });
  await assert.rejects(
    postPiece("/x", new Blob(["a"]), new AbortController().signal, fetcher),
    (failure) => failure.code === 110_395 && failure.seconds === 12 && failure.sentence === "wait");
});
