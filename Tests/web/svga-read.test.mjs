// SVGA files decode to their meaning, and foreign bytes keep to the limits.

import assert from "node:assert/strict";
import { deflateSync, gzipSync } from "node:zlib";
import { test } from "node:test";
import { inflate } from "../../Web/svga/inflate.js";
import { parseJSON } from "../../Web/svga/json.js";
import { defaultLimits, errorCodes, SVGAError } from "../../Web/svga/limits.js";
import { lengthOfMP3, sizeOfPNG } from "../../Web/svga/media.js";
import { bytesOf } from "../../Web/svga/movie.js";
import { MessageReader, WireType } from "../../Web/svga/protobuf.js";
import { readMovie } from "../../Web/svga/reader.js";
import { Archive, checksum, isArchive } from "../../Web/svga/zip.js";
import {
  bytesField, floatField, intField, movieMessage, movieSpec, mp3, png, pngHead, svga1, svga2, svgaHybrid, varint, zip,
} from "./support/svga-encoder.mjs";

const utf8 = new TextEncoder();
const code = (expected) => (error) => error instanceof SVGAError && error.code === expected;

/** A movie with most features: 100 by 50 points, three frames of a tenth of a second. */
const sample = {
  width: 100, height: 50, fps: 10, frames: 3,
  images: { dot: png(2, 2) },
  sprites: [
    {
      imageKey: "dot",
      frames: [
        { alpha: 1, layout: [1, 2, 20, 10], transform: [2, 0, 0, 3, 5, 6], clipPath: "M0 0L9 0L0 9Z" },
        { alpha: 0.5, layout: [0, 0, 20, 10], clipPath: "M0 0L9 0L0 9Z" },
        {},
      ],
    },
    {
      imageKey: "dot.vector", matteKey: "hole.matte",
      frames: [
        {
          alpha: 1, layout: [0, 0, 100, 50],
          shapes: [
            { type: "rect", rect: [1, 2, 3, 4, 5], styles: { fill: [1, 0.5, 0.25, 1] }, transform: [1, 0, 0, 1, 7, 8] },
            {
              type: "ellipse", ellipse: [10, 20, 3, 4],
              styles: {
                stroke: [0, 0, 1, 0.5], strokeWidth: 2, lineCap: "round", lineJoin: "bevel", miterLimit: 4, lineDash: [6, 3, 1],
              },
            },
            { type: "shape", d: "M1 1L2 2", styles: { stroke: [0, 0, 0, 1], strokeWidth: 1, lineDash: [0.5, 0, 0] } },
          ],
        },
        { alpha: 1, shapes: [{ type: "keep" }] },
        { alpha: 1, shapes: [{ type: "keep" }] },
      ],
    },
    { imageKey: "hole.matte", frames: [{ alpha: 1, shapes: [{ type: "shape", d: "M0 0H9" }] }] },
  ],
};

async function checkSample(movie, version) {
  assert.deepEqual(
    [movie.version, movie.width, movie.height, movie.framesPerSecond, movie.frameCount], [version, 100, 50, 10, 3]);
  assert.deepEqual(movie.images.map(({ width, height }) => [width, height]), [[2, 2]]);
  const [dot, vector, matte] = movie.sprites;
  assert.deepEqual(movie.sprites.map(({ image, matte: cover, isMatte, frameCount }) => [image, cover, isMatte, frameCount]),
    [[0, -1, false, 3], [0, 2, false, 3], [-1, -1, true, 1]]);
  assert.deepEqual([...dot.alphas], [1, 0.5, 0]);
  assert.deepEqual([...dot.layouts], [1, 2, 20, 10, 0, 0, 20, 10, 0, 0, 0, 0]);
  // A frame without a transform gets the identity.
  assert.deepEqual([...dot.transforms], [2, 0, 0, 3, 5, 6, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0]);
  // Equal paths are kept once.
  assert.deepEqual([...dot.clips], [0, 0, -1]);
  assert.deepEqual([...movie.paths[0]], [0, 0, 0, 1, 9, 0, 1, 0, 9, 4]);
  // A frame that keeps its shapes points to the earlier ones.
  assert.deepEqual([...vector.shapes], [0, 0, 0]);
  assert.deepEqual([...matte.shapes], [1]);
  const [rect, ellipse, path] = movie.shapeLists[0];
  assert.deepEqual(
    [rect.kind, rect.box, rect.fill, rect.stroke, rect.transform],
    ["rect", [1, 2, 3, 4, 5], [1, 0.5, 0.25, 1], null, [1, 0, 0, 1, 7, 8]]);
  assert.deepEqual([ellipse.kind, ellipse.box, ellipse.fill, ellipse.stroke], ["ellipse", [10, 20, 3, 4], null, [0, 0, 1, 0.5]]);
  assert.deepEqual(
    [ellipse.strokeWidth, ellipse.lineCap, ellipse.lineJoin, ellipse.miterLimit, ellipse.dash, ellipse.dashOffset],
    [2, "round", "bevel", 4, [6, 3], 1]);
  // A dash is at least one point long, a gap a tenth of one.
  assert.deepEqual([path.kind, [...movie.paths[path.path]], path.dash], ["path", [0, 1, 1, 1, 2, 2], [1, 0.1]]);
}

