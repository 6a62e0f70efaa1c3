import assert from "node:assert/strict";
import { test } from "node:test";
import { ScriptedServer, barrage, giftReceived, membership, noStatistics, user } from "./support/scripted-server.mjs";

const code = (expected) => (error) => error.code === expected;
const events = (server) => server.log.filter(({ event }) => event);

test("a connection uses the subprotocol and logs in first", async () => {
  const server = new ScriptedServer();
  server.connection.start();
  assert.equal(server.socket.url, "ws://server/v1/ws");
  assert.deepEqual(server.socket.protocols, ["ovation.v1.json"]);
  server.socket.onopen();
  assert.deepEqual(server.socket.sent, [
    { id: 1, op: "session.open", data: { sdkAppID: 1_400_000_001, userID: "bo", userSig: "dev" } },
  ]);
  assert.equal(server.connection.isOpen, false);
});

test("a connection is open once the login is answered, and reports its states in order", async () => {
  const server = new ScriptedServer();
  await server.open();
  assert.deepEqual(server.log, ["connecting", "open", "opened"]);
  assert.equal(server.connection.isOpen, true);
});

test("a command before the login's answer is not sent", async () => {
  const server = new ScriptedServer();
  server.connection.start();
  await assert.rejects(server.connection.command("wallet.get"), code(-3301));
  assert.deepEqual(server.socket.sent, []);
});

test("a command that the server could not parse is not sent", async () => {
  const server = new ScriptedServer();
  await server.open();
  await assert.rejects(server.connection.command("barrage.send", { text: "hi" }), { name: "FrameError" });
  await assert.rejects(
    server.connection.command("gift.send", { orderID: "a b", giftID: "rose" }, "r1"), { name: "FrameError" });
  assert.equal(server.socket.sent.length, 1);
});

test("answers in any order reach their commands", async () => {
  const server = new ScriptedServer();
  await server.open();
  const wallet = server.connection.command("wallet.get");
  const lives = server.connection.command("room.list", { count: 5 });
  await server.answer("room.list", { rooms: [], cursor: "" });
  await server.answer("wallet.get", { balance: 7 });
  assert.deepEqual(await wallet, { balance: 7 });
  assert.deepEqual(await lives, { rooms: [], cursor: "" });
});

test("a refusal has the server's code, even without a message", async () => {
  const server = new ScriptedServer();
  await server.open();
  const said = assert.rejects(
    server.connection.command("barrage.send", { text: "hi" }, "r1"),
    { code: 100017, name: "memberMuted", message: "Error 100017." });
  await server.refuse("barrage.send", 100017);
  await said;
});

test("an unreadable answer is an error of its own", async () => {
  const server = new ScriptedServer();
  await server.open();
  const wallet = assert.rejects(server.connection.command("wallet.get"), code(110010));
  await server.answer("wallet.get", { balance: "many" });
  await wallet;
});

test("a command without an answer fails after 15 s with an unknown outcome", async () => {
  const server = new ScriptedServer();
  await server.open();
  const wallet = assert.rejects(server.connection.command("wallet.get"), code(110006));
  await server.clock.advance(15_000);
  await wallet;
});

test("each event is delivered once", async () => {
  const server = new ScriptedServer();
  await server.open();
  await server.join("r1");
  await server.say(barrage("r1", 101, "one"));
  await server.say(barrage("r1", 101, "one"));
  await server.say(giftReceived("r1", 6, { seq: 102 }));
  await server.say(giftReceived("r1", 6));
  assert.deepEqual(events(server).map(({ event }) => event), ["barrage.sent", "gift.received"]);
  assert.equal(server.connection.ignored.duplicate, 2);
});

test("an event read together with the join's answer is placed correctly", async () => {
  const server = new ScriptedServer();
  await server.open();
  server.connection.command("room.join", undefined, "r1");
  const { id } = server.command("room.join");
  server.socket.onmessage({ data: JSON.stringify({ id, ok: membership("r1") }) });
  server.socket.onmessage({ data: JSON.stringify(barrage("r1", 101, "at once")) });
  assert.equal(events(server).length, 1);
});

test("skipped numbers are reported with the next event", async () => {
  const server = new ScriptedServer();
  await server.open();
  await server.join("r1");
  await server.say(barrage("r1", 104, "four"));
  assert.deepEqual(events(server)[0].missed, { from: 101, to: 103 });
});

test("foreign events, unknown events and invalid frames are counted and ignored", async () => {
  const server = new ScriptedServer();
  await server.open();
  await server.say(barrage("elsewhere", 1, "hi"));
  await server.say({ event: "future.thing", data: {} });
  await server.say("not json");
  await server.say({ room: "r1", event: "barrage.sent" });
  assert.deepEqual(events(server), []);
  assert.deepEqual(server.connection.ignored, { invalid: 2, unknown: 1, duplicate: 0, foreign: 1 });
  assert.equal(server.connection.isOpen, true);
});

