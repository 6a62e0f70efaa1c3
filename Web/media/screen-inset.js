// The screen with the camera in a corner of it, mixed to one picture before it is sent.

import { mixSize } from "../seats/mix-layout.js";
import { PictureMix } from "../seats/picture-mix.js";
import { framesPerSecond } from "./publisher-policy.js";

/** The largest shares of the screen's width and height that the camera takes. */
const insetWidthShare = 0.24;
const insetHeightShare = 0.36;
/** The distance of the camera from the edges, as a share of the screen's height. */
const marginShare = 0.03;

const even = (side) => Math.max(2, Math.round(side / 2) * 2);

/**
 * Where screen and camera go on a mix of this size, the lowest first. Pure.
 *
 * @param {{width: number, height: number}} size
 * @param {{width?: number, height?: number}} camera The camera's own shape.
 */
export function insetTiles({ width, height }, { width: cameraWidth = 16, height: cameraHeight = 9 } = {}) {
  const scale = Math.min(width * insetWidthShare / cameraWidth, height * insetHeightShare / cameraHeight);
  const [w, h] = [even(cameraWidth * scale), even(cameraHeight * scale)];
  const margin = Math.round(height * marginShare);
  return [
    { id: "screen", x: 0, y: 0, w: width, h: height, isWhole: true },
    { id: "camera", x: width - w - margin, y: height - h - margin, w, h },
  ];
}

/**
 * Mixes a shared screen and a camera to one stream, with the sound that came with the camera. To stop its picture stops both, and the
 * end of the sharing ends it. A camera that goes leaves the screen.
 *
 * @param {MediaStream} screen
 * @param {MediaStream} camera
 * @param {{height: number}} quality
 * @param {{Mix?: any, Stream?: any}} parts What tests put in place of the browser's.
 * @returns {MediaStream}
 */
export function withInset(screen, camera, quality, { Mix = PictureMix, Stream = globalThis.MediaStream } = {}) {
  const [shared] = screen.getVideoTracks();
  const [face] = camera.getVideoTracks();
  const { width: w = 16, height: h = 9 } = shared.getSettings();
  const size = mixSize({ w, h }, quality.height);
  const mix = new Mix(size, framesPerSecond);
  const tiles = insetTiles(size, face.getSettings());
  mix.layOut(tiles);
  mix.show([{ id: "screen", track: shared }, { id: "camera", track: face }]);
  const { track } = mix;
  const stopTrack = track.stop.bind(track);
  let isOver = false;
  track.stop = () => {
    stopTrack();
    if (isOver) return;
    isOver = true;
    mix.close();
    for (const each of [shared, face]) each.stop();
  };
  shared.addEventListener("ended", () => {
    track.stop();
    track.dispatchEvent(new Event("ended"));
  });
  face.addEventListener("ended", () => {
    if (isOver) return;
    mix.layOut(tiles.slice(0, 1));
    mix.show([{ id: "screen", track: shared }]);
  });
  return new Stream([track, ...camera.getAudioTracks()]);
}
