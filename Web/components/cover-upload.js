// A cover as a file of the host's, or a frame of their camera, which the server keeps. Texts: words/studio.

import { uploadCover } from "../media/upload.js";
import { explain, say } from "../model/words.js";
import { Rejection } from "../wire/connection.js";
import { h, icon, setText } from "./dom.js";

/** The types of pictures that the server takes. It looks at the bytes itself. */
const types = "image/png,image/jpeg,image/webp";

/**
 * The controls of a cover that is uploaded.
 *
 * @param {object} options
 * @param {import("../model/session.js").Session} options.session
 * @param {(address: string) => void} options.uploaded Takes the address of the picture.
 * @param {() => ?HTMLVideoElement} options.camera The video that shows the camera, or null without one.
 * @returns {{element: HTMLElement, draw: () => void}} `draw` follows the camera.
 */
export function coverUpload({ session, uploaded, camera }) {
  const status = h("p", { class: "form__hint", role: "status", "data-testid": "cover-status" });
  const input = h("input", { class: "live-form__input", type: "file", accept: types, "data-testid": "cover-file" });
  const choose = h("label", { class: "button button--small live-form__file" }, input, icon("link"), h("span", {}, say("cover.file")));
  const frame = h(
    "button", { class: "button button--small", type: "button", "data-testid": "cover-frame" }, icon("camera"), say("cover.frame"));
  let isBusy = false;

  /** @param {Blob | HTMLVideoElement} picture @param {object} [part] */
  const send = async (picture, part) => {
    if (isBusy) return;
    isBusy = true;
    frame.disabled = input.disabled = true;
    setText(status, say("cover.sending"));
    try {
      uploaded(await uploadCover(session.connection, picture, undefined, part));
      setText(status, say("cover.sent"));
    } catch (failure) {
      setText(status, failure.code ? explain(new Rejection(failure.code)) : say("cover.failed"));
    } finally {
      isBusy = false;
      frame.disabled = input.disabled = false;
      input.value = "";
    }
  };
  /** The part of a file is the host's to choose. A frame of the camera has the shape of a cover as it is. */
  const sendFile = async (file) => {
    let part;
    try {
      part = await (await import("./cover-crop.js")).askForPart(file);
    } catch {
      // Without the dialog it is the middle.
    }
    if (part !== null) send(file, part);
    else input.value = "";
  };
  input.addEventListener("change", () => input.files[0] && sendFile(input.files[0]));
  frame.addEventListener("click", () => camera() && send(camera()));
  const draw = () => { frame.hidden = camera() === null; };
  draw();
  return { element: h("div", { class: "live-form__upload" }, choose, frame, status), draw };
}
