// Writes SVGA files of both versions for tests, right or wrong as given. The page itself has no encoder.

import { deflateRawSync, deflateSync } from "node:zlib";
import { checksum } from "../../../Web/svga/zip.js";

const utf8 = new TextEncoder();
const joined = (parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

// Protocol Buffers

export function varint(value) {
  const result = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    result.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return result;
}

export const intField = (field, value) => (value ? [...varint(field << 3), ...varint(value)] : []);

export function floatField(field, value) {
  return value !== undefined && value !== 0 ? [...varint((field << 3) | 5), ...new Uint8Array(Float32Array.of(value).buffer)] : [];
}

export function bytesField(field, bytes) {
  return [...varint((field << 3) | 2), ...varint(bytes.length), ...bytes];
}

const textField = (field, text) => (text ? bytesField(field, utf8.encode(text)) : []);
const floats = (values) => values.flatMap((value, index) => floatField(index + 1, value));

function shapeMessage({ type = "shape", d = "", rect, ellipse, styles, transform }) {
  const types = { shape: 0, rect: 1, ellipse: 2, keep: 3 };
  return [
    ...intField(1, types[type] ?? type),
    ...(type === "shape" ? bytesField(2, textField(1, d)) : []),
    ...(rect ? bytesField(3, floats(rect)) : []),
    ...(ellipse ? bytesField(4, floats(ellipse)) : []),
    ...(styles ? bytesField(10, stylesMessage(styles)) : []),
    ...(transform ? bytesField(11, floats(transform)) : []),
  ];
}

function stylesMessage({ fill, stroke, strokeWidth, lineCap, lineJoin, miterLimit, lineDash = [] }) {
  return [
    ...(fill ? bytesField(1, floats(fill)) : []), ...(stroke ? bytesField(2, floats(stroke)) : []),
    ...floatField(3, strokeWidth), ...intField(4, ["butt", "round", "square"].indexOf(lineCap ?? "butt")),
    ...intField(5, ["miter", "round", "bevel"].indexOf(lineJoin ?? "miter")), ...floatField(6, miterLimit),
    ...lineDash.flatMap((value, index) => floatField(7 + index, value)),
  ];
}

function frameMessage({ alpha, layout, transform, clipPath, shapes = [] }) {
  return [
    ...floatField(1, alpha), ...(layout ? bytesField(2, floats(layout)) : []),
    ...(transform ? bytesField(3, floats(transform)) : []), ...textField(4, clipPath),
    ...shapes.flatMap((shape) => bytesField(5, shapeMessage(shape))),
  ];
}

/**
 * The message of a movie: `{version, width, height, fps, frames, images: {key: bytes}, sprites: [{imageKey, matteKey, frames}],
 * audios: [{key, startFrame, endFrame, startTime, totalTime}]}`.
 */
export function movieMessage({ version = "2.0.0", width, height, fps, frames, images = {}, sprites = [], audios = [] }) {
  return joined([
    textField(1, version),
    bytesField(2, [...floatField(1, width), ...floatField(2, height), ...intField(3, fps), ...intField(4, frames)]),
    ...Object.entries(images).map(([key, bytes]) => bytesField(3, [...textField(1, key), ...bytesField(2, bytes)])),
    ...sprites.map((sprite) => bytesField(4, [
      ...textField(1, sprite.imageKey), ...sprite.frames.flatMap((frame) => bytesField(2, frameMessage(frame))),
      ...textField(3, sprite.matteKey),
    ])),
    ...audios.map(({ key, startFrame, endFrame, startTime, totalTime }) => bytesField(5, [
      ...textField(1, key), ...intField(2, startFrame), ...intField(3, endFrame), ...intField(4, startTime),
      ...intField(5, totalTime),
    ])),
  ]);
}

/** A 2.x file. */
export const svga2 = (movie) => new Uint8Array(deflateSync(movieMessage(movie)));

// Version 1

const named = (names, values) => values && Object.fromEntries(names.map((name, index) => [name, values[index] ?? 0]));
const transformNames = ["a", "b", "c", "d", "tx", "ty"];

function specShape({ type = "shape", d, rect, ellipse, styles, transform }) {
  const args = {
    shape: { d }, rect: named(["x", "y", "width", "height", "cornerRadius"], rect),
    ellipse: named(["x", "y", "radiusX", "radiusY"], ellipse),
  };
  return { type, args: args[type], styles, transform: named(transformNames, transform) };
}

function specFrame({ alpha, layout, transform, clipPath, shapes }) {
  return {
    alpha, layout: named(["x", "y", "width", "height"], layout), transform: named(transformNames, transform), clipPath,
    shapes: shapes?.map(specShape),
  };
}

/** The content of `movie.spec` for a movie. */
export function movieSpec({ version = "1.1.0", width, height, fps, frames, images = {}, sprites = [] }) {
  return {
    ver: version, movie: { viewBox: { width, height }, fps, frames },
    images: Object.fromEntries(Object.keys(images).map((key) => [key, key])),
    sprites: sprites.map(({ imageKey, matteKey, frames: all }) => ({ imageKey, matteKey, frames: all.map(specFrame) })),
  };
}

const pictures = ({ images = {} }) => Object.entries(images).map(([key, content]) => ({ name: `${key}.png`, content }));

/** A 1.x file: an archive with `movie.spec` and pictures. */
export function svga1(movie, more = []) {
  return zip([{ name: "movie.spec", content: utf8.encode(JSON.stringify(movieSpec(movie))) }, ...pictures(movie), ...more]);
}

/** A file between the versions: an archive with `movie.binary`, whose pictures are file names. */
export function svgaHybrid(movie) {
  const names = Object.fromEntries(Object.keys(movie.images ?? {}).map((key) => [key, utf8.encode(key)]));
  return zip([
    { name: "movie.binary", content: movieMessage({ ...movie, images: names }) }, { name: "movie.spec", content: utf8.encode("{}") },
    ...pictures(movie),
  ]);
}

// Archives

const le = (bytes) => (value) => Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) % 256);
const [two, four] = [le(2), le(4)];

