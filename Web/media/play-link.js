// The connection that carries a picture. It reconnects by itself unless the server forbids it.

import { backoffMilliseconds, closeCodeGivenUp, closeOutcome, systemClock } from "../wire/connection.js";

export const mediaSubprotocol = "ovation.media.v1";
/** The longest time that a connection may take to open, in milliseconds. */
const openMilliseconds = 8_000;
/** The silence after which the connection of a live picture counts as lost, in milliseconds. */
const silenceMilliseconds = 8_000;
/** The time within which an expired address is renewed, in milliseconds. The buffer plays on meanwhile. Many expire at once. */
const renewMilliseconds = 500;
/** How long a closing connection waits for the server, in milliseconds. A crashed server never answers. */
const closeMilliseconds = 1_000;

/** The address of a WebSocket from the server's address, which may be only a path, or null if it is invalid. */
export function socketAddress(address, base = globalThis.location?.href) {
  try {
    const url = new URL(address, base);
    if (url.protocol === "http:") url.protocol = "ws:";
    if (url.protocol === "https:") url.protocol = "wss:";
    return url.protocol === "ws:" || url.protocol === "wss:" ? url.href : null;
  } catch {
    return null;
  }
}

/** The address of a list from the server's address, which may be only a path, or null if it is invalid. */
export function listAddress(address, base = globalThis.location?.href) {
  try {
    return address ? new URL(address, base).href : null;
  } catch {
    return null;
  }
}

/**
 * Reads a server's message beside the picture.
 *
 * @returns {?object} `{type: "init", mimeType, width, height}`, `{type: "skipped"}` or `{type: "state", state}`; null for an unknown
 *   message.
 */
export function parsePlayFrame(text) {
  let frame;
  try {
    frame = JSON.parse(text);
  } catch {
    return null;
  }
  switch (frame?.type) {
    case "init":
      if (typeof frame.mimeType !== "string") return null;
      return {
        type: "init", mimeType: frame.mimeType, width: Number(frame.width) || 0, height: Number(frame.height) || 0,
        hasVideo: frame.hasVideo !== false, hasAudio: frame.hasAudio !== false,
      };
    case "skipped": return { type: "skipped" };
    case "state": return typeof frame.state === "string" ? { type: "state", state: frame.state } : null;
    default: return null;
  }
}

/**
 * Plays a picture's stream from the server. The listener's methods:
 * - `began(header, bytes)`: a stream starts or restarts with its initialisation segment;
 * - `fragment(bytes)`; `skipped()`: the next fragment is later than the last one;
 * - `stated(state)`: `live`, `interrupted` or `none`;
 * - `phaseChanged(phase)`: `connecting`, `open`, `waiting`, or `closed` with the final `close` (see `closeOutcome`).
 */
export class PlayLink {
  #address;
  #listener;
  #WebSocket;
  #clock;
  #random;
  #socket = null;
  #header = null;
  #failures = 0;
  #retryTimer = null;
  #openTimer = null;
  #silenceTimer = null;
  #heardAt = 0;
  #isLive = false;
  /** The number of the attempt. An address that arrives for an earlier one is ignored. */
  #attempt = 0;

  phase = "idle";

  /**
   * @param {object} options
   * @param {(isRetry: boolean) => Promise<?string>} options.address Returns the picture's address before each attempt.
   * @param {object} options.listener See above.
   * @param {typeof WebSocket} [options.WebSocket] Replaces the browser's in tests, like the next two options.
   * @param {typeof systemClock} [options.clock]
   * @param {() => number} [options.random]
   */
  constructor({ address, listener, WebSocket = globalThis.WebSocket, clock = systemClock, random = Math.random }) {
    this.#address = address;
    this.#listener = listener;
    this.#WebSocket = WebSocket;
    this.#clock = clock;
    this.#random = random;
  }

  start() {
    if (this.phase === "idle" || this.phase === "closed") this.#connect();
  }

  /** Reconnects now. */
  retry() {
    this.#detach()?.close(closeCodeGivenUp);
    this.#connect();
  }

  /** Stops. The promise resolves when the server has closed the connection, or does not answer. */
  stop() {
    const socket = this.#detach();
    this.phase = "idle";
    if (!socket) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = this.#clock.after(closeMilliseconds, resolve);
      socket.onclose = () => {
        this.#clock.cancel(timer);
        resolve();
      };
      socket.close(1000);
    });
  }

  async #connect() {
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#setPhase("connecting");
    let address = null;
    try {
      address = await this.#address(this.#failures > 0);
    } catch {
      // This is retried like a failed connection.
    }
    if (attempt !== this.#attempt) return;
    let socket;
    try {
      socket = new this.#WebSocket(address, [mediaSubprotocol]);
    } catch {
      this.#lost(closeOutcome(1006));
      return;
    }
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#header = null;
    this.#isLive = false;
    socket.onopen = () => socket === this.#socket && this.#opened();
    socket.onmessage = ({ data }) => socket === this.#socket && this.#receive(data);
    socket.onclose = ({ code }) => socket === this.#socket && this.#lost(closeOutcome(code));
    socket.onerror = () => {};
    this.#openTimer = this.#clock.after(openMilliseconds, () => this.#giveUp());
  }

  #opened() {
    this.#clock.cancel(this.#openTimer);
    this.#heardAt = this.#clock.now();
    this.#watch();
    this.#setPhase("open");
  }

  #receive(data) {
    this.#heardAt = this.#clock.now();
    if (typeof data === "string") {
      const frame = parsePlayFrame(data);
      if (frame?.type === "init") this.#header = frame;
      else if (frame?.type === "skipped") this.#listener.skipped?.();
      else if (frame?.type === "state") {
        this.#isLive = frame.state === "live";
        this.#listener.stated?.(frame.state);
      }
      return;
    }
    const header = this.#header;
    this.#header = null;
    this.#failures = 0;
    if (header) this.#listener.began?.(header, data);
    else this.#listener.fragment?.(data);
  }

  /** Detects by its silence a connection that vanished, as on a phone that changed its network. */
  #watch() {
    this.#silenceTimer = this.#clock.after(silenceMilliseconds, () => {
      if (this.#isLive && this.#clock.now() - this.#heardAt >= silenceMilliseconds) this.#giveUp();
      else this.#watch();
    });
  }

  #giveUp() {
    const socket = this.#socket;
    this.#lost(closeOutcome(1006));
    socket?.close(closeCodeGivenUp);
  }

  #lost(close) {
    this.#detach();
    if (!close.reconnect) {
      this.#setPhase("closed", close);
      return;
    }
    const isToRenew = close.name === "playAddressOver" && this.#failures === 0;
    const wait = isToRenew ? this.#random() * renewMilliseconds : backoffMilliseconds(this.#failures, this.#random);
    this.#failures += 1;
    this.#retryTimer = this.#clock.after(wait, () => this.#connect());
    this.#setPhase("waiting");
  }

  #detach() {
    this.#attempt += 1;
    for (const timer of [this.#retryTimer, this.#openTimer, this.#silenceTimer]) this.#clock.cancel(timer);
    const socket = this.#socket;
    this.#socket = null;
    return socket;
  }

  #setPhase(phase, close = null) {
    this.phase = phase;
    this.#listener.phaseChanged?.(phase, close);
  }
}
