// What the host's own seat says of their devices: those of the picture that the host sends.

/** Tells the live whether the host's microphone and camera are on. */
export class HostDevices {
  #desk;
  #reported = "";
  #told = "";

  /** @param {import("./seat-desk.js").SeatDesk} desk */
  constructor(desk) { this.#desk = desk; }

  /** @param {?object} broadcast What the host sends from this page, or null. */
  follow(broadcast) {
    const { seats } = this.#desk;
    const { own } = seats;
    // Alone before a camera nobody looks at the seat.
    if (!own || (!seats.isVoice && seats.seated.length < 2)) return;
    const microphone = Boolean(broadcast && !broadcast.isMuted && broadcast.source.getAudioTracks().length > 0);
    const camera = Boolean(broadcast && !broadcast.isCameraOff && broadcast.source.getVideoTracks().length > 0);
    const wanted = `${microphone} ${camera}`;
    const told = `${Boolean(own.isMicrophoneOn)} ${Boolean(own.isCameraOn)}`;
    // What was told once is not repeated until the seat says something else.
    if (told !== this.#told) this.#reported = "";
    this.#told = told;
    if (wanted === told || wanted === this.#reported) return;
    this.#reported = wanted;
    this.#desk.report({ microphone, camera }).catch(() => { this.#reported = ""; });
  }
}
