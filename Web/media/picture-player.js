// A picture in a <video>: over the server's WebSocket where the browser can, else as a playlist that it plays by itself.

import { backoffMilliseconds, systemClock } from "../wire/connection.js";
import { PictureBuffer } from "./picture-buffer.js";
import { PlayLink, socketAddress } from "./play-link.js";
import { DelayPolicy, lacksLists, placeBeyondGap, StallWatch, wayOf } from "./player-policy.js";

/** How often the player looks at itself. */
const lookMilliseconds = 250;
/** Times that a browser may refuse a picture in a row before the page says that it cannot play it. */
const refusalsMax = 3;
/** Codes of a video's error: it could not be decoded, MEDIA_ERR_DECODE, and nothing here plays it, MEDIA_ERR_SRC_NOT_SUPPORTED. */
const errorDecode = 3;
const errorNotSupported = 4;
/** `readyState` of a video that has a frame to show, HAVE_CURRENT_DATA. */
const playable = 2;

/** What this browser makes a stream of: iPhones have the managed kind only. */
const Source = () => globalThis.MediaSource ?? globalThis.ManagedMediaSource;

/** What a browser can play, for `wayOf`. */
function abilitiesOf(video) {
  return {
    canPush: (mimeType) => Boolean(Source()) && (mimeType === null || Source().isTypeSupported(mimeType)),
    canList: (mimeType) => video.canPlayType(mimeType) !== "",
    canDecode: (mimeType) => video.canPlayType(mimeType) !== "",
  };
}

/**
 * Plays a live's picture.
 *
 * Events: `change` where what it says of itself is another; `blocked` where the browser does not let it be heard, so that it went on
 * without sound.
 */
export class PicturePlayer extends EventTarget {
  #video;
  #media;
  #freshMedia;
  #clock;
  #link = null;
  #source = null;
  #objectURL = null;
  #buffer = null;
  #delay = new DelayPolicy();
  #stall = new StallWatch();
  #lookTimer = null;
  #retryTimer = null;
  #listening = null;
  #refusals = 0;
  /** Whether a frame of it was seen since it was started, whatever was tried meanwhile. */
  #wasSeen = false;
  #isToPlay = false;

  /** Seconds behind the camera; null where nobody can say. */
  behind = null;
  /** `push`, `hls` or `none`. */
  way = "none";
  /** `idle`; `loading`; `playing`; `paused`; `waiting` for more to play; `lost` for long; `unplayable` here; `ended`. */
  phase = "idle";
  /** What the server says of the picture: `live`, `interrupted`, `none`. */
  state = "live";
  /** Whether a frame was ever seen. */
  hasPicture = false;
  /** Whether the user stopped it. */
  isPaused = false;

  /**
   * @param {HTMLVideoElement} video
   * @param {object} options
   * @param {() => object} options.media What the server said last of the picture, `info.media`.
   * @param {() => Promise<object>} options.freshMedia Asks the server for it.
   * @param {typeof systemClock} [options.clock]
   */
  constructor(video, { media, freshMedia, clock = systemClock }) {
    super();
    this.#video = video;
    this.#media = media;
    this.#freshMedia = freshMedia;
    this.#clock = clock;
    // An address of a blob has an end of its own; casting it makes no sense.
    video.disableRemotePlayback = true;
    video.playsInline = true;
  }

