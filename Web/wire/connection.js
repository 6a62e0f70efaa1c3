import { CloseCode, ErrorCode } from "./errors.js";
import { checkReply, encodeCommand, parseServerFrame } from "./frames.js";

/** The browser's clock and timers. Tests hand in their own. */
export const systemClock = Object.freeze({
  /** Unix milliseconds. */
  now: () => Date.now(),
  /** Calls `action` once after so many milliseconds; answers what `cancel` takes. */
  after: (milliseconds, action) => setTimeout(action, milliseconds),
  cancel: (timer) => clearTimeout(timer),
});

/** The shortest wait before a reconnect, in milliseconds. */
export const backoffMinMilliseconds = 1_000;
/** The longest wait before a reconnect, in milliseconds. */
export const backoffMaxMilliseconds = 16_000;

/**
 * How long to wait before the next attempt, in milliseconds.
 *
 * Somewhere between 1 s and a bound that doubles with each failure up to 16 s: spread, so that the viewers of a
 * server that restarts do not all come back in the same instant.
 *
 * @param {number} failures How many attempts have failed in a row, from 0.
 * @param {() => number} random A number from 0 up to 1.
 */
export function backoffMilliseconds(failures, random = Math.random) {
  const bound = Math.min(backoffMaxMilliseconds, backoffMinMilliseconds * 2 ** (Math.min(failures, 10) + 1));
  return Math.round(backoffMinMilliseconds + random() * (bound - backoffMinMilliseconds));
}

const namesByCode = new Map(Object.entries(ErrorCode).map(([name, code]) => [code, name]));

/** A refusal, by the server or by this client, with a number of Protocol/ERRORS.md. */
export class Rejection extends Error {
  /** After how many milliseconds the same may succeed; null where nobody knows. */
  retryAfterMilliseconds = null;
  /** Until when it holds, Unix milliseconds; null where it has no end, or nobody knows. */
  until = null;
  /** Why somebody decided so, in their words; empty where they gave no reason. */
  reason = "";

  /**
   * @param {number} code The number.
   * @param {string} [message] What happened, in a sentence; the server says it with every error.
   * @param {boolean} [temporary] Whether the same command may succeed later.
   */
  constructor(code, message, temporary = false) {
    super(message || `Error ${code}.`);
    this.name = namesByCode.get(code) ?? "unknown";
    this.code = code;
    this.temporary = temporary;
  }

  /** Makes one of the `error` of an answer, which the caller has checked. */
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

/** The code that a browser tells where the connection was lost without a close frame. */
const closeCodeLost = 1006;

/**
 * The code with which this client gives up a connection that it takes for lost. The server keeps the place for a
 * resume.
 */
export const closeCodeGivenUp = 4000;

/**
 * What a close code asks of the client.
 *
 * A code that is not in the list says it by its range: 3000 to 3499 reconnect, 3500 to 3999 do not, nor does any 1xxx
 * other than 1001, 1006, 1012 and 1013.
 *
 * @returns {{code: number, name: string, reconnect: boolean}}
 */
export function closeOutcome(code) {
  if (code === closeCodeLost) return { code, name: "lost", reconnect: true };
  const known = byCode.get(code);
  if (known) return { code, ...known };
  return { code, name: "unknown", reconnect: code >= 3000 && code <= 3499 };
}

// Where a client is in the events of a live, and which event it has seen already. Pure functions; see "Places" in
// Protocol/PROTOCOL.md.
//
// A position is {epoch, seq, durable, sessionID}: what `session.open` sends to resume.

/** The position of somebody who has just entered a live. */
export function positionAfterJoining(membership) {
  const { epoch, seq, durable, sessionID } = membership;
  return { epoch, seq, durable, sessionID };
}

/**
 * The position after the answer to a resume.
 *
 * What is replayed is newer than the old position and not newer than the room's, so the old one stays for whatever is
 * replayed: all of it where the room was recovered, the stored events where it was not.
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
 * Decides about an event.
 *
 * @param position Where the client is.
 * @param event An event of the room, as `parseServerFrame` reads it.
 * @returns {{isFresh: boolean, position: object, missed: ?{from: number, to: number}}} Whether the event is to be
 *   shown, where the client is after it, and which numbers are left out before it.
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

/** The position as `session.open` sends it. */
export function resumeEntry(room, position) {
  return { room, ...position };
}

const subprotocol = "ovation.v1.json";

/** How long a connection and then its login may take. */
const openTimeoutMilliseconds = 10_000;
/** How long an answer may take before its command is given up. */
const replyTimeoutMilliseconds = 15_000;
/** After how much silence it pings. */
const pingAfterMilliseconds = 6_000;
/** How long a ping may be unanswered before the connection is taken for lost. */
const pingPatienceMilliseconds = 4_000;
/** How late a timer may be. One that is later says that the page slept: what waits for it has to be read first. */
const timerLatenessMaxMilliseconds = 2_000;
/** The longest that a server may have a client wait before it connects again. */
const retryAfterMaxMilliseconds = 300_000;

/**
 * A connection that survives: it logs in, resumes after a loss, answers commands with promises and hands on each
 * event once.
 *
 * The listener's methods, each of which may be missing, are called in the order of the frames:
 * - `stateChanged(state)`, see `state`;
 * - `opened(session)` with the answer to `session.open`, before any event that follows it;
 * - `roomEvent(event, missed)` for an event that was not seen before, with the numbers that were left out before it, or
 *   null;
 * - `userEvent(event)`;
 * - `failed(rejection)` where the server could not read a frame of ours.
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
  /** How many connections there were: a server tells one that was given up from the one after it. */
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

