// What a browser records, what it does on a slow line, and how its picture reconnects.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  capture, listDevices, loudness, obstacleToCapture, refusalOf, rememberBroadcast, rememberedBroadcast,
} from "../../Web/media/devices.js";
import { goOnAir } from "../../Web/media/on-air.js";
import {
  lowerQuality, pictureBitRate, publishingEnd, qualities, qualityOf, recordingType, UploadWatch,
} from "../../Web/media/publisher-policy.js";
import { Rejection } from "../../Web/wire/connection.js";
import { ErrorCode } from "../../Web/wire/errors.js";
import { settled } from "./support/manual-clock.mjs";
import { fakeStream, onAir } from "./support/publishing-page.mjs";
import { FakeStorage } from "./support/scripted-server.mjs";

test("AAC is preferred over Opus, and 1080 lines ask for a higher H.264 level", () => {
  const stream = { height: 720, hasVideo: true, hasAudio: true };
  assert.equal(recordingType(stream, () => true), 'video/mp4;codecs="avc1.42E01F,mp4a.40.2"');
  assert.equal(recordingType(stream, (type) => type.includes("opus")), 'video/mp4;codecs="avc1.42E01F,opus"');
  assert.equal(recordingType({ ...stream, height: 1_080 }, (type) => type.includes("opus")), 'video/mp4;codecs="avc1.42E028,opus"');
  assert.equal(recordingType({ ...stream, hasAudio: false }, () => true), 'video/mp4;codecs="avc1.42E01F"');
  assert.equal(recordingType({ ...stream, hasVideo: false }, (type) => type.includes("opus")), 'audio/mp4;codecs="opus"');
  assert.equal(recordingType(stream, () => false), null);
});

test("qualities have the sizes and rates that the page promises", () => {
  assert.deepEqual(
    qualities.map(({ name, height, bitRate }) => [name, height, bitRate]),
    [["360p", 360, 800_000], ["540p", 540, 1_200_000], ["720p", 720, 2_500_000], ["1080p", 1_080, 4_500_000]]);
  assert.equal(qualityOf("nonsense").name, "720p");
  assert.equal(lowerQuality("1080p").name, "720p");
  assert.equal(lowerQuality("360p"), null);
});

test("the picture's bit rate stays below the server's limit", () => {
  assert.equal(pictureBitRate(qualityOf("1080p"), 2_000_000), 1_500_000);
  assert.equal(pictureBitRate(qualityOf("360p"), 8_000_000), 800_000);
  assert.equal(pictureBitRate(qualityOf("360p")), 800_000);
});

test("a slow line lowers the quality, then warns, then drops the queue", () => {
  const watch = new UploadWatch();
  const look = (now, seconds) => watch.look({ now, unsentBytes: seconds * 100_000, bitRate: 800_000 });
  assert.equal(look(0, 1.9).action, null);
  assert.equal(look(500, 2.1).action, "lower");
  // A step needs a moment to take effect.
  assert.equal(look(1_000, 3).action, null);
  assert.deepEqual([look(2_000, 5.1).action, look(2_000, 5.1).isSlow], [null, true]);
  assert.equal(look(9_000, 3).action, "lower");
  assert.equal(look(9_500, 10.1).action, "cut");
});

test("every close code of a publisher has its outcome", () => {
  for (const code of [1001, 1006, 1012, 3000, 3005, 3400]) {
    assert.deepEqual(publishingEnd(code), { again: true, words: null }, String(code));
  }
  const ends = {
    3506: "replaced", 3507: "stoppedByServer", 3508: "liveEnded", 3509: "refused", 3510: "tooFast", 3599: "ended", 1008: "ended",
  };
  for (const [code, word] of Object.entries(ends)) {
    assert.deepEqual(publishingEnd(Number(code)), { again: false, words: `studio.${word}` }, code);
  }
});

// On the air

