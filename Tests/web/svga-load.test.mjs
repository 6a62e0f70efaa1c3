// Effects are loaded, decoded in a worker, and cached within a limit. Errors always reach the caller.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EffectCache } from "../../Web/svga/cache.js";
import { Decoder, decodeMillisecondsMax } from "../../Web/svga/decoder.js";
import { defaultLimits, SVGAError } from "../../Web/svga/limits.js";
import { Loader, loadMillisecondsMax } from "../../Web/svga/loader.js";
import { Player } from "../../Web/svga/player.js";
import { ManualClock, settled } from "./support/manual-clock.mjs";

const code = (expected) => (error) => error instanceof SVGAError && error.code === expected;

// The cache

function closable(log, name) {
  return { close: () => log.push(name) };
}

test("the least recently used effect is dropped first, and never one in use", () => {
  const closed = [];
  const cache = new EffectCache(100);
  cache.add("a", closable(closed, "a"), 40);
  cache.add("b", closable(closed, "b"), 40);
  const { release } = cache.take("a");
  cache.add("c", closable(closed, "c"), 40);
  assert.deepEqual([closed, cache.bytes], [["b"], 80]);
  cache.add("d", closable(closed, "d"), 90);
  assert.deepEqual([closed, cache.bytes], [["b", "c"], 130]);
  // The released effect was used less recently.
  release();
  assert.deepEqual([closed, cache.bytes], [["b", "c", "a"], 90]);
  release();
  assert.equal(cache.take("a"), undefined);
});

test("a replaced effect is not closed while it plays", () => {
  const closed = [];
  const cache = new EffectCache(100);
  cache.add("a", closable(closed, "first"), 10);
  const { release } = cache.take("a");
  cache.add("a", closable(closed, "second"), 10);
  assert.deepEqual(closed, []);
  release();
  assert.deepEqual(closed, ["first"]);
  cache.clear();
  assert.deepEqual([closed, cache.size], [["first", "second"], 0]);
});

test("a new effect stays until it is taken and released", () => {
  const closed = [];
  const cache = new EffectCache(10);
  cache.add("large", closable(closed, "large"), 11);
  const { release } = cache.take("large");
  assert.deepEqual(closed, []);
  release();
  assert.deepEqual([closed, cache.size], [["large"], 0]);
});

// The decoder

/** Workers that answer when a test asks them to. */
class Workers {
  made = [];

  make = () => {
    const worker = {
      sent: [], isEnded: false, postMessage: (message) => worker.sent.push(message), terminate: () => { worker.isEnded = true; },
    };
    this.made.push(worker);
    return worker;
  };
}

const bytesOf = (text) => new TextEncoder().encode(text);

test("one worker decodes files one after the other", async () => {
  const workers = new Workers();
  const decoder = new Decoder({ makeWorker: workers.make, clock: new ManualClock() });
  const first = decoder.decode(bytesOf("one"));
  const second = decoder.decode(bytesOf("two"));
  const [worker] = workers.made;
  assert.equal(worker.sent.length, 1);
  const closed = [];
  worker.onmessage({ data: { id: 1, effect: { movie: { width: 7 }, images: [null, { close: () => closed.push(1) }], bytes: 5 } } });
  const { movie, bytes, close } = await first;
  assert.deepEqual([movie.width, bytes], [7, 5]);
  close();
  assert.deepEqual(closed, [1]);
  assert.equal(worker.sent[1].id, 2);
  assert.deepEqual(worker.sent[1].limits, defaultLimits);
  worker.onmessage({ data: { id: 2, code: "badZip" } });
  await assert.rejects(second, code("badZip"));
  assert.equal(workers.made.length, 1);
});

test("a hung worker is ended with an error, and the next file gets a new one", async () => {
  const workers = new Workers();
  const clock = new ManualClock();
  const decoder = new Decoder({ makeWorker: workers.make, clock });
  const hanging = decoder.decode(bytesOf("one"));
  const next = decoder.decode(bytesOf("two"));
  const refused = assert.rejects(hanging, code("decodeTimedOut"));
  await clock.advance(decodeMillisecondsMax);
  await refused;
  assert.deepEqual(workers.made.map(({ isEnded }) => isEnded), [true, false]);
  // A late answer of the first worker is ignored.
  workers.made[0].onmessage({ data: { id: 2, code: "badZip" } });
  workers.made[1].onmessage({ data: { id: 2, effect: { movie: {}, images: [], bytes: 1 } } });
  assert.equal((await next).bytes, 1);
});

