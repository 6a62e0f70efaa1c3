import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ErrorCode, OvationClient, Rejection } from "../../Web/ovation.js";
import { settled } from "./support/manual-clock.mjs";
import { FakeStorage, ScriptedServer, barrage, membership, noStatistics, user } from "./support/scripted-server.mjs";

const fixture = (name) => JSON.parse(
  readFileSync(new URL(`../../Protocol/fixtures/v1/${name}.json`, import.meta.url), "utf8")).frame;
const snapshot = fixture("event-room-snapshot-empty");

/** An app that uses the module. */
function app({ storage = new FakeStorage() } = {}) {
  let client;
  const server = new ScriptedServer({
    random: () => 0,
    connect: ({ credentials, ...transport }) => {
      client = new OvationClient({ ...transport, ...credentials, storage });
      // The scripted server starts what it is handed; here the app does.
      return { start: () => client.login().catch(() => {}) };
    },
  });
  return { server, client, storage };
}

/** Logs the app in. */
async function open(made = app()) {
  const login = made.client.login();
  await made.server.accept();
  await login;
  return made;
}

/** Enters a live. */
async function enter(made, room = "r1") {
  const joining = made.client.liveList.joinLive(room);
  await made.server.answer("room.join", membership(room));
  await made.server.say({ ...snapshot, room });
  return joining;
}

test("a login resolves once the server has answered, and tells the user's name", async () => {
  const { client } = await open();
  assert.equal(client.state.connection, "open");
  assert.equal(client.state.user.userName, "bo");
});

test("a refused login rejects with the server's reason", async () => {
  const { client, server } = app();
  const refused = assert.rejects(
    client.login(), (error) => error instanceof Rejection && error.code === ErrorCode.userSigInvalid);
  server.socket.onopen();
  await server.refuse("session.open", ErrorCode.userSigInvalid);
  await server.lose(3500);
  await refused;
  assert.equal(client.state.connection, "closed");
});

test("a user who logs out before the answer is told so, and is not left waiting", async () => {
  const { client } = app();
  const login = client.login();
  client.logout();
  await assert.rejects(login, /logged out/);
});

test("a state is replaced and never changed", async () => {
  const made = await open();
  const live = await enter(made);
  const before = live.barrages.state;
  await made.server.say(barrage("r1", 101, "hello"));
  assert.deepEqual(before.messageList, []);
  assert.equal(live.barrages.state.messageList[0].text, "hello");
  assert.throws(() => { live.barrages.state.messageList.push({}); });
  assert.throws(() => { live.barrages.state.messageList[0].text = "other"; });
});

test("a subscriber hears the state at once and each change, until it ends the subscription", async () => {
  const made = await open();
  const live = await enter(made);
  const heard = [];
  const end = live.barrages.subscribe(({ messageList }) => heard.push(messageList.length));
  await made.server.say(barrage("r1", 101, "one"));
  end();
  await made.server.say(barrage("r1", 102, "two"));
  assert.deepEqual(heard, [0, 1]);
});

test("a subscriber that throws keeps no other from hearing", async () => {
  const made = await open();
  const live = await enter(made);
  const heard = [];
  const reported = [];
  const kept = globalThis.reportError;
  globalThis.reportError = (error) => reported.push(error.message);
  try {
    live.likes.subscribe(({ totalLikeCount }) => { if (totalLikeCount > 0) throw new Error("mine"); });
    live.likes.subscribe(({ totalLikeCount }) => heard.push(totalLikeCount));
    await made.server.say({
      room: "r1", epoch: "e1", seq: 101, at: 1, event: "like.received",
      data: { total: 7, added: 7, senders: [{ user: user("ada"), count: 7 }] },
    });
  } finally {
    globalThis.reportError = kept;
  }
  assert.deepEqual(heard, [0, 7]);
  assert.deepEqual(reported, ["mine"]);
});

test("a live that refuses the user rejects, and is not the current one", async () => {
  const made = await open();
  const refused = assert.rejects(made.client.liveList.joinLive("r1"), ({ code }) => code === ErrorCode.memberBanned);
  await made.server.refuse("room.join", ErrorCode.memberBanned);
  await refused;
  assert.equal(made.client.liveList.state.currentLive, null);
});

test("who joins while the connection is lost is let in by the next one", async () => {
  const made = await open();
  await made.server.lose();
  const joining = made.client.liveList.joinLive("r1");
  await made.server.clock.advance(1_000);
  await made.server.accept();
  await made.server.answer("room.join", membership("r1"));
  const live = await joining;
  assert.equal(live.state.phase, "in");
});

