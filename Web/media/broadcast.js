// Sends the picture of the user's own live to the server: records it, sends it, and resumes it after a lost connection.

import { backoffMilliseconds, systemClock } from "../wire/connection.js";
import { ErrorCode } from "../wire/errors.js";
import { CoverSender, drawCover } from "./cover.js";
import { LineFigures } from "./line-figures.js";
import { mediaSubprotocol, socketAddress } from "./play-link.js";
import {
  framesPerSecond, keyFrameMilliseconds, lowerQuality, pictureBitRate, publishingEnd, qualityOf, recordingType, soundBitRate,
  UploadWatch,
} from "./publisher-policy.js";

/** The interval at which a recorder hands out its data, in milliseconds. */
const sliceMilliseconds = 200;
/** The interval between checks of the upload, in milliseconds. */
const watchMilliseconds = 500;
/** The number of checks over which the shown bit rate is averaged. */
const looksRemembered = 6;
/** The number of failures in a row after which the page reports the recorder. */
const recorderFailuresMax = 3;
/** How long the server's answer to the end of a picture is awaited, in milliseconds. */
const closeMilliseconds = 1_000;
/** How much longer than a fragment a connection must last to count as working, in milliseconds. */
const steadyMilliseconds = 5_000;

/** The errors that a retry cannot change. */
const finalCodes = new Set([
  ErrorCode.ownerRequired, ErrorCode.roomNotFound, ErrorCode.permissionDenied, ErrorCode.liveNotOn, ErrorCode.mediaNotRelayed,
]);

/**
 * Sends a stream from a camera, a screen or a microphone as the picture of the user's live.
 *
 * `phase` is `starting`, `on`, `waiting` (it resumes by itself) or `stopped`. Then `why` is `{words}`, a key of the page's texts,
 * `{rejection}`, or null if the host stopped it. Event: `change`.
 */
export class Broadcast extends EventTarget {
  #session;
  #WebSocket;
  #Recorder;
  #clock;
  #random;
  #socket = null;
  #recorder = null;
  #upload = new UploadWatch();
  #timer = null;
  #watchTimer = null;
  #listening = null;
  #failures = 0;
  #recorderFailures = 0;
  #openedAt = 0;
  #attempt = 0;
  #sent = 0;
  #looks = [];
  #bitRateMax = null;
  #isAsked = false;
  #covers;

  /** What is known of the line beside `bitRate`. @type {LineFigures} */
  line;
  phase = "starting";
  why = null;
  /** The bits sent per second. */
  bitRate = 0;
  /** The seconds of the picture that wait to be sent. */
  unsentSeconds = 0;
  isSlow = false;
  isMuted = false;
  isCameraOff = false;
  /** The user's own devices where the stream is mixed from them and others' voices and pictures; else null. */
  own = null;
  /** The address for an app that sends the picture itself, if the server has an external media server; otherwise null. */
  elsewhere = null;

