// The part of the panel for lives together: whom the host's live is joined with, whom to ask, and battles.

import { h, named } from "../components/dom.js";
import { explain, isolated, nameOf, plainName, say } from "../model/words.js";
import { panelButton, refill } from "./panel-parts.js";

/** How many lives the panel offers. */
const candidatesMax = 24;
/** The lengths of a battle that the panel offers, in minutes. */
const battleMinutes = [1, 3, 5];
const defaultMinutes = 3;

/** The text of an answer to `cohost.request` that says why the other live is not asked. */
const refusedCodes = new Map([
  [1, "lives.noSuchLive"], [2, "lives.pending"], [3, "lives.joinedElsewhere"], [4, "lives.full"], [5, "lives.tryAgain"],
]);

/** Why another live cannot be asked, as a key of the page's texts, or null if it is asked. */
export function refusalOfLive(code) { return code === 0 ? null : refusedCodes.get(code) ?? "lives.tryAgain"; }

/** Lives together, for the owner of a live. Empty for everybody else. */
export class LivesPanel {
  #place;
  /** The lives that can be asked, as `room.list` has them; null before the user wants to see them. */
  #candidates = null;
  #minutes = defaultMinutes;
  #said = "";
  #parts = { asked: h("div", {}), link: h("div", {}), others: h("div", {}) };

  constructor(place) {
    this.#place = place;
    this.element = h("div", { class: "seat-panel__lives" }, ...Object.values(this.#parts));
  }

  draw() {
    const { desk } = this.#place;
    this.element.hidden = !desk.live.state.isOwner;
    if (this.element.hidden) return;
    this.#drawAsked();
    this.#drawLink();
    this.#drawOthers();
  }

  /** What this host has to answer. */
  #drawAsked() {
    const { desk, attempt } = this.#place;
    const { requests, battleRequest } = desk.lives;
    const key = `${[...requests.keys()].join()}\n${battleRequest?.battle.battleID}`;
    refill(this.#parts.asked, key, () => [
      ...[...requests.values()].map((request) => this.#question(
        say("lives.asked", { name: isolated(nameOf(request.inviter.user)) }), `live-${request.inviter.liveID}`,
        (isAccepted) => attempt(desk.answerLive(request, isAccepted)))),
      battleRequest && this.#question(
        say("lives.challenged", { name: this.#nameOfChallenger(battleRequest), minutes: Math.round(battleRequest.battle.seconds / 60) }),
        "battle", (isAccepted) => attempt(desk.answerBattle(isAccepted))),
    ]);
  }

