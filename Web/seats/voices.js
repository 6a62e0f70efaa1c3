// The voices of a live's seats: who is heard here, who speaks, and the mix of all that the host sends.

import { loudness } from "../media/devices.js";

/** The loudness from which somebody speaks, on the scale of `loudness`: -42 decibels. */
const speakingLoudness = 0.3;
const samplesCount = 1_024;

/**
 * One audio graph for all voices. A guest whose microphone may not be open is silent in it, whatever their page sends.
 */
export class Voices {
  #context;
  #voices = new Map();
  #mix = null;
  #samples = new Float32Array(samplesCount);
  #listening = new AbortController();

  constructor(Context = globalThis.AudioContext) {
    this.#context = new Context();
    // A browser starts sound after the user has done something on the page.
    const wake = () => this.#context.state === "suspended" && this.#context.resume().catch(() => {});
    for (const name of ["pointerdown", "keydown"]) globalThis.addEventListener?.(name, wake, { signal: this.#listening.signal });
    wake();
  }

  /**
   * Takes the voices that there are now.
   *
   * @param {{userID: string, stream: ?MediaStream, isHeard: boolean, isOwn: boolean}[]} voices The user's own voice is not played here.
   */
  set(voices) {
    const present = new Set();
    for (const { userID, stream, isHeard, isOwn } of voices) {
      const track = stream?.getAudioTracks()[0] ?? null;
      if (!track) continue;
      present.add(userID);
      if (this.#voices.get(userID)?.track !== track) this.#add(userID, track, isOwn);
      this.#voices.get(userID).gain.gain.value = isHeard ? 1 : 0;
    }
    for (const userID of [...this.#voices.keys()]) if (!present.has(userID)) this.#remove(userID);
  }

  /** Whether a user speaks right now. */
  speaks(userID) {
    const voice = this.#voices.get(userID);
    if (!voice) return false;
    voice.analyser.getFloatTimeDomainData(this.#samples);
    return loudness(this.#samples) >= speakingLoudness;
  }

  /** The track with all voices that are heard, the user's own among them. It lasts until `close`. */
  get mixedTrack() {
    if (!this.#mix) {
      this.#mix = this.#context.createMediaStreamDestination();
      for (const { gain } of this.#voices.values()) gain.connect(this.#mix);
    }
    return this.#mix.stream.getAudioTracks()[0];
  }

  close() {
    this.#listening.abort();
    for (const userID of [...this.#voices.keys()]) this.#remove(userID);
    this.#context.close().catch(() => {});
  }

  #add(userID, track, isOwn) {
    this.#remove(userID);
    const stream = new MediaStream([track]);
    // Chromium hands a voice that comes over the network to an audio graph only while an element plays it, too.
    const pump = isOwn ? null : Object.assign(new Audio(), { muted: true, srcObject: stream });
    pump?.play().catch(() => {});
    const source = this.#context.createMediaStreamSource(stream);
    const gain = this.#context.createGain();
    const analyser = this.#context.createAnalyser();
    analyser.fftSize = samplesCount;
    source.connect(gain);
    gain.connect(analyser);
    if (!isOwn) gain.connect(this.#context.destination);
    if (this.#mix) gain.connect(this.#mix);
    this.#voices.set(userID, { track, source, gain, analyser, pump });
  }

  #remove(userID) {
    const voice = this.#voices.get(userID);
    if (!voice) return;
    this.#voices.delete(userID);
    voice.source.disconnect();
    voice.gain.disconnect();
    if (voice.pump) voice.pump.srcObject = null;
  }
}
