// The host's side of a live with guests: their pictures and voices go into what the host sends, so that viewers play one stream.

import { hueOf, initialsOf } from "../components/dom.js";
import { qualityOf } from "../media/publisher-policy.js";
import { nameOf } from "../model/words.js";
import { mixSize, tilesOf } from "./mix-layout.js";
import { PictureMix } from "./picture-mix.js";
import { isSeen } from "./seat-state.js";

/** Mixes while somebody else sits, and gives the broadcast its own devices back afterwards. */
export class HostMix {
  #broadcast = null;
  #stream = null;
  #pictures = null;
  #size = null;
  #key = "";

  /**
   * Follows the seats.
   *
   * @param {object} now
   * @param {?object} now.broadcast What the host sends from this page, or null.
   * @param {import("./seat-state.js").SeatState} now.seats
   * @param {import("./voices.js").Voices} now.voices
   * @param {(userID: string) => ?MediaStream} now.streamOf The streams of the others.
   */
  follow({ broadcast, seats, voices, streamOf }) {
    const hasGuests = seats.seated.some(({ user }) => user.userID !== seats.ownID);
    if (!broadcast || !hasGuests || !seats.own) {
      this.end();
      return;
    }
    const { source } = broadcast;
    const size = mixSize(seats.canvas, qualityOf(broadcast.choice.quality).height);
    const key = `${seats.isVoice} ${size.width}×${size.height} ${source.id}`;
    const isSame = broadcast === this.#broadcast && key === this.#key && broadcast.stream === this.#stream;
    if (!isSame) this.#begin(broadcast, seats, size, voices, key);
    if (!this.#pictures) return;
    this.#pictures.show(seats.seated.flatMap((seat) => {
      const isOwn = seat.user.userID === seats.ownID;
      const track = (isOwn ? source : streamOf(seat.user.userID))?.getVideoTracks()[0] ?? null;
      const isShown = track && (isOwn ? !broadcast.isCameraOff : isSeen(seat));
      return isShown ? [{ id: seat.user.userID, track }] : [];
    }));
    const users = new Map(seats.seated.map(({ user }) => [user.userID, user]));
    this.#pictures.layOut(tilesOf(seats.seats, seats.canvas, this.#size).map((tile) => ({
      ...tile, hue: hueOf(tile.id), initials: initialsOf(nameOf(users.get(tile.id))),
    })));
  }

  /** Sends the host's own devices alone again. */
  end() {
    const [broadcast, stream] = [this.#broadcast, this.#stream];
    this.#broadcast = this.#stream = null;
    this.#key = "";
    if (broadcast?.isGoingOn && broadcast.stream === stream && broadcast.own) broadcast.replace(broadcast.own, broadcast.choice);
    this.#pictures?.close();
    this.#pictures = null;
  }

  #begin(broadcast, seats, size, voices, key) {
    const { source } = broadcast;
    const old = this.#pictures;
    this.#pictures = seats.isVoice ? null : new PictureMix(size);
    this.#size = size;
    // The voices of the mix last as long as the graph, so each mix has its own copy of their track.
    const tracks = [voices.mixedTrack.clone(), ...(this.#pictures ? [this.#pictures.track] : source.getVideoTracks())];
    this.#stream = new MediaStream(tracks);
    this.#broadcast = broadcast;
    this.#key = key;
    broadcast.replace(this.#stream, broadcast.choice, source);
    old?.close();
  }
}
