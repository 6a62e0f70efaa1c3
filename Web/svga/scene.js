// What a frame of a movie shows: the visible sprites, their order, and their mattes. Pure.

/**
 * A sprite to draw.
 *
 * @typedef {object} SpriteItem
 * @property {"sprite"} kind
 * @property {number} alpha Above 0.
 * @property {number[]} transform From the sprite's own points, with 0, 0 at its upper left corner, to those of the movie.
 * @property {number} width The size at which its picture is drawn.
 * @property {number} height
 * @property {number} image An index in the movie's images, or -1.
 * @property {number} clip An index in its paths, or -1; in the sprite's own points.
 * @property {number} shapes An index in its lists of shapes, or -1; in the sprite's own points, over the picture.
 *
 * Sprites that are visible only where their matte is opaque:
 * @typedef {object} MaskedItem
 * @property {"masked"} kind
 * @property {Item[]} content
 * @property {Item[]} matte An empty matte hides everything.
 *
 * @typedef {SpriteItem | MaskedItem} Item
 */

/**
 * What a frame shows, from the back to the front.
 *
 * Neighbouring sprites with the same matte are composed before it masks them.
 *
 * @param {import("./movie.js").Movie} movie
 * @param {number} frame
 * @returns {Item[]}
 */
export function sceneOf(movie, frame) {
  const items = [];
  let masked = null;
  movie.sprites.forEach((sprite) => {
    if (sprite.isMatte) return;
    const item = itemOf(sprite, frame);
    if (sprite.matte < 0) {
      masked = null;
      if (item) items.push(item);
      return;
    }
    if (masked?.place !== sprite.matte) {
      masked = { place: sprite.matte, item: { kind: "masked", content: [], matte: matteOf(movie, sprite.matte, frame) } };
    }
    const { content, matte } = masked.item;
    if (!item || matte.length === 0) return;
    if (content.length === 0) items.push(masked.item);
    content.push(item);
  });
  return items;
}

/** A matte: its sprite, masked by its own matte. */
function matteOf(movie, place, frame) {
  const sprite = movie.sprites[place];
  const item = itemOf(sprite, frame);
  if (!item) return [];
  if (sprite.matte < 0) return [item];
  const matte = matteOf(movie, sprite.matte, frame);
  return matte.length > 0 ? [{ kind: "masked", content: [item], matte }] : [];
}

/** A sprite in a frame, or null if it is invisible. */
function itemOf(sprite, frame) {
  if (frame >= sprite.frameCount || !(sprite.alphas[frame] > 0)) return null;
  const { image, clips, shapes } = sprite;
  if (image < 0 && shapes[frame] < 0) return null;
  const [x, y, width, height] = sprite.layouts.subarray(frame * 4, frame * 4 + 4);
  const [a, b, c, d, tx, ty] = sprite.transforms.subarray(frame * 6, frame * 6 + 6);
  return {
    kind: "sprite", alpha: sprite.alphas[frame], transform: [a, b, c, d, a * x + c * y + tx, b * x + d * y + ty], width,
    height, image, clip: clips[frame], shapes: shapes[frame],
  };
}

/** Combines two transforms: first `inner`, then `outer`. */
export function combined(outer, inner) {
  const [a, b, c, d, tx, ty] = outer;
  const [e, f, g, h, ux, uy] = inner;
  return [a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h, a * ux + c * uy + tx, b * ux + d * uy + ty];
}
