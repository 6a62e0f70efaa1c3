import { imageURL, nameOf, plainName } from "../model/words.js";
import { systemClock } from "../wire/connection.js";

// Elements without HTML strings. Every text becomes a text node.


/**
 * Creates an element.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {object} [props] `class`; `data` (data attributes); `on` (listeners); `style` (properties set one by one, which a content
 *   security policy allows). Everything else is an attribute, left out if it is null or false.
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.className = value;
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "on") each(value, (event, listener) => element.addEventListener(event, listener));
    else if (name === "style") each(value, (key, text) => element.style.setProperty(key, String(text)));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  /** @type {any[]} */
  const shown = children.filter((child) => child !== null && child !== undefined && child !== false);
  element.append(...shown);
  return element;
}

function each(map, action) {
  for (const [key, value] of Object.entries(map)) action(key, value);
}

const svgNamespace = "http://www.w3.org/2000/svg";

const iconPaths = {
  back: ["M15 5l-7 7 7 7"],
  chat: [
    "M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-4.5 4v-4A2.5 2.5 0 0 1 4 13.5z"],
  clock: ["M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z", "M12 8v4.5l3 2"],
  close: ["M6 6l12 12", "M18 6L6 18"],
  down: ["M12 5v14", "M6 13l6 6 6-6"],
  eye: ["M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z", "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z"],
  feed: ["M6 3.5h12v17H6z", "M10.5 9l4 3-4 3z"],
  flying: ["M3 7h11", "M3 12h7", "M3 17h13", "M18 7h3", "M14 12h7", "M20 17h1"],
  gift: ["M4 11h16v9H4z", "M3 7.5h18V11H3z", "M12 7.5V20", "M12 7.5C9 7.5 7 6.6 7 5s1.3-2 2.4-1.6C11 4 12 7.5 12 7.5z",
    "M12 7.5c3 0 5-.9 5-2.5s-1.3-2-2.4-1.6C13 4 12 7.5 12 7.5z"],
  fold: ["M4 5h16v14H4z", "M14.5 5v14"],
  forward: ["M9 5l7 7-7 7"],
  heart: ["M12 20S3.5 15 3.5 9A4.6 4.6 0 0 1 12 6.6 4.6 4.6 0 0 1 20.5 9c0 6-8.5 11-8.5 11z"],
  link: ["M9.5 14.5l5-5", "M8 11l-2.5 2.5a3.5 3.5 0 0 0 5 5L13 16", "M11 8l2.5-2.5a3.5 3.5 0 0 1 5 5L16 13"],
  live: ["M12 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z", "M8 8a5.7 5.7 0 0 0 0 8", "M16 8a5.7 5.7 0 0 1 0 8",
    "M5 5a10 10 0 0 0 0 14", "M19 5a10 10 0 0 1 0 14"],
  more: ["M6 11.4a.6.6 0 1 0 .1 0zm6 0a.6.6 0 1 0 .1 0zm6 0a.6.6 0 1 0 .1 0z"],
  mute: ["M5 10v4h3l4 4V6L8 10z", "M16 9.5l5 5", "M21 9.5l-5 5"],
  pencil: ["M5 19l1-4L16.5 4.5l3 3L9 18z"],
  reader: ["M4 5h16v11h-9l-4 4v-4H4z", "M8 9h8", "M8 12.5h5"],
  refresh: ["M19.5 12a7.5 7.5 0 1 1-2.4-5.5", "M19.5 4v4.5H15"],
  send: ["M4 12L20 4.5 15.5 20l-4-6.5z", "M11.5 13.5L20 4.5"],
  shield: ["M12 3.5l7 2.5v5c0 5-3.5 8-7 9.5C8.5 19 5 16 5 11V6z"],
  smile: ["M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z", "M8.5 14a4.3 4.3 0 0 0 7 0", "M9 9.5h.01", "M15 9.5h.01"],
  sparkles: ["M11 4l1.8 5.2L18 11l-5.2 1.8L11 18l-1.8-5.2L4 11l5.2-1.8z", "M18.5 15.5v4", "M16.5 17.5h4"],
  star: ["M12 4l2.4 5.1 5.6.7-4.1 3.8 1.1 5.5-5-2.8-5 2.8 1.1-5.5L4 9.8l5.6-.7z"],
  speech: ["M5 10v4h3l4 4V6L8 10z", "M16 9a4.5 4.5 0 0 1 0 6", "M18.5 6.5a8 8 0 0 1 0 11"],
  stop: ["M7 7h10v10H7z"],
  users: ["M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z", "M2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6",
    "M16 4.5a3.5 3.5 0 0 1 0 6.5", "M18 14.5c2 .7 3.2 2.5 3.5 5.5"],
};

