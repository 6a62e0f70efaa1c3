// How a live went, as its host's page saw it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { curve, LiveFigures, pointsMax } from "../../Web/model/live-figures.js";

const figures = (viewers, likes = 0, coins = 0) => ({ viewers, likes, coins });

test("a point is taken every five seconds, and the peak is that of all moments", () => {
  const kept = new LiveFigures();
  assert.ok(kept.note(figures(3), 0));
  assert.ok(!kept.note(figures(9), 4_999));
  assert.ok(kept.note(figures(5), 5_000));
  assert.equal(kept.peak, 9);
  assert.deepEqual(kept.points.map(({ viewers }) => viewers), [3, 5]);
  assert.deepEqual(kept.since(4_000, 8_000).map(({ viewers }) => viewers), [5]);
});

test("a live of days keeps a bounded number of points over all of its time", () => {
  const kept = new LiveFigures();
  const end = 3 * 86_400_000;
  for (let now = 0; now <= end; now += 5_000) kept.note(figures(1), now);
  assert.ok(kept.points.length <= pointsMax && kept.points.length > pointsMax / 3, String(kept.points.length));
  assert.equal(kept.points[0].at, 0);
  assert.ok(end - kept.points.at(-1).at < end / 100);
});

test("a reload goes on with what was kept, and begins anew with anything else", () => {
  const before = new LiveFigures();
  before.note(figures(4, 10, 300), 1_000);
  const after = new LiveFigures(JSON.parse(JSON.stringify(before.kept)));
  assert.deepEqual(after.points, before.points);
  assert.equal(after.peak, 4);
  assert.ok(!after.note(figures(4), 5_999), "the interval goes on too");
  for (const wrong of [null, {}, [], "x", { interval: 1, peak: 0, points: [] }, { interval: 5_000, peak: 1, points: [[1, 2]] },
    { interval: 5_000, peak: -1, points: [] }, { interval: 5_000, peak: 1, points: [[1, 2, 3, "4"]] }]) {
    assert.deepEqual(new LiveFigures(/** @type {any} */ (wrong)).points, []);
  }
});

test("the table has a head and a row for each point", () => {
  const kept = new LiveFigures();
  kept.note(figures(1, 2, 3), 1_732_156_800_000);
  assert.equal(kept.csv, "time,viewers,likes,coins\r\n2024-11-21T02:40:00.000Z,1,2,3\r\n");
});

test("a curve fills its box", () => {
  const box = { width: 100, height: 20 };
  assert.equal(curve([], box), "");
  assert.equal(curve([0, 5, 10], box), "M0.0 20.0L50.0 10.0L100.0 0.0");
  assert.equal(curve([7], box), "M0.0 0.0L100 0.0");
  assert.equal(curve([0, 0], box), "M0.0 20.0L100.0 20.0");
});
