// Reads paths in SVG's notation (`M0 0 L10 0 Z`), which SVGA files use.

import { check, checkLimit } from "./limits.js";

/** The steps of a path. A step's numbers follow it: 2, 2, 6, 4 and none, all absolute. */
export const Step = Object.freeze({ move: 0, line: 1, cubic: 2, quadratic: 3, close: 4 });

/** The number of numbers for each command. */
const numbersOf = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
/** Commands that some exporters write without a meaning. They are skipped with their numbers. */
const meaningless = new Set(["R", "K"]);
const number = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y;
const flag = /[\s,]*([01])/y;
const command = /[\s,]*([A-Za-z])/y;
const cannotBeNumber = /[\s,]*(?:[A-Za-z]|$)/y;

/**
 * Reads a path.
 *
 * As in SVG, a syntax error ends the path and keeps the part before it. A path that does not start with a move is empty.
 *
 * @param {string} text
 * @param {{pathNumbersMax: number, numberMax: number}} limits
 * @returns {Float32Array} Steps and their numbers: `[Step.move, 0, 0, Step.line, 10, 0, Step.close]`.
 * @throws {SVGAError} `pathTooLong`, or `badNumber` for a number that is too large.
 */
export function parsePath(text, { pathNumbersMax, numberMax }) {
  const tokens = new Tokens(text, numberMax);
  const pen = new Pen(pathNumbersMax);
  let letter = tokens.take(command);
  while (letter !== null) {
    const kind = letter.toUpperCase();
    const count = numbersOf[kind];
    const isRelative = letter !== kind;
    if (meaningless.has(kind)) {
      while (tokens.take(number) !== null);
    } else if (count === undefined || (pen.isEmpty && kind !== "M")) {
      break;
    } else if (count === 0) {
      pen.close();
    } else {
      // Further numbers repeat the command, and after a move they are lines.
      let next = kind;
      do {
        const numbers = tokens.numbers(count, kind === "A");
        if (numbers === null) return pen.path;
        pen.draw(next, numbers, isRelative);
        if (next === "M") next = "L";
      } while (!tokens.isAt(cannotBeNumber));
    }
    letter = tokens.take(command);
  }
  return pen.path;
}

/** The letters and numbers of a path, in order. */
class Tokens {
  #at = 0;

  constructor(text, numberMax) {
    this.text = text;
    this.numberMax = numberMax;
  }

  /** Takes the next token if it is of the given kind; otherwise returns null and takes nothing. */
  take(kind) {
    kind.lastIndex = this.#at;
    const match = kind.exec(this.text);
    if (match === null) return null;
    this.#at = kind.lastIndex;
    return match[1];
  }

  isAt(kind) {
    kind.lastIndex = this.#at;
    return kind.test(this.text);
  }

  /** Takes this many numbers, or returns null if there are fewer. */
  numbers(count, isArc) {
    const result = [];
    for (let index = 0; index < count; index += 1) {
      const token = this.take(isArc && (index === 3 || index === 4) ? flag : number);
      if (token === null) return null;
      const value = Number(token);
      check(Math.abs(value) <= this.numberMax, "badNumber");
      result.push(value);
    }
    return result;
  }
}

/** Draws the steps of a path and tracks the current point. */
class Pen {
  #steps = [];
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;
  /** The last control point and the kind of its curve, which a smooth curve continues. */
  #control = null;

  constructor(numbersMax) { this.numbersMax = numbersMax; }

