// Plays a picture in a <video>: by WebRTC where the live offers it, else over the server's WebSocket if the browser can, or else as a
// playlist that the browser or the page plays.

import { backoffMilliseconds, systemClock } from "../wire/connection.js";
import { abilitiesOf, isSoundRefused, Source } from "./abilities.js";
import { PictureBuffer, rangesOf } from "./picture-buffer.js";
import { listAddress, PlayLink, socketAddress } from "./play-link.js";
import {
  DelayPolicy, jumpInList, lacksDecoder, lacksLists, NearPolicy, placeBeyondGap, StallWatch, wayOf,
} from "./player-policy.js";

/** The interval between the player's checks, in milliseconds. */
const lookMilliseconds = 250;
/** The number of refusals in a row after which the page reports the picture as unplayable. */
const refusalsMax = 3;
/** The `readyState` of a video with a frame to show, HAVE_CURRENT_DATA. */
const playable = 2;

/**
 * Plays a live's picture.
 *
 * Events: `change` when one of its properties changes; `blocked` when the browser forbids sound and the player continues
 * muted.
 */
export class PicturePlayer extends EventTarget {
  #video;
  #media;
  #freshMedia;
  #base;
  #clock;
  #link = null;
  #source = null;
  #objectURL = null;
  /** One buffer for each separate track; over the server's WebSocket one for all. */
  #buffers = [];
  /** Whether the list can only be played by a browser with its own HLS. */
  #isOtherList = false;
  #delay = new DelayPolicy();
  #stall = new StallWatch();
  #near = new NearPolicy();
  #lookTimer = null;
  #retryTimer = null;
  #listening = null;
  #refusals = 0;
  #lostAt = 0;
  /** Whether a frame was visible since the start, across retries. */
  #wasSeen = false;
  #isToPlay = false;

  /** The seconds behind the camera, or null if unknown. */
  behind = null;
  /** `whep` (half a second behind), `push`, `hls`, `list` or `none`: see `wayOf`. */
  way = "none";
  /** `idle`; `loading`; `playing`; `paused`; `waiting` for data; `lost` after a long wait; `unplayable` here; `ended`. */
  phase = "idle";
  /** The picture's state at the server: `live`, `interrupted`, `none`. */
  state = "live";
  /** Whether a frame was ever visible. */
  hasPicture = false;
  /** Whether the user stopped it. */
  isPaused = false;

  /**
   * @param {HTMLVideoElement} video
   * @param {object} options
   * @param {() => object} options.media The server's last description of the picture, `info.media`.
   * @param {() => Promise<object>} options.freshMedia Asks the server for the current one.
   * @param {typeof systemClock} [options.clock]
   * @param {string} [options.base] What paths of the server are relative to, for a page of another origin; the page's address by default.
   */
  constructor(video, { media, freshMedia, clock = systemClock, base }) {
    super();
    this.#video = video;
    this.#media = media;
    this.#freshMedia = freshMedia;
    this.#clock = clock;
    this.#base = base;
    // A blob's address is valid on this device only, so casting it makes no sense.
    video.disableRemotePlayback = true;
    video.playsInline = true;
  }

