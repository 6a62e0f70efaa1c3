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

  /** @param {Blob | HTMLVideoElement} picture */
  const send = async (picture) => {
    if (isBusy) return;
    isBusy = true;
    frame.disabled = input.disabled = true;
    setText(status, say("cover.sending"));
    try {
      uploaded(await uploadCover(session.connection, picture));
      setText(status, say("cover.sent"));
    } catch (failure) {
      setText(status, failure.code ? explain(new Rejection(failure.code)) : say("cover.failed"));
    } finally {
      isBusy = false;
      frame.disabled = input.disabled = false;
      input.value = "";
    }
  };
  input.addEventListener("change", () => input.files[0] && send(input.files[0]));
  frame.addEventListener("click", () => camera() && send(camera()));
  const draw = () => { frame.hidden = camera() === null; };
  draw();
  return { element: h("div", { class: "live-form__upload" }, choose, frame, status), draw };
// A file or the camera as the cover of a live: a control of the form that describes it. Texts: words/studio.

import { uploadCover } from "../media/upload.js";
import { explain, say } from "../model/words.js";
import { h, setText } from "./dom.js";

/** The refusals that have words of their own; the others are explained like every refusal. */
const keys = {
  0: "cover.unreachable", 110_350: "cover.off", 110_352: "cover.tooLarge", 110_353: "cover.typeRefused", 110_357: "cover.unreachable",
};

let nextID = 1;

/**
 * Puts the control into the form. What is chosen is drawn anew, uploaded, and its address written into the form.
 *
 * @param {{coverTools: HTMLElement, setCover: (address: string) => void}} form
 * @param {{command: (op: string) => Promise<any>}} connection
 * @param {() => ?HTMLVideoElement} [camera] The picture of the camera, where there is one.
 */
export function addCoverUpload(form, connection, camera = () => null) {
  nextID += 1;
  const id = `cover-file-${nextID}`;
  const outcome = h("p", { class: "form__hint", id: `${id}-outcome`, role: "status" });
  const input = /** @type {HTMLInputElement} */ (h("input", {
    class: "input", type: "file", id, accept: "image/*", "aria-describedby": `${id}-outcome`, "data-testid": "live-cover-file",
  }));
  const shot = h("button", { class: "button button--small button--quiet", type: "button", "data-testid": "live-cover-camera" },
    say("cover.fromCamera"));
  /** Only what was chosen last becomes the cover. */
  let run = 0;
  const upload = async (source) => {
    run += 1;
    const own = run;
    setText(outcome, say("cover.uploading"));
    let text = say("cover.uploaded");
    try {
      const address = await uploadCover(connection, source);
      if (own === run) form.setCover(address);
    } catch (error) {
      const key = keys[error.code];
      text = key ? say(key) : explain(error);
    }
    if (own === run) setText(outcome, text);
  };
  input.addEventListener("change", () => input.files?.[0] && upload(input.files[0]));
  shot.addEventListener("click", () => {
    const picture = camera();
    if (picture?.videoWidth) upload(picture);
    else setText(outcome, say("cover.noCamera"));
  });
  form.coverTools.append(h("label", { for: id }, say("cover.file")), input, shot, outcome);
}
