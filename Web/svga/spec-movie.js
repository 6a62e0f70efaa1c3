// Reads the movie of a 1.x file: JSON, with its pictures in separate files.

import { dashOf } from "./binary-movie.js";
import { check } from "./limits.js";
import { MovieBuilder } from "./movie.js";

const shapeKinds = { shape: "path", rect: "rect", ellipse: "ellipse", keep: "keep" };
const lineCaps = ["butt", "round", "square"];
const lineJoins = ["miter", "round", "bevel"];

/**
 * Builds a movie from a parsed `movie.spec`. An invalid value counts as missing, as in all players.
 *
 * @param {any} spec
 * @param {object} limits Like `defaultLimits`.
 * @param {(name: string) => Promise<?Uint8Array>} find Loads the file of a picture, or null if there is none.
 * @returns {Promise<import("./movie.js").Movie>}
 * @throws {SVGAError}
 */
export async function readSpecMovie(spec, limits, find) {
  const movie = record(record(spec)?.movie);
  check(movie, "badSpec");
  const builder = new MovieBuilder(limits);
  builder.version = typeof spec.ver === "string" ? spec.ver : "";
  const viewBox = record(movie.viewBox) ?? {};
  builder.setParameters({
    width: numberOr(viewBox.width, 0), height: numberOr(viewBox.height, 0),
    framesPerSecond: Math.trunc(numberOr(movie.fps, 0)), frameCount: Math.trunc(numberOr(movie.frames, 0)),
  });
  for (const sprite of list(spec.sprites)) readSprite(builder, record(sprite) ?? {});
  for (const [key, name] of Object.entries(record(spec.images) ?? {})) {
    const bytes = typeof name === "string" ? await find(name) : null;
    if (bytes) builder.addMedia(key, bytes);
  }
  return builder.finish();
}

function readSprite(builder, { imageKey, matteKey, frames }) {
  const all = list(frames);
  const sprite = builder.addSprite({ imageKey: text(imageKey), matteKey: text(matteKey), frameCount: all.length });
  all.forEach((frame, index) => builder.setFrame(sprite, index, readFrame(record(frame) ?? {})));
}

function readFrame({ alpha, layout, transform, clipPath, shapes }) {
  const all = list(shapes).map((shape) => readShape(record(shape) ?? {})).filter(Boolean);
  const isKept = all[0]?.kind === "keep";
  return {
    alpha: numberOr(alpha, 0), layout: numbers(layout, ["x", "y", "width", "height"]) ?? [0, 0, 0, 0],
    transform: numbers(transform, ["a", "b", "c", "d", "tx", "ty"]), clipPath: text(clipPath),
    shapes: isKept ? [] : all.filter(({ kind }) => kind !== "keep"), isKept,
  };
}

function readShape({ type, args, styles, transform }) {
  const kind = Object.hasOwn(shapeKinds, String(type)) ? shapeKinds[type] : null;
  const boxes = {
    rect: () => numbers(args, ["x", "y", "width", "height", "cornerRadius"]),
    ellipse: () => numbers(args, ["x", "y", "radiusX", "radiusY"]),
  };
  const box = boxes[kind]?.() ?? [];
  if (kind === null || (boxes[kind] && box.length === 0)) return null;
  const style = record(styles) ?? {};
  const dash = list(style.lineDash);
  return {
    kind, box, d: text(record(args)?.d), transform: numbers(transform, ["a", "b", "c", "d", "tx", "ty"]),
    fill: colour(style.fill), stroke: colour(style.stroke), strokeWidth: numberOr(style.strokeWidth, 0),
    lineCap: lineCaps.includes(style.lineCap) ? style.lineCap : "butt",
    lineJoin: lineJoins.includes(style.lineJoin) ? style.lineJoin : "miter",
    miterLimit: numberOr(style.miterLimit, 0),
    ...dashOf([0, 1, 2].map((index) => numberOr(dash[index], 0))),
  };
}

const record = (value) => (typeof value === "object" && value !== null && !Array.isArray(value) ? value : null);
const list = (value) => (Array.isArray(value) ? value : []);
const text = (value) => (typeof value === "string" ? value : "");
const numberOr = (value, other) => (typeof value === "number" ? value : other);

/** The numbers of an object, or null if one is missing. */
function numbers(value, names) {
  const given = record(value);
  return given && names.every((name) => typeof given[name] === "number") ? names.map((name) => given[name]) : null;
}

function colour(value) {
  const parts = list(value);
  return parts.length === 4 && parts.every((part) => typeof part === "number") ? parts : null;
}