/** Adds icons that only a few views need. */
export function addIcons(paths) { Object.assign(iconPaths, paths); }

/** A line icon. It is decorative: the control around it has the label. */
export function icon(name, isFilled = false) {
  const svg = document.createElementNS(svgNamespace, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  if (isFilled) svg.classList.add("icon--filled");
  for (const d of iconPaths[name]) {
    const path = document.createElementNS(svgNamespace, "path");
    path.setAttribute("d", d);
    svg.append(path);
  }
  return svg;
}

/** A name or title chosen by somebody else, isolated so that its letters cannot reorder the text around it. */
export function foreign(text, props = {}) {
  return h("bdi", props, plainName(text));
}

/** A user's name, isolated. */
export function named(user, props = {}) {
  return h("bdi", props, nameOf(user));
}

/** A colour's hue, 0 to 359, always equal for equal texts. */
export function hueOf(text) {
  let hash = 2_166_136_261;
  for (const character of text) {
    hash ^= character.codePointAt(0);
    hash = Math.imul(hash, 16_777_619) >>> 0;
  }
  // Without this, ids that differ only in their last letter would get similar hues.
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909) >>> 0;
  return ((hash ^ (hash >>> 16)) >>> 0) % 360;
}

/** One or two letters that stand for a name. */
export function initialsOf(name) {
  const words = name.trim().split(/[\s_-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const letters = words.slice(0, 2).map((word) => [...word][0]);
  return letters.length > 0 ? letters.join("").toUpperCase() : "?";
}

/** A user's picture: their own, or their initials on a colour. */
export function avatar(user, size = "") {
  const element = h(
    "span",
    { class: `avatar ${size && `avatar--${size}`}`, style: { "--hue": hueOf(user.userID) }, "aria-hidden": "true" },
    initialsOf(nameOf(user)));
  const picture = picturedBy(user.avatarURL, "avatar__image");
  if (picture) element.append(picture);
  return element;
}

/**
 * An image that disappears if it cannot be loaded, or null if the page may not load it. `loading` is `lazy` for one that may be out of
 * sight.
 */
export function picturedBy(address, className, loading = null) {
  const source = imageURL(address);
  if (!source) return null;
  const image = h("img", { class: className, alt: "", decoding: "async", loading, referrerpolicy: "no-referrer" });
  image.addEventListener("error", () => image.remove(), { once: true });
  image.src = source;
  return image;
}

/** A gift's picture, or a present if there is none. */
export function giftIcon(gift, className = "gift-icon") {
  const holder = h("span", { class: className, "aria-hidden": "true" });
  const source = imageURL(gift.iconURL);
  if (!source) {
    holder.append(icon("gift"));
    return holder;
  }
  // The image loads lazily, because the panel has many that are not visible yet.
  const image = h("img", { alt: "", loading: "lazy", decoding: "async", referrerpolicy: "no-referrer" });
  image.addEventListener("error", () => image.replaceWith(icon("gift")), { once: true });
  image.src = source;
  holder.append(image);
  return holder;
}

/** The icon of a coin. */
export function coin() {
  return h("span", { class: "coin", "aria-hidden": "true" });
}

/** Replaces an element's children if they change. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Calls `draw` at most once a frame. In a hidden page it calls soon, without a frame. */
export function oncePerFrame(draw) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    const run = () => {
      isDue = false;
      draw();
    };
    if (document.hidden) setTimeout(run, 250);
    else requestAnimationFrame(run);
  };
}

