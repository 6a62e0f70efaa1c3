// When a player plays faster, jumps or waits, and how its buffer is fed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PictureBuffer } from "../../Web/media/picture-buffer.js";
import {
  DelayPolicy, fastRate, jumpInList, keepSeconds, lacksLists, placeBeyondGap, StallWatch, trimTo, wantsSegment, wayOf,
} from "../../Web/media/player-policy.js";

/** A policy that has just received a fragment of the given length in seconds. */
function fed(seconds, now = 1_000) {
  const policy = new DelayPolicy();
  for (let index = 0; index < 5; index += 1) policy.appended(seconds, now);
  return policy;
}

test("a player near the camera plays at normal speed", () => {
  const { behind, rate, jumpTo } = fed(1).look({ now: 1_000, currentTime: 10, end: 11.5 });
  assert.deepEqual([behind, rate, jumpTo], [1.5, 1, null]);
});

test("a player over two seconds behind the camera plays faster until it is well below", () => {
  const policy = fed(1);
  assert.equal(policy.look({ now: 1_000, currentTime: 10, end: 12.1 }).rate, fastRate);
  assert.equal(policy.look({ now: 1_000, currentTime: 10.2, end: 12.1 }).rate, fastRate);
  assert.equal(policy.look({ now: 1_000, currentTime: 10.6, end: 12.1 }).rate, 1);
  assert.equal(policy.look({ now: 1_000, currentTime: 10.2, end: 12.1 }).rate, 1);
});

test("the time since the last fragment counts as delay", () => {
  const { behind } = fed(1).look({ now: 1_900, currentTime: 10, end: 11 });
  assert.equal(behind, 1.9);
});

test("a player with an almost empty buffer never plays faster", () => {
  assert.equal(fed(1).look({ now: 3_000, currentTime: 10, end: 10.2 }).rate, 1);
});

test("a player over three seconds behind jumps close to the newest picture", () => {
  const { jumpTo } = fed(1).look({ now: 1_000, currentTime: 10, end: 14 });
  assert.ok(jumpTo > 12 && jumpTo < 14, String(jumpTo));
});

test("a player does not jump if it gains nothing", () => {
  assert.equal(fed(1).look({ now: 90_000, currentTime: 10, end: 11 }).jumpTo, null);
});

test("two-second fragments raise the bounds, because no player can be nearer than a fragment's length", () => {
  const policy = fed(2);
  assert.equal(policy.look({ now: 1_000, currentTime: 10, end: 12.9 }).rate, 1);
  assert.equal(policy.look({ now: 1_000, currentTime: 10, end: 13.5 }).rate, fastRate);
  assert.equal(policy.look({ now: 1_000, currentTime: 10, end: 13.9 }).jumpTo, null);
  assert.notEqual(policy.look({ now: 1_000, currentTime: 10, end: 14.2 }).jumpTo, null);
});

test("an empty buffer has no known delay", () => {
  assert.deepEqual(new DelayPolicy().look({ now: 0, currentTime: 0, end: null }), { behind: null, rate: 1, jumpTo: null });
});

test("a jump to the live edge only goes forward", () => {
  const policy = fed(1);
  assert.ok(policy.edge({ currentTime: 10, end: 15 }) > 13);
  assert.equal(policy.edge({ currentTime: 14.5, end: 15 }), null);
  assert.equal(policy.edge({ currentTime: 0, end: null }), null);
});

test("a playlist plays at its own pace, and the player jumps only if it is far behind", () => {
  assert.equal(jumpInList({ currentTime: 10, end: 18, holdSeconds: 6 }), null);
  assert.equal(jumpInList({ currentTime: 10, end: 40, holdSeconds: 6 }), 34);
  assert.equal(jumpInList({ currentTime: 10, end: null, holdSeconds: 6 }), null);
});

test("a paused player loads a bounded amount ahead", () => {
  const player = { currentTime: 0, end: 10, holdSeconds: 6, waitingCount: 0 };
  assert.equal(wantsSegment(player), true);
  assert.equal(wantsSegment({ ...player, end: null }), true);
  assert.equal(wantsSegment({ ...player, end: 30 }), false);
  assert.equal(wantsSegment({ ...player, waitingCount: 2 }), false);
});

test("a player skips a hole to the next picture", () => {
  const ranges = [[0, 5], [7, 9]];
  assert.equal(placeBeyondGap(4.95, ranges), 7);
  assert.equal(placeBeyondGap(6, ranges), 7);
  assert.equal(placeBeyondGap(2, ranges), null);
  assert.equal(placeBeyondGap(9, ranges), null);
  assert.equal(placeBeyondGap(0, [[3, 4]]), 3);
  assert.equal(placeBeyondGap(0, []), null);
});

