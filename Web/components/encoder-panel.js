// How the host publishes with an encoder such as OBS: addresses and key to copy, and what became of those who tried. Loaded when opened.

import { explain, formatTime, hasWords, say } from "../model/words.js";
import { addIcons, h, icon, setText } from "./dom.js";

addIcons({ copy: ["M9 9h10v11H9z", "M5 15V4h10"] });

/** How often the server is asked what became of publishers, in milliseconds. */
const askMilliseconds = 5_000;
/** What a field shows in place of a key. */
const hidden = "••••••••••••";

/** The panel of one's own live. Set `session` and `liveID` before it is put into the page, and `toasts`. */
class EncoderPanel extends HTMLElement {
  session = null;
  liveID = null;
  toasts = null;

  #timer = null;
  #shown = "";
  #ways = h("div", { class: "encoder__ways" });
  #notes = h("div", {});
  #events = h("ul", { class: "encoder__events", "data-testid": "encoder-events" });
  #none = h("p", { class: "form__hint" }, say("encoder.noEvents"));
  #error = h("p", { class: "form__error", role: "alert", hidden: true });

  connectedCallback() {
    this.className = "encoder";
    this.replaceChildren(
      h("p", { class: "form__hint" }, say("encoder.secret")), this.#error, this.#ways, h("p", { class: "form__hint" }, say("encoder.hint")),
      this.#notes, h("h2", { class: "encoder__heading" }, say("encoder.events")), this.#none, this.#events);
    this.#ask();
  }

  disconnectedCallback() { clearTimeout(this.#timer); }

  async #ask() {
    clearTimeout(this.#timer);
    try {
      const setup = await this.session.connection.command("media.encoder", {}, this.liveID);
      this.#error.hidden = true;
      this.#draw(setup);
    } catch (rejection) {
      this.#error.hidden = false;
      setText(this.#error, explain(rejection));
    }
    if (this.isConnected) this.#timer = setTimeout(() => this.#ask(), askMilliseconds);
  }

  #draw({ ways, events, notes = [] }) {
    // What is the same stays, so that the focus and a selection do.
    const shown = JSON.stringify(ways);
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#ways.replaceChildren(...ways.map((way, index) => this.#way(way, index)));
    }
    this.#notes.replaceChildren(...notes.map((note) => h("p", { class: "form__hint", lang: "en" }, note)));
    this.#none.hidden = events.length > 0;
    this.#events.replaceChildren(...events.map((event) => this.#event(event)));
  }

  #way({ kind, server, key }, index) {
    const address = server.startsWith("/") ? new URL(server, globalThis.location.origin).href : server;
    const title = hasWords(`encoder.${kind}`) ? say(`encoder.${kind}`) : kind.toUpperCase();
    return h(
      "fieldset", { class: "encoder__way", "data-testid": `encoder-${kind}` }, h("legend", {}, title),
      this.#field(say("encoder.server"), address, `encoder-server-${index}`),
      key === "" ? null : this.#field(say(kind === "rtmp" ? "encoder.key" : "encoder.token"), key, `encoder-key-${index}`, true));
  }

  #field(label, value, id, isSecret = false) {
    const input = h("input", { class: "input", id, readonly: true, value: isSecret ? hidden : value, spellcheck: "false" });
    const words = say("encoder.copy", { what: label });
    const copy = h(
      "button", {
        class: "icon-button", type: "button", "aria-label": words, title: words, "data-testid": `copy-${id}`,
      }, icon("copy"));
    copy.addEventListener("click", () => this.#copy(value, input));
    // Without a clipboard, the field itself is what is copied from.
    input.addEventListener("focus", () => {
      input.value = value;
      input.select();
    });
    input.addEventListener("blur", () => { if (isSecret) input.value = hidden; });
    return h("div", { class: "form__row" }, h("label", { for: id }, label), h("div", { class: "encoder__field" }, input, copy));
  }

  async #copy(value, input) {
    try {
      await navigator.clipboard.writeText(value);
      this.toasts?.show(say("encoder.copied"), "success");
    } catch {
      input.focus();
    }
  }

  #event({ at, count, way, outcome, message, reason }) {
    const what = hasWords(`encoder.${outcome}`) ? say(`encoder.${outcome}`) : outcome;
    return h(
      "li", { class: `encoder__event encoder__event--${outcome}` },
      h("time", { datetime: new Date(at).toISOString() }, formatTime(at)), " ", h("b", {}, what), ` · ${way.toUpperCase()} `,
      count > 1 ? `${say("encoder.times", { count })} ` : "", h("span", { lang: "en" }, message || reason));
  }
}
customElements.define("ov-encoder-panel", EncoderPanel);
