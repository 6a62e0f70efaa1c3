// Asks which part of a picture a cover shows: by three sliders, or by dragging the picture. Texts: words/studio.

import { coverArea } from "../media/upload.js";
import { say } from "../model/words.js";
import { h } from "./dom.js";

/** How much a part can be enlarged. */
const zoomMax = 4;
const shown = Object.freeze({ width: 480, height: 270 });

/**
 * Asks for the part of a picture.
 *
 * @param {Blob} file
 * @returns {Promise<?{x: number, y: number, zoom: number}>} The part, as `coverArea` takes it; null if nothing is to be uploaded. What is
 *   no picture has the whole as its part, and is refused later, in words.
 */
export async function askForPart(file) {
  const part = { x: 0.5, y: 0.5, zoom: 1 };
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return part;
  const canvas = h("canvas", { class: "cover-crop__picture", ...shown, "aria-hidden": "true", "data-testid": "cover-crop-picture" });
  const draw = () => {
    const { left, top, width, height } = coverArea(picture, part);
    const ink = canvas.getContext("2d");
    // What was drawn before would be seen through a picture with clear parts.
    ink?.clearRect(0, 0, shown.width, shown.height);
    ink?.drawImage(picture, left, top, width, height, 0, 0, shown.width, shown.height);
  };
  /** @param {"x" | "y" | "zoom"} name */
  const slider = (name, label, min, max) => {
    const input = h("input", {
      class: "cover-crop__range", type: "range", min, max, step: 0.01, id: `crop-${name}`, "data-testid": `cover-crop-${name}`,
    });
    input.value = String(part[name]);
    input.addEventListener("input", () => {
      part[name] = Number(input.value);
      draw();
    });
    return { input, row: h("div", { class: "form__row" }, h("label", { for: input.id }, say(label)), input) };
  };
  const sliders = {
    zoom: slider("zoom", "cover.zoom", 1, zoomMax), x: slider("x", "cover.across", 0, 1), y: slider("y", "cover.down", 0, 1),
  };
  draggable(canvas, (across, down) => {
    const { width, height } = coverArea(picture, part);
    // The picture follows the finger; where it has no room to, it stays.
    const move = (name, by, size, whole) => {
      if (whole - size < 1) return;
      part[name] = Math.min(1, Math.max(0, part[name] - by * size / (whole - size)));
      sliders[name].input.value = String(part[name]);
    };
    move("x", across, width, picture.width);
    move("y", down, height, picture.height);
    draw();
  });
  const use = h("button", { class: "button button--primary", type: "submit", "data-testid": "cover-crop-use" }, say("cover.use"));
  const cancel = h("button", { class: "button button--quiet", type: "button" }, say("app.cancel"));
  const form = h(
    "form", { class: "form", method: "dialog" }, h("h2", { class: "dialog__title", id: "crop-title" }, say("cover.part")), canvas,
    ...Object.values(sliders).map(({ row }) => row), h("div", { class: "form__actions" }, cancel, use));
  const dialog = h("dialog", { class: "dialog", "aria-labelledby": "crop-title", "data-testid": "cover-crop" }, form);
  document.body.append(dialog);
  draw();
  dialog.showModal();
  return new Promise((resolve) => {
    let isChosen = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      isChosen = true;
      dialog.close();
    });
    cancel.addEventListener("click", () => dialog.close());
    dialog.addEventListener("mousedown", (event) => event.target === dialog && dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      picture.close();
      resolve(isChosen ? part : null);
    });
  });
}

/** Tells how far a picture is dragged, as shares of what is seen of it. */
function draggable(canvas, moved) {
  let from = null;
  canvas.addEventListener("pointerdown", (event) => {
    from = event;
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!from) return;
    moved((event.clientX - from.clientX) / canvas.clientWidth, (event.clientY - from.clientY) / canvas.clientHeight);
    from = event;
  });
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, () => { from = null; });
}
