import assert from "node:assert/strict";
import { test } from "node:test";
import { LiveState } from "../../Web/model/live-state.js";
import { mentionAt, offered } from "../../Web/model/mentions.js";
import { parseServerFrame } from "../../Web/wire/frames.js";
import { barrage, membership, user } from "./support/scripted-server.mjs";

test("a mention begins with an @ at the beginning of a word", () => {
  assert.deepEqual(mentionAt("@", 1), { from: 0, typed: "" });
  assert.deepEqual(mentionAt("hi @me there", 6), { from: 3, typed: "me" });
  assert.deepEqual(mentionAt("多谢 @小", 5), { from: 3, typed: "小" });
  for (const [text, caret] of [["", 0], ["hi", 2], ["me@home", 7], ["hi @me there", 9], ["@a@b", 4], ["@me ", 4]]) {
    assert.equal(mentionAt(text, caret), null, text);
  }
});

/** A live of bo in which people wrote, in this order, and others watch. */
function live(writers, viewers = []) {
  const state = new LiveState("r1", "bo");
  state.joined(membership("r1"));
  writers.forEach((name, index) => {
    const frame = barrage("r1", 101 + index, "hi");
    frame.data.sender = user(name);
    state.apply(parseServerFrame(JSON.stringify(frame)), frame.at);
  });
  for (const name of viewers) state.audience.set(name, user(name));
  return state;
}

const names = (users) => users.map(({ userID }) => userID);

test("those who wrote last come first, each once, and never the user", () => {
  assert.deepEqual(names(offered(live(["ada", "cy", "bo", "ada"], ["cy", "dee"]), "")), ["ada", "cy", "dee"]);
});

test("six people at most, whose names begin with what was typed", () => {
  const state = live([], Array.from({ length: 20 }, (_, index) => `Fan-${index}`));
  assert.equal(offered(state, "").length, 6);
  assert.deepEqual(names(offered(state, "fan-1")), ["Fan-1", "Fan-10", "Fan-11", "Fan-12", "Fan-13", "Fan-14"]);
  assert.deepEqual(offered(state, "x"), []);
});
