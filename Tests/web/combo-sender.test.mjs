import assert from "node:assert/strict";
import { test } from "node:test";
import { comboMilliseconds, ComboSender } from "../../Web/model/combo-sender.js";
import { ManualClock } from "./support/manual-clock.mjs";

function combo() {
  const clock = new ManualClock();
  const sent = [];
  let overs = 0;
  const sender = new ComboSender({ clock, send: (count) => sent.push(count), over: () => { overs += 1; } });
  return { clock, sent, sender, overs: () => overs };
}

test("a tap is ordered at once, and further ones together, at most four times a second", async () => {
  const { clock, sent, sender } = combo();
  for (let tap = 0; tap < 20; tap += 1) {
    sender.tap();
    await clock.advance(50);
  }
  await clock.advance(1_000);
  assert.deepEqual(sent, [1, 4, 5, 5, 5]);
});

test("a held button taps eight times a second, and lifting it stops", async () => {
  const { clock, sent, sender } = combo();
  let told = 0;
  sender.hold(() => { told += 1; });
  sender.hold(() => assert.fail("it is held already"));
  await clock.advance(1_000);
  sender.lift();
  await clock.advance(1_000);
  assert.equal(sent.reduce((sum, count) => sum + count, 0), 8);
  assert.equal(told, 8);
  assert.ok(sent.length <= 5, `${sent}`);
});

test("the combo is over five seconds after the last tap, once", async () => {
  const { clock, sender, overs } = combo();
  await clock.advance(comboMilliseconds - 1);
  sender.tap();
  await clock.advance(comboMilliseconds - 1);
  assert.equal(overs(), 0);
  sender.prolong();
  await clock.advance(comboMilliseconds - 1);
  assert.equal(overs(), 0);
  await clock.advance(1);
  assert.equal(overs(), 1);
  await clock.advance(10 * comboMilliseconds);
  assert.equal(overs(), 1);
});

test("what was tapped is sent when the combo is stopped, and nothing after it", async () => {
  const { clock, sent, sender, overs } = combo();
  sender.tap();
  sender.tap();
  sender.hold();
  sender.stop();
  assert.deepEqual(sent, [1, 1]);
  await clock.advance(10 * comboMilliseconds);
  assert.deepEqual([sent, overs()], [[1, 1], 0]);
});
