import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { LiveState, Role } from "../../Web/model/live-state.js";
import { parseServerFrame } from "../../Web/wire/frames.js";
import { barrage, giftReceived, membership, user } from "./support/scripted-server.mjs";

const now = 1_732_156_800_000;
const fixture = (name) => JSON.parse(
  readFileSync(new URL(`../../Protocol/fixtures/v1/${name}.json`, import.meta.url), "utf8")).frame;
const read = (frame) => parseServerFrame(JSON.stringify(frame));

/** A live that bo has joined. */
function entered(place = {}) {
  const live = new LiveState("r1", "bo");
  live.joined(membership("r1", place));
  live.apply(read({ ...fixture("event-room-snapshot-empty"), room: "r1" }), now);
  return live;
}

function control(event, data, durable = 9) {
  return read({ room: "r1", epoch: "e1", durable, at: now, event, data });
}

test("a snapshot gives the live's info and its history", () => {
  const live = new LiveState("r1", "bo");
  const snapshot = fixture("event-room-snapshot");
  live.joined(membership("r1"));
  live.apply(read(snapshot), now);
  assert.equal(live.info.liveName, snapshot.data.info.liveName);
  assert.equal(live.audienceCount, snapshot.data.audienceCount);
  assert.equal(live.likes, snapshot.data.statistics.totalLikesReceived);
  const said = snapshot.data.history.filter((record) => record.barrage.text !== undefined);
  assert.equal(live.chat.entries.length, said.length);
});

test("a new message flies and joins the chat, and one replayed late only joins the chat", () => {
  const live = entered();
  const [flying] = live.apply(read(barrage("r1", 101, "hi")), now + 1_000);
  assert.deepEqual([flying.kind, flying.text, flying.isOwn], ["barrage", "hi", false]);
  assert.deepEqual(live.apply(read(barrage("r1", 102, "late")), now + 60_000), []);
  assert.equal(live.chat.entries.length, 2);
});

test("the live waits for a host who left until they are back, and who enters meanwhile knows it", () => {
  const live = entered();
  assert.ok(!live.endsWithoutOwnerAt);
  const frame = { ...fixture("event-owner-left-and-is-waited-for"), room: "r1" };
  assert.deepEqual(live.apply(read(frame), now), []);
  assert.equal(live.endsWithoutOwnerAt, frame.data.endsWithoutOwnerAt);
  live.apply(read({ ...fixture("event-owner-joined"), room: "r1" }), now);
  assert.ok(!live.endsWithoutOwnerAt);
  const snapshot = structuredClone({ ...fixture("event-room-snapshot-empty"), room: "r1" });
  snapshot.data.endsWithoutOwnerAt = now + 300_000;
  live.apply(read(snapshot), now);
  assert.equal(live.endsWithoutOwnerAt, now + 300_000);
  // A live that goes on without its host waits for nobody.
  live.apply(read({ ...fixture("event-owner-left"), room: "r1" }), now);
  assert.ok(!live.endsWithoutOwnerAt);
  assert.ok(!live.hasGuests);
});

test("an app's custom message shows nothing", () => {
  const live = entered();
  assert.deepEqual(live.apply(read({ ...fixture("event-barrage-sent-custom"), room: "r1" }), now), []);
  assert.equal(live.chat.entries.length, 0);
});

test("an order is shown once, even if its event repeats", () => {
  const live = entered();
  assert.equal(live.apply(read(giftReceived("r1", 6)), now).length, 1);
  assert.equal(live.apply(read(giftReceived("r1", 7, { orderID: "o6" })), now).length, 0);
  assert.equal(live.apply(read(giftReceived("r1", 8, { orderID: "o6", sender: "eve" })), now).length, 1);
});

/** Three orders in one frame, as the server sends them in a flood. */
function giftsTogether(orders, combo = null) {
  const frame = giftReceived("r1", 6);
  const listed = orders.map((orderID, index) => ({ orderID, count: 2, coins: 20, durable: 6 + index, at: now }));
  Object.assign(frame.data, { orderID: orders.at(-1), count: 2 * orders.length, coins: 20 * orders.length });
  Object.assign(frame.data, { orders: listed, ...(combo && { combo }) });
  return { ...frame, at: now };
}

test("orders in one event are shown as one, with the combo's total", () => {
  const live = entered();
  const combo = { id: 6, count: 12, coins: 120, until: now + 5_000, isFinal: false };
  const [moment, ...others] = live.apply(read(giftsTogether(["a", "b", "c"], combo)), now);
  assert.deepEqual([moment.count, moment.coins, moment.combo, others], [6, 60, combo, []]);
  assert.equal(live.chat.entries.at(-1).count, 6);
});

