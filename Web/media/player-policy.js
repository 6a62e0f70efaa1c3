// When a player plays faster, jumps, shows that it waits, and discards data. Pure: times and buffers go in, decisions come out. Times on
// the picture's own clock are in seconds, as in browsers; `now` is in milliseconds.

/** The seconds behind the camera from which a player plays faster. */
const fastBehindSeconds = 2;
/** The seconds behind the camera from which it jumps. */
const jumpBehindSeconds = 3;
/** The faster rate. Nobody hears the difference. */
export const fastRate = 1.05;
/** The seconds of played data that are kept. */
export const keepSeconds = 30;
/** The additional seconds that may pile up before a removal, because one removal a second would cost more than it saves. */
const keepSlackSeconds = 5;
/** The seconds that are kept if the browser has no more room. */
const keepShortSeconds = 2;
/** The buffered seconds below which a player never plays faster, because it would stall. */
const reserveSeconds = 0.3;
/** The seconds behind the camera at which a jump lands, in addition to the length of a fragment. */
const jumpReserveSeconds = 0.4;
/** The seconds below the bound at which it returns to normal speed, so that the rate does not flip all the time. */
const calmSeconds = 0.4;
/** The number of fragments whose length is remembered. */
const fragmentsRemembered = 5;
/** The largest hole in the buffer that a position may be in, in seconds. */
const toleranceSeconds = 0.15;

/**
 * The player's delay behind the camera, and what to do about it.
 *
 * A fragment arrives when the camera has filmed its end, so the camera is ahead of the buffer's end by the time since the last fragment
 * arrived. No player can be nearer than the length of a fragment. For fragments longer than a second the bounds grow accordingly.
 */
export class DelayPolicy {
  #lengths = [];
  #appendedAt = null;
  #isFast = false;

