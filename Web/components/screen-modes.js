// Theatre and full screen of a live: the stage has all of the window, or of the screen, and the chat stays beside it.
// Texts: words/picture.

import { say } from "../model/words.js";
import { barButton, setButton } from "./picture.js";
import { addIcons } from "./dom.js";

addIcons({
  full: ["M4 9V4h5", "M15 4h5v5", "M20 15v5h-5", "M9 20H4v-5"],
  fullOff: ["M9 4v5H4", "M20 9h-5V4", "M15 20v-5h5", "M4 15h5v5"],
  theatre: ["M3.5 6h17v12h-17z", "M15 6v12"],
});

/** The two buttons in the bar of a picture. They are hidden where a live has the whole screen anyway. */
export class ScreenModes {
  #host;
  #view;
  #video;
  #listening = new AbortController();
  #theatre = barButton("theatre", say("picture.theatre"), "picture-theatre");
  #full = barButton("full", say("picture.full"), "picture-full");

  /**
   * @param {any} host The picture's element.
   * @param {any} video
   */
  constructor(host, video) {
    this.#host = host;
    this.#view = host.closest("ov-live-room");
    this.#video = video;
    const { signal } = this.#listening;
    for (const button of this.buttons) button.classList.add("picture__mode");
    this.#theatre.addEventListener("click", () => {
      this.#view?.classList.toggle("live--theatre");
      this.#draw();
    }, { signal });
    this.#full.addEventListener("click", () => this.#switchFull(), { signal });
    // On the window, so that what is open in the live is closed first.
    addEventListener("keydown", (event) => this.#keyPressed(event), { signal });
    document.addEventListener("fullscreenchange", () => this.#draw(), { signal });
    // A phone by Apple shows no page on all of the screen, but a video.
    this.#full.hidden = !document.fullscreenEnabled && !video.webkitEnterFullscreen;
    this.#draw();
  }

  get buttons() { return [this.#theatre, this.#full]; }

  /** Ends both modes, when the live is left or its picture goes. */
  close() {
    this.#listening.abort();
    this.leave();
    this.#view?.classList.remove("live--full");
  }

  /** Ends both modes while the buttons cannot be pressed. */
  leave() {
    if (document.fullscreenElement === document.documentElement) document.exitFullscreen().catch(() => {});
    if (this.#view?.classList.contains("live--theatre")) this.#endTheatre();
  }

  #endTheatre() {
    this.#view.classList.remove("live--theatre");
    this.#draw();
  }

  /** Escape ends theatre, as it ends full screen, unless it closes something first. */
  #keyPressed(event) {
    if (event.key !== "Escape" || event.defaultPrevented || document.fullscreenElement) return;
    if (!this.#view?.classList.contains("live--theatre") || document.querySelector("dialog[open], [role=menu]")) return;
    event.preventDefault();
    this.#endTheatre();
  }

  async #switchFull() {
    try {
      if (document.fullscreenElement) await document.exitFullscreen();
      // All of the page, so that effects, chat, dialogs and notes are on the screen, too.
      else if (document.fullscreenEnabled) await document.documentElement.requestFullscreen();
      else this.#video.webkitEnterFullscreen();
    } catch {
      this.#host.toasts.show(say("picture.noFull"), "error");
    }
  }

  #draw() {
    const isFull = document.fullscreenElement === document.documentElement;
    const isTheatre = this.#view?.classList.contains("live--theatre") ?? false;
    this.#view?.classList.toggle("live--full", isFull);
    setButton(this.#full, isFull ? "fullOff" : "full", say(isFull ? "picture.fullOff" : "picture.full"));
    setButton(this.#theatre, "theatre", say(isTheatre ? "picture.theatreOff" : "picture.theatre"));
    this.#theatre.setAttribute("aria-pressed", String(isTheatre));
    // On all of the screen there is nothing that theatre could take away.
    this.#theatre.hidden = isFull;
  }
}
