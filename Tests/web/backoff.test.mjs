import assert from "node:assert/strict";
import { test } from "node:test";
import { backoffMaxMilliseconds, backoffMilliseconds, backoffMinMilliseconds } from "../../Web/wire/connection.js";
import { seededRandom } from "./support/manual-clock.mjs";

test("the longest wait doubles from 2 s to 16 s and then stays", () => {
  const longest = (failures) => backoffMilliseconds(failures, () => 1);
  assert.deepEqual([0, 1, 2, 3, 4, 50].map(longest), [2_000, 4_000, 8_000, 16_000, 16_000, 16_000]);
});

test("the shortest wait is always 1 s", () => {
  for (const failures of [0, 1, 5, 1_000]) assert.equal(backoffMilliseconds(failures, () => 0), 1_000);
});

test("every wait is between 1 and 16 s, and waits spread over that range", (t) => {
  const seed = Number(process.env.OVATION_SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`seed ${seed}`);
  const random = seededRandom(seed);
  const waits = Array.from({ length: 2_000 }, () => backoffMilliseconds(6, random));
  assert.ok(waits.every((wait) => wait >= backoffMinMilliseconds && wait <= backoffMaxMilliseconds));
  const quarters = [0, 0, 0, 0];
  for (const wait of waits) quarters[Math.min(3, Math.floor((wait - 1_000) / 3_750))] += 1;
  assert.ok(quarters.every((count) => count > 350), `quarters ${quarters}`);
});