  #nameOfChallenger({ battle, inviter }) {
    const host = inviter ?? battle.sides[0]?.host;
    return host ? isolated(nameOf(host.user)) : "";
  }

  #question(text, id, answer) {
    return h(
      "div", { class: "seat-panel__question", "data-testid": `question-${id}` }, h("p", {}, text),
      panelButton(say("seats.accept"), `accept-${id}`, () => answer(true), "button--primary"),
      panelButton(say("seats.decline"), `decline-${id}`, () => answer(false)));
  }

  /** Whom the live is joined with, and their battle. */
  #drawLink() {
    const { desk, attempt } = this.#place;
    const { others, battle, isFighting, muted } = desk.lives;
    const key = [
      ...others.map(({ liveID, user }) => `${liveID} ${user.userName}`), [...muted].join(), battle?.phase, this.#minutes,
    ].join("\n");
    refill(this.#parts.link, key, () => {
      if (others.length === 0) return [];
      const minutes = h(
        "select", { class: "input", id: "battle-minutes", data: { focus: "battle-minutes" }, "data-testid": "battle-minutes" },
        ...battleMinutes.map((each) => h(
          "option", { value: each, selected: each === this.#minutes }, say("lives.minutes", { count: each }))));
      minutes.addEventListener("change", () => { this.#minutes = Number(minutes.value); });
      const again = battle?.phase === "over" && battle.startedAt;
      return [
        h("h3", {}, say("lives.joinedWith")),
        h(
          "ul", { class: "seat-panel__list" },
          ...others.map((host) => this.#joined(host, muted.has(host.liveID)))),
        ...(isFighting
          ? [panelButton(say("lives.leaveBattle"), "battle-leave", () => attempt(desk.exitBattle()))]
          : [
            h("div", { class: "form__row" }, h("label", { for: "battle-minutes" }, say("lives.battleFor")), minutes),
            panelButton(
              say(again ? "lives.again" : "lives.battle"), "battle-ask",
              () => attempt(desk.askBattle(this.#minutes * 60), say("lives.battleAsked")), "button--primary"),
          ]),
        panelButton(say("lives.leave"), "link-leave", () => attempt(desk.exitLink())),
      ];
    });
  }

  /** A joined host, with the means to mute them for everybody here. */
  #joined({ liveID, user }, isMuted) {
    const { desk, attempt } = this.#place;
    const name = isolated(nameOf(user));
    return h(
      "li", { "data-testid": `joined-${liveID}` }, h("span", { class: "seat-panel__name" }, named(user)),
      panelButton(
        say(isMuted ? "lives.unmuteHost" : "lives.muteHost"), `mute-${liveID}`,
        () => attempt(desk.muteHost(liveID, !isMuted)), undefined,
        say(isMuted ? "lives.unmuteHostName" : "lives.muteHostName", { name })));
  }

  /** Whom to ask. */
  #drawOthers() {
    const { desk } = this.#place;
    const { asked, others } = desk.lives;
    const joined = new Set(others.map(({ liveID }) => liveID));
    const offered = this.#candidates?.filter(({ info }) => !joined.has(info.liveID)) ?? null;
    const key = `${offered?.map(({ info }) => info.liveID).join()}\n${[...asked].join()}\n${this.#said}`;
    refill(this.#parts.others, key, () => [
      h("h3", {}, say("lives.title")),
      h("p", { class: "form__hint" }, say("lives.text")),
      panelButton(say(offered ? "lives.refresh" : "lives.show"), "lives-show", () => this.#load()),
      this.#said !== "" && h("p", { class: "form__error", role: "alert" }, this.#said),
      offered?.length === 0 && h("p", { class: "seat-panel__text" }, say("lives.none")),
      (offered?.length ?? 0) > 0 && h("ul", { class: "seat-panel__list" }, ...offered.map((listing) => this.#candidate(listing))),
    ]);
  }

  #candidate({ info, audienceCount }) {
    const { desk, attempt } = this.#place;
    const isAsked = desk.lives.asked.has(info.liveID);
    const name = isolated(nameOf(info.liveOwner));
    return h(
      "li", { "data-testid": `candidate-${info.liveID}` },
      h(
        "span", { class: "seat-panel__name" }, named(info.liveOwner),
        h("small", {}, h("bdi", {}, plainName(info.liveName)), " · ", say("lives.viewers", { count: audienceCount }))),
      isAsked
        ? panelButton(say("seats.takeBack"), `unask-${info.liveID}`, () => attempt(desk.cancelLive(info.liveID)))
        : panelButton(
          say("lives.ask"), `ask-${info.liveID}`, () => this.#ask(info.liveID), "button--primary", say("lives.askName", { name })));
  }

  async #ask(liveID) {
    await this.#show(async () => {
      const key = refusalOfLive(await this.#place.desk.askLive(liveID));
      return key ? say(key) : "";
    });
  }

  #load() {
    return this.#show(async () => {
      const { rooms } = await this.#place.session.connection.command("room.list", { count: candidatesMax });
      const own = this.#place.session.user.userID;
      this.#candidates = rooms.filter(({ info }) => info.liveOwner.userID !== own);
      return "";
    });
  }

  /** Does something, and says why it did not work. */
  async #show(act) {
    try {
      this.#said = await act();
    } catch (rejection) {
      this.#said = explain(rejection);
    }
    this.draw();
  }
}
