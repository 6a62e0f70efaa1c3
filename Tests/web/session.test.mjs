import assert from "node:assert/strict";
import { test } from "node:test";
import { OrderJournal } from "../../Web/wire/orders.js";
import { settled } from "./support/manual-clock.mjs";
import { FakeStorage, barrage, membership, noStatistics, user } from "./support/scripted-server.mjs";
import { enter, snapshot, visit } from "./support/visitor.mjs";

const ops = (server) => server.sockets.flatMap(({ sent }) => sent).map(({ op }) => op);
const ended = (room) => ({
  room, epoch: "e1", durable: 6, at: 1, event: "room.ended", data: {
    reason: "endedByHost", message: "", statistics: noStatistics,
  },
});

test("the live in the address is joined once the login is answered", async () => {
  const visitor = visit();
  const live = await enter(visitor);
  assert.equal(live.state.phase, "in");
  assert.equal(ops(visitor.server)[0], "session.open");
});

test("a guest's name is sent once, to a server without a name for the user", async () => {
  const fresh = visit({ nickname: "Sunny Otter" });
  fresh.session.start();
  await fresh.server.accept();
  assert.deepEqual(fresh.server.command("user.update").data, { nickname: "Sunny Otter" });
  const known = visit({ nickname: "Sunny Otter" });
  known.session.start();
  await known.server.accept({ profile: { nickname: "Bo" } });
  assert.equal(known.server.commands("user.update").length, 0);
});

test("a changed catalogue is loaded again", async () => {
  const visitor = visit();
  await enter(visitor);
  await visitor.server.say({ event: "catalogue.changed" });
  assert.equal(visitor.server.commands("gift.list").length, 2);
});

test("a recent order is sent again after a reload once the live is joined", async () => {
  const visitor = visit();
  new OrderJournal(visitor.storage, "bo").add(
    { orderID: "young", room: "r1", giftID: "rose", count: 1, name: "Rose", at: visitor.server.clock.now() - 3_000 });
  await enter(visitor);
  const sent = ops(visitor.server);
  assert.ok(sent.indexOf("gift.send") > sent.indexOf("room.join"));
});

test("an old order is asked about before the live is joined, so that it is not charged late", async () => {
  const visitor = visit();
  new OrderJournal(visitor.storage, "bo").add(
    { orderID: "old", room: "r1", giftID: "rose", count: 1, name: "Rose", at: visitor.server.clock.now() - 3_600_000 });
  const told = [];
  visitor.session.addEventListener("order", ({ detail }) => told.push(detail.outcome.rejection.code));
  await enter(visitor);
  const sent = ops(visitor.server);
  assert.ok(sent.indexOf("gift.send") < sent.indexOf("room.join"));
  await visitor.server.refuse("gift.send", 100005);
  assert.deepEqual(told, [100005]);
});

test("an order for a live that cannot be joined is still asked about", async () => {
  const visitor = visit();
  new OrderJournal(visitor.storage, "bo").add(
    { orderID: "young", room: "r1", giftID: "rose", count: 1, name: "Rose", at: visitor.server.clock.now() });
  const live = visitor.session.show("r1");
  visitor.session.start();
  await visitor.server.accept();
  await visitor.server.refuse("room.join", 100004);
  assert.equal(live.state.phase, "refused");
  assert.equal(visitor.server.commands("gift.send").length, 1);
});

test("a reconnect that recovers everything leaves no gap", async () => {
  const visitor = visit();
  const live = await enter(visitor);
  await visitor.server.lose();
  await visitor.server.clock.advance(1_000);
  await visitor.server.accept(
    { resumed: true, rooms: [{ room: "r1", joined: true, recovered: true, membership: membership("r1") }] });
  await visitor.server.say(barrage("r1", 101, "meanwhile"));
  assert.equal(visitor.session.hasGap, false);
  assert.deepEqual(live.state.chat.entries.map(({ text }) => text), ["meanwhile"]);
  assert.equal(visitor.server.commands("room.join").length, 1);
});

