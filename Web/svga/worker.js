// Decodes effects in a module worker: `{id, bytes, limits}` in; `{id, effect}` or `{id, code}` out.

import { SVGAError } from "./limits.js";
import { bytesOf } from "./movie.js";
import { readMovie } from "./reader.js";

onmessage = async ({ data: { id, bytes, limits } }) => {
  try {
    const effect = await decode(bytes, limits);
    postMessage({ id, effect }, { transfer: transferable(effect) });
  } catch (error) {
    const { code, excess } = error instanceof SVGAError ? error : new SVGAError("workerFailed");
    postMessage({ id, code, excess });
  }
};

/** Reads a file and decodes its pictures. A picture that no sprite shows is null. */
async function decode(file, limits) {
  const movie = await readMovie(file, limits);
  const shown = new Set(movie.sprites.map(({ image }) => image));
  const bytes = bytesOf(movie);
  const images = [];
  try {
    // One picture at a time, because a decoder may need as much memory again as the picture.
    for (const [place, image] of movie.images.entries()) images.push(shown.has(place) ? await decodeImage(image) : null);
  } catch (error) {
    for (const image of images) image?.close();
    throw error;
  }
  // These are copies, because they are views of the whole inflated file.
  const sounds = movie.sounds.map((sound) => ({ ...sound, bytes: sound.bytes.slice() }));
  return { movie: { ...movie, images: movie.images.map(({ width, height }) => ({ width, height })), sounds }, images, bytes };
}

async function decodeImage({ bytes, width, height }) {
  let image;
  try {
    image = await createImageBitmap(new Blob([bytes], { type: "image/png" }), { colorSpaceConversion: "none" });
  } catch {
    throw new SVGAError("badImage");
  }
  if (image.width === width && image.height === height) return image;
  image.close();
  throw new SVGAError("badImage");
}

/** The objects that are transferred instead of copied. */
function transferable({ movie, images }) {
  const arrays = movie.sprites.flatMap(({ alphas, layouts, transforms, clips, shapes }) => [
    alphas, layouts, transforms, clips, shapes,
  ]);
  return [
    ...images.filter(Boolean),
    ...[...arrays, ...movie.paths, ...movie.sounds.map(({ bytes }) => bytes)].map(({ buffer }) => buffer),
  ];
}