test("a 2.x file is read", async () => checkSample(await readMovie(svga2(sample)), "2.0.0"));

test("a 1.x file is read to the same movie", async () => checkSample(await readMovie(svga1(sample)), "1.1.0"));

test("an archive that contains a message is read to the same movie", async () => {
  await checkSample(await readMovie(svgaHybrid({ ...sample, version: "1.5.0" })), "1.5.0");
});

test("foreign files in an archive are ignored", async () => {
  const junk = [
    { name: "__MACOSX/._movie.spec", content: utf8.encode("junk") }, { name: ".DS_Store", content: utf8.encode("junk") },
    { name: "pictures/", content: new Uint8Array(), isStored: true },
  ];
  await checkSample(await readMovie(svga1(sample, junk)), "1.1.0");
});

test("sounds are read with their times, and unused sounds are dropped", async () => {
  const audios = [{ key: "song", startFrame: 1, endFrame: 3, startTime: 250, totalTime: 1_000 }];
  const movie = await readMovie(svga2({ ...sample, images: { song: mp3(4), noise: mp3(9) }, audios }));
  assert.deepEqual(movie.sounds.map(({ bytes, ...times }) => [bytes.length, times]), [
    [4 * 417, { startFrame: 1, endFrame: 3, startMilliseconds: 250 }],
  ]);
  const silent = await readMovie(svga2({ ...sample, audios: [{ key: "gone", startFrame: 0, endFrame: 1 }] }));
  assert.deepEqual(silent.sounds, []);
});

test("the last of two values with one key counts, as in the format", async () => {
  const one = movieMessage({ ...sample, images: { dot: png(2, 2) } });
  const entry = (bytes) => [...bytesField(1, utf8.encode("dot")), ...bytesField(2, bytes)];
  const both = Uint8Array.from([...one, ...bytesField(3, entry(png(3, 3)))]);
  const movie = await readMovie(new Uint8Array(deflateSync(both)));
  assert.deepEqual(movie.images.map(({ width }) => width), [3]);
});

test("a sprite's picture is found by its key or without the extension, and an exact key comes first", async () => {
  const frames = [{ alpha: 1 }];
  const movie = await readMovie(svga2({
    ...sample, images: { wing: png(1, 1), "wing.left": png(2, 2) },
    sprites: ["wing.left", "wing.right", "wing", "tail"].map((imageKey) => ({ imageKey, frames })),
  }));
  assert.deepEqual(movie.sprites.map(({ image }) => image), [1, 0, 0, -1]);
});

test("the last of several mattes with one key masks", async () => {
  const matte = { imageKey: "a.matte", frames: [{ alpha: 1 }] };
  const movie = await readMovie(svga2({
    ...sample, sprites: [matte, matte, { imageKey: "b", matteKey: "a.matte", frames: [] }, { imageKey: "c", matteKey: "none", frames: [] }],
  }));
  assert.deepEqual(movie.sprites.map(({ matte: cover }) => cover), [-1, -1, 1, -1]);
});

// The underlying formats

test("a message is read field by field, and unknown fields are skipped", () => {
  const bytes = Uint8Array.from([
    ...intField(1, 300), ...varint((9 << 3) | 1), 1, 2, 3, 4, 5, 6, 7, 8, ...bytesField(7, [1, 2, 3]), ...floatField(2, 1.5),
    ...bytesField(3, utf8.encode("né")), ...intField(4, -1),
  ]);
  // 300 is 0b10_0101100: the low seven bits first, then the rest.
  assert.deepEqual([...bytes.subarray(0, 3)], [0x08, 0xac, 0x02]);
  const reader = new MessageReader(bytes);
  const found = [];
  while (reader.next()) {
    if (reader.is(1, WireType.varint)) found.push(reader.int32());
    else if (reader.is(2, WireType.fixed32)) found.push(reader.float());
    else if (reader.is(3, WireType.bytes)) found.push(reader.string());
    else if (reader.is(4, WireType.varint)) found.push(reader.int32());
    // A field with another wire type than expected.
    else assert.ok(!reader.is(7, WireType.varint));
  }
  assert.deepEqual(found, [300, 1.5, "né", -1]);
});

