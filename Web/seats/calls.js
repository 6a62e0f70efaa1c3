// Who sits hears and sees the others: connections, voices and, on the host's page, the mix that viewers get.

import { HostMix } from "./host-mix.js";
import { Mesh } from "./mesh.js";
import { SeatLinks } from "./seat-links.js";
import { isHeard, isSeen, placeOf } from "./seat-state.js";
import { Voices } from "./voices.js";

/** How often it is looked who speaks, in milliseconds. */
const speakersMilliseconds = 150;

/**
 * The calls of this page. It is connected while its user sits, speaks from here, and is not alone.
 *
 * Event: `change` when a stream comes or goes, or a connection is up or lost.
 */
export class Calls extends EventTarget {
  #desk;
  #mesh = null;
  #voices = null;
  #mix = new HostMix();
  #timer = null;
  #isOverMediaServer = false;
  #speakers;
  #listening = new AbortController();

  /**
   * @param {import("./seat-desk.js").SeatDesk} desk
   * @param {(speaks: (userID: string) => boolean) => void} speakers Called every moment while there are calls.
   */
  constructor(desk, speakers) {
    super();
    this.#desk = desk;
    this.#speakers = speakers;
    const { signal } = this.#listening;
    desk.addEventListener("signal", ({ detail }) => this.#mesh?.receive(detail), { signal });
    desk.addEventListener("return", () => this.#mesh?.resume(), { signal });
    // Pictures that nobody looks at are not taken.
    globalThis.document?.addEventListener("visibilitychange", () => this.dispatchEvent(new Event("change")), { signal });
  }

  /** The stream of another user, or null. */
  streamOf(userID) { return this.#mesh?.streamOf(userID) ?? null; }

  /** Whether the connection to a user is up. */
  isConnected(userID) { return this.#mesh?.isConnected(userID) ?? false; }

  /**
   * Follows the seats and the user's own devices.
   *
   * @param {?MediaStream} own What the user shows and says from this page; null if they do not sit here.
   * @param {?object} broadcast What the host sends from this page, or null.
   */
  follow(own, broadcast) {
    const { seats } = this.#desk;
    const others = seats.seated.filter(({ user }) => user.userID !== seats.ownID);
    if (!own || !seats.own || others.length === 0 || this.#isOverMediaServer !== Boolean(seats.mediaServer)) this.#end();
    if (!own || !seats.own || others.length === 0 || !seats.areServersKnown) return;
    if (!this.#mesh) this.#begin();
    this.#mesh.show(own);
    if (this.#mesh instanceof SeatLinks) this.#take(others, broadcast !== null);
    else this.#mesh.connect(others.map(({ user }) => user.userID));
    this.#voices.set([
      { userID: seats.ownID, stream: own, isHeard: true, isOwn: true },
      ...others.map((seat) => ({
        userID: seat.user.userID, stream: this.streamOf(seat.user.userID), isHeard: isHeard(seat), isOwn: false,
      })),
    ]);
    this.#mix.follow({ broadcast, seats, voices: this.#voices, streamOf: (userID) => this.streamOf(userID) });
  }

  close() {
    this.#listening.abort();
    this.#end();
  }

  /** Takes from the media server who sends something, and the pictures that are shown. Whose devices have just been turned off is kept. */
  #take(others, isMixed) {
    const { seats } = this.#desk;
    const isLookedAt = isMixed || !globalThis.document?.hidden;
    const sending = others.filter((seat) => seat.isMicrophoneOn || seat.isCameraOn || this.streamOf(seat.user.userID));
    this.#mesh.connect(sending.map(({ user }) => user.userID), (userID) => {
      const seat = seats.seatOf(userID);
      return isLookedAt && isSeen(seat) && placeOf(seat, seats.canvas) !== null;
    });
  }

  #begin() {
    const { seats } = this.#desk;
    this.#voices = new Voices();
    this.#isOverMediaServer = Boolean(seats.mediaServer);
    const servers = () => this.#desk.seats.iceServers;
    this.#mesh = seats.mediaServer
      ? new SeatLinks({
        server: () => this.#desk.seats.mediaServer ?? { address: "", ticket: "" }, refresh: () => this.#desk.refresh(), servers,
        hasPictures: !seats.isVoice,
      })
      : new Mesh({ ownID: seats.ownID, send: (to, data) => this.#desk.signal(to, data), servers });
    this.#mesh.addEventListener("change", () => this.dispatchEvent(new Event("change")));
    this.#timer = setInterval(() => this.#speakers((userID) => {
      const seat = this.#desk.seats.seatOf(userID);
      return isHeard(seat) && (this.#voices?.speaks(userID) ?? false);
    }), speakersMilliseconds);
  }

  #end() {
    if (!this.#mesh) return;
    clearInterval(this.#timer);
    this.#mix.end();
    const [mesh, voices] = [this.#mesh, this.#voices];
    this.#mesh = this.#voices = null;
    mesh.close();
    voices.close();
    this.#speakers(() => false);
  }
}
