import { currentLanguage, formatNumber, languages, say } from "../model/language.js";
import { clipBytes } from "../model/words.js";
import { showDialog } from "./dialogs.js";
import { avatar, coin, h, icon, named, setText } from "./dom.js";
import { showMenu } from "./menu.js";

const nicknameBytesMax = 100;

/** The head of the page: the way to the list, the wallet, and who one is. */
class AppHeader extends HTMLElement {
  /** Called where the user asks to be somebody else. */
  loggedOut = () => {};
  /** Called with the new name. */
  renamed = () => {};
  /** Called with the tag of the language that the user chose. */
  languageChosen = () => {};
  isDev = false;

  #balance = h("span", { "data-testid": "wallet-balance" }, "–");
  #wallet = h(
    "span", { class: "wallet", title: say("header.coins") }, coin(), this.#balance,
    h("span", { class: "sr-only" }, say("header.coinsAfter")));
  #user = h("button", {
    class: "user-button", type: "button", hidden: true, title: say("header.menu"), "aria-haspopup": "menu",
    "aria-expanded": "false", "data-testid": "user-name",
  });
  #session = null;
  #listening = null;

  connectedCallback() {
    this.className = "header";
    this.setAttribute("role", "banner");
    this.#wallet.hidden = true;
    this.#user.addEventListener("click", () => this.#showMenu());
    this.replaceChildren(
      h("a", { class: "brand", href: "#/" }, h("span", { class: "brand__mark", "aria-hidden": "true" }), "Ovation"),
      h("nav", { class: "header__right", "aria-label": say("header.you") }, this.#wallet, this.#user));
    this.#draw();
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

  /** Puts the focus on the button of the menu, for when the head was drawn anew. */
  focusMenu() { this.#user.focus(); }

  #draw() {
    const session = this.#session;
    const isIn = Boolean(session?.hasOpened);
    this.#wallet.hidden = !isIn;
    this.#user.hidden = !isIn;
    if (!isIn) return;
    setText(this.#balance, session.balance === null ? "–" : formatNumber(session.balance));
    const key = `${session.user.userName}\n${session.user.avatarURL}`;
    if (this.#user.dataset.key === key) return;
    this.#user.dataset.key = key;
    this.#user.replaceChildren(
      avatar(session.user), named(session.user, { class: "user-button__name" }),
      h("span", { class: "sr-only" }, `: ${say("header.menu")}`), icon("more"));
  }

  #showMenu() {
    showMenu(this.#user, say("header.you"), [
      { label: say("header.rename"), testID: "menu-rename", choose: () => this.#rename() },
      ...Object.entries(languages).map(([tag, name]) => ({
        label: name, lang: tag, testID: `menu-language-${tag}`, isChecked: tag === currentLanguage(),
        choose: () => this.languageChosen(tag),
      })),
      {
        label: say(this.isDev ? "header.newGuest" : "header.logOut"), testID: "menu-log-out",
        choose: () => this.loggedOut(),
      },
    ]);
  }

  #rename() {
    const session = this.#session;
    showDialog({
      title: say("rename.title"),
      text: say("rename.text", { id: session.user.userID }),
      fields: [{
        name: "nickname", label: say("rename.label"), value: session.user.userName, maxLength: nicknameBytesMax,
        testID: "nickname-input", autocomplete: "nickname",
      }],
      action: say("rename.save"),
      actionTestID: "nickname-save",
      perform: async ({ nickname }) => {
        const name = clipBytes(nickname.trim(), nicknameBytesMax);
        if (name === "") throw Object.assign(new Error("empty"), { words: say("rename.empty") });
        await session.rename(name);
        this.renamed(name);
      },
    });
  }
}
customElements.define("ov-app-header", AppHeader);
