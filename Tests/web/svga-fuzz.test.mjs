// A damaged file is read within the limits, or refused with one of the format's errors. Nothing else may happen.
//
// SVGA_MUTATIONS sets the number of mutations of each sample (500; make verify takes 10,000), and OVATION_TEST_SEED the seed.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { deflateSync, inflateSync } from "node:zlib";
import { errorCodes, SVGAError } from "../../Web/svga/limits.js";
import { bytesOf } from "../../Web/svga/movie.js";
import { readMovie } from "../../Web/svga/reader.js";
import { sceneOf } from "../../Web/svga/scene.js";
import { playableSounds } from "../../Web/svga/sound.js";
import { seededRandom } from "./support/manual-clock.mjs";
import { plainMovie, samples } from "./support/svga-samples.mjs";
import { movieSpec, zip } from "./support/svga-encoder.mjs";

const mutationsMax = Number(process.env.SVGA_MUTATIONS ?? 500);
const seed = Number(process.env.OVATION_TEST_SEED ?? Date.now() % 2 ** 32);
/** A larger file gets fewer mutations, so that it takes as long as a file of this size, unless their number was given. */
const usualBytes = process.env.SVGA_MUTATIONS === undefined ? 20_000 : Infinity;

function joined(...parts) {
  const result = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

/** Changes some bytes, and now and then cuts, repeats or moves a part. */
function mutated(bytes, random) {
  const below = (count) => Math.floor(random() * count);
  let result = Uint8Array.from(bytes);
  for (let count = 1 + below(6); count > 0 && result.length > 0; count -= 1) {
    const at = below(result.length);
    switch (below(8)) {
      case 0: result[at] ^= 1 << below(8); break;
      case 1: result[at] = [0, 1, 127, 128, 255][below(5)]; break;
      case 2: result = result.slice(0, at); break;
      case 3: result = joined(result.subarray(0, at), result.subarray(at + below(9))); break;
      case 4: {
        const part = result.subarray(below(result.length), at + below(40));
        result = joined(result.subarray(0, at), part, result.subarray(at));
        break;
      }
      case 5: result.copyWithin(at, below(result.length), below(result.length)); break;
      default: result[at] = below(256);
    }
  }
  return result;
}

async function survives(bytes, what) {
  let movie;
  try {
    movie = await readMovie(bytes);
  } catch (error) {
    assert.ok(error instanceof SVGAError && errorCodes.includes(error.code), `${what}: ${error.stack}`);
    return error.code;
  }
  // The movie can be shown.
  assert.ok(bytesOf(movie) <= 64 * 1_024 * 1_024, what);
  for (const frame of [0, 1, movie.frameCount - 1]) {
    for (const item of sceneOf(movie, frame)) assert.ok(item.kind === "sprite" || item.matte.length > 0, what);
  }
  playableSounds(movie.sounds);
  return "read";
}

async function survivesAll(name, bytes, wrap, count) {
  const random = seededRandom(seed);
  const outcomes = {};
  for (let index = 0; index < count; index += 1) {
    const outcome = await survives(wrap(mutated(bytes, random)), `${name}, mutation ${index} of seed ${seed}`);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}

const asFile = (bytes) => bytes;
const packed = (message) => new Uint8Array(deflateSync(message, { level: 1 }));
const corpus = [];

/** Half of the mutations change the data inside a compressed stream, because its checksum catches most changes from outside. */
function add(name, bytes) {
  const count = Math.max(40, Math.round(mutationsMax * Math.min(1, usualBytes / bytes.length)));
  if (bytes[0] !== 0x78) {
    corpus.push({ name, bytes, wrap: asFile, count });
    return;
  }
  corpus.push({ name, bytes, wrap: asFile, count: count / 2 });
  corpus.push({ name: `the message of ${name}`, bytes: new Uint8Array(inflateSync(bytes)), wrap: packed, count: count / 2 });
}

for (const [name, bytes] of Object.entries(samples())) add(name, bytes);
const spec = new TextEncoder().encode(JSON.stringify(movieSpec(plainMovie)));
corpus.push({
  name: "the spec of plain-1", bytes: spec, wrap: (content) => zip([{ name: "movie.spec", content }]), count: mutationsMax,
});
for (const folder of ["../../Web/gifts/", "../fixtures/svga/"].map((path) => new URL(path, import.meta.url))) {
  if (!existsSync(folder)) continue;
  for (const file of readdirSync(folder).filter((each) => each.endsWith(".svga"))) {
    add(file, new Uint8Array(readFileSync(new URL(file, folder))));
  }
}

for (const { name, bytes, wrap, count } of corpus) {
  test(`${name}, randomly damaged, is read or refused`, async (context) => {
    context.diagnostic(`seed ${seed}`);
    assert.equal(await survives(wrap(bytes), name), "read", "the sample itself");
    const outcomes = await survivesAll(name, bytes, wrap, count);
    assert.ok(Object.keys(outcomes).some((outcome) => outcome !== "read"), "nothing was refused");
  });
}
