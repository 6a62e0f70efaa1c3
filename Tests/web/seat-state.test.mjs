// What a page knows of seats, of joined lives and of battles, as events tell it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LivesState, sharesOf } from "../../Web/seats/lives-state.js";
import { isHeard, isSeen, placeOf, SeatState } from "../../Web/seats/seat-state.js";
import { user } from "./support/scripted-server.mjs";

const free = (index, more = {}) => ({ index, ...more });
const board = (...seats) => ({ templateID: 600, canvas: { w: 720, h: 1_280 }, seats });
const request = (kind, guest, more = {}) => ({ kind, guest: user(guest), at: 1, extraInfo: "", ...more });
const changed = (reason, seats, more = {}) => ({ event: "seat.changed", data: { reason, seats, ...more } });

function state(...seats) {
  const made = new SeatState("bo");
  made.listed({ seats: board(...seats), requests: [] });
  return made;
}

test("a seat that changed takes the place of the one with its number", () => {
  const seats = state(free(0, { user: user("ada") }), free(1), free(2));
  const { notes, isStale } = seats.apply(changed("taken", [free(1, { user: user("bo"), isMicrophoneLocked: true })]));
  assert.equal(isStale, false);
  assert.equal(seats.own.index, 1);
  assert.deepEqual(seats.seated.map(({ index }) => index), [0, 1]);
  assert.equal(notes[0].kind, "own");
  assert.equal(notes[0].before, null);
});

test("another layout brings all seats, and asks for its canvas", () => {
  const seats = state(free(0), free(1));
  assert.equal(seats.apply(changed("layout", [free(0), free(1), free(2)], { templateID: 1 })).isStale, true);
  assert.equal(seats.seats.length, 3);
  assert.equal(seats.isVoice, true);
});

test("a seat that nobody told of makes the page ask for all of them", () => {
  assert.equal(state(free(0)).apply(changed("taken", [free(7, { user: user("bo") })])).isStale, true);
});

test("who sits waits no longer", () => {
  const seats = state(free(0), free(1));
  seats.apply({ event: "seat.requested", data: request("application", "bo") });
  assert.equal(seats.ownApplication.guest.userID, "bo");
  seats.apply(changed("taken", [free(1, { user: user("bo") })]));
  assert.equal(seats.ownApplication, null);
});

test("a request that ended is gone, and its end is told with who ended it", () => {
  const seats = state(free(0));
  const invitation = request("invitation", "bo", { inviter: user("ada") });
  assert.equal(seats.apply({ event: "seat.requested", data: invitation }).notes[0].kind, "invited");
  const { notes } = seats.apply({ event: "seat.requestEnded", data: { request: invitation, outcome: "timedOut" } });
  assert.deepEqual([notes[0].kind, notes[0].outcome, notes[0].by], ["ended", "timedOut", null]);
  assert.equal(seats.ownInvitation, null);
});

test("a page lists at most a hundred requests", () => {
  const seats = state(free(0));
  for (let number = 0; number < 150; number += 1) seats.apply({ event: "seat.requested", data: request("application", `u${number}`) });
  assert.equal(seats.applications.size, 100);
});

test("who is locked is neither heard nor seen, whatever is on", () => {
  assert.equal(isHeard({ isMicrophoneOn: true }), true);
  assert.equal(isHeard({ isMicrophoneOn: true, isMicrophoneLocked: true }), false);
  assert.equal(isSeen({ isCameraOn: true, isCameraLocked: true }), false);
  assert.equal(isHeard(null), false);
});

test("a region is a share of its canvas, and one that makes no sense is none", () => {
  const region = { x: 360, y: 0, w: 360, h: 640, zorder: 1 };
  assert.deepEqual(placeOf({ region }, { w: 720, h: 1_280 }), { x: 0.5, y: 0, w: 0.5, h: 0.5, z: 1 });
  assert.equal(placeOf({ region }, { w: 0, h: 1_280 }), null);
  assert.equal(placeOf({ region: { ...region, w: 0 } }, { w: 720, h: 1_280 }), null);
  assert.equal(placeOf({}, { w: 720, h: 1_280 }), null);
});

// Lives together

const host = (liveID) => ({ liveID, user: user(`host-of-${liveID}`) });
const link = (version, ...lives) => ({ linkID: "l1", version, templateID: 600, hosts: lives.map(host) });
const side = (liveID, coins, more = {}) => ({ host: host(liveID), state: "taking", coins, adjustment: 0, ...more });
const battle = (phase, sides, more = {}) => ({
  battleID: "b1", version: 1, phase, seconds: 60, needsResponse: true, extensionInfo: "", createdAt: 1, deadline: 2, startedAt: 3,
  endsAt: 63_003, sides, ...more,
});
const battleChanged = (reason, fought) => ({ event: "battle.changed", data: { reason, battle: fought, left: [] } });