test("a reconnect that misses events says so in the chat and takes the snapshot", async () => {
  const visitor = visit();
  const live = await enter(visitor);
  await visitor.server.say(barrage("r1", 101, "before"));
  await visitor.server.lose();
  await visitor.server.clock.advance(1_000);
  await visitor.server.accept({
    resumed: false, rooms: [
      { room: "r1", joined: true, recovered: false, membership: membership("r1", { epoch: "e2", seq: 900 }) }],
  });
  const record = (seq, text) => ({ seq, at: 1, barrage: { sender: user("ada"), text } });
  const history = [record(101, "before"), record(890, "after the restart")];
  await visitor.server.say({ ...snapshot, room: "r1", epoch: "e2", data: { ...snapshot.data, history } });
  assert.equal(visitor.session.hasGap, true);
  assert.deepEqual(
    live.state.chat.entries.map(({ text, what }) => text ?? what), ["before", "skipped", "after the restart"]);
});

test("a live that ended during an outage is shown as ended with the replayed details", async () => {
  const visitor = visit();
  const live = await enter(visitor);
  await visitor.server.lose();
  await visitor.server.clock.advance(1_000);
  await visitor.server.accept({ rooms: [{ room: "r1", joined: false, recovered: false, error: { code: 100004 } }] });
  assert.equal(live.state.phase, "ended");
  await visitor.server.say(ended("r1"));
  assert.equal(live.state.ending.reason, "endedByHost");
});

test("a ban during an outage is shown with its end and its reason", async () => {
  const visitor = visit();
  const live = await enter(visitor);
  await visitor.server.lose();
  await visitor.server.clock.advance(1_000);
  const error = { code: 100016, until: 1_795_923_656_028, reason: "spam" };
  await visitor.server.accept({ rooms: [{ room: "r1", joined: false, recovered: false, error }] });
  assert.deepEqual(live.state.removal, { how: "banned", reason: "spam", until: 1_795_923_656_028, by: null });
});

test("messages sent during an outage are counted, later ones are not", async () => {
  const visitor = visit();
  await enter(visitor);
  await visitor.server.say({ ...barrage("r1", 101, "before"), at: visitor.server.clock.now() });
  assert.equal(visitor.session.missedCount, 0);
  await visitor.server.lose();
  const at = visitor.server.clock.now() + 500;
  await visitor.server.clock.advance(1_000);
  const membershipNow = membership("r1", { seq: 103 });
  await visitor.server.accept({
    resumed: true, rooms: [{ room: "r1", joined: true, recovered: true, membership: membershipNow }],
  });
  for (const seq of [102, 103]) await visitor.server.say({ ...barrage("r1", seq, "missed"), at });
  await visitor.server.say({ ...barrage("r1", 104, "after"), at: visitor.server.clock.now() + 1 });
  assert.equal(visitor.session.missedCount, 2);
});

test("a user who was kicked or banned during an outage sees it", async () => {
  for (const [code, how] of [[100005, "kicked"], [100016, "banned"]]) {
    const visitor = visit();
    const live = await enter(visitor);
    await visitor.server.lose();
    await visitor.server.clock.advance(1_000);
    await visitor.server.accept({ rooms: [{ room: "r1", joined: false, recovered: false, error: { code } }] });
    assert.deepEqual([live.state.phase, live.state.removal.how], ["removed", how]);
  }
});

test("a join cut off by a lost connection is sent again on the next one", async () => {
  const visitor = visit();
  const live = visitor.session.show("r1");
  visitor.session.start();
  await visitor.server.accept();
  await visitor.server.lose();
  assert.equal(live.state.phase, "joining");
  await visitor.server.clock.advance(1_000);
  await visitor.server.accept({ resumed: true });
  assert.equal(visitor.server.command("room.join").room, "r1");
});