test("thirty seconds behind the player are kept", () => {
  assert.equal(trimTo(60, [[0, 62]]), 60 - keepSeconds);
  assert.equal(trimTo(33, [[0, 35]]), null);
  assert.equal(trimTo(60, []), null);
  assert.equal(trimTo(10, [[0, 12]], true), 8);
});

test("a stalled picture shows that it waits after half a second and offers a retry after ten", () => {
  const watch = new StallWatch();
  const look = (now, currentTime, isToMove = true) => watch.look({ now, currentTime, isToMove });
  assert.deepEqual(look(0, 1), { isWaiting: false, isLost: false });
  assert.deepEqual(look(499, 1), { isWaiting: false, isLost: false });
  assert.deepEqual(look(500, 1), { isWaiting: true, isLost: false });
  assert.deepEqual(look(10_000, 1), { isWaiting: true, isLost: true });
  assert.deepEqual(look(10_100, 1.1), { isWaiting: false, isLost: false });
  // A paused picture does not wait.
  assert.deepEqual(look(30_000, 1.1, false), { isWaiting: false, isLost: false });
  assert.deepEqual(look(30_100, 1.1), { isWaiting: false, isLost: false });
});

test("a picture is pushed if the browser has its codecs, else played as a list, else not shown", () => {
  const asked = [];
  const browser = (canPush, canList, canDecode = true) => ({
    canDecode: () => canDecode,
    canPush: (mimeType) => {
      asked.push(mimeType);
      return canPush;
    },
    canList: () => canList,
  });
  const media = { push: "/p", hls: "/h", codecs: "avc1.42E01F,opus" };
  assert.equal(wayOf(media, browser(true, true)), "push");
  assert.equal(asked[0], 'video/mp4; codecs="avc1.42E01F,opus"');
  assert.equal(wayOf(media, browser(false, true)), "hls");
  assert.equal(wayOf(media, browser(false, false)), "none");
  // A browser with native HLS may still lack the decoder.
  assert.equal(wayOf(media, browser(false, true, false)), "none");
  assert.equal(wayOf({ hls: "https://cdn/x.m3u8" }, browser(true, true)), "hls");
  assert.equal(wayOf({ hls: "https://cdn/x.m3u8" }, browser(true, true, false)), "hls");
  assert.equal(wayOf({ push: "/p" }, browser(true, false)), "push");
  // The page plays the list itself if the browser has Media Source Extensions.
  assert.equal(wayOf({ hls: "https://cdn/x.m3u8" }, browser(true, false)), "list");
  assert.equal(wayOf({ ...media, push: null }, browser(false, false)), "none");
});

test("a browser without Media Source Extensions and HLS reports that it cannot play a picture in HLS", () => {
  const browser = (canList, canPush = false) => ({ canPush: () => canPush, canList: () => canList, canDecode: () => canList });
  const media = { hls: "https://media.example.com/live/a/index.m3u8" };
  assert.equal(wayOf(media, browser(false)), "none");
  assert.equal(lacksLists(media, browser(false)), true);
  assert.equal(lacksLists(media, browser(true)), false);
  assert.equal(lacksLists(media, browser(false, true)), false);
  assert.equal(lacksLists({ ...media, push: "/play" }, browser(false)), false);
  assert.equal(lacksLists(null, browser(false)), false);
});

// The browser's buffer

/** A `SourceBuffer` that takes each fragment as one second and logs what is done to it. */
class FakeBuffer {
  done = [];
  updating = false;
  mode = "segments";
  timestampOffset = 0;
  spans = [];
  failure = null;
  #listeners = {};
  #offset = null;

