// The words that a live refuses or masks, for its host and its moderators. Texts: words/studio.

import { explain, formatNumber, say } from "../model/words.js";
import { h, icon, setText } from "./dom.js";

/** What may become of a text with a word, the usual first. */
const actions = ["refuse", "mask", "log"];

/**
 * Shows the list until it is closed. Each change is sent at once, and made to the list as it is at the server: what another moderator
 * changes meanwhile stays.
 *
 * @param {import("../model/session.js").LiveController} live
 * @returns {Promise<void>} Rejects if the list cannot be read.
 */
export async function editWords(live) {
  const { words } = await live.ask("room.words");
  return new WordList(live, words).shown;
}

class WordList {
  #live;
  #list = h("ul", { class: "word-list", "aria-label": say("wordList.label"), "data-testid": "word-list" });
  #none = h("p", { class: "form__hint" }, say("wordList.none"));
  #input = h("input", { class: "input", id: "word-new", autocomplete: "off", spellcheck: "false", "data-testid": "word-new" });
  #action = h(
    "select", { class: "input", id: "word-action", "data-testid": "word-action" },
    ...actions.map((value) => h("option", { value }, say(`wordList.${value}`))));
  #whole = h("input", { class: "switch", type: "checkbox", role: "switch", "data-testid": "word-whole" });
  #error = h("p", { class: "form__error", role: "alert", hidden: true });
  #status = h("p", { class: "sr-only", role: "status" });
  #count = h("span", { class: "word-list__count" });
  #isBusy = false;

  /** Resolves when the dialog is closed. */
  shown;

  constructor(live, words) {
    this.#live = live;
    const add = h("button", { class: "button button--primary", type: "submit", "data-testid": "word-add" }, say("wordList.add"));
    const close = h("button", { class: "button button--quiet", type: "button", "data-testid": "word-close" }, say("wordList.close"));
    const form = h(
      "form", { class: "form" },
      h("h2", { class: "dialog__title", id: "words-title" }, say("live.words"), " ", this.#count),
      h("p", { class: "dialog__text" }, say("wordList.text")),
      h("div", { class: "form__row" }, h("label", { for: "word-new" }, say("wordList.new")), this.#input,
        h("p", { class: "form__hint" }, say("wordList.several"))),
      h("div", { class: "form__row" }, h("label", { for: "word-action" }, say("wordList.action")), this.#action),
      h("label", { class: "live-form__switch" }, h("span", {}, say("wordList.whole")), this.#whole),
      this.#error, this.#none, this.#list, this.#status,
      h("div", { class: "form__actions" }, close, add));
    const dialog = h("dialog", { class: "dialog dialog--wide", "aria-labelledby": "words-title", "data-testid": "words" }, form);
    document.body.append(dialog);
    this.shown = new Promise((resolve) => {
      dialog.addEventListener("close", () => {
        dialog.remove();
        resolve();
      });
    });
    close.addEventListener("click", () => dialog.close());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#add();
    });
    this.#draw(words);
    dialog.showModal();
    this.#input.focus();
  }

  #draw(words) {
    setText(this.#count, words.length > 0 ? formatNumber(words.length) : "");
    this.#none.hidden = words.length > 0;
    this.#list.hidden = words.length === 0;
    this.#list.replaceChildren(...words.toReversed().map(({ text, action, wholeWord }) => {
      const label = say("wordList.remove", { word: text });
      const remove = h(
        "button", { class: "icon-button icon-button--small", type: "button", "aria-label": label, title: label }, icon("close"));
      remove.addEventListener("click", () => this.#remove(text));
      return h(
        "li", { class: "word-list__row", "data-word": text }, h("bdi", { class: "word-list__text" }, text),
        h("span", { class: "badge" }, say(`wordList.${action}`)),
        wholeWord ? h("span", { class: "badge" }, say("wordList.wholeShort")) : null, remove);
    }));
  }

  async #add() {
    const texts = [...new Set(this.#input.value.split(/[,，、\n]/u).map((text) => text.trim()).filter(Boolean))];
    if (texts.length === 0) return this.#tell(say("wordList.empty"));
    const action = this.#action.value;
    const wholeWord = this.#whole.checked;
    const isDone = await this.#change({ add: texts.map((text) => ({ text, action, wholeWord })) });
    if (!isDone) return undefined;
    this.#input.value = "";
    setText(this.#status, say("wordList.added", { words: texts.join(", ") }));
    this.#input.focus();
    return undefined;
  }

  async #remove(text) {
    const rows = [...this.#list.children];
    const place = rows.findIndex((row) => row instanceof HTMLElement && row.dataset.word === text);
    if (!await this.#change({ remove: [text] })) return;
    setText(this.#status, say("wordList.removed", { word: text }));
    // The row is gone, so its neighbour has the focus, or else the field.
    const next = this.#list.children[Math.min(place, this.#list.children.length - 1)];
    (next?.querySelector("button") ?? this.#input).focus();
  }

  /** Sends a change. What was typed stays where it is refused. */
  async #change(change) {
    if (this.#isBusy) return false;
    this.#isBusy = true;
    this.#tell("");
    try {
      this.#draw((await this.#live.ask("room.words", change)).words);
      return true;
    } catch (rejection) {
      this.#tell(explain(rejection));
      return false;
    } finally {
      this.#isBusy = false;
    }
  }

  #tell(text) {
    this.#error.hidden = text === "";
    setText(this.#error, text);
  }
}
