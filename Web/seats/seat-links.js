// The way over the media server of WebRTC: who sits sends there once, and takes each of the others from there.

import { systemClock } from "../wire/connection.js";
import { ErrorCode } from "../wire/errors.js";

/** The wait before another attempt, which doubles up to the longest, in milliseconds. */
const patienceMilliseconds = { min: 300, max: 4_000 };
/** How long a connection may take to be up, in milliseconds. */
const connectMilliseconds = 10_000;
/** How long a connection that is shaken may take to recover, in milliseconds. */
const shakenMilliseconds = 3_000;
/** The bits a second of one guest's picture. */
const pictureBitRate = 400_000;

/**
 * The connections of this page to the media server. It has the contract of `Mesh`.
 *
 * Event: `change` when a stream comes or goes, or a connection is up or lost.
 */
export class SeatLinks extends EventTarget {
  #options;
  #sending = null;
  #taken = new Map();
  #offer = null;

  /**
   * @param {object} options
   * @param {() => {address: string, ticket: string}} options.server Where the media server is reached, and what to show there.
   * @param {() => Promise<unknown>} options.refresh Asks for another ticket.
   * @param {() => RTCIceServer[]} options.servers
   * @param {boolean} options.hasPictures Whether the seats have pictures.
   * @param {typeof RTCPeerConnection} [options.Connection] Replaces the browser's in tests, like the next.
   * @param {typeof globalThis.fetch} [options.fetch]
   * @param {typeof systemClock} [options.clock]
   */
  constructor({
    server, refresh, servers, hasPictures, Connection = globalThis.RTCPeerConnection, fetch = globalThis.fetch, clock = systemClock,
  }) {
    super();
    this.#options = {
      server, refresh, servers, hasPictures, Connection, clock, fetch: (address, options) => fetch(address, options),
      changed: () => this.dispatchEvent(new Event("change")), offer: () => this.#viewerOffer(),
    };
  }

  /** Whether this browser can connect at all. */
  get isPossible() { return Boolean(this.#options.Connection); }

  /**
   * Takes these users, and nobody else.
   *
   * @param {string[]} userIDs Who sends something.
   * @param {(userID: string) => boolean} [isShown] Whose picture is looked at. Of others comes the voice alone.
   */
  connect(userIDs, isShown = () => true) {
    if (!this.isPossible) return;
    const wanted = new Set(userIDs);
    for (const [userID, link] of this.#taken) {
      if (wanted.has(userID)) continue;
      this.#taken.delete(userID);
      link.close();
    }
    for (const userID of wanted) {
      let link = this.#taken.get(userID);
      if (!link) {
        link = new TakingLink(this.#options, userID);
        this.#taken.set(userID, link);
        link.start();
      }
      link.show(isShown(userID));
    }
  }

  /** Sends this stream from now on; null for nothing. */
  show(stream) {
    if (!this.isPossible) return;
    if (!stream?.getTracks().length) {
      this.#sending?.close();
      this.#sending = null;
    } else if (this.#sending) {
      this.#sending.use(stream);
    } else {
      this.#sending = new SendingLink(this.#options, stream);
      this.#sending.start();
    }
  }

  /** The other users' streams: null before anything comes. */
  streamOf(userID) {
    const stream = this.#taken.get(userID)?.stream ?? null;
    return stream && stream.getTracks().length > 0 ? stream : null;
  }

  /** Whether the picture and voice of a user come. */
  isConnected(userID) { return this.#taken.get(userID)?.isUp ?? false; }

  /** Signals of other pages mean nothing here. */
  receive() {}

  /** Goes on after the connection to the server was lost: a server that was started again knows nothing of what still flows. */
  resume() { for (const link of [this.#sending, ...this.#taken.values()]) link?.look(); }

  close() {
    this.connect([]);
    this.show(null);
  }

  /** What a taker posts. The media server offers itself, so nothing of this one stays, and it serves for all. */
  #viewerOffer() {
    this.#offer ??= (async () => {
      const connection = new this.#options.Connection();
      try {
        for (const kind of ["audio", "video"]) connection.addTransceiver(kind, { direction: "recvonly" });
        return (await connection.createOffer()).sdp;
      } catch (error) {
        this.#offer = null;
        throw error;
      } finally {
        connection.close();
      }
    })();
    return this.#offer;
  }
}

/** One connection with the media server, begun again for as long as it is wanted. */
class Link {
  options;
  connection = null;
  #place = null;
  #timer = null;
  #attempt = 0;
  #failures = 0;
  #isClosed = false;

  constructor(options) { this.options = options; }

  get isUp() { return this.connection?.connectionState === "connected"; }

  start() { return this.#connect(); }

  close() {
    this.#isClosed = true;
    this.#attempt += 1;
    this.options.clock.cancel(this.#timer);
    this.#letGo();
    this.options.changed();
  }

  /** Looks whether the server still knows of it; one that waits is tried now. */
  async look() {
    if (this.#isClosed) return;
    const attempt = this.#attempt;
    if (!this.#place) {
      if (!this.connection) await this.#connect();
      return;
    }
    // The end of candidates is no news, and asks for it.
    const status = await this.request(this.#place, "PATCH", "application/trickle-ice-sdpfrag", "a=end-of-candidates\r\n")
      .then((response) => response.status, () => 0);
    if (status === 404 && attempt === this.#attempt) this.#again(true);
  }

  /** Asks the server. */
  request(address, method, type = null, body = undefined, more = {}) {
    const headers = { authorization: `bearer ${this.options.server().ticket}`, ...(type && { "content-type": type }) };
    return this.options.fetch(address, { method, headers, body, ...more });
  }

  /** Where the server has it; null before that. */
  get place() { return this.#place; }

  async #connect() {
    const { clock } = this.options;
    clock.cancel(this.#timer);
    this.#attempt += 1;
    const attempt = this.#attempt;
    const connection = new this.options.Connection({ iceServers: this.options.servers(), bundlePolicy: "max-bundle" });
    this.connection = connection;
    connection.onconnectionstatechange = () => attempt === this.#attempt && this.#stateChanged(connection);
    this.#timer = clock.after(connectMilliseconds, () => attempt === this.#attempt && this.#again(true));
    try {
      await this.begin(connection, () => attempt === this.#attempt);
      if (attempt === this.#attempt) this.options.changed();
    } catch (error) {
      if (attempt === this.#attempt) await this.#refused(error?.code ?? 0);
    }
  }

  /**
   * Posts an offer, and takes the answer.
   *
   * @returns {Promise<?string>} The description of the other side; null where the connection is not wanted any more.
   */
  async post(address, offer, status, isWanted) {
    const response = await this.request(address, "POST", "application/sdp", offer);
    const text = await response.text();
    const place = response.headers.get("location");
    if (!isWanted()) {
      if (place) this.#forget(place);
      return null;
    }
    if (response.status !== status || !place) throw refusalOf(text);
    this.#place = place;
    return text;
  }

  async #refused(code) {
    // Who is in no seat is told so by the live, too, and closes this.
    if (code === ErrorCode.seatTicketInvalid) await this.options.refresh().catch(() => {});
    this.#again();
  }

  #stateChanged(connection) {
    const { clock } = this.options;
    clock.cancel(this.#timer);
    const { connectionState } = connection;
    if (connectionState === "connected") {
      this.#failures = 0;
      this.connected();
    } else if (connectionState === "failed" || connectionState === "closed") {
      this.#again();
    } else {
      const wait = connectionState === "disconnected" ? shakenMilliseconds : connectMilliseconds;
      this.#timer = clock.after(wait, () => this.#again());
    }
    this.options.changed();
  }

  #again(isNow = false) {
    if (this.#isClosed) return;
    this.#attempt += 1;
    this.options.clock.cancel(this.#timer);
    this.#letGo();
    this.options.changed();
    const wait = isNow ? 0 : Math.min(patienceMilliseconds.max, patienceMilliseconds.min * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    this.#timer = this.options.clock.after(wait, () => this.#connect());
  }

  #letGo() {
    const [connection, place] = [this.connection, this.#place];
    this.connection = this.#place = null;
    this.gone();
    if (connection) {
      connection.onconnectionstatechange = connection.ontrack = null;
      connection.close();
    }
    if (place) this.#forget(place);
  }

  #forget(place) { this.request(place, "DELETE", null, undefined, { keepalive: true }).catch(() => {}); }

  // What differs.
  async begin(_connection, _isWanted) {}
  connected() {}
  gone() {}
}

/** What this page sends. Both media are offered from the beginning, so that devices come and go without another offer. */
class SendingLink extends Link {
  #stream;
  #senders = new Map();

  constructor(options, stream) {
    super(options);
    this.#stream = stream;
  }

  use(stream) {
    this.#stream = stream;
    for (const [kind, sender] of this.#senders) {
      const track = trackOf(stream, kind);
      if (sender.track !== track) sender.replaceTrack(track).catch(() => {});
    }
  }

  async begin(connection, isWanted) {
    for (const kind of this.options.hasPictures ? ["audio", "video"] : ["audio"]) {
      const sendEncodings = kind === "video" ? [{ maxBitrate: pictureBitRate }] : undefined;
      const transceiver = connection.addTransceiver(
        trackOf(this.#stream, kind) ?? kind, { direction: "sendonly", streams: [this.#stream], sendEncodings });
      this.#senders.set(kind, transceiver.sender);
    }
    await connection.setLocalDescription(await connection.createOffer());
    const sdp = await this.post(this.options.server().address, connection.localDescription?.sdp ?? "", 201, isWanted);
    if (sdp === null) return;
    await connection.setRemoteDescription({ type: "answer", sdp });
    // What changed meanwhile.
    this.use(this.#stream);
  }

  gone() { this.#senders.clear(); }
}

/** What this page takes of one user. */
class TakingLink extends Link {
  #userID;
  #isShown = true;
  /** What the server was told last. */
  #toldShown = true;
  stream = null;

  constructor(options, userID) {
    super(options);
    this.#userID = userID;
  }

  /** Says whether the picture is looked at. */
  show(isShown) {
    this.#isShown = isShown;
    this.#tellShown();
  }

  async begin(connection, isWanted) {
    const { address } = this.options.server();
    const sdp = await this.post(`${address}?of=${encodeURIComponent(this.#userID)}`, await this.options.offer(), 406, isWanted);
    if (sdp === null) return;
    const { place } = this;
    this.stream = new MediaStream();
    this.#toldShown = true;
    connection.ontrack = ({ track }) => {
      this.stream?.addTrack(track);
      this.options.changed();
    };
    await connection.setRemoteDescription({ type: "offer", sdp });
    await connection.setLocalDescription(await connection.createAnswer());
    if (!isWanted()) return;
    const response = await this.request(place, "PATCH", "application/sdp", connection.localDescription?.sdp ?? "");
    if (response.status !== 204) throw refusalOf(await response.text());
  }

  connected() { this.#tellShown(); }

  gone() { this.stream = null; }

  #tellShown() {
    if (!this.isUp || !this.place || this.#isShown === this.#toldShown) return;
    const isShown = this.#isShown;
    this.#toldShown = isShown;
    this.request(this.place, "PATCH", "application/json", JSON.stringify({ video: isShown })).catch(() => {
      this.#toldShown = !isShown;
    });
  }
}

const trackOf = (stream, kind) => stream.getTracks().find((track) => track.kind === kind) ?? null;

/** The server's refusal in an answer's body. */
function refusalOf(text) {
  let code = 0;
  try {
    ({ code = 0 } = JSON.parse(text).error);
  } catch {
    // A proxy's page.
  }
  return Object.assign(new Error("refused"), { code });
}
