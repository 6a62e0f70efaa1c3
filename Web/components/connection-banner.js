import { explain, say } from "../model/language.js";
import { h, setText } from "./dom.js";

const backOnlineMilliseconds = 3_000;

const closeReasons = {
  unauthorized: "connection.unauthorized",
  kickedOffline: "connection.kickedOffline",
  loginExpired: "connection.loginExpired",
  replaced: "connection.replaced",
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
    for (const event of ["user", "missed"]) {
      session?.addEventListener(event, () => this.#draw(), { signal: this.#stopListening.signal });
    }
  }

  #draw() {
    clearTimeout(this.#countdown);
    const state = this.#session?.connection.state ?? { phase: "idle" };
    this.dataset.phase = state.phase;
    if (state.phase === "waiting") {
      this.#wasLost = true;
      this.#count(state.retryAt);
    } else if (state.phase === "connecting") {
      this.#show(this.#wasLost ? say("connection.reconnecting") : "", null);
    } else if (state.phase === "closed") {
      const reason = state.rejection
        ? explain(state.rejection) : say(closeReasons[state.close.name] ?? "connection.ended");
      this.#show(reason, say("connection.reconnect"));
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
    const { hasGap, missedCount: count } = this.#session;
    const missed = count > 0 ? say("connection.backAfter", { count }) : say("connection.back");
    this.#show(hasGap ? say("connection.backWithGap") : missed, null, "good");
    this.#countdown = setTimeout(() => this.#show("", null), backOnlineMilliseconds);
  }

  #count(retryAt) {
    const seconds = Math.max(0, Math.ceil((retryAt - Date.now()) / 1_000));
    const known = this.#session.hasOpened ? "connection.lost" : "connection.unreachable";
    const what = say(navigator.onLine ? known : "connection.offline");
    const next = seconds > 0 ? say("connection.tryingIn", { seconds }) : say("connection.trying");
    this.#show(say("connection.waiting", { what, next }), say("connection.tryNow"));
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