test("a reconnect counts only the orders that were not shown", () => {
  const live = entered();
  live.apply(read(giftsTogether(["a", "b"])), now);
  const [moment] = live.apply(read(giftsTogether(["b", "c"])), now);
  assert.equal(moment.count, 2);
  assert.equal(live.chat.entries.at(-1).count, 6);
  assert.deepEqual(live.apply(read(giftsTogether(["a", "c"])), now), []);
});

test("a gift missed for long joins the chat without a banner", () => {
  const live = entered();
  assert.deepEqual(live.apply(read(giftsTogether(["a"])), now + 61_000), []);
  assert.equal(live.chat.entries.at(-1).count, 2);
});

test("finished combos carry their last numbers", () => {
  const live = entered();
  const frame = { ...fixture("event-combo-ended"), room: "r1" };
  const [moment] = live.apply(read(frame), now);
  assert.equal(moment.kind, "combos");
  assert.deepEqual(moment.combos.map(({ id, isFinal }) => [id, isFinal]), [[17, true], [19, true]]);
});

test("the top senders are known on joining and follow the events", () => {
  const live = entered();
  assert.deepEqual(live.topSenders, []);
  live.apply(read({ ...fixture("event-room-snapshot-with-the-first-places-of-the-board"), room: "r1" }), now);
  assert.deepEqual(live.topSenders.map(({ user: { userID } }) => userID), ["bob"]);
  live.apply(read({ ...fixture("event-board-changed"), room: "r1" }), now);
  assert.deepEqual(live.topSenders.map(({ user: { userID } }) => userID), ["alice", "bob"]);
});

test("the like count is always the server's total", () => {
  const live = entered();
  const [likes] = live.apply(read({ ...fixture("event-like-received"), room: "r1" }), now);
  assert.equal(likes.kind, "likes");
  assert.equal(live.likes, fixture("event-like-received").data.total);
});

test("the audience follows joins and leaves, and its count is the server's", () => {
  const live = entered();
  const joined = { user: user("eve"), count: 41, totalViewers: 99 };
  live.apply(read({ room: "r1", epoch: "e1", at: now, event: "audience.joined", data: joined }), now);
  assert.deepEqual([live.audience.has("eve"), live.audienceCount], [true, 41]);
  live.apply(
    read({ room: "r1", epoch: "e1", at: now, event: "audience.left", data: { user: user("eve"), count: 40 } }), now);
  assert.deepEqual([live.audience.has("eve"), live.audienceCount], [false, 40]);
});

test("the audience list is bounded", () => {
  const live = entered();
  for (let index = 0; index < 2_000; index += 1) {
    const data = { user: user(`u${index}`), count: index, totalViewers: index };
    live.apply(read({ room: "r1", epoch: "e1", at: now, event: "audience.joined", data }), now);
  }
  assert.equal(live.audience.size, 500);
  assert.equal(live.audienceCount, 1_999);
});

test("a muted user cannot write until the mute ends", () => {
  const live = entered();
  live.apply(control("audience.muted", { user: user("bo"), muted: true, until: now + 5_000 }), now);
  assert.equal(live.silencedBy, "muted");
  assert.equal(live.advance(now + 4_999), false);
  assert.equal(live.advance(now + 5_000), true);
  assert.equal(live.silencedBy, null);
});

test("a mute from before the join holds with its reason", () => {
  const live = entered({ muted: true, mutedReason: "spam" });
  assert.deepEqual([live.silencedBy, live.mutedReason], ["muted", "spam"]);
  assert.equal(entered({ muted: true }).mutedReason, "");
});

test("the reason of a mute stays known while it holds", () => {
  const live = entered();
  const mute = { user: user("bo"), muted: true, until: now + 5_000, reason: "flooding" };
  live.apply(control("audience.muted", mute), now);
  assert.equal(live.mutedReason, "flooding");
  live.advance(now + 5_000);
  assert.equal(live.mutedReason, "");
  live.apply(control("audience.muted", mute, 11), now);
  live.apply(control("audience.muted", { user: user("bo"), muted: false }, 12), now);
  assert.equal(live.mutedReason, "");
});

test("a mute of everybody silences viewers, not the owner or administrators", () => {
  for (const [role, silenced] of [[Role.viewer, "mutedForAll"], [Role.admin, null], [Role.owner, null]]) {
    const live = entered({ role });
    live.apply(control("room.updated", { changes: { isMessageDisable: true } }), now);
    assert.equal(live.silencedBy, silenced);
  }
});

