import assert from "node:assert/strict";
import { test } from "node:test";
import { inBatches } from "../../Web/components/dom.js";
import { ManualClock } from "./support/manual-clock.mjs";

function setUp() {
  const clock = new ManualClock();
  const drawn = [];
  const batches = inBatches(() => drawn.push(clock.now()), { clock });
  return { clock, drawn, batches };
}

test("forty messages a second draw the chat five times", async () => {
  const { clock, drawn, batches } = setUp();
  for (let index = 0; index < 400; index += 1) {
    batches.ask();
    await clock.advance(25);
  }
  assert.ok(drawn.length >= 49 && drawn.length <= 51, `${drawn.length} times in ten seconds`);
});

test("the first message after a pause is drawn at once, and the last is never lost", async () => {
  const { clock, drawn, batches } = setUp();
  batches.ask();
  assert.equal(drawn.length, 1);
  batches.ask();
  assert.equal(drawn.length, 1);
  await clock.advance(200);
  assert.equal(drawn.length, 2);
});

test("an urgent message is drawn at once together with the waiting ones", async () => {
  const { clock, drawn, batches } = setUp();
  batches.ask();
  batches.ask();
  batches.ask(true);
  assert.equal(drawn.length, 2);
  await clock.advance(1_000);
  assert.equal(drawn.length, 2);
});

test("a clock that is set back delays nothing for longer than a turn", async () => {
  let now = 1_000_000;
  const waits = [];
  const clock = { now: () => now, after: (milliseconds) => waits.push(milliseconds), cancel: () => {} };
  const batches = inBatches(() => {}, { clock });
  batches.ask();
  now -= 500_000;
  batches.ask();
  assert.deepEqual(waits, [200]);
});

test("a closed view draws no more", async () => {
  const { clock, drawn, batches } = setUp();
  batches.ask();
  batches.ask();
  batches.stop();
  await clock.advance(1_000);
  assert.equal(drawn.length, 1);
});
