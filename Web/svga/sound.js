// Plays the sounds of a movie, where the browser allows it.

import { lengthOfMP3 } from "./media.js";

/** Bytes that the decoded sounds of one effect may take: 40 seconds of music. */
const decodedBytesMax = 16 * 1_024 * 1_024;
const bytesPerSample = 4;

/**
 * The sounds that may be decoded: MP3s, whose samples all together keep within the limit. The others are left out. Pure.
 *
 * @param {import("./movie.js").Sound[]} sounds
 * @param {number} [bytesMax]
 * @returns {import("./movie.js").Sound[]}
 */
export function playableSounds(sounds, bytesMax = decodedBytesMax) {
  let bytesLeft = bytesMax;
  return sounds.filter(({ bytes }) => {
    const length = lengthOfMP3(bytes);
    if (!length) return false;
    // What plays it may have another rate than the file; twice as many samples is what that comes to at most.
    const decodedBytes = length.seconds * Math.max(48_000, length.rate) * length.channels * bytesPerSample;
    if (decodedBytes > bytesLeft) return false;
    bytesLeft -= decodedBytes;
    return true;
  });
}

/** Whether a movie has sounds that can be heard. Pure. */
export function hasSound(movie) {
  return playableSounds(movie.sounds).length > 0;
}

/**
 * When a sound begins and how long it lasts, in seconds from the beginning of the movie. Pure.
 *
 * @returns {{at: number, offset: number, length: number}} `offset` is where in the sound it begins.
 */
export function timesOf({ startFrame, endFrame, startMilliseconds }, { framesPerSecond, frameCount }) {
  const first = Math.min(frameCount, Math.max(0, startFrame));
  const last = endFrame > startFrame ? Math.min(frameCount, endFrame) : frameCount;
  return {
    at: first / framesPerSecond, offset: Math.max(0, startMilliseconds) / 1_000, length: Math.max(0, last - first) / framesPerSecond,
  };
}

/**
 * The sounds of one effect at a time. A browser makes no sound before somebody has touched the page: until then, and where a sound
 * cannot be decoded, effects play without. Nothing here ever throws or rejects.
 */
export class SoundPlayer {
  #context = null;
  #sources = [];
  #turn = 0;
  #startedAt = 0;
  #gain = null;

  /**
   * Begins the sounds of a movie, in their middle where it has begun already.
   *
   * @param {import("./movie.js").Movie} movie
   * @param {() => number} [passed] How many seconds of the movie have been played.
   */
  async start(movie, passed = () => 0) {
    this.#silence();
    const sounds = playableSounds(movie.sounds);
    if (sounds.length === 0 || !globalThis.navigator?.userActivation?.hasBeenActive) return;
    const turn = this.#turn;
    try {
      this.#context ??= new AudioContext();
      const context = this.#context;
      await context.resume();
      if (turn !== this.#turn) return;
      this.#startedAt = context.currentTime - passed();
      this.#gain = context.createGain();
      this.#gain.connect(context.destination);
      await Promise.all(sounds.map((sound) => this.#play(sound, movie, turn)));
    } catch {
      // A browser without sound, or one that does not give any to this page.
    }
  }

  async #play(sound, movie, turn) {
    const context = this.#context;
    let buffer;
    try {
      // What decodes it takes the bytes away.
      buffer = await context.decodeAudioData(sound.bytes.slice().buffer);
    } catch {
      return;
    }
    if (turn !== this.#turn) return;
    const { at, offset, length } = timesOf(sound, movie);
    const late = Math.max(0, context.currentTime - this.#startedAt - at);
    if (late >= length) return;
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#gain);
    source.start(Math.max(context.currentTime, this.#startedAt + at), offset + late, length - late);
    this.#sources.push(source);
  }

  /** Ends all sounds, and lets the device rest. */
  stop() {
    this.#silence();
    // Also where it is still about to begin.
    this.#context?.suspend().catch(() => {});
  }

  #silence() {
    this.#turn += 1;
    for (const source of this.#sources) source.disconnect();
    this.#gain?.disconnect();
    this.#sources = [];
    this.#gain = null;
  }

  /** How many sounds play or are about to. */
  get count() { return this.#sources.length; }
}