  get width() { return this.#video.videoWidth || this.#media()?.width || 0; }
  get height() { return this.#video.videoHeight || this.#media()?.height || 0; }

  /** Whether it is unplayable because this browser plays no HLS, which the picture comes as. */
  get lacksLists() { return lacksLists(this.#media(), abilitiesOf(this.#video)); }

  /** Loads the picture. It stands still until `play`. */
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

  /** Plays what is loaded. Where the browser wants a tap before there is sound, it plays without. */
  play() {
    this.#isToPlay = true;
    this.start();
    if (this.isPaused) {
      this.isPaused = false;
      this.retry();
    }
    this.#resume();
  }

  /** Stands still on what is seen, and loads nothing meanwhile: a live goes on from where it is by then. */
  pause() {
    this.#isToPlay = false;
    this.isPaused = true;
    this.#video.pause();
    this.#link?.stop();
    this.#link = null;
    this.behind = null;
    this.#set("paused");
  }

  /** Stands still, and goes on loading. */
  rest() {
    this.#isToPlay = false;
    this.start();
    this.#video.pause();
  }

  /** Ends it. The promise is kept when nothing of it loads any more. */
  stop() {
    this.#listening?.abort();
    this.#listening = null;
    this.#isToPlay = false;
    this.#clock.cancel(this.#lookTimer);
    this.#clock.cancel(this.#retryTimer);
    const closed = this.#link?.stop() ?? Promise.resolve();
    this.#link = null;
    this.#letGo();
    this.phase = "idle";
    return closed;
  }

  /** Goes to the newest that there is. */
  toEdge() {
    const to = this.#delay.edge({ currentTime: this.#video.currentTime, end: this.#end });
    if (to !== null) this.#video.currentTime = to;
    this.#resume();
    this.#look();
  }

  /** Tries anew, at once. */
  retry() {
    if (!this.#listening) return;
    this.#clock.cancel(this.#retryTimer);
    this.#refusals = 0;
    this.#link?.stop();
    this.#link = null;
    this.#begin(true);
  }

  /** The small window of a picture has a button of its own. */
  #pausedElsewhere() {
    if (this.#isToPlay && document.pictureInPictureElement === this.#video && this.#video.readyState >= playable) this.pause();
  }

  /** @param {boolean} [isAgain] Whether it was tried before, so that the address may be over. */
  #begin(isAgain = false) {
    this.#letGo();
    const { signal } = this.#listening;
    this.#delay.reset();
    this.#stall.reset(this.#clock.now());
    this.hasPicture = false;
    const media = this.#media();
    // The event of a picture that needs a signature has no address: `room.info` tells it to members. And an address of a list may be
    // over, which a browser's own player does not say. What is pushed asks by itself.
    if (media && ((!media.push && !media.hls) || (isAgain && this.way === "hls"))) {
      this.#set("loading");
      this.#freshMedia().then((fresh) => !signal.aborted && this.#beginWith(fresh), () => !signal.aborted && this.#refused());
      return;
    }
    this.#beginWith(media);
  }

  #beginWith(media) {
    this.way = media ? wayOf(media, abilitiesOf(this.#video)) : "none";
    if (this.way === "none") this.#set("unplayable");
    else if (this.way === "hls") this.#beginList(media);
    else this.#beginPush();
  }

  #beginList(media) {
    this.#set("loading");
    this.#video.src = media.hls;
    this.#resume();
  }

  #beginPush() {
    this.#set("loading");
    const { signal } = this.#listening;
    const source = new (Source())();
    this.#source = source;
    this.#objectURL = URL.createObjectURL(source);
    source.addEventListener("sourceopen", () => this.#openLink(), { once: true, signal });
    this.#video.src = this.#objectURL;
  }

  #openLink() {
    this.#link = new PlayLink({
      clock: this.#clock,
      address: async (isRetry) => {
        const media = isRetry || !this.#media()?.push ? await this.#freshMedia() : this.#media();
        return socketAddress(media?.push);
      },
      listener: {
        began: (header, bytes) => this.#began(header, bytes),
        fragment: (bytes) => this.#buffer?.add(bytes),
        skipped: () => this.#buffer?.skip(),
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

  #began(header, bytes) {
    if (!Source().isTypeSupported(header.mimeType)) {
      this.#link?.stop();
      this.#link = null;
      this.#letGo();
      // Perhaps the browser's own player takes it.
      const [, codecs = null] = /codecs="([^"]*)"/.exec(header.mimeType) ?? [];
      this.#beginWith({ hls: this.#media()?.hls, codecs });
      return;
    }
    try {
      this.#buffer ??= this.#makeBuffer(header.mimeType);
      this.#buffer.begin(header.mimeType, bytes);
    } catch {
      this.#refused();
    }
  }

  #makeBuffer(mimeType) {
    return new PictureBuffer(this.#source.addSourceBuffer(mimeType), {
      mimeType,
      currentTime: () => this.#video.currentTime,
      appended: (seconds) => {
        this.#refusals = 0;
        this.#delay.appended(seconds, this.#clock.now());
        this.#buffer?.trim();
        this.#resume();
        this.#look();
      },
      failed: () => this.#refused(),
    });
  }

