// The lives in the list: a card for each, with its picture, what it is called and whose it is, and the user's own above them.

import { coverOf, kindOf } from "../model/lives.js";
import { addressOf, formatCompact, nameOf, plainName, say } from "../model/words.js";
import { artworkOf } from "./artwork.js";
import { askToEnd } from "./dialogs.js";
import { avatar, foreign, h, icon, picturedBy, setText } from "./dom.js";

/** The card of a live. */
export class LiveCard {
  #names;
  #room;
  #title = h("bdi", {});
  #owner = h("bdi", {});
  #category = h("bdi", { class: "card__category" });
  #viewers = h("bdi", {});
  #host = h("span", { class: "card__host", "aria-hidden": "true" });
  #chips = h("span", { class: "card__chips" });
  #cover = h("div", { class: "card__cover" });
  #coverURL = null;
  #hostKey = null;

  /**
   * @param {object} room The live as the list has it.
   * @param {Map<number, string>} names The names of the categories.
   */
  constructor(room, names) {
    this.#names = names;
    this.#room = room;
    const { liveID } = room.info;
    this.link = h(
      "a", {
        class: "card__link", href: addressOf({ view: "live", liveID }), "data-testid": "live-card", data: { liveId: liveID },
      },
      this.#cover,
      this.#chips,
      h("span", { class: "card__words" }, this.#host,
        h("span", { class: "card__lines" },
          h("span", { class: "card__title" }, this.#title),
          h("span", { class: "card__owner" }, this.#owner, this.#category))));
    this.item = h("li", { class: "card" }, this.link);
    this.#chips.append(
      h("span", { class: "chip chip--live" }, say("list.live")),
      h("span", { class: "chip" }, icon("eye"), this.#viewers, h("span", { class: "sr-only" }, say("list.watching"))));
  }

  /** The live as the list had it last. */
  get room() { return this.#room; }

  /** Where a preview is shown. */
  get cover() { return this.#cover; }

  update(room) {
    this.#room = room;
    const { info, audienceCount } = room;
    setText(this.#title, plainName(info.liveName));
    setText(this.#owner, nameOf(info.liveOwner));
    setText(this.#viewers, formatCompact(audienceCount));
    setText(this.#category, info.categoryList.map((number) => this.#names.get(number)).find(Boolean) ?? "");
    this.#markVoice(kindOf(info) === "voice");
    const hostKey = [info.liveOwner.userName, info.liveOwner.avatarURL].join("\n");
    if (hostKey !== this.#hostKey) this.#host.replaceChildren(avatar(info.liveOwner));
    this.#hostKey = hostKey;
    if (coverOf(info) !== this.#coverURL) this.#drawCover(info);
  }

  #markVoice(isVoice) {
    const mark = this.#chips.querySelector(".card__voice");
    if (!isVoice) mark?.remove();
    else if (!mark) {
      this.#chips.append(h(
        "span", { class: "chip card__voice", title: say("list.kindVoice") }, icon("speech"),
        h("span", { class: "sr-only" }, say("list.voiceAfter"))));
    }
  }

  /** The host's cover. Where there is none, or while it cannot be had, artwork. */
  #drawCover(info) {
    const [liveID, coverURL] = [info.liveID, coverOf(info)];
    this.#coverURL = coverURL;
    const picture = picturedBy(coverURL, "card__image", "lazy");
    const art = () => this.#cover.prepend(artworkOf(liveID));
    for (const child of [...this.#cover.children]) if (!child.matches("video")) child.remove();
    if (!picture) return art();
    picture.addEventListener("error", art, { once: true });
    return this.#cover.prepend(picture);
  }
}

/** The place of a card that is loading. */
export function skeleton() {
  return h(
    "li", { class: "card card--skeleton", "aria-hidden": "true" },
    h("div", { class: "card__cover" }),
    h("div", { class: "card__words" }, h("span", { class: "card__host" }), h("span", { class: "card__lines" }, h("i", {}), h("i", {}))));
}

/** Tells the host that a live is on, with the ways back to it and to its end. */
export function hostedLive(liveID, title, session) {
  const end = h(
    "button", { class: "button button--small button--quiet", type: "button", "data-testid": "hosted-end" },
    say("hosted.end"));
  end.addEventListener("click", () => askToEnd(() => session.endOwn(liveID)));
  return h(
    "div", { class: "hosted", "data-testid": "hosted", data: { liveId: liveID } },
    h("p", {}, h("strong", {}, say("hosted.isOn")), " ", foreign(title)),
    h("div", { class: "hosted__actions" },
      end,
      h(
        "a", {
          class: "button button--small button--primary", href: addressOf({ view: "live", liveID }), "data-testid": "hosted-return",
        },
        say("hosted.return"))));
}
