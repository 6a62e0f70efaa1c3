// Plays the sounds of a movie if the browser allows it.

import { lengthOfMP3 } from "./media.js";

/** The most bytes for the decoded sounds of one effect: 40 seconds of music. */
const decodedBytesMax = 16 * 1_024 * 1_024;
const bytesPerSample = 4;

/**
 * The sounds that may be decoded: MP3s whose samples together fit within the limit. The others are left out. Pure.
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
    // The audio device may have another sample rate than the file, at most twice as many samples.
    const decodedBytes = length.seconds * Math.max(48_000, length.rate) * length.channels * bytesPerSample;
    if (decodedBytes > bytesLeft) return false;
    bytesLeft -= decodedBytes;
    return true;
  });
}

/** Whether a movie has audible sounds. Pure. */
export function hasSound(movie) {
  return playableSounds(movie.sounds).length > 0;
}

/**
 * When a sound starts and how long it lasts, in seconds from the movie's start. Pure.
 *
 * @returns {{at: number, offset: number, length: number}} `offset` is the place in the sound at which it starts.
 */
export function timesOf({ startFrame, endFrame, startMilliseconds }, { framesPerSecond, frameCount }) {
  const first = Math.min(frameCount, Math.max(0, startFrame));
  const last = endFrame > startFrame ? Math.min(frameCount, endFrame) : frameCount;
  return {
    at: first / framesPerSecond, offset: Math.max(0, startMilliseconds) / 1_000, length: Math.max(0, last - first) / framesPerSecond,
  };
}

/**
 * Plays the sounds of one effect at a time. A browser plays no sound before the user has touched the page. Until then, and if a sound
 * cannot be decoded, effects are silent. Nothing here ever throws or rejects.
 */
export class SoundPlayer {
  #context = null;
  #sources = [];
  #turn = 0;
  #startedAt = 0;
  #gain = null;
  #volume = 1;

  /** How loud sounds are, from 0 to 1. */
  set volume(volume) {
    this.#volume = volume;
    if (this.#gain) this.#gain.gain.value = volume;
  }

  /**
   * Starts the sounds of a movie, in their middle if the movie is already playing.
   *
   * @param {import("./movie.js").Movie} movie
   * @param {() => number} [passed] The seconds of the movie that have been played.
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
      this.#gain.gain.value = this.#volume;
      this.#gain.connect(context.destination);
      await Promise.all(sounds.map((sound) => this.#play(sound, movie, turn)));
    } catch {
      // The browser has no sound, or allows this page none.
    }
  }

  async #play(sound, movie, turn) {
    const context = this.#context;
    let buffer;
    try {
      // Decoding detaches the bytes, so it gets a copy.
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

  /** Stops all sounds and suspends the audio device. */
  stop() {
    this.#silence();
    // This also applies if the device is still starting.
    this.#context?.suspend().catch(() => {});
  }

  #silence() {
    this.#turn += 1;
    for (const source of this.#sources) source.disconnect();
    this.#gain?.disconnect();
    this.#sources = [];
    this.#gain = null;
  }

  /** The number of sounds that play or are about to. */
  get count() { return this.#sources.length; }
}
