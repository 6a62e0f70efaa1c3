// Cameras, screens and microphones: what a browser has of them, how they are asked for, and why they are refused.

import { framesPerSecond, qualityOf } from "./publisher-policy.js";

/** What a browser has to record one of, so that a picture or a voice can go out. */
const recordedTypes = ["video/mp4", "audio/mp4"];

/** Why this page can show nobody a picture, a key of its words; null where it can try. */
export function obstacleToCapture(scope = globalThis) {
  // Browsers hide cameras from pages that came in the clear.
  if (!scope.isSecureContext || !scope.navigator?.mediaDevices?.getUserMedia) return "studio.needsHttps";
  // Firefox records, and no MP4, which is what goes out.
  const { MediaRecorder } = scope;
  return MediaRecorder && recordedTypes.some((type) => MediaRecorder.isTypeSupported(type)) ? null : "studio.noRecorder";
}

/** Why a camera, a screen or a microphone was not given, a key of the page's words. */
export function refusalOf(error) {
  const name = (error?.name ?? "").toLowerCase();
  if (name === "notallowederror" || name === "securityerror") return "studio.denied";
  if (name === "notfounderror" || name === "overconstrainederror") return "studio.none";
  return name === "notreadableerror" || name === "aborterror" ? "studio.inUse" : "studio.failed";
}

/** What is asked of a camera or a screen. Nobody is refused for having a smaller one. */
function pictureOf(quality, more = {}) {
  const { width, height } = qualityOf(quality);
  return { width: { ideal: width }, height: { ideal: height }, frameRate: { ideal: framesPerSecond, max: framesPerSecond }, ...more };
}

const soundOf = (microphone) => (microphone === "" ? false : microphone === "default" ? true : { deviceId: { exact: microphone } });

/**
 * Asks for a stream.
 *
 * @param {object} choice
 * @param {string} choice.source `camera`, `screen`, or `none` for sound alone.
 * @param {string} choice.camera Its id; `default` for the browser's choice.
 * @param {string} choice.microphone Its id; `default`, or empty for none.
 * @param {string} choice.quality The name of one of `qualities`.
 * @returns {Promise<MediaStream>} Rejects with the browser's error, which `refusalOf` reads.
 */
export async function capture({ source, camera, microphone, quality }, devices = globalThis.navigator.mediaDevices) {
  const audio = soundOf(microphone);
  if (source === "camera") {
    const which = camera === "default" ? {} : { deviceId: { exact: camera } };
    return devices.getUserMedia({ video: pictureOf(quality, which), audio });
  }
  if (source === "none") return devices.getUserMedia({ video: false, audio: audio || true });
  const stream = await devices.getDisplayMedia({ video: pictureOf(quality), audio: false });
  if (!audio) return stream;
  try {
    const sound = await devices.getUserMedia({ audio });
    for (const track of sound.getAudioTracks()) stream.addTrack(track);
    return stream;
  } catch (error) {
    for (const track of stream.getTracks()) track.stop();
    throw error;
  }
}

/** The cameras and microphones that there are: `{cameras, microphones}`, each `{id, label}`. Labels are empty until one was given. */
export async function listDevices(devices = globalThis.navigator.mediaDevices) {
  const found = await devices.enumerateDevices();
  const ofKind = (kind) => found
    .filter((device) => device.kind === kind && device.deviceId !== "" && device.deviceId !== "default")
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
  return { cameras: ofKind("videoinput"), microphones: ofKind("audioinput") };
}

/** Below this loudness a meter shows nothing, in decibels of full scale. */
const quietDecibels = -60;

/** How loud samples from -1 to 1 are on a meter, from 0 to 1. */
export function loudness(samples) {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const level = Math.sqrt(sum / Math.max(1, samples.length));
  if (level === 0) return 0;
  return Math.min(1, Math.max(0, 1 - 20 * Math.log10(level) / quietDecibels));
}

/** Measures how loud a stream's microphone is. */
export class LevelMeter {
  #context;
  #analyser;
  #samples;

  constructor(stream, Context = globalThis.AudioContext) {
    this.#context = new Context();
    this.#analyser = this.#context.createAnalyser();
    this.#analyser.fftSize = 1_024;
    this.#samples = new Float32Array(this.#analyser.fftSize);
    this.#context.createMediaStreamSource(stream).connect(this.#analyser);
  }

  /** From 0, silence, to 1. */
  get level() {
    if (this.#context.state === "suspended") this.#context.resume();
    this.#analyser.getFloatTimeDomainData(this.#samples);
    return loudness(this.#samples);
  }

  stop() { this.#context.close(); }
}

/** Where a tab remembers that its user's picture was on its way, so that a reload can take it up again. */
const resumeKey = "ovation.broadcast";

/** Remembers a broadcast over a reload; null forgets it. */
export function rememberBroadcast(storage, entry) {
  try {
    if (entry) storage?.setItem(resumeKey, JSON.stringify(entry));
    else storage?.removeItem(resumeKey);
  } catch {
    // Then a reload asks for the devices anew.
  }
}

/** What was chosen for a live before the page was loaded again; null where nothing was. */
export function rememberedBroadcast(storage, userID, liveID) {
  try {
    const entry = JSON.parse(storage?.getItem(resumeKey) ?? "null");
    return entry?.userID === userID && entry.liveID === liveID && typeof entry.choice?.source === "string" ? entry.choice : null;
  } catch {
    return null;
  }
}
