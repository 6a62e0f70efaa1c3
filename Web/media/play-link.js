// The connection over which a picture comes: it comes back by itself, unless the server says not to.

import { backoffMilliseconds, closeCodeGivenUp, closeOutcome, systemClock } from "../wire/connection.js";

export const mediaSubprotocol = "ovation.media.v1";
/** How long a connection may take to open. */
const openMilliseconds = 8_000;
/** After how much silence the connection of a picture that is live is taken for lost. */
const silenceMilliseconds = 8_000;
/** An address that is over is asked for anew within so long: what is buffered plays on meanwhile. Many expire in the same moment. */
const renewMilliseconds = 500;
/** How long a connection that is closed here is waited for: a server that is gone answers nothing. */
const closeMilliseconds = 1_000;

/** The address of a WebSocket by an address of the server, of which the path may be all. null where it is none. */
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

/**
 * What the server says beside the picture.
 *
 * @returns {?object} `{type: "init", mimeType, width, height}`, `{type: "skipped"}`, `{type: "state", state}`; null for what this page
 *   does not know.
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
 * - `began(header, bytes)`: a stream begins, or begins anew, with its initialisation segment;
 * - `fragment(bytes)`; `skipped()`: what comes next is later than what came last;
 * - `stated(state)`: `live`, `interrupted` or `none`;
 * - `phaseChanged(phase)`: `connecting`, `open`, `waiting`, `closed` with the `close` that ended it (see `closeOutcome`).
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
  /** Each attempt has a number, so that an address that comes late belongs to nothing. */
  #attempt = 0;

  phase = "idle";

  /**
   * @param {object} options
   * @param {(isRetry: boolean) => Promise<?string>} options.address Where the picture is; asked before each attempt.
   * @param {object} options.listener See above.
   * @param {typeof WebSocket} [options.WebSocket] Instead of the browser's, for tests; so are the two that follow.
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

  /** Connects anew, now. */
  retry() {
    this.#detach()?.close(closeCodeGivenUp);
    this.#connect();
  }

  /** Ends it. The promise is kept when the server has let go of the connection, or would not answer. */
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
      // Tried again like a connection that failed.
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

  /** A connection that is gone without a word, as that of a phone whose network changed, is noticed by its silence. */
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
