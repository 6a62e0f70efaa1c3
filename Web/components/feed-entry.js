// One live of the feed: its picture while it plays or is prepared, and the texts over it.

import { fills } from "../media/feed-policy.js";
import { PicturePlayer } from "../media/picture-player.js";
import { coverOf } from "../model/lives.js";
import { addressOf, formatCompact, nameOf, plainName, say } from "../model/words.js";
import { artworkOf } from "./artwork.js";
import { avatar, foreign, h, hueOf, icon, named, picturedBy, setText } from "./dom.js";

/** The time that an ended live stays before the next one replaces it, in milliseconds. */
const endedMilliseconds = 3_000;
/** The interval at which the colours around a picture follow it, in milliseconds. */
const coloursMilliseconds = 2_000;
/** The pixels of these colours. Stretched over the screen so few are a soft light without any filter. */
const colours = Object.freeze({ width: 12, height: 12 });
/** The shape of a picture that is not known yet. */
const unknownShape = Object.freeze({ width: 16, height: 9 });

/** One live of the feed. It has a video only while it plays or is prepared. */
export class FeedEntry {
  #session;
  #isHeard;
  #ended;
  #blocked;
  #asked;
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
  /** The colours of the picture, around one that does not fill its place. */
  #light = h("canvas", { class: "feed__light", "aria-hidden": "true", ...colours });
  #lightTimer = null;
  #stage = null;
  #messages = h("ul", { class: "feed__messages", "aria-label": say("feed.messages"), "data-testid": "feed-messages", hidden: true });
  #shownMessages = "";
  #play = h(
    "button", { class: "feed__play", type: "button", hidden: true, "data-testid": "feed-play" }, icon("play", true),
    h("span", { class: "sr-only" }, say("picture.play")));
  #enter = h("a", { class: "button button--primary", "data-testid": "feed-enter" }, say("feed.enter"));
  #screen = h("div", { class: "feed__screen" });
  #spinner = h("span", { class: "picture__spinner", hidden: true });
  #cardText = h("p", {});
  #stay = h("button", { class: "button button--small", type: "button", hidden: true, "data-testid": "feed-stay" }, say("feed.stay"));
  #card = h("div", { class: "picture__card", role: "status", hidden: true }, this.#cardText, this.#stay);
  #shownOwner = "";

  constructor(room, { session, isHeard, ended, blocked, asked }) {
    this.#room = room;
    this.#session = session;
    this.#isHeard = isHeard;
    this.#ended = ended;
    this.#blocked = blocked;
    this.#asked = asked;
    const { liveID } = room.info;
    this.#enter.setAttribute("href", addressOf({ view: "live", liveID }));
    this.#stage = h("div", { class: "feed__stage" }, this.#art, this.#screen, this.#spinner, this.#play);
    this.#play.addEventListener("click", () => this.#asked());
    this.item = h(
      "li", { class: "feed__item", data: { liveId: liveID, role: "rests" }, "data-testid": "feed-item", style: { "--hue": hueOf(liveID) } },
      this.#light, this.#stage, this.#card,
      h("div", { class: "feed__words" },
        this.#messages,
        h("div", { class: "feed__facts" },
          h("span", { class: "chip chip--live" }, say("list.live")),
          h("span", { class: "chip" }, icon("eye"), this.#viewers, h("span", { class: "sr-only" }, say("list.watching")))),
        h("h2", { class: "feed__title" }, this.#title),
        h("p", { class: "feed__owner" }, this.#host, this.#owner),
        this.#enter));
    this.#stay.addEventListener("click", () => {
      clearTimeout(this.#overTimer);
      this.#handOnFocus();
      this.#stay.hidden = true;
      setText(this.#cardText, say("ended.title"));
    });
    this.update(room);
  }

  update(room) {
    this.#room = room;
    const { info, audienceCount } = room;
    setText(this.#title, plainName(info.liveName));
    // Among the links of a dozen lives, "Enter" says nothing.
    this.#enter.setAttribute("aria-label", `${say("feed.enter")}: ${plainName(info.liveName)}`);
    setText(this.#owner, nameOf(info.liveOwner));
    setText(this.#viewers, formatCompact(audienceCount));
    const key = [coverOf(info), info.liveOwner.userName, info.liveOwner.avatarURL].join("\n");
    if (key === this.#shownOwner) return;
    this.#shownOwner = key;
    const picture = picturedBy(coverOf(info), "feed__cover");
    this.#host.replaceChildren(avatar(info.liveOwner));
    this.#art.replaceChildren(artworkOf(info.liveID), ...(picture ? [picture] : []));
    this.shape();
  }

  /** Shows the latest messages of the live, oldest first, as `room.info` has them. */
  tell(records) {
    const texts = records.filter(({ barrage }) => typeof barrage?.text === "string");
    const key = texts.map(({ seq }) => seq).join();
    if (key === this.#shownMessages) return;
    this.#shownMessages = key;
    this.#messages.hidden = texts.length === 0;
    this.#messages.replaceChildren(...texts.map(({ barrage: { sender, text } }) => h(
      "li", { class: "feed__message" },
      named(sender, { class: "feed__sender", style: { "--hue": hueOf(sender.userID) } }), " ", foreign(text))));
  }

  /** Fits the stage to the picture: it fills its place, or stands in it whole. */
  shape() {
    const { media } = this.#room.info;
    const width = this.#player?.width || media?.width || unknownShape.width;
    const height = this.#player?.height || media?.height || unknownShape.height;
    const place = { width: this.item.clientWidth, height: this.item.clientHeight };
    this.item.style.setProperty("--ratio", (width / height).toFixed(3));
    const isFilled = fills({ width, height }, place);
    if (this.item.classList.contains("feed__item--filled") !== isFilled) this.item.classList.toggle("feed__item--filled", isFilled);
  }

  /** Creates the player. `PlayerPair` decides when. */
  open() {
    const video = h("video", { class: "picture__video", playsinline: true, tabindex: "-1", "aria-label": say("picture.label") });
    video.muted = true;
    this.#video = video;
    video.addEventListener("resize", () => this.shape());
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
          clearInterval(this.#lightTimer);
          this.#lightTimer = null;
          this.#draw();
        }
        return closed;
      },
    };
  }

  /** `playing`, `waits` for the user, `warmed` or `rests`. */
  drawRole(role) {
    if (role === this.#role) return;
    this.#role = role;
    this.item.dataset.role = role;
    this.drawSound();
    if (this.#play === document.activeElement && role !== "waits") this.#handOnFocus();
    this.#play.hidden = role !== "waits";
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

  /** Takes the live out of the feed. */
  leave() {
    if (this.item.contains(document.activeElement)) this.#handOnFocus();
    this.item.remove();
  }

  /** The feed takes the focus from what goes, so that its keys go on working where the user is. */
  #handOnFocus() {
    /** @type {?HTMLElement} */ (this.item.closest(".feed__list"))?.focus({ preventScroll: true });
  }

  #draw() {
    const phase = this.#player?.phase ?? "idle";
    const isSeen = this.#player?.hasPicture ?? false;
    this.item.classList.toggle("feed__item--seen", isSeen);
    if (isSeen && this.#lightTimer === null) {
      this.#lightUp();
      this.#lightTimer = setInterval(() => this.#lightUp(), coloursMilliseconds);
    }
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

  /** Draws the picture's colours anew, if anybody can see them. */
  #lightUp() {
    if (!this.#video || this.#role !== "playing" || document.hidden) return;
    try {
      this.#light.getContext("2d").drawImage(this.#video, 0, 0, colours.width, colours.height);
    } catch {
      // A frame that cannot be read leaves the last light.
    }
  }

  #show(text) {
    this.#card.hidden = text === "";
    setText(this.#cardText, text);
  }
}