test("a wallet event is delivered", async () => {
  const server = new ScriptedServer();
  await server.open();
  await server.say({ event: "wallet.changed", data: { balance: 5 } });
  assert.deepEqual(server.log.at(-1), { event: "wallet.changed", data: { balance: 5 } });
});

test("a lost connection reopens after a wait and resumes at its position", async () => {
  const server = new ScriptedServer({ random: () => 0 });
  await server.open();
  await server.join("r1");
  await server.say(barrage("r1", 101, "one"));
  await server.say(giftReceived("r1", 6, { seq: 102 }));
  await server.lose();
  assert.equal(server.connection.state.phase, "waiting");
  assert.equal(server.sockets.length, 1);
  await server.clock.advance(1_000);
  assert.equal(server.sockets.length, 2);
  server.socket.onopen();
  assert.deepEqual(server.command("session.open").data.resume, {
    session: "s1", rooms: [{ room: "r1", epoch: "e1", seq: 102, durable: 6, sessionID: "l1" }], attempt: 2,
  });
});

test("a recovered resume delivers replayed events and drops those already seen", async () => {
  const server = new ScriptedServer({ random: () => 0 });
  await server.open();
  await server.join("r1");
  await server.say(barrage("r1", 101, "seen"));
  await server.lose();
  await server.clock.advance(1_000);
  await server.accept({
    resumed: true, rooms: [{ room: "r1", joined: true, recovered: true, membership: membership("r1", { seq: 102 }) }],
  });
  await server.say(barrage("r1", 101, "seen"));
  await server.say(barrage("r1", 102, "missed meanwhile"));
  assert.deepEqual(events(server).map(({ data }) => data.text), ["seen", "missed meanwhile"]);
});

test("a stored gift replayed after the live's end is still delivered", async () => {
  const server = new ScriptedServer({ random: () => 0 });
  await server.open();
  await server.join("r1");
  await server.lose();
  await server.clock.advance(1_000);
  await server.accept({
    resumed: true, rooms: [{ room: "r1", joined: false, recovered: false, error: { code: 100004 } }],
  });
  await server.say(giftReceived("r1", 5));
  await server.say(giftReceived("r1", 6));
  assert.deepEqual(events(server).map(({ data }) => data.orderID), ["o6"]);
});

test("a live that the user left, was removed from or saw end is not resumed", async () => {
  const server = new ScriptedServer({ random: () => 0 });
  await server.open();
  for (const room of ["left", "over", "kicked", "stays"]) await server.join(room);
  const leaving = server.connection.command("room.leave", undefined, "left");
  await server.answer("room.leave", {});
  await leaving;
  const place = { epoch: "e1", durable: 6, at: 1 };
  await server.say(
    {
      room: "over", ...place, event: "room.ended",
      data: { reason: "endedByHost", message: "", statistics: noStatistics },
    });
  await server.say(
    { room: "kicked", ...place, event: "audience.kicked", data: { user: user("bo"), reason: "", count: 0 } });
  await server.say(
    { room: "stays", ...place, event: "audience.kicked", data: { user: user("eve"), reason: "", count: 0 } });
  await server.lose();
  await server.clock.advance(1_000);
  server.socket.onopen();
  assert.deepEqual(server.command("session.open").data.resume.rooms.map(({ room }) => room), ["stays"]);
});

test("waits grow while the server is unreachable, and restart after a login", async () => {
  const server = new ScriptedServer({ random: () => 1 });
  await server.open();
  for (const wait of [2_000, 4_000, 8_000, 16_000, 16_000]) {
    await server.lose();
    assert.equal(server.connection.state.retryAt - server.clock.now(), wait);
    await server.clock.advance(wait);
  }
  await server.accept();
  await server.lose();
  assert.equal(server.connection.state.retryAt - server.clock.now(), 2_000);
});

test("commands sent before the connection was lost have an unknown outcome", async () => {
  const server = new ScriptedServer();
  await server.open();
  const wallet = assert.rejects(server.connection.command("wallet.get"), code(110006));
  await server.lose();
  await wallet;
});

test("a refused login ends the connection with the reason and is not retried", async () => {
  const server = new ScriptedServer();
  server.connection.start();
  server.socket.onopen();
  await server.refuse("session.open", 70001);
  await server.lose(3500);
  const { phase, close, rejection } = server.connection.state;
  assert.equal(phase, "closed");
  assert.equal(close.name, "unauthorized");
  assert.equal(rejection.name, "userSigExpired");
  await server.clock.advance(60_000);
  assert.equal(server.sockets.length, 1);
});

test("a final close ends the connection until a start opens a new session", async () => {
  const server = new ScriptedServer();
  await server.open();
  await server.join("r1");
  await server.lose(3502);
  await server.clock.advance(60_000);
  assert.equal(server.sockets.length, 1);
  server.connection.retryNow();
  server.socket.onopen();
  assert.equal(server.command("session.open").data.resume, undefined);
});

