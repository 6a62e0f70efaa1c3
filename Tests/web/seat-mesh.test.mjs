// How pages in seats find each other: what they say, and who starts anew.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Mesh } from "../../Web/seats/mesh.js";
import { makeTag, readSignal, signalBytesMax, writeSignal } from "../../Web/seats/peer-signals.js";
import { ManualClock, settled } from "./support/manual-clock.mjs";

const tag = "abcdefgh";
const other = "12345678";

test("a signal is read as it was written", () => {
  const description = { type: "offer", sdp: "v=0\r\n" };
  assert.deepEqual(readSignal(writeSignal({ tag, to: other, description })).description, description);
  const candidate = { candidate: "candidate:1", sdpMid: "0", sdpMLineIndex: 0, usernameFragment: "u" };
  assert.deepEqual(readSignal(writeSignal({ tag, to: other, candidate })).candidate, candidate);
  assert.deepEqual(
    readSignal(writeSignal({ tag, to: null, isHello: true })), { tag, to: null, isHello: true, description: null, candidate: null });
});

test("what is no signal is none, whatever somebody else's page sends", () => {
  const wrong = [
    "", "{", "null", "[]", "7", "{}", JSON.stringify({ tag: 7, hello: true }), JSON.stringify({ tag: "A B", hello: true }),
    JSON.stringify({ tag: "x".repeat(33), hello: true }), JSON.stringify({ tag, description: { type: "offer", sdp: "v=0" } }),
    JSON.stringify({ tag, to: other }), JSON.stringify({ tag, to: other, description: { type: "evil", sdp: "" } }),
    JSON.stringify({ tag, to: other, description: { type: "offer" } }), JSON.stringify({ tag, to: other, candidate: "x" }),
    JSON.stringify({ tag, to: other, candidate: { candidate: "x".repeat(2_000) } }),
    JSON.stringify({ tag, hello: true, more: "x".repeat(signalBytesMax) }), null, {},
  ];
  for (const text of wrong) assert.equal(readSignal(text), null, String(text).slice(0, 80));
});

test("a candidate keeps only what a candidate has", () => {
  const { candidate } = readSignal(JSON.stringify({
    tag, to: other, candidate: { candidate: "c", sdpMid: 4, sdpMLineIndex: "0", extra: {} },
  }));
  assert.deepEqual(candidate, { candidate: "c", sdpMid: null, sdpMLineIndex: null });
});

test("two tags differ, and are tags", () => {
  const tags = new Set(Array.from({ length: 50 }, () => makeTag()));
  assert.equal(tags.size, 50);
  for (const each of tags) assert.ok(readSignal(writeSignal({ tag: each, to: null, isHello: true })), each);
});

// The mesh

class FakeConnection {
  static made = [];
  signalingState = "stable";
  connectionState = "new";
  localDescription = null;
  tracks = [];
  remote = [];
  isClosed = false;

  constructor(options) {
    this.options = options;
    FakeConnection.made.push(this);
  }

  addTrack(track) {
    this.tracks.push(track);
    queueMicrotask(() => this.onnegotiationneeded?.());
    return { track, replaceTrack: async (next) => { this.tracks = [next]; } };
  }

  getSenders() { return []; }

  async setLocalDescription() {
    const type = this.signalingState === "have-remote-offer" ? "answer" : "offer";
    this.localDescription = { type, sdp: `${type} of ${FakeConnection.made.indexOf(this)}` };
    this.signalingState = type === "offer" ? "have-local-offer" : "stable";
  }

  async setRemoteDescription(description) {
    if (description.sdp === "bad") throw new Error("bad");
    this.remote.push(description.type);
    this.signalingState = description.type === "offer" ? "have-remote-offer" : "stable";
  }