test("a kicked or banned viewer is out with the reason, and another user's removal is a notice", () => {
  const kicked = entered();
  kicked.apply(control("audience.kicked", { user: user("bo"), reason: "spam", count: 1 }), now);
  assert.deepEqual([kicked.phase, kicked.removal], ["removed", { how: "kicked", reason: "spam", until: null, by: null }]);
  const banned = entered();
  banned.apply(control("audience.banned", { user: user("bo"), banned: true, until: 7, reason: "", count: 1 }), now);
  assert.deepEqual(banned.removal, { how: "banned", reason: "", until: 7, by: null });
  const other = entered();
  other.apply(control("audience.kicked", { user: user("eve"), reason: "", count: 1 }), now);
  assert.equal(other.phase, "in");
  assert.equal(other.chat.entries.at(-1).kind, "notice");
});

test("a removed viewer sees the role of the person who acted", () => {
  const snapshot = fixture("event-room-snapshot-slow-mode");
  const host = snapshot.data.info.liveOwner.userID;
  for (const [by, office] of [[host, "host"], ["mod", "moderator"], ["nobody", null], [undefined, null]]) {
    const live = entered();
    live.apply(read({ ...snapshot, room: "r1", data: { ...snapshot.data, admins: [user("mod")] } }), now);
    live.apply(control("audience.kicked", { user: user("bo"), reason: "", by, count: 1 }, 12), now);
    assert.equal(live.removal.by, office, String(by));
  }
});

test("a lifted ban removes nobody", () => {
  const live = entered();
  live.apply(control("audience.banned", { user: user("bo"), banned: false, reason: "", count: 1 }), now);
  assert.equal(live.phase, "in");
});

test("an appointment changes the user's permissions", () => {
  const live = entered();
  live.apply(control("audience.appointed", { user: user("bo"), isAdmin: true }), now);
  assert.equal(live.role, Role.admin);
  assert.equal(live.mayModerate("eve"), true);
  live.apply(control("audience.appointed", { user: user("eve"), isAdmin: true }, 10), now);
  assert.equal(live.mayModerate("eve"), false);
  assert.equal(live.mayModerate("bo"), false);
  live.apply(control("audience.appointed", { user: user("bo"), isAdmin: false }, 11), now);
  assert.equal(live.role, Role.viewer);
});

test("an empty title shows the live's id", () => {
  const live = entered();
  live.apply(control("room.updated", { changes: { liveName: "" } }), now);
  assert.equal(live.info.liveName, "r1");
});

test("the end has the statistics, even if its event arrives after the end was known", () => {
  const live = entered();
  live.ended({ reason: "endedByServer", message: "", statistics: null });
  const ended = fixture("event-room-ended-by-the-host");
  live.apply(read({ ...ended, room: "r1" }), now);
  assert.equal(live.phase, "ended");
  assert.deepEqual(live.ending.statistics, ended.data.statistics);
});

test("skips in a row are reported in one entry", () => {
  const live = entered();
  live.missed();
  live.apply(read({ ...fixture("event-room-skipped"), room: "r1" }), now);
  assert.equal(live.chat.entries.filter(({ kind }) => kind === "notice").length, 1);
});

test("slow mode makes a viewer wait after each delivered message", () => {
  const live = entered();
  live.wrote(now);
  assert.equal(live.pauseLeft(now), 0, "there is no slow mode");
  live.apply(control("room.updated", { changes: { slowModeSeconds: 10 } }), now);
  assert.equal(live.info.slowModeSeconds, 10);
  assert.equal(live.pauseLeft(now), 0);
  live.wrote(now);
  assert.equal(live.pauseLeft(now), 10_000);
  assert.equal(live.pauseLeft(now + 9_999), 1);
  assert.equal(live.pauseLeft(now + 10_001), 0);
  live.mustWait(4_200, now);
  assert.equal(live.pauseLeft(now), 4_200, "the server knows better");
  live.apply(control("audience.appointed", { user: user("bo"), isAdmin: true }, 10), now);
  assert.equal(live.pauseLeft(now), 0, "an administrator does not wait");
  live.wrote(now);
  assert.equal(live.pauseLeft(now), 0);
  assert.ok(live.chat.entries.some(({ what, count }) => what === "slow" && count === 10));
});

test("the end of slow mode lets everybody write at once", () => {
  const live = entered();
  live.apply(read({ ...fixture("event-room-snapshot-slow-mode"), room: "r1" }), now);
  assert.equal(live.info.slowModeSeconds, 10);
  live.wrote(now);
  live.apply(control("room.updated", { changes: { slowModeSeconds: 0 } }), now);
  assert.equal(live.pauseLeft(now), 0);
  assert.equal(live.info.slowModeSeconds, null);
});

