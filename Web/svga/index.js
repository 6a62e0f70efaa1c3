// SVGA effects in a browser. README.md explains how to use it.

export { EffectCache } from "./cache.js";
export { Decoder } from "./decoder.js";
export { Painter, Layers } from "./draw.js";
export { defaultLimits, errorCodes, SVGAError } from "./limits.js";
export { Loader } from "./loader.js";
export { Player } from "./player.js";
export { readMovie } from "./reader.js";
export { hasSound, SoundPlayer } from "./sound.js";
export { duration } from "./timeline.js";
