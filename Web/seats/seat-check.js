// The check of devices before a user sits: what the camera shows, how loud the microphone is, and which of them to use.

import { h, icon, setText } from "../components/dom.js";
import { LevelMeter, listDevices, refusalOf } from "../media/devices.js";
import { explain, say } from "../model/words.js";
import { OwnDevices } from "./own-devices.js";
import "./icons.js";

const meterMilliseconds = 100;
let nextID = 1;

/**
 * Shows the user's devices until they sit or close the dialog. It asks for no device before the user turns one on.
 *
 * @param {object} options
 * @param {string} options.title
 * @param {string} options.action The label of the button that sits.
 * @param {boolean} options.hasPictures Whether the seats of the live have pictures; else only the microphone is offered.
 * @param {import("../model/words.js").Settings} options.settings They remember the choice of devices, which is the studio's too.
 * @param {(choice: {camera: ?string, microphone: ?string}) => Promise<unknown>} options.perform Sits. The dialog shows why it was refused.
 * @returns {Promise<boolean>} Whether the user sits, or has applied.
 */
export function checkDevices(options) { return new Promise((resolve) => new SeatCheck(options, resolve).show()); }

class SeatCheck {
  #options;
  #resolve;
  #isDone = false;
  #wish = 0;
  #stream = null;
  #meter = null;
  #meterTimer = null;
  #choice = { camera: null, microphone: null };
  /** The devices that were chosen last, also while they are off. */
  #chosen;
  #id = `seat-check-${nextID}`;