test("a live is joined again in a new session after a final close", async () => {
  const visitor = visit();
  const live = await enter(visitor);
  await visitor.server.lose(3502);
  visitor.session.connection.retryNow();
  await visitor.server.accept();
  assert.equal(live.state.phase, "joining");
  await visitor.server.answer("room.join", membership("r1"));
  assert.equal(live.state.phase, "in");
  assert.equal(visitor.session.hasGap, true);
});

test("a viewer who opens another page leaves the live", async () => {
  const visitor = visit();
  await enter(visitor);
  visitor.session.hide();
  assert.equal(visitor.server.command("room.leave").room, "r1");
  assert.equal(visitor.session.hosted, null);
});

test("an owner who opens another page stays live until the live ends", async () => {
  const visitor = visit();
  const live = await enter(visitor, "r1", { role: 0 });
  visitor.session.hide();
  assert.equal(visitor.session.hosted, live);
  assert.equal(visitor.server.commands("room.leave").length, 0);
  assert.equal(visitor.session.show("r1"), live);
  visitor.session.hide();
  await visitor.server.say(ended("r1"));
  assert.equal(visitor.session.hosted, null);
});

test("a snapshot right after going live is not lost", async () => {
  const { server, session } = visit();
  session.start();
  await server.accept();
  const creating = session.create("mine", "My live");
  const { id, data } = server.command("room.create");
  assert.deepEqual(data, { liveID: "mine", liveName: "My live" });
  server.socket.onmessage({ data: JSON.stringify({ id, ok: membership("mine", { role: 0, created: true }) }) });
  server.socket.onmessage({ data: JSON.stringify({ ...snapshot, room: "mine" }) });
  await creating;
  const live = session.show("mine");
  assert.ok(live.state.info);
  assert.equal(live.state.isOwner, true);
  assert.equal(server.commands("room.join").length, 0);
});

test("a reloaded tab keeps its live going", async () => {
  const tabStorage = new FakeStorage();
  const before = visit({ tabStorage });
  await enter(before, "r1", { role: 0 });
  before.session.hide();
  const after = visit({ tabStorage });
  after.session.start();
  await after.server.accept();
  assert.equal(after.server.command("room.join").room, "r1");
  await after.server.answer("room.join", membership("r1", { role: 0 }));
  assert.equal(after.session.hosted.state.phase, "in");
  await after.server.say(ended("r1"));
  assert.equal(after.session.hosted, null);
  const later = visit({ tabStorage });
  later.session.start();
  await later.server.accept();
  assert.equal(later.server.commands("room.join").length, 0, "it is over");
});

test("a tab forgets a remembered live that is wrong", async () => {
  const remembered = (value) => {
    const tabStorage = new FakeStorage();
    tabStorage.setItem("ovation.hosting", value);
    return tabStorage;
  };
  for (const value of ["{", "null", "[]", '["ada","r1"]', '["bo"]', '["bo",7]']) {
    const { server, session } = visit({ tabStorage: remembered(value) });
    session.start();
    await server.accept();
    assert.equal(server.commands("room.join").length, 0, value);
  }
  const tabStorage = remembered('["bo","r1"]');
  const over = visit({ tabStorage });
  over.session.start();
  await over.server.accept();
  await over.server.refuse("room.join", 100004);
  assert.equal(over.session.hosted, null);
  assert.equal(tabStorage.getItem("ovation.hosting"), null);
  const other = visit({ tabStorage: remembered('["bo","r1"]') });
  other.session.start();
  await other.server.accept();
  await other.server.answer("room.join", membership("r1", { role: 2 }));
  assert.equal(other.server.command("room.leave").room, "r1", "it is somebody else's by now");
  assert.equal(other.session.hosted, null);
});

