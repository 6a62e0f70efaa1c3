import assert from "node:assert/strict";
import { Broadcast } from "../../../Web/media/broadcast.js";
import { ManualClock } from "./manual-clock.mjs";

export class FakeTrack extends EventTarget {
  enabled = true;
  isStopped = false;
  constraints = [];
  constructor(kind) {
    super();
    this.kind = kind;
  }
  stop() { this.isStopped = true; }
  getSettings() { return { height: 360 }; }
  async applyConstraints(constraints) { this.constraints.push(constraints); }
}

export function fakeStream(kinds = ["video", "audio"]) {
  const tracks = kinds.map((kind) => new FakeTrack(kind));
  const ofKind = (kind) => tracks.filter((track) => track.kind === kind);
  return { getTracks: () => tracks, getVideoTracks: () => ofKind("video"), getAudioTracks: () => ofKind("audio") };
}

/** A page that publishes a picture, with the server's side of it. */
export function onAir({ quality = "720p", refuse = () => null, url = "ws://server/publish" } = {}) {
  const clock = new ManualClock();
  const recorders = [];
  const sockets = [];
  let tickets = 0;
  class FakeRecorder {
    static isTypeSupported(type) { return type.includes("opus"); }
    state = "inactive";
    constructor(stream, options) {
      Object.assign(this, { stream, options });
      recorders.push(this);
    }
    start(slice) {
      this.slice = slice;
      this.state = "recording";
    }
    stop() {
      this.state = "inactive";
      queueMicrotask(() => {
        this.give(1);
        this.onstop?.();
      });
    }
    give(size) { this.ondataavailable({ data: { size, name: `${recorders.indexOf(this)}` } }); }
  }
  class FakeSocket {
    readyState = 0;
    bufferedAmount = 0;
    sent = [];
    closed = null;
    constructor(address, protocols) {
      Object.assign(this, { address, protocols });
      sockets.push(this);
    }
    open() {
      this.readyState = 1;
      this.onopen();
    }
    lose(code, reason = "") {
      this.readyState = 3;
      this.onclose({ code, reason });
    }
    send(blob) { this.sent.push(blob.name); }
    close(code) { this.closed = code; }
  }
  const session = Object.assign(new EventTarget(), {
    user: { userID: "ada" },
    broadcast: null,
    connection: {
      isOpen: true,
      async command(op, data, room) {
        if (op === "session.ping") return {};
        assert.deepEqual([op, room], ["media.publish", "r1"]);
        tickets += 1;
        const rejection = refuse(tickets);
        if (rejection) throw rejection;
        return { url: `${url}?ticket=${tickets}`, bitRateMax: 8_000_000 };
      },
    },
  });
  const stream = fakeStream();
  const broadcast = new Broadcast({
    session, liveID: "r1", stream, choice: { source: "camera", quality }, WebSocket: FakeSocket, Recorder: FakeRecorder, clock,
    random: () => 0,
  });
  const socket = () => sockets.at(-1);
  return { broadcast, clock, recorders, sockets, socket, session, stream, tickets: () => tickets };
}
