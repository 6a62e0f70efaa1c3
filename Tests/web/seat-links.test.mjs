// How a page sends to the media server from a seat, and takes the others from there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SeatLinks } from "../../Web/seats/seat-links.js";
import { SeatState } from "../../Web/seats/seat-state.js";
import { ManualClock, settled } from "./support/manual-clock.mjs";

class Track {
  constructor(kind) { this.kind = kind; }
}

globalThis.MediaStream ??= class {
  tracks = [];
  addTrack(track) { this.tracks.push(track); }
  getTracks() { return this.tracks; }
};

function streamOf(...kinds) {
  const stream = new MediaStream();
  const tracks = kinds.map((kind) => new Track(kind));
  stream.getTracks = () => tracks;
  return stream;
}

/** A page's links with a server that answers as `react` says, and browsers' connections that a test moves. */
function links(react = () => null, hasPictures = true) {
  const [made, asked, clock] = [[], [], new ManualClock()];
  class FakeConnection {
    connectionState = "new";
    transceivers = [];
    localDescription = null;
    isClosed = false;
    constructor(options) {
      this.options = options;
      made.push(this);
    }
    addTransceiver(track, options) {
      const sender = { track: typeof track === "string" ? null : track, replaceTrack: async (next) => { sender.track = next; } };
      this.transceivers.push({ kind: typeof track === "string" ? track : track.kind, sender, options });
      return { sender };
    }
    async createOffer() { return { type: "offer", sdp: "v=0 offer" }; }
    async createAnswer() { return { type: "answer", sdp: "v=0 answer" }; }
    async setLocalDescription(description) { this.localDescription = description; }
    async setRemoteDescription(description) { this.remote = description; }
    close() { this.isClosed = true; }
    become(state) {
      this.connectionState = state;
      this.onconnectionstatechange?.();
    }
  }
  let number = 0;
  const fetch = async (address, { method, headers, body } = {}) => {
    asked.push({ method, address, type: headers["content-type"] ?? null, bearer: headers.authorization, body });
    let answer = react(asked.at(-1));
    if (!answer && method === "POST") {
      number += 1;
      answer = { status: address.includes("?of=") ? 406 : 201, location: `/v1/rtc/r1/seats/${number}`, body: "v=0 of the server" };
    }
    const { status = 204, location = null, body: text = "" } = answer ?? {};
    return { status, ok: status < 300, headers: { get: (name) => (name === "location" ? location : null) }, text: async () => text };
  };
  const tickets = ["first", "second"];
  const seatLinks = new SeatLinks({
    server: () => ({ address: "/v1/rtc/r1/seats", ticket: tickets[0] }), refresh: async () => tickets.shift(),
    servers: () => [{ urls: ["stun:example"] }], hasPictures, Connection: FakeConnection, fetch, clock,
  });
  const said = () => asked.splice(0).map(({ method, address, type, body }) => [method, address, type, body].filter(Boolean).join(" "));
  // The one that made the offer of all takers is closed at once.
  return { seatLinks, made, asked, clock, said, open: () => made.filter(({ isClosed }) => !isClosed) };
}

const refused = (status, code) => ({ status, body: JSON.stringify({ error: { code } }) });

test("who sits sends once, with both media offered from the beginning, and devices come and go without another offer", async () => {
  const { seatLinks, asked, said, open } = links();
  seatLinks.show(streamOf("audio"));
  await settled();
  assert.equal(asked[0].bearer, "bearer first");
  assert.deepEqual(said(), ["POST /v1/rtc/r1/seats application/sdp v=0 offer"]);
  const [connection] = open();
  const offered = connection.transceivers.map(({ kind, options }) => `${kind} ${options.direction}`);
  assert.deepEqual(offered, ["audio sendonly", "video sendonly"]);
  assert.deepEqual(connection.options.iceServers, [{ urls: ["stun:example"] }]);
  assert.equal(connection.remote.type, "answer");
  const other = streamOf("audio", "video");
  seatLinks.show(other);
  await settled();
  assert.deepEqual(connection.transceivers.map(({ sender }) => sender.track), other.getTracks());
  assert.deepEqual(said(), []);
  seatLinks.show(null);
  assert.deepEqual(said(), ["DELETE /v1/rtc/r1/seats/1"]);
  assert.equal(connection.isClosed, true);
});

test("a room of voices offers no picture", async () => {
  const { seatLinks, open } = links(() => null, false);
  seatLinks.show(streamOf("audio"));
  await settled();
  assert.deepEqual(open()[0].transceivers.map(({ kind }) => kind), ["audio"]);
});

