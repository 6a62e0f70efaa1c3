// The picture of a live on its stage: the player for viewers, and what the host sends with its switches.

import { PicturePlayer } from "../media/picture-player.js";
import { explain, formatTenths, say } from "../model/words.js";
import { h, icon, setText } from "./dom.js";
import "./picture-icons.js";
import { loadView } from "./shell.js";

/** The ratio of width to height from which a picture stands above a phone's chat. A narrower one fills the screen. */
const wideRatio = 0.85;
/** The time that a jump to the live edge must save before the button offers it, in seconds. */
const edgeSeconds = 0.5;

/** The picture of a live. The element is empty without one. */
class LivePicture extends HTMLElement {
  #view = null;
  #kind = "none";
  #isLoading = false;
  /** Whether a guest sees and hears those who sit at once, so that the picture, which comes later, is not played. */
  isReplaced = false;

  connectedCallback() {
    this.className = "picture";
    this.draw();
  }

  disconnectedCallback() { this.#show("none", null); }

  get stage() { return this.closest(".stage"); }

  /** Shows the current picture, or nothing. */
  draw() {
    const { state } = this.live;
    const broadcast = this.session.broadcast;
    const isOwn = broadcast?.liveID === state.liveID && broadcast.isGoingOn;
    const isOn = state.phase === "in" && state.info?.media && state.info.media.state !== "none";
    let kind = "none";
    // Hosts see their picture as they send it, not as it comes back. It may also be sent from elsewhere.
    const isElsewhere = isOn && state.info.media.state === "live";
    if (state.phase === "in" && state.isOwner && (isOwn || !isElsewhere)) kind = "host";
    else if (!this.isReplaced && (isOn || (state.phase === "joining" && this.#kind === "viewer"))) kind = "viewer";
    if (kind !== this.#kind) this.#change(kind);
    this.#view?.draw();
  }

  async #change(kind) {
    if (kind !== "host") {
      this.#show(kind, kind === "viewer" ? () => new ViewerPicture(this) : null);
      return;
    }
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      const { HostPicture } = await import("./host-picture.js");
      if (this.isConnected) this.#show("host", () => new HostPicture(this));
    } catch {
      this.toasts.show(say("app.partMissing"), "error");
    } finally {
      this.#isLoading = false;
    }
    if (this.isConnected) this.draw();
  }

  #show(kind, make) {
    // The old view goes first, because it removes its elements.
    this.#view?.close();
    this.#kind = kind;
    this.#view = make?.() ?? null;
    const { stage } = this;
    stage?.classList.toggle("stage--picture", kind !== "none");
    stage?.classList.remove("stage--video", "stage--wide");
    this.sounds(null);
  }

  /** Tells other sound sources on the stage whether the picture is audible, and how loud; null if the picture does not decide that. */
  sounds(isHeard, loudness = 1) {
    const { stage } = this;
    const sound = isHeard === null ? undefined : isHeard ? "on" : "off";
    const volume = sound && String(loudness);
    if (!stage || (stage.dataset.sound === sound && stage.dataset.volume === volume)) return;
    delete stage.dataset.sound;
    delete stage.dataset.volume;
    if (sound) Object.assign(stage.dataset, { sound, volume });
    stage.dispatchEvent(new Event("sound"));
  }

  /** Tells the page's layout whether a picture is visible, and its shape. */
  seen(isSeen, width, height) {
    const { stage } = this;
    stage?.classList.toggle("stage--video", isSeen);
    stage?.classList.toggle("stage--wide", isSeen && height > 0 && width / height >= wideRatio);
  }
}
customElements.define("ov-picture", LivePicture);

/** A round button in the picture's bar. */
export function barButton(name, label, testID) {
  return h(
    "button", { class: "icon-button", type: "button", "aria-label": label, title: label, "data-testid": testID }, icon(name));
}

/** Gives a button of the bar another icon and name, if they differ. */
export function setButton(button, name, label) {
  if (button.dataset.state === name + label) return;
  button.dataset.state = name + label;
  button.setAttribute("aria-label", label);
  button.title = label;
  button.replaceChildren(icon(name));
}

/** The viewers' side of the picture. */
class ViewerPicture {
  #host;
  #player;
  #listening = new AbortController();
  #shown = "";
  #wasInterrupted = false;
  #modes = null;
  /** The choice of a quality, once there may be several. */
  #quality = null;
  /** What lets the picture go on beside the list, once it is loaded. */
  #mini = null;

  #video = h("video", { class: "picture__video", playsinline: true, "data-testid": "picture-video" });
  #spinner = h("span", { class: "picture__spinner", hidden: true, "data-testid": "picture-spinner" });
  #text = h("p", {});
  #again = h("button", { class: "button button--small", type: "button", "data-testid": "picture-retry" }, say("app.tryAgain"));
  #card = h("div", { class: "picture__card", hidden: true, "data-testid": "picture-card" }, this.#text, this.#again);
  #screen = h("div", { class: "picture__screen" }, this.#video, this.#spinner);
  #unmute = h(
    "button", { class: "button button--small picture__unmute", type: "button", hidden: true, "data-testid": "picture-unmute" },
    icon("mute"), say("picture.unmute"));
  #pause = barButton("pause", say("picture.pause"), "picture-pause");
  #sound = barButton("speech", say("picture.mute"), "picture-sound");
  #volume = h("input", {
    class: "picture__volume", type: "range", min: 0, max: 1, step: 0.05, "aria-label": say("picture.volume"),
    "data-testid": "picture-volume",
  });
  #edgeText = h("span", {});
  #edge = h(
    "button", { class: "chip picture__edge", type: "button", "data-testid": "picture-edge" },
    h("span", { class: "picture__dot", "aria-hidden": "true" }), this.#edgeText);
  #window = barButton("window", say("picture.window"), "picture-window");
  #bar = h(
    "div", { class: "picture__bar", role: "group", "aria-label": say("picture.controls") }, this.#pause, this.#unmute, this.#sound,
    this.#volume, this.#edge, this.#window);

  constructor(host) {
    this.#host = host;
    const { signal } = this.#listening;
    this.#video.setAttribute("aria-label", say("picture.label"));
    this.#player = new PicturePlayer(this.#video, {
      media: () => host.live.state.info?.media,
      freshMedia: () => host.live.readMedia(),
    });
    this.#player.addEventListener("change", () => this.draw(), { signal });
    this.#player.addEventListener("blocked", () => this.draw(), { signal });
    this.#video.addEventListener("resize", () => this.draw(), { signal });
    this.#video.addEventListener("volumechange", () => this.draw(), { signal });
    for (const name of ["enterpictureinpicture", "leavepictureinpicture"]) {
      this.#video.addEventListener(name, () => this.draw(), { signal });
    }
    this.#unmute.addEventListener("click", () => this.#setSound(true));
    this.#sound.addEventListener("click", () => this.#setSound(this.#video.muted));
    this.#volume.addEventListener("input", () => this.#setVolume(Number(this.#volume.value)));
    this.#edge.addEventListener("click", () => this.#player.toEdge());
    this.#again.addEventListener("click", () => this.#player.retry());
    this.#pause.addEventListener("click", () => (this.#player.isPaused ? this.#player.play() : this.#player.pause()));
    this.#window.addEventListener("click", () => this.#switchWindow());
    this.#window.hidden = !document.pictureInPictureEnabled;
    const { settings } = host;
    this.#video.volume = settings.pictureVolume;
    // A browser plays sound only after the user has used the page.
    this.#video.muted = !(settings.isPictureHeard && navigator.userActivation?.hasBeenActive);
    host.replaceChildren(this.#screen, this.#card, this.#bar);
    this.#player.play();
    restWhenHidden(this.#video, this.#player, host.live);
    this.#offerModes();
  }

  /** Offers theatre and full screen, once they are loaded. */
  async #offerModes() {
    try {
      const { ScreenModes } = await import("./screen-modes.js");
      if (this.#listening.signal.aborted) return;
      this.#modes = new ScreenModes(this.#host, this.#video);
      this.#bar.append(...this.#modes.buttons);
      await loadView("ov-mini-player");
      this.#mini = customElements.get("ov-mini-player");
    } catch {
      // The picture plays without them.
    }
  }

  /** Offers the qualities of a playlist that the page plays itself. */
  async #offerQualities() {
    this.#quality = "loading";
    const code = await import("./quality.js").catch(() => null);
    const { signal } = this.#listening;
    if (!code || signal.aborted) return;
    this.#quality = new code.QualityChoice(this.#video, signal);
    this.#edge.after(this.#quality.element);
  }

  close() {
    this.#listening.abort();
    this.#modes?.close();
    if (!this.#mini?.takes(this.#host, this.#video, this.#player)) {
      if (document.pictureInPictureElement === this.#video) document.exitPictureInPicture().catch(() => {});
      this.#player.stop();
    }
    this.#host.replaceChildren();
  }

  #setSound(isOn) {
    this.#video.muted = !isOn;
    this.#host.settings.isPictureHeard = isOn;
    if (isOn && this.#video.volume === 0) this.#setVolume(1);
    this.draw();
  }

  #setVolume(volume) {
    this.#video.volume = volume;
    this.#video.muted = volume === 0;
    this.#host.settings.pictureVolume = volume;
    this.#host.settings.isPictureHeard = volume > 0;
  }

  async #switchWindow() {
    try {
      if (document.pictureInPictureElement === this.#video) await document.exitPictureInPicture();
      else await this.#video.requestPictureInPicture();
    } catch {
      this.#host.toasts.show(say("picture.noWindow"), "error");
    }
  }

  draw() {
    const player = this.#player;
    const state = this.#host.live.state.info?.media?.state ?? player.state;
    const isInterrupted = state === "interrupted" || player.state === "interrupted";
    this.#host.seen(player.hasPicture, player.width, player.height);
    this.#spinner.hidden = !(player.phase === "waiting" || player.phase === "loading") || isInterrupted;
    this.#drawCard(player, isInterrupted);
    this.#drawSound(player);
    setButton(
      this.#pause, player.isPaused ? "play" : "pause", say(player.isPaused ? "picture.play" : "picture.pause"));
    setButton(
      this.#window, "window",
      say(document.pictureInPictureElement === this.#video ? "picture.windowBack" : "picture.window"));
    this.#drawEdge(player);
    if (player.way === "list" && !this.#quality) this.#offerQualities();
    this.#bar.hidden = player.phase === "unplayable" || player.phase === "ended";
    // Their buttons are in the bar.
    if (this.#bar.hidden) this.#modes?.leave();
    this.#tell(isInterrupted);
  }

  #drawCard({ phase, isPaused, lacksLists }, isInterrupted) {
    const words = {
      unplayable: lacksLists ? "picture.noList" : "picture.unplayable",
      ended: "picture.ended", lost: "picture.lost", paused: "picture.paused",
    }[phase] ?? "";
    const isBroken = isInterrupted && phase !== "unplayable" && !isPaused;
    // While the host is away, the stage says so and for how long, see host-away.js.
    const key = !isBroken ? words : this.#host.live.state.endsWithoutOwnerAt ? "" : "picture.interrupted";
    this.#card.hidden = key === "";
    this.#again.hidden = key !== "picture.lost";
    if (key !== this.#shown) setText(this.#text, key === "" ? "" : say(key));
    if (key !== this.#shown && key !== "" && key !== "picture.paused") this.#host.announcer.say(say(key));
    this.#shown = key;
  }

  #drawSound({ hasPicture }) {
    const { muted, volume } = this.#video;
    this.#unmute.hidden = !muted || !hasPicture || this.#host.settings.isPictureHeard === false;
    // There is one sound control at a time, which effects follow.
    this.#sound.hidden = this.#volume.hidden = !this.#unmute.hidden;
    this.#host.sounds(!muted, volume);
    setButton(this.#sound, muted ? "mute" : "speech", say(muted ? "picture.sound" : "picture.mute"));
    const shown = muted ? "0" : String(volume);
    if (this.#volume.value !== shown && document.activeElement !== this.#volume) this.#volume.value = shown;
  }

  #drawEdge({ behind, phase, way }) {
    const isOn = phase === "playing" || phase === "waiting";
    this.#edge.hidden = !isOn;
    this.#host.dataset.way = way;
    const behindIt = () => (behind === null ? say("list.live") : say("picture.behind", { seconds: formatTenths(behind) }));
    const label = way === "whep" ? say("picture.near") : behindIt();
    setText(this.#edgeText, label);
    this.#edge.title = say(way === "whep" ? "picture.nearTitle" : "picture.toEdge");
    this.#edge.disabled = way !== "push";
    this.#edge.classList.toggle("picture__edge--late", behind !== null && behind > 2 + edgeSeconds);
  }

  /** Says that an interrupted picture is back. */
  #tell(isInterrupted) {
    if (this.#wasInterrupted && !isInterrupted && this.#player.phase === "playing") {
      this.#host.announcer.say(say("picture.back"));
      this.#wasInterrupted = false;
    }
    this.#wasInterrupted ||= isInterrupted;
  }
}

/** Lets the sound go on alone while nobody looks. The code loads when the page is hidden for the first time. */
function restWhenHidden(video, player, live) {
  const { signal } = player;
  let hidden = null;
  document.addEventListener("visibilitychange", async () => {
    if (!hidden && !document.hidden) return;
    const code = await import("../media/hidden-sound.js").catch(() => null);
    if (!code || signal.aborted) return;
    hidden ??= code.hiddenSoundOf(video, player, { media: () => live.state.info?.media, freshMedia: () => live.readMedia() });
    hidden.changed();
  }, { signal });
}

/** The reason of a refusal by the server or a device, in the page's language. */
export function reasonOf(why) {
  if (!why) return "";
  if (why.rejection) return explain(why.rejection);
  const text = say(why.words, { address: "" });
  // A connection closes with 123 bytes at most: what is left of a last sentence is not shown.
  const reason = why.reason?.match(/^.*[.!?](?=\s|$)/su)?.[0] ?? why.reason;
  return reason ? say("studio.reason", { text, reason }) : text;
}
