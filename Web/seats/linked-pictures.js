// The pictures of the lives that are joined with this one, beside its own. Each comes from its own live, as its viewers get it.

import { h, named } from "../components/dom.js";
import { barButton, setButton } from "../components/picture.js";
import { PicturePlayer } from "../media/picture-player.js";
import { isolated, nameOf, say } from "../model/words.js";

/** The most pictures beside the own one. A phone decodes no more than four at a time. */
const picturesMax = 3;
/** How often a live without a picture is asked whether it has one now, in milliseconds. */
const askMilliseconds = 8_000;

/** The halves of the others on the stage. */
export class LinkedPictures {
  #session;
  #shown = new Map();

  /** @param {import("../model/session.js").Session} session */
  constructor(session) {
    this.#session = session;
    this.element = h("div", { class: "linked", hidden: true, "data-testid": "linked" });
  }

  /**
   * Shows the lives of these hosts, `{liveID, user}`. Nobody hears those whose ids are in `muted`. Returns how many pictures there are.
   */
  draw(hosts, muted = new Set()) {
    const wanted = hosts.slice(0, picturesMax);
    const present = new Set(wanted.map(({ liveID }) => liveID));
    for (const [liveID, half] of this.#shown) {
      if (present.has(liveID)) continue;
      half.stop();
      this.#shown.delete(liveID);
    }
    for (const host of wanted) {
      if (this.#shown.has(host.liveID)) continue;
      const half = new LinkedPicture(this.#session, host);
      this.#shown.set(host.liveID, half);
      this.element.append(half.element);
    }
    for (const [liveID, half] of this.#shown) half.setMuted(muted.has(liveID));
    this.element.hidden = wanted.length === 0;
    return wanted.length;
  }

  stop() { this.draw([]); }
}

/** The picture of one other live. */
class LinkedPicture {
  #session;
  #liveID;
  #media = null;
  #timer = null;
  #isStopped = false;
  /** Whether the host of this live has muted that one. */
  #isMuted = false;
  #wasHeard = false;
  #player;
  #video = h("video", { class: "linked__video", playsinline: true, tabindex: "-1" });
  #sound;

  constructor(session, { liveID, user }) {
    this.#session = session;
    this.#liveID = liveID;
    const name = isolated(nameOf(user));
    const unmute = say("lives.hear", { name });
    const mute = say("lives.silence", { name });
    this.#sound = barButton("mute", unmute, "linked-sound");
    this.#video.muted = true;
    this.#video.setAttribute("aria-label", say("lives.picture", { name }));
    this.#sound.addEventListener("click", () => { this.#video.muted = !this.#video.muted; });
    this.#video.addEventListener(
      "volumechange", () => setButton(this.#sound, this.#video.muted ? "mute" : "speech", this.#video.muted ? unmute : mute));
    this.element = h(
      "div", { class: "linked__half", "data-testid": `linked-${liveID}` }, this.#video, h("span", { class: "seat__name" }, named(user)),
      this.#sound);
    this.#player = new PicturePlayer(this.#video, { media: () => this.#media, freshMedia: () => this.#ask() });
    this.#follow();
  }

  /** Silences the live, and takes the means to hear it away. Users who heard it before hear it again afterwards. */
  setMuted(isMuted) {
    if (isMuted === this.#isMuted) return;
    this.#isMuted = isMuted;
    if (isMuted) this.#wasHeard = !this.#video.muted;
    this.#video.muted = isMuted || !this.#wasHeard;
    this.#drawSound();
  }

  #drawSound() { this.#sound.hidden = this.#isMuted || this.#media?.state !== "live"; }

  stop() {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#player.stop();
    this.element.remove();
  }

  async #ask() {
    const { info } = await this.#session.connection.command("room.info", undefined, this.#liveID);
    this.#media = info.media ?? null;
    return this.#media;
  }

  /** Plays the picture once there is one, and looks again where there is none. */
  async #follow() {
    const isPlaying = ["loading", "playing", "waiting"].includes(this.#player.phase);
    if (!isPlaying) {
      try {
        await this.#ask();
      } catch {
        // A live that is not told to everybody, or a lost connection: it is asked again.
      }
      if (this.#isStopped) return;
      const isLive = this.#media?.state === "live";
      if (isLive) {
        if (this.#player.phase === "idle") this.#player.play();
        else this.#player.retry();
      }
    }
    this.element.classList.toggle("linked__half--dark", this.#media?.state !== "live");
    this.#drawSound();
    this.#timer = setTimeout(() => this.#follow(), askMilliseconds);
  }
}
