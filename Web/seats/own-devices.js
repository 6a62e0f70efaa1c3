// The camera and the microphone with which a guest sits.

import { capture } from "../media/devices.js";

/** A guest's picture is small, since four of them go to everybody who sits. */
const guestQuality = "360p";

/**
 * What a guest shows and says. A device that is closed by the host stays off until it is opened and the guest turns it on again.
 *
 * Event: `change`.
 */
export class OwnDevices extends EventTarget {
  #mayHear = true;
  #maySee = true;

  /** @type {?MediaStream} */
  stream = null;
  isMicrophoneOn = false;
  isCameraOn = false;

  get hasMicrophone() { return (this.stream?.getAudioTracks().length ?? 0) > 0; }
  get hasCamera() { return (this.stream?.getVideoTracks().length ?? 0) > 0; }

  /**
   * Turns devices on.
   *
   * @param {{camera: ?string, microphone: ?string}} choice The ids, `default`, or null for none.
   * @returns {Promise<MediaStream>} Rejects with the browser's error, which `refusalOf` reads.
   */
  static async open({ camera, microphone }) {
    if (camera !== null) return capture({ source: "camera", camera, microphone: microphone ?? "", quality: guestQuality });
    if (microphone !== null) return capture({ source: "none", camera: "default", microphone, quality: guestQuality });
    return new MediaStream();
  }

  /** Uses a stream from now on, and owns it. */
  use(stream) {
    this.close();
    this.stream = stream;
    this.isMicrophoneOn = this.hasMicrophone && this.#mayHear;
    this.isCameraOn = this.hasCamera && this.#maySee;
    for (const track of stream.getTracks()) {
      // A device that is pulled out is off for everybody.
      track.addEventListener("ended", () => {
        if (stream !== this.stream) return;
        stream.removeTrack(track);
        this.#follow();
      });
    }
    this.#follow();
  }

  /** Closes what the host has closed. */
  obey({ isMicrophoneLocked = false, isCameraLocked = false }) {
    this.#mayHear = !isMicrophoneLocked;
    this.#maySee = !isCameraLocked;
    const before = `${this.isMicrophoneOn} ${this.isCameraOn}`;
    this.isMicrophoneOn &&= this.#mayHear;
    this.isCameraOn &&= this.#maySee;
    if (before !== `${this.isMicrophoneOn} ${this.isCameraOn}`) this.#follow();
  }

  setMicrophone(isOn) {
    this.isMicrophoneOn = isOn && this.#mayHear && this.hasMicrophone;
    this.#follow();
  }

  setCamera(isOn) {
    this.isCameraOn = isOn && this.#maySee && this.hasCamera;
    this.#follow();
  }

  /** Turns everything off. */
  close() {
    const old = this.stream;
    this.stream = null;
    for (const track of old?.getTracks() ?? []) track.stop();
    this.isMicrophoneOn = this.isCameraOn = false;
    if (old) this.dispatchEvent(new Event("change"));
  }

  #follow() {
    this.isMicrophoneOn &&= this.hasMicrophone;
    this.isCameraOn &&= this.hasCamera;
    for (const track of this.stream?.getAudioTracks() ?? []) track.enabled = this.isMicrophoneOn;
    for (const track of this.stream?.getVideoTracks() ?? []) track.enabled = this.isCameraOn;
    this.dispatchEvent(new Event("change"));
  }
}