test("a link is told with the others of it, and an older state of it changes nothing", () => {
  const lives = new LivesState("r1");
  const notes = lives.apply({ event: "cohost.changed", data: { link: link(2, "r1", "r2"), joined: [host("r1"), host("r2")], left: [] } });
  assert.deepEqual(notes.map(({ kind, hosts }) => [kind, hosts.map(({ liveID }) => liveID)]), [["joined", ["r2"]]]);
  lives.apply({ event: "cohost.changed", data: { link: link(1, "r1", "r2", "r3"), joined: [host("r3")], left: [] } });
  assert.deepEqual(lives.others.map(({ liveID }) => liveID), ["r2"]);
  lives.apply({ event: "cohost.changed", data: { joined: [], left: [host("r2")] } });
  assert.equal(lives.link, null);
});

test("the muted hosts are those of the last change, whether anybody joined or left or not", () => {
  const lives = new LivesState("r1");
  lives.listed({ coHosts: { link: link(1, "r1", "r2", "r3"), mutedLives: ["r3"] }, requests: [] });
  assert.deepEqual([...lives.muted], ["r3"]);
  const muted = { event: "cohost.changed", data: { link: link(1, "r1", "r2", "r3"), joined: [], left: [], mutedLives: ["r3", "r2"] } };
  assert.deepEqual(lives.apply(muted), [], "it is shown, and not told as news");
  assert.deepEqual([...lives.muted], ["r3", "r2"]);
  lives.apply({ event: "cohost.changed", data: { link: link(2, "r1", "r2"), joined: [], left: [host("r3")], mutedLives: ["r2"] } });
  assert.deepEqual([...lives.muted], ["r2"]);
  lives.apply({ event: "cohost.changed", data: { link: link(1, "r1", "r2"), joined: [], left: [], mutedLives: ["r3"] } });
  assert.deepEqual([...lives.muted], ["r2"], "an older state changes nothing");
  lives.apply({ event: "cohost.changed", data: { joined: [], left: [host("r2")] } });
  assert.equal(lives.muted.size, 0);
  lives.listed({ requests: [] });
  assert.equal(lives.muted.size, 0);
});

test("the scores of a battle are told between its states, and its end has the last word", () => {
  const lives = new LivesState("r1");
  assert.equal(lives.apply(battleChanged("started", battle("on", [side("r2", 0), side("r1", 0)])))[0].kind, "battleStarted");
  lives.apply({ event: "battle.scored", data: { battleID: "b1", scores: [{ liveID: "r1", userID: "x", score: 7 }] } });
  lives.apply({ event: "battle.scored", data: { battleID: "other", scores: [{ liveID: "r1", userID: "x", score: 99 }] } });
  assert.deepEqual(lives.sides.map(({ host: { liveID }, score }) => [liveID, score]), [["r1", 7], ["r2", 0]]);
  assert.equal(lives.result, null);
  const over = battle("over", [side("r2", 4), side("r1", 12, { adjustment: -2 })], { version: 3, end: "timeOver", endedAt: 63_100 });
  lives.apply(battleChanged("ended", over));
  assert.deepEqual(lives.sides.map(({ score }) => score), [10, 4]);
  assert.equal(lives.result, "won");
});

test("a battle is lost or drawn by the scores alone, never below zero", () => {
  const result = (own, other) => {
    const lives = new LivesState("r1");
    lives.apply(battleChanged("ended", battle("over", [side("r1", own), side("r2", other, { adjustment: -50 })], { endedAt: 9 })));
    return lives.result;
  };
  assert.equal(result(1, 60), "lost");
  assert.equal(result(0, 10), "drawn");
});

test("a battle that never began has no result", () => {
  const lives = new LivesState("r1");
  lives.apply(battleChanged("ended", battle("over", [side("r1", 0)], { startedAt: null, end: "neverBegan" })));
  assert.equal(lives.result, null);
});

test("each side of the bar stays to be seen", () => {
  const shares = sharesOf([{ score: 0 }, { score: 1_000 }]);
  assert.ok(shares[0] >= 0.12 && Math.abs(shares[0] + shares[1] - 1) < 1e-9, String(shares));
  assert.deepEqual(sharesOf([{ score: 0 }, { score: 0 }]), [0.5, 0.5]);
});
