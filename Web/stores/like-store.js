import { Observable } from "./observable.js";

/**
 * @typedef {object} LikeState
 * @property {number} totalLikeCount
 */

/**
 * The likes of a live.
 *
 * @extends {Observable<LikeState>}
 */
export class LikeStore extends Observable {
  #controller;
  #listening = new AbortController();

  /** @param {import("../model/session.js").LiveController} controller */
  constructor(controller) {
    super({ totalLikeCount: controller.state.likes });
    this.#controller = controller;
    controller.addEventListener(
      "change", () => this.change({ totalLikeCount: controller.state.likes }), { signal: this.#listening.signal });
  }

  /**
   * Sends likes.
   *
   * @param {number} [count]
   */
  async sendLike(count = 1) { await this.#controller.like(count); }

  close() { this.#listening.abort(); }
}
