// The picker of emoji beside the field of the chat. All of it comes from the own server, and works without a connection once it is there.
// Texts: words/talk and words/emoji.

import { matching, RecentEmoji } from "../model/emoji.js";
import { currentLanguage, say, storageOf } from "../model/words.js";
import { h, roving } from "./dom.js";

// The paths are written out, so that every server of the page finds them.
const loaders = {
  en: () => import("../words/emoji/en.js"),
  "zh-Hans": () => import("../words/emoji/zh-Hans.js"),
  ja: () => import("../words/emoji/ja.js"),
};

/** @type {WeakMap<HTMLElement, EmojiPicker>} */
const pickers = new WeakMap();

/**
 * Opens or closes the picker of a field, above the field's form.
 *
 * @param {object} options
 * @param {HTMLElement} options.button What was pressed. A picker belongs to it.
 * @param {HTMLInputElement} options.input The field.
 * @param {(text: string) => void} options.put Puts another text into the field.
 */
export async function toggleEmoji({ button, input, put }) {
  const { groups } = await loaders[currentLanguage()]();
  const picker = pickers.get(button) ?? new EmojiPicker(groups, button, input, put);
  pickers.set(button, picker);
  if (!picker.element.isConnected) button.closest("form").before(picker.element);
  picker.toggle();
}

class EmojiPicker {
  #groups;
  #button;
  #input;
  #put;
  #names;
  #recent;
  #search = h("input", {
    class: "input emoji__search", type: "search", autocomplete: "off", spellcheck: "false", "aria-label": say("emoji.search"),
    placeholder: say("emoji.search"), "data-testid": "emoji-search",
  });
  #list = h("div", { class: "emoji__list" });

  /** The panel. */
  element = h(
    "div", { class: "emoji-picker", role: "dialog", "aria-label": say("emoji.label"), hidden: true, "data-testid": "emoji" }, this.#search,
    this.#list);

  constructor(groups, button, input, put) {
    this.#groups = groups;
    this.#button = button;
    this.#input = input;
    this.#put = put;
    this.#names = new Map(groups.flatMap(({ emoji }) => emoji));
    this.#recent = new RecentEmoji(storageOf("localStorage"), new Set(this.#names.keys()));
    this.#search.addEventListener("input", () => this.#draw());
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      this.close();
      this.#input.focus();
    });
    this.element.addEventListener("click", ({ target }) => {
      const chosen = target instanceof Element ? target.closest(".emoji__sign") : null;
      if (chosen) this.#choose(chosen.textContent);
    });
    roving(this.#list, ".emoji__sign");
  }

  /** A press beside it closes it, and keeps its own effect. */
  #pressedBeside = ({ target }) => {
    const isInside = target instanceof Node && (this.element.contains(target) || this.#button.contains(target));
    if (!isInside) this.close();
  };

  toggle() {
    if (!this.element.hidden) {
      this.close();
      return;
    }
    this.element.hidden = false;
    document.addEventListener("pointerdown", this.#pressedBeside);
    this.#button.setAttribute("aria-expanded", "true");
    this.#search.value = "";
    this.#draw();
    // A phone keeps its keyboard closed until somebody searches.
    const first = this.#list.querySelector(".emoji__sign");
    if (matchMedia("(pointer: coarse)").matches) first?.focus();
    else this.#search.focus();
  }

  close() {
    this.element.hidden = true;
    document.removeEventListener("pointerdown", this.#pressedBeside);
    this.#button.setAttribute("aria-expanded", "false");
  }

  #draw() {
    const search = this.#search.value.trim();
    const recent = search === "" ? this.#recent.all.map((sign) => [sign, this.#names.get(sign)]) : [];
    const shown = [...(recent.length > 0 ? [{ title: say("emoji.recent"), emoji: recent }] : []), ...matching(this.#groups, search)];
    this.#list.replaceChildren(...(shown.length === 0
      ? [h("p", { class: "emoji__none", role: "status" }, say("emoji.none"))]
      : shown.map(({ title, emoji }) => h(
        "div", { class: "emoji__group", role: "group", "aria-label": title },
        h("p", { class: "emoji__title", "aria-hidden": "true" }, title),
        ...emoji.map(([sign, names]) => h(
          "button", { class: "emoji__sign", type: "button", tabindex: "-1", "aria-label": names, title: names }, sign))))));
    const first = this.#list.querySelector(".emoji__sign");
    if (first) first.tabIndex = 0;
  }

  /** Puts an emoji where the caret is. The picker stays for the next one. */
  #choose(sign) {
    const { value, selectionStart, selectionEnd, maxLength } = this.#input;
    const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length];
    const text = value.slice(0, from) + sign + value.slice(to);
    if (maxLength > 0 && text.length > maxLength) return;
    this.#put(text);
    this.#input.setSelectionRange(from + sign.length, from + sign.length);
    this.#recent.used(sign);
  }
}