test("a worker that fails or cannot start fails one file only", async () => {
  const workers = new Workers();
  let isRefused = false;
  const makeWorker = () => {
    if (isRefused) throw new TypeError("refused by a policy");
    return workers.make();
  };
  const decoder = new Decoder({ makeWorker, clock: new ManualClock() });
  const failing = decoder.decode(bytesOf("one"));
  let isPrevented = false;
  workers.made[0].onerror({ preventDefault: () => { isPrevented = true; } });
  await assert.rejects(failing, code("workerFailed"));
  assert.ok(isPrevented, "it is an error of the page");
  isRefused = true;
  await assert.rejects(decoder.decode(bytesOf("two")), code("workerFailed"));
  isRefused = false;
  const third = decoder.decode(bytesOf("three"));
  workers.made[1].onmessage({ data: { id: 3, code: "notSVGA" } });
  await assert.rejects(third, code("notSVGA"));
});

test("an idle worker ends after a while", async () => {
  const workers = new Workers();
  const clock = new ManualClock();
  const decoder = new Decoder({ makeWorker: workers.make, clock });
  const decoding = decoder.decode(bytesOf("one"));
  workers.made[0].onmessage({ data: { id: 1, effect: { movie: {}, images: [], bytes: 1 } } });
  await decoding;
  await clock.advance(29_999);
  assert.equal(workers.made[0].isEnded, false);
  await clock.advance(1);
  assert.equal(workers.made[0].isEnded, true);
});

// The loader

/** A server's answer. */
function answer(chunks, { ok = true, headers = {} } = {}) {
  const body = new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  }, { highWaterMark: 0 });
  return { ok, headers: new Headers(headers), body };
}

function loaderOf(fetch, { decode, ...more } = {}) {
  const decoded = [];
  const decoder = {
    decode: decode ?? (async (bytes) => {
      decoded.push(new TextDecoder().decode(bytes));
      return { movie: {}, images: [], bytes: bytes.length, close: () => {} };
    }),
  };
  return { loader: new Loader({ fetch, decoder, clock: new ManualClock(), ...more }), decoded };
}

test("an effect is loaded once for all callers and kept", async () => {
  let count = 0;
  const { loader, decoded } = loaderOf(async (address, { credentials }) => {
    count += 1;
    assert.deepEqual([address, credentials], ["/a.svga", "omit"]);
    return answer([bytesOf("ab"), bytesOf("c")]);
  });
  const [one, two] = await Promise.all([loader.load("/a.svga"), loader.load("/a.svga")]);
  assert.equal(one.effect, two.effect);
  one.release();
  two.release();
  await loader.load("/a.svga");
  assert.deepEqual([count, decoded], [1, ["abc"]]);
  loader.purge();
  assert.equal((await loader.load("/a.svga")).effect.bytes, 3, "it was in use");
});

test("an oversized file is dropped at its first byte too many, or at once by its header", async () => {
  const limits = { ...defaultLimits, fileBytesMax: 4 };
  let taken = 0;
  const endless = { ok: true, headers: new Headers(), body: new ReadableStream({
    pull(controller) {
      taken += 1;
      controller.enqueue(bytesOf("ab"));
    },
  }, { highWaterMark: 0 }) };
  await assert.rejects(loaderOf(async () => endless, { limits }).loader.load("/a"), code("fileTooLarge"));
  assert.equal(taken, 3);
  const said = answer([], { headers: { "content-length": "5" } });
  await assert.rejects(loaderOf(async () => said, { limits }).loader.load("/a"), code("fileTooLarge"));
});

test("a failed download reports its error and is tried again the next time", async () => {
  let count = 0;
  const { loader } = loaderOf(async () => {
    count += 1;
    if (count === 1) throw new TypeError("Failed to fetch");
    return count === 2 ? answer([], { ok: false }) : answer([bytesOf("a")]);
  });
  await assert.rejects(loader.load("/a"), code("loadFailed"));
  await assert.rejects(loader.load("/a"), code("loadFailed"));
  assert.equal((await loader.load("/a")).effect.bytes, 1);
});

