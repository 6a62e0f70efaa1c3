// The mesh: a connection of WebRTC to everybody else who sits. Each page sends its own picture and voice to each other page.

import { systemClock } from "../wire/connection.js";
import { makeTag, readSignal, writeSignal } from "./peer-signals.js";

/** The most connections at a time. A live of voices has no more seats with somebody in them. */
const peersMax = 8;
/** How long the other page may take to answer, and a connection to be up, before it is tried again, in milliseconds. */
const patienceMilliseconds = { min: 4_000, max: 32_000 };
/** How often the other page may start anew, in a minute. */
const startsMax = 20;
const minuteMilliseconds = 60_000;
/** The bits a second of one guest's picture. */
const pictureBitRate = 400_000;

/**
 * The connections of this page to those who sit. Two pages agree by the pattern of perfect negotiation: of two offers at a time, that of
 * the user with the greater id holds.
 *
 * Event: `change` when a stream comes or goes, or a connection is up or lost.
 */
export class Mesh extends EventTarget {
  #ownID;
  #send;
  #servers;
  #Connection;
  #clock;
  #peers = new Map();
  #stream = null;
  #isClosed = false;

  /**
   * @param {object} options
   * @param {string} options.ownID The page's user.
   * @param {(to: string, data: string) => Promise<unknown>} options.send Sends a signal to another user.
   * @param {() => RTCIceServer[]} options.servers
   * @param {typeof RTCPeerConnection} [options.Connection] Replaces the browser's in tests.
   * @param {typeof systemClock} [options.clock]
   */
  constructor({ ownID, send, servers, Connection = globalThis.RTCPeerConnection, clock = systemClock }) {
    super();
    this.#ownID = ownID;
    this.#send = send;
    this.#servers = servers;
    this.#Connection = Connection;
    this.#clock = clock;
  }

