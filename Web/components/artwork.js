// Artwork in place of a live's picture. The id of a live decides it, so a live looks the same everywhere, and others look different.

const namespace = "http://www.w3.org/2000/svg";
/** The side of the square in which a scene is drawn. A card shows its middle: all of its width or all of its height. */
const side = 320;

/** Colours that go together: the sky from top to bottom, the far and the near ground, and a light. */
const palettes = [
  { sky: ["#1d1147", "#7b2d80", "#f5875f"], far: "#8a3a78", near: "#170d33", light: "#ffd9a0" },
  { sky: ["#04293a", "#0f6f8f", "#7fd6c8"], far: "#1d7f92", near: "#04202e", light: "#f3fff0" },
  { sky: ["#2b1055", "#6b3fc9", "#e99be0"], far: "#7b4bc4", near: "#1d0b3d", light: "#fff0fb" },
  { sky: ["#0b1d3a", "#24508f", "#f3b07c"], far: "#3d5f92", near: "#0a1730", light: "#ffe9c4" },
  { sky: ["#3a0d2e", "#b0305c", "#ffb26b"], far: "#a83a5c", near: "#2a0a20", light: "#fff0c9" },
  { sky: ["#062b26", "#127a63", "#c8e6a0"], far: "#2c8a6c", near: "#05211d", light: "#fbffe0" },
  { sky: ["#141432", "#3c3f8f", "#9fb4ff"], far: "#4a50a3", near: "#0d0d24", light: "#eef2ff" },
  { sky: ["#3b1c0a", "#b3541e", "#f7c873"], far: "#a65a26", near: "#2a1407", light: "#fff4d6" },
  { sky: ["#220a3f", "#8f1e78", "#ff6f91"], far: "#8a2a7a", near: "#18072e", light: "#ffe3ec" },
  { sky: ["#0a2540", "#1e6fb8", "#b8e3ff"], far: "#3f83bd", near: "#081c31", light: "#ffffff" },
];

