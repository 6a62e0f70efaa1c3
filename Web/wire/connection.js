import { backoffMilliseconds } from "./backoff.js";
import { systemClock } from "./clock.js";
import { closeCodeGivenUp, closeCodeLost, closeOutcome } from "./close.js";
import { ErrorCode } from "./errors.js";
import { checkReply, encodeCommand, parseServerFrame } from "./frames.js";
import { place, positionAfterJoining, positionAfterResuming, resumeEntry } from "./positions.js";
import { Rejection } from "./rejection.js";

export const subprotocol = "ovation.v1.json";

/** How long a connection and then its login may take. */
const openTimeoutMilliseconds = 10_000;
/** How long an answer may take before its command is given up. */
const replyTimeoutMilliseconds = 15_000;
/** How often the client looks whether it has to ping or to give up. */
const watchIntervalMilliseconds = 5_000;
/** After how much silence it pings: at least every 30 s, as the protocol asks. */
const pingAfterMilliseconds = 20_000;
/** After how much silence, with a ping unanswered, the connection is taken for lost. */
const silenceMaxMilliseconds = 60_000;
/** The longest that a server may have a client wait before it connects again. */
const retryAfterMaxMilliseconds = 300_000;
/** How long a ping may be unanswered before that. A page that slept has to ask first. */
const pingPatienceMilliseconds = 10_000;

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
    else if (this.isOpen) this.#ping();
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
    if (!this.isOpen) return Promise.reject(new Rejection(ErrorCode.networkUnavailable, undefined, true));
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
    const data = { ...this.#credentials };
    if (this.#session) data.resume = { session: this.#session, rooms };
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

  #watch() {
    this.#clock.cancel(this.#watchTimer);
    this.#watchTimer = this.#clock.after(watchIntervalMilliseconds, () => {
      const now = this.#clock.now();
      const silence = now - this.#heardAt;
      const isPingOld = this.#pingedAt !== null && now - this.#pingedAt >= pingPatienceMilliseconds;
      if (silence >= silenceMaxMilliseconds && isPingOld) return this.#giveUp();
      if (silence >= pingAfterMilliseconds && (this.#pingedAt === null || isPingOld)) this.#ping();
      this.#watch();
    });
  }

  #ping() {
    this.#pingedAt ??= this.#clock.now();
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