  /** Whether this browser can connect at all. */
  get isPossible() { return Boolean(this.#Connection); }

  /** Connects to these users, and to nobody else. */
  connect(userIDs) {
    if (!this.isPossible || this.#isClosed) return;
    const wanted = new Set(userIDs.filter((userID) => userID !== this.#ownID).slice(0, peersMax));
    for (const userID of [...this.#peers.keys()]) if (!wanted.has(userID)) this.#drop(userID);
    for (const userID of wanted) if (!this.#peers.has(userID)) this.#meet(userID);
  }

  /** Sends this stream from now on; null for nothing. */
  show(stream) {
    if (stream === this.#stream) return;
    this.#stream = stream;
    for (const peer of this.#peers.values()) this.#addTracks(peer);
  }

  /** The other users' streams: null before anything comes. */
  streamOf(userID) {
    const stream = this.#peers.get(userID)?.stream ?? null;
    return stream && stream.getTracks().length > 0 ? stream : null;
  }

  /** Whether the connection to a user is up. */
  isConnected(userID) { return this.#peers.get(userID)?.connection?.connectionState === "connected"; }

  /** Takes a signal of another user. One of somebody who does not sit is left aside. */
  receive({ from, data }) {
    const peer = this.#peers.get(from);
    const signal = peer && readSignal(data);
    if (!signal) return;
    if (signal.tag !== peer.theirTag && !this.#begin(peer, signal.tag)) return;
    if (signal.isHello) {
      if (signal.to !== peer.tag) this.#say(peer, { isHello: true });
      return;
    }
    // It is for a connection that is no more.
    if (signal.to !== peer.tag) return;
    const { connection } = peer;
    peer.work = peer.work.then(() => connection === peer.connection && this.#apply(peer, signal)).catch(() => {
      if (connection === peer.connection) this.#startAnew(peer);
    });
  }

  /** Goes on after the connection to the server was lost: what was sent meanwhile is gone. */
  resume() {
    for (const peer of this.#peers.values()) {
      const isWell = peer.connection?.connectionState === "connected" && peer.connection.signalingState === "stable";
      if (!isWell) this.#startAnew(peer, true);
    }
  }

  close() {
    this.#isClosed = true;
    for (const userID of [...this.#peers.keys()]) this.#drop(userID);
  }

  #meet(userID) {
    const peer = {
      userID, tag: makeTag(), theirTag: null, connection: null, stream: null, isOffering: false, isDeaf: false, work: Promise.resolve(),
      timer: null, failures: 0, starts: [], senders: new Map(),
    };
    this.#peers.set(userID, peer);
    this.#say(peer, { isHello: true });
    this.#watch(peer);
  }

  #drop(userID) {
    const peer = this.#peers.get(userID);
    this.#peers.delete(userID);
    this.#clock.cancel(peer.timer);
    this.#hangUp(peer);
    this.#changed();
  }

  #hangUp(peer) {
    const { connection } = peer;
    peer.connection = null;
    peer.stream = null;
    peer.senders = new Map();
    peer.isOffering = peer.isDeaf = false;
    if (!connection) return;
    for (const name of ["onnegotiationneeded", "onicecandidate", "ontrack", "onconnectionstatechange"]) connection[name] = null;
    connection.close();
  }

  /** Makes a connection with the other page's new end; returns false if it starts anew too often. */
  #begin(peer, theirTag) {
    const now = this.#clock.now();
    peer.starts = peer.starts.filter((at) => now - at < minuteMilliseconds);
    if (peer.starts.length >= startsMax) return false;
    peer.starts.push(now);
    this.#hangUp(peer);
    peer.theirTag = theirTag;
    const connection = new this.#Connection({ iceServers: this.#servers(), bundlePolicy: "max-bundle" });
    peer.connection = connection;
    peer.stream = new MediaStream();
    connection.onnegotiationneeded = () => this.#offer(peer, connection);
    connection.onicecandidate = ({ candidate }) => candidate && this.#say(peer, { candidate: candidate.toJSON() });
    connection.ontrack = ({ track }) => this.#took(peer, track);
    connection.onconnectionstatechange = () => this.#stateChanged(peer, connection);
    this.#addTracks(peer);
    this.#watch(peer);
    return true;
  }

  #took(peer, track) {
    // A page that changes its devices sends them on the track that was there; only one of a kind is taken.
    for (const old of peer.stream.getTracks()) if (old.kind === track.kind) peer.stream.removeTrack(old);
    peer.stream.addTrack(track);
    this.#changed();
  }

  #addTracks(peer) {
    const { connection, senders } = peer;
    if (!connection) return;
    for (const kind of ["audio", "video"]) {
      const track = this.#stream?.getTracks().find((each) => each.kind === kind) ?? null;
      const sender = senders.get(kind);
      if (sender) sender.replaceTrack(track).catch(() => {});
      else if (track) senders.set(kind, connection.addTrack(track, this.#stream));
    }
  }

  async #offer(peer, connection) {
    try {
      peer.isOffering = true;
      await connection.setLocalDescription();
      if (connection === peer.connection) this.#say(peer, { description: connection.localDescription });
    } catch {
      if (connection === peer.connection) this.#startAnew(peer);
    } finally {
      peer.isOffering = false;
    }
  }

  async #apply(peer, { description, candidate }) {
    const { connection } = peer;
    if (candidate) {
      try {
        await connection.addIceCandidate(candidate);
      } catch (error) {
        // Those of an offer that was left aside mean nothing.
        if (!peer.isDeaf) throw error;
      }
      return;
    }
    const isGreater = this.#ownID > peer.userID;
    const isCollision = description.type === "offer" && (peer.isOffering || connection.signalingState !== "stable");
    peer.isDeaf = isCollision && isGreater;
    if (peer.isDeaf) return;
    await connection.setRemoteDescription(description);
    if (description.type !== "offer") return;
    await connection.setLocalDescription();
    this.#say(peer, { description: connection.localDescription });
  }

  #stateChanged(peer, connection) {
    if (connection.connectionState === "connected") {
      peer.failures = 0;
      this.#clock.cancel(peer.timer);
      for (const sender of connection.getSenders()) limit(sender);
    } else if (connection.connectionState === "failed") {
      this.#startAnew(peer);
    }
    this.#changed();
  }

  /** Hangs up, and says hello with another tag: at once, or after a wait that grows. */
  #startAnew(peer, isNow = false) {
    this.#hangUp(peer);
    this.#clock.cancel(peer.timer);
    peer.theirTag = null;
    peer.tag = makeTag();
    this.#changed();
    const hello = () => {
      this.#say(peer, { isHello: true });
      this.#watch(peer);
    };
    if (isNow) hello();
    else peer.timer = this.#clock.after(this.#patience(peer), hello);
  }

  /** Tries again if the connection is not up in time. A page that has not come yet is greeted again and again, ever more seldom. */
  #watch(peer) {
    this.#clock.cancel(peer.timer);
    peer.timer = this.#clock.after(this.#patience(peer), () => {
      const state = peer.connection?.connectionState;
      if (state === "connected") return;
      // Nobody has anything to send as long as the connection is new; it waits.
      if (state === "new" && peer.connection.signalingState === "stable" && !this.#stream?.getTracks().length) return;
      peer.failures += 1;
      this.#startAnew(peer, true);
    });
  }

  #patience({ failures }) { return Math.min(patienceMilliseconds.max, patienceMilliseconds.min * 2 ** Math.min(failures, 10)); }

  #say(peer, signal) {
    const { connection } = peer;
    this.#send(peer.userID, writeSignal({ tag: peer.tag, to: peer.theirTag, ...signal })).catch(() => {
      // The other one has left the seat, which is told; or it is tried again in time.
      if (signal.description && connection && connection === peer.connection) this.#watch(peer);
    });
  }

  #changed() { this.dispatchEvent(new Event("change")); }
}

/** Keeps a guest's picture small, because each of them goes to all others. */
function limit(sender) {
  if (sender.track?.kind !== "video") return;
  const parameters = sender.getParameters();
  if (!parameters.encodings?.length) return;
  parameters.encodings[0].maxBitrate = pictureBitRate;
  sender.setParameters(parameters).catch(() => {});
}
