// The picture of a live that its viewer has left for the list: it goes on in a corner, and can have a window of its own. Texts:
// words/picture.

import { addressOf, isolated, parseRoute, say } from "../model/words.js";
import { h, icon } from "./dom.js";
import { barButton, setButton } from "./picture.js";

/** The views beside which a picture goes on. The others have pictures of their own, or their own use for camera and sound. */
const quietViews = new Set(["list", "me"]);

/** A picture in the corner. It takes the video and its player as they are, so neither sound nor a window of its own breaks off. */
class MiniPlayer extends HTMLElement {
  #listening = new AbortController();
  #observer = null;
  /** There while the picture is paused, as by the window of its own. */
  #play = barButton("play", say("picture.play"), "mini-play");
  #sound = barButton("speech", say("picture.mute"), "mini-sound");
  #window = barButton("window", say("picture.window"), "mini-window");
  #close = barButton("close", say("mini.close"), "mini-close");

  /**
   * Lets a picture go on whose live is being left.
   *
   * @param {any} host The picture's element, which is out of the page already.
   * @param {HTMLVideoElement} video
   * @param {import("../media/picture-player.js").PicturePlayer} player
   * @returns {boolean} Whether it goes on; else the caller stops it.
   */
  static takes(host, video, player) {
    const app = document.querySelector("ov-app");
    const { session, live } = host;
    const isMoving = player.hasPicture && !player.isPaused && (player.phase === "playing" || player.phase === "waiting");
    const isShown = quietViews.has(parseRoute(location).view) && session.connection.isOpen && live.state.phase === "in";
    // A live that is not public is for those who are in it.
    if (!app || host.isConnected || !isMoving || !isShown || live.state.info?.isPublicVisible === false) return false;
    const mini = /** @type {any} */ (Object.assign(document.createElement("ov-mini-player"), {
      session, live, video, player, settings: host.settings, toasts: host.toasts,
    }));
    document.querySelector("ov-mini-player")?.remove();
    app.append(mini);
    return true;
  }

  connectedCallback() {
    const { signal } = this.#listening;
    const { video, player } = /** @type {any} */ (this);
    const { liveID, info } = this.live.state;
    const title = isolated(info.liveName || liveID);
    this.className = "mini";
    this.dataset.testid = "mini-player";
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", say("mini.label", { title }));
    const back = h(
      "a", {
        class: "mini__back", href: addressOf({ view: "live", liveID }), "aria-label": say("mini.back", { title }),
        title: say("mini.back", { title }), "data-testid": "mini-back",
      }, icon("back"));
    const status = h("p", { class: "sr-only", role: "status" });
    this.replaceChildren(video, back, h("div", { class: "mini__bar" }, this.#play, this.#sound, this.#window, this.#close), status);
    setTimeout(() => { status.textContent = say("mini.goesOn"); });
    player.addEventListener("change", () => this.#draw(), { signal });
    for (const name of ["volumechange", "enterpictureinpicture", "leavepictureinpicture"]) {
      video.addEventListener(name, () => this.#draw(), { signal });
    }
    this.#play.addEventListener("click", () => {
      player.play();
      this.#sound.focus();
    });
    this.#sound.addEventListener("click", () => this.#switchSound());
    this.#window.addEventListener("click", () => this.#switchWindow());
    this.#window.hidden = !document.pictureInPictureEnabled;
    this.#close.addEventListener("click", () => this.#leave());
    this.#observer = new MutationObserver(() => this.#viewChanged());
    const main = document.querySelector("main");
    if (main) this.#observer.observe(main, { childList: true });
    this.#draw();
  }

  disconnectedCallback() {
    const { video, player } = /** @type {any} */ (this);
    this.#listening.abort();
    this.#observer?.disconnect();
    if (document.pictureInPictureElement === video) document.exitPictureInPicture().catch(() => {});
    player.stop();
  }

  /** Another view may have a picture of its own. Who logs out, or is somebody else now, sees none of this one's. */
  #viewChanged() {
    const view = /** @type {any} */ (document.querySelector("main")?.firstElementChild);
    if (!quietViews.has(parseRoute(location).view) || view?.session !== this.session) this.remove();
  }

  /** Goes, and does not take the focus along. */
  #leave() {
    const hadFocus = this.contains(document.activeElement);
    this.remove();
    if (hadFocus) /** @type {?HTMLElement} */ (document.querySelector("main"))?.focus({ preventScroll: true });
  }

  /** The choice holds in the live, too, as one that was made there. */
  #switchSound() {
    const { video, settings } = /** @type {any} */ (this);
    video.muted = !video.muted;
    settings.isPictureHeard = !video.muted;
    if (!video.muted && video.volume === 0) video.volume = settings.pictureVolume = 1;
  }

  async #switchWindow() {
    const { video, toasts } = /** @type {any} */ (this);
    try {
      if (document.pictureInPictureElement === video) await document.exitPictureInPicture();
      else await video.requestPictureInPicture();
    } catch {
      toasts.show(say("picture.noWindow"), "error");
    }
  }

  #draw() {
    const { video, player, toasts } = /** @type {any} */ (this);
    if (["ended", "unplayable", "lost"].includes(player.phase)) {
      toasts.show(say(player.phase === "ended" ? "picture.ended" : "picture.lost"));
      this.#leave();
      return;
    }
    this.#play.hidden = !player.isPaused;
    const { muted } = video;
    setButton(this.#sound, muted ? "mute" : "speech", say(muted ? "picture.sound" : "picture.mute"));
    const isAway = document.pictureInPictureElement === video;
    this.classList.toggle("mini--away", isAway);
    setButton(this.#window, "window", say(isAway ? "picture.windowBack" : "picture.window"));
  }
}
customElements.define("ov-mini-player", MiniPlayer);
