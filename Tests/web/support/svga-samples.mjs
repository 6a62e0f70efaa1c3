// SVGA samples for tests that use most of the format.

import { mp3, png, svga1, svga2, svgaHybrid } from "./svga-encoder.mjs";

const red = [1, 0, 0, 1];
const green = [0, 1, 0, 1];
const halfBlue = [0, 0, 1, 0.5];

/**
 * A movie of 60 by 40 points and 4 frames whose pixels can be calculated by hand. Frame 0:
 *
 * - A picture of 2 by 2 opaque red pixels, stretched to 10 by 10 at 0, 0.
 * - A green rectangle of 10 by 10 at 20, 0, drawn by a path.
 * - The same picture at half alpha, doubled by its transform: 20 by 20 at 0, 20.
 * - A blue rectangle at half opacity in a sprite at half alpha, 10 by 10 at 40, 0.
 * - A picture of 20 by 20 at 40, 20, of which a clip path shows only the left half.
 * - A green rectangle from 20 to 40, 20 to 40, under a matte that is opaque only from 20 to 30.
 *
 * Frame 1 keeps the shapes and moves the picture 30 to the right. Frame 2 hides all but the path. Frame 3 is empty.
 */
export const plainMovie = {
  width: 60, height: 40, fps: 10, frames: 4,
  images: { dot: png(2, 2), song: mp3(20) },
  sprites: [
    {
      imageKey: "dot",
      frames: [
        { alpha: 1, layout: [0, 0, 10, 10] }, { alpha: 1, layout: [0, 0, 10, 10], transform: [1, 0, 0, 1, 30, 0] }, {}, {},
      ],
    },
    {
      imageKey: "block.vector",
      frames: [
        { alpha: 1, shapes: [{ type: "shape", d: "M20 0H30V10H20Z", styles: { fill: green } }] },
        { alpha: 1, shapes: [{ type: "keep" }] }, { alpha: 1, shapes: [{ type: "keep" }] }, {},
      ],
    },
    { imageKey: "dot", frames: [{ alpha: 0.5, layout: [0, 0, 10, 10], transform: [2, 0, 0, 2, 0, 20] }] },
    {
      imageKey: "veil.vector",
      frames: [{ alpha: 0.5, shapes: [{ type: "rect", rect: [40, 0, 10, 10, 0], styles: { fill: halfBlue } }] }],
    },
    { imageKey: "dot", frames: [{ alpha: 1, layout: [40, 20, 20, 20], clipPath: "M0 0H10V20H0Z" }] },
    {
      imageKey: "hole.matte",
      frames: [{ alpha: 1, shapes: [{ type: "rect", rect: [20, 20, 10, 20, 0], styles: { fill: red } }] }],
    },
    {
      imageKey: "under.vector", matteKey: "hole.matte",
      frames: [{ alpha: 1, shapes: [{ type: "rect", rect: [20, 20, 20, 20, 0], styles: { fill: green } }] }],
    },
  ],
  audios: [{ key: "song", startFrame: 0, endFrame: 4, startTime: 0, totalTime: 400 }],
};

/** The samples by name, in all three forms. */
export const samples = () => ({
  "plain-2": svga2(plainMovie),
  "plain-1": svga1(plainMovie),
  "plain-hybrid": svgaHybrid({ ...plainMovie, version: "1.5.0" }),
  "lines-2": svga2(linesMovie),
});

/** All kinds of lines, ellipses, round corners and curves, and a matte of a matte. */
export const linesMovie = {
  width: 64, height: 64, fps: 20, frames: 6,
  images: { ramp: png(8, 8, (x, y) => [x * 32, y * 32, 255 - x * 16, 128 + y * 16]) },
  sprites: [
    {
      imageKey: "lines.vector",
      frames: Array.from({ length: 6 }, (_, index) => ({
        alpha: 1 - index / 10, transform: [1, index / 20, -index / 20, 1, index, 0],
        shapes: [
          {
            type: "ellipse", ellipse: [32, 32, 20, 12],
            styles: { fill: [1, 0.8, 0.2, 0.8], stroke: red, strokeWidth: 3, lineDash: [4, 2, index] },
          },
          {
            type: "rect", rect: [4, 4, 24, 16, 5], transform: [1, 0, 0.3, 1, 2, 2],
            styles: { stroke: [0.2, 0.2, 1, 1], strokeWidth: 2, lineJoin: "round", lineCap: "square" },
          },
          {
            type: "shape", d: "M8 56C16 40 24 40 32 56S48 72 56 56Q60 48 56 40T48 30A8 8 0 0 1 40 22l-4-4h-2v3z",
            styles: { fill: halfBlue, stroke: green, strokeWidth: 1.5, lineJoin: "miter", miterLimit: 4, lineCap: "round" },
          },
        ],
      })),
    },
    { imageKey: "inner.matte", frames: [{ alpha: 0.7, shapes: [{ type: "ellipse", ellipse: [30, 30, 25, 25], styles: { fill: red } }] }] },
    {
      imageKey: "outer.matte", matteKey: "inner.matte",
      frames: [{ alpha: 1, shapes: [{ type: "rect", rect: [10, 10, 44, 30, 8], styles: { fill: red } }] }],
    },
    { imageKey: "ramp", matteKey: "outer.matte", frames: [{ alpha: 0.9, layout: [0, 0, 64, 64], clipPath: "M0 0H60V60H0Z" }] },
  ],
};
