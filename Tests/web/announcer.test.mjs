import assert from "node:assert/strict";
import { test } from "node:test";
import { Announcer } from "../../Web/model/moments.js";
import { ManualClock } from "./support/manual-clock.mjs";

function setUp(level) {
  const clock = new ManualClock();
  const told = [];
  const announcer = new Announcer({
    clock,
    tell: (text) => told.push(text),
    words: {
      message: ({ name, text }) => `${name}: ${text}`,
      more: (count) => `and ${count} more`,
      digest: (count, mine) => `${count} messages, ${mine} for you`,
    },
  });
  announcer.level = level;
  const hear = (text, rest = {}) => announcer.heard({ name: "ada", text, isForMe: false, isOfHost: false, ...rest });
  return { clock, told, announcer, hear };
}

test("by default the chat is announced as a digest every ten seconds, and silence is not", async () => {
  for (const level of [null, undefined, "nonsense", "digest"]) {
    const { clock, told, hear } = setUp(level);
    for (let index = 0; index < 11; index += 1) hear("hello");
    hear("@me", { isForMe: true });
    await clock.advance(9_000);
    assert.deepEqual(told, []);
    await clock.advance(2_000);
    assert.deepEqual(told, ["12 messages, 1 for you"]);
    await clock.advance(60_000);
    assert.equal(told.length, 1);
  }
});

test("the level all announces every message, in at most one sentence a second", async () => {
  const { clock, told, hear } = setUp("all");
  for (let index = 0; index < 400; index += 1) {
    hear(String(index));
    await clock.advance(25);
  }
  assert.ok(told.length >= 9 && told.length <= 11, `${told.length} sentences in ten seconds`);
  assert.match(told[3], /^ada: \d+ ada: \d+ ada: \d+ and 37 more$/);
});

test("the level mentions announces only mentions and the host", async () => {
  const { clock, told, hear } = setUp("mentions");
  hear("to all");
  hear("to you", { isForMe: true });
  hear("welcome", { isOfHost: true });
  await clock.advance(30_000);
  assert.deepEqual(told, ["ada: to you ada: welcome"]);
});

test("the level off still announces what matters, once and before the chat", async () => {
  const { clock, told, announcer, hear } = setUp("off");
  hear("hello");
  announcer.say("You are muted.");
  announcer.say("You are muted.");
  announcer.say("");
  await clock.advance(30_000);
  assert.deepEqual(told, ["You are muted."]);

  const all = setUp("all");
  all.hear("hello");
  all.announcer.say("You sent Rose");
  await all.clock.advance(500);
  await all.clock.advance(2_000);
  assert.deepEqual(all.told, ["You sent Rose", "ada: hello"]);
});

test("a full queue drops the oldest announcement", async () => {
  const { clock, told, announcer } = setUp("off");
  for (let index = 0; index < 500; index += 1) announcer.say(`gift ${index}`);
  await clock.advance(60_000);
  assert.equal(told.length, 10);
  assert.equal(told.at(-1), "gift 499");
});

test("changing the level and leaving drop waiting announcements", async () => {
  const { clock, told, announcer, hear } = setUp("digest");
  hear("hello");
  announcer.level = "all";
  await clock.advance(20_000);
  assert.deepEqual(told, []);
  hear("again");
  announcer.stop();
  await clock.advance(20_000);
  assert.deepEqual(told, []);
  assert.equal(clock.nextIn, null);
});