test("a message that is truncated, has groups or has no field number is refused", () => {
  const all = (...bytes) => () => {
    const reader = new MessageReader(Uint8Array.from(bytes));
    while (reader.next()) if (reader.is(1, WireType.bytes)) reader.bytes();
  };
  assert.throws(all(0x08), code("badMessage"));
  assert.throws(all(0x0a, 5, 1), code("badMessage"));
  // A length of 2^32 - 1, and one that would overflow.
  assert.throws(all(0x0a, 255, 255, 255, 255, 15), code("badMessage"));
  assert.throws(all(0x0b, 0x0c), code("badMessage"));
  assert.throws(all(0x00, 1), code("badMessage"));
  assert.throws(all(0x0d, 1, 2), code("badMessage"));
  assert.throws(all(0x08, ...new Array(11).fill(255)), code("badMessage"));
});

test("inflating stops at its limit and reports truncated or damaged data", async () => {
  const text = utf8.encode("so long ".repeat(1_000));
  const packed = new Uint8Array(deflateSync(text));
  assert.deepEqual(await inflate(packed, "deflate", 8_000), text);
  await assert.rejects(inflate(packed, "deflate", 7_999), code("inflatedTooLarge"));
  await assert.rejects(inflate(packed.subarray(0, packed.length - 2), "deflate", 8_000), code("badCompression"));
  await assert.rejects(inflate(Uint8Array.from([0x78, 0x9c, 255, 255, 255]), "deflate", 8_000), code("badCompression"));
  assert.deepEqual(await inflate(new Uint8Array(gzipSync(text)), "gzip", 8_000), text);
});

test("a zip bomb is stopped at the limit, not at its end", async () => {
  // 300 MB of zeros.
  const bomb = new Uint8Array(deflateSync(new Uint8Array(300_000_000), { level: 1 }));
  const before = process.memoryUsage().arrayBuffers;
  await assert.rejects(readMovie(bomb), code("inflatedTooLarge"));
  const grown = process.memoryUsage().arrayBuffers - before;
  assert.ok(grown < 3 * defaultLimits.inflatedBytesMax, `${grown} bytes`);
});

test("an archive is read by its directory, stored or compressed, with or without a comment", async () => {
  // The standard check value of CRC-32.
  assert.equal(checksum(utf8.encode("123456789")), 0xcbf43926);
  const archive = new Archive(zip([
    { name: "a", content: utf8.encode("stored"), isStored: true }, { name: "b/c", content: utf8.encode("packed") },
  ], "a comment, PK\u0005\u0006"), defaultLimits);
  assert.deepEqual(archive.names, ["a", "b/c"]);
  assert.equal(new TextDecoder().decode(await archive.read("a")), "stored");
  assert.equal(new TextDecoder().decode(await archive.read("b/c")), "packed");
  await assert.rejects(archive.read("d"), code("movieMissing"));
  assert.equal(isArchive(Uint8Array.from([0x50, 0x4b, 3, 4])), true);
  assert.equal(isArchive(Uint8Array.from([0x78, 0x9c, 3, 4])), false);
});

test("an archive that is damaged, encrypted or has wrong sizes is refused", async () => {
  const content = utf8.encode("content ".repeat(10));
  const open = (files, limits = defaultLimits) => new Archive(zip(files), limits);
  assert.throws(() => open([{ name: "a", content, flags: 1 }]), code("badZip"));
  assert.throws(() => open([{ name: "a", content, method: 12 }]), code("badZip"));
  assert.throws(() => open([{ name: "a", content }, { name: "a", content }]), code("badZip"));
  assert.throws(() => open([{ name: "a", content }], { ...defaultLimits, archiveFilesMax: 0 }), code("badZip"));
  assert.throws(() => new Archive(zip([{ name: "a", content }]).subarray(0, 60), defaultLimits), code("badZip"));
  await assert.rejects(open([{ name: "a", content, crc: 1 }]).read("a"), code("badCompression"));
  await assert.rejects(open([{ name: "a", content, crc: 1, isStored: true }]).read("a"), code("badZip"));
  const long = new Uint8Array(1_000_000);
  await assert.rejects(open([{ name: "a", content: long, size: 1_000 }]).read("a"), code("inflatedTooLarge"));
  await assert.rejects(open([{ name: "a", content, size: 81 }]).read("a"), code("badCompression"));
  await assert.rejects(open([{ name: "a", content, size: 2 ** 32 - 1 }]).read("a"), code("inflatedTooLarge"));
  const limited = open([{ name: "a", content }, { name: "b", content }], { ...defaultLimits, inflatedBytesMax: 120 });
  await limited.read("a");
  await assert.rejects(limited.read("b"), code("inflatedTooLarge"));
});

