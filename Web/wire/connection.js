import { CloseCode, ErrorCode } from "./errors.js";
import { checkReply, encodeCommand, parseServerFrame } from "./frames.js";

/** The browser's clock and timers. Tests pass their own. */
export const systemClock = Object.freeze({
  /** Unix milliseconds. */
  now: () => Date.now(),
  /** Calls `action` once after this many milliseconds; returns an id for `cancel`. */
  after: (milliseconds, action) => setTimeout(action, milliseconds),
  cancel: (timer) => clearTimeout(timer),
});

/** The shortest wait before a reconnect, in milliseconds. */
export const backoffMinMilliseconds = 1_000;
/** The longest wait before a reconnect, in milliseconds. */
export const backoffMaxMilliseconds = 16_000;

/**
 * The wait before the next attempt, in milliseconds.
 *
 * It is random between 1 s and a bound that doubles with each failure up to 16 s, so that the viewers of a restarted server do not all
 * return at once.
 *
 * @param {number} failures The number of failed attempts in a row, from 0.
 * @param {() => number} random A number from 0 up to 1.
 */
export function backoffMilliseconds(failures, random = Math.random) {
  const bound = Math.min(backoffMaxMilliseconds, backoffMinMilliseconds * 2 ** (Math.min(failures, 10) + 1));
  return Math.round(backoffMinMilliseconds + random() * (bound - backoffMinMilliseconds));
}

const namesByCode = new Map(Object.entries(ErrorCode).map(([name, code]) => [code, name]));

/** A refusal by the server or by this client, with a code of Protocol/ERRORS.md. */
export class Rejection extends Error {
  /** The milliseconds after which a retry may succeed, or null if unknown. */
  retryAfterMilliseconds = null;
  /** When the refusal ends, in Unix milliseconds, or null if it has no end or it is unknown. */
  until = null;
  /** The reason in the words of the person who decided; empty without one. */
  reason = "";

  /**
   * @param {number} code The error's code.
   * @param {string} [message] A sentence about what happened. The server sends one with every error.
   * @param {boolean} [temporary] Whether the same command may succeed later.
   */
  constructor(code, message, temporary = false) {
    super(message || `Error ${code}.`);
    this.name = namesByCode.get(code) ?? "unknown";
    this.code = code;
    this.temporary = temporary;
  }

  /** Creates a rejection from an answer's `error`, which the caller has checked. */
  static fromWire(error) {
    const rejection = new Rejection(error.code, error.message, error.temporary ?? false);
    if (error.name) rejection.name = error.name;
    rejection.retryAfterMilliseconds = error.retryAfterMilliseconds ?? null;
    rejection.until = error.until ?? null;
    rejection.reason = error.reason ?? "";
    return rejection;
  }
}

const byCode = new Map(Object.entries(CloseCode).map(([name, { code, reconnect }]) => [code, { name, reconnect }]));

/** The code that a browser reports for a connection lost without a close frame. */
const closeCodeLost = 1006;

/**
 * The code with which this client closes a connection that it takes for lost. The server then allows a resume.
 */
export const closeCodeGivenUp = 4000;

/**
 * What a close code tells the client to do.
 *
 * The range of an unknown code decides: 3000 to 3499 reconnect, 3500 to 3999 do not, and no 1xxx except 1001, 1006, 1012 and 1013
 * does.
 *
 * @returns {{code: number, name: string, reconnect: boolean}}
 */
export function closeOutcome(code) {
  if (code === closeCodeLost) return { code, name: "lost", reconnect: true };
  const known = byCode.get(code);
  if (known) return { code, ...known };
  return { code, name: "unknown", reconnect: code >= 3000 && code <= 3499 };
}

// The client's position in the events of a live, and which events it has seen. Pure functions; see "Places" in Protocol/PROTOCOL.md.
//
// A position is {epoch, seq, durable, sessionID}, which `session.open` sends to resume.

/** The position of a user who has just joined a live. */
export function positionAfterJoining(membership) {
  const { epoch, seq, durable, sessionID } = membership;
  return { epoch, seq, durable, sessionID };
}

/**
 * The position after the answer to a resume.
 *
 * Replayed events are newer than the old position and not newer than the room's. So the old position stays for everything that is replayed:
 * all events if the room was recovered, the stored ones if not.
 *
 * @param position The position that was sent.
 * @param entry The room's entry in the answer to `session.open`.
 */
