import { isUserID, say } from "../model/words.js";
import { h, icon } from "./dom.js";

/** The login form with a user id and a UserSig, for a server that is not in development mode. */
class Login extends HTMLElement {
  /**
   * Called with the entered credentials.
   * @type {(credentials: {userID: string, userSig: string}) => void}
   */
  submitted = () => {};
  /** Why the last login was refused, or null. */
  reason = null;
  /** The user id to fill in, or null. */
  userID = null;

  connectedCallback() {
    this.className = "login";
    const userID = h("input", {
      class: "input", id: "login-user", name: "username", autocomplete: "username", required: true, maxlength: 32,
      spellcheck: "false", autocapitalize: "none", "data-testid": "login-user",
    });
    userID.value = this.userID ?? "";
    const userSig = h("textarea", {
      class: "input", id: "login-sig", rows: 4, required: true, spellcheck: "false", autocomplete: "off",
      "data-testid": "login-sig", "aria-describedby": "login-sig-hint",
    });
    const error = h("p", { class: "form__error", role: "alert" }, this.reason ?? "");
    error.hidden = !this.reason;
    const form = h(
      "form", { class: "form login__box", novalidate: true },
      h("div", { class: "login__mark", "aria-hidden": "true" }, icon("live")),
      h("h1", {}, say("login.title")),
      h("div", { class: "form__row" }, h("label", { for: "login-user" }, say("login.userID")), userID),
      h("div", { class: "form__row" },
        h("label", { for: "login-sig" }, say("login.userSig")), userSig,
        h(
          "p", { class: "form__hint", id: "login-sig-hint" },
          say("login.hint"))),
      error,
      h("button", { class: "button button--primary", type: "submit", "data-testid": "login-submit" }, say("login.submit")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const problem = problemOf(userID.value.trim(), userSig.value.trim());
      error.textContent = problem ?? "";
      error.hidden = problem === null;
      if (problem === null) this.submitted({ userID: userID.value.trim(), userSig: userSig.value.trim() });
    });
    this.replaceChildren(form);
    (userID.value === "" ? userID : userSig).focus();
  }
}
customElements.define("ov-login", Login);

function problemOf(userID, userSig) {
  if (!isUserID(userID)) return say("login.userIDInvalid");
  return userSig === "" ? say("login.userSigMissing") : null;
}
