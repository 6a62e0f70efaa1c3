// What a host says of a live: title, notice, categories and cover, and what viewers may do in it. The studio and the dialog that changes
// a running live have it. Texts: words/studio.

import { categoriesOf } from "../model/lives.js";
import { currentLanguage, imageURL, say } from "../model/words.js";
import { h, picturedBy, setText } from "./dom.js";

/** The most bytes of a title and a notice, of a cover's address, and the most categories, as the server takes them. */
export const textBytesMax = 100;
const addressBytesMax = 200;
const categoriesMax = 3;
/** The bytes from which a text's are counted in sight. */
const counterFrom = 80;
/** The layout of seats that makes a live a room of voices, as apps on VideoSDK name it. */
const voiceTemplateID = 70;

/** The bytes of a text, as the server counts them. */
function bytesOf(text) { return new TextEncoder().encode(text).length; }

/** The fields of a live's description. */
export class LiveForm {
  #info;
  #suggestion;
  #texts = new Map();
  #chosen = new Set();
  #boxes = [];
  #switches = new Map();
  #cover;
  #coverPicture = h("span", { class: "live-form__cover", "aria-hidden": "true" });
  #isVoice = false;

  /** The fields, to be put into a form. */
  element;
  /** Where another source of covers, such as a file, puts its control; it calls `setCover`. */
  coverTools = h("div", { class: "live-form__tools" });

