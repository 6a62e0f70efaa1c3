import assert from "node:assert/strict";
import { test } from "node:test";
import { ChatLog } from "../../Web/model/live-state.js";
import { Follow } from "../../Web/model/moments.js";
import { rose, user } from "./support/scripted-server.mjs";

const message = (seq, text = `m${seq}`) => ({ user: user("ada"), text, seq, at: seq });
const texts = (log) => log.entries.filter(({ kind }) => kind === "message").map(({ text }) => text);

test("the chat keeps the last 200 entries", () => {
  const log = new ChatLog();
  for (let seq = 1; seq <= 450; seq += 1) log.addMessage(message(seq));
  assert.equal(log.entries.length, 200);
  assert.deepEqual([texts(log)[0], texts(log).at(-1)], ["m251", "m450"]);
});

test("a message is added once", () => {
  const log = new ChatLog();
  assert.equal(log.addMessage(message(1)), true);
  assert.equal(log.addMessage(message(1)), false);
  assert.equal(log.entries.length, 1);
});

test("a snapshot's history adds the messages after the last one, once", () => {
  const log = new ChatLog();
  log.addMessage(message(5));
  log.addHistory([message(3), message(4), message(5), message(6), message(7)]);
  log.addHistory([message(6), message(7), message(8)]);
  assert.deepEqual(texts(log), ["m5", "m6", "m7", "m8"]);
});

test("repeated gifts of one sender in a row update one entry", () => {
  const log = new ChatLog();
  log.addGift({ user: user("ada"), gift: rose, count: 1, at: 1 });
  const { key, version } = log.entries[0];
  log.addGift({ user: user("ada"), gift: rose, count: 4, at: 2 });
  assert.equal(log.entries.length, 1);
  assert.deepEqual([log.entries[0].key, log.entries[0].count], [key, 5]);
  assert.ok(log.entries[0].version > version);
  log.addMessage(message(1));
  log.addGift({ user: user("ada"), gift: rose, count: 1, at: 3 });
  assert.equal(log.entries.length, 3);
});

test("joins in a row share an entry with the last two names", () => {
  const log = new ChatLog();
  for (const name of ["a", "b", "c", "d"]) log.addJoined(user(name));
  assert.equal(log.entries.length, 1);
  assert.deepEqual(log.entries[0].users.map(({ userID }) => userID), ["c", "d"]);
  assert.equal(log.entries[0].more, 2);
});

test("a notice is not repeated right after itself", () => {
  const log = new ChatLog();
  log.addNotice("skipped");
  log.addNotice("skipped");
  log.addNotice("slow", { count: 5 });
  log.addNotice("slow", { count: 10 });
  log.addNotice("removed", { user: user("a") });
  log.addNotice("removed", { user: user("b") });
  log.addNotice("removed", { user: user("b") });
  assert.deepEqual(log.entries.map(({ what }) => what), ["skipped", "slow", "slow", "removed", "removed"]);
});

test("a view follows the end until something holds it, then counts the new entries", () => {
  const follow = new Follow();
  assert.deepEqual([follow.isPaused, follow.newSince(50)], [false, 0]);
  follow.pause("pointer", 50);
  follow.pause("menu", 57);
  assert.deepEqual([follow.isPaused, follow.newSince(87)], [true, 37]);
  assert.equal(follow.release("pointer"), false);
  assert.equal(follow.release("pointer"), false);
  assert.equal(follow.isPaused, true);
  assert.equal(follow.release("menu"), true);
  assert.deepEqual([follow.isPaused, follow.newSince(90)], [false, 0]);
  follow.pause("scroll", 90);
  follow.pause("focus", 90);
  follow.releaseAll();
  assert.equal(follow.isPaused, false);
});

test("the last key counts all entries ever added", () => {
  const log = new ChatLog(3);
  assert.equal(log.lastKey, 0);
  for (let seq = 1; seq <= 10; seq += 1) log.addMessage({ user: user("a"), text: "x", seq, at: 1 });
  assert.deepEqual([log.lastKey, log.entries.at(-1).key, log.entries.length], [10, 10, 3]);
});

test("a removed message is gone, and those that answer it change", () => {
  const log = new ChatLog();
  for (let seq = 1; seq <= 3; seq += 1) log.addMessage(message(seq));
  log.addMessage({ ...message(4), replyTo: 2 });
  const [, second, , answer] = log.entries;
  const { version } = answer;
  assert.equal(log.message(2), second);
  log.remove(({ seq }) => seq === 2);
  assert.deepEqual(texts(log), ["m1", "m3", "m4"]);
  assert.equal(log.message(2), null);
  assert.ok(answer.version > version);
  assert.deepEqual([log.wasRemoved(second.key), log.wasRemoved(answer.key)], [true, false]);
  log.remove(({ seq }) => seq === 2);
  log.addHistory([message(2), message(5)]);
  assert.deepEqual(texts(log), ["m1", "m3", "m4", "m5"]);
});
