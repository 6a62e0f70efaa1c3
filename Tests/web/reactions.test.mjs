import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  copiesFor, copiesPerReaction, copiesVisibleMax, delayMillisecondsMax, driftMax, flightOver, isEmoji, lifeMillisecondsMax,
  lifeMillisecondsMin, offeredReactions, ownCopies, ownCopiesMin, ReactionSender, ReactionTally, readReactions, startDistanceMax,
  tallyPauseMilliseconds, tapsWaitingMax,
} from "../../Web/model/reactions.js";
import { reactionTopic } from "../../Web/model/session.js";
import { ManualClock, seededRandom } from "./support/manual-clock.mjs";
import { user } from "./support/scripted-server.mjs";

const told = (message, more = {}) => ({ id: 1, message, sender: user("ada"), at: 1, ...more });
const shares = (counts) => Object.entries(counts).map(([userID, count]) => ({ user: user(userID), count }));
const reaction = (emoji, count, own = 0) => ({ emoji, count, own });
const countOf = (copies) => Object.fromEntries([...new Set(copies)].map((emoji) => [
  emoji, copies.filter((copy) => copy === emoji).length]));

test("the figures and the topic are those that apps use", () => {
  assert.equal(reactionTopic, "REACTION");
  assert.deepEqual(
    [copiesPerReaction, copiesVisibleMax, lifeMillisecondsMin, lifeMillisecondsMax, startDistanceMax, driftMax],
    [8, 13, 2_500, 3_500, 50, 150]);
});