  /** Counts of what was ignored. */
  ignored = { invalid: 0, unknown: 0, duplicate: 0, foreign: 0 };

  /**
   * @param {object} options
   * @param {string} options.url The server's `ws:` or `wss:` address with `/v1/ws`.
   * @param {{sdkAppID: number, userID: string, userSig: string}} options.credentials
   * @param {object} [options.listener] See above.
   * @param {typeof WebSocket} [options.WebSocket] Instead of the browser's, for tests; so are the two that follow.
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
   * What the connection does: `{phase}` with
   * `idle`, `connecting`; `open`; `waiting` with `retryAt` (Unix milliseconds) and `failures`;
   * `closed` with `close` (see `closeOutcome`) and `rejection` where the server said why.
   */
  get state() { return this.#state; }

  get isOpen() { return this.#state.phase === "open"; }

  /** How far the server's clock is ahead of this one, in milliseconds. */
  clockOffset = 0;

  /** Connects. Does nothing where it is connected or about to be. */
  start() {
    if (this.#state.phase === "idle" || this.#state.phase === "closed") this.#connect();
  }

  /** Connects now instead of waiting for the next attempt. */
  retryNow() {
    if (this.#state.phase !== "waiting") return this.start();
    this.#clock.cancel(this.#retryTimer);
    this.#connect();
  }

  /** Looks at once whether the connection is alive; for a page that was asleep or has a network again. */
  wake() {
    if (this.#state.phase === "waiting") this.retryNow();
    else if (this.isOpen && this.#pingedAt === null) this.#ping();
  }

  /**
   * Takes the connection for lost, because the browser says that there is no network; tries again as after any loss,
   * because a server may be reached without one.
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
   * @param {string} op For instance `barrage.send`.
   * @param {object} [data] Its arguments.
   * @param {string} [room] The live that it is for.
   * @returns {Promise<object>} Its `ok`. Rejects with a {@link Rejection}: the server's, or `networkUnavailable`
   *   where the command was not sent, or `outcomeUnknown` where the connection was lost or silent before the answer
   *   came.
   */
  command(op, data, room) {
    if (!this.isOpen) {
      return Promise.reject(
        new Rejection(ErrorCode.networkUnavailable, "The server cannot be reached. The client goes on trying.", true));
    }
    return this.#send(op, data, room);
  }

  /** Where the client is in a live, or undefined where it is in none of that id. */
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
    // Positions are set before the promise, because the events that follow may be in the same read.
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

  /** Waits until the silence is long enough to ping. What is heard meanwhile moves no timer: there may be much of it. */
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
      // Anything that came is an answer.
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
    // As long as the backoff says, and not less than the server asked for.
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
