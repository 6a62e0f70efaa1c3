// When a player plays faster, jumps, shows that it waits, and what it throws away. Pure: times and buffers go in, decisions
// come out. All times on the picture's own clock are in seconds, as a browser has them; `now` is in milliseconds.

/** Beyond so many seconds behind the camera a player plays faster. */
const fastBehindSeconds = 2;
/** Beyond so many seconds behind the camera it jumps. */
const jumpBehindSeconds = 3;
/** How much faster. Nobody hears it. */
export const fastRate = 1.05;
/** How much of what was played is kept. */
export const keepSeconds = 30;
/** How much more than that may lie there before some of it is removed: one removal a second would cost more than it saves. */
const keepSlackSeconds = 5;
/** How much is kept where the browser has no room for more. */
const keepShortSeconds = 2;
/** Below so much buffer a player never plays faster: it would stand still for it. */
const reserveSeconds = 0.3;
/** How far behind the camera a jump lands, beyond the length of a fragment. */
const jumpReserveSeconds = 0.4;
/** How much nearer than the bound it has to come before it plays at its own pace again, so that it does not change all the time. */
const calmSeconds = 0.4;
/** Fragments whose length is remembered. */
const fragmentsRemembered = 5;
/** A hole in the buffer up to which a place counts as inside. */
const toleranceSeconds = 0.15;

/**
 * How far behind the camera a player is, and what to do about it.
 *
 * A fragment comes when the camera has seen its end, so the camera is as far ahead of the buffer's end as time has passed since the
 * last fragment came. No player can be nearer than the length of a fragment: where fragments are longer than a second, the bounds
 * move with it.
 */
export class DelayPolicy {
  #lengths = [];
  #appendedAt = null;
  #isFast = false;

  /** Notes that a fragment of so many seconds came. */
  appended(seconds, now) {
    this.#appendedAt = now;
    if (seconds <= 0) return;
    this.#lengths.push(seconds);
    if (this.#lengths.length > fragmentsRemembered) this.#lengths.shift();
  }

  /** Forgets what was, for a player that begins anew. */
  reset() {
    this.#lengths = [];
    this.#appendedAt = null;
    this.#isFast = false;
  }

  /**
   * Looks at the player.
   *
   * @param {{now: number, currentTime: number, end: ?number}} player `end` is that of the buffer; null where it is empty.
   * @returns {{behind: ?number, rate: number, jumpTo: ?number}} Seconds behind the camera, null where nobody can say; how fast to play;
   *   where to jump, null where it stays.
   */
  look({ now, currentTime, end }) {
    if (end === null || this.#appendedAt === null) return { behind: null, rate: 1, jumpTo: null };
    const longest = Math.max(1, ...this.#lengths);
    // Where nothing comes any more, the camera has most likely stopped too.
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

  /** Where "go to the edge" goes; null where it is there already. */
  edge({ currentTime, end }) {
    if (end === null) return null;
    const to = Math.max(end - Math.max(1, ...this.#lengths) - jumpReserveSeconds, 0);
    return to > currentTime + toleranceSeconds ? to : null;
  }
}

/**
 * Where to go on where there is no picture at a place: the start of the next range of the buffer. null where there is a picture, or
 * none ahead.
 *
 * @param {number} currentTime
 * @param {[start: number, end: number][]} ranges What is buffered, in order.
 */
export function placeBeyondGap(currentTime, ranges) {
  for (const [start, end] of ranges) {
    if (currentTime < start) return start;
    // Right at the end of a range with another one behind it, it stands still as well.
    if (currentTime < end - toleranceSeconds || (currentTime <= end && end === ranges.at(-1)[1])) return null;
  }
  return null;
}

/** Up to where the buffer is to be removed; null where it is short enough. `isShort` where the browser has no room. */
export function trimTo(currentTime, ranges, isShort = false) {
  if (ranges.length === 0) return null;
  const keep = isShort ? keepShortSeconds : keepSeconds;
  const slack = isShort ? 0 : keepSlackSeconds;
  const to = currentTime - keep;
  return ranges[0][0] < to - slack ? to : null;
}

/** After how long a player that stands still shows that it waits. */
const spinnerAfterMilliseconds = 500;
/** After how long it says that something is wrong, and offers to try again. */
const retryCardAfterMilliseconds = 10_000;

/** Sees whether a picture moves. */
export class StallWatch {
  #time = null;
  #movedAt = null;

  /** Begins anew: what stood still until now is forgotten. */
  reset(now) {
    this.#time = null;
    this.#movedAt = now;
  }

  /** `{isWaiting, isLost}`: whether to show that it waits, and whether to offer another try. */
  look({ now, currentTime, isToMove }) {
    if (currentTime !== this.#time || !isToMove || this.#movedAt === null) {
      this.#time = currentTime;
      this.#movedAt = now;
    }
    const still = now - this.#movedAt;
    return { isWaiting: still >= spinnerAfterMilliseconds, isLost: still >= retryCardAfterMilliseconds };
  }
}

/** How a picture reaches this browser. */
const appleList = "application/vnd.apple.mpegurl";

/**
 * Which way a picture is played: `push` over the server's WebSocket, `hls` by the browser itself, or `none`.
 *
 * @param {{push?: ?string, hls?: ?string, codecs?: ?string}} media What the server says of it.
 * @param {{canPush: (mimeType: ?string) => boolean, canList: (mimeType: string) => boolean, canDecode: (mimeType: string) => boolean}}
 *   browser `canPush` is asked with null where the server has not said the codecs. A browser that has lists may still lack a decoder for
 *   what is in them.
 */
export function wayOf(media, browser) {
  const mimeType = media.codecs ? `video/mp4; codecs="${media.codecs}"` : null;
  if (media.push && browser.canPush(mimeType)) return "push";
  if (media.hls && browser.canList(appleList) && (mimeType === null || browser.canDecode(mimeType))) return "hls";
  return "none";
}

/** Whether a picture is there as HLS alone and the browser plays none: another browser would. */
export function lacksLists(media, browser) {
  return Boolean(media?.hls) && !media.push && !browser.canList(appleList);
}
