// A picture as a playlist of fragmented MP4, for browsers that have Media Source Extensions but no HLS of their own.

import { backoffMilliseconds, systemClock } from "../wire/connection.js";
import { mimeTypeOf } from "./mp4-codecs.js";
import { LineRate, levelsOf } from "./list-levels.js";
import { firstNumberOf, holdSecondsOf, listsOf, parsePlaylist, pictureOf, PlaylistError } from "./playlist.js";

/** The longest time of one request, in milliseconds. */
const loadMilliseconds = 10_000;
/** The largest playlist, initialisation segment and segment, in bytes. A media server is not trusted. */
const listBytesMax = 512 * 1_024;
const initialisationBytesMax = 1_024 * 1_024;
const segmentBytesMax = 32 * 1_024 * 1_024;
/** The time after which a player that had enough is asked again, in milliseconds. */
const roomMilliseconds = 500;
/** The number of time lines that are remembered, because the tracks reach a new one one after the other. */
const timelinesMax = 4;
/** How many segments the list of another quality may be behind. Its own are written a moment later. */
const lateMax = 3;

/** The media server did not return a list or a segment. `status` is set if it refused. */
class AnswerError extends Error {
  constructor(status = null) {
    super(String(status));
    this.status = status;
  }
}
/** The list is gone or its numbers went back, so it has another publisher with its own time. */
class BegunAnew extends Error {}