test("an owner can end a live from the list, inside it or not", async () => {
  const visitor = visit();
  await enter(visitor, "r1", { role: 0 });
  visitor.session.hide();
  const info = (liveID) => ({ info: { liveID, liveName: liveID }, audienceCount: 0 });
  visitor.session.owns([info("elsewhere"), info("r1")]);
  for (const liveID of ["elsewhere", "r1"]) {
    const ending = visitor.session.endOwn(liveID);
    assert.equal(visitor.server.command("room.end").room, liveID);
    await visitor.server.answer("room.end", noStatistics);
    await ending;
    assert.ok(!visitor.session.ownLives.some((live) => live.info.liveID === liveID), liveID);
  }
  assert.equal(visitor.session.hosted, null);
});

test("a refused start of a live leaves nothing behind", async () => {
  const { server, session } = visit();
  session.start();
  await server.accept();
  const creating = assert.rejects(session.create("mine", "My live"), { code: 100003 });
  await server.refuse("room.create", 100003);
  await creating;
  assert.equal(session.hosted, null);
});

test("a removed viewer can join again with a fresh state", async () => {
  const visitor = visit();
  const before = await enter(visitor);
  await visitor.server.say({
    room: "r1", epoch: "e1", durable: 6, at: 1, event: "audience.kicked", data: {
      user: user("bo"), reason: "", count: 0,
    },
  });
  assert.equal(before.state.phase, "removed");
  visitor.session.enterAgain();
  await visitor.server.answer("room.join", membership("r1", { durable: 6 }));
  assert.notEqual(visitor.session.live, before);
  assert.equal(visitor.session.live.state.phase, "in");
});

test("a timed mute ends on time", async () => {
  const visitor = visit();
  const until = visitor.server.clock.now() + 30_000;
  const live = await enter(visitor, "r1", { muted: true, mutedUntil: until });
  let changes = 0;
  live.addEventListener("change", () => { changes += 1; });
  assert.equal(live.state.silencedBy, "muted");
  await visitor.server.clock.advance(20_000);
  await settled();
  assert.equal(live.state.silencedBy, "muted");
  await visitor.server.clock.advance(10_100);
  assert.equal(live.state.silencedBy, null);
  assert.equal(changes, 1);
});

test("slow mode counts its seconds down one by one, and then the user may write", async () => {
  const visitor = visit();
  const live = await enter(visitor);
  await visitor.server.say({
    room: "r1", epoch: "e1", durable: 6, at: 1, event: "room.updated", data: { changes: { slowModeSeconds: 2 } },
  });
  const said = live.say("hi");
  await visitor.server.answer("barrage.send", { seq: 1 });
  await said;
  assert.equal(live.pauseSeconds, 2);
  const shown = [];
  live.addEventListener("change", () => shown.push(live.pauseSeconds));
  await visitor.server.clock.advance(2_000);
  assert.deepEqual(shown, [1, 0]);
});

test("a slow-mode refusal says how long to wait, even if the page did not know of slow mode", async () => {
  const visitor = visit();
  const live = await enter(visitor);
  const refused = assert.rejects(live.say("hi"), (rejection) => rejection.retryAfterMilliseconds === 4_200);
  await visitor.server.refuse("barrage.send", 110101, true, { retryAfterMilliseconds: 4_200 });
  await refused;
  assert.equal(live.pauseSeconds, 5);
});

test("a vanished page of the audience restarts at the first one", async () => {
  const visitor = visit();
  const live = await enter(visitor);
  const page = { audience: [user("eve")], count: 1, admins: [], muted: [], cursor: "" };
  const listing = live.listAudience("200");
  await visitor.server.refuse("audience.list", 110_040);
  assert.deepEqual(visitor.server.commands("audience.list").map(({ data }) => data.cursor), ["200", ""]);
  await visitor.server.answer("audience.list", page);
  assert.equal(await listing, "");
  const refused = assert.rejects(live.listAudience(), { code: 110_040 });
  await visitor.server.refuse("audience.list", 110_040);
  await refused;
});
