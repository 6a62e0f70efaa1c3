// A file that is uploaded from a form: the address that comes back is written into a field of the form.

import { say } from "../model/words.js";
import { h } from "../components/dom.js";
import { postFile } from "../media/upload.js";
import { freshID, wordsOf } from "./parts.js";

/** The types that a dialog of files offers. The server looks at the content. */
const accepted = { picture: "image/png,image/jpeg,image/webp", effect: ".svga" };

/**
 * A field that uploads a file and writes its address into another field.
 *
 * @param {import("./api.js").Api} api
 * @param {object} options
 * @param {"picture" | "effect"} options.kind
 * @param {HTMLInputElement} options.target The field that gets the address.
 * @param {string} options.label
 * @param {number} [options.bytesMax] The most bytes that the field takes, where the server would take more.
 * @param {() => void} [options.onDone]
 */
export function uploadField(api, { kind, target, label, bytesMax = Infinity, onDone = () => {} }) {
  const id = freshID("upload");
  const outcome = h("span", { class: "field__note", id: `${id}-note`, role: "status" });
  const picture = /** @type {HTMLImageElement} */ (h("img", { class: "upload__picture", alt: "", hidden: true }));
  const input = /** @type {HTMLInputElement} */ (h("input", {
    class: "input", type: "file", id, accept: accepted[kind], "aria-describedby": `${id}-note`,
  }));
  /** Only the file that was chosen last is written into the form. */
  let run = 0;
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    run += 1;
    const own = run;
    outcome.classList.remove("is-bad");
    outcome.textContent = say("console.working");
    try {
      const { UploadURL, BytesMax } = await api.call("ovation_file_srv/create_upload_ticket", { FileKind: kind });
      const { url, bytes } = await postFile(fetch.bind(globalThis), { url: UploadURL, bytesMax: Math.min(BytesMax, bytesMax) }, file);
      if (own !== run) return;
      target.value = url;
      target.dispatchEvent(new Event("input", { bubbles: true }));
      outcome.textContent = say("console.uploaded", { bytes });
      if (kind === "picture") {
        picture.src = url;
        picture.hidden = false;
      }
      onDone();
    } catch (error) {
      if (own !== run) return;
      outcome.textContent = wordsOf(error);
      outcome.classList.add("is-bad");
    }
  });
  return h("div", { class: "field" }, h("label", { for: id }, label), input, outcome,
    kind === "picture" ? picture : null);
}
