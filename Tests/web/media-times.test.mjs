// When a fragment begins according to its boxes, and files that lie about it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readTimes } from "../../Web/media/mp4.js";

const number = (value) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const box = (type, ...parts) => {
  const content = parts.flat();
  return [...number(content.length + 8), ...Buffer.from(type), ...content];
};
const zeros = (count) => Array(count).fill(0);
const track = (id, timescale) => box("trak",
  box("tkhd", zeros(12), number(id), zeros(60)), box("mdia", box("mdhd", zeros(12), number(timescale), zeros(8))));
const part = (id, time, run = box("trun", [0, 0, 0, 1], number(1), number(0))) =>
  box("traf", box("tfhd", zeros(4), number(id)), box("tfdt", [1, 0, 0, 0], number(0), number(time)), run);
const movie = box("moov", box("mvhd", zeros(96)), track(1, 1_000), track(2, 48_000));
const initialisation = Uint8Array.from([...box("ftyp", zeros(8)), ...movie]);
const fragment = (...parts) => Uint8Array.from([...box("moof", box("mfhd", zeros(8)), ...parts), ...box("mdat", zeros(4))]);

test("a fragment begins with the earliest of its tracks, in seconds", () => {
  const startOf = readTimes(initialisation);
  assert.equal(startOf(fragment(part(1, 5_000), part(2, 48_000 * 6))), 5);
  assert.equal(startOf(fragment(part(2, 48_000 * 3))), 3);
  assert.equal(startOf(fragment(part(1, 5_000)).buffer), 5, "as the socket gives it");
});

test("two tracks with their own movie headers are one fragment", () => {
  const two = Uint8Array.from([...fragment(part(1, 9_000)), ...fragment(part(2, 48_000 * 8))]);
  assert.equal(readTimes(initialisation)(two), 8);
});

test("reordered pictures begin at their presentation time", () => {
  const run = (offset, version) => box("trun", [version, 0, 0x08, 0x01], number(1), number(0), number(offset));
  const startOf = readTimes(initialisation);
  assert.equal(startOf(fragment(part(1, 5_000, run(80, 0)))), 5.08);
  assert.equal(startOf(fragment(part(1, 5_000, run(-80, 1)))), 4.92);
});

test("an unreadable fragment has no time, whatever its sizes claim", () => {
  const startOf = readTimes(initialisation);
  assert.equal(startOf(fragment(part(7, 5_000))), null, "a track that the movie does not have");
  assert.equal(readTimes(new Uint8Array(0))(fragment(part(1, 5_000))), null);
  const whole = fragment(part(1, 5_000), part(2, 1));
  for (let length = 0; length < whole.length; length += 1) startOf(whole.slice(0, length));
  let seed = 1;
  for (let round = 0; round < 2_000; round += 1) {
    const bytes = (round % 2 ? whole : initialisation).slice();
    for (let change = 0; change < 3; change += 1) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      bytes[seed % bytes.length] = seed >>> 24;
    }
    const start = (round % 2 ? startOf : readTimes(bytes))(round % 2 ? bytes : whole);
    assert.ok(start === null || Number.isFinite(start));
  }
  // Empty boxes without end.
  assert.equal(startOf(new Uint8Array(1 << 20)), null);
});