/** Numbers from 0 up to 1, always the same for the same text. */
export function numbersOf(text) {
  let state = 2_166_136_261;
  for (const character of text) state = Math.imul(state ^ character.codePointAt(0), 16_777_619) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The artwork of a live: decoration, without a name. */
export function artworkOf(liveID) {
  const next = numbersOf(liveID);
  const palette = palettes[Math.floor(next() * palettes.length)];
  const draw = scenes[Math.floor(next() * scenes.length)];
  const svg = make("svg", {
    viewBox: `0 0 ${side} ${side}`, preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true", class: "artwork",
  });
  const defs = make("defs");
  svg.append(defs);
  draw(new Scene(svg, defs, palette, next));
  return svg;
}

let nextID = 1;

function make(tag, attributes = {}) {
  const element = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** A colour between two, `#rrggbb`. */
function mix(one, other, share) {
  const part = (colour, at) => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(part(one, at) + (part(other, at) - part(one, at)) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

const short = (number) => String(Math.round(number * 10) / 10);

/** What scenes are drawn with. */
class Scene {
  #svg;
  #defs;

  constructor(svg, defs, palette, next) {
    this.#svg = svg;
    this.#defs = defs;
    this.palette = palette;
    this.next = next;
  }

  between(low, high) { return low + (high - low) * this.next(); }

  add(tag, attributes) {
    const element = make(tag, attributes);
    this.#svg.append(element);
    return element;
  }

  /** Adds a gradient, `[offset, colour, opacity]` a stop, and returns its paint. */
  gradient(kind, stops, attributes = {}) {
    const id = `artwork-${nextID}`;
    nextID += 1;
    const gradient = make(kind, { id, ...attributes });
    for (const [offset, colour, opacity = 1] of stops) {
      gradient.append(make("stop", { offset, "stop-color": colour, "stop-opacity": opacity }));
    }
    this.#defs.append(gradient);
    return `url(#${id})`;
  }

  fill(paint) { this.add("rect", { width: side, height: side, fill: paint }); }

  /** The sky, dark at the top. */
  sky(colours = this.palette.sky, low = 0.78) {
    const [top, middle, bottom] = colours;
    this.fill(this.gradient("linearGradient", [[0, top], [low * 0.6, middle], [low, bottom], [1, bottom]], { x2: 0, y2: 1 }));
  }

  /** A soft light. */
  glow(x, y, radius, colour, opacity) {
    const paint = this.gradient("radialGradient", [[0, colour, opacity], [0.4, colour, opacity * 0.4], [1, colour, 0]]);
    this.add("circle", { cx: short(x), cy: short(y), r: short(radius), fill: paint });
  }

  stars(count, yMax) {
    const path = [];
    for (let index = 0; index < count; index += 1) {
      path.push(`M${short(this.between(0, side))} ${short(this.between(0, yMax))}h0`);
    }
    const third = Math.ceil(count / 3);
    for (let size = 0; size < 3; size += 1) {
      this.add("path", {
        d: path.slice(size * third, (size + 1) * third).join(""), stroke: "#fff", "stroke-linecap": "round",
        "stroke-width": [0.9, 1.5, 2.3][size], opacity: [0.55, 0.75, 0.95][size],
      });
    }
  }

  /** A line of hills as a closed path down to the edge. `roughness` is the height of its waves. */
  ridge(base, roughness, pitch = 1) {
    const waves = [1, 2.3, 5.1].map((frequency, index) => ({
      frequency: (frequency * pitch * Math.PI * 2) / side, phase: this.between(0, 7), height: roughness / (1 + index * 1.6),
    }));
    const points = [];
    for (let x = -4; x <= side + 8; x += 8) {
      const y = waves.reduce((sum, { frequency, phase, height }) => sum + Math.sin(x * frequency + phase) * height, base);
      points.push(`${x} ${short(y)}`);
    }
    return `M${points.join("L")}V${side}H-4Z`;
  }
}

function hills(scene) {
  const { sky, far, near, light } = scene.palette;
  scene.sky();
  const [x, y] = [scene.between(100, 220), scene.between(112, 150)];
  scene.glow(x, y, 130, light, 0.75);
  scene.add("circle", { cx: short(x), cy: short(y), r: short(scene.between(20, 30)), fill: light });
  const ground = mix(sky[2], far, 0.45);
  for (let index = 0; index < 5; index += 1) {
    const share = index / 4;
    const paint = scene.gradient(
      "linearGradient", [[0, mix(ground, near, share)], [1, mix(ground, near, Math.min(1, share + 0.35))]], { x2: 0, y2: 1 });
    scene.add("path", { d: scene.ridge(166 + index * 27, 17 - index, 0.6 + index * 0.22), fill: paint });
  }
}

function aurora(scene) {
  const { sky, near, light } = scene.palette;
  scene.sky([mix(sky[0], "#000000", 0.45), sky[0], mix(sky[1], sky[0], 0.4)]);
  scene.stars(70, 220);
  // A curtain is a row of strips, each of which fades upwards by itself.
  for (const [index, colour] of [mix(sky[1], sky[2], 0.4), sky[2], mix(sky[2], light, 0.4)].entries()) {
    const fade = [[0, colour, 0], [0.6, colour, 0.16], [0.9, colour, 0.5], [1, colour, 0]];
    const paint = scene.gradient("linearGradient", fade, { x2: 0, y2: 1 });
    const [foot, phase, swing] = [170 + index * 26, scene.between(0, 7), scene.between(18, 30)];
    for (let x = 0; x < side; x += 8) {
      const y = foot + Math.sin(x * 0.017 + phase) * swing + Math.sin(x * 0.05 + phase * 2) * swing * 0.25;
      const height = 120 + 34 * Math.sin(x * 0.06 + phase * 3) + scene.between(-16, 16);
      scene.add("rect", { x, y: short(y - height), width: 8.4, height: short(height), fill: paint });
    }
  }
  scene.add("path", { d: scene.ridge(246, 12, 0.8), fill: mix(near, sky[1], 0.22) });
  // Trees, from the edge of the picture on.
  const trees = [];
  for (let x = -6; x < side + 6; x += scene.between(7, 13)) {
    const [height, foot] = [scene.between(16, 44), scene.between(268, 276)];
    trees.push(`M${short(x - height * 0.2)} ${short(foot)}L${short(x)} ${short(foot - height)}L${short(x + height * 0.2)} ${short(foot)}Z`);
  }
  scene.add("path", { d: trees.join(""), fill: near });
  scene.add("rect", { y: 266, width: side, height: 60, fill: near });
}

function silk(scene) {
  const { sky, light } = scene.palette;
  const turn = scene.gradient(
    "linearGradient", [[0, sky[0]], [0.6, mix(sky[0], sky[1], 0.55)], [1, mix(sky[1], sky[2], 0.35)]],
    { gradientTransform: `rotate(${short(scene.between(20, 70))} .5 .5)` });
  scene.fill(turn);
  scene.glow(scene.between(60, 260), scene.between(80, 240), 190, sky[2], 0.5);
  const stroke = scene.gradient(
    "linearGradient", [[0, light, 0], [0.3, sky[2], 0.8], [0.65, light, 0.95], [1, sky[1], 0.1]],
    { gradientUnits: "userSpaceOnUse", x2: side });
  // A sheet of lines between two curves.
  const curve = () => [
    [-20, scene.between(40, 280)], [scene.between(60, 130), scene.between(-40, 360)], [scene.between(190, 260), scene.between(-40, 360)],
    [side + 20, scene.between(40, 280)],
  ];
  for (const [width, opacity] of [[1, 0.85], [0.7, 0.55]]) {
    const [one, other] = [curve(), curve()];
    const lines = [];
    for (let index = 0; index <= 30; index += 1) {
      const [a, b, c, d] = one.map(([x, y], at) => [x + (other[at][0] - x) * (index / 30), y + (other[at][1] - y) * (index / 30)]);
      lines.push(`M${a.map(short)}C${b.map(short)} ${c.map(short)} ${d.map(short)}`);
    }
    scene.add("path", { d: lines.join(""), fill: "none", stroke, "stroke-width": width, opacity });
  }
}

function planet(scene) {
  const { sky, far, near, light } = scene.palette;
  scene.sky([mix(near, "#000000", 0.5), sky[0], mix(sky[0], sky[1], 0.6)], 1);
  scene.stars(90, side);
  const [x, y, radius] = [scene.between(130, 190), scene.between(140, 180), scene.between(52, 70)];
  scene.glow(x, y, radius * 2.3, sky[2], 0.5);
  const body = scene.gradient("linearGradient", [[0, light], [0.35, sky[2]], [0.75, far], [1, near]], { x2: 1, y2: 1 });
  const tilt = scene.between(-32, -12);
  const ring = (isFront) => scene.add("path", {
    d: `M${short(-radius * 1.9)} 0A${short(radius * 1.9)} ${short(radius * 0.5)} 0 0 ${isFront ? 0 : 1} ${short(radius * 1.9)} 0`,
    fill: "none", stroke: mix(light, sky[2], 0.3), "stroke-width": short(radius * 0.13), opacity: isFront ? 0.9 : 0.45,
    transform: `translate(${short(x)} ${short(y)}) rotate(${short(tilt)})`,
  });
  ring(false);
  scene.add("circle", { cx: short(x), cy: short(y), r: short(radius), fill: body });
  ring(true);
  const [moonX, moonY] = [x + radius * scene.between(1.1, 1.5), y - radius * scene.between(0.9, 1.3)];
  scene.add("circle", { cx: short(moonX), cy: short(moonY), r: short(scene.between(6, 11)), fill: light });
}

function lights(scene) {
  const { sky, near, light } = scene.palette;
  scene.sky([near, sky[0], mix(sky[0], sky[1], 0.8)], 1);
  scene.glow(scene.between(40, 280), scene.between(60, 260), 200, sky[1], 0.8);
  const paints = [light, sky[2], mix(sky[2], light, 0.5)].map(
    (colour) => scene.gradient("radialGradient", [[0, colour, 0.3], [0.82, colour, 0.42], [0.92, colour, 0.6], [1, colour, 0]]));
  for (let index = 0; index < 34; index += 1) {
    scene.add("circle", {
      cx: short(scene.between(-10, side + 10)), cy: short(scene.between(-10, side + 10)), r: short(6 + 34 * scene.next() ** 2),
      fill: paints[index % 3], opacity: short(scene.between(0.3, 1)),
    });
  }
}

function waves(scene) {
  const { sky, far, near, light } = scene.palette;
  scene.sky([sky[0], sky[1], mix(sky[1], sky[2], 0.75)], 0.62);
  const [x, y] = [scene.between(110, 210), scene.between(96, 130)];
  scene.glow(x, y, 120, light, 0.6);
  scene.add("circle", { cx: short(x), cy: short(y), r: short(scene.between(24, 36)), fill: light });
  // The sea is rows of waves, each with a crest of light.
  for (let row = 0; row < 7; row += 1) {
    const [top, length, shift] = [158 + row * 24 - row * row * 0.4, 46 + row * 12, scene.between(0, 120)];
    const crest = [];
    for (let start = -shift; start < side; start += length) {
      crest.push(`q${short(length * 0.5)} ${short(-9 - row * 2.2)} ${short(length)} 0`);
    }
    const line = `M${short(-shift)} ${short(top)}${crest.join("")}`;
    scene.add("path", { d: `${line}V${side}H${short(-shift)}Z`, fill: mix(mix(far, sky[2], 0.25), near, row / 6) });
    scene.add("path", { d: line, fill: "none", stroke: mix(light, far, row / 8), "stroke-width": 1.4, opacity: 0.55 - row * 0.05 });
  }
}

function city(scene) {
  const { sky, far, near, light } = scene.palette;
  scene.sky();
  scene.stars(26, 110);
  scene.glow(scene.between(80, 240), 190, 170, light, 0.45);
  for (let layer = 0; layer < 3; layer += 1) {
    const colour = mix(mix(sky[2], far, 0.55), near, layer / 2);
    const houses = [];
    const windows = [];
    for (let x = -10; x < side;) {
      const [width, top] = [scene.between(18, 40) + layer * 3, scene.between(118, 178) + layer * 34];
      houses.push(`M${short(x)} ${side}V${short(top)}h${short(width)}V${side}Z`);
      if (scene.next() < 0.25) houses.push(`M${short(x + width / 2 - 1)} ${short(top)}v-16h2v16Z`);
      for (let y = top + 9; layer > 0 && y < side; y += 12) {
        for (let at = x + 6; at < x + width - 6; at += 9) if (scene.next() < 0.4) windows.push(`M${short(at)} ${short(y)}h4v5h-4Z`);
      }
      x += width + scene.between(0, 3);
    }
    scene.add("path", { d: houses.join(""), fill: colour });
    scene.add("path", { d: windows.join(""), fill: mix(light, "#ffb84d", 0.35), opacity: 0.5 + layer * 0.2 });
  }
}

const scenes = [hills, aurora, silk, planet, lights, waves, city];