  addEventListener(name, listener) { this.#listeners[name] = listener; }

  get buffered() {
    const { spans } = this;
    return { length: spans.length, start: (index) => spans[index][0], end: (index) => spans[index][1] };
  }

  changeType(mimeType) { this.done.push(`type ${mimeType}`); }

  appendBuffer(bytes) {
    if (this.failure) {
      const failure = this.failure;
      this.failure = null;
      throw failure;
    }
    this.updating = true;
    assert.equal(this.mode, "segments");
    this.done.push(this.timestampOffset === this.#offset ? bytes : `${bytes} moved by ${this.timestampOffset}`);
    this.#offset = this.timestampOffset;
    if (bytes.startsWith("init")) return;
    const end = this.spans.at(-1)?.[1] ?? 0;
    this.spans = [[this.spans[0]?.[0] ?? 0, end + 1]];
  }

  remove(from, to) {
    this.updating = true;
    this.done.push(`remove ${from} ${to}`);
    this.spans = [[to, this.spans.at(-1)[1]]];
  }

  /** Finishes the operation under way. */
  finish() {
    this.updating = false;
    this.#listeners.updateend();
  }

  abort() { this.done.push("abort"); }
  fail() { this.#listeners.error(); }
}

function feeding({ currentTime = 0 } = {}) {
  const buffer = new FakeBuffer();
  const told = { appended: [], failed: 0, currentTime };
  const picture = new PictureBuffer(buffer, {
    mimeType: "a", currentTime: () => told.currentTime, appended: (seconds) => told.appended.push(seconds),
    failed: () => { told.failed += 1; },
    // A fragment's name ends with its start in seconds.
    times: () => (name) => Number(name.match(/\d+$/)[0]),
  });
  const finish = () => { while (buffer.updating) buffer.finish(); };
  return { buffer, picture, told, finish };
}

test("fragments are appended one at a time, and a stream's first one at the end of the buffer", () => {
  const { buffer, picture, told, finish } = feeding();
  picture.begin("a", "init-1");
  picture.add("f1");
  picture.add("f2");
  assert.deepEqual(buffer.done, ["init-1 moved by 0"]);
  finish();
  assert.deepEqual(buffer.done, ["init-1 moved by 0", "f1 moved by -1", "f2"]);
  assert.deepEqual(told.appended, [1, 1]);
});

test("a returning publisher continues where the last stream ended, whatever its own time is", () => {
  const { buffer, picture, finish } = feeding();
  picture.begin("a", "init-1");
  for (const name of ["f1", "f2", "f3"]) picture.add(name);
  finish();
  buffer.done = [];
  picture.begin("a", "init-2");
  picture.add("g901");
  picture.add("g902");
  finish();
  assert.deepEqual(buffer.done, ["init-2", "g901 moved by -898", "g902"]);
});

test("sound and picture in separate buffers are shifted equally", () => {
  const picture = feeding();
  const sound = feeding();
  const timeline = { offset: null };
  picture.picture.begin("a", "init-1", timeline);
  sound.picture.begin("a", "init-2", timeline);
  picture.picture.add("f1000");
  sound.picture.add("s1001");
  picture.finish();
  sound.finish();
  assert.deepEqual(picture.buffer.done, ["init-1 moved by 0", "f1000 moved by -1000"]);
  assert.deepEqual(sound.buffer.done, ["init-2 moved by 0", "s1001 moved by -1000"], "not to its own beginning");
});

test("new codecs change the buffer's type, equal ones do not", () => {
  const { buffer, picture, finish } = feeding();
  picture.begin("a", "init-1");
  picture.begin("b", "init-2");
  finish();
  assert.deepEqual(buffer.done, ["init-1 moved by 0", "type b", "init-2"]);
});

test("a skipped fragment leaves no hole", () => {
  const { buffer, picture, finish } = feeding();
  picture.begin("a", "init-1");
  picture.add("f1");
  finish();
  picture.skip();
  picture.add("f9");
  finish();
  assert.deepEqual(buffer.done.slice(-2), ["abort", "f9 moved by -8"], "right behind f1, from its next key frame on");
});

test("a full buffer is trimmed and gets the same fragment again", () => {
  const { buffer, picture, told, finish } = feeding();
  picture.begin("a", "init-1");
  for (let index = 0; index < 20; index += 1) picture.add(`f${index}`);
  finish();
  told.currentTime = 19;
  buffer.done = [];
  buffer.failure = Object.assign(new Error("full"), { name: "QuotaExceededError" });
  picture.add("f20");
  finish();
  assert.deepEqual(buffer.done, ["remove 0 17", "f20"]);
  assert.equal(told.failed, 0);
});

test("a full buffer that cannot be trimmed skips the fragment, and the next takes its place", () => {
  const { buffer, picture, told, finish } = feeding();
  picture.begin("a", "init-1");
  picture.add("f1");
  finish();
  buffer.failure = Object.assign(new Error("full"), { name: "QuotaExceededError" });
  picture.add("f2");
  finish();
  picture.add("f3");
  finish();
  assert.deepEqual(buffer.done.slice(-2), ["abort", "f3 moved by -2"]);
  assert.equal(told.failed, 0);
});

test("a browser that cannot decode the picture reports it", () => {
  const { buffer, picture, told } = feeding();
  picture.begin("a", "init-1");
  buffer.fail();
  assert.equal(told.failed, 1);
});

test("the queue for the browser's buffer is bounded", () => {
  const { buffer, picture, finish } = feeding();
  picture.begin("a", "init-1");
  for (let index = 0; index < 200; index += 1) picture.add(`f${index}`);
  finish();
  assert.equal(buffer.done.length, 61);
  assert.match(buffer.done.at(-1), /^f199/);
});
