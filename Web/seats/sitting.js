// The place of this page on a live's seats: a user may have the live open twice, and one page of them speaks.

import { OwnDevices } from "./own-devices.js";

/** The storage key under which a tab remembers the devices with which its user sits, so that a reload goes on with them. */
const seatKey = "ovation.seat";

/**
 * Whether and how this page sits for its user.
 *
 * `choice` is `{camera, microphone}` (see `OwnDevices.open`) from the moment the user asks for a seat from this page until it is lost, and
 * else null. Events: `change`; `failed` with the browser's error where a device could not be used. The user sits all the same.
 */
export class Sitting extends EventTarget {
  #desk;
  #storage;
  #listening = new AbortController();
  #isOpening = false;
  #reported = null;
  #own = null;

  choice = null;
  devices = new OwnDevices();

  /**
   * @param {import("./seat-desk.js").SeatDesk} desk
   * @param {?Storage} storage The tab's storage.
   */
  constructor(desk, storage) {
    super();
    this.#desk = desk;
    this.#storage = storage;
    const { signal } = this.#listening;
    desk.addEventListener("change", () => this.#follow(), { signal });
    desk.addEventListener("return", () => this.#returned(), { signal });
    this.devices.addEventListener("change", () => {
      this.#report();
      this.dispatchEvent(new Event("change"));
    }, { signal });
  }

  /** Whether the user sits, and this is the page that speaks for them. */
  get isHere() { return this.choice !== null && this.#desk.seats.own !== null; }

  /** Takes a seat with these devices, or applies for one. */
  take(choice, index = null) { return this.#wish(choice, () => this.#desk.take(index)); }

  /** Accepts the invitation that waits. */
  accept(choice) { return this.#wish(choice, () => this.#desk.answerInvitation(true)); }

  /** Goes on from this page, where the user sits already, or with other devices. */
  async resume(choice) {
    this.choice = choice;
    this.#remember();
    this.devices.close();
    await this.#open();
  }

  async leave() {
    await this.#desk.leave();
    this.#end();
  }

  async cancel() {
    await this.#desk.cancel();
    this.#end();
  }

  /** Ends what the page shows and says. The seat stays, for a page that is loaded again. */
  stop() {
    this.#listening.abort();
    this.devices.close();
  }

  async #wish(choice, ask) {
    this.choice = choice;
    this.#remember();
    try {
      const answer = await ask();
      this.#follow();
      return answer;
    } catch (rejection) {
      this.#end();
      throw rejection;
    }
  }

  #returned() {
    const { own, ownApplication } = this.#desk.seats;
    if (this.choice === null && (own || ownApplication)) this.choice = this.#remembered;
    if (!own && !ownApplication && this.choice !== null) this.#end();
    this.#follow();
  }

  /** Opens the devices once the user sits, and closes them once they do not. */
  #follow() {
    const { own } = this.#desk.seats;
    const had = this.#own;
    this.#own = own;
    if (had && !own) this.#end();
    if (!own || this.choice === null) return;
    const flags = `${own.isMicrophoneOn} ${own.isCameraOn} ${own.isMicrophoneLocked} ${own.isCameraLocked}`;
    const before = had && `${had.isMicrophoneOn} ${had.isCameraOn} ${had.isMicrophoneLocked} ${had.isCameraLocked}`;
    if (flags !== before) this.#reported = null;
    this.devices.obey(own);
    if (this.devices.stream) this.#report();
    else this.#open();
  }

  async #open() {
    if (this.#isOpening) return;
    this.#isOpening = true;
    const { choice } = this;
    let stream;
    try {
      stream = await OwnDevices.open(choice);
    } catch (error) {
      this.dispatchEvent(new CustomEvent("failed", { detail: error }));
      stream = new MediaStream();
    } finally {
      this.#isOpening = false;
    }
    // The user left, or chose other devices meanwhile.
    if (choice !== this.choice || this.#listening.signal.aborted) {
      for (const track of stream.getTracks()) track.stop();
      if (this.choice !== null && !this.#listening.signal.aborted) await this.#open();
      return;
    }
    if (this.#own) this.devices.obey(this.#own);
    this.devices.use(stream);
  }

  /** Tells the live which devices are on. What was told once is not repeated until the seat says something else. */
  #report() {
    const { own } = this.#desk.seats;
    if (!this.isHere || !own) return;
    const { isMicrophoneOn, isCameraOn } = this.devices;
    const key = `${isMicrophoneOn} ${isCameraOn}`;
    if (key === this.#reported || key === `${Boolean(own.isMicrophoneOn)} ${Boolean(own.isCameraOn)}`) return;
    this.#reported = key;
    this.#desk.report({ microphone: isMicrophoneOn, camera: isCameraOn }).catch(() => {
      // A lock that came in between is told, and obeyed then; a lost connection reports again when it is back.
      if (this.#reported === key) this.#reported = null;
    });
  }

  #end() {
    this.choice = null;
    this.#reported = null;
    this.#remember();
    this.devices.close();
    this.dispatchEvent(new Event("change"));
  }

  #remember() {
    try {
      const { liveID } = this.#desk.live.state;
      if (this.choice) this.#storage?.setItem(seatKey, JSON.stringify({ userID: this.#desk.seats.ownID, liveID, choice: this.choice }));
      else this.#storage?.removeItem(seatKey);
    } catch {
      // A reload then asks for the devices again.
    }
  }

  get #remembered() {
    try {
      const entry = JSON.parse(this.#storage?.getItem(seatKey) ?? "null");
      const isOurs = entry?.userID === this.#desk.seats.ownID && entry.liveID === this.#desk.live.state.liveID;
      const idOf = (id) => (typeof id === "string" ? id : null);
      return isOurs ? { camera: idOf(entry.choice?.camera), microphone: idOf(entry.choice?.microphone) } : null;
    } catch {
      return null;
    }
  }
}
