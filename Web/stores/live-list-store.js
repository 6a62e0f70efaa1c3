import { Rejection } from "../wire/connection.js";
import { ErrorCode } from "../wire/errors.js";
import { LiveRoom } from "./live-room.js";
import { Observable } from "./observable.js";

/** The number of lives of a page that nobody asked another size of. */
const pageCountDefault = 20;

/**
 * @typedef {object} LiveListState
 * @property {import("./types.js").LiveInfo[]} liveList
 * @property {string} liveListCursor Where the next page begins; empty after the last one.
 * @property {?LiveRoom} currentLive The live that the user is in, or null.
 */

/**
 * The lives of the server, and the one that the user is in.
 *
 * @extends {Observable<LiveListState>}
 */
export class LiveListStore extends Observable {
  #session;
  #address;

  /**
   * @param {import("../model/session.js").Session} session
   * @param {string} address The server's address.
   */
  constructor(session, address) {
    super({ liveList: [], liveListCursor: "", currentLive: null });
    this.#session = session;
    this.#address = address;
  }

  /**
   * Reads a page of the list. The first page replaces the list, a later one is added to it.
   *
   * @param {object} options
   * @param {string} [options.cursor] Where it begins; the first page without it.
   * @param {number} [options.count] How many lives, 20 without it.
   * @param {string} [options.search] Words that the lives' names have.
   * @returns {Promise<void>} Rejects with the server's refusal; the list stays as it is then.
   */
  async fetchLiveList({ cursor = "", count = pageCountDefault, search } = {}) {
    const page = await this.#session.connection.command("room.list", { cursor, count, ...(search && { search }) });
    const lives = page.rooms.map(({ info, audienceCount }) => ({ ...info, audienceCount }));
    const known = new Set(lives.map(({ liveID }) => liveID));
    const kept = cursor === "" ? [] : this.state.liveList.filter(({ liveID }) => !known.has(liveID));
    this.change({ liveList: [...kept, ...lives], liveListCursor: page.cursor });
  }

  /**
   * Enters a live, and leaves the one before it. It waits while the connection is lost.
   *
   * @param {string} liveID
   * @returns {Promise<LiveRoom>} Rejects with the server's refusal.
   */
  joinLive(liveID) {
    const { currentLive } = this.state;
    if (currentLive?.liveID === liveID && currentLive.state.phase === "in") return Promise.resolve(currentLive);
    this.left();
    return this.#entered(new LiveRoom(this.#session, this.#session.show(liveID), this.#address));
  }

  /**
   * Begins a live of the user's own and enters it. After a failure the same id can be tried again, because it is the same live.
   *
   * @param {{liveID: string, liveName: string}} wish
   * @returns {Promise<LiveRoom>} Rejects with the server's refusal.
   */
  async createLive({ liveID, liveName }) {
    this.left();
    await this.#session.create(liveID, liveName);
    return this.#entered(new LiveRoom(this.#session, this.#session.show(liveID), this.#address));
  }

  /** Leaves the live. A live of the user's own goes on. */
  leaveLive() { this.left(); }

  /** Ends the live, as its owner. Rejects with the server's refusal. */
  async endLive() {
    const { currentLive } = this.state;
    if (!currentLive) throw new Rejection(ErrorCode.notMember, "The user is in no live.");
    await currentLive.end();
  }

  /** Forgets the live that the user was in, and leaves it. */
  left() {
    this.state.currentLive?.close();
    this.#session.hide();
    this.change({ currentLive: null });
  }

  /** @param {LiveRoom} room */
  async #entered(room) {
    this.change({ currentLive: room });
    try {
      await room.entered();
    } catch (rejection) {
      if (this.state.currentLive === room) this.left();
      throw rejection;
    }
    return room;
  }
}