/** Reads a whole answer. One longer than `bytesMax` fails before it has all arrived. */
async function bytesOf(answer, bytesMax) {
  if (!answer.ok) throw new AnswerError(answer.status);
  const reader = answer.body.getReader();
  const chunks = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > bytesMax) {
      reader.cancel().catch(() => {});
      throw new AnswerError();
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** A list of segments, and the player's place in it. */
class Track {
  /** The number of the last played segment, the list's time line, and the path of its initialisation segment. */
  last = null;
  epoch = null;
  map = null;
  /** Whether its quality has changed since the last segment. */
  isOther = false;

  constructor(url) { this.url = url; }

  /** Whether a segment continues the previous one. The signature may differ, because it does not identify the file. */
  follows({ epoch, map }) { return epoch === this.epoch && new URL(map).pathname === this.map; }

  began({ epoch, map }) {
    this.epoch = epoch;
    this.map = new URL(map).pathname;
  }
}

/**
 * Plays a playlist. The listener's methods:
 * - `began(beginnings)`: playback starts or restarts with these tracks, each `{mimeType, initialisation, timeline}`;
 * - `changed(track, beginning)`: a track continues with another initialisation;
 * - `fragment(track, bytes)`, and `hasRoom(track)`: whether the player wants one;
 * - `levelsChanged()`: the list has other qualities than before;
 * - `unplayable(isOther)`: this page cannot play it; `isOther` if a browser with its own HLS could;
 * - `phaseChanged(phase)`: `connecting`, `open`, `waiting`.
 *
 * Tracks that begin together share a `timeline` object. The first of them sets the shift of its time, and the others use the same.
 */
export class ListLink {
  #address;
  #listener;
  #canPlay;
  #fetch;
  #clock;
  #random;
  #tracks = [];
  #timelines = new Map();
  #failures = 0;
  #retryTimer = null;
  #running = null;
  #rate = new LineRate();
  /** The list of lists, and the bit rate of it that is played. */
  #main = null;
  #present = null;
  #wanted;

  phase = "idle";
  /** The distance from the list's end at which it is played, in seconds. */
  holdSeconds = 3;

  /**
   * @param {object} options
   * @param {(isRetry: boolean) => Promise<?string>} options.address Returns the list's address before each attempt.
   * @param {object} options.listener See above.
   * @param {(mimeType: string) => boolean} options.canPlay
   * @param {?number} [options.wanted] The quality to play, see `want`.
   * @param {typeof fetch} [options.fetch] Replaces the browser's in tests, like the next two options.
   * @param {typeof systemClock} [options.clock]
   * @param {() => number} [options.random]
   */
  constructor({
    address, listener, canPlay, wanted = null, fetch = globalThis.fetch.bind(globalThis), clock = systemClock, random = Math.random,
  }) {
    this.#wanted = wanted;
    this.#address = address;
    this.#listener = listener;
    this.#canPlay = canPlay;
    this.#fetch = fetch;
    this.#clock = clock;
    this.#random = random;
  }

  start() {
    if (this.phase === "idle") this.#connect();
  }

  /** The qualities that this browser can play, the best first. */
  get levels() { return this.#main ? levelsOf(this.#main, this.#canPlay) : []; }

  /** Plays this bit rate from the next segment on, or what the line allows for null. */
  want(bitsPerSecond) {
    this.#wanted = bitsPerSecond;
    this.#aim();
  }

  /** Stops the link and its requests. */
  stop() {
    this.#end();
    this.phase = "idle";
    return Promise.resolve();
  }

  #end() {
    this.#clock.cancel(this.#retryTimer);
    this.#running?.abort();
    this.#running = null;
  }

  async #connect() {
    this.#end();
    const running = new AbortController();
    this.#running = running;
    this.#setPhase("connecting");
    try {
      await this.#play(running.signal);
    } catch (error) {
      if (running.signal.aborted) return;
      // If one track ends, so does the other.
      running.abort();
      this.#failed(error);
    }
  }

  #failed(error) {
    if (error instanceof PlaylistError && error.reason !== "broken") {
      this.phase = "idle";
      this.#listener.unplayable?.(error.reason === "other");
      return;
    }
    if (error instanceof BegunAnew) this.#forget();
    const wait = error instanceof BegunAnew && this.#failures === 0 ? 0 : backoffMilliseconds(this.#failures, this.#random);
    this.#failures += 1;
    this.#retryTimer = this.#clock.after(wait, () => this.#connect());
    this.#setPhase("waiting");
  }

  #forget() {
    this.#tracks = [];
    this.#timelines.clear();
  }

  async #play(signal) {
    const address = await this.#address(this.#failures > 0);
    if (signal.aborted) return;
    if (!address) throw new AnswerError();
    const main = await this.#list(address, signal);
    this.#main = main.variants ? main : null;
    if (this.#main) this.#listener.levelsChanged?.();
    const urls = this.#main ? this.#urls() : [address];
    if (urls.length === this.#tracks.length) urls.forEach((url, index) => { this.#tracks[index].url = url; });
    else await this.#begin(urls, signal);
    this.#setPhase("open");
    await Promise.all(this.#tracks.map((track, index) => this.#follow(track, index, signal)));
  }

  /** The lists of the quality to play now. */
  #urls() {
    const picture = pictureOf(this.#main, this.#canPlay, this.#wanted ?? this.#rate.allowed(this.#present));
    this.#present = picture.bitsPerSecond;
    return listsOf(picture, this.#main);
  }

  /** Goes on with the lists of another quality, if another one is to be played. */
  #aim() {
    if (!this.#main) return;
    const urls = this.#urls();
    // A browser cannot add a buffer for a track that appears later.
    if (urls.length !== this.#tracks.length) return;
    urls.forEach((url, index) => {
      const track = this.#tracks[index];
      track.isOther ||= track.url !== url;
      track.url = url;
    });
  }

  /** Loads the initialisations of all tracks. A browser needs all of them before it gets the first data. */
  async #begin(urls, signal) {
    this.#forget();
    const tracks = urls.map((url) => new Track(url));
    const beginnings = await Promise.all(tracks.map(async (track) => {
      const list = await this.#list(track.url, signal);
      const first = firstNumberOf(list);
      if (first === null) throw new AnswerError();
      track.last = first - 1;
      return this.#beginning(track, list.segments.find(({ number }) => number === first), signal);
    }));
    if (signal.aborted) return;
    this.#tracks = tracks;
    this.#listener.began(beginnings);
  }

  async #beginning(track, segment, signal) {
    const { bytes: initialisation } = await this.#load(segment.map, initialisationBytesMax, signal);
    const mimeType = mimeTypeOf(initialisation);
    if (mimeType === null) throw new PlaylistError("other");
    if (!this.#canPlay(mimeType)) throw new PlaylistError("codecs");
    track.began(segment);
    return { mimeType, initialisation, timeline: this.#timelineOf(segment.epoch) };
  }

  #timelineOf(epoch) {
    if (!this.#timelines.has(epoch)) this.#timelines.set(epoch, { offset: null });
    if (this.#timelines.size > timelinesMax) this.#timelines.delete(this.#timelines.keys().next().value);
    return this.#timelines.get(epoch);
  }

  async #follow(track, index, signal) {
    for (;;) {
      const askedAt = this.#clock.now();
      const list = await this.#list(track.url, signal);
      const newest = list.segments.at(-1)?.number ?? track.last;
      if (newest < track.last - (track.isOther ? lateMax : 0)) throw new BegunAnew();
      let missing = list.segments.filter(({ number }) => number > track.last);
      // Missed segments are gone, so it continues where a new viewer would start.
      const first = missing[0]?.number > track.last + 1 ? firstNumberOf(list) : 0;
      missing = missing.filter(({ number }) => number >= first);
      for (const segment of missing) await this.#playSegment(track, index, segment, signal);
      if (missing.length > 0) this.#failures = 0;
      // RFC 8216, 6.3.4: an unchanged list is loaded again sooner.
      const wait = list.targetSeconds * (missing.length > 0 && !list.isEnded ? 1_000 : 500);
      await this.#pause(Math.max(0, askedAt + wait - this.#clock.now()), signal);
    }
  }

  async #playSegment(track, index, segment, signal) {
    while (!this.#listener.hasRoom(index)) await this.#pause(roomMilliseconds, signal);
    if (!track.follows(segment)) {
      const beginning = await this.#beginning(track, segment, signal);
      if (!signal.aborted) this.#listener.changed(index, beginning);
    }
    const askedAt = this.#clock.now();
    const { bytes } = await this.#load(segment.url, segmentBytesMax, signal);
    signal.throwIfAborted();
    track.last = segment.number;
    track.isOther = false;
    this.#listener.fragment(index, bytes);
    this.#rate.loaded(bytes.length, this.#clock.now() - askedAt);
    if (index === 0) this.#aim();
  }

  async #list(address, signal) {
    let answer;
    try {
      answer = await this.#load(address, listBytesMax, signal);
    } catch (error) {
      if (error.status === 404) throw new BegunAnew();
      throw error;
    }
    const list = parsePlaylist(new TextDecoder().decode(answer.bytes), answer.url);
    if (list.segments) this.holdSeconds = holdSecondsOf(list);
    return list;
  }

  /** Loads a file within the request's time limit. The addresses in it are relative to where it came from after redirects. */
  async #load(url, bytesMax, signal) {
    signal.throwIfAborted();
    const late = new AbortController();
    const abort = () => late.abort();
    signal.addEventListener("abort", abort, { once: true });
    const timer = this.#clock.after(loadMilliseconds, abort);
    try {
      const answer = await this.#fetch(url, { signal: late.signal, credentials: "omit", cache: "no-store" });
      return { bytes: await bytesOf(answer, bytesMax), url: answer.url || url };
    } finally {
      this.#clock.cancel(timer);
      signal.removeEventListener("abort", abort);
    }
  }

  #pause(milliseconds, signal) {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const timer = this.#clock.after(milliseconds, () => {
        signal.removeEventListener("abort", end);
        resolve();
      });
      const end = () => {
        this.#clock.cancel(timer);
        reject(signal.reason);
      };
      signal.addEventListener("abort", end, { once: true });
    });
  }

  #setPhase(phase) {
    this.phase = phase;
    this.#listener.phaseChanged?.(phase);
  }
}