  async addIceCandidate() {}
  close() { this.isClosed = true; }
  become(state) {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
}

globalThis.MediaStream ??= class {
  #tracks;
  constructor(tracks = []) { this.#tracks = [...tracks]; }
  getTracks() { return this.#tracks; }
  addTrack(track) { this.#tracks.push(track); }
  removeTrack(track) { this.#tracks = this.#tracks.filter((each) => each !== track); }
};
const voice = () => new MediaStream([{ kind: "audio" }]);

/** Meshes of several users. What they send is kept until `deliver`. */
function party(...users) {
  FakeConnection.made = [];
  const clock = new ManualClock();
  const sent = [];
  const meshes = new Map(users.map((ownID) => [ownID, new Mesh({
    ownID, clock, Connection: FakeConnection, servers: () => [{ urls: ["stun:example"] }],
    send: async (to, data) => { sent.push({ from: ownID, to, data }); },
  })]));
  const deliver = async () => {
    await settled();
    for (let turn = 0; turn < 100 && sent.length > 0; turn += 1) {
      const { from, to, data } = sent.shift();
      meshes.get(to)?.receive({ from, data });
      await settled();
    }
  };
  return { clock, sent, meshes, deliver, of: (user) => meshes.get(user) };
}

test("two who sit agree on one connection each, also where one comes later", async () => {
  const { of, deliver } = party("ada", "bo");
  of("ada").show(voice());
  of("bo").show(voice());
  of("ada").connect(["ada", "bo"]);
  await deliver();
  of("bo").connect(["ada", "bo"]);
  await deliver();
  const [one, two] = FakeConnection.made;
  assert.equal(FakeConnection.made.length, 2);
  assert.deepEqual([one.signalingState, two.signalingState], ["stable", "stable"]);
  assert.deepEqual(one.options.iceServers, [{ urls: ["stun:example"] }]);
});

test("of two offers at a time one holds", async () => {
  const { of, deliver } = party("ada", "bo");
  for (const user of ["ada", "bo"]) {
    of(user).show(voice());
    of(user).connect(["ada", "bo"]);
  }
  await deliver();
  const answers = FakeConnection.made.flatMap(({ remote }) => remote).filter((type) => type === "answer");
  assert.equal(answers.length, 1);
  for (const connection of FakeConnection.made) assert.equal(connection.signalingState, "stable");
});

test("who does not sit is not listened to", async () => {
  const { of } = party("ada", "bo");
  of("ada").connect(["bo"]);
  of("ada").receive({ from: "eve", data: writeSignal({ tag, to: null, isHello: true }) });
  of("ada").receive({ from: "bo", data: "{}" });
  assert.equal(FakeConnection.made.length, 0);
});

test("a page that is loaded anew gets a new connection, and what was for the old one is left aside", async () => {
  const { of, deliver, meshes, clock } = party("ada", "bo");
  for (const user of ["ada", "bo"]) {
    of(user).show(voice());
    of(user).connect(["ada", "bo"]);
  }
  await deliver();
  const before = FakeConnection.made.length;
  const again = new Mesh({
    ownID: "bo", clock, Connection: FakeConnection, servers: () => [], send: async (to, data) => of("ada").receive({ from: "bo", data }),
  });
  meshes.set("bo", again);
  again.connect(["ada"]);
  await deliver();
  assert.ok(FakeConnection.made.length > before);
  assert.equal(FakeConnection.made.filter(({ isClosed }) => !isClosed).length, 3, "the old page's own, and the two new ones");
});

test("who leaves the seat is hung up on, and nobody more than eight is called", () => {
  const { of, sent } = party("ada");
  of("ada").connect(Array.from({ length: 20 }, (_, number) => `u${number}`));
  assert.equal(sent.length, 8);
  of("ada").receive({ from: "u1", data: writeSignal({ tag, to: null, isHello: true }) });
  of("ada").connect(["u0"]);
  assert.equal(FakeConnection.made[0].isClosed, true);
});

test("a page that starts anew without end is not followed", () => {
  const { of } = party("ada");
  of("ada").connect(["eve"]);
  for (let start = 0; start < 200; start += 1) {
    of("ada").receive({ from: "eve", data: writeSignal({ tag: `eve${String(start).padStart(8, "0")}`, to: null, isHello: true }) });
  }
  assert.equal(FakeConnection.made.length, 20);
  assert.equal(FakeConnection.made.filter(({ isClosed }) => !isClosed).length, 1);
});

test("a description that cannot be read ends the connection, which is tried again later", async () => {
  const { of, clock, sent } = party("ada");
  of("ada").connect(["eve"]);
  const own = readSignal(sent[0].data).tag;
  of("ada").receive({ from: "eve", data: writeSignal({ tag, to: own, description: { type: "offer", sdp: "bad" } }) });
  await settled();
  assert.equal(FakeConnection.made[0].isClosed, true);
  sent.length = 0;
  await clock.advance(4_000);
  assert.equal(readSignal(sent[0].data).isHello, true);
  assert.notEqual(readSignal(sent[0].data).tag, own);
});

test("a connection that fails is made anew, and after a lost server only what is not well", async () => {
  const { of, deliver, sent } = party("ada", "bo");
  for (const user of ["ada", "bo"]) {
    of(user).show(voice());
    of(user).connect(["ada", "bo"]);
  }
  await deliver();
  for (const connection of FakeConnection.made) connection.become("connected");
  assert.equal(of("ada").isConnected("bo"), true);
  sent.length = 0;
  of("ada").resume();
  assert.equal(sent.length, 0);
  FakeConnection.made[0].become("failed");
  assert.equal(FakeConnection.made[0].isClosed, true);
});
