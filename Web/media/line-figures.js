// What a host is told of their line beside the bit rate: the frames that viewers do not get, and the round trip to the server.

import { systemClock } from "../wire/connection.js";
import { framesPerSecond } from "./publisher-policy.js";

/** The interval between measurements of the round trip, in milliseconds. */
const measureMilliseconds = 5_000;
/** The frames that may be on their way through an encoder, which are not lost. */
const framesOnTheWay = 3;

/** The figures of one picture, across reconnects and changes of its source. */
export class LineFigures {
  #ping;
  #clock;
  #track = null;
  #discarded = 0;
  #askedAt = null;
  #isAsked = false;
  /** By WebRTC: how far what is sent may be behind the camera, and what of it was counted. */
  #gap = 0;
  #frames = Infinity;
  #counted = 0;

  /** The frames that were not sent: what the line could not carry, and what the browser says that it left out. */
  droppedFrames = 0;
  /** The time to the server and back, in milliseconds; null if unknown. */
  roundTripMilliseconds = null;

  /**
   * @param {() => Promise<unknown>} ping Asks the server for any answer.
   * @param {Pick<typeof systemClock, "now">} [clock]
   */
  constructor(ping, clock = systemClock) {
    this.#ping = ping;
    this.#clock = clock;
  }

  /** Looks at the track that is recorded, if there is one. What a track dropped before the first look was never to be sent. */
  look(track) {
    const discarded = track?.stats?.discardedFrames;
    if (track !== this.#track || !(discarded >= this.#discarded)) {
      this.#track = track;
      this.#discarded = discarded ?? 0;
    }
    this.droppedFrames += (discarded ?? 0) - this.#discarded;
    this.#discarded = discarded ?? 0;
    this.#measure();
  }

  /** Notes that so many seconds of the picture were not sent, because the line was too slow or broken. */
  cut(seconds) { this.droppedFrames += Math.round(seconds * framesPerSecond); }

  /** Takes the figures of a connection by WebRTC, as `getStats` has them. */
  heard(reports) {
    const [frames, sent] = [sumOf(reports, "media-source", "frames"), sumOf(reports, "outbound-rtp", "framesSent")];
    const times = reports.filter(({ type }) => type === "remote-inbound-rtp").map(({ roundTripTime }) => roundTripTime);
    const time = times.find((seconds) => seconds !== undefined);
    this.roundTripMilliseconds = time === undefined ? null : Math.round(time * 1_000);
    if (frames === null || sent === null) return;
    const gap = frames - sent;
    // A new connection counts from zero.
    if (frames < this.#frames) [this.#gap, this.#counted] = [gap, 0];
    this.#frames = frames;
    const lost = Math.max(0, gap - this.#gap - framesOnTheWay);
    this.droppedFrames += Math.max(0, lost - this.#counted);
    this.#counted = Math.max(this.#counted, lost);
  }

  async #measure() {
    const now = this.#clock.now();
    if (this.#isAsked || (this.#askedAt !== null && now - this.#askedAt < measureMilliseconds)) return;
    this.#isAsked = true;
    this.#askedAt = now;
    try {
      await this.#ping();
      this.roundTripMilliseconds = Math.round(this.#clock.now() - now);
    } catch {
      this.roundTripMilliseconds = null;
    }
    this.#isAsked = false;
  }
}

/** The sum of a figure over the reports of a type about pictures, or null if none has it. */
function sumOf(reports, type, field) {
  const values = reports.filter((report) => report.type === type && report.kind === "video" && report[field] !== undefined);
  return values.length === 0 ? null : values.reduce((sum, report) => sum + report[field], 0);
}
