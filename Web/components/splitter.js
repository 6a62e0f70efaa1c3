// The edge between the stage and the chat, which a host moves: by the pointer, or by the arrow keys.

import { storageOf } from "../model/words.js";
import { h } from "./dom.js";

const key = "ovation.sideWidth";
/** The width of the chat in points of the page: at least, as it is at first, and at most. */
const bounds = Object.freeze({ min: 300, first: 372, max: 640 });
/** How far an arrow key moves it, in points. */
const step = 24;

/** A width that the chat may have; the first one for what is no number. */
export function allowedWidth(wanted) {
  return Number.isFinite(wanted) ? Math.round(Math.min(bounds.max, Math.max(bounds.min, wanted))) : bounds.first;
}

/** The width after a key, or null for a key that moves nothing. The chat is at the end of the line, so an arrow to the left widens it. */
export function widthAfter(pressed, width) {
  const after = {
    ArrowLeft: width + step, ArrowUp: width + step, ArrowRight: width - step, ArrowDown: width - step, Home: bounds.min, End: bounds.max,
  }[pressed];
  return after === undefined ? null : allowedWidth(after);
}

/**
 * The edge of a live's grid. It is kept for the next live of this browser.
 *
 * @param {HTMLElement} grid
 * @param {string} label What a screen reader calls it.
 */
export function splitter(grid, label) {
  const storage = storageOf("localStorage");
  const edge = h("div", {
    class: "splitter", role: "separator", tabindex: "0", "aria-orientation": "vertical", "aria-label": label, title: label,
    "aria-valuemin": bounds.min, "aria-valuemax": bounds.max, "data-testid": "splitter",
  });
  let width = bounds.first;
  const show = (wanted) => {
    width = allowedWidth(wanted);
    grid.style.setProperty("--side-width", `${width}px`);
    edge.setAttribute("aria-valuenow", String(width));
  };
  const keep = () => {
    try {
      storage?.setItem(key, String(width));
    } catch {
      // It holds until the page is left.
    }
  };
  show(Number(storage?.getItem(key) ?? NaN));
  edge.addEventListener("keydown", (event) => {
    const after = widthAfter(event.key, width);
    if (after === null) return;
    event.preventDefault();
    show(after);
    keep();
  });
  edge.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    edge.focus();
    edge.setPointerCapture(event.pointerId);
    const from = { x: event.clientX, width };
    const move = ({ clientX }) => show(from.width + from.x - clientX);
    edge.addEventListener("pointermove", move);
    edge.addEventListener("lostpointercapture", () => {
      edge.removeEventListener("pointermove", move);
      keep();
    }, { once: true });
  });
  edge.addEventListener("dblclick", () => {
    show(bounds.first);
    keep();
  });
  return edge;
}
