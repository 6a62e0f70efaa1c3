import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { closeCodeGivenUp, closeOutcome } from "../../Web/wire/connection.js";

const { closeCodes } = JSON.parse(readFileSync(new URL("../../Protocol/errors.json", import.meta.url), "utf8"));

for (const { code, name, reconnect } of closeCodes) {
  test(`${code} ${name} asks to ${reconnect ? "reconnect" : "stay away"}`, () => {
    assert.deepEqual(closeOutcome(code), { code, name, reconnect });
  });
}

test("a connection that is lost without a close frame asks to reconnect", () => {
  assert.equal(closeOutcome(1006).reconnect, true);
});

test("an unknown code's range decides whether to reconnect", () => {
  for (const code of [3004, 3100, 3499]) assert.equal(closeOutcome(code).reconnect, true, String(code));
  for (const code of [1005, 1010, 1014, 1015, 2999, 3506, 3999, 4000, 4999]) {
    assert.equal(closeOutcome(code).reconnect, false, String(code));
  }
});

test("a connection that the client gives up closes with a code that allows a resume", () => {
  assert.ok(closeCodeGivenUp !== 1000 && closeCodeGivenUp !== 1001);
  assert.ok(closeCodeGivenUp >= 4000 && closeCodeGivenUp <= 4999);
});
