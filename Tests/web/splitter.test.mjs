import assert from "node:assert/strict";
import { test } from "node:test";
import { allowedWidth, widthAfter } from "../../Web/components/splitter.js";

test("the chat is never narrower or wider than it may be", () => {
  assert.deepEqual([299, 300, 372.4, 640, 9_000].map(allowedWidth), [300, 300, 372, 640, 640]);
  for (const foreign of [NaN, Infinity, undefined]) assert.equal(allowedWidth(foreign), 372);
});

test("an arrow towards the stage widens the chat, and other keys move nothing", () => {
  assert.equal(widthAfter("ArrowLeft", 372), 396);
  assert.equal(widthAfter("ArrowRight", 310), 300);
  assert.deepEqual([widthAfter("Home", 400), widthAfter("End", 400)], [300, 640]);
  for (const key of ["a", "Tab", "Enter"]) assert.equal(widthAfter(key, 372), null);
});