export function positionAfterResuming(position, entry) {
  const { membership } = entry;
  if (!entry.joined || entry.recovered || !membership) return position;
  if (membership.sessionID !== position.sessionID) return positionAfterJoining(membership);
  return { ...position, epoch: membership.epoch, seq: membership.seq };
}

/**
 * Places an event.
 *
 * @param position The client's position.
 * @param event An event of the room, as `parseServerFrame` reads it.
 * @returns {{isFresh: boolean, position: object, missed: ?{from: number, to: number}}} Whether the event is new, the position after it, and
 *   the numbers that were skipped before it.
 */
export function place(position, event) {
  const stale = { isFresh: false, position, missed: null };
  const isSameEpoch = event.epoch === position.epoch;
  if (event.durable !== null) {
    if (event.durable <= position.durable) return stale;
  } else if (event.seq !== null && isSameEpoch && event.seq <= position.seq) {
    return stale;
  }
  const next = { ...position };
  let missed = null;
  if (event.durable !== null) next.durable = event.durable;
  if (event.seq !== null) {
    if (!isSameEpoch) {
      next.epoch = event.epoch;
      next.seq = event.seq;
    } else if (event.seq > position.seq) {
      if (event.seq > position.seq + 1) missed = { from: position.seq + 1, to: event.seq - 1 };
      next.seq = event.seq;
    }
  }
  return { isFresh: true, position: next, missed };
}

/** The position in the form that `session.open` sends. */
export function resumeEntry(room, position) {
  return { room, ...position };
}

const subprotocol = "ovation.v1.json";

/** The longest time for a connection to open, and then for its login, in milliseconds. */
const openTimeoutMilliseconds = 10_000;
/** The time after which a command without an answer fails, in milliseconds. */
const replyTimeoutMilliseconds = 15_000;
/** The silence after which the client pings, in milliseconds. */
const pingAfterMilliseconds = 6_000;
/** The time without an answer to a ping after which the connection counts as lost, in milliseconds. */
const pingPatienceMilliseconds = 4_000;
/** The largest delay of a timer, in milliseconds. A later one means that the page slept, and waiting frames must be read first. */
const timerLatenessMaxMilliseconds = 2_000;
/** The longest time that a server may make a client wait before it reconnects, in milliseconds. */
const retryAfterMaxMilliseconds = 300_000;

/**
 * A connection that survives: it logs in, resumes after a loss, answers commands with promises and delivers each event once.
 *
 * The listener's methods are all optional and called in the order of the frames:
 * - `stateChanged(state)`, see `state`;
 * - `opened(session)` with the answer to `session.open`, before any event that follows it;
 * - `roomEvent(event, missed)` for a new event, with the numbers skipped before it, or null;
 * - `userEvent(event)`;
 * - `failed(rejection)` if the server could not parse a frame of this client.
 */
export class Connection {
  #url;
  #credentials;
  #listener;
  #WebSocket;
  #clock;
  #random;

  #socket = null;
  #state = { phase: "idle" };
  #session = null;
  /** The number of connections so far. It tells an abandoned connection from the next one. */
  #attempts = 0;
  #openRejection = null;
  #nextID = 1;
  #failures = 0;
  #pending = new Map();
  #positions = new Map();
  #retryTimer = null;
  #openTimer = null;
  #watchTimer = null;
  #heardAt = 0;
  #pingedAt = null;

  /** Counts of ignored frames. */
  ignored = { invalid: 0, unknown: 0, duplicate: 0, foreign: 0 };

  /**
   * @param {object} options
   * @param {string} options.url The server's `ws:` or `wss:` address with `/v1/ws`.
   * @param {{sdkAppID: number, userID: string, userSig: string}} options.credentials
   * @param {object} [options.listener] See above.
   * @param {typeof globalThis.WebSocket} [options.WebSocket] Replaces the browser's in tests, like the next two options.
   * @param {typeof systemClock} [options.clock]
   * @param {() => number} [options.random]
   */
  constructor({ url, credentials, listener = {}, WebSocket = globalThis.WebSocket, clock = systemClock, random }) {
    this.#url = url;
    this.#credentials = credentials;
    this.#listener = listener;
    this.#WebSocket = WebSocket;
    this.#clock = clock;
    this.#random = random ?? Math.random;
  }

