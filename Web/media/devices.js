// Cameras, screens and microphones: which ones a browser has, how they are requested, and why they are refused.

import { framesPerSecond, qualityOf } from "./publisher-policy.js";

/** The file types of which a browser must record one to send a picture or a voice. */
const recordedTypes = ["video/mp4", "audio/mp4"];

/** Why this page cannot send a picture, as a key of its texts, or null if it can try. */
export function obstacleToCapture(scope = globalThis) {
  // Browsers hide cameras from pages loaded without https.
  if (!scope.isSecureContext || !scope.navigator?.mediaDevices?.getUserMedia) return "studio.needsHttps";
  // Firefox records, but not MP4, which the relay needs.
  const { MediaRecorder } = scope;
  return MediaRecorder && recordedTypes.some((type) => MediaRecorder.isTypeSupported(type)) ? null : "studio.noRecorder";
}

/** How each browser lets its user allow a camera, by what it calls itself: the first that fits. Edge and Opera say they are Chrome. */
const browsers = [
  { mark: /(CriOS|FxiOS|EdgiOS|OPT)\//u, words: "studio.deniedApp" }, { mark: /Firefox\//u, words: "studio.deniedFirefox" },
  { mark: /Chrom(e|ium)\//u, words: "studio.deniedChrome" }, { mark: /(iPhone|iPad).*Safari\//u, words: "studio.deniedPhone" },
  { mark: /Safari\//u, words: "studio.deniedSafari" },
];

/**
 * Why a camera, a screen or a microphone was refused, as a key of the page's texts. Who may allow it reads how, by browser.
 *
 * @param {?{name?: string, message?: string}} [error] The browser's error.
 * @param {string} [source] What was asked for, as `capture` takes it.
 * @param {string} [userAgent]
 */
export function refusalOf(error, source = "camera", userAgent = globalThis.navigator?.userAgent ?? "") {
  const { name: given = "", message = "" } = error ?? {};
  const name = given.toLowerCase();
  if (name === "notallowederror" || name === "securityerror") {
    // A dialog of screens that was closed says the same as a camera that is denied.
    if (source === "screen") return "studio.noScreen";
    if (/by system/iu.test(message)) return "studio.deniedBySystem";
    return browsers.find(({ mark }) => mark.test(userAgent))?.words ?? "studio.denied";
  }
  if (name === "notfounderror" || name === "overconstrainederror") return "studio.none";
  return name === "notreadableerror" || name === "aborterror" ? "studio.inUse" : "studio.failed";
}

/** The quality of a camera in the corner of a screen. */
const insetQuality = "360p";

/** The constraints for a camera or a screen. A smaller one is accepted too. */
function pictureOf(quality, more = {}) {
  const { width, height } = qualityOf(quality);
  return { width: { ideal: width }, height: { ideal: height }, frameRate: { ideal: framesPerSecond, max: framesPerSecond }, ...more };
}

const whichOf = (camera) => (camera === "default" ? {} : { deviceId: { exact: camera } });

const soundOf = (microphone) => (microphone === "" ? false : microphone === "default" ? true : { deviceId: { exact: microphone } });

/**
 * Requests a stream.
 *
 * @param {object} choice
 * @param {string} choice.source `camera`, `screen`, `inset` for the screen with the camera in a corner, or `none` for sound alone.
 * @param {string} choice.camera The device's id, or `default` for the browser's choice.
 * @param {string} choice.microphone The device's id, `default`, or empty for none.
 * @param {string} choice.quality The name of one of `qualities`.
 * @returns {Promise<MediaStream>} Rejects with the browser's error, which `refusalOf` reads.
 */
export async function capture({ source, camera, microphone, quality }, devices = globalThis.navigator.mediaDevices) {
  const audio = soundOf(microphone);
  if (source === "camera") {
    return devices.getUserMedia({ video: pictureOf(quality, whichOf(camera)), audio });
  }
  if (source === "none") return devices.getUserMedia({ video: false, audio: audio || true });
  const screen = await devices.getDisplayMedia({ video: pictureOf(quality), audio: false });
  const isInset = source === "inset";
  if (!audio && !isInset) return screen;
  let own = null;
  try {
    own = await devices.getUserMedia({ ...(isInset && { video: pictureOf(insetQuality, whichOf(camera)) }), audio });
    if (isInset) return (await import("./screen-inset.js")).withInset(screen, own, qualityOf(quality));
    for (const track of own.getAudioTracks()) screen.addTrack(track);
    return screen;
  } catch (error) {
    for (const track of [screen, own].flatMap((each) => each?.getTracks() ?? [])) track.stop();
    throw error;
  }
}

/** The available cameras and microphones: `{cameras, microphones}`, each `{id, label}`. Labels are empty before the first permission. */
export async function listDevices(devices = globalThis.navigator.mediaDevices) {
  const found = await devices.enumerateDevices();
  const ofKind = (kind) => found
    .filter((device) => device.kind === kind && device.deviceId !== "" && device.deviceId !== "default")
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
  return { cameras: ofKind("videoinput"), microphones: ofKind("audioinput") };
}

/** The loudness at which a meter starts, in decibels of full scale. */
const quietDecibels = -60;

/** The loudness of samples from -1 to 1 on a meter, from 0 to 1. */
export function loudness(samples) {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const level = Math.sqrt(sum / Math.max(1, samples.length));
  if (level === 0) return 0;
  return Math.min(1, Math.max(0, 1 - 20 * Math.log10(level) / quietDecibels));
}

/** Measures the loudness of a stream's microphone. */
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

  /** From 0 for silence to 1. */
  get level() {
    if (this.#context.state === "suspended") this.#context.resume();
    this.#analyser.getFloatTimeDomainData(this.#samples);
    return loudness(this.#samples);
  }

  stop() { this.#context.close(); }
}

/** The storage key under which a tab remembers its user's broadcast, so that a reload can resume it. */
const resumeKey = "ovation.broadcast";

/** Remembers a broadcast across a reload; null forgets it. */
export function rememberBroadcast(storage, entry) {
  try {
    if (entry) storage?.setItem(resumeKey, JSON.stringify(entry));
    else storage?.removeItem(resumeKey);
  } catch {
    // A reload then asks for the devices again.
  }
}

/** The remembered settings for a live from before a reload, or null. */
export function rememberedBroadcast(storage, userID, liveID) {
  try {
    const entry = JSON.parse(storage?.getItem(resumeKey) ?? "null");
    return entry?.userID === userID && entry.liveID === liveID && typeof entry.choice?.source === "string" ? entry.choice : null;
  } catch {
    return null;
  }
}
