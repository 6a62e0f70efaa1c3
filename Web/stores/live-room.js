import { Rejection } from "../wire/connection.js";
import { ErrorCode } from "../wire/errors.js";
import { BarrageStore } from "./barrage-store.js";
import { GiftStore } from "./gift-store.js";
import { LikeStore } from "./like-store.js";
import { LiveAudienceStore } from "./live-audience-store.js";
import { Observable } from "./observable.js";

/**
 * @typedef {object} LiveRoomState
 * @property {"joining" | "in" | "refused" | "ended" | "removed" | "left"} phase `joining` again while a lost connection is replaced.
 * @property {?import("./types.js").LiveInfo} info What the live is called and how it is set; null until the server has told.
 * @property {number} role See `Role`.
 * @property {boolean} isMuted Whether the user may not write.
 * @property {?object} ending Why and with which figures the live ended.
 * @property {?object} removal How the user was removed: `{how, reason, until, by}`.
 * @property {?Rejection} rejection Why the server let the user not in.
 */

/**
 * A live that the user is in, with its stores.
 *
 * @extends {Observable<LiveRoomState>}
 */
export class LiveRoom extends Observable {
  #controller;
  #address;
  #isClosed = false;
  /** @type {?import("../media/picture-player.js").PicturePlayer} */
  #player = null;
  #listening = new AbortController();

  /**
   * @param {import("../model/session.js").Session} session
   * @param {import("../model/session.js").LiveController} controller
   * @param {string} address The server's address, which paths in its answers are relative to.
   */
  constructor(session, controller, address) {
    super({ phase: "joining", info: null, role: controller.state.role, isMuted: false, ending: null, removal: null, rejection: null });
    this.#controller = controller;
    this.#address = address.replace(/^ws/, "http");
    /** The messages. */
    this.barrages = new BarrageStore(controller);
    /** Who is in. */
    this.audience = new LiveAudienceStore(controller);
    /** The gifts that can be sent, and those that are. */
    this.gifts = new GiftStore(session, controller);
    /** The likes. */
    this.likes = new LikeStore(controller);
    const { signal } = this.#listening;
    controller.addEventListener("change", () => this.#changed(), { signal });
    this.#changed();
  }

  get liveID() { return this.#controller.state.liveID; }

  /** Resolves once the user is in; rejects with why the server refused, or with `notMember` if the user left before. */
  entered() {
    return new Promise((resolve, reject) => {
      const end = this.subscribe(({ phase, rejection }) => {
        if (phase === "joining") return;
        // The first call comes before `subscribe` has returned.
        queueMicrotask(() => end());
        if (phase === "in") resolve(this);
        else reject(rejection ?? new Rejection(ErrorCode.notMember, "The user was not let in, or left before."));
      });
    });
  }

  /**
   * Plays the live's picture in a video element, which it takes over until `stopPlaying` or until the user leaves.
   *
   * @param {HTMLVideoElement} video
   * @returns {Promise<import("../media/picture-player.js").PicturePlayer>} The player, which tells in `phase` what it does.
   */
  async play(video) {
    const { PicturePlayer } = await import("../media/picture-player.js");
    this.stopPlaying();
    if (this.#isClosed) throw new Rejection(ErrorCode.notMember, "The user has left the live.");
    const player = new PicturePlayer(video, {
      media: () => this.#controller.state.info?.media, freshMedia: () => this.#controller.readMedia(),
      base: this.#address,
    });
    this.#player = player;
    player.play();
    return player;
  }

  /** Stops the picture, and frees the video element. */
  stopPlaying() {
    this.#player?.stop();
    this.#player = null;
  }

  /** Ends the live, as its owner. */
  end() { return this.#controller.end(); }

  /** Ends the stores, for the list that the live belongs to. The controller is left by the session. */
  close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#listening.abort();
    this.stopPlaying();
    for (const store of [this.barrages, this.audience, this.gifts, this.likes]) store.close();
    if (this.state.phase === "in" || this.state.phase === "joining") this.change({ phase: "left" });
  }

  #changed() {
    const { phase, info, role, muted, ending, removal, rejection } = this.#controller.state;
    this.change({
      phase: /** @type {LiveRoomState["phase"]} */ (phase), info: info && { ...info }, role, isMuted: muted, ending, removal, rejection,
    });
    if (phase === "ended" || phase === "removed") this.stopPlaying();
  }
}