  /**
   * The state of the connection, `{phase}`: `idle`; `connecting`; `open`; `waiting` with `retryAt` (Unix milliseconds) and `failures`;
   * `closed` with `close` (see `closeOutcome`), and with `rejection` if the server gave a reason.
   */
  get state() { return this.#state; }

  get isOpen() { return this.#state.phase === "open"; }

  /** How far the server's clock is ahead of this one, in milliseconds. */
  clockOffset = 0;

  /** Connects, unless it is connected or connecting. */
  start() {
    if (this.#state.phase === "idle" || this.#state.phase === "closed") this.#connect();
  }

  /** Connects now instead of waiting for the next attempt. */
  retryNow() {
    if (this.#state.phase !== "waiting") return this.start();
    this.#clock.cancel(this.#retryTimer);
    this.#connect();
  }

  /** Checks at once whether the connection is alive, for a page that slept or has a network again. */
  wake() {
    if (this.#state.phase === "waiting") this.retryNow();
    else if (this.isOpen && this.#pingedAt === null) this.#ping();
  }

  /**
   * Loses the connection because the browser reports no network. It retries as after any loss, because a local server may still be
   * reachable.
   */
  networkLost() {
    if (this.isOpen || this.#state.phase === "connecting") this.#giveUp();
  }

  /** Ends the session: the user leaves every live at once. */
  stop() {
    this.#clock.cancel(this.#retryTimer);
    const socket = this.#detach();
    this.#session = null;
    this.#positions.clear();
    this.#rejectPending();
    this.#setState({ phase: "idle" });
    socket?.close(1000);
  }

  /**
   * Sends a command.
   *
   * @param {string} op For example `barrage.send`.
   * @param {object} [data] The command's arguments.
   * @param {string} [room] The live that the command is for.
   * @returns {Promise<object>} The answer's `ok`. Rejects with a {@link Rejection}: the server's, `networkUnavailable` if the command was
   *   not sent, or `outcomeUnknown` if the connection was lost or silent before the answer.
   */
  command(op, data, room) {
    if (!this.isOpen) {
      return Promise.reject(
        new Rejection(ErrorCode.networkUnavailable, "The server cannot be reached. The client goes on trying.", true));
    }
    return this.#send(op, data, room);
  }

  /** The client's position in a live, or undefined if it is not in it. */
  position(room) { return this.#positions.get(room)?.position; }

  #send(op, data, room) {
    return new Promise((resolve, reject) => {
      const id = this.#nextID;
      const frame = encodeCommand(id, op, data, room);
      this.#nextID += 1;
      const timer = this.#clock.after(replyTimeoutMilliseconds, () => {
        this.#pending.delete(id);
        reject(new Rejection(ErrorCode.outcomeUnknown, "The server did not answer in time.", true));
      });
      this.#pending.set(id, { op, data, room, resolve, reject, timer });
      this.#socket.send(frame);
    });
  }

  #connect() {
    this.#openRejection = null;
    this.#setState({ phase: "connecting", failures: this.#failures });
    let socket;
    try {
      socket = new this.#WebSocket(this.#url, [subprotocol]);
    } catch {
      this.#lost(closeOutcome(closeCodeLost));
      return;
    }
    this.#socket = socket;
    this.#attempts += 1;
    socket.onopen = () => socket === this.#socket && this.#logIn();
    socket.onmessage = (message) => socket === this.#socket && this.#receive(message.data);
    socket.onclose = (close) => socket === this.#socket && this.#lost(closeOutcome(close.code));
    socket.onerror = () => {};
    this.#openTimer = this.#clock.after(openTimeoutMilliseconds, () => this.#giveUp());
  }

  #logIn() {
    const rooms = [...this.#positions]
      .filter(([, { isIn }]) => isIn)
      .map(([room, { position }]) => resumeEntry(room, position));
    /** @type {object & {resume?: object}} */
    const data = { ...this.#credentials };
    if (this.#session) data.resume = { session: this.#session, rooms, attempt: this.#attempts };
    this.#send("session.open", data).then(
      () => {},
      (rejection) => { this.#openRejection = rejection; });
  }

  #opened(answer) {
    this.#clock.cancel(this.#openTimer);
    this.#failures = 0;
    this.#session = answer.session;
    this.clockOffset = answer.at - this.#clock.now();
    for (const entry of answer.rooms) {
      const known = this.#positions.get(entry.room);
      if (!known) continue;
      this.#positions.set(entry.room, {
        position: positionAfterResuming(known.position, entry), isIn: entry.joined,
      });
    }
    this.#pingedAt = null;
    this.#watch();
    this.#setState({ phase: "open" });
    this.#listener.opened?.(answer);
  }

  #receive(text) {
    this.#heardAt = this.#clock.now();
    this.#pingedAt = null;
    let frame;
    try {
      frame = parseServerFrame(text);
    } catch {
      this.ignored.invalid += 1;
      return;
    }
    switch (frame.kind) {
      case "reply": return this.#settle(frame);
      case "failure": return this.#listener.failed?.(frame.rejection);
      case "room": return this.#deliver(frame);
      case "user": return this.#listener.userEvent?.(frame);
      default: this.ignored.unknown += 1;
    }
  }

  #settle(frame) {
    const pending = this.#pending.get(frame.id);
    if (!pending) return;
    this.#pending.delete(frame.id);
    this.#clock.cancel(pending.timer);
    let ok;
    try {
      if (frame.rejection) throw frame.rejection;
      ok = checkReply(pending.op, frame.ok);
    } catch (rejection) {
      if (pending.op === "room.leave" && rejection.code === ErrorCode.notMember) this.#positions.delete(pending.room);
      pending.reject(rejection);
      return;
    }
    // The position is set before the promise resolves, because following events may be in the same read.
    if (pending.op === "room.join" || pending.op === "room.create") {
      this.#positions.set(ok.liveID, { position: positionAfterJoining(ok), isIn: true });
    } else if (pending.op === "room.leave") {
      this.#positions.delete(pending.room);
    } else if (pending.op === "session.open") {
      this.#opened(ok);
    }
    pending.resolve(ok);
  }

  #deliver(event) {
    const known = this.#positions.get(event.room);
    if (!known) {
      this.ignored.foreign += 1;
      return;
    }
    const { isFresh, position, missed } = place(known.position, event);
    if (!isFresh) {
      this.ignored.duplicate += 1;
      return;
    }
    this.#positions.set(event.room, { position, isIn: known.isIn && !this.#endsMembership(event) });
    this.#listener.roomEvent?.(event, missed);
  }

  #endsMembership({ event, data }) {
    if (event === "room.ended") return true;
    const isOut = event === "audience.kicked" || (event === "audience.banned" && data.banned);
    return isOut && data.user.userID === this.#credentials.userID;
  }

