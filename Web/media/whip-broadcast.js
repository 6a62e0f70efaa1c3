// Sends the picture of the user's own live by WHIP (RFC 9725): with the least delay, where the server has a media server of WebRTC.

import { backoffMilliseconds, systemClock } from "../wire/connection.js";
import { ErrorCode } from "../wire/errors.js";
import { coversBeside, drawCover } from "./cover.js";
import { LineFigures } from "./line-figures.js";
import { pictureBitRate, qualityOf } from "./publisher-policy.js";
import { iceServersOf } from "./whep-link.js";

/** How long a connection may take to be up, in milliseconds. */
const connectMilliseconds = 15_000;
/** How long a connection that is shaken may take to recover, in milliseconds. */
const shakenMilliseconds = 5_000;
/** The interval between looks at what is sent, in milliseconds. */
const watchMilliseconds = 1_000;

/** The errors that a retry cannot change. */
const finalCodes = new Set([
  ErrorCode.ownerRequired, ErrorCode.roomNotFound, ErrorCode.permissionDenied, ErrorCode.liveNotOn, ErrorCode.mediaNotRelayed,
  ErrorCode.rtcNotConfigured, ErrorCode.sessionDescriptionRefused,
]);

/** The answers that say that the server sent a publisher away. */
const sentAwayCodes = new Set([ErrorCode.publisherReplaced, ErrorCode.pictureStopped, ErrorCode.liveNotOn]);

/** Sends a stream by WebRTC. Phases, properties and events are those of `Broadcast`. */
export class WhipBroadcast extends EventTarget {
  #session;
  #clock;
  #fetch;
  #Connection;
  #connection = null;
  #place = null;
  #ticket = null;
  #timer = null;
  #watchTimer = null;
  #attempt = 0;
  #failures = 0;
  #listening = new AbortController();
  #sentBefore = null;
  #wasClosed = false;
  #covers;

  phase = "starting";
  why = null;
  /** The bits sent per second. */
  bitRate = 0;
  unsentSeconds = 0;
  isSlow = false;
  isMuted = false;
  isCameraOff = false;
  own = null;
  elsewhere = null;
  /** As of `Broadcast`. By WebRTC the connection itself tells them. */
  line = new LineFigures(() => Promise.reject(new Error("By WebRTC nobody pings.")));

