// The studio, where a live starts: its title, the source of its picture, and a preview with a sound meter.

import {
  capture, LevelMeter, listDevices, obstacleToCapture, refusalOf, rememberBroadcast, rememberedBroadcast,
} from "../media/devices.js";
import { goOnAir } from "../media/on-air.js";
import { defaultQuality, qualities } from "../media/publisher-policy.js";
import { makeLiveID } from "../model/lives.js";
import { addressOf, clipBytes, explain, formatTenths, nameOf, say, storageOf } from "../model/words.js";
import { goTo, h, icon, setText } from "./dom.js";
import { LiveForm, textBytesMax } from "./live-form.js";
import "./picture-icons.js";
import { studioSheet } from "./studio-sheet.js";

const meterMilliseconds = 100;
const sources = ["camera", "screen", "inset", "none"];
const formID = "studio-form";

const toggle = (id, checked) => h("input", { class: "switch", type: "checkbox", id, checked, "data-testid": id });

/** The studio before a live, or before the picture of a running one (`liveID`). */
class Studio extends HTMLElement {
  liveID = null;

  #listening = null;
  #stream = null;
  #meter = null;
  #meterTimer = null;
  #newID = null;
  #isBusy = false;
  #wish = 0;
  /** Whether the stream is being sent, so it stays open when the view goes. */
  #isOut = false;
  #choice = { source: "camera", camera: "default", microphone: "default", quality: defaultQuality, isMirrored: true, isNear: false };
  #parts = {};
  /** What is said of a new live, or null where one is on, what uploads its cover, and the test of the uplink. */
  #form = null;
  #cover = null;
  #uplink = null;
  #sheet = null;

