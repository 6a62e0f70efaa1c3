// What narrows the list of lives: a search, the kind, and a category.

import { clipBytes, say } from "../model/words.js";
import { h, icon } from "./dom.js";

/** The pause in typing after which a search begins, in milliseconds. */
const typingMilliseconds = 300;
const searchBytesMax = 100;

/** The controls of a `ListFilter`. */
export class ListFilters {
  #changed;
  #filter;
  #timer = null;
  #isComposing = false;
  #input = h("input", {
    class: "list__field", type: "search", name: "search", enterkeyhint: "search", autocomplete: "off", spellcheck: "false",
    "aria-label": say("list.search"), placeholder: say("list.searchShort"), "data-testid": "list-search",
  });
  #clear = h(
    "button", {
      class: "icon-button icon-button--small list__clear", type: "button", hidden: true, "aria-label": say("list.searchClear"),
      title: say("list.searchClear"), "data-testid": "list-search-clear",
    },
    icon("close"));

  /** The search field. */
  form = h("form", { class: "list__search", role: "search" }, icon("search"), this.#input, this.#clear);
  /** The choice of a kind. */
  kinds;
  /** The choice of a category, or null if the operator named none. */
  categories;

  /**
   * @param {import("../model/lives.js").ListFilter} filter
   * @param {{number: number, name: string}[]} categories
   * @param {(filter: import("../model/lives.js").ListFilter) => void} changed
   */
  constructor(filter, categories, changed) {
    this.#filter = filter;
    this.#changed = changed;
    this.kinds = this.#choice("kind", "list.kinds", "list__kinds", [
      { value: null, name: say("list.kindAll") }, { value: "video", name: say("list.kindVideo"), sign: "video" },
      { value: "voice", name: say("list.kindVoice"), sign: "speech" },
    ]);
    this.categories = categories.length === 0 ? null : this.#choice("category", "list.categories", "list__categories", [
      { value: null, name: say("list.categoryAll") },
      ...categories.map(({ number, name }) => ({ value: number, name })),
    ]);
    this.#input.addEventListener("compositionstart", () => { this.#isComposing = true; });
    this.#input.addEventListener("compositionend", () => { this.#isComposing = false; this.#typed(); });
    this.#input.addEventListener("input", () => this.#typed());
    this.#input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.#input.value === "") return;
      event.preventDefault();
      this.#empty();
    });
    this.#clear.addEventListener("click", () => this.#empty());
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.#search(); });
    this.show(filter);
  }

  /** Shows a filter that was set elsewhere. */
  show(filter) {
    this.#filter = filter;
    clearTimeout(this.#timer);
    if (this.#input.value.trim() !== filter.search) this.#input.value = filter.search;
    this.#clear.hidden = this.#input.value === "";
    for (const input of [this.kinds, this.categories].flatMap((group) => [...(group?.querySelectorAll("input") ?? [])])) {
      input.checked = input.value === String(filter[input.name] ?? "");
    }
  }

  stop() { clearTimeout(this.#timer); }

  /** A group of radio buttons, of which one is on. Arrow keys move among them. */
  #choice(field, label, className, options) {
    const group = h("div", { class: className, role: "radiogroup", "aria-label": say(label), "data-testid": `list-${field}` });
    for (const { value, name, sign } of options) {
      const input = h("input", { class: "sr-only", type: "radio", name: field, value: value ?? "" });
      input.addEventListener("change", () => this.#set({ [field]: value }));
      const label = h("span", { class: "choice__name" }, sign ? icon(sign) : null, h("bdi", {}, name));
      group.append(h("label", { class: "choice" }, input, label));
    }
    // The chosen one is in sight also where the row is longer than a phone.
    group.addEventListener("change", () => {
      group.querySelector("label:has(input:checked)")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    return group;
  }

  #typed() {
    this.#clear.hidden = this.#input.value === "";
    clearTimeout(this.#timer);
    // What an input method has not written yet is no word to look for.
    if (!this.#isComposing) this.#timer = setTimeout(() => this.#search(), typingMilliseconds);
  }

  #search() {
    clearTimeout(this.#timer);
    this.#set({ search: clipBytes(this.#input.value.trim(), searchBytesMax) });
  }

  #empty() {
    this.#input.value = "";
    this.#clear.hidden = true;
    this.#input.focus();
    this.#search();
  }

  #set(change) {
    const filter = this.#filter.with(change);
    if (filter.key === this.#filter.key) return;
    this.#filter = filter;
    this.#changed(filter);
  }
}
