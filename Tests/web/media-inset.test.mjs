// The screen with the camera in a corner of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { capture } from "../../Web/media/devices.js";
import { insetTiles, withInset } from "../../Web/media/screen-inset.js";
import { drawMix } from "../../Web/seats/mix-layout.js";
import { fakeStream, FakeTrack } from "./support/publishing-page.mjs";

class FakeMix {
  static last = null;
  track = new FakeTrack("video");
  laidOut = [];
  shown = [];
  closes = 0;
  constructor(size, framesPerSecond) {
    Object.assign(this, { size, framesPerSecond });
    FakeMix.last = this;
  }
  layOut(tiles) { this.laidOut = tiles.map(({ id }) => id); }
  show(sources) { this.shown = sources.map(({ id }) => id); }
  close() {
    this.closes += 1;
    // The real one stops its track, too.
    this.track.stop();
  }
}
class FakeStream {
  constructor(tracks) { this.tracks = tracks; }
}

/** A screen of 16:10 with a camera. */
function mixed() {
  const screen = fakeStream(["video"]);
  screen.getVideoTracks()[0].getSettings = () => ({ width: 1_920, height: 1_200 });
  const camera = fakeStream(["video", "audio"]);
  camera.getVideoTracks()[0].getSettings = () => ({ width: 640, height: 360 });
  const stream = withInset(screen, camera, { height: 540 }, { Mix: FakeMix, Stream: FakeStream });
  return { screen: screen.getVideoTracks()[0], camera, face: camera.getVideoTracks()[0], stream, mix: FakeMix.last };
}

test("the camera is in the lower right corner of the whole screen, whatever its shape", () => {
  assert.deepEqual(insetTiles({ width: 1_280, height: 720 }, { width: 640, height: 360 }), [
    { id: "screen", x: 0, y: 0, w: 1_280, h: 720, isWhole: true }, { id: "camera", x: 950, y: 526, w: 308, h: 172 },
  ]);
  const [, upright] = insetTiles({ width: 1_280, height: 720 }, { width: 360, height: 640 });
  assert.deepEqual([upright.w, upright.h, upright.y + upright.h], [146, 260, 698]);
  assert.equal(insetTiles({ width: 640, height: 360 })[1].w, 154);
});

test("the mix has the screen's shape, and the camera's microphone", () => {
  const { stream, mix, camera } = mixed();
  assert.deepEqual([mix.size, mix.framesPerSecond], [{ width: 864, height: 540 }, 30]);
  assert.deepEqual(mix.shown, ["screen", "camera"]);
  assert.deepEqual(stream.tracks, [mix.track, ...camera.getAudioTracks()]);
});

test("who stops the picture stops screen and camera, and ends the mix once", () => {
  const { mix, screen, face } = mixed();
  mix.track.stop();
  mix.track.stop();
  assert.deepEqual([mix.track.isStopped, screen.isStopped, face.isStopped, mix.closes], [true, true, true, 1]);
});

test("the end of the sharing ends the picture, and a camera that goes leaves the screen", () => {
  const first = mixed();
  let ends = 0;
  first.mix.track.addEventListener("ended", () => { ends += 1; });
  first.face.dispatchEvent(new Event("ended"));
  assert.deepEqual([first.mix.shown, first.mix.laidOut, ends], [["screen"], ["screen"], 0]);
  first.screen.dispatchEvent(new Event("ended"));
  assert.deepEqual([first.mix.closes, first.face.isStopped, ends], [1, true, 1]);
});

test("nothing of a screen is cut off where the shapes differ", () => {
  const calls = [];
  const ink = { fillRect() {}, drawImage: (...parts) => calls.push(parts.slice(1)) };
  const tile = { id: "screen", x: 0, y: 0, w: 100, h: 100, isWhole: true };
  const picture = { image: {}, width: 200, height: 100 };
  drawMix(ink, { width: 100, height: 100 }, [tile], () => picture);
  assert.deepEqual(calls, [[0, 25, 100, 50]]);
});

test("a camera that is refused gives the screen back", async () => {
  const screen = fakeStream(["video"]);
  const devices = {
    getDisplayMedia: async () => screen,
    getUserMedia: async () => { throw Object.assign(new Error("no"), { name: "NotAllowedError" }); },
  };
  const choice = { source: "inset", camera: "default", microphone: "", quality: "360p" };
  await assert.rejects(capture(choice, devices), { name: "NotAllowedError" });
  assert.ok(screen.getTracks().every(({ isStopped }) => isStopped));
});
