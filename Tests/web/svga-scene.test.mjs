// The player's decisions without a canvas: which frame is due, what it shows, and where.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readMovie } from "../../Web/svga/reader.js";
import { combined, sceneOf } from "../../Web/svga/scene.js";
import { playableSounds, timesOf } from "../../Web/svga/sound.js";
import { aspectFit, canvasSize, DrawWatch, duration, frameAt, Sharpness } from "../../Web/svga/timeline.js";
import { mp3, png, svga2 } from "./support/svga-encoder.mjs";

const tenFrames = { framesPerSecond: 20, frameCount: 10 };

test("a frame is due from its start time on", () => {
  // Each frame lasts a twentieth of a second.
  assert.deepEqual([0, 49.999, 50, 99, 100, 499].map((at) => frameAt(tenFrames, at)), [0, 0, 1, 1, 2, 9]);
  assert.equal(frameAt(tenFrames, -5), 0);
  assert.equal(duration(tenFrames), 500);
  // A frame's own start time gives that frame at every frame rate, despite rounding.
  for (const framesPerSecond of [1, 2, 3, 5, 6, 10, 12, 15, 20, 30, 60]) {
    for (let frame = 0; frame < 600; frame += 1) {
      assert.equal(frameAt({ framesPerSecond, frameCount: 600 }, (frame * 1_000) / framesPerSecond), frame);
    }
  }
});

test("a movie ends after its loops, or never", () => {
  assert.equal(frameAt(tenFrames, 500), null);
  assert.equal(frameAt(tenFrames, 500, 2), 0);
  assert.equal(frameAt(tenFrames, 999, 2), 9);
  assert.equal(frameAt(tenFrames, 1_000, 2), null);
  assert.equal(frameAt(tenFrames, 1_000_025, 0), 0);
});

test("the whole movie is fitted to the canvas's centre", () => {
  // 100 by 50 in 400 by 400 is four times as large, with 100 above and below.
  assert.deepEqual(aspectFit({ width: 100, height: 50 }, { width: 400, height: 400 }), [4, 0, 0, 4, 0, 100]);
  assert.deepEqual(aspectFit({ width: 50, height: 100 }, { width: 400, height: 200 }), [2, 0, 0, 2, 150, 0]);
});

test("a canvas has as many pixels as are visible, up to its limit", () => {
  assert.deepEqual(canvasSize(300, 200, 1), { width: 300, height: 200 });
  assert.deepEqual(canvasSize(300, 200, 3), { width: 600, height: 400 });
  assert.deepEqual(canvasSize(300, 200, undefined), { width: 300, height: 200 });
  const { width, height } = canvasSize(4_000, 2_000, 2);
  assert.ok(width * height <= 2 * 1_024 * 1_024 && Math.abs(width / height - 2) < 0.01, `${width}×${height}`);
  assert.deepEqual(canvasSize(0, 0, 1), { width: 1, height: 1 });
});

test("a slow movie is noticed, a single slow frame is not", () => {
  for (const [gap, drawing] of [[100, 51], [401, 1]]) {
    const watch = new DrawWatch();
    let now = 0;
    const passes = (count, between, long) => Array.from({ length: count }, () => {
      now += between;
      return watch.isTooSlow(now, now + long);
    });
    passes(1, 0, 0);
    assert.ok(!passes(9, gap, drawing).includes(true));
    assert.deepEqual(passes(1, 400, 50), [false]);
    assert.deepEqual(passes(10, gap, drawing), [...new Array(9).fill(false), true]);
  }
});

test("lost frames reduce an effect's pixels, and all pixels return if that does not help", () => {
  /** The sharpness after each check, for a drawing time that depends on the sharpness. */
  const looks = (sharpness, milliseconds, count) => {
    let now = 0;
    sharpness.frame(now);
    return Array.from({ length: count }, () => {
      for (let frame = 0; frame < 15; frame += 1) {
        now += milliseconds(sharpness.scale);
        sharpness.frame(now);
      }
      return sharpness.scale;
    });
  };
  assert.deepEqual(looks(new Sharpness(), () => 16.7, 3), [1, 1, 1]);
  // The time depends on the pixels: 30 ms for all, 16.9 ms for three quarters of each side.
  assert.deepEqual(looks(new Sharpness(), (scale) => 30 * scale ** 2, 3), [0.75, 0.75, 0.75]);
  assert.deepEqual(looks(new Sharpness(), (scale) => 100 * scale ** 2, 4), [0.75, 0.5625, 0.5, 0.5]);
  // The screen itself has 30 frames a second.
  assert.deepEqual(looks(new Sharpness(), () => 33.3, 4), [0.75, 1, 1, 1]);
  // The next effect starts one step sharper.
  assert.equal(new Sharpness(0.5625).scale, 0.75);
  assert.equal(new Sharpness(1).scale, 1);
  // A hidden page does not count.
  assert.deepEqual(looks(new Sharpness(), () => 5_000, 2), [1, 1]);
  assert.deepEqual(canvasSize(300, 200, 2, 0.5), { width: 300, height: 200 });
});