test("JSON is checked before it is parsed", () => {
  const parse = (text, limits = {}) => parseJSON(utf8.encode(text), { jsonDepthMax: 3, jsonValuesMax: 6, ...limits });
  assert.deepEqual(parse('{"a":[1,"]}[,,,,\\"["]}'), { a: [1, "]}[,,,,\"["] });
  assert.throws(() => parse("[[[[1]]]]"), code("specTooDeep"));
  assert.throws(() => parse("[1,2,3,4,5,6,7]"), code("specTooLarge"));
  assert.throws(() => parse("["), code("badSpec"));
  assert.throws(() => parseJSON(Uint8Array.from([0x22, 0xff, 0x22]), defaultLimits), code("badSpec"));
  assert.throws(() => parseJSON(utf8.encode("[".repeat(1_000_000)), defaultLimits), code("specTooDeep"));
});

test("a picture's size is read from its header", () => {
  assert.deepEqual(sizeOfPNG(pngHead(30_000, 7)), { width: 30_000, height: 7 });
  assert.throws(() => sizeOfPNG(pngHead(0, 7)), code("badImage"));
  assert.throws(() => sizeOfPNG(pngHead(1, 7).subarray(0, 20)), code("badImage"));
  assert.throws(() => sizeOfPNG(utf8.encode("GIF89a and so on, long enough to be one")), code("badImage"));
});

test("a sound's length is read from its frame headers", () => {
  // Each frame has 1,152 samples at 44,100 a second.
  assert.deepEqual(lengthOfMP3(mp3(10)), { seconds: 10 * 1_152 / 44_100, rate: 44_100, channels: 1 });
  const tag = [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 2, ...new Array(130).fill(0)];
  assert.equal(lengthOfMP3(Uint8Array.from([...tag, ...mp3(2)])).seconds, 2 * 1_152 / 44_100);
  assert.equal(lengthOfMP3(utf8.encode("RIFF....WAVE")), null);
  assert.equal(lengthOfMP3(Uint8Array.from([0xff, 0xfb, 0x90, 0xc4, ...new Array(1_000).fill(1)])), null);
  assert.equal(lengthOfMP3(new Uint8Array()), null);
});

// Limits

const limited = (limits) => ({ ...defaultLimits, ...limits });

test("each limit has its error, checked before memory is allocated", async () => {
  const many = (count, make) => Array.from({ length: count }, (_, index) => make(index));
  const frame = { alpha: 1 };
  const shapes = many(3, () => ({ type: "shape", d: "M0 0L1 1" }));
  const cases = [
    [sample, { fileBytesMax: 10 }, "fileTooLarge"],
    [{ ...sample, frames: 4 }, { framesMax: 3 }, "tooManyFrames"],
    [{ ...sample, sprites: many(3, () => ({ imageKey: "a", frames: [frame] })) }, { spritesMax: 2 }, "tooManySprites"],
    [{ ...sample, sprites: many(3, () => ({ imageKey: "a", frames: [frame, { alpha: 0.5 }] })) }, { spriteFramesMax: 5 }, "tooManyFrames"],
    [{ ...sample, images: { a: png(1, 1), b: png(1, 1) } }, { imagesMax: 1 }, "imagesTooLarge"],
    [{ ...sample, images: { a: pngHead(9, 1) } }, { imageSideMax: 8 }, "imageTooLarge"],
    [{ ...sample, images: { a: pngHead(8, 8), b: pngHead(8, 8) } }, { imagePixelsMax: 127 }, "imagesTooLarge"],
    [{ ...sample, images: { a: pngHead(30_000, 30_000) } }, {}, "imageTooLarge"],
    [{ ...sample, sprites: [{ imageKey: "a", frames: [{ alpha: 1, shapes }] }] }, { shapesMax: 2 }, "tooManyShapes"],
    [sample, { pathNumbersMax: 5 }, "pathTooLong"],
    [sample, { allPathNumbersMax: 12 }, "pathTooLong"],
    [sample, { decodedBytesMax: 500 }, "decodedTooLarge"],
    [{ ...sample, width: 0 }, {}, "badParameters"],
    [{ ...sample, width: 9_000 }, {}, "badParameters"],
    [{ ...sample, width: NaN }, {}, "badParameters"],
    [{ ...sample, fps: 0 }, {}, "badParameters"],
    [{ ...sample, fps: 61 }, {}, "badParameters"],
    [{ ...sample, frames: -1 }, {}, "badParameters"],
  ];
  for (const [movie, limits, expected] of cases) {
    const what = `${JSON.stringify(limits)} ${expected}`;
    await assert.rejects(readMovie(svga2(movie), limited(limits)), code(expected), what);
    await assert.rejects(readMovie(svga1(movie), limited(limits)), code(expected), `1.x ${what}`);
  }
});