  connectedCallback() {
    this.className = "studio";
    this.#listening = new AbortController();
    this.#choice = { ...this.#choice, ...this.settings.studioChoice };
    const kept = this.liveID && rememberedBroadcast(storageOf("sessionStorage"), this.session.user.userID, this.liveID);
    if (kept) this.#choice = { ...this.#choice, ...kept };
    document.title = say("studio.pageTitle");
    this.#build();
    this.#takeUpPermission();
    navigator.mediaDevices?.addEventListener?.("devicechange", () => this.#listDevices(), { signal: this.#listening.signal });
    this.#draw();
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#wish += 1;
    this.#uplink?.stop();
    this.#turnOff();
  }

  #build() {
    const video = h(
      "video", { class: "studio__video", playsinline: true, "data-testid": "studio-video", "aria-label": say("studio.preview") });
    video.muted = true;
    const parts = {
      video,
      note: h("p", { class: "studio__note", role: "status", "data-testid": "studio-note" }),
      meter: h(
        "span", { class: "meter", role: "meter", "aria-label": say("studio.level"), "aria-valuemin": 0, "aria-valuemax": 100 }, h("i", {})),
      off: h("button", { class: "button button--small button--quiet", type: "button", "data-testid": "studio-off" }, say("studio.turnOff")),
      error: h("p", { class: "form__error", role: "alert", hidden: true }),
      camera: h("select", { class: "input", id: "studio-camera", "data-testid": "studio-camera" }),
      microphone: h("select", { class: "input", id: "studio-microphone", "data-testid": "studio-microphone" }),
      quality: h(
        "select", { class: "input", id: "studio-quality", "data-testid": "studio-quality" },
        ...qualities.map(({ name, bitRate }) => h(
          "option", { value: name, selected: name === this.#choice.quality },
          say("studio.qualityOf", { name, rate: formatTenths(bitRate / 1_000_000) })))),
      mirror: toggle("studio-mirror", this.#choice.isMirrored),
      near: toggle("studio-near", this.#choice.isNear),
      start: h(
        "button", { class: "button button--primary studio__start", type: "submit", form: formID, "data-testid": "start-live" },
        icon("live"), h("span", {})),
    };
    this.#parts = parts;
    const suggestion = clipBytes(say("goLive.suggestion", { name: nameOf(this.session.user) }), textBytesMax);
    this.#form = this.liveID ? null : new LiveForm({ suggestion });
    if (this.#form) this.#offerUpload(this.#form);
    parts.sources = sources.map((source) => this.#sourceButton(source));
    parts.rows = {
      camera: this.#row(say("studio.camera"), parts.camera),
      microphone: this.#row(say("studio.microphone"), parts.microphone),
      quality: this.#row(say("studio.quality"), parts.quality),
      mirror: h("label", { class: "live-form__switch" }, say("studio.mirror"), parts.mirror),
      near: h("label", { class: "live-form__switch" }, say("studio.near"), parts.near),
      uplink: h("div", { class: "uplink", role: "group", "aria-label": say("uplink.label") }),
    };
    const form = h(
      "form", { class: "form studio__form", id: formID },
      h("p", { class: "form__hint" }, say(this.liveID ? "studio.textAgain" : "goLive.text")),
      this.#form?.element,
      ...Object.values(parts.rows), this.#encoders());
    const sign = h("span", { class: "studio__sign", "aria-hidden": "true" }, icon("live"));
    const screen = h("div", { class: "studio__screen" }, video, h("div", { class: "studio__empty" }, sign, parts.note));
    const { signal } = this.#listening;
    this.#sheet = studioSheet({ host: this, form, outside: screen, signal });
    const cancel = h("a", {
      class: "button button--quiet", href: addressOf(this.liveID ? { view: "live", liveID: this.liveID } : { view: "list" }),
    }, say("app.cancel"));
    this.replaceChildren(
      h("h1", { class: "studio__title" }, say(this.liveID ? "studio.startPicture" : "list.goLive")),
      h("section", { class: "studio__stage", "aria-label": say("studio.preview"), data: { skip: "skip.stage" } }, screen,
        h(
          "div", { class: "studio__sources", role: "group", "aria-label": say("studio.sources") }, ...parts.sources, parts.meter,
          parts.off)),
      h("div", { class: "studio__side" }, form,
        h("div", { class: "studio__go" }, parts.error,
          h("div", { class: "form__actions" }, this.#sheet.opener, cancel, parts.start))));
    this.#listen(form);
  }

  /** Lets a cover be a file or a frame of the camera, once that is loaded. Its address can be typed without. */
  async #offerUpload(form) {
    try {
      const { coverUpload } = await import("./cover-upload.js");
      const camera = () => (this.#stream && this.#choice.source !== "none" ? this.#parts.video : null);
      this.#cover = coverUpload({ session: this.session, uploaded: (address) => form.setCover(address), camera });
      form.coverTools.replaceChildren(this.#cover.element);
    } catch {
      this.toasts.show(say("app.partMissing"), "error");
    }
  }

  /** Offers to test what the uplink carries, once there is a picture whose quality that is about. */
  async #offerTest() {
    const place = this.#parts.rows.uplink;
    if (place.firstChild) return;
    try {
      const { uplinkPanel } = await import("./uplink-panel.js");
      if (place.firstChild || !this.isConnected) return;
      this.#uplink = uplinkPanel({ connection: this.session.connection, quality: this.#parts.quality });
      place.replaceChildren(...this.#uplink.parts);
    } catch {
      this.toasts.show(say("app.partMissing"), "error");
    }
  }

  /** The panel for OBS and other encoders, which is loaded when it is opened. */
  #encoders() {
    if (!this.session.carriesPictures) return null;
    const place = h("div", {});
    const details = h("details", { class: "encoders", "data-testid": "studio-encoders" }, h("summary", {}, say("encoder.title")), place);
    details.addEventListener("toggle", async () => {
      if (!details.open || place.firstChild) return;
      if (!this.liveID) {
        place.replaceChildren(h("p", { class: "form__hint" }, say("encoder.later")));
        return;
      }
      try {
        await import("./encoder-panel.js");
      } catch {
        this.#say(say("app.partMissing"));
        return;
      }
      const { session, liveID, toasts } = this;
      place.replaceChildren(Object.assign(document.createElement("ov-encoder-panel"), { session, liveID, toasts }));
    });
    return details;
  }

  #row(label, control) { return h("div", { class: "form__row" }, h("label", { for: control.id }, label), control); }

  #sourceButton(source) {
    const names = {
      camera: ["camera", "studio.useCamera"], screen: ["screen", "studio.useScreen"], inset: ["window", "studio.useInset"],
      none: ["microphone", "studio.useVoice"],
    };
    const [name, words] = names[source];
    const button = h(
      "button", { class: "button button--small toggle", type: "button", "aria-pressed": "false", "data-testid": `studio-source-${source}` },
      icon(name), say(words));
    button.addEventListener("click", () => this.#turnOn({ source }));
    return button;
  }

  #listen(form) {
    const { video, off, camera, microphone, quality, mirror, near } = this.#parts;
    const { signal } = this.#listening;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#begin();
    }, { signal });
    off.addEventListener("click", () => {
      this.#wish += 1;
      this.#turnOff();
      this.#draw();
    }, { signal });
    video.addEventListener("loadeddata", () => this.#draw(), { signal });
    const change = (more) => {
      Object.assign(this.#choice, more);
      if (this.#stream) this.#turnOn({});
    };
    camera.addEventListener("change", () => change({ camera: camera.value }), { signal });
    microphone.addEventListener("change", () => change({ microphone: microphone.value }), { signal });
    quality.addEventListener("change", () => change({ quality: quality.value }), { signal });
    near.addEventListener("change", () => {
      this.#choice.isNear = near.checked;
      this.settings.studioChoice = this.#choice;
    }, { signal });
    mirror.addEventListener("change", () => {
      this.#choice.isMirrored = mirror.checked;
      this.#draw();
    }, { signal });
  }

  /** Why no picture can be sent from here, as a key of the page's texts, or null. */
  get #obstacle() { return this.session.carriesPictures ? obstacleToCapture() : "error.mediaNotRelayed"; }

  /** Whether the server and this browser can send by WebRTC. */
  get #canBeNear() { return this.session.carriesRTC && "RTCPeerConnection" in globalThis; }

  /** Turns the camera on at once if the browser has already granted it for good. */
  async #takeUpPermission() {
    if (this.#obstacle || ["screen", "inset"].includes(this.#choice.source)) return;
    try {
      const name = /** @type {PermissionName} */ (this.#choice.source === "none" ? "microphone" : "camera");
      const { state } = await navigator.permissions.query({ name });
      if (state === "granted" && this.isConnected && !this.#stream) await this.#turnOn({});
    } catch {
      // Browsers without this query are asked by the button.
    }
  }

  async #turnOn(more) {
    const obstacle = this.#obstacle;
    if (obstacle) {
      this.#say(say(obstacle));
      return;
    }
    Object.assign(this.#choice, more);
    this.#wish += 1;
    const wish = this.#wish;
    this.#say("");
    let stream;
    try {
      stream = await capture(this.#choice);
    } catch (error) {
      if (wish === this.#wish) this.#failed(error);
      return;
    }
    // Another source was chosen meanwhile.
    if (wish !== this.#wish || !this.isConnected) {
      for (const track of stream.getTracks()) track.stop();
      return;
    }
    this.#turnOff();
    this.#show(stream);
    this.settings.studioChoice = this.#choice;
    await this.#listDevices();
    this.#draw();
  }

  #failed(error) {
    this.#turnOff();
    // The chosen device is gone, so the next try accepts any.
    Object.assign(this.#choice, { camera: "default", microphone: this.#choice.microphone === "" ? "" : "default" });
    this.#draw();
    this.#say(say(refusalOf(error, this.#choice.source)));
  }

  #show(stream) {
    this.#stream = stream;
    const { video, meter } = this.#parts;
    video.srcObject = stream;
    video.play().catch(() => {});
    for (const track of stream.getTracks()) {
      track.addEventListener("ended", () => {
        if (stream !== this.#stream) return;
        this.#turnOff();
        this.#draw();
      }, { signal: this.#listening.signal });
    }
    if (stream.getAudioTracks().length === 0) return;
    this.#meter = new LevelMeter(stream);
    this.#meterTimer = setInterval(() => {
      const { level } = this.#meter;
      meter.style.setProperty("--level", level.toFixed(2));
      meter.setAttribute("aria-valuenow", String(Math.round(level * 100)));
    }, meterMilliseconds);
  }

  #turnOff() {
    clearInterval(this.#meterTimer);
    this.#meter?.stop();
    this.#meter = null;
    this.#parts.video.srcObject = null;
    if (!this.#isOut) for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = null;
  }

  async #listDevices() {
    if (!this.#stream) return;
    const { cameras, microphones } = await listDevices();
    const fill = (select, devices, chosen, extra = []) => {
      const options = [
        { id: "default", label: say("studio.deviceDefault") },
        ...devices.map(({ id, label }, index) => ({ id, label: label || say("studio.deviceNumber", { number: index + 1 }) })), ...extra,
      ];
      select.replaceChildren(...options.map(({ id, label }) => h("option", { value: id, selected: id === chosen }, label)));
    };
    fill(this.#parts.camera, cameras, this.#choice.camera);
    const none = this.#choice.source === "none" ? [] : [{ id: "", label: say("studio.noSound") }];
    fill(this.#parts.microphone, microphones, this.#choice.microphone, none);
  }

  #draw() {
    this.#cover?.draw();
    const { video, note, meter, off, rows, start } = this.#parts;
    const { source, isMirrored } = this.#choice;
    const isOn = this.#stream !== null;
    const hasVideo = isOn && source !== "none";
    this.#parts.sources.forEach((button, index) => button.setAttribute("aria-pressed", String(isOn && sources[index] === source)));
    video.hidden = !hasVideo;
    video.classList.toggle("studio__video--mirrored", source === "camera" && isMirrored);
    off.hidden = !isOn;
    meter.hidden = !isOn || this.#stream.getAudioTracks().length === 0;
    rows.camera.hidden = !isOn || (source !== "camera" && source !== "inset");
    rows.mirror.hidden = !isOn || source !== "camera";
    rows.microphone.hidden = !isOn;
    rows.quality.hidden = !hasVideo;
    rows.uplink.hidden = !hasVideo;
    if (hasVideo) this.#offerTest();
    rows.near.hidden = !isOn || !this.#canBeNear;
    note.hidden = hasVideo;
    if (isOn) setText(note, say("studio.voiceOnly"));
    else setText(note, say(this.#obstacle ?? "studio.choose"));
    const words = this.liveID ? "studio.startPicture" : isOn ? "list.goLive" : "studio.startWithout";
    setText(start.lastChild, say(words));
    start.disabled = this.#isBusy || (Boolean(this.liveID) && !isOn);
  }

  #say(text) {
    const { error } = this.#parts;
    error.hidden = text === "";
    setText(error, text);
  }

  async #begin() {
    if (this.#isBusy) return;
    let problem = this.#form?.problem ?? "";
    if (problem !== "") {
      // The field that is wrong takes the focus once its sheet is open.
      this.#sheet.open();
      problem = this.#form.problem;
    }
    this.#say(problem);
    if (problem !== "") return;
    this.#isBusy = true;
    // The picture has the whole uplink from now on.
    this.#uplink?.stop();
    this.#draw();
    try {
      if (!await this.#isReady()) return;
      // A second try starts the same live.
      this.#newID ??= makeLiveID();
      const liveID = this.liveID ?? this.#newID;
      if (!this.liveID) await this.#create(liveID);
      if (this.#stream) this.#send(liveID);
      goTo(this, { view: "live", liveID });
    } catch (rejection) {
      this.#say(explain(rejection));
    } finally {
      this.#isBusy = false;
      if (this.isConnected) this.#draw();
    }
  }

  #create(liveID) {
    const { liveName, ...more } = this.#form.settings;
    return this.session.create(liveID, liveName, more);
  }

  /** Counts down before a new live with a picture. False if the host stops it, or the camera is gone meanwhile. */
  async #isReady() {
    const stream = this.#stream;
    if (this.liveID || !stream) return true;
    const { countDown } = await import("./countdown.js");
    return await countDown() && this.isConnected && stream === this.#stream;
  }

  #send(liveID) {
    this.#isOut = true;
    goOnAir({
      session: this.session, liveID, stream: this.#stream, choice: { ...this.#choice, isNear: this.#choice.isNear && this.#canBeNear },
      remember: (entry) => rememberBroadcast(storageOf("sessionStorage"), entry),
    });
  }
}
customElements.define("ov-studio", Studio);