const reducedMotion = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Whether the user asked the system, or this page, for reduced motion. */
export function prefersReducedMotion() {
  return (reducedMotion?.matches ?? false) || document.documentElement.dataset.motion === "reduced";
}

/**
 * Moves the focus among the children of a list with the arrow keys, Home and End.
 *
 * @param {HTMLElement} list
 * @param {string} selector Selects the children.
 * @param {(element: Element) => void} [chosen] Called with the child that gets the focus.
 */
export function arrowKeys(list, selector, chosen = () => {}) {
  list.addEventListener("keydown", (event) => {
    /** @type {Element[]} */
    const items = [...list.querySelectorAll(selector)].filter((item) => !item.disabled && !item.hidden);
    const current = items.indexOf(document.activeElement);
    if (current < 0) return;
    const next = {
      ArrowRight: current + 1, ArrowDown: current + 1, ArrowLeft: current - 1, ArrowUp: current - 1, Home: 0,
      End: items.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const item = items[(next + items.length) % items.length];
    item.focus();
    chosen(item);
  });
}

/**
 * Makes a list a single stop of the Tab key. The arrow keys move within it, and Tab returns to the last child.
 *
 * @param {HTMLElement} list
 * @param {string} selector Selects the children.
 * @param {(element: Element) => void} [chosen] Called with the child that gets the focus.
 */
export function roving(list, selector, chosen) {
  const items = () => [...list.querySelectorAll(selector)];
  const stopAt = (stop) => items().forEach((item) => { item.tabIndex = item === stop ? 0 : -1; });
  list.addEventListener(
    "focusin",
    /** @param {FocusEvent & {target: HTMLElement}} event */
    ({ target }) => target.matches(selector) && stopAt(target));
  arrowKeys(list, selector, chosen);
  const first = items()[0];
  if (first) stopAt(first);
}

/** The interval between draws of frequent changes, in milliseconds: five a second. */
const batchMilliseconds = 200;

/**
 * Draws at most five times a second: at once after a pause, or else together with later requests in the next turn. An urgent request,
 * such as for the user's own message, draws at once.
 *
 * @param {() => void} draw
 * @param {{clock?: typeof systemClock, interval?: number}} options The clock is for tests.
 * @returns {{ask: (isUrgent?: boolean) => void, stop: () => void}} `stop` drops the waiting request when the view goes.
 */
export function inBatches(draw, { clock = systemClock, interval = batchMilliseconds } = {}) {
  let timer = null;
  let drawnAt = -Infinity;
  const stop = () => {
    if (timer !== null) clock.cancel(timer);
    timer = null;
  };
  const run = () => {
    stop();
    drawnAt = clock.now();
    draw();
  };
  const ask = (isUrgent = false) => {
    // A clock that was set back must not delay the chat.
    const passed = Math.max(0, clock.now() - drawnAt);
    if (isUrgent || passed >= interval) run();
    else timer ??= clock.after(interval - passed, run);
  };
  return { ask, stop };
}

const beatMilliseconds = 100;
let acts = [];

/** Adds and removes what flies together with others, ten times a second: each time, the browser arranges all layers of the page anew. */
export function atNextBeat(act) {
  acts.push(act);
  if (acts.length > 1) return;
  setTimeout(() => requestAnimationFrame(() => {
    const now = acts;
    acts = [];
    for (const each of now) each();
  }), beatMilliseconds - performance.now() % beatMilliseconds);
}

/** Shows another view, as a link to it would. The page listens for the event. */
export function goTo(element, route) {
  element.dispatchEvent(new CustomEvent("navigate", { bubbles: true, detail: route }));
}

/**
 * Makes elements the children of another, in their order. Those that stay are not taken out: a list that is empty for a moment is so
 * low that the browser scrolls to its top, and the focus is lost.
 */
export function arrange(parent, elements) {
  const wanted = new Set(elements);
  for (const shown of [...parent.children]) {
    if (!wanted.has(shown)) shown.remove();
  }
  let next = parent.firstElementChild;
  for (const element of elements) {
    if (element === next) next = next.nextElementSibling;
    else parent.insertBefore(element, next);
  }
}
