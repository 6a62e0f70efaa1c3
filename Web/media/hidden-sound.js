// What is heard of a picture while its tab is hidden: the sound alone, over a link of its own, and the picture rests. Who has muted the
// picture is sent nothing. It loads when a tab is hidden for the first time.

import { systemClock } from "../wire/connection.js";

/** How long a tab is hidden until its picture rests, in milliseconds. Whoever looks into another tab for a moment notices nothing. */
export const hiddenMilliseconds = 10_000;
/** How long the way back waits for the picture, in milliseconds. Then its own player says what is wrong. */
const backMilliseconds = 5_000;

/** The address that sends the sound alone. */
export function soundAddress(address) {
  return address && `${address}${address.includes("?") ? "&" : "?"}tracks=sound`;
}

/**
 * Changes between a picture and its sound. Nothing of the page knows that the picture rests: it comes back by itself.
 *
 * The sound begins before the picture rests, and ends when the picture moves again. So there is no pause, on either way.
 */
export class HiddenSound {
  #video;
  #player;
  #makeSound;
  #isHidden;
  #clock;
  #timer = null;
  /** The player of the sound while there is one. */
  #sound = null;
  #listening = null;

  /**
   * @param {object} options
   * @param {HTMLVideoElement} options.video
   * @param {{mayDoze: boolean, isDozing: boolean, doze: () => void, wake: () => void, phase: string} & EventTarget} options.player
   * @param {() => ?{element: HTMLMediaElement, player: any}} options.makeSound Makes a player of the sound, which has not started;
   *   null where there is no other track to leave out.
   * @param {() => boolean} [options.isHidden] Whether nobody can see the video.
   * @param {typeof systemClock} [options.clock]
   */
  constructor({ video, player, makeSound, isHidden = () => document.hidden, clock = systemClock }) {
    this.#video = video;
    this.#player = player;
    this.#makeSound = makeSound;
    this.#isHidden = isHidden;
    this.#clock = clock;
  }

  /** Takes note that the page is hidden or shown. */
  changed() {
    this.#clock.cancel(this.#timer);
    this.#timer = null;
    if (!this.#isHidden()) this.#back();
    else if (!this.#player.isDozing) this.#timer = this.#clock.after(hiddenMilliseconds, () => this.#begin());
  }

  /** Ends with its player. */
  stop() {
    this.#clock.cancel(this.#timer);
    this.#end();
  }

  #begin() {
    const { muted, volume } = this.#video;
    if (!this.#isHidden() || !this.#player.mayDoze) return;
    // The picture had not come back when the page was hidden again.
    if (this.#sound) {
      this.#player.doze();
      return;
    }
    if (muted || volume === 0) {
      this.#player.doze();
      return;
    }
    const made = this.#makeSound();
    if (!made) return;
    const { element, player } = made;
    element.volume = volume;
    this.#sound = player;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    player.addEventListener("change", () => this.#soundChanged(), { signal });
    // A browser that plays no sound now, or that muted it, goes on with the picture.
    player.addEventListener("blocked", () => this.#giveUp(), { signal });
    player.play();
  }

  #soundChanged() {
    const { phase } = this.#sound;
    if (phase === "playing" && !this.#player.isDozing && this.#player.mayDoze) this.#player.doze();
    // The picture's own player tells what became of it.
    if (["ended", "unplayable", "lost"].includes(phase)) this.#giveUp();
  }

  #giveUp() {
    this.#end();
    this.#player.wake();
  }

  #back() {
    if (!this.#player.isDozing) {
      this.#end();
      return;
    }
    this.#player.wake();
    const sound = this.#sound;
    if (!sound) return;
    const { signal } = this.#listening;
    // Events of the video come while its player still waits for the first fragment.
    this.#video.addEventListener("timeupdate", () => !this.#video.paused && this.#end(), { signal });
    this.#timer = this.#clock.after(backMilliseconds, () => this.#end());
  }

  #end() {
    this.#listening?.abort();
    this.#listening = null;
    this.#sound?.stop();
    this.#sound = null;
  }
}
