// Where the pictures of a mix go, and how large it is. Pure.

import { placeOf } from "./seat-state.js";

/** The largest short side of a mix, in pixels: more costs the host's computer more than it can bear beside the calls. */
const shortSideMax = 720;
/** The frames of a mix a second. */
export const mixFramesPerSecond = 15;

/** The size of a mix for a canvas and a chosen quality, in whole even pixels: the short side is as high as the quality's picture. */
export function mixSize(canvas, qualityHeight) {
  const short = Math.min(qualityHeight, shortSideMax);
  const scale = short / Math.max(1, Math.min(canvas.w, canvas.h));
  const even = (side) => Math.max(2, Math.round(side * scale / 2) * 2);
  return { width: even(canvas.w), height: even(canvas.h) };
}

/** The seats' tiles on a mix of this size, the lowest first: `{id, x, y, w, h}` in pixels, for those who sit and have a region. */
export function tilesOf(seats, canvas, { width, height }) {
  return seats
    .map((seat) => ({ seat, place: seat.user ? placeOf(seat, canvas) : null }))
    .filter(({ place }) => place)
    .sort((one, other) => one.place.z - other.place.z)
    .map(({ seat, place }) => ({
      id: seat.user.userID, x: Math.round(place.x * width), y: Math.round(place.y * height), w: Math.round(place.w * width),
      h: Math.round(place.h * height),
    }));
}

/** The part of a picture that fills a tile without a bar and without distortion: its middle. */
export function middleOf(pictureWidth, pictureHeight, tile) {
  const scale = Math.min(pictureWidth / tile.w, pictureHeight / tile.h);
  const [w, h] = [tile.w * scale, tile.h * scale];
  return { x: (pictureWidth - w) / 2, y: (pictureHeight - h) / 2, w, h };
}

/**
 * Draws a mix.
 *
 * @param {CanvasRenderingContext2D} ink A canvas of the page, or one of a worker.
 * @param {{width: number, height: number}} size
 * @param {object[]} tiles As `tilesOf` makes them, with `hue` and `initials` for those without a picture, and `isWhole` for a picture of
 *   which nothing may be cut off.
 * @param {(id: string) => ?{image: CanvasImageSource, width: number, height: number}} pictureOf
 */
export function drawMix(ink, { width, height }, tiles, pictureOf) {
  ink.fillStyle = "#0d0b16";
  ink.fillRect(0, 0, width, height);
  for (const tile of tiles) {
    const picture = pictureOf(tile.id);
    if (picture && picture.width > 0 && picture.height > 0) {
      if (tile.isWhole) drawWhole(ink, picture, tile);
      else {
        const part = middleOf(picture.width, picture.height, tile);
        ink.drawImage(picture.image, part.x, part.y, part.w, part.h, tile.x, tile.y, tile.w, tile.h);
      }
    } else {
      drawFace(ink, tile);
    }
  }
}

/** Draws all of a picture in the middle of a tile, which keeps bars where the shapes differ. */
function drawWhole(ink, { image, width, height }, { x, y, w, h }) {
  const scale = Math.min(w / width, h / height);
  ink.drawImage(image, x + (w - width * scale) / 2, y + (h - height * scale) / 2, width * scale, height * scale);
}

function drawFace(ink, { x, y, w, h, hue = 0, initials = "" }) {
  ink.fillStyle = `hsl(${hue} 46% 24%)`;
  ink.fillRect(x, y, w, h);
  const radius = Math.min(w, h) / 4;
  ink.fillStyle = `hsl(${hue} 60% 42%)`;
  ink.beginPath();
  ink.arc(x + w / 2, y + h / 2, radius, 0, 2 * Math.PI);
  ink.fill();
  ink.fillStyle = "#fff";
  ink.font = `600 ${Math.round(radius * 0.8)}px system-ui, sans-serif`;
  ink.textAlign = "center";
  ink.textBaseline = "middle";
  ink.fillText(initials, x + w / 2, y + h / 2);
}