  /** Aborted when it stops. */
  get signal() { return this.#listening?.signal; }
  get width() { return this.#video.videoWidth || this.#media()?.width || 0; }
  get height() { return this.#video.videoHeight || this.#media()?.height || 0; }

  /** Whether the picture is unplayable because it comes as HLS and this browser has none. */
  get lacksLists() { return this.#isOtherList || lacksLists(this.#media(), abilitiesOf(this.#video)); }

  /** Loads the picture and stays paused until `play`. */
  start() {
    if (this.#listening) return;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const look = () => this.#look();
    for (const name of ["playing", "waiting", "loadeddata", "timeupdate"]) this.#video.addEventListener(name, look, { signal });
    this.#video.addEventListener("error", () => this.#refused(), { signal });
    this.#video.addEventListener("pause", () => this.#pausedElsewhere(), { signal });
    this.#video.addEventListener("play", () => this.isPaused && this.play(), { signal });
    this.#begin();
    this.#keepLooking();
  }

  /** Plays the loaded picture. If the browser wants a tap before it plays sound, the picture plays muted. */
  play() {
    this.#isToPlay = true;
    this.start();
    if (this.isPaused) {
      this.isPaused = false;
      this.#stall.reset(this.#clock.now());
      if (this.way === "push" && this.#end !== null) this.#openLink();
      else this.retry();
    }
    this.#resume();
  }

  /** Pauses on the current frame and stops loading. A live continues from its present later. */
  pause() {
    this.#isToPlay = false;
    this.isPaused = true;
    this.#video.pause();
    this.#unlink();
    this.behind = null;
    this.#set("paused");
  }

  /** Pauses and keeps loading. */
  rest() {
    this.#isToPlay = false;
    this.start();
    this.#video.pause();
  }

  /** Stops. The promise resolves when nothing loads any more. */
  stop() {
    this.#listening?.abort();
    this.#listening = null;
    this.#isToPlay = false;
    this.#clock.cancel(this.#lookTimer);
    this.#clock.cancel(this.#retryTimer);
    const closed = this.#unlink();
    this.#letGo();
    this.phase = "idle";
    return closed;
  }

  /** Jumps to the newest picture. */
  toEdge() {
    const place = { currentTime: this.#video.currentTime, end: this.#end };
    const to = this.way === "list" ? jumpInList({ ...place, ...this.#hold }) : this.#delay.edge(place);
    if (to !== null) this.#video.currentTime = to;
    this.#resume();
    this.#look();
  }

  /** Tries again at once. */
  retry() {
    if (!this.#listening) return;
    this.#clock.cancel(this.#retryTimer);
    this.#refusals = 0;
    this.#unlink();
    this.#begin(true);
  }

  #unlink() {
    const link = this.#link;
    this.#link = null;
    return link?.stop() ?? Promise.resolve();
  }

  /** Handles the pause button of the browser's picture-in-picture window. */
  #pausedElsewhere() {
    if (this.#isToPlay && document.pictureInPictureElement === this.#video && this.#video.readyState >= playable) this.pause();
  }

  /** @param {boolean} [isAgain] Whether this is a retry, whose address may have expired. */
  #begin(isAgain = false) {
    this.#letGo();
    const { signal } = this.#listening;
    this.#delay.reset();
    this.#stall.reset(this.#clock.now());
    this.hasPicture = false;
    const media = this.#media();
        // The event of a picture that needs a signature has no address; members get it from `room.info`. A list's address may also have
        // expired, which the browser's own player does not report. A pushed picture asks for its own.
    if (media && ((!media.push && !media.hls && !media.whep) || (isAgain && this.way === "hls"))) {
      this.#set("loading");
      this.#freshMedia().then((fresh) => !signal.aborted && this.#beginWith(fresh), () => !signal.aborted && this.#refused());
      return;
    }
    this.#beginWith(media);
  }

  #beginWith(media) {
    if (media?.whep && "RTCPeerConnection" in globalThis && this.#near.mayTry(this.#clock.now())) {
      this.#beginNear();
      return;
    }
    this.way = media ? wayOf(media, abilitiesOf(this.#video)) : "none";
    this.#isOtherList = false;
    if (this.way === "none") this.#set("unplayable");
    else if (this.way === "hls") this.#beginList(media);
    else this.#beginSource(this.way === "list" ? () => this.#openList() : () => this.#openLink());
  }

  /** Plays by WebRTC. The code loads on demand. When it cannot be had, the relay's picture is played. */
  async #beginNear() {
    this.way = "whep";
    this.#set("loading");
    const { signal } = this.#listening;
    const code = await import("./whep-link.js").catch(() => null);
    if (signal.aborted || this.way !== "whep" || this.#link || this.isPaused) return;
    const failed = () => {
      this.#near.failed(this.#clock.now());
      this.#unlink();
      this.#begin(true);
    };
    if (!code) {
      failed();
      return;
    }
    const link = new code.WhepLink({
      clock: this.#clock,
      address: async () => listAddress((await this.#mediaWith("whep", false))?.whep),
      listener: {
        came: (stream) => {
          if (link !== this.#link) return;
          this.#video.srcObject = stream;
          this.#resume();
        },
        ended: () => link === this.#link && failed(),
      },
    });
    this.#link = link;
    link.start();
  }

  #beginList(media) {
    this.#set("loading");
    this.#video.src = media.hls;
    this.#resume();
  }

  /** Plays from data that the page feeds to the browser. */
  #beginSource(open) {
    this.#set("loading");
    const { signal } = this.#listening;
    const source = new (Source())();
    this.#source = source;
    this.#objectURL = URL.createObjectURL(source);
    source.addEventListener("sourceopen", () => source === this.#source && open(), { once: true, signal });
    this.#video.src = this.#objectURL;
  }

  /** The server's last description of the picture, or a new one if it lacks the address or did not help. */
  async #mediaWith(kind, isRetry) { return isRetry || !this.#media()?.[kind] ? this.#freshMedia() : this.#media(); }

  #openLink() {
    // After a pause the rest of what is buffered is old, and the present follows it.
    if (this.#end !== null) this.#video.currentTime = Math.max(this.#video.currentTime, this.#end - 0.1);
    this.#link = new PlayLink({
      clock: this.#clock,
      address: async (isRetry) => socketAddress((await this.#mediaWith("push", isRetry))?.push, this.#base),
      listener: {
        began: (header, bytes) => this.#began(header, bytes),
        fragment: (bytes) => this.#buffers[0]?.add(bytes),
        skipped: () => this.#buffers[0]?.skip(),
        stated: (state) => {
          this.state = state;
          this.#stall.reset(this.#clock.now());
          this.#look();
        },
        phaseChanged: (phase, close) => this.#linkChanged(phase, close),
      },
    });
    this.#link.start();
  }

  /** Plays the list itself. The code loads on demand, because most browsers never need it. */
  async #openList() {
    const source = this.#source;
    const feed = await import("./list-feed.js").catch(() => null);
    if (source !== this.#source || this.isPaused) return;
    if (!feed) return this.#refused();
    this.#link = feed.linkOfList({
      clock: this.#clock, canPlay: (mimeType) => Source().isTypeSupported(mimeType), video: this.#video, buffers: this.#buffers,
      makeBuffer: (mimeType) => this.#makeBuffer(mimeType),
      address: async (isRetry) => listAddress((await this.#mediaWith("hls", isRetry))?.hls, this.#base),
      refused: () => this.#refused(),
      unplayable: (isOther) => {
        this.#letGo();
        this.way = "none";
        this.#isOtherList = isOther;
        this.#set("unplayable");
      },
    });
    this.#link.start();
  }

  get #hold() { return { holdSeconds: this.#link?.holdSeconds ?? 0 }; }

  #began(header, bytes) {
    if (!Source().isTypeSupported(header.mimeType)) {
      this.#unlink();
      this.#letGo();
      // The browser's own player may still accept it.
      const [, codecs = null] = /codecs="([^"]*)"/.exec(header.mimeType) ?? [];
      this.#beginWith({ hls: this.#media()?.hls, codecs });
      return;
    }
    try {
      this.#buffers[0] ??= this.#makeBuffer(header.mimeType);
      this.#buffers[0].begin(header.mimeType, bytes);
    } catch {
      this.#refused();
    }
  }

  #makeBuffer(mimeType) {
    const buffer = new PictureBuffer(this.#source.addSourceBuffer(mimeType), {
      mimeType,
      currentTime: () => this.#video.currentTime,
      appended: (seconds) => {
        this.#refusals = 0;
        this.#delay.appended(seconds, this.#clock.now());
        buffer.trim();
        this.#resume();
        this.#look();
      },
      failed: () => this.#buffers.includes(buffer) && this.#refused(),
    });
    return buffer;
  }

  #linkChanged(phase, close) {
    if (phase === "closed") {
      // 3508: the live has ended, and all of its picture was sent.
      this.#set(close.code === 3508 || close.code === 3507 ? "ended" : "lost");
    }
    this.#look();
  }

  /** Handles a browser that refuses the data: restarts with growing pauses, and reports it after a few times. */
  #refused() {
    if (!this.#listening) return;
    this.#unlink();
    this.#clock.cancel(this.#retryTimer);
    this.#refusals += 1;
    if (this.#refusals > refusalsMax) {
      const lacks = lacksDecoder({ code: this.#video.error?.code, wasSeen: this.#wasSeen, way: this.way });
      this.#set(lacks ? "unplayable" : "lost");
      return;
    }
    this.#set("waiting");
    this.#retryTimer = this.#clock.after(backoffMilliseconds(this.#refusals, () => 0), () => this.#begin(true));
  }

  #letGo() {
    this.#buffers = [];
    this.#source = this.behind = null;
    if (this.#video.srcObject) this.#video.srcObject = null;
    if (this.#video.hasAttribute("src")) {
      this.#video.removeAttribute("src");
      this.#video.load();
    }
    if (this.#objectURL) URL.revokeObjectURL(this.#objectURL);
    this.#objectURL = null;
  }

  async #resume() {
    if (!this.#isToPlay || !this.#video.paused || !(this.#video.srcObject || this.#video.hasAttribute("src"))) return;
    if (!await isSoundRefused(this.#video) || !this.#isToPlay) return;
    this.#video.muted = true;
    this.dispatchEvent(new Event("blocked"));
    this.#video.play().catch(() => {});
  }

  /** The playable ranges, which every buffer has. */
  get #ranges() { return this.#buffers.length > 1 ? rangesOf(this.#video.buffered) : this.#buffers[0]?.ranges ?? []; }
  get #end() { return this.#ranges.at(-1)?.[1] ?? null; }

  #keepLooking() {
    this.#lookTimer = this.#clock.after(lookMilliseconds, () => {
      this.#look();
      this.#keepLooking();
    });
  }

  #look() {
    if (!this.#listening || this.isPaused || this.phase === "unplayable" || this.phase === "ended") return;
    const video = this.#video;
    const isList = this.way === "hls" || this.way === "list";
    const isNear = this.way === "whep";
    if (isList || isNear) this.state = this.#media()?.state ?? "live";
    const now = this.#clock.now();
    if (this.#isNearer(now)) {
      this.#unlink();
      this.#begin();
      return;
    }
    if (this.way === "push") this.#keepUp(now);
    if (this.way === "list") this.#keepUpWithList();
    this.hasPicture ||= video.readyState >= playable;
    this.#wasSeen ||= this.hasPicture;
    const isToMove = this.#isToPlay && this.state === "live";
    const { isWaiting, isLost } = this.#stall.look({ now, currentTime: video.currentTime, isToMove });
    // A lost picture stays lost until it moves, because a retry that failed at once has not waited yet.
    if (this.phase === "lost" && video.currentTime === this.#lostAt) return;
    // A browser's own player does not return to a list that has ended, as after a publisher's restart.
    if (isLost && this.way === "hls") this.#begin(true);
    // A list whose time changes without a mark stalls, and so does a missing list.
    else if (isLost && this.way === "list") {
      this.#stall.reset(now);
      this.#refused();
    } else if (isLost) this.#set("lost");
    else if (!this.hasPicture) this.#set("loading");
    else this.#set(isWaiting ? "waiting" : "playing");
    // A playing picture was not refused. An address that expires once an hour is no fault of the picture.
    if ((isList || isNear) && this.phase === "playing" && isToMove) this.#refusals = 0;
    if (isNear && this.phase === "playing") this.#near.played(now);
  }

  /** Whether the picture comes by WebRTC by now, and the relay's does not play. */
  #isNearer(now) {
    if (this.way === "whep" || this.phase === "playing" || !this.#media()?.whep) return false;
    return this.state === "live" && "RTCPeerConnection" in globalThis && this.#near.mayTry(now);
  }

  #keepUpWithList() {
    const video = this.#video;
    const { currentTime } = video;
    const to = placeBeyondGap(currentTime, this.#ranges) ?? jumpInList({ currentTime, end: this.#end, ...this.#hold });
    if (to !== null && !video.seeking) video.currentTime = to;
  }

  #keepUp(now) {
    const video = this.#video;
    const ranges = this.#ranges;
    const beyond = placeBeyondGap(video.currentTime, ranges);
    if (beyond !== null && !video.seeking) video.currentTime = beyond;
    const { behind, rate, jumpTo } = this.#delay.look({ now, currentTime: video.currentTime, end: this.#end });
    this.behind = this.state === "live" ? behind : null;
    if (video.playbackRate !== rate) video.playbackRate = rate;
    if (jumpTo !== null && !video.seeking) video.currentTime = jumpTo;
  }

  #set(phase) {
    if (phase === "lost") this.#lostAt = this.#video.currentTime;
    this.phase = phase;
    this.dispatchEvent(new Event("change"));
  }
}