test("a long effect that shows little at a time is accepted", async () => {
  // The numbers are those of a public sample: 600 frames, 338 sprites, 202,800 sprite frames, of which 14,671 are not empty.
  let holding = 0;
  const sprites = Array.from({ length: 338 }, (_, sprite) => ({
    imageKey: "a",
    frames: Array.from({ length: 600 }, (_, frame) => {
      if (Math.floor(frame / 43) !== sprite % 14 || holding >= 14_671) return { alpha: 0 };
      holding += 1;
      return { alpha: (frame + 1) / 600 };
    }),
  }));
  assert.ok(holding > 14_000);
  const movie = await readMovie(svga2({ ...sample, frames: 600, fps: 30, sprites }));
  assert.equal(movie.sprites.length, 338);
  assert.equal(movie.sprites.reduce((sum, { frameCount }) => sum + frameCount, 0), 202_800);
});

test("repeated frames count once, and empty ones still count as memory", async () => {
  const still = (count) => ({ imageKey: "a", frames: Array.from({ length: count }, () => ({ alpha: 1 })) });
  await readMovie(svga2({ ...sample, frames: 100, sprites: [still(100), still(100)] }), limited({ spriteFramesMax: 2 }));
  const hidden = { imageKey: "a", frames: Array.from({ length: 100 }, () => ({ alpha: 0 })) };
  await assert.rejects(
    readMovie(svga2({ ...sample, frames: 100, sprites: Array.from({ length: 20 }, () => hidden) }), limited({ decodedBytesMax: 50_000 })),
    (error) => error.code === "decodedTooLarge" && error.excess.limit === "decodedBytesMax" && error.excess.fileValue > 50_000);
});

test("a refusal gives the limit, its value and the file's value", async () => {
  await assert.rejects(
    readMovie(svga2({ ...sample, frames: 4 }), limited({ framesMax: 3 })),
    { message: "The effect has more frames than it may. framesMax is 3, the file has 4 or more." });
});

test("sounds keep to their limits", async () => {
  const audios = [{ key: "a", startFrame: 0, endFrame: 1 }, { key: "b", startFrame: 0, endFrame: 1 }];
  const file = svga2({ ...sample, images: { a: mp3(2), b: mp3(2) }, audios });
  assert.equal((await readMovie(file)).sounds.length, 2);
  await assert.rejects(readMovie(file, limited({ soundsMax: 1 })), code("audioTooLarge"));
  await assert.rejects(readMovie(file, limited({ soundBytesMax: 4 * 417 - 1 })), code("audioTooLarge"));
});

test("numbers that are not finite or too large for a screen are refused", async () => {
  for (const wrong of [NaN, Infinity, -2e7]) {
    for (const frame of [
      { alpha: 1, transform: [wrong, 0, 0, 1, 0, 0] }, { alpha: 1, layout: [0, wrong, 1, 1] }, { alpha: wrong },
      { alpha: 1, shapes: [{ type: "rect", rect: [wrong, 0, 1, 1, 0] }] },
      { alpha: 1, shapes: [{ type: "shape", styles: { stroke: [0, 0, 0, 1], strokeWidth: wrong } }] },
    ]) {
      const file = svga2({ ...sample, sprites: [{ imageKey: "dot", frames: [frame] }] });
      await assert.rejects(readMovie(file), code("badNumber"), JSON.stringify(frame));
    }
  }
});

