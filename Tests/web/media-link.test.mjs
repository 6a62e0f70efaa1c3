// The connection that carries a picture, and how it reconnects.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parsePlayFrame, PlayLink, socketAddress } from "../../Web/media/play-link.js";
import { ManualClock, settled } from "./support/manual-clock.mjs";

/** The server's end of a link. */
function linked({ address = async () => "ws://server/play" } = {}) {
  const clock = new ManualClock();
  const sockets = [];
  const told = [];
  class FakeSocket {
    closed = null;
    constructor(url, protocols) {
      Object.assign(this, { url, protocols });
      if (url === null) throw new Error("no address");
      sockets.push(this);
    }
    close(code) { this.closed = code; }
  }
  const link = new PlayLink({
    address, clock, WebSocket: FakeSocket, random: () => 0,
    listener: {
      began: (header, bytes) => told.push(`began ${header.mimeType} ${bytes}`),
      fragment: (bytes) => told.push(`fragment ${bytes}`),
      skipped: () => told.push("skipped"),
      stated: (state) => told.push(state),
      phaseChanged: (phase, close) => told.push(close ? `${phase} ${close.code}` : phase),
    },
  });
  const say = (data) => sockets.at(-1).onmessage({ data });
  return { clock, sockets, told, link, say };
}

test("a stream begins with its initialisation segment, and every other message is a fragment", async () => {
  const { sockets, told, link, say } = linked();
  link.start();
  await settled();
  assert.deepEqual(sockets[0].protocols, ["ovation.media.v1"]);
  sockets[0].onopen();
  say('{"type":"state","state":"live"}');
  say('{"type":"init","number":1,"mimeType":"m","width":16,"height":9}');
  say("not JSON");
  say('{"type":"news"}');
  say(new Uint8Array([1]));
  say('{"type":"skipped","milliseconds":900}');
  say(new Uint8Array([2]));
  assert.deepEqual(told, ["connecting", "open", "live", "began m 1", "skipped", "fragment 2"]);
});

test("a lost link reconnects after a pause with a fresh address", async () => {
  const asked = [];
  const { clock, sockets, link } = linked({
    address: async (isRetry) => {
      asked.push(isRetry);
      return "ws://server/play";
    },
  });
  link.start();
  await settled();
  sockets[0].onclose({ code: 1006 });
  await clock.advance(999);
  assert.equal(sockets.length, 1);
  await clock.advance(1);
  assert.equal(sockets.length, 2);
  assert.deepEqual(asked, [false, true]);
});

test("an expired address is replaced at once, and one refused again waits", async () => {
  const asked = [];
  const { clock, sockets, told, link, say } = linked({
    address: async (isRetry) => {
      asked.push(isRetry);
      return `ws://server/play?t=${asked.length}`;
    },
  });
  link.start();
  await settled();
  sockets[0].onopen();
  say(new Uint8Array([1]));
  sockets[0].onclose({ code: 3007 });
  await clock.advance(1);
  assert.deepEqual(sockets.map(({ url }) => url), ["ws://server/play?t=1", "ws://server/play?t=2"]);
  assert.deepEqual(asked, [false, true]);
  assert.equal(told.some((line) => line.startsWith("closed")), false);
  sockets[1].onclose({ code: 3007 });
  await clock.advance(999);
  assert.equal(sockets.length, 2);
});

test("the close code decides whether the link reconnects", async () => {
  for (const [code, comesBack] of [[3000, true], [3005, true], [3006, true], [1001, true], [3508, false], [3507, false], [1008, false]]) {
    const { clock, sockets, told, link } = linked();
    link.start();
    await settled();
    sockets[0].onopen();
    sockets[0].onclose({ code });
    await clock.advance(20_000);
    assert.equal(sockets.length > 1, comesBack, String(code));
    assert.equal(told.includes(`closed ${code}`), !comesBack, String(code));
  }
});

test("a silent live picture reconnects, and an interrupted one is waited for", async () => {
  const { clock, sockets, link, say } = linked();
  link.start();
  await settled();
  sockets[0].onopen();
  say('{"type":"state","state":"interrupted"}');
  await clock.advance(60_000);
  assert.equal(sockets.length, 1);
  say('{"type":"state","state":"live"}');
  await clock.advance(20_000);
  assert.equal(sockets[0].closed, 4000);
  assert.ok(sockets.length > 1);
});

test("a stopped link never reconnects, and reports when the server has closed", async () => {
  const { clock, sockets, link } = linked();
  link.start();
  await settled();
  let isStopped = false;
  const stopped = link.stop().then(() => { isStopped = true; });
  await settled();
  assert.equal(isStopped, false);
  assert.equal(sockets[0].closed, 1000);
  sockets[0].onclose({ code: 1000 });
  await stopped;
  await clock.advance(60_000);
  assert.equal(sockets.length, 1);
});

test("a link stopped during its address request opens nothing", async () => {
  let answer;
  const { sockets, link } = linked({ address: () => new Promise((resolve) => { answer = resolve; }) });
  link.start();
  await link.stop();
  answer("ws://server/play");
  await settled();
  assert.equal(sockets.length, 0);
});

test("a server that does not close is not waited for", async () => {
  const { clock, link } = linked();
  link.start();
  await settled();
  const stopped = link.stop();
  await clock.advance(1_000);
  await stopped;
});

test("a missing address is asked for again", async () => {
  const answers = [null, "ws://server/play"];
  const { clock, sockets, link } = linked({ address: async () => answers.shift() });
  link.start();
  await settled();
  await clock.advance(5_000);
  assert.equal(sockets.length, 1);
});

test("an address may be a path on the server, and others keep their host", () => {
  assert.equal(socketAddress("/v1/media/a%20b/play?t=1", "https://live.example/x#/live"), "wss://live.example/v1/media/a%20b/play?t=1");
  assert.equal(socketAddress("/p", "http://127.0.0.1:8080/"), "ws://127.0.0.1:8080/p");
  assert.equal(socketAddress("wss://cdn.example/p", "http://127.0.0.1:8080/"), "wss://cdn.example/p");
  assert.equal(socketAddress("rtmp://cdn.example/p", "http://127.0.0.1:8080/"), null);
  assert.equal(socketAddress(undefined, "nonsense"), null);
});

test("malformed messages beside the picture are ignored", () => {
  for (const text of ["", "null", "7", "[]", '{"type":"init"}', '{"type":"state"}', '{"type":"state","state":3}']) {
    assert.equal(parsePlayFrame(text), null, text);
  }
});