test("a picture is sent with a ticket, piece by piece, with a key frame a second", async () => {
  const { broadcast, recorders, socket } = onAir();
  broadcast.start();
  await settled();
  assert.equal(socket().address, "ws://server/publish?ticket=1");
  assert.deepEqual(socket().protocols, ["ovation.media.v1"]);
  assert.equal(recorders.length, 0);
  socket().open();
  assert.equal(broadcast.phase, "on");
  const { mimeType, videoKeyFrameIntervalDuration, videoBitsPerSecond } = recorders[0].options;
  assert.deepEqual(
    [mimeType, videoKeyFrameIntervalDuration, videoBitsPerSecond], ['video/mp4;codecs="avc1.42E01F,opus"', 1_000, 2_500_000]);
  recorders[0].give(10);
  recorders[0].give(0);
  recorders[0].give(5);
  assert.deepEqual(socket().sent, ["0", "0"]);
});

test("a picture returns by itself after a server crash, with a new ticket and a new recording", async () => {
  const { broadcast, clock, recorders, sockets, socket, session } = onAir();
  broadcast.start();
  await settled();
  socket().open();
  session.connection.isOpen = false;
  socket().lose(1006);
  await settled();
  assert.equal(broadcast.phase, "waiting");
  await clock.advance(60_000);
  assert.equal(sockets.length, 1, "without a session there is nobody to ask for a ticket");
  session.connection.isOpen = true;
  session.dispatchEvent(new Event("connection"));
  await settled();
  assert.equal(socket().address, "ws://server/publish?ticket=2");
  socket().open();
  assert.equal(recorders.length, 2);
  assert.equal(broadcast.phase, "on");
});

test("a final refusal ends the picture with its reason, and every other failure is retried", async () => {
  const final = onAir({ refuse: () => new Rejection(ErrorCode.mediaNotRelayed) });
  final.broadcast.start();
  await settled();
  assert.equal(final.broadcast.phase, "stopped");
  assert.equal(final.broadcast.why.rejection.code, ErrorCode.mediaNotRelayed);
  assert.ok(final.stream.getTracks().every(({ isStopped }) => isStopped));

  const passing = onAir({ refuse: (ticket) => (ticket < 3 ? new Rejection(ErrorCode.mediaBusy, undefined, true) : null) });
  passing.broadcast.start();
  await settled();
  await passing.clock.advance(10_000);
  assert.equal(passing.tickets(), 3);
  assert.equal(passing.sockets.length, 1);
});

test("a close that forbids publishing ends the picture with the server's reason", async () => {
  const { broadcast, clock, sockets, socket } = onAir();
  broadcast.start();
  await settled();
  socket().open();
  socket().lose(3509, "Use -g 30.");
  await clock.advance(60_000);
  assert.equal(sockets.length, 1);
  assert.deepEqual([broadcast.phase, broadcast.why], ["stopped", { words: "studio.refused", reason: "Use -g 30." }]);
});

test("a host who stops the picture ends the recorder, the devices and the connection", async () => {
  const { broadcast, recorders, socket, stream } = onAir();
  broadcast.start();
  await settled();
  socket().open();
  const stopping = broadcast.stop();
  assert.equal(socket().closed, 1000);
  socket().onclose({ code: 1000 });
  await stopping;
  assert.equal(recorders[0].state, "inactive");
  assert.ok(stream.getTracks().every(({ isStopped }) => isStopped));
  assert.deepEqual([broadcast.phase, broadcast.why], ["stopped", null]);
});

test("a backlog lowers the quality with a new recording on the same connection, after the old data", async () => {
  const { broadcast, clock, recorders, sockets, socket, stream } = onAir({ quality: "720p" });
  broadcast.start();
  await settled();
  socket().open();
  socket().bufferedAmount = 1_000_000;
  await clock.advance(500);
  await settled();
  assert.equal(broadcast.quality.name, "540p");
  assert.equal(sockets.length, 1);
  assert.equal(recorders.length, 2);
  assert.equal(recorders[1].options.videoBitsPerSecond, 1_200_000);
  assert.deepEqual(stream.getVideoTracks()[0].constraints[0].height, { ideal: 540 });
  recorders[1].give(3);
  assert.deepEqual(socket().sent, ["0", "1"]);
});