test("cycles and long chains of mattes are refused", async () => {
  const matte = (key, matteKey) => ({ imageKey: `${key}.matte`, matteKey: matteKey && `${matteKey}.matte`, frames: [{ alpha: 1 }] });
  const read = (...sprites) => readMovie(svga2({ ...sample, sprites }));
  await assert.rejects(read(matte("a", "a")), code("matteCycle"));
  await assert.rejects(read(matte("a", "b"), matte("b", "c"), matte("c", "a")), code("matteCycle"));
  await assert.rejects(read({ imageKey: "x", matteKey: "a.matte", frames: [] }, matte("a", "b"), matte("b", "a")), code("matteCycle"));
  const tower = (height) => Array.from({ length: height }, (_, index) => matte(`m${index}`, index > 0 ? `m${index - 1}` : null));
  assert.equal((await read(...tower(5))).sprites.length, 5);
  await assert.rejects(read(...tower(6)), code("mattesTooDeep"));
  await assert.rejects(read(...tower(1_000)), code("mattesTooDeep"));
});

test("a file that is not SVGA is notSVGA", async () => {
  await assert.rejects(readMovie(new Uint8Array()), code("notSVGA"));
  await assert.rejects(readMovie(utf8.encode("<svg/>")), code("notSVGA"));
  await assert.rejects(readMovie(utf8.encode("<!doctype html>")), code("notSVGA"));
  await assert.rejects(readMovie(new Uint8Array(deflateSync(utf8.encode("hello")))), code("badMessage"));
  await assert.rejects(readMovie(new Uint8Array(deflateSync(new Uint8Array()))), code("badParameters"));
  await assert.rejects(readMovie(zip([{ name: "a.png", content: png(1, 1) }])), code("movieMissing"));
  for (const spec of ["[]", "null", "{}", '{"movie":7}', "nothing"]) {
    await assert.rejects(readMovie(zip([{ name: "movie.spec", content: utf8.encode(spec) }])), code("badSpec"), spec);
  }
});

test("a spec of a hundred megabytes of nested JSON is refused before it is parsed", async () => {
  const deep = utf8.encode("[".repeat(100_000_000));
  await assert.rejects(readMovie(zip([{ name: "movie.spec", content: deep }])), code("inflatedTooLarge"));
  await assert.rejects(readMovie(zip([{ name: "movie.spec", content: deep.subarray(0, 30_000_000) }])), code("specTooDeep"));
});

test("a spec's value of the wrong type counts as missing", async () => {
  const spec = movieSpec(sample);
  spec.sprites[0].frames = [{ alpha: "1" }, { alpha: 1, layout: [1], transform: { a: 1 }, clipPath: 7, shapes: [null, 7, {}] }, 9];
  spec.sprites[1] = null;
  spec.images = { dot: 7, gone: "gone" };
  const movie = await readMovie(zip([{ name: "movie.spec", content: utf8.encode(JSON.stringify(spec)) }]));
  assert.deepEqual([...movie.sprites[0].alphas], [0, 1, 0]);
  assert.deepEqual([...movie.sprites[0].transforms.subarray(6, 12)], [1, 0, 0, 1, 0, 0]);
  assert.deepEqual([[...movie.sprites[0].clips], [...movie.sprites[0].shapes]], [[-1, -1, -1], [-1, -1, -1]]);
  assert.equal(movie.sprites[1].frameCount, 0);
  assert.deepEqual(movie.images, []);
});

test("a movie's memory is known before its pictures are decoded", async () => {
  const movie = await readMovie(svga2({ ...sample, images: { dot: png(2, 2), unused: png(50, 50) } }));
  // 4 pixels of 4 bytes, 7 sprite frames of 52, 4 shapes of 256, and the numbers of three paths: 10, 6 and 5, 4 bytes each.
  assert.equal(bytesOf(movie), 4 * 4 + 7 * 52 + 4 * 256 + (10 + 6 + 6) * 4);
});

test("every error has its own message and says whether it is about a limit", () => {
  const texts = new Set(errorCodes.map((each) => new SVGAError(each).message));
  assert.equal(texts.size, errorCodes.length);
  for (const each of errorCodes) {
    const isLimit = /TooLarge$|TooLong$|^tooMany|TooDeep$/.test(each);
    assert.equal(new SVGAError(each).isTooLarge, isLimit, each);
  }
});
