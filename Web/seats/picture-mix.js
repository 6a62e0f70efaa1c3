// The picture that the host sends where others sit beside them: each seat's picture at its region of the canvas.

import { drawMix, mixFramesPerSecond } from "./mix-layout.js";

let policy = null;

/** Starts the worker that draws, or keeps time. */
function makeWorker() {
  const address = new URL("./mix-worker.js", import.meta.url).href;
  if (globalThis.trustedTypes) policy ??= trustedTypes.createPolicy("seats", { createScriptURL: () => address });
  return new Worker(policy ? policy.createScriptURL("") : address, { type: "module", name: "seats" });
}

/** What Chromium has to take the frames of a track to a worker and back. */
const { MediaStreamTrackProcessor, MediaStreamTrackGenerator } = /** @type {any} */ (globalThis);

/**
 * A mix of pictures. `track` is what is sent. It goes on while the tab is hidden, since a worker keeps the time; where the browser takes
 * frames to a worker, the worker draws them, too.
 */
export class PictureMix {
  #worker;
  #size;
  #tiles = [];
  #key = "";
  /** The sources by their users: the track, and the element that plays it where the page draws. */
  #sources = new Map();
  #ink = null;

  /**
   * @param {{width: number, height: number}} size
   * @param {number} [framesPerSecond]
   */
  constructor(size, framesPerSecond = mixFramesPerSecond) {
    this.#size = size;
    this.#worker = makeWorker();
    if (MediaStreamTrackProcessor && MediaStreamTrackGenerator) {
      this.track = new MediaStreamTrackGenerator({ kind: "video" });
      const { writable } = this.track;
      this.#worker.postMessage({ op: "start", ...size, framesPerSecond, writable }, [writable]);
    } else {
      const canvas = Object.assign(document.createElement("canvas"), size);
      this.#ink = canvas.getContext("2d", { alpha: false });
      [this.track] = canvas.captureStream(framesPerSecond).getVideoTracks();
      this.#worker.onmessage = () => this.#draw();
      this.#worker.postMessage({ op: "start", ...size, framesPerSecond });
    }
  }

  /** Where each user's picture goes; see `tilesOf`. */
  layOut(tiles) {
    const key = JSON.stringify(tiles);
    if (key === this.#key) return;
    this.#key = key;
    this.#tiles = tiles;
    this.#worker.postMessage({ op: "layout", tiles });
  }

  /** Takes the pictures that there are now: `{id, track}`, without those of users who show none. */
  show(sources) {
    const wanted = new Map(sources.map(({ id, track }) => [id, track]));
    for (const [id, { track }] of [...this.#sources]) if (wanted.get(id) !== track) this.#drop(id);
    for (const [id, track] of wanted) if (!this.#sources.has(id)) this.#take(id, track);
  }

  close() {
    for (const id of [...this.#sources.keys()]) this.#drop(id);
    this.#worker.postMessage({ op: "stop" });
    this.track.stop();
  }

  #take(id, track) {
    if (this.#ink) {
      const video = Object.assign(document.createElement("video"), { muted: true, playsInline: true, srcObject: new MediaStream([track]) });
      video.play().catch(() => {});
      this.#sources.set(id, { track, video });
      return;
    }
    const { readable } = new MediaStreamTrackProcessor({ track, maxBufferSize: 1 });
    this.#sources.set(id, { track, video: null });
    this.#worker.postMessage({ op: "source", id, readable }, [readable]);
  }

  #drop(id) {
    const { video } = this.#sources.get(id);
    this.#sources.delete(id);
    if (video) video.srcObject = null;
    this.#worker.postMessage({ op: "drop", id });
  }

  #draw() {
    drawMix(this.#ink, this.#size, this.#tiles, (id) => {
      const video = this.#sources.get(id)?.video;
      return video && video.readyState >= 2 ? { image: video, width: video.videoWidth, height: video.videoHeight } : null;
    });
  }
}
