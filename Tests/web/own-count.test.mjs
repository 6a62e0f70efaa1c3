// How many of a gift are sent, where the user says it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { countIn, countMax } from "../../Web/components/own-count.js";

test("a count is a whole number that the server takes, and nothing else is", () => {
  for (const [text, count] of /** @type {[string, number][]} */ ([["1", 1], [" 250 ", 250], ["0042", 42], [String(countMax), countMax]])) {
    assert.equal(countIn(text), count, text);
  }
  for (const text of ["", "0", "-1", "1.5", "1e3", "10000", "99999", "٣", "ten", "1 000", "0x10"]) assert.equal(countIn(text), null, text);
});
