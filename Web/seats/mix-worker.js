// Draws the mix of a live's seats in a worker, whose timer runs on while the tab is hidden. Where a browser hands no frames to a worker, it
// only keeps time for the page.
//
// The page sends `{op: "start", width, height, framesPerSecond, writable?}`, `{op: "layout", tiles}`, `{op: "source", id, readable}`,
// `{op: "drop", id}` and `{op: "stop"}`. The worker sends `tick` where it has no `writable`.

import { drawMix } from "./mix-layout.js";

const scope = /** @type {any} */ (globalThis);
const { OffscreenCanvas, VideoFrame } = scope;
/** The newest frame of each source. */
const frames = new Map();
const readers = new Map();
let tiles = [];
let size = { width: 0, height: 0 };
let canvas = null;
let ink = null;
let writer = null;
let timer = null;
let isWriting = false;

function draw() {
  if (!writer) {
    scope.postMessage("tick");
    return;
  }
  // An encoder that is behind gets the next frame.
  if (isWriting) return;
  drawMix(ink, size, tiles, (id) => {
    const frame = frames.get(id);
    return frame ? { image: frame, width: frame.displayWidth, height: frame.displayHeight } : null;
  });
  const frame = new VideoFrame(canvas, { timestamp: Math.round(performance.now() * 1_000) });
  isWriting = true;
  writer.write(frame).catch(() => frame.close()).finally(() => { isWriting = false; });
}

/** Keeps the newest frame of a source until it ends. */
async function follow(id, readable) {
  const reader = readable.getReader();
  readers.set(id, reader);
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      if (readers.get(id) !== reader) {
        value.close();
        break;
      }
      frames.get(id)?.close();
      frames.set(id, value);
    }
  } catch {
    // A track that ended has no more frames.
  }
  if (readers.get(id) === reader) drop(id);
}

function drop(id) {
  readers.get(id)?.cancel().catch(() => {});
  readers.delete(id);
  frames.get(id)?.close();
  frames.delete(id);
}

scope.onmessage = ({ data }) => {
  switch (data.op) {
    case "start":
      size = { width: data.width, height: data.height };
      if (data.writable) {
        canvas = new OffscreenCanvas(size.width, size.height);
        ink = canvas.getContext("2d", { alpha: false });
        writer = data.writable.getWriter();
      }
      timer = setInterval(draw, 1_000 / data.framesPerSecond);
      break;
    case "layout":
      tiles = data.tiles;
      break;
    case "source":
      drop(data.id);
      follow(data.id, data.readable);
      break;
    case "drop":
      drop(data.id);
      break;
    case "stop":
      clearInterval(timer);
      for (const id of [...readers.keys()]) drop(id);
      writer?.close().catch(() => {});
      scope.close();
      break;
    default:
  }
};
