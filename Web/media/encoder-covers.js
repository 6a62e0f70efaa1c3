// Covers of a live whose picture comes from OBS or another encoder, which sends none: its owner's page draws them from what it plays.

import { systemClock } from "../wire/connection.js";
import { coversBeside, drawFrame } from "./cover.js";

/**
 * Sends covers of the user's own live while this page plays its picture and does not send it.
 *
 * @param {object} options
 * @param {import("../model/session.js").Session} options.session
 * @param {import("../model/session.js").LiveController} options.live
 * @param {() => HTMLVideoElement | null} options.video What plays the picture.
 * @param {typeof systemClock} [options.clock] Replaces the browser's in tests, like the following options.
 * @param {typeof globalThis.fetch} [options.fetch]
 * @param {(video: HTMLVideoElement) => Promise<Blob | null>} [options.draw]
 */
export function encoderCovers({ session, live, video, clock = systemClock, fetch = globalThis.fetch, draw = drawFrame }) {
  const { liveID } = live.state;
  return coversBeside({
    session, liveID, clock, fetch: (address, options) => fetch(address, options),
    draw: async () => {
      const { broadcast } = session;
      // A page that sends the picture draws it from the camera.
      const isOwn = broadcast?.liveID === liveID && broadcast.isGoingOn;
      const playing = isOwn || live.state.info?.media?.state !== "live" ? null : video();
      // One that is paused shows what was.
      return playing && !playing.paused ? draw(playing) : null;
    },
  });
}
