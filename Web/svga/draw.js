// Draws a frame of a movie on a canvas.

import { combined, sceneOf } from "./scene.js";
import { Step } from "./path.js";

/** The transform of a canvas before anything is drawn. */
/** @type {[number, number, number, number, number, number]} */
const identity = [1, 0, 0, 1, 0, 0];

/**
 * Spare canvases for layers that are composed before they are drawn, one for each level of nesting. They are created on demand and
 * reused.
 */
export class Layers {
  #free = [];
  #make;

  /** @param {(width: number, height: number) => HTMLCanvasElement} [make] Creates a canvas. */
  constructor(make = makeCanvas) { this.#make = make; }

  /** Takes an empty canvas of the given size. */
  take(width, height) {
    const context = this.#free.pop() ?? this.#make(width, height).getContext("2d");
    const { canvas } = context;
    context.setTransform(...identity);
    context.globalAlpha = 1;
    context.globalCompositeOperation = "source-over";
    if (canvas.width === width && canvas.height === height) {
      context.clearRect(0, 0, width, height);
    } else {
      canvas.width = width;
      canvas.height = height;
    }
    return context;
  }

  /** Returns a canvas. */
  give(context) { this.#free.push(context); }

  /** Frees the memory of all canvases that are not in use. */
  clear() {
    for (const { canvas } of this.#free) canvas.width = canvas.height = 0;
    this.#free = [];
  }
}

function makeCanvas(width, height) {
  return Object.assign(document.createElement("canvas"), { width, height });
}

/** Draws frames of one movie. */
export class Painter {
  #movie;
  #images;
  #layers;
  #paths = new Map();

  /**
   * @param {import("./movie.js").Movie} movie
   * @param {CanvasImageSource[]} images The movie's decoded pictures, in its order.
   * @param {Layers} [layers]
   */
  constructor(movie, images, layers = new Layers()) {
    this.#movie = movie;
    this.#images = images;
    this.#layers = layers;
  }

  /**
   * Replaces the canvas's content with a frame.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {number} frame
   * @param {[number, number, number, number, number, number]} [transform] From the movie's points to pixels, as from `aspectFit`.
   */
  paint(context, frame, transform = identity) {
    const { canvas } = context;
    context.setTransform(...identity);
    context.clearRect(0, 0, canvas.width, canvas.height);
    const items = sceneOf(this.#movie, frame);
    const [first] = items;
    // An effect that fades at its edges is one masked item, as large as the canvas. It lies over nothing, so its matte takes away from
    // the canvas itself: a layer of that size, cleared and copied in each frame, costs more than all that is drawn.
    const isBare = first?.kind === "masked" && !this.#holeOf(first.matte) && this.#isOnePicture(first.matte);
    if (isBare) {
      this.#paintClipped(context, first.content, transform);
      // Beyond the clip, whose edge would be counted twice.
      context.setTransform(...transform);
      this.#keepWithin(context, first.matte, transform);
    }
    this.#paintClipped(context, isBare ? items.slice(1) : items, transform);
    context.setTransform(...identity);
  }

  /** Draws items within the movie's bounds. */
  #paintClipped(context, items, transform) {
    context.save();
    context.setTransform(...transform);
    context.beginPath();
    context.rect(0, 0, this.#movie.width, this.#movie.height);
    context.clip();
    for (const item of items) this.#paintItem(context, item, transform);
    context.restore();
  }

  #paintItem(context, item, transform) {
    if (item.kind === "masked") this.#paintMasked(context, item, transform);
    else if (item.alpha < 1 && this.#partsOf(item) > 1) this.#paintTogether(context, item, transform);
    else this.#paintSprite(context, item, item.alpha);
  }

  #paintMasked(context, { content, matte }, transform) {
    const hole = this.#holeOf(matte);
    if (hole) {
      context.save();
      context.transform(...hole.transform);
      context.clip(hole.path);
      context.setTransform(...transform);
      for (const item of content) this.#paintItem(context, item, transform);
      context.restore();
      return;
    }
    this.#withLayer(context, transform, (whole) => {
      for (const item of content) this.#paintItem(whole, item, transform);
      this.#keepWithin(whole, matte, transform);
      copy(whole, context, 1);
    });
  }

  /** Takes away what the matte does not cover. */
  #keepWithin(context, matte, transform) {
    if (this.#isOnePicture(matte)) {
      context.save();
      context.globalCompositeOperation = "destination-in";
      this.#paintSprite(context, matte[0], matte[0].alpha);
      context.restore();
      return;
    }
    this.#withLayer(context, transform, (cover) => {
      for (const item of matte) this.#paintItem(cover, item, transform);
      copy(cover, context, 1, "destination-in");
    });
  }

  /** Whether a matte is one picture, drawn in one piece. What draws nothing would take nothing away, so it does not count. */
  #isOnePicture(matte) {
    const [item] = matte;
    if (matte.length !== 1 || item.kind !== "sprite" || item.clip >= 0 || item.shapes >= 0) return false;
    const [a, b, c, d] = item.transform;
    return Boolean(this.#images[item.image]) && item.width > 0 && item.height > 0 && a * d - b * c !== 0;
  }

  /**
   * A matte of a single opaque shape can clip what it covers. That needs no layer and saves most of the time. Null for any other matte.
   */
  #holeOf(matte) {
    const [item] = matte;
    if (matte.length !== 1 || item.kind !== "sprite" || item.image >= 0 || item.clip >= 0 || item.alpha < 1) return null;
    const [shape, ...others] = this.#movie.shapeLists[item.shapes] ?? [];
    const isFilled = shape?.fill?.[3] >= 1 && !(shape.stroke && shape.strokeWidth > 0);
    if (!isFilled || others.length > 0) return null;
    return {
      transform: shape.transform ? combined(item.transform, shape.transform) : item.transform, path: this.#pathOf(shape),
    };
  }

  /** Draws an item with several parts in one layer, so that its alpha applies to the whole. */
  #paintTogether(context, item, transform) {
    this.#withLayer(context, transform, (whole) => {
      this.#paintSprite(whole, item, 1);
      copy(whole, context, item.alpha);
    });
  }

  #withLayer({ canvas }, transform, use) {
    const layer = this.#layers.take(canvas.width, canvas.height);
    layer.setTransform(...transform);
    use(layer);
    this.#layers.give(layer);
  }

  /** The number of a sprite's parts that lie over each other. */
  #partsOf({ image, shapes }) {
    const list = this.#movie.shapeLists[shapes] ?? [];
    return list.reduce((sum, { fill, stroke, strokeWidth }) => sum + (fill ? 1 : 0) + (stroke && strokeWidth > 0 ? 1 : 0),
      image < 0 ? 0 : 1);
  }

  #paintSprite(context, { transform, width, height, image, clip, shapes }, alpha) {
    context.save();
    context.transform(...transform);
    if (clip >= 0) context.clip(this.#path(clip));
    context.globalAlpha = alpha;
    const picture = this.#images[image];
    if (picture && width > 0 && height > 0) context.drawImage(picture, 0, 0, width, height);
    for (const shape of this.#movie.shapeLists[shapes] ?? []) this.#paintShape(context, shape);
    context.restore();
  }

  #paintShape(context, shape) {
    context.save();
    if (shape.transform) context.transform(...shape.transform);
    const path = this.#pathOf(shape);
    if (shape.fill) {
      context.fillStyle = colour(shape.fill);
      context.fill(path);
    }
    if (shape.stroke && shape.strokeWidth > 0) {
      context.strokeStyle = colour(shape.stroke);
      context.lineWidth = shape.strokeWidth;
      context.lineCap = shape.lineCap;
      context.lineJoin = shape.lineJoin;
      context.miterLimit = shape.miterLimit > 0 ? shape.miterLimit : miterLimitDefault;
      context.setLineDash(shape.dash);
      context.lineDashOffset = shape.dashOffset;
      context.stroke(path);
    }
    context.restore();
  }

  #pathOf({ kind, path, box }) {
    if (kind === "path") return this.#path(path);
    const result = new Path2D();
    if (kind === "ellipse") {
      const [x, y, radiusX, radiusY] = box;
      result.ellipse(x, y, Math.abs(radiusX), Math.abs(radiusY), 0, 0, 2 * Math.PI);
    } else {
      const [x, y, width, height, cornerRadius] = box;
      result.roundRect(x, y, width, height, Math.max(0, Math.min(cornerRadius, Math.abs(width) / 2, Math.abs(height) / 2)));
    }
    return result;
  }

  #path(place) {
    let path = this.#paths.get(place);
    if (!path) {
      path = traced(this.#movie.paths[place]);
      this.#paths.set(place, path);
    }
    return path;
  }
}

