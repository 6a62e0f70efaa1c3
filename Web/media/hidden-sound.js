// What is heard of a picture while its tab is hidden: the sound alone, over a link of its own, and the picture rests. A viewer who has
// muted the picture is sent nothing. It loads when a tab is hidden for the first time.

import { systemClock } from "../wire/connection.js";
import { PicturePlayer } from "./picture-player.js";

/** How long a tab is hidden until its picture rests, in milliseconds. A look into another tab for a moment changes nothing. */
export const hiddenMilliseconds = 10_000;
/** How long the way back waits for the picture, in milliseconds. Then its own player says what is wrong. */
const backMilliseconds = 5_000;

/** The address that sends the sound alone. */
export function soundAddress(address) {
  return address && `${address}${address.includes("?") ? "&" : "?"}tracks=sound`;
}

/** Whether a stream has a picture that can rest and a sound that can go on. Where the server names no codecs, nobody knows. */
export function hasBoth(media) {
  return media?.codecs?.includes(",") !== false;
}

/**
 * Changes between a picture and its sound.
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
  /** Whether the player was paused here. Something else may have played it since. */
  #hasPaused = false;

  /**
   * @param {object} options
   * @param {HTMLVideoElement} options.video
   * @param {any} options.player The player of the picture.
   * @param {() => ?{element: HTMLMediaElement, player: any}} options.makeSound Makes a player of the sound, which has not started; null
   *   where there is no other track to leave out.
   * @param {() => boolean} [options.isHidden] Whether nobody can see the page.
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
    else if (!this.#isResting) this.#timer = this.#clock.after(hiddenMilliseconds, () => this.#begin());
  }

  /** Ends with its player. */
  stop() {
    this.#clock.cancel(this.#timer);
    this.#end();
  }

  get #isResting() { return this.#hasPaused && this.#player.isPaused; }

  /** Whether the picture may rest: one that plays, comes over the server's WebSocket, and has no window of its own. */
  get #mayRest() {
    const { isPaused, phase, way } = this.#player;
    const isOn = !isPaused && (phase === "playing" || phase === "waiting");
    return this.#isHidden() && isOn && way === "push" && globalThis.document?.pictureInPictureElement !== this.#video;
  }

  #rest() {
    this.#hasPaused = true;
    this.#player.pause();
  }

  #begin() {
    if (!this.#mayRest) return;
    const { muted, volume } = this.#video;
    // The picture had not come back when the page was hidden again.
    if (muted || volume === 0 || this.#sound) {
      this.#rest();
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
    // A browser that plays no sound now goes on with the picture.
    player.addEventListener("blocked", () => this.#giveUp(), { signal });
    // Events of the video come while its player still waits for the first fragment.
    this.#video.addEventListener("timeupdate", () => this.#isBack() && this.#end(), { signal });
    player.play();
  }

  /** Whether the picture moves again after it has rested. */
  #isBack() { return this.#hasPaused && !this.#player.isPaused && !this.#video.paused; }

  #soundChanged() {
    const { phase } = this.#sound;
    if (phase === "playing" && !this.#hasPaused && this.#mayRest) this.#rest();
    // The picture's own player tells what became of it.
    if (["ended", "unplayable", "lost"].includes(phase)) this.#giveUp();
  }

  #giveUp() {
    const wasResting = this.#isResting;
    this.#end();
    if (wasResting) this.#player.play();
  }

  #back() {
    if (!this.#isResting) {
      this.#end();
      return;
    }
    this.#player.play();
    if (this.#sound) this.#timer = this.#clock.after(backMilliseconds, () => this.#end());
    else this.#hasPaused = false;
  }

  #end() {
    this.#listening?.abort();
    this.#listening = null;
    this.#sound?.stop();
    this.#sound = null;
    this.#hasPaused = false;
  }
}

/**
 * Changes between the picture that a player plays and its sound, as long as that player plays.
 *
 * @param {HTMLVideoElement} video
 * @param {PicturePlayer} player
 * @param {{media: () => any, freshMedia: () => Promise<any>}} sources The descriptions of the picture that the player has, too.
 */
export function hiddenSoundOf(video, player, { media, freshMedia }) {
  const soundOf = (found) => ({ push: soundAddress(found?.push), state: found?.state });
  const makeSound = () => {
    if (!hasBoth(media())) return null;
    const element = new Audio();
    const sound = new PicturePlayer(/** @type {any} */ (element), {
      media: () => soundOf(media()), freshMedia: async () => soundOf(await freshMedia()),
    });
    return { element, player: sound };
  };
  const hidden = new HiddenSound({ video, player, makeSound });
  player.signal?.addEventListener("abort", () => hidden.stop(), { once: true });
  return hidden;
}
