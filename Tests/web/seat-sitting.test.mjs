// Which page of a user sits, and what it says of its devices.

import assert from "node:assert/strict";
import { test } from "node:test";
import { HostDevices } from "../../Web/seats/host-devices.js";
import { OwnDevices } from "../../Web/seats/own-devices.js";
import { SeatState } from "../../Web/seats/seat-state.js";
import { Sitting } from "../../Web/seats/sitting.js";
import { settled } from "./support/manual-clock.mjs";
import { FakeStorage, user } from "./support/scripted-server.mjs";

class FakeTrack extends EventTarget {
  enabled = true;
  isStopped = false;
  constructor(kind) {
    super();
    this.kind = kind;
  }
  stop() { this.isStopped = true; }
}

globalThis.MediaStream = class {
  #tracks;
  constructor(tracks = []) { this.#tracks = [...tracks]; }
  getTracks() { return this.#tracks; }
  getAudioTracks() { return this.#tracks.filter(({ kind }) => kind === "audio"); }
  getVideoTracks() { return this.#tracks.filter(({ kind }) => kind === "video"); }
  removeTrack(track) { this.#tracks = this.#tracks.filter((each) => each !== track); }
};

/** A desk whose server does what a test tells it to. */
class FakeDesk extends EventTarget {
  seats = new SeatState("bo");
  live = { state: { liveID: "r1" } };
  reports = [];
  refusal = null;
  constructor() {
    super();
    const seats = [{ index: 0, user: user("ada") }, { index: 1 }];
    this.seats.listed({ seats: { templateID: 600, canvas: { w: 1, h: 1 }, seats }, requests: [] });
  }
  async take() {
    if (this.refusal) throw this.refusal;
    return {};
  }
  async leave() { this.sit(null); }
  async report(devices) { this.reports.push(devices); }
  /** Tells of the seat of the user, or that they have none. */
  sit(more) {
    const seat = { index: 1, ...(more && { user: user("bo"), ...more }) };
    this.seats.apply({ event: "seat.changed", data: { reason: "taken", seats: [seat] } });
    this.dispatchEvent(new Event("change"));
  }
}

/** A page of a guest whose browser has these devices. */
function page({ storage = new FakeStorage(), error = null } = {}) {
  const desk = new FakeDesk();
  const opened = [];
  const getUserMedia = async ({ video, audio }) => {
    if (error) throw error;
    const stream = new MediaStream([...(audio ? [new FakeTrack("audio")] : []), ...(video ? [new FakeTrack("video")] : [])]);
    opened.push(stream);
    return stream;
  };
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { mediaDevices: { getUserMedia } } });
  return { desk, opened, storage, sitting: new Sitting(desk, storage) };
}
const both = { camera: "default", microphone: "default" };

test("devices are on from the moment that the user sits, and the live is told once", async () => {
  const { desk, opened, sitting } = page();
  await sitting.take(both);
  assert.equal(opened.length, 0, "a camera is on while its user waits for an answer");
  desk.sit({});
  await settled();
  assert.deepEqual(desk.reports, [{ microphone: true, camera: true }]);
  desk.sit({ isMicrophoneOn: true, isCameraOn: true });
  await settled();
  assert.equal(desk.reports.length, 1);
});

test("who is muted by the host is silent, and stays so until they turn the microphone on themselves", async () => {
  const { desk, opened, sitting } = page();
  await sitting.take(both);
  desk.sit({});
  await settled();
  desk.sit({ isCameraOn: true, isMicrophoneLocked: true });
  const [track] = opened[0].getAudioTracks();
  assert.equal(track.enabled, false);
  sitting.devices.setMicrophone(true);
  assert.equal(track.enabled, false);
  desk.sit({ isCameraOn: true });
  assert.equal(track.enabled, false);
  sitting.devices.setMicrophone(true);
  assert.equal(track.enabled, true);
  assert.deepEqual(desk.reports.at(-1), { microphone: true, camera: true });
});

test("a user who is taken off the seat is off the air at once", async () => {
  const { desk, opened, sitting, storage } = page();
  await sitting.take(both);
  desk.sit({});
  await settled();
  assert.notEqual(storage.getItem("ovation.seat"), null);
  desk.sit(null);
  assert.ok(opened[0].getTracks().every(({ isStopped }) => isStopped));
  assert.equal(sitting.isHere, false);
  assert.equal(storage.getItem("ovation.seat"), null);
});

test("a refused seat leaves nothing on", async () => {
  const { desk, opened, sitting } = page();
  desk.refusal = new Error("taken");
  await assert.rejects(sitting.take(both));
  desk.sit({});
  await settled();
  assert.equal(opened.length, 0);
});

test("a device that cannot be used is told, and the user sits without it", async () => {
  const { desk, sitting } = page({ error: new Error("in use") });
  let failure = null;
  sitting.addEventListener("failed", ({ detail }) => { failure = detail; });
  await sitting.take(both);
  desk.sit({});
  await settled();
  assert.equal(failure?.message, "in use");
  assert.equal(sitting.isHere, true);
  assert.deepEqual(desk.reports, []);
});

test("a second page of the user does not speak, and one that was loaded anew goes on", async () => {
  const { desk, storage, sitting } = page();
  await sitting.take(both);
  desk.sit({});
  await settled();
  const second = page();
  second.desk.sit({});
  second.desk.dispatchEvent(new Event("return"));
  await settled();
  assert.equal(second.sitting.isHere, false);
  const again = page({ storage });
  again.desk.sit({});
  again.desk.dispatchEvent(new Event("return"));
  await settled();
  assert.equal(again.sitting.isHere, true);
  assert.equal(again.opened.length, 1);
});

test("a microphone that is pulled out is off for everybody", async () => {
  const { desk, opened, sitting } = page();
  await sitting.take(both);
  desk.sit({});
  await settled();
  opened[0].getAudioTracks()[0].dispatchEvent(new Event("ended"));
  assert.equal(sitting.devices.hasMicrophone, false);
  assert.deepEqual(desk.reports.at(-1), { microphone: false, camera: true });
});

test("without a camera and a microphone a user sits and listens", async () => {
  const stream = await OwnDevices.open({ camera: null, microphone: null });
  assert.equal(stream.getTracks().length, 0);
});

test("the host's seat says what the host's picture has, once somebody sits beside them", () => {
  const desk = new FakeDesk();
  desk.seats = new SeatState("ada");
  const host = new HostDevices(desk);
  const source = new MediaStream([new FakeTrack("audio"), new FakeTrack("video")]);
  const show = (...seats) => desk.seats.listed({ seats: { templateID: 600, canvas: { w: 1, h: 1 }, seats }, requests: [] });
  show({ index: 0, user: user("ada") }, { index: 1 });
  host.follow({ source, isMuted: false, isCameraOff: false });
  assert.deepEqual(desk.reports, []);
  show({ index: 0, user: user("ada") }, { index: 1, user: user("bo") });
  host.follow({ source, isMuted: true, isCameraOff: false });
  host.follow({ source, isMuted: true, isCameraOff: false });
  assert.deepEqual(desk.reports, [{ microphone: false, camera: true }]);
  show({ index: 0, user: user("ada"), isCameraOn: true }, { index: 1, user: user("bo") });
  host.follow({ source, isMuted: true, isCameraOff: false });
  assert.equal(desk.reports.length, 1);
  host.follow(null);
  host.follow(null);
  assert.deepEqual(desk.reports.slice(1), [{ microphone: false, camera: false }]);
});