test("transforms are combined, the inner one first", () => {
  // Doubled and moved by 10 20, after a move by 1 2: 2·1 + 10 and 2·2 + 20.
  assert.deepEqual(combined([2, 0, 0, 2, 10, 20], [1, 0, 0, 1, 1, 2]), [2, 0, 0, 2, 12, 24]);
  // A quarter turn of something three times as wide: across becomes down.
  assert.deepEqual(combined([0, 1, -1, 0, 0, 0], [3, 0, 0, 1, 0, 0]), [0, 3, -1, 0, 0, 0]);
});

const shapes = [{ type: "shape", d: "M0 0H9V9Z", styles: { fill: [1, 1, 1, 1] } }];
const movieOf = (sprites, more = {}) => readMovie(svga2({
  width: 100, height: 100, fps: 10, frames: 2, images: { dot: png(1, 1) }, sprites, ...more,
}));
const drawn = (items) => items.map((item) => (
  item.kind === "masked" ? { content: drawn(item.content), matte: drawn(item.matte) } : item.transform[4]));
/** A sprite that a test recognises by its position. */
const at = (x, more = {}, frame = {}) => ({
  imageKey: "dot", frames: [{ alpha: 1, layout: [0, 0, 5, 5], transform: [1, 0, 0, 1, x, 0], ...frame }], ...more,
});
const matteAt = (x, key, more = {}, frame = {}) => at(x, { imageKey: `${key}.matte`, ...more }, { shapes, ...frame });

test("sprites are layered in order, without those that are hidden, empty or over", async () => {
  const movie = await movieOf([
    at(1), at(2, {}, { alpha: 0 }), at(3, { imageKey: "none" }), at(4, { imageKey: "none" }, { shapes }), at(5),
  ]);
  assert.deepEqual(drawn(sceneOf(movie, 0)), [1, 4, 5]);
  // These sprites have one frame.
  assert.deepEqual(sceneOf(movie, 1), []);
});

test("a sprite's own origin is the corner of its layout", async () => {
  const movie = await movieOf([at(0, {}, { layout: [10, 20, 5, 6], transform: [2, 3, 4, 5, 7, 8], alpha: 0.5 })]);
  const [item] = sceneOf(movie, 0);
  // The sums are 2·10 + 4·20 + 7 and 3·10 + 5·20 + 8.
  assert.deepEqual(item.transform, [2, 3, 4, 5, 107, 138]);
  assert.deepEqual([item.width, item.height, item.alpha, item.image, item.clip, item.shapes], [5, 6, 0.5, 0, -1, -1]);
});

test("neighbouring sprites share a matte, even with the matte between them", async () => {
  const movie = await movieOf([
    matteAt(90, "a"), at(1, { matteKey: "a.matte" }), matteAt(91, "b"), at(2, { matteKey: "a.matte" }), at(3),
    at(4, { matteKey: "a.matte" }), at(5, { matteKey: "b.matte" }), at(6, { matteKey: "b.matte" }),
  ]);
  assert.deepEqual(drawn(sceneOf(movie, 0)), [
    { content: [1, 2], matte: [90] }, 3, { content: [4], matte: [90] }, { content: [5, 6], matte: [91] },
  ]);
});

test("a hidden matte hides its sprites, and a missing matte masks nothing", async () => {
  const movie = await movieOf([
    matteAt(90, "a", {}, { alpha: 0 }), at(1, { matteKey: "a.matte" }), at(2, { matteKey: "gone.matte" }), at(3, { matteKey: "dot" }),
  ]);
  assert.deepEqual(drawn(sceneOf(movie, 0)), [2, 3]);
});

test("a matte can have a matte", async () => {
  const movie = await movieOf([
    matteAt(90, "a", { matteKey: "b.matte" }), matteAt(91, "b"), at(1, { matteKey: "a.matte" }),
  ]);
  assert.deepEqual(drawn(sceneOf(movie, 0)), [{ content: [1], matte: [{ content: [90], matte: [91] }] }]);
});

// Sounds

test("sounds begin and end with their frames", () => {
  const times = { startFrame: 5, endFrame: 8, startMilliseconds: 250 };
  assert.deepEqual(timesOf(times, tenFrames), { at: 0.25, offset: 0.25, length: 0.15 });
  // A sound without an end, or with one beyond the movie's, ends with the movie.
  assert.deepEqual(timesOf({ ...times, endFrame: 0 }, tenFrames), { at: 0.25, offset: 0.25, length: 0.25 });
  assert.deepEqual(timesOf({ startFrame: -3, endFrame: 99, startMilliseconds: -1 }, tenFrames), { at: 0, offset: 0, length: 0.5 });
});

test("only sounds whose samples fit into memory are decoded", () => {
  const sound = (frames) => ({ bytes: mp3(frames) });
  // 441 frames of 1,152 samples are 11.52 s, or 2,211,840 bytes at 48,000 samples of 4 bytes a second.
  const all = [sound(441), sound(441), { bytes: new TextEncoder().encode("no sound") }, sound(1)];
  assert.deepEqual(playableSounds(all, 2_211_841 * 2), [all[0], all[1]].concat([]));
  assert.deepEqual(playableSounds(all, 2_211_839), [all[3]]);
  assert.deepEqual(playableSounds([]), []);
});
