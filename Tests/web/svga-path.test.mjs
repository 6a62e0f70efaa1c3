// Paths follow SVG's notation.

import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultLimits, SVGAError } from "../../Web/svga/limits.js";
import { parsePath } from "../../Web/svga/path.js";

const M = 0;
const L = 1;
const C = 2;
const Q = 3;
const Z = 4;
const steps = (text, limits = {}) => [...parsePath(text, { ...defaultLimits, ...limits })];
const code = (expected) => (error) => error instanceof SVGAError && error.code === expected;

test("absolute and relative lines are read", () => {
  assert.deepEqual(steps("M1 2L3 4H5V6Z"), [M, 1, 2, L, 3, 4, L, 5, 4, L, 5, 6, Z]);
  assert.deepEqual(steps("m1 2l3 4h5v6z"), [M, 1, 2, L, 4, 6, L, 9, 6, L, 9, 12, Z]);
});

test("absolute and relative curves are read", () => {
  assert.deepEqual(steps("M0 0C1 2 3 4 5 6Q7 8 9 10"), [M, 0, 0, C, 1, 2, 3, 4, 5, 6, Q, 7, 8, 9, 10]);
  assert.deepEqual(steps("M10 20c1 2 3 4 5 6q7 8 9 10"), [M, 10, 20, C, 11, 22, 13, 24, 15, 26, Q, 22, 34, 24, 36]);
});

test("a smooth curve continues the direction of the previous curve", () => {
  // The second control point 3 4, mirrored at the end point 5 6, gives 7 8.
  assert.deepEqual(steps("M0 0C1 2 3 4 5 6S9 10 11 12"), [M, 0, 0, C, 1, 2, 3, 4, 5, 6, C, 7, 8, 9, 10, 11, 12]);
  assert.deepEqual(steps("M0 0Q1 2 3 4T9 9"), [M, 0, 0, Q, 1, 2, 3, 4, Q, 5, 6, 9, 9]);
  // After another command it starts at the pen.
  assert.deepEqual(steps("M1 1S2 3 4 5T6 7"), [M, 1, 1, C, 1, 1, 2, 3, 4, 5, Q, 4, 5, 6, 7]);
});

test("numbers need no separator before a sign or a second dot", () => {
  assert.deepEqual(steps("M1-2.5.5,1e1L+3,-.25"), [M, 1, -2.5, L, 0.5, 10, L, 3, -0.25]);
  assert.deepEqual(steps("  M 1 , 2\n\tL 3 4 "), [M, 1, 2, L, 3, 4]);
});

test("further numbers repeat the command, and after a move they are lines", () => {
  assert.deepEqual(steps("M0 0 1 1 2 2L3 3 4 4H5 6"), [M, 0, 0, L, 1, 1, L, 2, 2, L, 3, 3, L, 4, 4, L, 5, 4, L, 6, 4]);
  assert.deepEqual(steps("m1 1 1 1 1 1"), [M, 1, 1, L, 2, 2, L, 3, 3]);
});

test("a closed path continues from its start", () => {
  assert.deepEqual(steps("M1 1L5 5Zl2 0"), [M, 1, 1, L, 5, 5, Z, L, 3, 1]);
});

test("a half circle becomes two quarter curves", () => {
  const found = steps("M0 0A10 10 0 0 1 20 0").map((value) => Math.round(value * 1_000) / 1_000 + 0);
  // A quarter circle's control arm is 4/3·tan(22.5°) = 0.5523 of its radius. Clockwise on a screen runs over the top, y = -10.
  assert.deepEqual(found, [M, 0, 0, C, 0, -5.523, 4.477, -10, 10, -10, C, 15.523, -10, 20, -5.523, 20, 0]);
});

test("an arc with too short radii gets longer ones, and one without a radius is a line", () => {
  assert.deepEqual(steps("M0 0A1 1 0 0 1 20 0").map(Math.round).slice(-2), [20, 0]);
  assert.equal(steps("M0 0A1 1 0 0 1 20 0").length, 3 + 7 + 7);
  assert.deepEqual(steps("M0 0A0 5 0 0 1 20 0"), [M, 0, 0, L, 20, 0]);
  assert.deepEqual(steps("M0 0a5 5 0 1020 0").slice(-2), [20, 0], "flags need nothing between them");
});

test("a syntax error ends the path and keeps the part before it", () => {
  assert.deepEqual(steps("M0 0L1 1L2 ?L3 3"), [M, 0, 0, L, 1, 1]);
  assert.deepEqual(steps("M0 0L1 1X5L3 3"), [M, 0, 0, L, 1, 1]);
  assert.deepEqual(steps("L1 1M2 2"), []);
  assert.deepEqual(steps(""), []);
  assert.deepEqual(steps("7 8 9"), []);
});

test("unknown commands are skipped with their numbers", () => {
  assert.deepEqual(steps("R M0 0R1 2 3L1 1K5rL2 2"), [M, 0, 0, L, 1, 1, L, 2, 2]);
});

test("a path over its length or with too large a number is refused", () => {
  assert.throws(() => steps("M0 0L1 1", { pathNumbersMax: 5 }), code("pathTooLong"));
  assert.deepEqual(steps("M0 0L1 1", { pathNumbersMax: 6 }), [M, 0, 0, L, 1, 1]);
  assert.throws(() => steps(`M0 0${"L1 1".repeat(100_000)}`), code("pathTooLong"));
  assert.throws(() => steps("M1e300 0"), code("badNumber"));
  assert.throws(() => steps("M0 0H1e999"), code("badNumber"));
});