const miterLimitDefault = 10;

/** Draws one layer on another, pixel by pixel. */
function copy(from, to, alpha, operation = "source-over") {
  to.save();
  to.setTransform(...identity);
  to.globalAlpha = alpha;
  to.globalCompositeOperation = operation;
  to.drawImage(from.canvas, 0, 0);
  to.restore();
}

function traced(steps) {
  const path = new Path2D();
  for (let at = 0; at < steps.length;) {
    const step = steps[at];
    const numbers = steps.subarray(at + 1);
    switch (step) {
      case Step.move: path.moveTo(numbers[0], numbers[1]); at += 3; break;
      case Step.line: path.lineTo(numbers[0], numbers[1]); at += 3; break;
      case Step.cubic:
        path.bezierCurveTo(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
        at += 7;
        break;
      case Step.quadratic: path.quadraticCurveTo(numbers[0], numbers[1], numbers[2], numbers[3]); at += 5; break;
      default: path.closePath(); at += 1;
    }
  }
  return path;
}

function colour([red, green, blue, alpha]) {
  const byte = (part) => Math.round(Math.min(1, Math.max(0, part)) * 255);
  return `rgb(${byte(red)} ${byte(green)} ${byte(blue)} / ${Math.min(1, Math.max(0, alpha))})`;
}