test("exactly one emoji is a reaction, even one of several characters", () => {
  const emoji = ["🔥", "❤️", "❤", "👍🏽", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🇯🇵", "1️⃣", "☕", "🏳️‍🌈", "👩🏿‍❤️‍💋‍👨🏻"];
  assert.deepEqual(emoji.filter((text) => !isEmoji(text)), []);
  const others = [
    "", " ", "hi", "1", "#", "🔥🔥", "🔥 ", "a🔥", "<b>", "🇯", "\u200d", "\ufe0f", "🔥\u202e", "🔥".repeat(1_000), "🏽x",
    `🏴${"\u{E0067}".repeat(60)}\u{E007F}`,
  ];
  assert.deepEqual(others.filter(isEmoji), []);
});

test("every offered reaction is a different emoji", () => {
  assert.equal(offeredReactions.length, 6);
  for (const key of ["emoji", "name"]) assert.equal(new Set(offeredReactions.map((offered) => offered[key])).size, 6);
  assert.ok(offeredReactions.every(({ emoji }) => isEmoji(emoji)));
});

test("an event counts each reaction and the user's own among them", () => {
  const messages = [
    told("🔥"), told("🎉", { sender: user("bo") }), told("👏", { count: 500, senders: shares({ ada: 300, bo: 12 }) }),
    told("😮", { count: 7, senders: shares({ ada: 3 }) }), told("come over to my live"),
  ];
  assert.deepEqual(readReactions(messages, "bo"), [
    reaction("🔥", 1), reaction("🎉", 1, 1), reaction("👏", 500, 12), reaction("😮", 7),
  ]);
});

test("impossible counts are corrected", () => {
  const counts = (message) => readReactions([told("🔥", message)], "bo").map(({ count, own }) => [count, own]);
  assert.deepEqual(counts({ count: -4 }), [[1, 0]]);
  assert.deepEqual(counts({ count: 0, senders: shares({ bo: 9 }) }), [[1, 1]]);
  assert.deepEqual(counts({ count: 3, senders: shares({ bo: -9 }) }), [[3, 0]]);
  assert.deepEqual(counts({ count: null, senders: null }), [[1, 0]]);
});

test("the protocol's fixture is read", () => {
  const file = new URL("../../Protocol/fixtures/v1/event-pubsub-published.json", import.meta.url);
  const { messages } = JSON.parse(readFileSync(file, "utf8")).frame.data;
  const read = readReactions(messages, messages[0].sender.userID);
  assert.equal(read.length, messages.filter(({ message }) => isEmoji(message)).length);
  assert.equal(read[0].count, messages[0].count ?? 1);
});

test("a reaction lets eight copies fly, and so do 500 of them", () => {
  for (const count of [1, 2, 500, 2 ** 53]) assert.deepEqual(copiesFor([reaction("🔥", count)], 0), Array(8).fill("🔥"));
});

test("the three most frequent reactions share the free places", () => {
  const storm = [reaction("👏", 4), reaction("🔥", 900), reaction("😮", 2), reaction("🎉", 30)];
  assert.deepEqual(countOf(copiesFor(storm, 0)), { "🔥": 5, "🎉": 4, "👏": 4 });
  assert.deepEqual(copiesFor(storm, 11), ["🔥", "🎉"]);
});

test("the stage never has more than 13 copies", () => {
  for (let visible = 0; visible <= 20; visible += 1) {
    for (let kinds = 0; kinds <= 5; kinds += 1) {
      const reactions = Array.from({ length: kinds }, (_, index) => reaction(`${index}`, 100));
      const copies = copiesFor(reactions, visible).length;
      assert.ok(copies === 0 || visible + copies <= copiesVisibleMax, `${copies} more than ${visible}`);
    }
  }
});

test("the user's own reactions fly when tapped, not with their event", () => {
  assert.deepEqual(copiesFor([reaction("🔥", 5, 5)], 0), []);
  assert.deepEqual(countOf(copiesFor([reaction("🔥", 9, 8), reaction("🎉", 3)], 8)), { "🎉": 3, "🔥": 2 });
});

test("the user's own reaction flies even on a full stage", () => {
  assert.deepEqual([0, 5, 9, 13, 20].map(ownCopies), [8, 8, 4, ownCopiesMin, ownCopiesMin]);
});

test("every copy lasts as long as it should and stays inside the stage", () => {
  const seed = Number(process.env.OVATION_TEST_SEED ?? 20_261_122);
  const random = seededRandom(seed);
  for (let index = 0; index < 2_000; index += 1) {
    const stage = { width: Math.round(random() * 1_600), height: Math.round(random() * 900), size: 40 };
    const { life, delay, from, to, rise } = flightOver(stage, random);
    const what = `seed ${seed}, ${JSON.stringify({ stage, life, delay, from, to, rise })}`;
    assert.ok(life >= lifeMillisecondsMin && life <= lifeMillisecondsMax && delay >= 0 && delay <= delayMillisecondsMax, what);
    assert.ok(rise >= 0 && (rise === 0 || rise + stage.size <= stage.height), what);
    // On a stage narrower than a copy, the copy stays as close to the middle as it can.
    for (const x of [from, to]) assert.ok(x >= 20 && (x <= stage.width - 20 || stage.width < 40), what);
    const middle = stage.width / 2;
    if (stage.width >= 40) {
      assert.ok(Math.abs(from - middle) <= startDistanceMax && Math.abs(to - middle) <= startDistanceMax + driftMax, what);
    }
  }
});

test("counts add up while reactions keep coming, and restart after a pause", () => {
  const tally = new ReactionTally();
  assert.deepEqual(tally.top(3, 0), []);
  tally.add("🔥", 500, 1_000);
  tally.add("🎉", 3, 2_000);
  tally.add("🔥", 12, 5_900);
  assert.deepEqual(tally.top(3, 5_900), [{ emoji: "🔥", count: 512 }, { emoji: "🎉", count: 3 }]);
  assert.deepEqual(tally.top(1, 5_900), [{ emoji: "🔥", count: 512 }]);
  assert.deepEqual(tally.top(3, 5_900 + tallyPauseMilliseconds), []);
  tally.add("🎉", 1, 5_900 + tallyPauseMilliseconds);
  assert.deepEqual(tally.top(3, 5_900 + tallyPauseMilliseconds), [{ emoji: "🎉", count: 1 }]);
});

test("counts restart when the clock is set back and when they are cleared", () => {
  const tally = new ReactionTally();
  tally.add("🔥", 9, 10_000);
  assert.deepEqual(tally.top(3, 9_000), []);
  tally.add("🔥", 1, 9_000);
  assert.deepEqual(tally.top(3, 9_000), [{ emoji: "🔥", count: 1 }]);
  tally.clear();
  assert.deepEqual(tally.top(3, 9_000), []);
});

test("the rarest reactions beyond 32 kinds are forgotten", () => {
  const tally = new ReactionTally(Infinity);
  for (let index = 1; index <= 5_000; index += 1) tally.add(`kind ${index}`, index, index * 100_000);
  const kept = tally.top(5_000, 500_000_000);
  assert.equal(kept.length, 32);
  assert.equal(kept[0].count, 5_000);
});

function sender() {
  const clock = new ManualClock();
  const sent = [];
  return { clock, sent, reactions: new ReactionSender({ clock, send: (emoji, count) => sent.push([emoji, count]) }) };
}

test("the first tap is sent at once, and further taps twice a second with their count", async () => {
  const { clock, sent, reactions } = sender();
  assert.ok(reactions.isIdle);
  for (let index = 0; index < 20; index += 1) {
    reactions.tap("🔥");
    await clock.advance(50);
  }
  assert.deepEqual(sent.slice(0, 2), [["🔥", 1], ["🔥", 9]]);
  assert.ok(!reactions.isIdle);
  await clock.advance(2_000);
  assert.equal(sent.reduce((sum, [, count]) => sum + count, 0), 20);
  assert.ok(reactions.isIdle);
  assert.equal(clock.nextIn, null);
});

test("different reactions take turns at the same pace", async () => {
  const { clock, sent, reactions } = sender();
  for (const emoji of ["🔥", "🎉", "🔥", "👏", "🎉"]) reactions.tap(emoji);
  assert.deepEqual(sent, [["🔥", 1]]);
  await clock.advance(500);
  await clock.advance(499);
  assert.deepEqual(sent.slice(1), [["🎉", 2]]);
  await clock.advance(501);
  assert.deepEqual(sent.slice(2), [["🔥", 1], ["👏", 1]]);
});

test("at most one command's count of taps waits, of at most twelve kinds", () => {
  const { sent, reactions } = sender();
  assert.ok(reactions.tap("🔥"));
  for (let index = 0; index < tapsWaitingMax; index += 1) assert.ok(reactions.tap("🔥"));
  assert.equal(reactions.tap("🔥"), false);
  const kinds = Array.from({ length: 20 }, (_, index) => reactions.tap(`kind ${index}`));
  assert.equal(kinds.filter(Boolean).length, 11);
  reactions.stop();
  assert.deepEqual(sent.slice(0, 2), [["🔥", 1], ["🔥", tapsWaitingMax]]);
  assert.equal(sent.length, 13);
});

test("a user who may no longer react sends none of the waiting taps", async () => {
  const { clock, sent, reactions } = sender();
  reactions.tap("🔥");
  reactions.tap("🔥");
  reactions.forget();
  await clock.advance(5_000);
  assert.deepEqual(sent, [["🔥", 1]]);
});