test("a slow download times out and its request is cancelled", async () => {
  const clock = new ManualClock();
  let signal;
  const fetch = (_, options) => new Promise((_resolve, reject) => {
    signal = options.signal;
    signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
  });
  const { loader } = loaderOf(fetch, { clock });
  const refused = assert.rejects(loader.load("/a"), code("loadTimedOut"));
  await clock.advance(loadMillisecondsMax);
  await refused;
  assert.equal(signal.aborted, true);
});

test("an effect decoded too late is kept for the next time", async () => {
  const clock = new ManualClock();
  let finish;
  const { loader } = loaderOf(async () => answer([bytesOf("a")]), {
    clock, decode: () => new Promise((resolve) => { finish = resolve; }),
  });
  const refused = assert.rejects(loader.load("/a"), code("loadTimedOut"));
  await settled();
  await clock.advance(loadMillisecondsMax);
  await refused;
  finish({ movie: {}, images: [], bytes: 7, close: () => {} });
  await settled();
  assert.equal((await loader.load("/a")).effect.bytes, 7);
});

// The player

/** A canvas that ignores what is drawn, and a clock whose frames a test triggers. */
function stage() {
  const nothing = new Proxy({}, { get: (_, name) => (name === "canvas" ? canvas : () => nothing), set: () => true });
  const canvas = { width: 0, height: 0, clientWidth: 30, clientHeight: 20, getContext: () => nothing };
  const due = [];
  const clock = {
    time: 0, now: () => clock.time, nextFrame: (act) => due.push(act), cancelFrame: () => { due.length = 0; },
    step: (milliseconds) => {
      clock.time += milliseconds;
      for (const act of due.splice(0)) act();
    },
    get isWaiting() { return due.length > 0; },
  };
  const sounds = { started: 0, stopped: 0, start: () => { sounds.started += 1; }, stop: () => { sounds.stopped += 1; } };
  return { canvas, clock, sounds, player: new Player(canvas, { clock, sounds }) };
}

const movie = { width: 30, height: 20, framesPerSecond: 10, frameCount: 3, sprites: [], shapeLists: [], paths: [], sounds: [] };
const effect = { movie, images: [] };

test("a player draws the frame that is due and ends after the last", async () => {
  const { canvas, clock, player } = stage();
  const playing = player.play(effect);
  const frames = [player.frame];
  for (const milliseconds of [50, 50, 120, 70]) {
    clock.step(milliseconds);
    frames.push(player.frame);
  }
  assert.deepEqual(frames, [0, 0, 1, 2, 2]);
  assert.deepEqual([canvas.width, canvas.height], [30, 20]);
  clock.step(10);
  assert.equal(await playing, "finished");
  assert.deepEqual([player.frame, canvas.width, clock.isWaiting], [null, 0, false]);
});

test("a player stops on request, for the next effect, and at its time limit", async () => {
  const { clock, sounds, player } = stage();
  const first = player.play(effect, { loops: 0, isAudible: true });
  const second = player.play(effect, { loops: 0 });
  assert.equal(await first, "stopped");
  player.stop();
  assert.equal(await second, "stopped");
  const third = player.play(effect, { loops: 0, millisecondsMax: 1_000, clearsAfterEnd: false });
  clock.step(950);
  assert.equal(player.frame, 0);
  clock.step(50);
  assert.equal(await third, "finished");
  assert.equal(player.frame, 0);
  assert.equal(sounds.started, 1);
  assert.ok(sounds.stopped >= 3);
});

test("a movie that draws too slowly or cannot be drawn ends with an error", async () => {
  const { canvas, clock, player } = stage();
  const slow = player.play({ ...effect, movie: { ...movie, frameCount: 1_000, get sprites() {
    clock.time += 51;
    return [];
  } } });
  for (let frame = 0; frame < 9; frame += 1) clock.step(100);
  await assert.rejects(slow, code("drawTooSlow"));
  assert.equal(canvas.width, 0);
  const broken = { ...effect, movie: { ...movie, get sprites() { throw new RangeError("broken"); } } };
  await assert.rejects(player.play(broken), RangeError);
  assert.equal(clock.isWaiting, false);
});
