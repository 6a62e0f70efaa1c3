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