  /** Waits for enough silence to ping. Incoming frames move no timer, because there may be many. */
  #watch() {
    const due = this.#heardAt + pingAfterMilliseconds;
    this.#watchTimer = this.#clock.after(due - this.#clock.now(), () => {
      if (this.#clock.now() - this.#heardAt < pingAfterMilliseconds) return this.#watch();
      this.#ping();
    });
  }

  #ping() {
    this.#clock.cancel(this.#watchTimer);
    this.#pingedAt = this.#clock.now();
    const due = this.#pingedAt + pingPatienceMilliseconds;
    this.#watchTimer = this.#clock.after(pingPatienceMilliseconds, () => {
      // Any frame counts as an answer.
      if (this.#pingedAt === null) return this.#watch();
      if (this.#clock.now() - due > timerLatenessMaxMilliseconds) return this.#ping();
      this.#giveUp();
    });
    this.#send("session.ping").catch(() => {});
  }

  #giveUp() {
    const socket = this.#socket;
    this.#lost(closeOutcome(closeCodeLost));
    socket?.close(closeCodeGivenUp);
  }

  #lost(close) {
    this.#detach();
    const rejection = this.#openRejection;
    this.#rejectPending();
    if (!close.reconnect) {
      this.#session = null;
      this.#positions.clear();
      this.#setState({ phase: "closed", close, rejection });
      return;
    }
    // The wait is the backoff's, and at least what the server asked for.
    const asked = Math.min(rejection?.retryAfterMilliseconds ?? 0, retryAfterMaxMilliseconds);
    const wait = Math.max(asked, backoffMilliseconds(this.#failures, this.#random));
    this.#failures += 1;
    this.#retryTimer = this.#clock.after(wait, () => this.#connect());
    this.#setState({ phase: "waiting", retryAt: this.#clock.now() + wait, failures: this.#failures });
  }

  #detach() {
    this.#clock.cancel(this.#openTimer);
    this.#clock.cancel(this.#watchTimer);
    const socket = this.#socket;
    this.#socket = null;
    return socket;
  }

  #rejectPending() {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject, timer } of pending) {
      this.#clock.cancel(timer);
      reject(new Rejection(ErrorCode.outcomeUnknown, "The connection was lost before the answer came.", true));
    }
  }

  #setState(state) {
    this.#state = state;
    this.#listener.stateChanged?.(state);
  }
}