/** An archive of `{name, content, isStored?, size?, crc?, flags?, method?}`. Wrong values are written as given. */
export function zip(files, comment = "") {
  const parts = [];
  const entries = [];
  let offset = 0;
  for (const { name, content, isStored = false, size, crc, flags = 0, method } of files) {
    const packed = isStored ? content : new Uint8Array(deflateRawSync(content));
    const title = utf8.encode(name);
    const facts = [
      ...two(20), ...two(flags), ...two(method ?? (isStored ? 0 : 8)), ...four(0), ...four(crc ?? checksum(content)),
      ...four(packed.length), ...four(size ?? content.length), ...two(title.length), ...two(0),
    ];
    parts.push([0x50, 0x4b, 3, 4, ...facts, ...title], packed);
    entries.push([
      0x50, 0x4b, 1, 2, ...two(20), ...facts, ...two(0), ...two(0), ...two(0), ...four(0), ...four(offset), ...title,
    ]);
    offset += 30 + title.length + packed.length;
  }
  const listing = joined(entries);
  const remark = utf8.encode(comment);
  return joined([...parts, listing, [
    0x50, 0x4b, 5, 6, 0, 0, 0, 0, ...two(files.length), ...two(files.length), ...four(listing.length), ...four(offset),
    ...two(remark.length), ...remark,
  ]]);
}

// Pictures and sounds

const big = (value) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];

function chunk(name, content) {
  const body = [...utf8.encode(name), ...content];
  return [...big(content.length), ...body, ...big(checksum(body))];
}

/** A PNG picture with pixels from a function `(x, y) => [red, green, blue, alpha]`, in bytes, not premultiplied. */
export function png(width, height, pixel = () => [255, 0, 0, 255]) {
  const rowBytes = 1 + width * 4;
  const rows = new Uint8Array(height * rowBytes);
  for (let y = 0; y < height; y += 1) {
    // A picture of one colour repeats its first row.
    if (y > 0 && pixel.length === 0) rows.copyWithin(y * rowBytes, 0, rowBytes);
    else for (let x = 0; x < width; x += 1) rows.set(pixel(x, y), y * rowBytes + 1 + x * 4);
  }
  return joined([
    [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], chunk("IHDR", [...big(width), ...big(height), 8, 6, 0, 0, 0]),
    chunk("IDAT", new Uint8Array(deflateSync(rows))), chunk("IEND", []),
  ]);
}

/** The header of a PNG picture with the given size, and nothing else. */
export function pngHead(width, height) {
  return joined([
    [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], chunk("IHDR", [...big(width), ...big(height), 8, 6, 0, 0, 0]), chunk("IEND", []),
  ]);
}

/** Silence as MP3: frames of 128 kb/s, 44,100 Hz, mono, 1,152 samples and 417 bytes each. */
export function mp3(frameCount) {
  const frame = new Uint8Array(417);
  frame.set([0xff, 0xfb, 0x90, 0xc4]);
  return joined(Array.from({ length: frameCount }, () => frame));
}
