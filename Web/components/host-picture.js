// The host's controls of their own picture: what is sent, how well it goes out, and its switches.

import { capture, LevelMeter, obstacleToCapture, refusalOf, rememberBroadcast, rememberedBroadcast } from "../media/devices.js";
import { goOnAir } from "../media/on-air.js";
import { addressOf, formatNumber, formatTenths, say, storageOf } from "../model/words.js";
import { h, icon, setText } from "./dom.js";
import { barButton, reasonOf, setButton } from "./picture.js";

const meterMilliseconds = 100;
/** A round trip that takes so long, in milliseconds, is felt: viewers are answered late. */
const longMilliseconds = 300;

/** The host's side of the picture. */
export class HostPicture {
  #host;
  #listening = new AbortController();
  #stream = null;
  #meter = null;
  #meterTimer = null;
  #told = "";
  #isTaking = false;

  #video = h("video", { class: "picture__video", playsinline: true, "data-testid": "own-video", tabindex: "-1" });
  #screen = h("div", { class: "picture__screen", hidden: true }, this.#video);
  #text = h("p", {});
  #again = h("button", { class: "button button--small", type: "button", "data-testid": "picture-resume" }, say("studio.resume"));
  #card = h("div", { class: "picture__card", hidden: true, "data-testid": "picture-card" }, this.#text, this.#again);
  #status = h("span", { class: "chip", "data-testid": "own-status" });
  #dropped = h("span", { class: "chip", "data-testid": "own-dropped" });
  #roundTripTime = h("span", {});
  #roundTrip = h(
    "span", { class: "chip", title: say("studio.roundTrip"), "data-testid": "own-round-trip" },
    h("span", { class: "sr-only" }, say("studio.roundTrip"), " "), this.#roundTripTime);
  #level = h("span", { class: "meter meter--small", "aria-hidden": "true" }, h("i", {}));
  #microphone = barButton("microphone", say("studio.muteMicrophone"), "own-mute");
  #camera = barButton("camera", say("studio.cameraOff"), "own-camera");
  #change = h(
    "a", { class: "icon-button", "aria-label": say("studio.change"), title: say("studio.change"), "data-testid": "own-change" },
    icon("sliders"));
  #stop = barButton("stop", say("studio.stopPicture"), "own-stop");
  #start = h("a", { class: "button button--small", "data-testid": "own-start" }, icon("camera"), say("studio.startPicture"));
  #bar = h(
    "div", { class: "picture__bar", role: "group", "aria-label": say("studio.controls") }, this.#start, this.#microphone, this.#level,
    this.#camera, this.#change, this.#stop, this.#status, this.#dropped,
    this.#roundTrip);

  constructor(host) {
    this.#host = host;
    const { signal } = this.#listening;
    const { session, live } = host;
    this.#video.muted = true;
    this.#video.setAttribute("aria-label", say("studio.preview"));
    for (const link of [this.#start, this.#change]) link.setAttribute("href", addressOf({ view: "studio", liveID: live.state.liveID }));
    session.addEventListener("broadcast", () => host.draw(), { signal });
    this.#video.addEventListener("loadeddata", () => this.draw(), { signal });
    this.#video.addEventListener("resize", () => this.draw(), { signal });
    this.#microphone.addEventListener("click", () => this.#broadcast?.mute(!this.#broadcast.isMuted));
    this.#camera.addEventListener("click", () => this.#broadcast?.coverCamera(!this.#broadcast.isCameraOff));
    this.#stop.addEventListener("click", () => this.#broadcast?.stop());
    this.#again.addEventListener("click", () => this.#takeUp());
    host.replaceChildren(this.#screen, this.#card, this.#bar);
  }

  close() {
    this.#listening.abort();
    this.#showStream(null);
    this.#host.replaceChildren();
  }

  /** The broadcast of this live from this page, running or last, or null. */
  get #broadcast() {
    const { broadcast } = this.#host.session;
    return broadcast?.liveID === this.#host.live.state.liveID ? broadcast : null;
  }

  get #remembered() {
    const { session, live } = this.#host;
    return rememberedBroadcast(storageOf("sessionStorage"), session.user.userID, live.state.liveID);
  }

  /** Whether a reload interrupted the picture, so it can be resumed with its earlier settings. */
  get #canTakeUp() { return !this.#broadcast && Boolean(this.#remembered); }

  draw() {
    const broadcast = this.#broadcast;
    const isOn = broadcast?.isGoingOn ?? false;
    this.#showStream(isOn ? broadcast.stream : null);
    this.#screen.hidden = !isOn;
    // A mix is not mirrored: others are in it.
    const isMirrored = isOn && !broadcast.own && broadcast.choice.isMirrored && broadcast.choice.source === "camera";
    this.#screen.classList.toggle("picture__screen--mirrored", isMirrored);
    this.#host.seen(isOn && this.#video.readyState >= 2, this.#video.videoWidth, this.#video.videoHeight);
    for (const control of [this.#microphone, this.#level, this.#camera, this.#change, this.#stop, this.#status]) control.hidden = !isOn;
    if (!isOn) this.#dropped.hidden = this.#roundTrip.hidden = true;
    // An interrupted picture is resumed with one press. A start button beside it would offer the same twice.
    this.#start.hidden = isOn || !this.#host.session.carriesPictures || this.#canTakeUp;
    this.#drawCard(broadcast);
    if (!isOn) return;
    this.#microphone.hidden = this.#level.hidden = broadcast.source.getAudioTracks().length === 0;
    this.#camera.hidden = broadcast.source.getVideoTracks().length === 0;
    setButton(
      this.#microphone, broadcast.isMuted ? "microphoneOff" : "microphone",
      say(broadcast.isMuted ? "studio.unmuteMicrophone" : "studio.muteMicrophone"));
    setButton(
      this.#camera, broadcast.isCameraOff ? "cameraOff" : "camera",
      say(broadcast.isCameraOff ? "studio.cameraOn" : "studio.cameraOff"));
    this.#drawStatus(broadcast);
    this.#drawLine(broadcast);
  }

  #drawLine({ phase, line: { droppedFrames, roundTripMilliseconds } }) {
    const isOn = phase === "on";
    this.#dropped.hidden = !isOn || this.#camera.hidden;
    this.#roundTrip.hidden = !isOn || roundTripMilliseconds === null;
    if (!this.#dropped.hidden) setText(this.#dropped, say("studio.dropped", { count: droppedFrames }));
    if (!this.#roundTrip.hidden) setText(this.#roundTripTime, say("studio.milliseconds", { time: formatNumber(roundTripMilliseconds) }));
    // A phone has no room for what is as it should be.
    this.#dropped.classList.toggle("picture__calm", droppedFrames === 0);
    this.#roundTrip.classList.toggle("picture__calm", roundTripMilliseconds < longMilliseconds);
  }

  #drawStatus({ phase, bitRate, isSlow, unsentSeconds }) {
    this.#status.classList.toggle("chip--warning", isSlow || phase === "waiting");
    const words = phase === "on"
      ? say("studio.onAir", { rate: formatTenths(bitRate / 1_000_000) })
      : say(phase === "waiting" ? "studio.reconnecting" : "studio.connecting");
    setText(this.#status, isSlow && phase === "on" ? say("studio.slow", { seconds: formatTenths(unsentSeconds) }) : words);
    this.#tell(phase === "waiting" ? say("studio.reconnecting") : isSlow ? say("studio.slowTold") : "");
  }

  #drawCard(broadcast) {
    const isStopped = broadcast?.phase === "stopped";
    const why = isStopped ? broadcast.why : null;
    const address = broadcast?.elsewhere;
    const canTakeUp = this.#canTakeUp;
    let text = why ? reasonOf(why) : "";
    if (address && isStopped) text = say("studio.elsewhere", { address });
    else if (canTakeUp) text = say("studio.brokeOff");
    this.#card.hidden = text === "";
    this.#again.hidden = !canTakeUp;
    setText(this.#text, text);
    if (isStopped) this.#tell(text);
  }

  #tell(text) {
    if (text !== "" && text !== this.#told) this.#host.announcer.say(text);
    this.#told = text;
  }

  /** Resumes the picture that a reload interrupted, with its earlier settings. */
  async #takeUp() {
    const choice = this.#remembered;
    const obstacle = obstacleToCapture();
    const { session, live, toasts } = this.#host;
    if (!choice || this.#isTaking) return;
    if (obstacle) {
      toasts.show(say(obstacle), "error");
      return;
    }
    this.#isTaking = true;
    try {
      const stream = await capture(choice);
      goOnAir({
        session, liveID: live.state.liveID, stream, choice,
        remember: (entry) => rememberBroadcast(storageOf("sessionStorage"), entry),
      });
    } catch (error) {
      toasts.show(say(refusalOf(error, choice.source)), "error");
    } finally {
      this.#isTaking = false;
    }
    this.#host.draw();
  }

  #showStream(stream) {
    if (stream === this.#stream) return;
    this.#stream = stream;
    clearInterval(this.#meterTimer);
    this.#meter?.stop();
    this.#meter = null;
    this.#video.srcObject = stream;
    if (!stream) return;
    this.#video.play().catch(() => {});
    if (stream.getAudioTracks().length === 0) return;
    this.#meter = new LevelMeter(stream);
    this.#meterTimer = setInterval(() => {
      const level = this.#broadcast?.isMuted ? 0 : this.#meter.level;
      this.#level.style.setProperty("--level", level.toFixed(2));
    }, meterMilliseconds);
  }
}
