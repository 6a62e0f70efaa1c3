// Reads the movie of a 2.x file: a message `com.opensource.svga.MovieEntity`.

import { MessageReader, WireType } from "./protobuf.js";
import { MovieBuilder } from "./movie.js";

const { varint, bytes, fixed32 } = WireType;
const shapeKinds = ["path", "rect", "ellipse", "keep"];
const lineCaps = ["butt", "round", "square"];
const lineJoins = ["miter", "round", "bevel"];

/**
 * Reads a movie.
 *
 * @param {Uint8Array} message
 * @param {object} limits Like `defaultLimits`.
 * @param {(name: Uint8Array) => Promise<?Uint8Array>} [find] Loads the content of a picture that is a file name in an archive, or null if
 *   it is none.
 * @returns {Promise<import("./movie.js").Movie>}
 * @throws {SVGAError}
 */
export async function readBinaryMovie(message, limits, find = async () => null) {
  const builder = new MovieBuilder(limits);
  const reader = new MessageReader(message);
  /** @type {[string, any][]} */
  const media = [];
  while (reader.next()) {
    if (reader.is(1, bytes)) builder.version = reader.string();
    else if (reader.is(2, bytes)) builder.setParameters(readParameters(reader.message()));
    else if (reader.is(3, bytes)) media.push(readEntry(reader.message()));
    else if (reader.is(4, bytes)) readSprite(builder, reader.bytes());
    else if (reader.is(5, bytes)) builder.addSound(readSound(reader.message()));
  }
  // The last of equal keys counts, as in the message's format.
  for (const [key, value] of new Map(media)) builder.addMedia(key, await find(value) ?? value);
  return builder.finish();
}

function readParameters(reader) {
  const result = { width: 0, height: 0, framesPerSecond: 0, frameCount: 0 };
  while (reader.next()) {
    if (reader.is(1, fixed32)) result.width = reader.float();
    else if (reader.is(2, fixed32)) result.height = reader.float();
    else if (reader.is(3, varint)) result.framesPerSecond = reader.int32();
    else if (reader.is(4, varint)) result.frameCount = reader.int32();
  }
  return result;
}

/** A key and its value. */
function readEntry(reader) {
  /** @type {[string, Uint8Array]} */
  const entry = ["", new Uint8Array()];
  while (reader.next()) {
    if (reader.is(1, bytes)) entry[0] = reader.string();
    else if (reader.is(2, bytes)) entry[1] = reader.bytes();
  }
  return entry;
}

function readSound(reader) {
  const sound = { key: "", startFrame: 0, endFrame: 0, startMilliseconds: 0 };
  while (reader.next()) {
    if (reader.is(1, bytes)) sound.key = reader.string();
    else if (reader.is(2, varint)) sound.startFrame = reader.int32();
    else if (reader.is(3, varint)) sound.endFrame = reader.int32();
    else if (reader.is(4, varint)) sound.startMilliseconds = reader.int32();
  }
  return sound;
}

function readSprite(builder, message) {
  // It reads twice, because the number of frames must be known and within the limit before memory is reserved for them.
  const head = { imageKey: "", matteKey: "", frameCount: 0 };
  let reader = new MessageReader(message);
  while (reader.next()) {
    if (reader.is(1, bytes)) head.imageKey = reader.string();
    else if (reader.is(2, bytes)) head.frameCount += 1;
    else if (reader.is(3, bytes)) head.matteKey = reader.string();
  }
  const sprite = builder.addSprite(head);
  reader = new MessageReader(message);
  let index = 0;
  while (reader.next()) {
    if (!reader.is(2, bytes)) continue;
    builder.setFrame(sprite, index, readFrame(reader.message()));
    index += 1;
  }
}

function readFrame(reader) {
  const frame = { alpha: 0, layout: [0, 0, 0, 0], transform: null, clipPath: "", shapes: [], isKept: false };
  while (reader.next()) {
    if (reader.is(1, fixed32)) frame.alpha = reader.float();
    else if (reader.is(2, bytes)) frame.layout = readFloats(reader.message(), 4);
    else if (reader.is(3, bytes)) frame.transform = readFloats(reader.message(), 6);
    else if (reader.is(4, bytes)) frame.clipPath = reader.string();
    else if (reader.is(5, bytes)) addShape(frame, readShape(reader.message()));
  }
  return frame;
}

/** Adds a shape to a frame. A first shape of the kind "keep" gives the frame the shapes of the previous one. */
function addShape(frame, shape) {
  if (shape?.kind !== "keep") {
    if (shape && !frame.isKept) frame.shapes.push(shape);
  } else if (frame.shapes.length === 0) {
    frame.isKept = true;
  }
}

/** Reads a message of floats numbered from 1. Missing ones are 0. */
function readFloats(reader, count) {
  const result = new Array(count).fill(0);
  while (reader.next()) {
    if (reader.field <= count && reader.wireType === fixed32) result[reader.field - 1] = reader.float();
  }
  return result;
}

/** Reads a shape. Null for an unknown kind, or if the data of its kind is missing. */
function readShape(reader) {
  const shape = {
    kind: "path", d: "", box: [], transform: null, fill: null, stroke: null, strokeWidth: 0, lineCap: "butt",
    lineJoin: "miter", miterLimit: 0, dash: [], dashOffset: 0,
  };
  const boxes = {};
  while (reader.next()) {
    if (reader.is(1, varint)) shape.kind = shapeKinds[reader.int32()];
    else if (reader.is(2, bytes)) shape.d = readText(reader.message());
    else if (reader.is(3, bytes)) boxes.rect = readFloats(reader.message(), 5);
    else if (reader.is(4, bytes)) boxes.ellipse = readFloats(reader.message(), 4);
    else if (reader.is(10, bytes)) readStyles(reader.message(), shape);
    else if (reader.is(11, bytes)) shape.transform = readFloats(reader.message(), 6);
  }
  const isWhole = shape.kind === "path" || shape.kind === "keep" || boxes[shape.kind];
  return isWhole ? { ...shape, box: boxes[shape.kind] ?? [] } : null;
}

function readText(reader) {
  let text = "";
  while (reader.next()) {
    if (reader.is(1, bytes)) text = reader.string();
  }
  return text;
}

function readStyles(reader, shape) {
  const dash = [0, 0, 0];
  while (reader.next()) {
    if (reader.is(1, bytes)) shape.fill = readFloats(reader.message(), 4);
    else if (reader.is(2, bytes)) shape.stroke = readFloats(reader.message(), 4);
    else if (reader.is(3, fixed32)) shape.strokeWidth = reader.float();
    else if (reader.is(4, varint)) shape.lineCap = lineCaps[reader.int32()] ?? "butt";
    else if (reader.is(5, varint)) shape.lineJoin = lineJoins[reader.int32()] ?? "miter";
    else if (reader.is(6, fixed32)) shape.miterLimit = reader.float();
    else if (reader.field >= 7 && reader.field <= 9 && reader.wireType === fixed32) dash[reader.field - 7] = reader.float();
  }
  Object.assign(shape, dashOf(dash));
}

/** Shorter dashes and gaps are drawn with this length. */
const dashMin = 1;
const gapMin = 0.1;

/**
 * A line's dashes, from the three numbers in files. A line without a length and a gap has none.
 *
 * @param {number[]} numbers
 */
export function dashOf([length, gap, offset]) {
  if (length <= 0 && gap <= 0) return { dash: [], dashOffset: 0 };
  return { dash: [Math.max(dashMin, length), Math.max(gapMin, gap)], dashOffset: offset };
}
