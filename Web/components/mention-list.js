// The list of people that is offered while a user types "@".

import { mentionAt, offered } from "../model/mentions.js";
import { nameOf, say } from "../model/words.js";
import { avatar, h, named } from "./dom.js";

/** Offers people below the "@" that is typed: the arrows choose, Enter and Tab take, Escape closes. */
export class MentionList {
  #input;
  #live;
  #put;
  #list = h(
    "ul", {
      class: "mentions", id: "mentions", role: "listbox", "aria-label": say("mention.list"), "data-testid": "mentions", hidden: true,
    });
  #users = [];
  #chosen = 0;

  /**
   * @param {HTMLInputElement} input
   * @param {object} options The live, how another text is put into the field, and the signal that ends all.
   */
  constructor(input, { live, put, signal }) {
    this.#input = input;
    this.#live = live;
    this.#put = put;
    for (const [name, value] of Object.entries({
      role: "combobox", "aria-autocomplete": "list", "aria-controls": "mentions", "aria-expanded": "false",
    })) input.setAttribute(name, value);
    input.after(this.#list);
    input.addEventListener("keydown", (event) => this.#keyPressed(event), { signal, capture: true });
    input.addEventListener("blur", () => this.#close(), { signal });
    // The field keeps the focus.
    this.#list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.#list.addEventListener("click", ({ target }) => {
      const item = target instanceof Element ? target.closest("li") : null;
      if (item) this.#take([...this.#list.children].indexOf(item));
    });
  }

  /** Shows whom the typed letters can mean. */
  draw() {
    const place = mentionAt(this.#input.value, this.#input.selectionStart ?? 0);
    this.#users = place ? offered(this.#live.state, place.typed) : [];
    if (this.#users.length === 0) return this.#close();
    this.#list.replaceChildren(...this.#users.map((user, index) => h(
      "li", { class: "mentions__item", role: "option", id: `mention-${index}` }, avatar(user), named(user))));
    this.#list.hidden = false;
    this.#input.setAttribute("aria-expanded", "true");
    this.#choose(0);
  }

  #close() {
    this.#users = [];
    this.#list.hidden = true;
    this.#input.setAttribute("aria-expanded", "false");
    this.#input.removeAttribute("aria-activedescendant");
  }

  #choose(index) {
    this.#chosen = (index + this.#users.length) % this.#users.length;
    [...this.#list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === this.#chosen)));
    this.#input.setAttribute("aria-activedescendant", `mention-${this.#chosen}`);
  }

  #keyPressed(event) {
    if (this.#users.length === 0 || event.isComposing) return;
    const act = {
      ArrowDown: () => this.#choose(this.#chosen + 1), ArrowUp: () => this.#choose(this.#chosen - 1),
      Enter: () => this.#take(this.#chosen), Tab: () => this.#take(this.#chosen), Escape: () => this.#close(),
    }[event.key];
    if (!act || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** Puts a name in the place of what was typed. */
  #take(index) {
    const place = mentionAt(this.#input.value, this.#input.selectionStart ?? 0);
    const user = this.#users[index];
    if (!place || !user) return this.#close();
    const { value } = this.#input;
    const before = `${value.slice(0, place.from)}@${nameOf(user)} `;
    this.#put(before + value.slice(this.#input.selectionStart ?? value.length));
    this.#input.setSelectionRange(before.length, before.length);
    this.#close();
  }
}
