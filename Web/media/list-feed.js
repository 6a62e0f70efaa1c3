// Feeds a playlist to the browser, with one buffer for each track.

import { ListLink } from "./list-link.js";
import { wantsSegment } from "./player-policy.js";

/** The links that play, and the bit rates that were chosen, by their videos. */
const links = new WeakMap();
const wishes = new WeakMap();

/** The qualities of a video's list, and the one that was chosen; null for what the line allows. */
export function qualityOf(video) {
  return { levels: links.get(video)?.levels ?? [], wanted: wishes.get(video) ?? null };
}

/** Plays a video's list in a quality of `qualityOf`, also after a retry. */
export function wantQuality(video, bitsPerSecond) {
  wishes.set(video, bitsPerSecond);
  links.get(video)?.want(bitsPerSecond);
}

/**
 * Creates a link that plays a list. The caller starts it.
 *
 * @param {object} options
 * @param {object} options.clock
 * @param {(mimeType: string) => boolean} options.canPlay
 * @param {(isRetry: boolean) => Promise<?string>} options.address See `ListLink`.
 * @param {HTMLVideoElement} options.video Its event `levels` tells that `qualityOf` has others.
 * @param {import("./picture-buffer.js").PictureBuffer[]} options.buffers Receives the created buffers.
 * @param {(mimeType: string) => import("./picture-buffer.js").PictureBuffer} options.makeBuffer
 * @param {() => void} options.refused Called if the browser refuses the data.
 * @param {(isOther: boolean) => void} options.unplayable See `ListLink`.
 */
export function linkOfList({ clock, canPlay, address, video, buffers, makeBuffer, refused, unplayable }) {
  const change = (index, { mimeType, initialisation, timeline }) => buffers[index]?.begin(mimeType, initialisation, timeline);
  const link = new ListLink({
    clock, canPlay, address, wanted: wishes.get(video) ?? null,
    listener: {
      began: (beginnings) => {
        // A browser cannot add a buffer for a track that appears later.
        if (buffers.length > 0 && buffers.length !== beginnings.length) {
          refused();
          return;
        }
        try {
          // All buffers are created before the first is fed.
          if (buffers.length === 0) buffers.push(...beginnings.map(({ mimeType }) => makeBuffer(mimeType)));
          beginnings.forEach((beginning, index) => change(index, beginning));
        } catch {
          refused();
        }
      },
      changed: change,
      fragment: (index, bytes) => buffers[index]?.add(bytes),
      hasRoom: (index) => {
        const buffer = buffers[index];
        const { currentTime } = video;
        const { holdSeconds } = link;
        return !buffer || wantsSegment({ currentTime, end: buffer.end, waitingCount: buffer.waitingCount, holdSeconds });
      },
      levelsChanged: () => video.dispatchEvent(new Event("levels")),
      unplayable,
    },
  });
  links.set(video, link);
  return link;
}
