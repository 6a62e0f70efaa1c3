// The choice of a picture's quality, where a media server's playlist has several and the page plays it itself. Texts: words/picture.

import { formatTenths, say } from "../model/words.js";
import { qualityOf, wantQuality } from "../media/list-feed.js";
import { h } from "./dom.js";

/** A list in the bar of a picture. It is hidden where there is one quality alone. */
export class QualityChoice {
  #video;
  #shown = "";

  /**
   * @param {HTMLVideoElement} video
   * @param {AbortSignal} signal
   */
  constructor(video, signal) {
    this.#video = video;
    this.element = h("select", {
      class: "picture__quality", "aria-label": say("picture.quality"), title: say("picture.quality"), hidden: true,
      "data-testid": "picture-quality",
    });
    this.element.addEventListener("change", () => wantQuality(video, this.element.value === "" ? null : Number(this.element.value)));
    video.addEventListener("levels", () => this.#draw(), { signal });
    this.#draw();
  }

  #draw() {
    const { levels, wanted } = qualityOf(this.#video);
    this.element.hidden = levels.length < 2;
    const shown = JSON.stringify(levels);
    // A list that is open is not replaced by the same one.
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.element.replaceChildren(
      h("option", { value: "" }, say("picture.automatic")),
      ...levels.map(({ height, bitsPerSecond }) => {
        const rate = `${formatTenths(bitsPerSecond / 1_000_000)} Mb/s`;
        return h("option", { value: bitsPerSecond }, height > 0 ? `${height}p · ${rate}` : rate);
      }));
    this.element.value = levels.some(({ bitsPerSecond }) => bitsPerSecond === wanted) ? String(wanted) : "";
  }
}
