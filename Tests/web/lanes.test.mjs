import assert from "node:assert/strict";
import { test } from "node:test";
import { keepBarrageLook } from "../../Web/model/barrage-choices.js";
import { barrageLook, LaneLayout } from "../../Web/model/moments.js";
import { seededRandom } from "./support/manual-clock.mjs";

const crossing = 8_000;
const gap = 20;

test("a message takes the first lane, and another at the same time the second", () => {
  const layout = new LaneLayout({ crossing, gap });
  const message = { width: 200, stage: 1_000, lanes: 3, now: 0 };
  assert.deepEqual([0, 1, 2, 3].map(() => layout.take(message)), [0, 1, 2, null]);
});

test("a lane is free once its message is fully on the stage with the gap behind it", () => {
  const layout = new LaneLayout({ crossing, gap });
  const message = { width: 200, stage: 1_000, lanes: 1 };
  layout.take({ ...message, now: 0 });
  const free = (220 / 1_200) * crossing;
  assert.equal(layout.take({ ...message, now: free - 1 }), null);
  assert.equal(layout.take({ ...message, now: free + 1 }), 0);
});

test("a longer and faster message waits until it cannot catch up with the one before", () => {
  const layout = new LaneLayout({ crossing, gap });
  layout.take({ width: 100, stage: 1_000, lanes: 1, now: 0 });
  const long = { width: 900, stage: 1_000, lanes: 1 };
  assert.equal(layout.take({ ...long, now: 1_500 }), null);
  assert.equal(layout.take({ ...long, now: 4_000 }), 0);
});

test("the user's own message flies although all lanes are taken, in the one that is free first", () => {
  const layout = new LaneLayout({ crossing, gap });
  layout.take({ width: 400, stage: 1_000, lanes: 2, now: 0 });
  layout.take({ width: 100, stage: 1_000, lanes: 2, now: 0 });
  assert.equal(layout.take({ width: 100, stage: 1_000, lanes: 2, now: 10, mustFly: true }), 1);
});

test("a stage without room takes no message", () => {
  const layout = new LaneLayout();
  assert.equal(layout.take({ width: 10, stage: 0, lanes: 3, now: 0, mustFly: true }), null);
  assert.equal(layout.take({ width: 10, stage: 500, lanes: 0, now: 0, mustFly: true }), null);
});

test("a smaller stage forgets the lanes that it loses", () => {
  const layout = new LaneLayout({ crossing, gap });
  for (let index = 0; index < 4; index += 1) layout.take({ width: 100, stage: 1_000, lanes: 4, now: 0 });
  assert.equal(layout.take({ width: 100, stage: 1_000, lanes: 1, now: 10 }), null);
  assert.equal(layout.take({ width: 100, stage: 1_000, lanes: 2, now: 10 }), 1);
});

test("random messages in one lane never touch", (t) => {
  const seed = Number(process.env.OVATION_SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`seed ${seed}`);
  const random = seededRandom(seed);
  const layout = new LaneLayout({ crossing, gap });
  const stage = 900;
  const flown = [];
  for (let now = 0; now < 60_000; now += 40 + random() * 300) {
    const width = 30 + random() * 600;
    const lane = layout.take({ width, stage, lanes: 4, now });
    if (lane !== null) flown.push({ lane, width, at: now });
  }
  assert.ok(flown.length > 50);
  const left = ({ width, at }, now) => stage - ((stage + width) / crossing) * (now - at);
  for (let lane = 0; lane < 4; lane += 1) {
    const inLane = flown.filter((message) => message.lane === lane);
    inLane.slice(1).forEach((next, index) => {
      const before = inLane[index];
      // Both move evenly, so they are closest when both enter or both leave the stage.
      for (const now of [next.at, before.at + crossing]) {
        if (now < next.at || now > before.at + crossing) continue;
        const distance = left(next, now) - (left(before, now) + before.width);
        assert.ok(distance >= gap - 1e-6, `lane ${lane}: ${distance} px at ${now}`);
      }
    });
  }
});

test("how flying messages look is kept, and what is no choice is not taken", () => {
  const storage = { kept: null, getItem() { return this.kept; }, setItem(_, value) { this.kept = value; } };
  assert.deepEqual(barrageLook(null), { opacity: 1, area: 0.4 });
  keepBarrageLook(storage, { opacity: 0.5, area: 0.15 });
  assert.deepEqual(barrageLook(storage), { opacity: 0.5, area: 0.15 });
  for (const odd of ["{", "7", "null", '{"opacity":0,"area":2}', '{"opacity":"<b>"}']) {
    storage.kept = odd;
    assert.deepEqual(barrageLook(storage), { opacity: 1, area: 0.4 }, odd);
  }
});
