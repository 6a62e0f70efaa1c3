// The moving picture of a live in its card: muted, and only while the pointer or the focus rests there.

import { PicturePlayer } from "../media/picture-player.js";
import { h } from "./dom.js";

/**
 * Plays the picture of a live in its card, without sound. A preview is no membership of the live.
 *
 * @param {import("./live-card.js").LiveCard} card
 * @param {import("../model/session.js").Session} session
 * @returns {() => void} Stops it. The last frame stays as the card's picture where the host has chosen no cover.
 */
export function preview(card, session) {
  const video = h("video", { class: "card__preview", playsinline: true, tabindex: "-1", "aria-hidden": "true" });
  video.muted = true;
  card.cover.append(video);
  const { liveID } = card.room.info;
  const player = new PicturePlayer(video, {
    media: () => card.room.info.media,
    freshMedia: async () => (await session.connection.command("room.info", undefined, liveID)).info.media,
  });
  player.addEventListener("change", () => video.classList.toggle("is-seen", player.hasPicture));
  player.play();
  return () => {
    if (player.hasPicture && !card.room.info.coverURL) keepFrame(card.cover, video);
    player.stop();
    video.remove();
  };
}

/** Puts the frame that is seen over the artwork, or over an older one that the server has. */
function keepFrame(cover, video) {
  const below = cover.querySelector(".artwork, .card__image");
  if (!below) return;
  const [width, height] = [video.videoWidth, video.videoHeight];
  if (width === 0 || height === 0) return;
  const scale = Math.min(1, 480 / Math.max(width, height));
  const frame = h("canvas", { class: "card__frame", width: Math.round(width * scale), height: Math.round(height * scale) });
  try {
    frame.getContext("2d").drawImage(video, 0, 0, frame.width, frame.height);
  } catch {
    return;
  }
  cover.querySelector(".card__frame")?.remove();
  below.after(frame);
}
