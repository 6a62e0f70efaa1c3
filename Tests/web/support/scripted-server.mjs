import assert from "node:assert/strict";
import { Connection } from "../../../Web/wire/connection.js";
import { ManualClock, settled } from "./manual-clock.mjs";

/** `localStorage` in memory. */
export class FakeStorage {
  #items = new Map();
  get length() { return this.#items.size; }
  key(index) { return [...this.#items.keys()][index] ?? null; }
  getItem(key) { return this.#items.get(key) ?? null; }
  setItem(key, value) { this.#items.set(key, String(value)); }
  removeItem(key) { this.#items.delete(key); }
}

/** The server's end of a connection. It shows what the client sends and sends what a test tells it to. */
export class ScriptedServer {
  clock = new ManualClock();
  /** Every socket that the client has opened, newest last. */
  sockets = [];
  /** The listener's calls, in order. */
  log = [];

  /**
   * @param {object} [options]
   * @param {() => number} [options.random] The client's random numbers.
   * @param {(transport: object) => Connection} [options.connect] Makes the connection. By default its listener writes to `log`.
   */
  constructor({ random = () => 0.5, connect } = {}) {
    const server = this;
    class FakeWebSocket {
      sent = [];
      closed = null;

      constructor(url, protocols) {
        this.url = url;
        this.protocols = protocols;
        server.sockets.push(this);
      }

      send(text) { this.sent.push(JSON.parse(text)); }

      close(code) { this.closed = code; }
    }
    const transport = {
      url: "ws://server/v1/ws", credentials: { sdkAppID: 1_400_000_001, userID: "bo", userSig: "dev" },
      WebSocket: FakeWebSocket, clock: this.clock, random,
    };
    this.connection = connect?.(transport) ?? new Connection({ ...transport, listener: this.#listener });
  }

  get #listener() {
    return {
      stateChanged: ({ phase }) => this.log.push(phase),
      opened: () => this.log.push("opened"),
      roomEvent: (event, missed) => this.log.push({ event: event.event, data: event.data, missed }),
      userEvent: (event) => this.log.push({ event: event.event, data: event.data }),
      failed: (rejection) => this.log.push({ failed: rejection.code }),
    };
  }

  get socket() { return this.sockets.at(-1); }

  /** The last command of an operation on the newest socket. */
  command(op) {
    const command = this.socket.sent.findLast((sent) => sent.op === op);
    assert.ok(command, `no ${op} was sent`);
    return command;
  }

  /** The commands of an operation on all sockets. */
  commands(op) {
    return this.sockets.flatMap(({ sent }) => sent).filter((sent) => sent.op === op);
  }

  async say(frame) {
    this.socket.onmessage({ data: typeof frame === "string" ? frame : JSON.stringify(frame) });
    await settled();
  }

  answer(op, ok) { return this.say({ id: this.command(op).id, ok }); }

  refuse(op, code, temporary = false, more = {}) {
    return this.say({ id: this.command(op).id, error: { code, temporary, ...more } });
  }

  async lose(code = 1006) {
    this.socket.onclose({ code });
    await settled();
  }

  /** Connects and logs the client in. */
  async open({ rooms = [], resumed = false } = {}) {
    this.connection.start();
    return this.accept({ rooms, resumed });
  }

  /** Answers the login on the newest socket. */
  async accept({ rooms = [], resumed = false, profile = {} } = {}) {
    this.socket.onopen();
    await this.answer("session.open", {
      session: "s1", resumed, user: user("bo"), profile, at: this.clock.now(), silenceSeconds: 90, rooms,
    });
  }

  /** Lets the client join a live. */
  async join(room, place = {}) {
    const joining = this.connection.command("room.join", undefined, room);
    await this.answer("room.join", membership(room, place));
    return joining;
  }
}

export function user(userID) { return { userID, userName: userID, avatarURL: "" }; }

export function membership(liveID, place = {}) {
  return {
    liveID, sessionID: "l1", role: 2, muted: false, created: false, epoch: "e1", seq: 100, durable: 5, ...place,
  };
}

export function barrage(room, seq, text, epoch = "e1") {
  return { room, epoch, seq, at: 1_732_156_800_000, event: "barrage.sent", data: { sender: user("ada"), text } };
}

export const rose = {
  giftID: "rose", name: "Rose", desc: "", iconURL: "", resourceURL: "", level: 1, coins: 1, extensionInfo: {},
};

export const noStatistics = {
  totalViewers: 0, totalGiftsSent: 0, totalGiftCoins: 0, totalUniqueGiftSenders: 0, totalLikesReceived: 0,
  totalMessageSent: 0, totalDuration: 0,
};

export function giftReceived(room, durable, { seq, orderID = `o${durable}`, sender = "ada", count = 1 } = {}) {
  const data = { orderID, gift: rose, count, coins: count, sender: user(sender), to: [user("host")] };
  return {
    room, epoch: "e1", ...(seq === undefined ? {} : { seq }), durable, at: 1_732_156_800_000, event: "gift.received",
    data,
  };
}