  /**
   * @param {object} options As for `Broadcast`.
   * @param {import("../model/session.js").Session} options.session
   * @param {string} options.liveID
   * @param {MediaStream} options.stream
   * @param {object} options.choice
   * @param {typeof systemClock} [options.clock]
   * @param {typeof globalThis.fetch} [options.fetch]
   * @param {typeof RTCPeerConnection} [options.Connection]
   * @param {(stream: MediaStream) => Promise<Blob | null>} [options.draw]
   */
  constructor({
    session, liveID, stream, choice, clock = systemClock, fetch = globalThis.fetch, Connection = globalThis.RTCPeerConnection,
    draw = drawCover,
  }) {
    super();
    this.#session = session;
    this.liveID = liveID;
    this.stream = stream;
    this.choice = choice;
    this.quality = qualityOf(choice.quality);
    this.#clock = clock;
    this.#fetch = (address, options) => fetch(address, options);
    this.#Connection = Connection;
    this.#covers = coversBeside({
      session, liveID, clock, fetch: this.#fetch, draw: async () => (this.isCameraOff ? null : draw(this.stream)),
    });
  }

  get isGoingOn() { return this.phase !== "stopped"; }
  get source() { return this.own ?? this.stream; }

  start() {
    const { signal } = this.#listening;
    this.#session.addEventListener("connection", () => this.#sessionChanged(), { signal });
    this.#watchTracks();
    this.#watch();
    this.#connect();
  }

  /** Stops the picture. The live continues. */
  stop() { return this.#end(null); }

  mute(isMuted) {
    this.isMuted = isMuted;
    for (const track of this.source.getAudioTracks()) track.enabled = !isMuted;
    this.#changed();
  }

  coverCamera(isOff) {
    this.isCameraOff = isOff;
    for (const track of this.source.getVideoTracks()) track.enabled = !isOff;
    this.#changed();
  }

  /** Continues with another camera, screen or microphone, on a new connection: what is in the picture may differ. */
  replace(stream, choice, own = null) {
    const used = new Set([stream, own].flatMap((each) => each?.getTracks() ?? []));
    const old = [this.stream, this.own].flatMap((each) => each?.getTracks() ?? []);
    this.stream = stream;
    this.own = own;
    this.choice = choice;
    this.quality = qualityOf(choice.quality);
    this.#watchTracks();
    this.mute(this.isMuted);
    this.coverCamera(this.isCameraOff);
    for (const track of old) if (!used.has(track)) track.stop();
    // The server shows the old picture until the new one comes.
    this.#connect();
  }

  #sessionChanged() {
    const { isOpen } = this.#session.connection;
    const isBack = isOpen && this.#wasClosed;
    this.#wasClosed = !isOpen;
    if (this.phase === "waiting" && isOpen && !this.#connection) this.#connect();
    else if (this.phase === "on" && isBack) this.#lookAfterLoss();
  }

  /** A server that was started again knows nothing of a picture that still flows. The end of candidates is no news, and asks for it. */
  async #lookAfterLoss() {
    const [attempt, place] = [this.#attempt, this.#place];
    try {
      const { status } = await this.#fetch(place, {
        method: "PATCH", body: "a=end-of-candidates\r\n",
        headers: {
          "content-type": "application/trickle-ice-sdpfrag", "if-match": "*", authorization: `bearer ${this.#ticket}`,
        },
      });
      if (status === 404 && attempt === this.#attempt) this.#again();
    } catch {
      // The connection is lost again, and comes back again.
    }
  }

  async #connect() {
    this.#clock.cancel(this.#timer);
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#letGo(false);
    if (!this.#session.connection.isOpen) {
      this.#set("waiting");
      return;
    }
    if (this.phase !== "waiting") this.#set("starting");
    let rejection = null;
    try {
      rejection = await this.#publish(attempt);
    } catch (error) {
      rejection = error?.code === undefined ? { code: 0 } : error;
    }
    if (attempt !== this.#attempt || rejection === null) return;
    if (finalCodes.has(rejection.code)) this.#end({ rejection });
    else this.#again();
  }

  /** Publishes once. Returns why it is refused, or null. */
  async #publish(attempt) {
    const { url, bitRateMax = null } = await this.#session.connection.command("media.publish", {}, this.liveID);
    if (attempt !== this.#attempt) return null;
    const ticket = new URL(url, globalThis.location?.href).searchParams.get("ticket");
    const connection = new this.#Connection();
    this.#connection = connection;
    for (const track of this.stream.getTracks()) {
      const sendEncodings = track.kind === "video" ? [{ maxBitrate: pictureBitRate(this.quality, bitRateMax) }] : undefined;
      connection.addTransceiver(track, { direction: "sendonly", streams: [this.stream], sendEncodings });
    }
    connection.onconnectionstatechange = () => connection === this.#connection && this.#stateChanged(connection);
    await connection.setLocalDescription(await connection.createOffer());
    const response = await this.#fetch(`/v1/rtc/${encodeURIComponent(this.liveID)}/whip`, {
      method: "POST", headers: { "content-type": "application/sdp", authorization: `bearer ${ticket}` },
      body: connection.localDescription?.sdp ?? "",
    });
    const text = await response.text();
    const place = response.headers.get("location");
    if (attempt !== this.#attempt) {
      if (place) this.#delete(place, ticket);
      return null;
    }
    if (response.status !== 201 || !place) return errorOf(text);
    this.#place = place;
    this.#ticket = ticket;
    const iceServers = iceServersOf(response.headers.get("link"));
    if (iceServers.length > 0) connection.setConfiguration({ iceServers });
    await connection.setRemoteDescription({ type: "answer", sdp: text });
    this.#timer = this.#clock.after(connectMilliseconds, () => attempt === this.#attempt && this.#again());
    return null;
  }

  #stateChanged({ connectionState }) {
    this.#clock.cancel(this.#timer);
    if (connectionState === "connected") {
      this.#failures = 0;
      if (this.phase !== "on") this.#covers.start();
      this.#set("on");
    } else if (connectionState === "failed" || connectionState === "closed") {
      // The server sends somebody away by ending the connection. The next attempt is told why.
      this.#again();
    } else if (connectionState === "disconnected") {
      this.#timer = this.#clock.after(shakenMilliseconds, () => this.#again());
    }
  }

  async #again() {
    const attempt = this.#attempt;
    const code = await this.#letGo(true);
    if (attempt !== this.#attempt) return;
    // Who was sent away does not come back by themselves: two pages would take the live from each other for ever.
    if (sentAwayCodes.has(code)) {
      this.#end({ rejection: { code } });
      return;
    }
    const wait = backoffMilliseconds(this.#failures, Math.random);
    this.#failures += 1;
    this.#timer = this.#clock.after(wait, () => this.#connect());
    this.#set("waiting");
  }

  #watchTracks() {
    const { source } = this;
    for (const track of source.getTracks()) {
      track.addEventListener("ended", () => source === this.source && this.#end({ words: "studio.sourceEnded" }), {
        signal: this.#listening.signal,
      });
    }
  }

  #watch() {
    this.#watchTimer = this.#clock.after(watchMilliseconds, async () => {
      await this.#lookAtLine();
      if (this.isGoingOn) this.#watch();
    });
  }

  async #lookAtLine() {
    let sent = 0;
    const reports = [...(await this.#connection?.getStats().catch(() => null))?.values() ?? []];
    for (const report of reports) {
      if (report.type === "outbound-rtp") sent += report.bytesSent ?? 0;
    }
    this.line.heard(reports);
    const now = this.#clock.now();
    const before = this.#sentBefore;
    this.bitRate = before && sent >= before.sent && now > before.now ? Math.round((sent - before.sent) * 8_000 / (now - before.now)) : 0;
    this.#sentBefore = { now, sent };
    this.#changed();
  }

  /** Closes the connection, and tells the server unless a new session takes its place. Answers why the server had ended it before. */
  #letGo(isTold) {
    const [connection, place, ticket] = [this.#connection, this.#place, this.#ticket];
    this.#connection = this.#place = this.#ticket = null;
    this.#sentBefore = null;
    if (connection) connection.onconnectionstatechange = null;
    connection?.close();
    return isTold && place ? this.#delete(place, ticket) : Promise.resolve(0);
  }

  async #delete(place, ticket) {
    try {
      const headers = { authorization: `bearer ${ticket}` };
      const response = await this.#fetch(place, { method: "DELETE", headers, keepalive: true });
      return response.ok ? 0 : errorOf(await response.text()).code;
    } catch {
      // The server notices by itself.
      return 0;
    }
  }

  #end(why) {
    if (this.phase === "stopped") return Promise.resolve();
    this.#attempt += 1;
    this.#listening.abort();
    this.#clock.cancel(this.#timer);
    this.#clock.cancel(this.#watchTimer);
    this.why = why;
    const closed = this.#letGo(true);
    for (const track of [this.stream, this.source].flatMap((each) => each.getTracks())) track.stop();
    this.#set("stopped");
    return closed;
  }

  #set(phase) {
    this.phase = phase;
    if (phase !== "on") this.#covers.stop();
    this.#changed();
  }

  #changed() { this.dispatchEvent(new Event("change")); }
}

/** The server's refusal in an answer's body. */
function errorOf(text) {
  try {
    const { code = 0, message = "" } = JSON.parse(text).error;
    return { code, message };
  } catch {
    return { code: 0, message: "" };
  }
}