  #linkChanged(phase, close) {
    if (phase === "closed") {
      // 3508: the live is over, and all of its picture was sent.
      this.#set(close.code === 3508 || close.code === 3507 ? "ended" : "lost");
    }
    this.#look();
  }

  /** The browser does not take it: begins anew, with a pause that grows, and says so after a few times. */
  #refused() {
    if (!this.#listening) return;
    this.#link?.stop();
    this.#link = null;
    this.#clock.cancel(this.#retryTimer);
    this.#refusals += 1;
    if (this.#refusals > refusalsMax) {
      this.#set(this.#cannotPlay ? "unplayable" : "lost");
      return;
    }
    this.#set("waiting");
    this.#retryTimer = this.#clock.after(backoffMilliseconds(this.#refusals, () => 0), () => this.#begin(true));
  }

  /**
   * Whether the browser says that it has no decoder for it. One that showed some of it has one, and lost something on the way. A list that
   * is not there has the same error as one that cannot be played.
   */
  get #cannotPlay() {
    const code = this.#video.error?.code;
    if (this.#wasSeen) return false;
    return code === errorDecode || (code === errorNotSupported && this.way === "push");
  }

  #letGo() {
    this.#buffer = null;
    this.#source = null;
    this.behind = null;
    if (this.#video.hasAttribute("src")) {
      this.#video.removeAttribute("src");
      this.#video.load();
    }
    if (this.#objectURL) URL.revokeObjectURL(this.#objectURL);
    this.#objectURL = null;
  }

  async #resume() {
    if (!this.#isToPlay || !this.#video.paused || !this.#video.hasAttribute("src")) return;
    try {
      await this.#video.play();
    } catch (error) {
      const isBlocked = /^notallowed/i.test(error?.name ?? "");
      if (!isBlocked || this.#video.muted || !this.#isToPlay) return;
      this.#video.muted = true;
      this.dispatchEvent(new Event("blocked"));
      this.#video.play().catch(() => {});
    }
  }

  get #ranges() { return this.#buffer?.ranges ?? []; }
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
    if (this.way === "hls") this.state = this.#media()?.state ?? "live";
    const now = this.#clock.now();
    if (this.way === "push") this.#keepUp(now);
    this.hasPicture ||= video.readyState >= playable;
    this.#wasSeen ||= this.hasPicture;
    const isToMove = this.#isToPlay && this.state === "live";
    const { isWaiting, isLost } = this.#stall.look({ now, currentTime: video.currentTime, isToMove });
    if (this.phase === "lost" && isWaiting) return;
    // A browser's own player does not come back to a list that had ended for it, as after a publisher's restart.
    if (isLost && this.way === "hls") this.#begin(true);
    else if (isLost) this.#set("lost");
    else if (!this.hasPicture) this.#set("loading");
    else this.#set(isWaiting ? "waiting" : "playing");
    // What plays was not refused: an address that is over once an hour is no fault of the picture.
    if (this.way === "hls" && this.phase === "playing" && isToMove) this.#refusals = 0;
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
    this.phase = phase;
    this.dispatchEvent(new Event("change"));
  }
}
