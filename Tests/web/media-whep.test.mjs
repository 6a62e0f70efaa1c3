// How a viewer takes a picture by WHEP, and when a player may try.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NearPolicy } from "../../Web/media/player-policy.js";
import { iceServersOf, WhepLink } from "../../Web/media/whep-link.js";
import { WhipBroadcast } from "../../Web/media/whip-broadcast.js";
import { ManualClock, settled } from "./support/manual-clock.mjs";

globalThis.MediaStream ??= class { tracks = []; addTrack(track) { this.tracks.push(track); } getTracks() { return this.tracks; } };

/** A browser's connection, as far as the page uses it. */
function connections() {
  const made = [];
  class FakeConnection extends EventTarget {
    iceGatheringState = "complete";
    connectionState = "new";
    isClosed = false;
    localDescription = null;
    constructor(options) {
      super();
      this.options = options;
      made.push(this);
    }
    addTransceiver() {}
    async createOffer() { return { type: "offer", sdp: "v=0 offer" }; }
    async createAnswer() { return { type: "answer", sdp: "v=0 answer" }; }
    async setLocalDescription(description) { this.localDescription = description; }
    async setRemoteDescription(description) { this.remote = description; }
    setConfiguration() {}
    async getStats() { return new Map(); }
    close() { this.isClosed = true; }
    become(state) {
      this.connectionState = state;
      this.onconnectionstatechange?.();
    }
  }
  return { made, FakeConnection };
}

/** Answers requests from a list, and remembers them. */
function server(...answers) {
  const asked = [];
  const fetch = async (address, { method, headers, body } = {}) => {
    asked.push({ address: String(address), method, headers, body });
    const { status = 200, headers: given = {}, body: text = "" } = answers.shift() ?? {};
    return {
      status, ok: status < 300, headers: { get: (name) => given[name] ?? null },
      text: async () => text, json: async () => JSON.parse(text),
    };
  };
  return { asked, fetch };
}

const offered = {
  status: 406,
  headers: {
    "content-type": "application/sdp", location: "/v1/rtc/r1/whep/abc",
    link: '<stun:stun.example.com>; rel="ice-server", <turn:t.example.com>; rel="ice-server"; username="1:o"; credential="p="',
  },
  body: "v=0 of the server",
};

function linked(...answers) {
  const clock = new ManualClock();
  const { made, FakeConnection } = connections();
  const { asked, fetch } = server(...answers);
  const told = [];
  const link = new WhepLink({
    clock, fetch, Connection: FakeConnection, address: async () => "https://live.example.com/v1/rtc/r1/whep",
    listener: { came: () => told.push("came"), ended: (why, isFull) => told.push(isFull ? `${why}, full` : why) },
  });
  return { clock, made, asked, told, link };
}

test("the server's counter-offer is answered, and its tracks are the picture", async () => {
  const { made, asked, told, link } = linked(offered, { status: 204 });
  await link.start();
  assert.deepEqual(asked.map(({ method, body }) => [method, body]), [["POST", "v=0 offer"], ["PATCH", "v=0 answer"]]);
  assert.equal(asked[1].address, "https://live.example.com/v1/rtc/r1/whep/abc");
  const [probe, connection] = made;
  assert.equal(probe.isClosed, true);
  assert.deepEqual(connection.remote, { type: "offer", sdp: "v=0 of the server" });
  assert.deepEqual(connection.options.iceServers, [
    { urls: "stun:stun.example.com" }, { urls: "turn:t.example.com", username: "1:o", credential: "p=" },
  ]);
  connection.ontrack({ track: {} });
  connection.ontrack({ track: {} });
  assert.deepEqual(told, ["came"]);
  await link.stop();
  assert.equal(asked.at(-1).method, "DELETE");
  assert.equal(connection.isClosed, true);
});

test("a refusal ends it, and says when all places are taken", async () => {
  for (const [code, want] of [[110313, "refused, full"], [110308, "refused"]]) {
    const { told, link } = linked({ status: 503, body: JSON.stringify({ error: { code } }) });
    await link.start();
    assert.deepEqual(told, [want]);
  }
});

test("a picture that never comes, and a connection that breaks off, end it once", async () => {
  const late = linked(offered, { status: 204 });
  await late.link.start();
  late.clock.advance(8_000);
  assert.deepEqual(late.told, ["lost"]);
  const broken = linked(offered, { status: 204 });
  await broken.link.start();
  broken.made[1].become("connected");
  broken.clock.advance(60_000);
  assert.deepEqual(broken.told, []);
  broken.made[1].become("failed");
  broken.made[1].become("closed");
  assert.deepEqual(broken.told, ["lost"]);
});

test("a connection that is shaken may recover", async () => {
  const { clock, made, told, link } = linked(offered, { status: 204 });
  await link.start();
  made[1].become("connected");
  made[1].become("disconnected");
  clock.advance(3_000);
  made[1].become("connected");
  clock.advance(60_000);
  assert.deepEqual(told, []);
  made[1].become("disconnected");
  clock.advance(4_000);
  assert.deepEqual(told, ["lost"]);
});

test("links that are no servers of ICE are left aside", () => {
  assert.deepEqual(iceServersOf('<https://a>; rel="ice-server", <stun:s>; rel="next", nonsense'), []);
  assert.deepEqual(iceServersOf(null), []);
});

