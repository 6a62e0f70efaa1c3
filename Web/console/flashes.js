// How often an effect flashes. More than three flashes a second can cause seizures (WCAG 2.3.1), so the console measures each effect before
// it is saved.

/** The most flashes in a second that an effect may have. */
export const flashesMax = 3;
/** The cells, in each direction, in which the light is measured. */
export const cellsPerSide = 16;
/** The change of relative luminance that counts. */
const changeMin = 0.1;
/** A flash counts where its darker side is below this. */
const darkMax = 0.8;
/** The part of the picture that has to change together. */
const partMin = 0.25;

/** The relative luminance of a colour of three bytes. */
export function luminance(red, green, blue) {
  const linear = (byte) => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/**
 * The most flashes in any second. A flash is a pair of opposite changes of light, each in a quarter of the picture at once.
 *
 * @param {ArrayLike<number>[]} frames The luminance of each cell, frame by frame.
 * @param {number} framesPerSecond
 */
export function flashesOf(frames, framesPerSecond) {
  if (frames.length < 2) return 0;
  const cellCount = frames[0].length;
  /** The light at which each cell last turned, and where it goes from there. */
  const extremes = Float64Array.from(frames[0]);
  const directions = new Int8Array(cellCount);
  /** The frames at which a large part of the picture changed, with the direction. */
  const changes = [];
  for (let index = 1; index < frames.length; index += 1) {
    let [ups, downs] = [0, 0];
    for (let cell = 0; cell < cellCount; cell += 1) {
      const light = frames[index][cell];
      const change = light - extremes[cell];
      const direction = Math.sign(change);
      if (direction === directions[cell] && direction !== 0) {
        // It goes on the same way, so the turning point moves with it.
        extremes[cell] = light;
      } else if (Math.abs(change) >= changeMin && Math.min(light, extremes[cell]) < darkMax) {
        directions[cell] = direction;
        extremes[cell] = light;
        if (direction > 0) ups += 1;
        else downs += 1;
      }
    }
    const direction = ups >= downs ? 1 : -1;
    if (Math.max(ups, downs) >= cellCount * partMin && changes.at(-1)?.direction !== direction) changes.push({ index, direction });
  }
  let most = 0;
  let first = 0;
  for (let last = 0; last < changes.length; last += 1) {
    while (changes[last].index - changes[first].index >= framesPerSecond) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return Math.floor(most / 2);
}

/**
 * Draws every frame of an effect small, on a dark ground, and counts its flashes.
 *
 * @param {{movie: any, images: any[]}} effect The result of the loader.
 * @param {{Painter: any}} svga The module of the player.
 */
export async function measureFlashes({ movie, images }, { Painter }) {
  const canvas = document.createElement("canvas");
  canvas.width = cellsPerSide;
  canvas.height = cellsPerSide;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  const painter = new Painter(movie, images);
  const frames = [];
  for (let frame = 0; frame < movie.frameCount; frame += 1) {
    // The page goes on meanwhile.
    if (frame % 30 === 29) await new Promise((resolve) => { setTimeout(resolve); });
    painter.paint(context, frame, [cellsPerSide / movie.width, 0, 0, cellsPerSide / movie.height, 0, 0]);
    const { data } = context.getImageData(0, 0, cellsPerSide, cellsPerSide);
    frames.push(Float64Array.from({ length: cellsPerSide * cellsPerSide }, (_, cell) => {
      const alpha = data[cell * 4 + 3] / 255;
      return luminance(data[cell * 4], data[cell * 4 + 1], data[cell * 4 + 2]) * alpha;
    }));
  }
  return flashesOf(frames, movie.framesPerSecond);
}