test("a backlog that waits too long is dropped, and the picture restarts", async () => {
  const { broadcast, clock, sockets, socket } = onAir({ quality: "360p" });
  broadcast.start();
  await settled();
  socket().open();
  socket().bufferedAmount = 3_000_000;
  await clock.advance(500);
  assert.equal(sockets[0].closed, 4000);
  // 3 MB are 25 s of 360p with its sound, and a frame is a thirtieth of a second.
  assert.equal(broadcast.line.droppedFrames, 776);
  assert.equal(broadcast.line.roundTripMilliseconds, 0);
  await clock.advance(2_000);
  assert.equal(sockets.length, 2);
  // So do the moments without a connection.
  assert.ok(broadcast.line.droppedFrames > 776, String(broadcast.line.droppedFrames));
});

test("a new camera continues on the same connection, and the old one is released", async () => {
  const { broadcast, recorders, sockets, socket, stream } = onAir();
  broadcast.start();
  await settled();
  socket().open();
  broadcast.mute(true);
  const other = fakeStream();
  broadcast.replace(other, { source: "screen", quality: "360p" });
  await settled();
  assert.equal(sockets.length, 1);
  assert.equal(recorders[1].stream, other);
  assert.ok(stream.getTracks().every(({ isStopped }) => isStopped));
  assert.equal(other.getAudioTracks()[0].enabled, false, "who muted themselves stays muted");
});

test("a screen whose sharing stops ends the picture with a reason", async () => {
  const { broadcast, socket, stream } = onAir();
  broadcast.start();
  await settled();
  socket().open();
  stream.getVideoTracks()[0].dispatchEvent(new Event("ended"));
  assert.deepEqual([broadcast.phase, broadcast.why], ["stopped", { words: "studio.sourceEnded" }]);
});

test("a failing encoder gets a lower quality, and after a few failures the host is told", async () => {
  const { broadcast, recorders, socket } = onAir({ quality: "1080p" });
  broadcast.start();
  await settled();
  socket().open();
  for (let index = 0; index < 3; index += 1) {
    recorders.at(-1).onerror();
    await settled();
  }
  assert.equal(broadcast.quality.name, "360p");
  recorders.at(-1).onerror();
  assert.deepEqual(broadcast.why, { words: "studio.recorderFailed" });
});

test("a server with an external media server gives the address for an app", async () => {
  const { broadcast, sockets } = onAir({ url: "rtmp://ingest.example/live/key" });
  broadcast.start();
  await settled();
  assert.equal(sockets.length, 0);
  assert.equal(broadcast.elsewhere, "rtmp://ingest.example/live/key?ticket=1");
  assert.equal(broadcast.phase, "stopped");
});

test("a live's picture is remembered for a reload until it stops", async () => {
  const { session } = onAir();
  const storage = new FakeStorage();
  session.connection.isOpen = false;
  const choice = { source: "camera", camera: "default", microphone: "default", quality: "360p" };
  const broadcast = goOnAir({
    session, liveID: "r1", stream: fakeStream(), choice, remember: (entry) => rememberBroadcast(storage, entry),
  });
  assert.equal(session.broadcast, broadcast);
  assert.deepEqual(rememberedBroadcast(storage, "ada", "r1"), choice);
  assert.equal(rememberedBroadcast(storage, "bo", "r1"), null);
  assert.equal(rememberedBroadcast(storage, "ada", "r2"), null);
  await broadcast.stop();
  assert.equal(rememberedBroadcast(storage, "ada", "r1"), null);
});

// Devices

const webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const iPhone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webKit}`;
const agents = {
  Chrome: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
  Firefox: "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0",
  Safari: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.0 Safari/605.1.15`,
  Phone: `${iPhone} Version/18.0 Mobile/15E148 Safari/604.1`,
  App: `${iPhone} CriOS/130.0.0.0 Mobile/15E148 Safari/604.1`,
};

