// Writes the samples, invalid files and large files into a folder, for the browser checks.
//
//     node write-svga-samples.mjs FOLDER

import { writeFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { movieMessage, movieSpec, mp3, png, pngHead, svga1, svga2, zip } from "./svga-encoder.mjs";
import { plainMovie, samples } from "./svga-samples.mjs";

const [folder] = process.argv.slice(2);
const write = (name, bytes) => writeFileSync(`${folder}/${name}.svga`, bytes);
const utf8 = new TextEncoder();
const packed = (bytes) => new Uint8Array(deflateSync(bytes));

for (const [name, bytes] of Object.entries(samples())) write(name, bytes);

// A visible effect of over ten seconds: a moving block.
const frames = Array.from({ length: 30 * 12 }, (_, index) => ({
  alpha: 1, transform: [1, 0, 0, 1, index % 60, 0],
  shapes: index > 0 ? [{ type: "keep" }] : [{ type: "rect", rect: [10, 10, 40, 40, 4], styles: { fill: [1, 0.2, 0.5, 1] } }],
}));
const long = { width: 120, height: 60, fps: 30, frames: frames.length, sprites: [{ imageKey: "block.vector", frames }] };
write("long", svga2(long));
write("loud", svga2({ ...long, images: { song: mp3(100) }, audios: [{ key: "song", startFrame: 0, endFrame: frames.length }] }));
write("short", svga2({ ...long, frames: 60 }));

// A white ground that is there for three frames and away for three: five flashes in a second.
const white = { alpha: 1, shapes: [{ type: "rect", rect: [0, 0, 120, 60, 0], styles: { fill: [1, 1, 1, 1] } }] };
const strobe = Array.from({ length: 60 }, (_, index) => (Math.floor(index / 3) % 2 === 0 ? white : {}));
write("strobe", svga2({ ...long, frames: strobe.length, sprites: [{ imageKey: "block.vector", frames: strobe }] }));

// Pictures of 16 MB each.
for (let number = 0; number < 6; number += 1) {
  const image = png(2_000, 2_000, () => [number * 40, 80, 160, 255]);
  write(`large-${number}`, svga2({
    width: 100, height: 100, fps: 10, frames: 1, images: { image },
    sprites: [{ imageKey: "image", frames: [{ alpha: 1, layout: [0, 0, 100, 100] }] }],
  }));
}

// As much as an app's large effect has: forty pictures that turn and fade, shapes that change in every frame, and a matte.
const turning = (index, frame) => {
  const angle = (index + frame / 20) * 0.7;
  const [along, across] = [Math.cos(angle), Math.sin(angle)];
  return {
    alpha: 0.4 + 0.6 * Math.abs(across), layout: [0, 0, 120, 120],
    transform: [along, across, -across, along, 315 + 260 * Math.cos(angle * 1.3), 315 + 260 * across],
  };
};
const wave = (frame) => `M0 400C200 ${300 + frame} 300 ${500 - frame} 375 400S600 ${300 + frame} 750 400V750H0Z`;
const all = (make) => Array.from({ length: 60 }, (_, frame) => make(frame));
write("bench", svga2({
  width: 750, height: 750, fps: 30, frames: 60,
  images: Object.fromEntries(Array.from({ length: 8 }, (_, index) => [
    `p${index}`, png(160, 160, (x, y) => [x, y, index * 30, Math.max(0, 255 - 2 * Math.abs(x - 80) - 2 * Math.abs(y - 80))]),
  ])),
  sprites: [
    {
      imageKey: "sea.matte",
      frames: all((frame) => ({ alpha: 1, shapes: [{ type: "shape", d: wave(frame), styles: { fill: [1, 1, 1, 1] } }] })),
    },
    ...Array.from({ length: 40 }, (_, index) => ({
      imageKey: `p${index % 8}`, matteKey: index < 6 ? "sea.matte" : undefined, frames: all((frame) => turning(index, frame)),
    })),
    {
      imageKey: "line.vector",
      frames: all((frame) => ({
        alpha: 0.8,
        shapes: [{ type: "shape", d: wave(60 - frame), styles: { stroke: [1, 0.8, 0.2, 1], strokeWidth: 6, lineDash: [20, 10, frame] } }],
      })),
    },
  ],
}));

// Invalid files. The end of the name, after the last dash, is the code that refuses them.
const loop = (key, matteKey) => ({ imageKey: `${key}.matte`, matteKey: `${matteKey}.matte`, frames: [{ alpha: 1 }] });
const cut = svga2(plainMovie);
const broken = png(4, 4);
broken.fill(0, 45, 60);
const wrong = {
  "empty-notSVGA": new Uint8Array(),
  "page-notSVGA": utf8.encode("<!doctype html>"),
  "cut-badCompression": cut.subarray(0, cut.length - 9),
  "noise-badCompression": Uint8Array.from([0x78, 0x9c, 255, 254, 253, 252, 251, 250]),
  "words-badMessage": packed(utf8.encode("hello, is this a movie?")),
  "nothing-badParameters": packed(new Uint8Array()),
  "archive-movieMissing": zip([{ name: "a.png", content: png(1, 1) }]),
  "crc-badCompression": zip([{ name: "movie.spec", content: utf8.encode("{}"), crc: 7 }]),
  "cut-badZip": svga1(plainMovie).subarray(0, 200),
  "twice-badZip": svga1(plainMovie, [{ name: "movie.spec", content: utf8.encode("{}") }]),
  "spec-badSpec": zip([{ name: "movie.spec", content: utf8.encode("{\"movie\":") }]),
  "deep-specTooDeep": zip([{ name: "movie.spec", content: utf8.encode("[".repeat(30_000_000)) }]),
  "values-specTooLarge": zip([{ name: "movie.spec", content: utf8.encode(`[${"0,".repeat(3_000_000)}0]`) }]),
  "hundred-inflatedTooLarge": zip([{ name: "movie.spec", content: utf8.encode(" ".repeat(100_000_000)) }]),
  "bomb-inflatedTooLarge": packed(new Uint8Array(200_000_000)),
  "giant-imageTooLarge": svga2({ ...plainMovie, images: { dot: pngHead(30_000, 30_000) } }),
  "many-imagesTooLarge": svga2({
    ...plainMovie, images: Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`i${index}`, pngHead(2_000, 2_000)])),
  }),
  "head-badImage": svga2({ ...plainMovie, images: { dot: pngHead(4, 4) } }),
  "pixels-badImage": svga2({ ...plainMovie, images: { dot: broken } }),
  "ring-matteCycle": svga2({ ...plainMovie, sprites: [loop("a", "b"), loop("b", "a")] }),
  "endless-tooManyFrames": svga2({ ...plainMovie, frames: 2 ** 31 - 1 }),
  "number-badNumber": svga2({ ...plainMovie, sprites: [{ imageKey: "dot", frames: [{ alpha: 1, layout: [NaN, 0, 1, 1] }] }] }),
  "file-fileTooLarge": new Uint8Array(10 * 1_024 * 1_024 + 1),
};
for (const [name, bytes] of Object.entries(wrong)) write(`bad-${name}`, bytes);

// Damage that players forgive: a bad sound, path or picture, or an absurd frame rate.
write("odd-audio", svga2({ ...plainMovie, images: { ...plainMovie.images, song: utf8.encode("this is no sound at all") } }));
const oddFrame = { alpha: 1, clipPath: "?", shapes: [{ type: "shape", d: "L1 1 ?" }] };
write("odd-path", svga2({ ...plainMovie, sprites: [{ imageKey: "x", frames: [oddFrame] }] }));
write("odd-keys", new Uint8Array(deflateSync(Uint8Array.from([...movieMessage(plainMovie), ...movieMessage(plainMovie)]))));
write("odd-spec", zip([{ name: "movie.spec", content: utf8.encode(JSON.stringify({ ...movieSpec(plainMovie), images: 7 })) }]));