  #video = h("video", { class: "seat-check__video", playsinline: true, "data-testid": "seat-video", "aria-label": say("seats.preview") });
  #note = h("p", { class: "seat-check__note" });
  #meterBar = h(
    "span", { class: "meter", role: "meter", "aria-label": say("studio.level"), "aria-valuemin": 0, "aria-valuemax": 100 }, h("i", {}));
  #error = h("p", { class: "form__error", role: "alert", hidden: true, "data-testid": "seat-error" });
  #microphone = toggle("microphone", say("studio.microphone"), "seat-microphone");
  #camera = toggle("camera", say("studio.camera"), "seat-camera");
  #microphones = h("select", { class: "input", id: `${this.#id}-microphone`, "data-testid": "seat-microphones" });
  #cameras = h("select", { class: "input", id: `${this.#id}-camera`, "data-testid": "seat-cameras" });
  #submit = h("button", { class: "button button--primary", type: "submit", "data-testid": "seat-confirm" });
  #dialog;

  constructor(options, resolve) {
    nextID += 1;
    this.#options = options;
    this.#resolve = resolve;
    const { camera = "default", microphone = "" } = options.settings.studioChoice;
    this.#chosen = { camera, microphone: microphone || "default" };
  }

  show() {
    const { title, action, hasPictures } = this.#options;
    const cancel = h("button", { class: "button button--quiet", type: "button" }, say("app.cancel"));
    const row = (label, select) => h("div", { class: "form__row" }, h("label", { for: select.id }, label), select);
    const rows = { microphone: row(say("studio.microphone"), this.#microphones), camera: row(say("studio.camera"), this.#cameras) };
    this.#video.muted = true;
    this.#camera.hidden = !hasPictures;
    const form = h(
      "form", { class: "form" },
      h("h2", { class: "dialog__title", id: this.#id }, title),
      h("p", { class: "dialog__text" }, say(hasPictures ? "seats.checkText" : "seats.checkVoiceText")),
      h("div", { class: "seat-check__screen" }, this.#video, this.#note),
      h("div", { class: "seat-check__bar" }, this.#microphone, this.#camera, this.#meterBar),
      rows.microphone, rows.camera, this.#error, h("div", { class: "form__actions" }, cancel, this.#submit));
    this.#dialog = h("dialog", { class: "dialog", "aria-labelledby": this.#id, "data-testid": "seat-check" }, form);
    this.rows = rows;
    setText(this.#submit, action);
    document.body.append(this.#dialog);
    cancel.addEventListener("click", () => this.#dialog.close());
    this.#dialog.addEventListener("close", () => this.#closed());
    this.#microphone.addEventListener(
      "click", () => this.#turn({ microphone: this.#choice.microphone === null ? this.#chosen.microphone : null }));
    this.#camera.addEventListener("click", () => this.#turn({ camera: this.#choice.camera === null ? this.#chosen.camera : null }));
    this.#microphones.addEventListener("change", () => this.#turn({ microphone: this.#microphones.value }));
    this.#cameras.addEventListener("change", () => this.#turn({ camera: this.#cameras.value }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#sit();
    });
    this.#draw();
    this.#dialog.showModal();
    this.#microphone.focus();
  }

  /** Turns devices on or off, and asks the browser anew for those that stay on. */
  async #turn(change) {
    this.#wish += 1;
    const wish = this.#wish;
    const before = this.#choice;
    this.#choice = { ...before, ...change };
    for (const [kind, id] of Object.entries(this.#choice)) if (id !== null) this.#chosen[kind] = id;
    this.#say("");
    this.#letGo();
    this.#draw();
    let stream;
    try {
      stream = await OwnDevices.open(this.#choice);
    } catch (error) {
      if (wish === this.#wish) this.#refused(error, change);
      return;
    }
    if (wish !== this.#wish) {
      for (const track of stream.getTracks()) track.stop();
      return;
    }
    this.#use(stream);
    await this.#list();
    this.#draw();
  }

  #refused(error, change) {
    // What was asked for last is off again; the next try takes any device.
    for (const kind of Object.keys(change)) {
      this.#choice[kind] = null;
      this.#chosen[kind] = "default";
    }
    this.#draw();
    this.#say(say(navigator.mediaDevices ? refusalOf(error) : "studio.needsHttps"));
    if (this.#choice.camera !== null || this.#choice.microphone !== null) this.#turn({});
  }

  #use(stream) {
    this.#stream = stream;
    this.#video.srcObject = stream;
    this.#video.play().catch(() => {});
    if (stream.getAudioTracks().length === 0) return;
    this.#meter = new LevelMeter(stream);
    this.#meterTimer = setInterval(() => {
      const { level } = this.#meter;
      this.#meterBar.style.setProperty("--level", level.toFixed(2));
      this.#meterBar.setAttribute("aria-valuenow", String(Math.round(level * 100)));
    }, meterMilliseconds);
  }

  #letGo() {
    clearInterval(this.#meterTimer);
    this.#meter?.stop();
    this.#meter = null;
    this.#video.srcObject = null;
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = null;
  }

  async #list() {
    if (!this.#stream) return;
    const { cameras, microphones } = await listDevices();
    const fill = (select, devices, chosen) => {
      const names = devices.map(({ id, label }, index) => ({ id, label: label || say("studio.deviceNumber", { number: index + 1 }) }));
      const options = [{ id: "default", label: say("studio.deviceDefault") }, ...names];
      select.replaceChildren(...options.map(({ id, label }) => h("option", { value: id, selected: id === chosen }, label)));
    };
    fill(this.#microphones, microphones, this.#chosen.microphone);
    fill(this.#cameras, cameras, this.#chosen.camera);
  }

  #draw() {
    const { camera, microphone } = this.#choice;
    this.#microphone.setAttribute("aria-pressed", String(microphone !== null));
    this.#camera.setAttribute("aria-pressed", String(camera !== null));
    this.rows.microphone.hidden = microphone === null || this.#stream === null;
    this.rows.camera.hidden = camera === null || this.#stream === null;
    this.#meterBar.hidden = microphone === null;
    this.#video.hidden = camera === null;
    this.#note.hidden = camera !== null;
    setText(this.#note, say(microphone === null ? "seats.nothingOn" : "seats.voiceOnly"));
  }

  #say(text) {
    this.#error.hidden = text === "";
    setText(this.#error, text);
  }

  async #sit() {
    if (this.#submit.disabled) return;
    this.#submit.disabled = true;
    this.#say("");
    try {
      const { settings } = this.#options;
      settings.studioChoice = { source: "camera", ...settings.studioChoice, ...this.#chosen };
      await this.#options.perform({ ...this.#choice });
      this.#isDone = true;
      this.#dialog.close();
    } catch (rejection) {
      this.#say(explain(rejection));
      this.#submit.disabled = false;
    }
  }

  #closed() {
    this.#wish += 1;
    this.#letGo();
    this.#dialog.remove();
    this.#resolve(this.#isDone);
  }
}

function toggle(name, label, testID) {
  return h(
    "button", { class: "button button--small toggle", type: "button", "aria-pressed": "false", "data-testid": testID }, icon(name), label);
}
