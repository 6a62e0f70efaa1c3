// The seats on the stage: each at its region over the picture, or as a circle of voices.

import { avatar, h, icon, named } from "../components/dom.js";
import { formatNumber, isolated, nameOf, say } from "../model/words.js";
import { isHeard, isSeen, placeOf } from "./seat-state.js";
import "./icons.js";

/** What a seat is called: `Seat 3, Mei, muted, speaking`. */
export function nameOfSeat(seat, { isSpeaking = false, isVoice = false } = {}) {
  const parts = [say("seats.seat", { number: formatNumber(seat.index + 1) })];
  if (!seat.user) parts.push(say(seat.isLocked ? "seats.locked" : "seats.free"));
  else {
    parts.push(isolated(nameOf(seat.user)));
    if (!isHeard(seat)) parts.push(say(seat.isMicrophoneLocked ? "seats.mutedByHost" : "seats.muted"));
    if (!isVoice && !isSeen(seat)) parts.push(say("seats.cameraOff"));
    if (isSpeaking) parts.push(say("seats.speaking"));
  }
  return parts.join(say("seats.comma"));
}

/** The seats that everybody sees on the stage. */
export class SeatGrid {
  #tiles = new Map();
  #list = h("ul", { class: "seats__list", "aria-label": say("seats.title"), "data-testid": "seat-grid" });
  #chosen;

  /** @param {(seat: object, button: HTMLElement) => void} chosen Called when the user presses a seat. */
  constructor(chosen) {
    this.#chosen = chosen;
    this.element = h("div", { class: "seats__box", hidden: true }, this.#list);
  }

  /**
   * Draws the seats.
   *
   * @param {import("./seat-state.js").SeatState} seats
   * @param {object} view
   * @param {boolean} view.isShown Whether the seats are to be seen at all.
   * @param {boolean} view.isBare Whether the picture behind shows the guests already, so that only their names are over it.
   * @param {(userID: string) => ?MediaStream} view.streamOf The moving picture of a user, or null.
   */
  draw(seats, { isShown, isBare, streamOf }) {
    this.element.hidden = !isShown;
    if (!isShown) {
      for (const { video } of this.#tiles.values()) video.srcObject = null;
      return;
    }
    const { isVoice, canvas } = seats;
    this.element.classList.toggle("seats__box--voice", isVoice);
    this.element.classList.toggle("seats__box--bare", isBare && !isVoice);
    this.element.style.setProperty("--width", String(canvas.w));
    this.element.style.setProperty("--height", String(canvas.h));
    const shown = isVoice ? seats.seats : seats.seats.filter((seat) => placeOf(seat, canvas));
    const present = new Set();
    for (const seat of shown) {
      present.add(seat.index);
      this.#drawTile(seat, seats, isBare ? null : seat.user && isSeen(seat) ? streamOf(seat.user.userID) : null);
    }
    for (const [index, { item, video }] of this.#tiles) {
      if (present.has(index)) continue;
      video.srcObject = null;
      item.remove();
      this.#tiles.delete(index);
    }
  }

  /** Shows who speaks. @param {(userID: string) => boolean} speaks */
  drawSpeakers(speaks) {
    for (const tile of this.#tiles.values()) {
      const isSpeaking = Boolean(tile.seat.user) && speaks(tile.seat.user.userID);
      if (isSpeaking === tile.isSpeaking) continue;
      tile.isSpeaking = isSpeaking;
      tile.item.classList.toggle("seat--speaking", isSpeaking);
      this.#label(tile);
    }
  }

  #drawTile(seat, seats, stream) {
    const tile = this.#tiles.get(seat.index) ?? this.#make(seat);
    tile.seat = seat;
    tile.isVoice = seats.isVoice;
    const place = placeOf(seat, seats.canvas);
    for (const [name, value] of Object.entries(place ?? {})) tile.item.style.setProperty(`--${name}`, value.toFixed(5));
    if (tile.video.srcObject !== stream) {
      tile.video.srcObject = stream;
      if (stream) tile.video.play().catch(() => {});
    }
    tile.video.hidden = stream === null;
    tile.item.classList.toggle("seat--empty", !seat.user);
    tile.item.classList.toggle("seat--own", seat.user?.userID === seats.ownID);
    const { user } = seat;
    const key = [user?.userID, user?.userName, user?.avatarURL, seat.isLocked, isHeard(seat), seat.isMicrophoneLocked].join("\n");
    if (tile.key !== key) {
      tile.key = key;
      tile.face.replaceChildren(user ? avatar(user) : icon(seat.isLocked ? "lock" : "plus"));
      tile.name.replaceChildren(
        user && !isHeard(seat) ? icon("microphoneOff") : "",
        user ? named(user) : say(seat.isLocked ? "seats.lockedShort" : "seats.freeShort"));
      if (!user) tile.item.classList.remove("seat--speaking");
      if (!user) tile.isSpeaking = false;
    }
    this.#label(tile);
  }

  #label(tile) {
    const label = nameOfSeat(tile.seat, tile);
    if (tile.button.getAttribute("aria-label") !== label) tile.button.setAttribute("aria-label", label);
  }

  #make(seat) {
    const video = h("video", { class: "seat__video", playsinline: true, hidden: true, tabindex: "-1", "aria-hidden": "true" });
    // Voices come from the audio graph, so that a muted guest is muted whatever their page sends.
    video.muted = true;
    const face = h("span", { class: "seat__face" });
    const name = h("span", { class: "seat__name" });
    const button = h("button", { class: "seat__button", type: "button" }, face, video, name);
    const item = h("li", { class: "seat", "data-testid": `seat-${seat.index}` }, button);
    const tile = { item, button, video, face, name, key: null, seat, isSpeaking: false, isVoice: false };
    button.addEventListener("click", () => this.#chosen(tile.seat, button));
    const after = [...this.#tiles.values()].find((other) => other.seat.index > seat.index);
    this.#list.insertBefore(item, after?.item ?? null);
    this.#tiles.set(seat.index, tile);
    return tile;
  }
}