  /** Notes that a fragment of the given length arrived. */
  appended(seconds, now) {
    this.#appendedAt = now;
    if (seconds <= 0) return;
    this.#lengths.push(seconds);
    if (this.#lengths.length > fragmentsRemembered) this.#lengths.shift();
  }

  /** Resets it for a player that restarts. */
  reset() {
    this.#lengths = [];
    this.#appendedAt = null;
    this.#isFast = false;
  }

  /**
   * Decides what the player should do.
   *
   * @param {{now: number, currentTime: number, end: ?number}} player `end` is the buffer's end, or null if it is empty.
   * @returns {{behind: ?number, rate: number, jumpTo: ?number}} The seconds behind the camera, or null if unknown; the playback rate; and
   *   the position to jump to, or null.
   */
  look({ now, currentTime, end }) {
    if (end === null || this.#appendedAt === null) return { behind: null, rate: 1, jumpTo: null };
    const longest = Math.max(1, ...this.#lengths);
    // If nothing arrives any more, the camera has most likely stopped too.
    const passed = Math.min(Math.max(0, now - this.#appendedAt) / 1_000, longest + 1);
    const behind = Math.max(0, end - currentTime + passed);
    if (behind > Math.max(jumpBehindSeconds, longest + 2)) {
      const jumpTo = Math.min(end - 0.1, end + passed - longest - jumpReserveSeconds);
      this.#isFast = false;
      if (jumpTo > currentTime + toleranceSeconds) return { behind, rate: 1, jumpTo };
    }
    const fastBeyond = Math.max(fastBehindSeconds, longest + 1);
    this.#isFast = behind > (this.#isFast ? fastBeyond - calmSeconds : fastBeyond) && end - currentTime > reserveSeconds;
    return { behind, rate: this.#isFast ? fastRate : 1, jumpTo: null };
  }

  /** The position of the live edge, or null if the player is already there. */
  edge({ currentTime, end }) {
    if (end === null) return null;
    const to = Math.max(end - Math.max(1, ...this.#lengths) - jumpReserveSeconds, 0);
    return to > currentTime + toleranceSeconds ? to : null;
  }
}

/**
 * The position to continue at if there is no picture at the given one: the start of the buffer's next range. Null if there is a
 * picture, or none ahead.
 *
 * @param {number} currentTime
 * @param {[start: number, end: number][]} ranges The buffered ranges, in order.
 */
export function placeBeyondGap(currentTime, ranges) {
  for (const [start, end] of ranges) {
    if (currentTime < start) return start;
    // At the very end of a range with another one behind it, the player stalls as well.
    if (currentTime < end - toleranceSeconds || (currentTime <= end && end === ranges.at(-1)[1])) return null;
  }
  return null;
}

/** The position up to which the buffer should be trimmed, or null if it is short enough. `isShort` means that the browser is full. */
export function trimTo(currentTime, ranges, isShort = false) {
  if (ranges.length === 0) return null;
  const keep = isShort ? keepShortSeconds : keepSeconds;
  const slack = isShort ? 0 : keepSlackSeconds;
  const to = currentTime - keep;
  return ranges[0][0] < to - slack ? to : null;
}

/** The time after which a stalled player shows that it waits, in milliseconds. */
const spinnerAfterMilliseconds = 500;
/** The time after which it reports the stall and offers a retry, in milliseconds. */
const retryCardAfterMilliseconds = 10_000;

/** Detects whether a picture moves. */
export class StallWatch {
  #time = null;
  #movedAt = null;

  /** Restarts, and forgets an earlier stall. */
  reset(now) {
    this.#time = null;
    this.#movedAt = now;
  }

  /** Returns `{isWaiting, isLost}`: whether to show that the player waits, and whether to offer a retry. */
  look({ now, currentTime, isToMove }) {
    if (currentTime !== this.#time || !isToMove || this.#movedAt === null) {
      this.#time = currentTime;
      this.#movedAt = now;
    }
    const still = now - this.#movedAt;
    return { isWaiting: still >= spinnerAfterMilliseconds, isLost: still >= retryCardAfterMilliseconds };
  }
}

/** The MIME type of HLS for a browser that plays it itself. */
const appleList = "application/vnd.apple.mpegurl";

/**
 * How a picture is played: `push` over the server's WebSocket, `hls` by the browser itself, `list` as the same list loaded by the page,
 * or `none`.
 *
 * @param {{push?: ?string, hls?: ?string, codecs?: ?string}} media The server's description.
 * @param {{canPush: (mimeType: ?string) => boolean, canList: (mimeType: string) => boolean, canDecode: (mimeType: string) => boolean}}
 *   browser `canPush` gets null if the server has not named the codecs. A browser that plays lists may still lack the decoder for their
 *   content.
 */
export function wayOf(media, browser) {
  const mimeType = media.codecs ? `video/mp4; codecs="${media.codecs}"` : null;
  if (media.push && browser.canPush(mimeType)) return "push";
  if (media.hls && browser.canList(appleList) && (mimeType === null || browser.canDecode(mimeType))) return "hls";
  if (media.hls && browser.canPush(mimeType)) return "list";
  return "none";
}

/** Whether a picture comes as HLS alone, and neither the browser nor the page can play that. Another browser could. */
export function lacksLists(media, browser) {
  return Boolean(media?.hls) && !media.push && !browser.canList(appleList) && !browser.canPush(null);
}

/** The number of hold lengths that a list's player may be behind the list's end before it jumps. */
const holdsBehindMax = 3;

/**
 * The position to which a list's player jumps, in seconds, or null. A list plays at its own pace, some segments behind its end.
 *
 * @param {{currentTime: number, end: ?number, holdSeconds: number}} player
 */
export function jumpInList({ currentTime, end, holdSeconds }) {
  return end !== null && end - currentTime > holdSeconds * holdsBehindMax ? end - holdSeconds : null;
}

/** Whether a list's player wants another segment. The data ahead is bounded, so a pause costs no memory. */
export function wantsSegment({ currentTime, end, holdSeconds, waitingCount }) {
  return waitingCount < 2 && (end === null || end - currentTime < Math.max(keepSeconds, holdSeconds * 2));
}

/** Codes of a video's error: MEDIA_ERR_DECODE for data that cannot be decoded, and MEDIA_ERR_SRC_NOT_SUPPORTED for an unplayable source. */
const errorDecode = 3;
const errorNotSupported = 4;

/**
 * Whether the browser reports that it lacks a decoder for a picture. A browser that showed a frame has one, and data was lost on the way.
 * A missing list and an unplayable one give the same error, if the browser loads the list itself.
 *
 * @param {{code: number | undefined, wasSeen: boolean, way: string}} player
 */
export function lacksDecoder({ code, wasSeen, way }) {
  return !wasSeen && (code === errorDecode || (code === errorNotSupported && way !== "hls"));
}

/** The waits between attempts to play by WebRTC, in milliseconds, by the number of failures in a row. The last one repeats. */
const nearWaits = [0, 2_000, 10_000, 60_000];
/** How long a picture by WebRTC must have played before its failures are forgotten, in milliseconds. */
const nearSteadyMilliseconds = 5_000;

/** When a player may try WebRTC: at once, and after failures with growing waits, in which it plays the relay's picture. */
export class NearPolicy {
  #failures = 0;
  #failedAt = null;
  #playedAt = null;

  mayTry(now) { return this.#failedAt === null || now - this.#failedAt >= nearWaits[Math.min(this.#failures, nearWaits.length - 1)]; }

  /** Notes that it was refused or broke off. */
  failed(now) {
    const wasSteady = this.#playedAt !== null && now - this.#playedAt >= nearSteadyMilliseconds;
    this.#failures = wasSteady ? 1 : this.#failures + 1;
    this.#failedAt = now;
    this.#playedAt = null;
  }

  /** Notes that it plays. */
  played(now) { this.#playedAt ??= now; }
}