  /**
   * @param {object} options
   * @param {import("../model/session.js").Session} options.session
   * @param {string} options.liveID
   * @param {MediaStream} options.stream The broadcast owns the stream and ends it.
   * @param {object} options.choice The chosen settings: `{source, camera, microphone, quality, isMirrored}`.
   * @param {typeof globalThis.WebSocket} [options.WebSocket] Replaces the browser's in tests, like the following options.
   * @param {typeof MediaRecorder} [options.Recorder]
   * @param {typeof systemClock} [options.clock]
   * @param {() => number} [options.random]
   * @param {(stream: MediaStream) => Promise<Blob | null>} [options.draw] Draws a cover for the list.
   */
  constructor({
    session, liveID, stream, choice, WebSocket = globalThis.WebSocket, Recorder = globalThis.MediaRecorder, clock = systemClock,
    random = Math.random, draw = drawCover,
  }) {
    super();
    this.#session = session;
    this.liveID = liveID;
    this.stream = stream;
    this.choice = choice;
    /** The current quality, which may be lower than the chosen one. */
    this.quality = qualityOf(choice.quality);
    this.#WebSocket = WebSocket;
    this.#Recorder = Recorder;
    this.#clock = clock;
    this.line = new LineFigures(() => session.connection.command("session.ping"), clock);
    this.#random = random;
    this.#covers = new CoverSender({
      clock,
      // Nobody is shown the black of a camera that is off.
      draw: async () => (this.isCameraOff ? null : draw(this.stream)),
      send: (message) => this.#socket?.readyState === 1 && this.#socket.send(message),
    });
  }

  start() {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#session.addEventListener("connection", () => this.#sessionChanged(), { signal });
    this.#watchTracks();
    this.#watch();
    this.#connect();
  }

  /** Stops the picture. The live continues. */
  stop() { return this.#end(null); }

  mute(isMuted) {
    this.isMuted = isMuted;
    for (const track of this.source.getAudioTracks()) track.enabled = !isMuted;
    this.#changed();
  }

  /** Makes a camera that is off send black. */
  coverCamera(isOff) {
    this.isCameraOff = isOff;
    for (const track of this.source.getVideoTracks()) track.enabled = !isOff;
    this.#changed();
  }

  /** The user's own devices. */
  get source() { return this.own ?? this.stream; }

  /**
   * Continues with another camera, screen or microphone, or with a mix of the user's `own` devices and others. Viewers see the picture
   * change. What is used no more is turned off.
   */
  replace(stream, choice, own = null) {
    const used = new Set([stream, own].flatMap((each) => each?.getTracks() ?? []));
    const old = [this.stream, this.own].flatMap((each) => each?.getTracks() ?? []);
    this.stream = stream;
    this.own = own;
    this.choice = choice;
    this.quality = qualityOf(choice.quality);
    this.#watchTracks();
    this.mute(this.isMuted);
    this.coverCamera(this.isCameraOff);
    this.#recordAnew();
    for (const track of old) if (!used.has(track)) track.stop();
  }

  /** Whether viewers get a picture, or will again without the user's help. */
  get isGoingOn() { return this.phase !== "stopped"; }

  #sessionChanged() {
    if (this.phase === "waiting" && this.#isAsked && this.#session.connection.isOpen) this.#connect();
  }

  async #connect() {
    this.#clock.cancel(this.#timer);
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#isAsked = false;
    if (!this.#session.connection.isOpen) {
      // The session reconnects first, because it issues the ticket.
      this.#isAsked = true;
      this.#set("waiting");
      return;
    }
    if (this.phase !== "waiting") this.#set("starting");
    let answer;
    try {
      answer = await this.#session.connection.command("media.publish", {}, this.liveID);
    } catch (rejection) {
      if (attempt === this.#attempt) this.#notLetIn(rejection);
      return;
    }
    if (attempt !== this.#attempt) return;
    this.#bitRateMax = answer.bitRateMax ?? null;
    const address = socketAddress(answer.url);
    if (!address) {
      this.elsewhere = answer.url;
      this.#end({ words: "studio.elsewhere" });
      return;
    }
    this.#open(address);
  }

  #notLetIn(rejection) {
    if (finalCodes.has(rejection.code)) this.#end({ rejection });
    else this.#again();
  }

  #open(address) {
    let socket;
    try {
      socket = new this.#WebSocket(address, [mediaSubprotocol]);
    } catch { return this.#again(); }
    this.#socket = socket;
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.#openedAt = this.#clock.now();
      this.#record();
      this.#covers.start();
    };
    socket.onclose = ({ code, reason }) => socket === this.#socket && this.#closed(code, reason);
    socket.onerror = () => {};
  }

  #closed(code, reason) {
    this.#letGo();
    const { again, words } = publishingEnd(code);
    if (again) this.#again();
    else this.#end({ words, reason });
  }

  #again() {
    // A connection that lasted restarts the count of failures.
    if (this.#openedAt > 0 && this.#clock.now() - this.#openedAt > steadyMilliseconds) this.#failures = 0;
    this.#openedAt = 0;
    const wait = backoffMilliseconds(this.#failures, this.#random);
    this.#failures += 1;
    this.#timer = this.#clock.after(wait, () => this.#connect());
    this.#set("waiting");
  }

  // MARK: - Recording

  #record() {
    const [picture] = this.stream.getVideoTracks();
    const height = picture?.getSettings?.().height ?? this.quality.height;
    const mimeType = recordingType(
      { height, hasVideo: Boolean(picture), hasAudio: this.stream.getAudioTracks().length > 0 },
      (type) => this.#Recorder.isTypeSupported(type));
    if (!mimeType) {
      this.#end({ words: "studio.noRecorder" });
      return;
    }
    const socket = this.#socket;
    let recorder;
    try {
      recorder = new this.#Recorder(this.stream, {
        mimeType, videoBitsPerSecond: pictureBitRate(this.quality, this.#bitRateMax), audioBitsPerSecond: soundBitRate,
        videoKeyFrameIntervalDuration: keyFrameMilliseconds,
      });
      recorder.ondataavailable = ({ data }) => {
        if (data.size === 0 || socket.readyState !== 1) return;
        if (recorder === this.#recorder) this.#recorderFailures = 0;
        this.#sent += data.size;
        // A blob keeps its place in the queue, although it has to be read first.
        socket.send(data);
      };
      recorder.onerror = () => recorder === this.#recorder && this.#recorderFailed();
      recorder.start(sliceMilliseconds);
    } catch {
      this.#recorderFailed();
      return;
    }
    this.#recorder = recorder;
    this.#set("on");
  }

  #recorderFailed() {
    this.#stopRecorder();
    this.#recorderFailures += 1;
    const lower = lowerQuality(this.quality.name);
    if (this.#recorderFailures > recorderFailuresMax || !this.#socket) {
      this.#end({ words: "studio.recorderFailed" });
      return;
    }
    // An overloaded encoder may manage a lower quality.
    if (lower) this.#lower(lower);
    else this.#record();
  }

  /** Ends the recording and starts another on the same connection. Players continue with its new initialisation segment. */
  #recordAnew() {
    const socket = this.#socket;
    const begin = () => {
      if (socket === this.#socket && socket?.readyState === 1 && !this.#recorder) this.#record();
    };
    // The old recording's last data goes out before the new one's.
    if (!this.#stopRecorder(begin)) begin();
  }

  /** Ends the recording, if there is one, and calls `stopped` after its last data. Returns whether there was one. */
  #stopRecorder(stopped = null) {
    const recorder = this.#recorder;
    this.#recorder = null;
    if (!recorder || recorder.state === "inactive") return false;
    recorder.onstop = stopped;
    recorder.stop();
    return true;
  }

  async #lower(quality) {
    this.quality = quality;
    const { width, height } = quality;
    for (const track of this.source.getVideoTracks()) {
      try {
        await track.applyConstraints?.({ width: { ideal: width }, height: { ideal: height }, frameRate: { max: framesPerSecond } });
      } catch {
        // Fewer bits at the same size help too.
      }
    }
    this.#recordAnew();
    this.#changed();
  }

  #watchTracks() {
    const { source } = this;
    for (const track of source.getTracks()) {
      // The browser's own button can end a shared screen, and a camera can be unplugged.
      const ended = () => source === this.source && this.#end({ words: "studio.sourceEnded" });
      track.addEventListener("ended", ended, { signal: this.#listening.signal });
    }
  }

  // MARK: - The connection

  #watch() {
    this.#watchTimer = this.#clock.after(watchMilliseconds, () => {
      this.#lookAtLine();
      if (this.isGoingOn) this.#watch();
    });
  }

  #lookAtLine() {
    const now = this.#clock.now();
    this.#looks.push({ now, sent: this.#sent });
    if (this.#looks.length > looksRemembered) this.#looks.shift();
    const [first] = this.#looks;
    this.bitRate = now > first.now ? Math.round((this.#sent - first.sent) * 8_000 / (now - first.now)) : 0;
    if (this.phase === "on") {
      this.line.look(this.source.getVideoTracks()[0]);
      const { behind, action, isSlow } = this.#upload.look({
        now, unsentBytes: this.#socket?.bufferedAmount ?? 0,
        bitRate: pictureBitRate(this.quality, this.#bitRateMax) + soundBitRate,
      });
      this.unsentSeconds = behind;
      this.isSlow = isSlow;
      const lower = action === "lower" ? lowerQuality(this.quality.name) : null;
      if (action === "cut") this.#cut();
      else if (lower) this.#lower(lower);
    } else if (this.phase === "waiting") this.line.cut(watchMilliseconds / 1_000);
    this.#changed();
  }

  /** Drops the waiting data, so that viewers see the present again. */
  #cut() {
    this.line.cut(this.unsentSeconds);
    this.#letGo()?.close(4000);
    this.#again();
  }

  /** Stops what is sent, and returns the connection, which the caller closes. */
  #letGo() {
    const socket = this.#socket;
    this.#socket = null;
    this.#covers.stop();
    this.#stopRecorder();
    return socket;
  }

  // MARK: - The end

  #end(why) {
    if (this.phase === "stopped") return Promise.resolve();
    this.#attempt += 1;
    this.#listening?.abort();
    this.#clock.cancel(this.#timer);
    this.#clock.cancel(this.#watchTimer);
    this.why = why;
    const socket = this.#letGo();
    for (const track of [this.stream, this.source].flatMap((each) => each.getTracks())) track.stop();
    this.#set("stopped");
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

  #set(phase) {
    this.phase = phase;
    this.#changed();
  }

  #changed() { this.dispatchEvent(new Event("change")); }
}
