// What a frame of a movie shows: what is seen, in which order, and what covers what. Pure.

/**
 * A sprite, as it is to be drawn.
 *
 * @typedef {object} SpriteItem
 * @property {"sprite"} kind
 * @property {number} alpha Above 0.
 * @property {number[]} transform From its own points, in which its upper left corner is 0, 0, to those of the movie.
 * @property {number} width How large a picture of it is drawn.
 * @property {number} height
 * @property {number} image A place in the movie's images, -1 for none.
 * @property {number} clip A place in its paths, -1 for none; in the sprite's own points.
 * @property {number} shapes A place in its lists of shapes, -1 for none; in the sprite's own points, over the picture.
 *
 * Sprites that are seen only where others are opaque:
 * @typedef {object} MaskedItem
 * @property {"masked"} kind
 * @property {Item[]} content
 * @property {Item[]} matte Nothing is seen where it is empty.
 *
 * @typedef {SpriteItem | MaskedItem} Item
 */

/**
 * What a frame shows, from the back to the front.
 *
 * Sprites that follow each other and have the same matte are put together before it covers them.
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

/** What covers others: a sprite, and what covers that. */
function matteOf(movie, place, frame) {
  const sprite = movie.sprites[place];
  const item = itemOf(sprite, frame);
  if (!item) return [];
  if (sprite.matte < 0) return [item];
  const matte = matteOf(movie, sprite.matte, frame);
  return matte.length > 0 ? [{ kind: "masked", content: [item], matte }] : [];
}

/** A sprite in a frame; null where nothing of it is seen. */
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

/** The transform that does one after another: first `inner`, then `outer`. */
export function combined(outer, inner) {
  const [a, b, c, d, tx, ty] = outer;
  const [e, f, g, h, ux, uy] = inner;
  return [a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h, a * ux + c * uy + tx, b * ux + d * uy + ty];
}