test("a player tries again after growing waits, and at once after a picture that played", () => {
  const policy = new NearPolicy();
  assert.equal(policy.mayTry(0), true);
  policy.failed(0);
  assert.equal(policy.mayTry(1_999), false);
  assert.equal(policy.mayTry(2_000), true);
  policy.failed(2_000);
  assert.equal(policy.mayTry(11_999), false);
  policy.failed(12_000);
  policy.failed(72_000);
  assert.equal(policy.mayTry(131_999), false);
  policy.played(140_000);
  policy.failed(150_000);
  assert.equal(policy.mayTry(152_000), true);
});

/** A host's broadcast by WHIP. */
function sending(...answers) { return sendingWith({}, ...answers); }

function sendingWith(options, ...answers) {
  const clock = new ManualClock();
  const { made, FakeConnection } = connections();
  const { asked, fetch } = server(...answers);
  const session = Object.assign(new EventTarget(), {
    connection: { isOpen: true, command: async () => ({ url: "https://live.example.com/v1/media/r1/publish?ticket=t1" }) },
  });
  const track = Object.assign(new EventTarget(), { kind: "video", enabled: true, stopped: false, stop() { this.stopped = true; } });
  const stream = { getTracks: () => [track], getAudioTracks: () => [], getVideoTracks: () => [track] };
  const broadcast = new WhipBroadcast({
    session, liveID: "r1", stream, choice: { quality: "720p" }, clock, fetch, Connection: FakeConnection, ...options,
  });
  return { clock, made, asked, session, track, broadcast };
}

const created = { status: 201, headers: { location: "/v1/rtc/r1/whip/abc" }, body: "v=0 answer of the server" };

test("a host publishes with a ticket as bearer, and ends with the same", async () => {
  const { made, asked, track, broadcast } = sending(created);
  broadcast.start();
  await settled();
  assert.equal(asked[0].address, "/v1/rtc/r1/whip");
  assert.equal(asked[0].headers.authorization, "bearer t1");
  made[0].become("connected");
  assert.equal(broadcast.phase, "on");
  await broadcast.stop();
  assert.deepEqual([asked[1].method, asked[1].address, asked[1].headers.authorization], ["DELETE", "/v1/rtc/r1/whip/abc", "bearer t1"]);
  assert.equal(track.stopped, true);
});

test("a host who publishes by WebRTC sends covers while the picture flows, and none while the camera is off", async () => {
  const draw = async () => new Blob([new Uint8Array(3)], { type: "image/webp" });
  const { clock, made, asked, broadcast } = sendingWith({ draw }, created, { status: 204 }, { status: 204 });
  const covers = async (milliseconds) => {
    await clock.advance(milliseconds);
    await settled();
    return asked.filter(({ address }) => address === "https://live.example.com/v1/media/r1/cover?ticket=t1").length;
  };
  broadcast.start();
  await settled();
  made[0].become("connected");
  // A connection that is shaken and recovers does not begin anew.
  made[0].become("connected");
  assert.equal(await covers(3_000), 1);
  broadcast.coverCamera(true);
  assert.equal(await covers(30_000), 1);
  broadcast.coverCamera(false);
  assert.equal(await covers(30_000), 2);
  await broadcast.stop();
  assert.equal(await covers(90_000), 2);
});

test("a broken connection is made again, and a publisher who was sent away stays away", async () => {
  const gone = (code) => ({ status: 404, body: JSON.stringify({ error: { code, message: "" } }) });
  const { clock, made, asked, broadcast } = sending(created, gone(110312), created, gone(110306));
  broadcast.start();
  await settled();
  made[0].become("connected");
  made[0].become("failed");
  await settled();
  assert.equal(broadcast.phase, "waiting");
  clock.advance(30_000);
  await settled();
  made[1].become("connected");
  assert.equal(broadcast.phase, "on");
  made[1].become("failed");
  await settled();
  assert.equal(broadcast.phase, "stopped");
  assert.equal(broadcast.why.rejection.code, 110306);
  assert.equal(asked.filter(({ method }) => method === "POST").length, 2);
});

test("a server that was started again is asked, and published to anew where it knows nothing", async () => {
  const gone = { status: 404, body: JSON.stringify({ error: { code: 110312, message: "" } }) };
  const { clock, made, asked, session, broadcast } = sending(created, { status: 204 }, gone, gone, created);
  const reconnects = async () => {
    for (const isOpen of [false, true]) {
      session.connection.isOpen = isOpen;
      session.dispatchEvent(new Event("connection"));
    }
    await settled();
  };
  broadcast.start();
  await settled();
  made[0].become("connected");
  await reconnects();
  assert.deepEqual([asked[1].method, asked[1].headers["if-match"]], ["PATCH", "*"]);
  assert.equal(broadcast.phase, "on");
  await reconnects();
  assert.equal(broadcast.phase, "waiting");
  clock.advance(30_000);
  await settled();
  made[1].become("connected");
  assert.equal(broadcast.phase, "on");
});

test("a server without WebRTC is not asked again", async () => {
  const { broadcast } = sending({ status: 501, body: JSON.stringify({ error: { code: 110310, message: "" } }) });
  broadcast.start();
  await settled();
  assert.equal(broadcast.phase, "stopped");
  assert.equal(broadcast.why.rejection.code, 110310);
});
