// A cover as a file of the host's, or a frame of their camera, which the server keeps. Texts: words/studio.

import { explain, formatTenths, say } from "../model/words.js";
import { h, icon, setText } from "./dom.js";

/** The types of pictures that the server takes. It looks at the bytes itself. */
const types = "image/png,image/jpeg,image/webp";
/** The quality of a frame of the camera, from 0 to 1. */
const frameQuality = 0.85;

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

  /** @param {Promise<?Blob> | Blob} picture */
  const send = async (picture) => {
    if (isBusy) return;
    isBusy = true;
    frame.disabled = input.disabled = true;
    setText(status, say("cover.sending"));
    try {
      uploaded(await upload(session, await picture));
      setText(status, say("cover.sent"));
    } catch (failure) {
      setText(status, failure.words ?? (failure.code ? explain(failure) : say("cover.failed")));
    } finally {
      isBusy = false;
      frame.disabled = input.disabled = false;
      input.value = "";
    }
  };
  input.addEventListener("change", () => input.files[0] && send(input.files[0]));
  frame.addEventListener("click", () => send(frameOf(camera())));
  const draw = () => { frame.hidden = camera() === null; };
  draw();
  return { element: h("div", { class: "live-form__upload" }, choose, frame, status), draw };
}

/** Uploads a picture by a ticket, and resolves to its address. Rejects with the server's refusal, or with `words`. */
async function upload(session, picture) {
  const { url, bytesMax } = await session.connection.command("file.ticket");
  if (!picture) throw new Error("no picture");
  if (picture.size > bytesMax) {
    const values = { size: formatTenths(picture.size / 1_000_000), max: formatTenths(bytesMax / 1_000_000) };
    throw Object.assign(new Error("too large"), { words: say("cover.tooLarge", values) });
  }
  const response = await fetch(url, { method: "POST", body: picture });
  const answer = await response.json();
  if (response.ok && typeof answer.url === "string") return answer.url;
  throw Object.assign(new Error("refused"), answer.error ?? {});
}

/** The frame that a video shows, as a JPEG picture. */
function frameOf(video) {
  const canvas = h("canvas", { width: video?.videoWidth ?? 0, height: video?.videoHeight ?? 0 });
  if (!video || canvas.width === 0) return Promise.resolve(null);
  canvas.getContext("2d").drawImage(video, 0, 0);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", frameQuality); });
}