  get isEmpty() { return this.#steps.length === 0; }

  get path() { return Float32Array.from(this.#steps); }

  close() {
    this.#add(Step.close);
    [this.#x, this.#y, this.#control] = [this.#startX, this.#startY, null];
  }

  draw(kind, numbers, isRelative) {
    const [x, y] = isRelative ? [this.#x, this.#y] : [0, 0];
    if (kind === "H") return this.#line(numbers[0] + x, this.#y);
    if (kind === "V") return this.#line(this.#x, numbers[0] + y);
    if (kind === "A") return this.#arc(...numbers.slice(0, 5), numbers[5] + x, numbers[6] + y);
    const points = numbers.map((value, index) => value + (index % 2 === 0 ? x : y));
    switch (kind) {
      case "M": return this.#move(...points);
      case "L": return this.#line(...points);
      case "C": return this.#cubic(...points);
      case "S": return this.#cubic(...this.#reflected("cubic"), ...points);
      case "Q": return this.#quadratic(...points);
      default: return this.#quadratic(...this.#reflected("quadratic"), ...points);
    }
  }

  #move(x, y) {
    this.#add(Step.move, x, y);
    [this.#startX, this.#startY] = [x, y];
    this.#goTo(x, y);
  }

  #line(x, y) {
    this.#add(Step.line, x, y);
    this.#goTo(x, y);
  }

  #cubic(x1, y1, x2, y2, x, y) {
    this.#add(Step.cubic, x1, y1, x2, y2, x, y);
    this.#goTo(x, y, { kind: "cubic", x: x2, y: y2 });
  }

  #quadratic(x1, y1, x, y) {
    this.#add(Step.quadratic, x1, y1, x, y);
    this.#goTo(x, y, { kind: "quadratic", x: x1, y: y1 });
  }

  #reflected(kind) {
    const control = this.#control?.kind === kind ? this.#control : { x: this.#x, y: this.#y };
    return [2 * this.#x - control.x, 2 * this.#y - control.y];
  }

  /** Draws an elliptical arc as cubic curves of at most a quarter (SVG 2, appendix B.2.4). */
  #arc(givenRadiusX, givenRadiusY, degrees, isLarge, isSweeping, x, y) {
    let [radiusX, radiusY] = [Math.abs(givenRadiusX), Math.abs(givenRadiusY)];
    if (radiusX === 0 || radiusY === 0) return this.#line(x, y);
    if (x === this.#x && y === this.#y) return undefined;
    const cosine = Math.cos((degrees * Math.PI) / 180);
    const sine = Math.sin((degrees * Math.PI) / 180);
    const [halfX, halfY] = [(this.#x - x) / 2, (this.#y - y) / 2];
    const [ownX, ownY] = [cosine * halfX + sine * halfY, cosine * halfY - sine * halfX];
    const lack = (ownX / radiusX) ** 2 + (ownY / radiusY) ** 2;
    if (lack > 1) [radiusX, radiusY] = [radiusX * Math.sqrt(lack), radiusY * Math.sqrt(lack)];
    const [a, b] = [(ownX / radiusX) ** 2, (ownY / radiusY) ** 2];
    const reach = Math.sqrt(Math.max(0, 1 / (a + b) - 1)) * (isLarge === isSweeping ? -1 : 1);
    const [centreX, centreY] = [(reach * radiusX * ownY) / radiusY, (-reach * radiusY * ownX) / radiusX];
    const start = Math.atan2((ownY - centreY) / radiusY, (ownX - centreX) / radiusX);
    let turn = Math.atan2((-ownY - centreY) / radiusY, (-ownX - centreX) / radiusX) - start;
    if (isSweeping && turn < 0) turn += 2 * Math.PI;
    if (!isSweeping && turn > 0) turn -= 2 * Math.PI;
    const [middleX, middleY] = [(this.#x + x) / 2, (this.#y + y) / 2];
    const place = (along, across) => {
      const [px, py] = [centreX + radiusX * along, centreY + radiusY * across];
      return [cosine * px - sine * py + middleX, sine * px + cosine * py + middleY];
    };
    const count = Math.max(1, Math.ceil(Math.abs(turn) / (Math.PI / 2) - 1e-9));
    const step = turn / count;
    const arm = (4 / 3) * Math.tan(step / 4);
    for (let index = 0; index < count; index += 1) {
      const [from, to] = [start + index * step, start + (index + 1) * step];
      const first = place(Math.cos(from) - arm * Math.sin(from), Math.sin(from) + arm * Math.cos(from));
      const second = place(Math.cos(to) + arm * Math.sin(to), Math.sin(to) - arm * Math.cos(to));
      const last = index === count - 1 ? [x, y] : place(Math.cos(to), Math.sin(to));
      this.#add(Step.cubic, ...first, ...second, ...last);
    }
    return this.#goTo(x, y);
  }

  #goTo(x, y, control = null) { [this.#x, this.#y, this.#control] = [x, y, control]; }

  #add(...step) {
    checkLimit(this.#steps.length + step.length, { pathNumbersMax: this.numbersMax }, "pathNumbersMax", "pathTooLong");
    this.#steps.push(...step);
  }
}
