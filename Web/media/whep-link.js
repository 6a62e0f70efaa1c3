// Watches a picture by WHEP: half a second behind the camera, from the media server of WebRTC. Loaded when a live offers it.

import { systemClock } from "../wire/connection.js";

/** How long a picture may take to come, in milliseconds. */
const connectMilliseconds = 8_000;
/** How long the browser's own addresses are gathered before the answer goes out, in milliseconds. The server learns of others by itself. */
const gatherMilliseconds = 500;
/** The number of a refusal for want of a place. */
const fullCode = 110313;

/** The servers of ICE in `Link` headers (RFC 9725, 4.6). */
export function iceServersOf(header) {
  const servers = [];
  for (const part of (header ?? "").split(/,\s*(?=<)/)) {
    const [, urls = ""] = /^\s*<((?:stun|turn)s?:[^>]+)>/.exec(part) ?? [];
    if (!urls || !/rel="?ice-server"?/.test(part)) continue;
    const value = (name) => new RegExp(`${name}="([^"]*)"`).exec(part)?.[1];
    const [username, credential] = [value("username"), value("credential")];
    servers.push(username === undefined ? { urls } : { urls, username, credential: credential ?? "" });
  }
  return servers;
}

/** Waits until a connection has its own addresses, and no longer than it may. */
function gathered(connection, clock) {
  if (connection.iceGatheringState === "complete") return Promise.resolve();
  return new Promise((resolve) => {
    const timer = clock.after(gatherMilliseconds, resolve);
    connection.addEventListener("icegatheringstatechange", () => {
      if (connection.iceGatheringState !== "complete") return;
      clock.cancel(timer);
      resolve();
    });
  });
}

/**
 * Plays a picture by WHEP once. The listener's methods:
 * - `came(stream)`: the picture's stream is there;
 * - `ended(why)`: it cannot be had (`refused`, with `isFull` when all places are taken) or broke off (`lost`). Called once, never after
 *   `stop`.
 */
export class WhepLink {
  #address;
  #listener;
  #clock;
  #fetch;
  #Connection;
  #connection = null;
  #place = null;
  #timer = null;
  #isOver = false;

  /**
   * @param {object} options
   * @param {() => Promise<?string>} options.address Where the live's WHEP is.
   * @param {{came: (stream: MediaStream) => void, ended: (why: string, isFull?: boolean) => void}} options.listener
   * @param {typeof systemClock} [options.clock]
   * @param {typeof fetch} [options.fetch] Replaces the browser's in tests, like the next.
   * @param {typeof RTCPeerConnection} [options.Connection]
   */
  constructor({ address, listener, clock = systemClock, fetch = globalThis.fetch, Connection = globalThis.RTCPeerConnection }) {
    this.#address = address;
    this.#listener = listener;
    this.#clock = clock;
    this.#fetch = (address, options) => fetch(address, options);
    this.#Connection = Connection;
  }

  async start() {
    this.#timer = this.#clock.after(connectMilliseconds, () => this.#end("lost"));
    try {
      await this.#connect();
    } catch {
      this.#end("lost");
    }
  }

  /** Ends it. The promise resolves when the server knows. */
  async stop() {
    this.#isOver = true;
    await this.#close();
  }

  async #connect() {
    const address = await this.#address();
    if (!address) {
      this.#end("refused");
      return;
    }
    const response = await this.#fetch(address, {
      method: "POST", headers: { "content-type": "application/sdp" }, body: await this.#offer(),
    });
    const isOffer = response.status === 406 && /^application\/sdp/.test(response.headers.get("content-type") ?? "");
    if (!isOffer) {
      const answer = await response.json().catch(() => null);
      this.#end("refused", answer?.error?.code === fullCode);
      return;
    }
    this.#place = new URL(response.headers.get("location") ?? "", new URL(address, globalThis.location?.href)).href;
    const sdp = await response.text();
    if (this.#isOver) {
      await this.#close();
      return;
    }
    await this.#answer(sdp, iceServersOf(response.headers.get("link")));
  }

  /** An offer that receives, as the protocol begins. It is answered with another one, so nothing of it stays. */
  async #offer() {
    const connection = new this.#Connection();
    try {
      for (const kind of ["audio", "video"]) connection.addTransceiver(kind, { direction: "recvonly" });
      return (await connection.createOffer()).sdp;
    } finally {
      connection.close();
    }
  }

  async #answer(sdp, iceServers) {
    const connection = new this.#Connection({ iceServers });
    this.#connection = connection;
    const stream = new globalThis.MediaStream();
    connection.ontrack = ({ track }) => {
      stream.addTrack(track);
      if (stream.getTracks().length === 1) this.#listener.came(stream);
    };
    connection.onconnectionstatechange = () => {
      const { connectionState } = connection;
      if (connectionState === "connected") this.#clock.cancel(this.#timer);
      if (connectionState === "failed" || connectionState === "closed") this.#end("lost");
      // A connection that is shaken may recover, which takes a few seconds.
      if (connectionState === "disconnected") {
        this.#clock.cancel(this.#timer);
        this.#timer = this.#clock.after(connectMilliseconds / 2, () => this.#end("lost"));
      }
    };
    await connection.setRemoteDescription({ type: "offer", sdp });
    await connection.setLocalDescription(await connection.createAnswer());
    await gathered(connection, this.#clock);
    if (this.#isOver) return;
    const response = await this.#fetch(this.#place, {
      method: "PATCH", headers: { "content-type": "application/sdp" }, body: connection.localDescription?.sdp ?? "",
    });
    if (!response.ok) this.#end("refused");
  }

  #end(why, isFull = false) {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#close();
    this.#listener.ended(why, isFull);
  }

  async #close() {
    this.#clock.cancel(this.#timer);
    this.#connection?.close();
    this.#connection = null;
    const place = this.#place;
    this.#place = null;
    if (!place) return;
    try {
      await this.#fetch(place, { method: "DELETE", keepalive: true });
    } catch {
      // The server ends a session whose connection is gone by itself.
    }
  }
}
