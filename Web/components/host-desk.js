// What hosts have in front of them while they are live: how it goes, the last gifts, and the dialog that changes what the live is called.
// Texts: words/studio.

import { encoderCovers } from "../media/encoder-covers.js";
import { recordOf } from "../media/live-record.js";
import { curve } from "../model/live-figures.js";
import { explain, formatNumber, nameOf, say, sayParts, storageOf } from "../model/words.js";
import { addIcons, foreign, giftIcon, h, icon, inBatches, named, setText } from "./dom.js";
import { showWords } from "./host-controls.js";
import { splitter } from "./splitter.js";

addIcons({ chart: ["M3 20.5h18", "M6 17v-5", "M12 17V5", "M18 17V9"] });

/** The time that the small curves show, in milliseconds: ten minutes. */
const shownMilliseconds = 600_000;
const box = Object.freeze({ width: 100, height: 24 });
const giftsMax = 30;

/** @type {[field: "viewers" | "likes" | "coins", label: string][]} */
const figures = [["viewers", "desk.viewers"], ["likes", "desk.likes"], ["coins", "desk.coins"]];

const svgNamespace = "http://www.w3.org/2000/svg";

/** A small curve. The text beside it says the same. */
function sparkline() {
  const svg = document.createElementNS(svgNamespace, "svg");
  svg.setAttribute("viewBox", `0 -2 ${box.width} ${box.height + 4}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("desk__curve");
  const path = document.createElementNS(svgNamespace, "path");
  svg.append(path);
  return { svg, draw: (values) => path.setAttribute("d", curve(values, box)) };
}

/** The host's desk beside the stage. */
class HostDesk extends HTMLElement {
  #record = null;
  /** What opened the sheet. */
  #openedBy = null;
  #listening = null;
  #splitter = null;
  #covers = null;
  #rows = new Map();
  #gifts = h("ol", { class: "desk__gifts", "aria-label": say("desk.gifts"), tabindex: "0", "data-testid": "desk-gifts" });
  #noGifts = h("p", { class: "desk__none" }, say("desk.noGifts"));
  #draws = inBatches(() => this.#draw(), { interval: 1_000 });

  connectedCallback() {
    this.className = "desk";
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", say("desk.label"));
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#record = recordOf(this.live, this.session, storageOf("sessionStorage"));
    this.#record.addEventListener("change", () => this.#draws.ask(), { signal });
    this.live.addEventListener("change", () => this.#draws.ask(), { signal });
    this.#covers = encoderCovers({
      session: this.session, live: this.live, video: () => this.closest(".live")?.querySelector("video.picture__video") ?? null,
    });
    this.#covers.start();
    this.live.addEventListener("moment", ({ detail }) => detail.kind === "gift" && this.#addGift(detail), { signal });
    const edit = h(
      "button", { class: "button button--small", type: "button", "data-testid": "desk-edit" }, icon("pencil"), say("desk.edit"));
    edit.addEventListener("click", () => this.#edit());
    const words = h(
      "button", { class: "button button--small", type: "button", "aria-haspopup": "dialog", "data-testid": "desk-words" }, icon("words"),
      say("live.words"));
    words.addEventListener("click", () => showWords(this.live, this.toasts));
    // On a phone the desk is a sheet, which a control of the stage opens.
    const opener = h(
      "button", {
        class: "icon-button", type: "button", "aria-label": say("live.figures"), title: say("live.figures"), data: { control: "desk" },
      }, icon("chart"));
    opener.addEventListener("click", () => this.#open());
    this.stageControls.hostControls = [opener];
    delete this.stageControls.dataset.key;
    this.stageControls.draw();
    const close = h(
      "button", { class: "icon-button desk__close", type: "button", "aria-label": say("desk.close"), "data-testid": "desk-close" },
      icon("close"));
    close.addEventListener("click", () => this.#close());
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented || !this.classList.contains("desk--open")) return;
      event.preventDefault();
      this.#close();
    }, { signal });
    this.replaceChildren(
      close,
      h("dl", { class: "desk__figures" }, ...figures.map(([field, label]) => this.#figure(field, label))),
      h("div", { class: "desk__feed" }, this.#noGifts, this.#gifts), h("div", { class: "desk__actions" }, edit, words));
    const grid = this.closest(".live__grid");
    if (grid instanceof HTMLElement) {
      this.#splitter = splitter(grid, say("desk.width"));
      grid.querySelector(".side")?.before(this.#splitter);
    }
    for (const entry of this.live.state.chat.entries.filter(({ kind }) => kind === "gift").slice(-giftsMax)) {
      this.#addGift({ ...entry, sender: entry.user });
    }
    this.#draw();
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#draws.stop();
    this.#covers?.stop();
    this.#splitter?.remove();
  }

  /** Opens the sheet of a phone, and gives it the focus. */
  #open() {
    this.#openedBy = document.activeElement;
    this.classList.add("desk--open");
    this.querySelector(".desk__close").focus();
  }

  #close() {
    this.classList.remove("desk--open");
    const stage = this.closest(".live")?.querySelector(".stage__more");
    (this.#openedBy?.checkVisibility?.() ? this.#openedBy : stage)?.focus();
  }

  #figure(field, label) {
    const number = h("span", { "data-testid": `desk-${field}` }, "0");
    const { svg, draw } = sparkline();
    this.#rows.set(field, { number, draw });
    return h("div", { class: "desk__figure" }, h("dt", {}, say(label)), h("dd", {}, number), svg);
  }

  #draw() {
    const { audienceCount, likes, statistics } = this.live.state;
    const now = { viewers: audienceCount, likes, coins: statistics?.totalGiftCoins ?? 0 };
    const points = this.#record.figures.since(shownMilliseconds, this.session.now);
    for (const [field, { number, draw }] of this.#rows) {
      setText(number, formatNumber(now[field]));
      draw([...points.map((point) => point[field]), now[field]]);
    }
  }

  #addGift({ gift, sender, count }) {
    this.#noGifts.hidden = true;
    const words = sayParts(count > 1 ? "chat.sentMany" : "chat.sent", {
      name: named(sender, { title: nameOf(sender) }), gift: h("strong", {}, foreign(gift.name)), count,
    });
    this.#gifts.prepend(h(
      "li", { class: "desk__gift" }, giftIcon(gift, "gift-icon gift-icon--small"), h("span", {}, ...words)));
    while (this.#gifts.children.length > giftsMax) this.#gifts.lastElementChild.remove();
  }

  /** Changes the title, the notice, the cover and the categories of the running live. */
  async #edit() {
    try {
      const { editLive } = await import("./edit-live.js");
      await editLive(this.live, this.toasts);
    } catch (failure) {
      this.toasts.show(failure.code ? explain(failure) : say("app.partMissing"), "error");
    }
  }
}
customElements.define("ov-host-desk", HostDesk);