test("a deleted message leaves the chat and the stage, and is not named twice", () => {
  const live = entered();
  live.apply(read(barrage("r1", 101, "keep")), now);
  live.apply(read(barrage("r1", 102, "spam")), now);
  const moments = live.apply(control("barrage.deleted", { seq: 102, sender: "ada", by: "host" }), now);
  assert.deepEqual(moments, [{ kind: "deleted", seq: 102 }]);
  assert.deepEqual(live.chat.entries.map(({ text }) => text), ["keep"]);
  live.apply(control("barrage.deleted", { seq: 7, sender: "ada" }, 10), now);
  assert.equal(live.chat.entries.length, 1);
});

test("pinned messages are those of the snapshot, then those of the last event", () => {
  const live = new LiveState("r1", "bo");
  live.joined(membership("r1"));
  const snapshot = fixture("event-room-snapshot-with-pins-and-gifts");
  live.apply(read(snapshot), now);
  assert.deepEqual(live.pinned, snapshot.data.pinned);
  live.apply(read({ ...fixture("event-barrage-pinned-none"), room: "r1" }), now);
  assert.deepEqual(live.pinned, []);
});

test("who enters sees the last gifts among the last messages, and no gift twice", () => {
  const live = new LiveState("r1", "bo");
  live.joined(membership("r1"));
  const snapshot = structuredClone(fixture("event-room-snapshot-with-pins-and-gifts"));
  const [{ at, gift }] = snapshot.data.gifts;
  const say = (seq, time, text) => ({ seq, at: time, barrage: { sender: gift.sender, text } });
  snapshot.data.history = [say(1, at - 5, "before"), say(2, at + 5, "after")];
  live.apply(read(snapshot), now);
  assert.deepEqual(live.chat.entries.map((entry) => entry.text ?? entry.gift.name), ["before", gift.gift.name, "after"]);
  live.apply(read({ ...fixture("event-gift-received"), room: "r1", data: gift }), now);
  live.apply(read(snapshot), now);
  assert.equal(live.chat.entries.length, 3);
});

test("a message says which one it answers, unless the number is none", () => {
  const live = entered();
  const answers = { 101: "100", 102: "x", 103: "-4", 104: "1e400" };
  for (const [seq, replyTo] of Object.entries(answers)) {
    const frame = barrage("r1", Number(seq), "yes");
    frame.data.extensionInfo = { replyTo };
    live.apply(read(frame), now);
  }
  assert.deepEqual(live.chat.entries.map(({ replyTo }) => replyTo), [100, null, null, null]);
});

test("a hidden user is heard no more, and a hidden message is gone", () => {
  const live = entered();
  live.apply(read(barrage("r1", 101, "one")), now);
  live.apply(read(barrage("r1", 102, "two")), now);
  live.hide({ seq: 101 });
  assert.deepEqual(live.chat.entries.map(({ text }) => text), ["two"]);
  const { userID } = live.chat.entries[0].user;
  live.hide({ userID });
  assert.deepEqual(live.apply(read(barrage("r1", 103, "three")), now), []);
  assert.equal(live.chat.entries.length, 0);
});

test("a great gift stays in sight by its price, from half a minute to five", () => {
  const live = entered();
  const give = (durable, coins, time = now) => {
    const frame = giftReceived("r1", durable);
    Object.assign(frame.data, { coins });
    live.apply(read({ ...frame, at: time }), time);
  };
  give(6, 999);
  assert.equal(live.greatGifts.length, 0);
  give(7, 1_000);
  assert.deepEqual(live.greatGifts.map(({ coins, until }) => [coins, until - now]), [[1_000, 30_000]]);
  give(8, 2_000);
  assert.deepEqual(live.greatGifts.map(({ coins, until }) => [coins, until - now]), [[3_000, 90_000]]);
  give(9, 1_000_000, now + 1_000);
  assert.deepEqual(live.greatGifts.map(({ until }) => until - now), [301_000]);
  give(10, 1_000, now + 600_000);
  assert.deepEqual(live.greatGifts.map(({ coins }) => coins), [1_000]);
});

test("gifts have the names of the reader's catalogue, those in sight too", () => {
  const live = entered();
  live.apply(read(giftReceived("r1", 6)), now);
  const { version } = live.chat.entries.at(-1);
  live.nameGifts(new Map([["rose", "玫瑰"]]));
  assert.equal(live.chat.entries.at(-1).gift.name, "玫瑰");
  assert.equal(live.chat.entries.at(-1).version, version + 1);
  const [moment] = live.apply(read(giftReceived("r1", 7, { sender: "carl" })), now);
  assert.equal(moment.gift.name, "玫瑰");
});