test("another live leaves the one before it, whose stores hear nothing more", async () => {
  const made = await open();
  const first = await enter(made, "r1");
  const second = await enter(made, "r2");
  assert.equal(first.state.phase, "left");
  assert.equal(made.server.commands("room.leave").length, 1);
  assert.equal(made.client.liveList.state.currentLive, second);
});

test("a gift is charged once, told once, and asked about again after a reload of the page", async () => {
  const storage = new FakeStorage();
  const made = await open(app({ storage }));
  const live = await enter(made);
  const told = [];
  live.gifts.onReceiveGift(({ gift, count, isOwn }) => told.push([gift.giftID, count, isOwn]));
  live.gifts.sendGift("rose", 2).catch(() => {});
  const { orderID } = made.server.command("gift.send").data;
  const event = fixture("event-gift-received");
  const received = {
    ...event, room: "r1", epoch: "e1", seq: 101, durable: 6, at: made.server.clock.now(),
    data: { ...event.data, orderID, count: 2, orders: undefined, combo: undefined, sender: user("bo") },
  };
  await made.server.say(received);
  await made.server.say(received);
  assert.deepEqual(told, [[event.data.gift.giftID, 2, true]]);
  const again = await open(app({ storage }));
  assert.equal(again.server.command("gift.send").data.orderID, orderID);
});

test("an unknown gift is refused without asking the server", async () => {
  const made = await open();
  const live = await enter(made);
  await made.server.answer("gift.list", { categories: [] });
  await assert.rejects(live.gifts.sendGift("nothing"), ({ code }) => code === ErrorCode.giftNotFound);
  assert.equal(made.server.commands("gift.send").length, 0);
});

test("the wallet follows the server", async () => {
  const made = await open();
  await made.server.say({ event: "wallet.changed", data: { balance: 12 } });
  assert.equal(made.client.state.balance, 12);
});

test("a page of the list replaces the first and adds the next, and names no live twice", async () => {
  const made = await open();
  const { info } = snapshot.data;
  const listing = (liveID) => ({ info: { ...info, liveID }, audienceCount: 3 });
  const first = made.client.liveList.fetchLiveList();
  await made.server.answer("room.list", { rooms: [listing("a"), listing("b")], cursor: "next" });
  await first;
  const second = made.client.liveList.fetchLiveList({ cursor: "next" });
  await made.server.answer("room.list", { rooms: [listing("b"), listing("c")], cursor: "" });
  await second;
  const { liveList, liveListCursor } = made.client.liveList.state;
  assert.deepEqual(liveList.map(({ liveID }) => liveID), ["a", "b", "c"]);
  assert.equal(liveList[0].audienceCount, 3);
  assert.equal(liveListCursor, "");
});

test("the audience is counted and listed, and its list is the same object while nobody came or went", async () => {
  const made = await open();
  const live = await enter(made);
  await made.server.say({
    room: "r1", epoch: "e1", seq: 101, at: 1, event: "audience.joined",
    data: { user: user("ada"), count: 5, totalViewers: 5 },
  });
  const { audienceList, audienceCount } = live.audience.state;
  assert.equal(audienceCount, 5);
  assert.ok(audienceList.some(({ userID }) => userID === "ada"));
  await made.server.say(barrage("r1", 102, "hello"));
  assert.equal(live.audience.state.audienceList, audienceList);
});

test("many messages of one moment are one change", async () => {
  const made = await open();
  const live = await enter(made);
  let changes = -1;
  live.barrages.subscribe(() => { changes += 1; });
  for (let seq = 101; seq <= 140; seq += 1) {
    made.server.socket.onmessage({ data: JSON.stringify(barrage("r1", seq, `m${seq}`)) });
  }
  await settled();
  assert.equal(changes, 1);
  assert.equal(live.barrages.state.messageList.length, 40);
});

test("a live that its host ends says so, and stays readable", async () => {
  const made = await open();
  const live = await enter(made);
  await made.server.say({
    room: "r1", epoch: "e1", durable: 6, at: 1, event: "room.ended",
    data: { reason: "endedByHost", message: "", statistics: noStatistics },
  });
  assert.equal(live.state.phase, "ended");
  assert.equal(live.state.ending.reason, "endedByHost");
  assert.equal(made.client.liveList.state.currentLive, live);
});

test("what is muted and removed is told in the live's state", async () => {
  const made = await open();
  const live = await enter(made);
  await made.server.say({
    room: "r1", epoch: "e1", durable: 6, at: 1, event: "audience.muted", data: { user: user("bo"), muted: true, reason: "spam" },
  });
  assert.equal(live.state.isMuted, true);
  await made.server.say({
    room: "r1", epoch: "e1", durable: 7, at: 1, event: "audience.kicked", data: { user: user("bo"), reason: "spam", count: 1 },
  });
  assert.equal(live.state.phase, "removed");
  assert.equal(live.state.removal.reason, "spam");
});