test("each other user is taken once: the server's offer is answered, and its tracks are theirs", async () => {
  const { seatLinks, said, open } = links();
  seatLinks.connect(["bo"]);
  await settled();
  assert.deepEqual(said(), [
    "POST /v1/rtc/r1/seats?of=bo application/sdp v=0 offer", "PATCH /v1/rtc/r1/seats/1 application/sdp v=0 answer",
  ]);
  const [connection] = open();
  assert.equal(seatLinks.streamOf("bo"), null);
  connection.ontrack({ track: new Track("audio") });
  connection.become("connected");
  assert.equal(seatLinks.isConnected("bo"), true);
  assert.equal(seatLinks.streamOf("bo").getTracks().length, 1);
  seatLinks.connect(["bo"]);
  await settled();
  assert.deepEqual(said(), []);
  seatLinks.connect([]);
  assert.deepEqual(said(), ["DELETE /v1/rtc/r1/seats/1"]);
  assert.equal(seatLinks.streamOf("bo"), null);
});

test("a picture that is not looked at is not sent, and comes back when it is", async () => {
  const { seatLinks, said, open } = links();
  seatLinks.connect(["bo"], () => false);
  await settled();
  said();
  open()[0].become("connected");
  assert.deepEqual(said(), ['PATCH /v1/rtc/r1/seats/1 application/json {"video":false}']);
  seatLinks.connect(["bo"], () => false);
  assert.deepEqual(said(), []);
  seatLinks.connect(["bo"], () => true);
  assert.deepEqual(said(), ['PATCH /v1/rtc/r1/seats/1 application/json {"video":true}']);
});

test("who sends nothing yet is asked for again, ever more seldom, and not after they left", async () => {
  const { seatLinks, asked, clock, said } = links(({ method }) => (method === "POST" ? refused(404, 110371) : null));
  seatLinks.connect(["bo"]);
  await settled();
  const posts = () => asked.filter(({ method }) => method === "POST").length;
  assert.equal(posts(), 1);
  await clock.advance(300);
  assert.equal(posts(), 2);
  await clock.advance(599);
  assert.equal(posts(), 2);
  await clock.advance(1);
  assert.equal(posts(), 3);
  await clock.advance(60_000);
  assert.ok(posts() <= 3 + 60 / 4 + 3, `${posts()} in a minute`);
  seatLinks.connect([]);
  said();
  await clock.advance(60_000);
  assert.equal(posts(), 0);
});

test("a ticket that has expired is asked for anew", async () => {
  const { seatLinks, asked, clock } = links(({ bearer }) => (bearer === "bearer first" ? refused(403, 110370) : null));
  seatLinks.show(streamOf("audio"));
  await settled();
  await clock.advance(300);
  assert.deepEqual(asked.map(({ bearer }) => bearer), ["bearer first", "bearer second"]);
});

test("a connection that fails, or is shaken for too long, begins again; one that recovers does not", async () => {
  const { seatLinks, clock, open, said } = links();
  seatLinks.show(streamOf("audio"));
  await settled();
  const [first] = open();
  first.become("connected");
  first.become("disconnected");
  await clock.advance(2_000);
  first.become("connected");
  await clock.advance(60_000);
  assert.equal(first.isClosed, false);
  said();
  first.become("failed");
  await clock.advance(300);
  assert.deepEqual(said(), ["DELETE /v1/rtc/r1/seats/1", "POST /v1/rtc/r1/seats application/sdp v=0 offer"]);
  const [second] = open();
  second.become("disconnected");
  await clock.advance(10_000);
  assert.equal(second.isClosed, true);
});

test("after a lost connection to the server, what it does not know any more begins again, and nothing else", async () => {
  const { seatLinks, clock, open, said } = links(({ method, address, type }) =>
    (method === "PATCH" && type.endsWith("sdpfrag") && address.endsWith("/1") ? refused(404, 110312) : null));
  seatLinks.show(streamOf("audio"));
  await settled();
  seatLinks.connect(["bo"]);
  await settled();
  for (const connection of open()) connection.become("connected");
  said();
  seatLinks.resume();
  await settled();
  await clock.advance(0);
  const posts = said().filter((line) => line.startsWith("POST"));
  assert.deepEqual(posts, ["POST /v1/rtc/r1/seats application/sdp v=0 offer"]);
});

test("an answer that comes after the user left is given back", async () => {
  const { seatLinks, said } = links();
  seatLinks.show(streamOf("audio"));
  seatLinks.close();
  await settled();
  assert.deepEqual(said(), ["POST /v1/rtc/r1/seats application/sdp v=0 offer", "DELETE /v1/rtc/r1/seats/1"]);
});

test("the servers of a seat are known with an answer about the user's own seat, and forgotten with the seat", () => {
  const state = new SeatState("bo");
  const seat = (user) => ({ index: 0, ...(user && { user: { userID: user } }) });
  const mediaServer = { address: "/v1/rtc/r1/seats", ticket: "t" };
  const board = (user) => ({ templateID: 1, canvas: { w: 1, h: 1 }, seats: [seat(user)] });
  state.listed({ seats: board("ada"), requests: [] });
  assert.equal(state.areServersKnown, false);
  state.listed({ seats: board("bo"), requests: [], mediaServer });
  assert.equal(state.areServersKnown, true);
  assert.deepEqual(state.mediaServer, mediaServer);
  state.apply({ event: "seat.changed", data: { reason: "left", seats: [seat(null)] } });
  assert.equal(state.areServersKnown, false);
});