  /**
   * @param {object} options
   * @param {?object} [options.info] The live that is changed, or null for a new one.
   * @param {string} [options.suggestion] The title of a new live until the host writes another.
   * @param {{number: number, name: string}[]} [options.categories] Those that the operator named.
   */
  constructor({ info = null, suggestion = "", categories = offeredCategories() }) {
    // What another moderator changes meanwhile stays theirs, unless the host changes the same.
    this.#info = info && { ...info };
    this.#suggestion = suggestion;
    for (const number of info?.categoryList ?? []) this.#chosen.add(number);
    this.#cover = h("input", {
      class: "input", id: "live-cover", name: "cover", inputmode: "url", autocomplete: "off", spellcheck: "false",
      "aria-describedby": "live-cover-hint", "data-testid": "live-cover",
    });
    this.#cover.value = info?.coverURL ?? "";
    this.#cover.addEventListener("change", () => this.#drawCover());
    this.#drawCover();
    this.element = h(
      "div", { class: "live-form" },
      this.#text("title", "goLive.label", info?.liveName ?? suggestion), this.#text("notice", "liveForm.notice", info?.notice ?? ""),
      this.#categories(categories),
      h("details", { class: "live-form__more", "data-testid": "live-more" },
        h("summary", {}, say(info ? "liveForm.moreOfOne" : "liveForm.more")), this.#coverRow(),
        ...(info ? [] : [this.#kind(), this.#switch("isPublicVisible", true)]),
        this.#switch("isGiftEnabled", info?.isGiftEnabled ?? true), this.#switch("isLikeEnabled", info?.isLikeEnabled ?? true)));
  }

  /** Takes the address of a cover, of at most 200 bytes. */
  setCover(address) {
    this.#cover.value = address;
    this.#drawCover();
  }

  /** Why the fields cannot be sent, as a sentence, or null. The field that has to change gets the focus. */
  get problem() {
    for (const [name, { input, label }] of this.#texts) {
      if (bytesOf(input.value.trim()) <= textBytesMax) continue;
      input.focus();
      return say("liveForm.tooLong", { field: say(label), count: bytesOf(this.#value(name)), max: textBytesMax });
    }
    const cover = this.#cover.value.trim();
    if (cover === "" || cover === this.#info?.coverURL || (imageURL(cover) && bytesOf(cover) <= addressBytesMax)) return null;
    this.#cover.closest("details").open = true;
    this.#cover.focus();
    return say("liveForm.coverInvalid", { max: addressBytesMax });
  }

  /** The settings for the server: of a new live those that are not its defaults, of a running one those that changed. */
  get settings() {
    const before = this.#info ?? { notice: "", coverURL: "", categoryList: [], isPublicVisible: true, isGiftEnabled: true };
    const now = {
      notice: this.#value("notice"), coverURL: this.#cover.value.trim(), categoryList: [...this.#chosen],
      ...Object.fromEntries([...this.#switches].map(([name, input]) => [name, input.checked])),
    };
    const title = this.#value("title");
    const changed = Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name] ?? true));
    return {
      ...(title !== this.#info?.liveName && { liveName: title }), ...Object.fromEntries(changed),
      ...(this.#isVoice && { seatLayoutTemplateID: voiceTemplateID }),
    };
  }

  #value(name) {
    const text = this.#texts.get(name).input.value.trim();
    return text === "" && name === "title" ? this.#suggestion : text;
  }

  /** A text that is counted in bytes, because the server does. */
  #text(name, label, value) {
    const id = `live-${name}`;
    const counter = h("p", { class: "form__hint live-form__counter", id: `${id}-count`, hidden: true });
    const input = h("input", {
      class: "input", id, name, maxlength: textBytesMax, autocomplete: "off", "aria-describedby": `${id}-count`, "data-testid": id,
    });
    const count = () => {
      const bytes = bytesOf(input.value.trim());
      counter.hidden = bytes < counterFrom;
      setText(counter, say("liveForm.bytes", { count: bytes, max: textBytesMax }));
      if (bytes > textBytesMax) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    };
    input.value = value;
    input.addEventListener("input", count);
    this.#texts.set(name, { input, label });
    count();
    return h("div", { class: "form__row" }, h("label", { for: id }, say(label)), input, counter);
  }

  #categories(categories) {
    if (categories.length === 0) return null;
    this.#boxes = categories.map(({ number, name }) => {
      const input = h("input", { class: "live-form__input", type: "checkbox", value: number, "data-testid": `live-category-${number}` });
      input.checked = this.#chosen.has(number);
      input.addEventListener("change", () => {
        if (input.checked) this.#chosen.add(number);
        else this.#chosen.delete(number);
        this.#limit();
      });
      return { input, label: h("label", { class: "live-form__category" }, input, h("span", {}, h("bdi", {}, name))) };
    });
    this.#limit();
    return h(
      "fieldset", { class: "live-form__group" }, h("legend", {}, say("liveForm.categories", { max: categoriesMax })),
      h("div", { class: "live-form__chips" }, ...this.#boxes.map(({ label }) => label)));
  }

  /** No more than three can be chosen. */
  #limit() {
    const isFull = this.#chosen.size >= categoriesMax;
    for (const { input } of this.#boxes) input.disabled = isFull && !input.checked;
  }

  #coverRow() {
    return h(
      "div", { class: "form__row" }, h("label", { for: "live-cover" }, say("liveForm.cover")),
      h("div", { class: "live-form__picture" }, this.#coverPicture,
        h("div", { class: "live-form__address" }, this.#cover, this.coverTools)),
      h("p", { class: "form__hint", id: "live-cover-hint" }, say("liveForm.coverHint")));
  }

  #drawCover() {
    const picture = picturedBy(this.#cover.value.trim(), "live-form__image");
    this.#coverPicture.replaceChildren(...(picture ? [picture] : []));
  }

  #kind() {
    const choice = (value, label) => {
      const input = h("input", { type: "radio", name: "kind", value, class: "live-form__input", "data-testid": `live-kind-${value}` });
      input.checked = value === "video";
      input.addEventListener("change", () => { this.#isVoice = value === "voice"; });
      return h("label", { class: "live-form__category" }, input, h("span", {}, say(label)));
    };
    return h(
      "fieldset", { class: "live-form__group" }, h("legend", {}, say("liveForm.kind")),
      h("div", { class: "live-form__chips" }, choice("video", "liveForm.video"), choice("voice", "liveForm.voice")));
  }

  #switch(name, isOn) {
    const input = h("input", { class: "switch", type: "checkbox", role: "switch", "data-testid": `live-${name}` });
    input.checked = isOn;
    this.#switches.set(name, input);
    return h(
      "label", { class: "live-form__switch" },
      h("span", {}, say(`liveForm.${name}`), h("span", { class: "form__hint" }, say(`liveForm.${name}Hint`))), input);
  }
}

/** The categories that the operator named, in the page's language. */
function offeredCategories() {
  return categoriesOf(document.querySelector("meta[name=ovation-categories]")?.getAttribute("content") ?? "", currentLanguage());
}
