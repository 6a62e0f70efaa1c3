// Which live of the feed plays, which one is prepared, and that there are never more than two players.

import assert from "node:assert/strict";
import { test } from "node:test";
import { centredMilliseconds, FeedPolicy, fills, PlayerPair, playersMax, WheelSteps } from "../../Web/media/feed-policy.js";
import { seededRandom, settled } from "./support/manual-clock.mjs";

function feed(...ids) {
  const policy = new FeedPolicy();
  policy.listed(ids);
  return policy;
}

test("a live plays once it has been mostly visible for a while", () => {
  const policy = feed("a", "b");
  policy.seen("a", 0.59, 0);
  assert.deepEqual(policy.look(1_000), { at: null, playing: null, warmed: null, lookIn: null });
  policy.seen("a", 0.6, 1_000);
  assert.deepEqual(policy.look(1_050), { at: null, playing: null, warmed: null, lookIn: centredMilliseconds - 50 });
  assert.deepEqual(policy.look(1_200), { at: "a", playing: "a", warmed: "b", lookIn: null });
});

test("a live that is swiped past never plays", () => {
  const policy = feed("a", "b", "c");
  policy.seen("a", 1, 0);
  policy.look(200);
  policy.seen("a", 0.3, 300);
  policy.seen("b", 0.7, 310);
  policy.seen("b", 0.3, 400);
  policy.seen("c", 0.7, 410);
  assert.equal(policy.look(510).playing, "a");
  assert.equal(policy.look(610).playing, "c");
});

test("the next live in the direction of the swipe is prepared", () => {
  const policy = feed("a", "b", "c");
  const go = (id, now) => {
    for (const other of ["a", "b", "c"]) policy.seen(other, other === id ? 1 : 0, now);
    return policy.look(now + centredMilliseconds);
  };
  assert.equal(go("a", 0).warmed, "b");
  assert.equal(go("b", 1_000).warmed, "c");
  assert.equal(go("c", 2_000).warmed, null);
  assert.equal(go("b", 3_000).warmed, "a");
  assert.equal(go("a", 4_000).warmed, null);
});

test("a live that leaves the feed stops playing", () => {
  const policy = feed("a", "b");
  policy.seen("a", 1, 0);
  policy.look(200);
  policy.listed(["b"]);
  assert.deepEqual(policy.look(300), { at: null, playing: null, warmed: null, lookIn: null });
  policy.seen("a", 1, 400);
  assert.equal(policy.look(900).playing, null);
  policy.seen("b", 1, 1_000);
  assert.equal(policy.look(1_200).playing, "b");
});

test("who wants less motion or less data starts each live, and none is prepared", () => {
  const policy = feed("a", "b");
  policy.waits = true;
  policy.seen("a", 1, 0);
  assert.deepEqual(policy.look(200), { at: "a", playing: null, warmed: null, lookIn: null });
  policy.ask();
  assert.deepEqual(policy.look(300), { at: "a", playing: "a", warmed: null, lookIn: null });
  policy.seen("a", 0, 400);
  policy.seen("b", 1, 400);
  assert.deepEqual(policy.look(600), { at: "b", playing: null, warmed: null, lookIn: null });
  policy.seen("b", 0, 700);
  policy.seen("a", 1, 700);
  assert.equal(policy.look(900).playing, null, "the wish ended with the move");
  policy.waits = false;
  assert.deepEqual(policy.look(900), { at: "a", playing: "a", warmed: null, lookIn: null });
});

test("a picture fills its place unless too much of it would be cut off", () => {
  const phone = { width: 390, height: 760 };
  assert.ok(fills({ width: 1_080, height: 1_920 }, phone));
  assert.ok(fills({ width: 960, height: 1_280 }, { width: 390, height: 700 }), "a quarter of 3:4 is lost");
  assert.ok(!fills({ width: 1_280, height: 720 }, phone));
  assert.ok(!fills({ width: 720, height: 720 }, phone));
  assert.ok(fills({ width: 1_280, height: 720 }, { width: 760, height: 390 }));
  assert.ok(!fills({ width: 1_080, height: 1_920 }, { width: 1_280, height: 720 }));
  for (const nothing of [{ width: 0, height: 0 }, { width: 1, height: 0 }]) {
    assert.ok(!fills(nothing, phone) && !fills(phone, nothing), "what has no size fills nothing");
  }
});

/** Players that close when a test asks them to. */
function players() {
  const open = new Map();
  const log = [];
  const most = { count: 0 };
  const pair = new PlayerPair((id) => {
    const player = {
      play: () => log.push(`play ${id}`), rest: () => log.push(`rest ${id}`),
      close: () => new Promise((resolve) => {
        log.push(`close ${id}`);
        player.closed = () => {
          open.delete(player);
          resolve();
        };
      }),
    };
    open.set(player, id);
    most.count = Math.max(most.count, open.size);
    return player;
  });
  return { pair, open, log, most };
}

test("the next player opens only after the previous one has closed", async () => {
  const { pair, open, log } = players();
  pair.want({ playing: "a", warmed: "b" });
  assert.deepEqual([...open.values()], ["a", "b"]);
  log.length = 0;
  pair.want({ playing: "b", warmed: "c" });
  assert.deepEqual([...open.values()], ["a", "b"]);
  assert.deepEqual(log, ["close a", "play b"]);
  [...open.keys()][0].closed();
  await settled();
  assert.deepEqual([...open.values()], ["b", "c"]);
  assert.equal(log.at(-1), "rest c");
});

test("the playing live opens before the prepared one", async () => {
  const { pair, open } = players();
  pair.want({ playing: "a", warmed: "b" });
  pair.want({ playing: "x", warmed: "y" });
  const [first, second] = [...open.keys()];
  first.closed();
  await settled();
  assert.deepEqual([...open.values()], ["b", "x"]);
  second.closed();
  await settled();
  assert.deepEqual([...open.values()], ["x", "y"]);
});

test("random swipes and slow closes never give more than two players", async () => {
  const seed = Math.floor(Math.random() * 2 ** 32);
  console.log(`seed ${seed}`);
  const random = seededRandom(seed);
  const { pair, open, most } = players();
  const ids = Array.from({ length: 12 }, (_, index) => `live-${index}`);
  let place = 0;
  for (let step = 0; step < 2_000; step += 1) {
    place = Math.max(0, Math.min(11, place + Math.floor(random() * 5) - 2));
    pair.want({ playing: ids[place], warmed: ids[place + 1] ?? null });
    for (const player of open.keys()) if (player.closed && random() < 0.5) player.closed();
    if (random() < 0.3) await settled();
    assert.ok(open.size <= playersMax && pair.count <= playersMax, `${open.size} open, ${pair.count} counted`);
  }
  assert.equal(most.count, playersMax);
  for (const player of [...open.keys()]) player.closed?.();
  await settled();
  for (const player of [...open.keys()]) player.closed?.();
  await settled();
  assert.ok([...open.values()].includes(ids[place]), "the last one that was wanted plays in the end");
});

test("a wheel gesture is one step, whatever events it sends", () => {
  const wheel = new WheelSteps();
  assert.equal(wheel.turned(120, 0), 1);
  for (const now of [20, 100, 399]) assert.equal(wheel.turned(120, now), 0);
  assert.equal(wheel.turned(-120, 400), -1);
  assert.equal(wheel.turned(1, 2_000), 0);
});
