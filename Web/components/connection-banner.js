import { h, setText } from "./dom.js";

const backOnlineMilliseconds = 3_000;

const closeReasons = {
  unauthorized: "The login was refused.",
  kickedOffline: "You opened Ovation in too many other places, so this one was closed.",
  loginExpired: "Your login has expired.",
  replaced: "This session goes on in another place.",
};

/** Tells that the connection is lost, when it is tried again, and that it is back. */
class ConnectionBanner extends HTMLElement {
  #text = h("span", {});
  #button = h("button", { class: "button button--small", type: "button", hidden: true });
  #countdown = null;
  #wasLost = false;
  #stopListening = null;

  connectedCallback() {
    this.className = "connection";
    this.hidden = true;
    this.dataset.testid = "connection-banner";
    this.setAttribute("role", "status");
    this.replaceChildren(this.#text, this.#button);
    this.#button.addEventListener("click", () => this.#session?.connection.retryNow());
  }

  #session = null;

  set session(session) {
    this.#stopListening?.abort();
    this.#stopListening = new AbortController();
    this.#session = session;
    this.#wasLost = false;
    this.#draw();
    session?.addEventListener("connection", () => this.#draw(), { signal: this.#stopListening.signal });
    // The state is open before the session knows what came back.
    session?.addEventListener("user", () => this.#draw(), { signal: this.#stopListening.signal });
  }

  #draw() {
    clearTimeout(this.#countdown);
    const state = this.#session?.connection.state ?? { phase: "idle" };
    this.dataset.phase = state.phase;
    if (state.phase === "waiting") {
      this.#wasLost = true;
      this.#count(state.retryAt);
    } else if (state.phase === "connecting") {
      this.#show(this.#wasLost ? "Reconnecting…" : "", null);
    } else if (state.phase === "closed") {
      const reason = state.rejection?.message ?? closeReasons[state.close.name]
        ?? `The server ended the connection (${state.close.code}).`;
      this.#show(reason, "Reconnect");
    } else if (state.phase === "open" && this.#wasLost) {
      this.#wasLost = false;
      this.#backOnline();
    } else if (state.phase === "open" && this.dataset.tone === "good") {
      this.#backOnline();
    } else {
      this.#show("", null);
    }
  }

  #backOnline() {
    this.#show(this.#session.hasGap ? "Back online. Some messages were skipped." : "Back online.", null, "good");
    this.#countdown = setTimeout(() => this.#show("", null), backOnlineMilliseconds);
  }

  #count(retryAt) {
    const seconds = Math.max(0, Math.ceil((retryAt - Date.now()) / 1_000));
    const what = this.#session.hasOpened ? "Connection lost." : "The server cannot be reached.";
    this.#show(`${what} Trying again${seconds > 0 ? ` in ${seconds} s.` : "…"}`, "Try now");
    this.#countdown = setTimeout(() => this.#count(retryAt), 1_000);
  }

  #show(text, action, tone = "bad") {
    this.hidden = text === "";
    this.dataset.tone = text === "" ? "" : tone;
    setText(this.#text, text);
    this.#button.hidden = action === null;
    setText(this.#button, action ?? "");
  }
}
customElements.define("ov-connection-banner", ConnectionBanner);