test("an answer on an old socket is not matched to a new command", async () => {
  const server = new ScriptedServer({ random: () => 0 });
  await server.open();
  const [old] = server.sockets;
  await server.lose();
  await server.clock.advance(1_000);
  await server.accept({ resumed: true });
  const before = server.log.length;
  old.onmessage({ data: JSON.stringify({ event: "wallet.changed", data: { balance: 1 } }) });
  old.onclose({ code: 1000 });
  assert.equal(server.log.length, before);
  assert.equal(server.connection.isOpen, true);
});

test("a server is pinged after 6 s of silence, and not while it sends", async () => {
  const server = new ScriptedServer();
  await server.open();
  await server.join("r1");
  for (let second = 0; second < 20; second += 1) {
    await server.clock.advance(1_000);
    await server.say(barrage("r1", 101 + second, "hi"));
  }
  assert.equal(server.commands("session.ping").length, 0);
  await server.clock.advance(5_999);
  assert.equal(server.commands("session.ping").length, 0);
  await server.clock.advance(1);
  assert.equal(server.commands("session.ping").length, 1);
});

test("a quiet server that answers pings is pinged every 6 s and never given up", async () => {
  const server = new ScriptedServer();
  await server.open();
  for (let ping = 1; ping <= 20; ping += 1) {
    await server.clock.advance(6_000);
    assert.equal(server.commands("session.ping").length, ping);
    await server.clock.advance(3_999);
    await server.answer("session.ping", {});
    // The 6 s count from the answer.
    await server.clock.advance(0);
  }
  assert.equal(server.connection.isOpen, true);
  assert.equal(server.sockets.length, 1);
});

test("a ping without an answer for 4 s closes the connection with a code that allows a resume", async () => {
  const server = new ScriptedServer();
  await server.open();
  await server.clock.advance(9_999);
  assert.equal(server.connection.isOpen, true);
  await server.clock.advance(1);
  assert.equal(server.sockets[0].closed, 4000);
  assert.equal(server.connection.state.phase, "waiting");
});

test("any frame after a ping counts as its answer", async () => {
  const server = new ScriptedServer();
  await server.open();
  await server.join("r1");
  await server.clock.advance(9_000);
  await server.say(barrage("r1", 101, "late"));
  await server.clock.advance(5_999);
  assert.equal(server.connection.isOpen, true);
  assert.equal(server.commands("session.ping").length, 1);
});

test("a browser that reports no network loses the connection at once, and it is tried again", async () => {
  const server = new ScriptedServer({ random: () => 0 });
  await server.open();
  await server.join("r1");
  server.connection.networkLost();
  assert.equal(server.connection.state.phase, "waiting");
  assert.equal(server.sockets[0].closed, 4000);
  server.connection.networkLost();
  assert.equal(server.sockets.length, 1);
  await server.clock.advance(1_000);
  server.connection.networkLost();
  assert.equal(server.connection.state.phase, "waiting", "an attempt that is under way is given up, too");
  server.connection.wake();
  await server.accept({ resumed: true });
  assert.equal(server.connection.isOpen, true);
  assert.deepEqual(server.command("session.open").data.resume.rooms.map(({ room }) => room), ["r1"]);
});

test("a page that slept pings before it gives up the connection", async () => {
  const server = new ScriptedServer();
  await server.open();
  server.connection.wake();
  server.connection.wake();
  assert.equal(server.commands("session.ping").length, 1);
  await server.answer("session.ping", {});
  assert.equal(server.connection.isOpen, true);
});

test("a page that slept during a ping pings again, and gives up without an answer", async () => {
  const server = new ScriptedServer();
  await server.open();
  await server.clock.advance(6_000);
  await server.clock.sleep(3_600_000);
  assert.equal(server.connection.isOpen, true);
  assert.equal(server.commands("session.ping").length, 2);
  await server.clock.advance(4_000);
  assert.equal(server.connection.state.phase, "waiting");
});

test("a server that accepts the socket but never answers the login is given up", async () => {
  const server = new ScriptedServer();
  server.connection.start();
  server.socket.onopen();
  await server.clock.advance(10_000);
  assert.equal(server.sockets[0].closed, 4000);
  assert.equal(server.connection.state.phase, "waiting");
});

test("a login refused as too frequent is retried when the server allows it, and not before", async () => {
  const server = new ScriptedServer({ random: () => 0 });
  await server.open();
  await server.lose();
  await server.clock.advance(1_000);
  server.socket.onopen();
  await server.refuse("session.open", 110031, true, { retryAfterMilliseconds: 7_000 });
  await server.lose(1013);
  assert.equal(server.connection.state.phase, "waiting");
  await server.clock.advance(6_999);
  assert.equal(server.sockets.length, 2);
  await server.clock.advance(1);
  assert.equal(server.sockets.length, 3);
});

test("stopping the connection leaves every live and never reconnects", async () => {
  const server = new ScriptedServer();
  await server.open();
  server.connection.stop();
  assert.equal(server.socket.closed, 1000);
  await server.clock.advance(60_000);
  assert.equal(server.sockets.length, 1);
});
