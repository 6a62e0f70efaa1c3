// One live of the feed: its picture while it plays or is prepared, and the texts over it.

import { PicturePlayer } from "../media/picture-player.js";
import { coverOf } from "../model/lives.js";
import { addressOf, formatCompact, nameOf, plainName, say } from "../model/words.js";
import { avatar, h, hueOf, icon, picturedBy, setText } from "./dom.js";

/** The time that an ended live stays before the next one replaces it, in milliseconds. */
const endedMilliseconds = 3_000;

/** One live of the feed. It has a video only while it plays or is prepared. */
export class FeedEntry {
  #session;
  #isHeard;
  #ended;
  #blocked;
  #room;
  #video = null;
  #player = null;
  #overTimer = null;
  #role = "rests";
  #title = h("bdi", {});
  #owner = h("bdi", {});
  #viewers = h("bdi", {});
  #host = h("span", { class: "feed__host" });
  #art = h("div", { class: "feed__art", "aria-hidden": "true" });
  #screen = h("div", { class: "feed__screen" });
  #spinner = h("span", { class: "picture__spinner", hidden: true });
  #cardText = h("p", {});
  #stay = h("button", { class: "button button--small", type: "button", hidden: true, "data-testid": "feed-stay" }, say("feed.stay"));
  #card = h("div", { class: "picture__card", role: "status", hidden: true }, this.#cardText, this.#stay);
  #shownOwner = "";

  constructor(room, { session, isHeard, ended, blocked }) {
    this.#room = room;
    this.#session = session;
    this.#isHeard = isHeard;
    this.#ended = ended;
    this.#blocked = blocked;
    const { liveID } = room.info;
    this.item = h(
      "li", { class: "feed__item", data: { liveId: liveID, role: "rests" }, "data-testid": "feed-item", style: { "--hue": hueOf(liveID) } },
      this.#art, this.#screen, this.#spinner, this.#card,
      h("div", { class: "feed__words" },
        h("div", { class: "feed__facts" },
          h("span", { class: "chip chip--live" }, say("list.live")),
          h("span", { class: "chip" }, icon("eye"), this.#viewers, h("span", { class: "sr-only" }, say("list.watching")))),
        h("h2", { class: "feed__title" }, this.#title),
        h("p", { class: "feed__owner" }, this.#host, this.#owner),
        h("a", {
          class: "button button--primary", href: addressOf({ view: "live", liveID }), "data-testid": "feed-enter",
        }, say("feed.enter"))));
    this.#stay.addEventListener("click", () => {
      clearTimeout(this.#overTimer);
      this.#stay.hidden = true;
      setText(this.#cardText, say("ended.title"));
    });
    this.update(room);
  }

  update(room) {
    this.#room = room;
    const { info, audienceCount } = room;
    setText(this.#title, plainName(info.liveName));
    setText(this.#owner, nameOf(info.liveOwner));
    setText(this.#viewers, formatCompact(audienceCount));
    const key = [coverOf(info), info.liveOwner.userName, info.liveOwner.avatarURL].join("\n");
    if (key === this.#shownOwner) return;
    this.#shownOwner = key;
    const picture = picturedBy(coverOf(info), "feed__cover");
    this.#host.replaceChildren(avatar(info.liveOwner));
    this.#art.replaceChildren(avatar(info.liveOwner, "huge"), ...(picture ? [picture] : []));
  }

  /** Creates the player. `PlayerPair` decides when. */
  open() {
    const video = h("video", { class: "picture__video", playsinline: true, tabindex: "-1", "aria-label": say("picture.label") });
    video.muted = true;
    this.#video = video;
    this.#screen.replaceChildren(video);
    const player = new PicturePlayer(video, {
      media: () => this.#room.info.media,
      freshMedia: async () => (await this.#session.connection.command("room.info", undefined, this.#room.info.liveID)).info.media,
    });
    this.#player = player;
    player.addEventListener("change", () => this.#draw());
    player.addEventListener("blocked", () => this.#blocked());
    return {
      play: () => {
        this.drawSound();
        player.play();
      },
      rest: () => {
        video.muted = true;
        player.rest();
      },
      close: () => {
        const closed = player.stop();
        if (this.#player === player) {
          this.#player = null;
          this.#video = null;
          this.#screen.replaceChildren();
          this.#draw();
        }
        return closed;
      },
    };
  }

  /** `playing`, `warmed` or `rests`. */
  drawRole(role) {
    if (role === this.#role) return;
    this.#role = role;
    this.item.dataset.role = role;
    this.drawSound();
    this.#draw();
  }

  drawSound() {
    if (this.#video) this.#video.muted = !(this.#role === "playing" && this.#isHeard());
  }

  /** Shows that the live has ended, and a moment later calls `gone`. */
  over(gone) {
    if (this.#overTimer !== null) return;
    this.#show(say("feed.endedNext"));
    this.#stay.hidden = false;
    this.#overTimer = setTimeout(gone, endedMilliseconds);
  }

  #draw() {
    const phase = this.#player?.phase ?? "idle";
    const isSeen = this.#player?.hasPicture ?? false;
    this.item.classList.toggle("feed__item--seen", isSeen);
    const isPlaying = this.#role === "playing";
    this.#spinner.hidden = !isPlaying || (phase !== "loading" && phase !== "waiting") || this.#overTimer !== null;
    if (this.#overTimer !== null) return;
    if (phase === "ended" && isPlaying) {
      this.#ended();
      return;
    }
    const words = { unplayable: this.#player?.lacksLists ? "picture.noList" : "picture.unplayable", lost: "picture.lost" }[phase];
    const key = this.#player?.state === "interrupted" ? "picture.interrupted" : words;
    this.#show(isPlaying && key ? say(key) : "");
  }

  #show(text) {
    this.#card.hidden = text === "";
    setText(this.#cardText, text);
  }
}
