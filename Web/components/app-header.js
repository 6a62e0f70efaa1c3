import { clipBytes, formatNumber } from "../model/words.js";
import { showDialog } from "./dialogs.js";
import { avatar, coin, h, icon, setText } from "./dom.js";

const nicknameBytesMax = 100;

/** The head of the page: the way to the list, the wallet, and who one is. */
class AppHeader extends HTMLElement {
  /** Called where the user asks to be somebody else. */
  loggedOut = () => {};
  isDev = false;

  #balance = h("span", { "data-testid": "wallet-balance" }, "–");
  #wallet = h(
    "span", { class: "wallet", title: "Your coins" }, coin(), this.#balance, h("span", { class: "sr-only" }, " coins"));
  #user = h(
    "button",
    { class: "user-button", type: "button", hidden: true, title: "Change your name", "data-testid": "user-name" });
  #logOut = h("button", { class: "button button--small button--quiet header__out", type: "button", hidden: true });
  #session = null;
  #listening = null;

  connectedCallback() {
    this.className = "header";
    this.setAttribute("role", "banner");
    this.#wallet.hidden = true;
    this.#user.addEventListener("click", () => this.#rename());
    this.#logOut.addEventListener("click", () => this.loggedOut());
    this.replaceChildren(
      h("a", { class: "brand", href: "#/" }, h("span", { class: "brand__mark", "aria-hidden": "true" }), "Ovation"),
      h("nav", { class: "header__right", "aria-label": "You" }, this.#wallet, this.#user, this.#logOut));
  }

  set session(session) {
    this.#listening?.abort();
    this.#listening = new AbortController();
    this.#session = session;
    for (const event of ["user", "wallet", "connection"]) {
      session?.addEventListener(event, () => this.#draw(), { signal: this.#listening.signal });
    }
    this.#draw();
  }

  #draw() {
    const session = this.#session;
    const isIn = Boolean(session?.hasOpened);
    this.#wallet.hidden = !isIn;
    this.#user.hidden = !isIn;
    this.#logOut.hidden = !isIn;
    setText(this.#logOut, this.isDev ? "New guest" : "Log out");
    if (!isIn) return;
    setText(this.#balance, session.balance === null ? "–" : formatNumber(session.balance));
    const key = `${session.user.userName}\n${session.user.avatarURL}`;
    if (this.#user.dataset.key === key) return;
    this.#user.dataset.key = key;
    this.#user.replaceChildren(
      avatar(session.user), h("span", { class: "sr-only" }, "Change your name: "),
      h("span", { class: "user-button__name" }, session.user.userName),
      icon("pencil"));
  }

  #rename() {
    const session = this.#session;
    showDialog({
      title: "Your name",
      text: `Everybody sees it. Your user id stays ${session.user.userID}.`,
      fields: [{
        name: "nickname", label: "Name", value: session.user.userName, maxLength: nicknameBytesMax,
        testID: "nickname-input", autocomplete: "nickname",
      }],
      action: "Save",
      actionTestID: "nickname-save",
      perform: async ({ nickname }) => {
        const name = clipBytes(nickname.trim(), nicknameBytesMax);
        if (name === "") throw new Error("A name has at least one character.");
        await session.rename(name);
        this.renamed(name);
      },
    });
  }

  /** Called with the new name. */
  renamed = () => {};
}
customElements.define("ov-app-header", AppHeader);