test("who denied a camera reads how their browser allows it", () => {
  const error = { name: "NotAllowedError", message: "Permission denied" };
  for (const [name, agent] of Object.entries(agents)) assert.equal(refusalOf(error, "camera", agent), `studio.denied${name}`);
  assert.equal(refusalOf(error, "camera", agents.Chrome.replace(/$/, " Edg/130.0.0.0")), "studio.deniedChrome");
  assert.equal(refusalOf(error, "none", agents.App.replace("CriOS", "FxiOS")), "studio.deniedApp");
  assert.equal(refusalOf(error, "camera", "Something/1.0"), "studio.denied");
});

test("each camera failure has a helpful explanation", () => {
  const names = {
    NotAllowedError: "denied", SecurityError: "denied", NotFoundError: "none", OverconstrainedError: "none", NotReadableError: "inUse",
    AbortError: "inUse", TypeError: "failed",
  };
  for (const [name, word] of Object.entries(names)) assert.equal(refusalOf({ name }), `studio.${word}`);
  assert.equal(refusalOf(undefined), "studio.failed");
  const denied = { name: "NotAllowedError", message: "Permission denied" };
  assert.equal(refusalOf(denied, "screen"), "studio.noScreen");
  assert.equal(refusalOf({ ...denied, message: "Permission denied by system" }, "camera", agents.Chrome), "studio.deniedBySystem");
  assert.equal(obstacleToCapture({ isSecureContext: false }), "studio.needsHttps");
  const navigator = { mediaDevices: { getUserMedia() {} } };
  assert.equal(obstacleToCapture({ isSecureContext: true, navigator }), "studio.noRecorder");
  // This browser records only WebM, like Firefox.
  const recording = (...types) => ({ isTypeSupported: (type) => types.includes(type) });
  assert.equal(obstacleToCapture({ isSecureContext: true, navigator, MediaRecorder: recording("video/webm") }), "studio.noRecorder");
  assert.equal(obstacleToCapture({ isSecureContext: true, navigator, MediaRecorder: recording("video/mp4") }), null);
});

test("each source asks for its own devices", async () => {
  const asked = [];
  const devices = {
    async getUserMedia(wanted) {
      asked.push(wanted);
      return fakeStream(wanted.video ? ["video", "audio"] : ["audio"]);
    },
    async getDisplayMedia(wanted) {
      asked.push(wanted);
      return Object.assign(fakeStream(["video"]), { addTrack(track) { this.added = track; } });
    },
  };
  const choice = { camera: "default", microphone: "default", quality: "360p" };
  await capture({ ...choice, source: "camera", camera: "c1", microphone: "m1" }, devices);
  assert.deepEqual([asked[0].video.deviceId, asked[0].audio], [{ exact: "c1" }, { deviceId: { exact: "m1" } }]);
  assert.deepEqual(asked[0].video.height, { ideal: 360 });
  await capture({ ...choice, source: "none" }, devices);
  assert.deepEqual(asked[1], { video: false, audio: true });
  const screen = await capture({ ...choice, source: "screen" }, devices);
  assert.equal(screen.added.kind, "audio");
  await capture({ ...choice, source: "screen", microphone: "" }, devices);
  assert.equal(asked.length, 5);
});

test("the device choice lists only devices with an id", async () => {
  const device = (kind, deviceId, label) => ({ kind, deviceId, label });
  const found = await listDevices({
    enumerateDevices: async () => [
      device("videoinput", "c1", "Front"), device("audioinput", "default", "x"), device("audioinput", "m1", ""),
      device("audiooutput", "s", "s"),
      device("videoinput", "", ""),
    ],
  });
  assert.deepEqual(found, { cameras: [{ id: "c1", label: "Front" }], microphones: [{ id: "m1", label: "" }] });
});

test("a meter shows silence as 0 and full scale as 1", () => {
  assert.equal(loudness([0, 0]), 0);
  assert.equal(loudness([1, -1]), 1);
  assert.ok(Math.abs(loudness([0.001, -0.001])) < 0.001);
  assert.ok(loudness([0.1, -0.1]) > 0.6);
});
