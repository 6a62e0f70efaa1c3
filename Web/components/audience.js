import { Role } from "../model/live-state.js";
import { explain, isolated, nameOf, say } from "../model/language.js";
import { avatar, h, icon, named, oncePerFrame, setText } from "./dom.js";
import { showViewerMenu } from "./viewer-menu.js";

/** Who is in the live. */
class Audience extends HTMLElement {
  #list = h("ul", { class: "audience__list", "aria-label": say("audience.list") });
  #note = h("p", { class: "audience__note" });
  #more = h("button", { class: "button button--small button--quiet", type: "button", hidden: true }, say("list.more"));
  #error = h("p", { class: "audience__note", role: "alert" });
  #rows = new Map();
  #cursor = "";
  #listening = null;

  connectedCallback() {
    this.className = "audience";
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const draw = oncePerFrame(() => this.#draw());
    this.live.addEventListener("change", draw, { signal });
    this.#more.addEventListener("click", () => this.load(this.#cursor), { signal });
    this.replaceChildren(this.#list, this.#note, this.#error, this.#more);
    this.#draw();
  }

  disconnectedCallback() { this.#listening.abort(); }

  /** Asks the server for a page: a large live tells joins and leaves by samples only. */
  async load(cursor = "") {
    setText(this.#error, "");
    try {
      this.#cursor = await this.live.listAudience(cursor);
      this.#more.hidden = this.#cursor === "";
    } catch (rejection) {
      setText(this.#error, explain(rejection));
    }
  }

  #draw() {
    const { state } = this.live;
    const viewers = [...state.audience.values()];
    const present = new Set();
    for (const user of viewers) {
      present.add(user.userID);
      const role = state.roleOf(user.userID);
      const isMuted = state.mutedIDs.has(user.userID);
      const version = [user.userName, user.avatarURL, role, isMuted, state.mayModerate(user.userID)].join("\n");
      const drawn = this.#rows.get(user.userID);
      if (drawn?.version === version) continue;
      const row = this.#row(user, role, isMuted);
      if (drawn) drawn.row.replaceWith(row);
      else this.#list.append(row);
      this.#rows.set(user.userID, { row, version });
    }
    for (const [userID, { row }] of this.#rows) {
      if (present.has(userID)) continue;
      row.remove();
      this.#rows.delete(userID);
    }
    const others = state.audienceCount - viewers.length;
    if (viewers.length === 0 && others <= 0) setText(this.#note, say("audience.empty"));
    else setText(this.#note, others > 0 ? say("audience.others", { count: others }) : "");
  }

  #row(user, role, isMuted) {
    const isSelf = user.userID === this.session.user.userID;
    const row = h(
      "li", { class: "viewer", "data-testid": `viewer-${user.userID}` },
      avatar(user),
      h(
        "span", { class: "viewer__name" }, named(user),
        isSelf ? h("span", { class: "viewer__self" }, say("audience.you")) : null),
      role === Role.admin ? h("span", { class: "badge badge--admin" }, say("chat.admin")) : null,
      isMuted ? h("span", { class: "badge" }, say("audience.muted")) : null);
    if (this.live.state.mayModerate(user.userID)) {
      const button = h(
        "button",
        {
          class: "icon-button icon-button--small", type: "button", "aria-haspopup": "menu", "aria-expanded": "false",
          "aria-label": say("audience.moderate", { name: isolated(nameOf(user)) }),
        },
        icon("more"));
      button.addEventListener("click", () => showViewerMenu(button, user, this.live, this.toasts));
      row.append(button);
    }
    return row;
  }
}
customElements.define("ov-audience", Audience);
