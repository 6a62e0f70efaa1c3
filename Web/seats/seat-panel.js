// The panel of the seats: the user's own place, all seats, who waits for an answer, and what the host may set.

import { h, icon, named } from "../components/dom.js";
import { formatNumber, isolated, nameOf, say } from "../model/words.js";
import { LivesPanel } from "./lives-panel.js";
import { panelButton, refill } from "./panel-parts.js";
import { nameOfSeat } from "./seat-grid.js";
import { showSeatMenu } from "./seat-menu.js";
import { isHeard, isSeen, layouts } from "./seat-state.js";

/** How many people of the audience the panel offers to invite. */
const invitedMax = 50;

/**
 * The panel. It opens beside what the user does in the live, and Escape closes it.
 *
 * It gets `desk`, `sitting`, `session`, and what it calls: `sit(index)`, `accept()`, `resume()`, `attempt(asking, said)`.
 */
export class SeatPanel {
  #place;
  #opener = null;
  #lives;
  #parts = {
    own: h("div", { class: "seat-panel__own" }), waiting: h("div", {}), seats: h("div", {}), host: h("div", {}),
  };
  #close = h(
    "button", { class: "icon-button icon-button--small", type: "button", "aria-label": say("seats.close"), "data-testid": "seats-close" },
    icon("close"));
  #title = h("h2", { class: "seat-panel__title", id: "seat-panel-title", tabindex: "-1" }, say("seats.title"));
  #element;

  constructor(place) {
    this.#place = place;
    this.#lives = new LivesPanel(place);
    const { own, waiting, seats, host } = this.#parts;
    this.#element = h(
      "section", { class: "seat-panel", role: "dialog", "aria-labelledby": "seat-panel-title", "data-testid": "seat-panel" },
      h("div", { class: "seat-panel__head" }, this.#title, this.#close), own, waiting, seats, host, this.#lives.element);
    this.#close.addEventListener("click", () => this.close());
    this.#element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      this.close();
    });
  }

  get isOpen() { return this.#element.isConnected; }

  toggle(parent) {
    if (this.isOpen) this.close();
    else this.show(parent);
  }

  /** Shows the panel at the end of an element, and moves the focus into it. */
  show(parent) {
    if (this.isOpen || !parent) return;
    this.#opener = document.activeElement;
    parent.append(this.#element);
    this.draw();
    this.#title.focus();
  }

  close() {
    if (!this.isOpen) return;
    this.#element.remove();
    /** @type {?HTMLElement} */
    const opener = this.#opener;
    if (opener?.isConnected) opener.focus();
  }

  draw() {
    if (!this.isOpen) return;
    this.#drawOwn();
    this.#drawWaiting();
    this.#drawSeats();
    this.#drawHost();
    this.#lives.draw();
  }

  get #state() { return this.#place.desk.live.state; }

  // The user's own place

  #drawOwn() {
    const { desk, sitting } = this.#place;
    const { seats } = desk;
    const { own } = seats;
    const { isHere, devices } = sitting;
    const key = [
      seats.hasSeats, own && JSON.stringify(own), Boolean(seats.ownApplication), seats.ownInvitation?.inviter?.userID, isHere,
      devices.isMicrophoneOn, devices.isCameraOn, devices.hasMicrophone, devices.hasCamera, this.#state.info?.seatMode, seats.isVoice,
      this.#state.role,
    ].join("\n");
    refill(this.#parts.own, key, () => {
      if (!seats.hasSeats) return [h("p", { class: "seat-panel__text" }, say("seats.none"))];
      if (own) return this.#ownSeat(own);
      if (seats.ownInvitation) return this.#ownInvitation(seats.ownInvitation);
      if (seats.ownApplication) {
        return [
          h("p", { class: "seat-panel__text" }, say("seats.waiting")),
          this.#button("seats.cancel", "seat-cancel", () => this.#place.attempt(sitting.cancel())),
        ];
      }
      const isFree = this.#state.info?.seatMode === "free" || this.#state.canModerate;
      return [
        h("p", { class: "seat-panel__text" }, say(isFree ? "seats.freeText" : "seats.applyText")),
        this.#button(isFree ? "seats.sit" : "seats.apply", "seat-ask", () => this.#place.sit(null), "button--primary"),
      ];
    });
  }

  #ownSeat(own) {
    const { sitting, attempt, resume } = this.#place;
    const { isOwner, info } = this.#state;
    const text = h("p", { class: "seat-panel__text" }, say("seats.youSit", { number: own.index + 1 }));
    const leave = this.#button("seats.leave", "seat-leave", () => attempt(sitting.leave()));
    if (isOwner) return info?.keepOwnerOnSeat ? [text, h("p", { class: "form__hint" }, say("seats.hostText"))] : [text, leave];
    if (!sitting.isHere) {
      return [
        text, h("p", { class: "form__hint" }, say("seats.elsewhere")),
        this.#button("seats.useHere", "seat-resume", resume, "button--primary"), leave,
      ];
    }
    const { devices } = sitting;
    /** @type {HTMLElement[]} */
    const controls = [text];
    if (devices.hasMicrophone) {
      controls.push(this.#switch(
        devices.isMicrophoneOn ? "studio.muteMicrophone" : "studio.unmuteMicrophone", "seat-own-microphone", devices.isMicrophoneOn,
        own.isMicrophoneLocked, () => devices.setMicrophone(!devices.isMicrophoneOn)));
    }
    if (devices.hasCamera && !this.#place.desk.seats.isVoice) {
      controls.push(this.#switch(
        devices.isCameraOn ? "studio.cameraOff" : "studio.cameraOn", "seat-own-camera", devices.isCameraOn, own.isCameraLocked,
        () => devices.setCamera(!devices.isCameraOn)));
    }
    if (own.isMicrophoneLocked) controls.push(h("p", { class: "form__hint" }, say("seats.microphoneIsClosed")));
    if (own.isCameraLocked) controls.push(h("p", { class: "form__hint" }, say("seats.cameraIsClosed")));
    controls.push(this.#button("seats.changeDevices", "seat-devices", resume), leave);
    return controls;
  }

  #ownInvitation({ inviter }) {
    const { desk, accept, attempt } = this.#place;
    return [
      h("p", { class: "seat-panel__text" }, say("seats.invited", { name: isolated(nameOf(inviter ?? this.#state.info.liveOwner)) })),
      this.#button("seats.accept", "seat-accept", accept, "button--primary"),
      this.#button("seats.decline", "seat-decline", () => attempt(desk.answerInvitation(false))),
    ];
  }

  // Who waits

  #drawWaiting() {
    const { desk } = this.#place;
    const isHost = this.#state.canModerate;
    const applications = isHost ? [...desk.seats.applications.values()] : [];
    const invitations = isHost ? [...desk.seats.invitations.values()] : [];
    const nameKey = ({ guest }) => `${guest.userID} ${guest.userName}`;
    refill(this.#parts.waiting, [...applications.map(nameKey), "", ...invitations.map(nameKey)].join("\n"), () => [
      applications.length > 0 && h("h3", {}, say("seats.applications")),
      applications.length > 0 && h("ul", { class: "seat-panel__list" }, ...applications.map((request) => this.#application(request))),
      invitations.length > 0 && h("h3", {}, say("seats.invitations")),
      invitations.length > 0 && h("ul", { class: "seat-panel__list" }, ...invitations.map((request) => this.#invitation(request))),
    ]);
  }

  #application({ guest, index = null }) {
    const { desk, attempt } = this.#place;
    const name = isolated(nameOf(guest));
    return h(
      "li", { "data-testid": `application-${guest.userID}` },
      h("span", { class: "seat-panel__name" }, named(guest), index === null ? "" : ` · ${say("seats.seat", { number: index + 1 })}`),
      this.#button(
        "seats.let", `accept-${guest.userID}`, () => attempt(desk.answerApplication(guest.userID, true)), "button--primary",
        say("seats.letName", { name })),
      this.#button(
        "seats.reject", `reject-${guest.userID}`, () => attempt(desk.answerApplication(guest.userID, false)), "button--quiet",
        say("seats.rejectName", { name })));
  }

  #invitation({ guest }) {
    const { desk, attempt } = this.#place;
    return h(
      "li", {}, h("span", { class: "seat-panel__name" }, named(guest)),
      this.#button(
        "seats.takeBack", `take-back-${guest.userID}`, () => attempt(desk.cancelInvitation(guest.userID)), "button--quiet",
        say("seats.takeBackName", { name: isolated(nameOf(guest)) })));
  }

  // All seats

  #drawSeats() {
    const { desk, sit, attempt } = this.#place;
    const { seats, isVoice } = desk.seats;
    const key = `${this.#state.role}\n${JSON.stringify(seats.map(({ region: _region, ...seat }) => seat))}`;
    refill(this.#parts.seats, key, () => (seats.length === 0 ? [] : [
      h("ul", { class: "seat-panel__list", "aria-label": say("seats.all") }, ...seats.map((seat) => {
        const button = h(
          "button",
          { class: "seat-panel__seat", type: "button", data: { focus: `seat-${seat.index}` }, "data-testid": `row-${seat.index}` },
          h("span", { class: "seat-panel__number", "aria-hidden": "true" }, formatNumber(seat.index + 1)),
          h("span", { class: "seat-panel__name" }, seat.user ? named(seat.user) : say(seat.isLocked ? "seats.locked" : "seats.free")),
          seat.user && !isHeard(seat) && icon("microphoneOff"), seat.user && !isVoice && !isSeen(seat) && icon("cameraOff"),
          seat.isLocked && icon("lock"));
        button.setAttribute("aria-label", nameOfSeat(seat, { isVoice }));
        button.addEventListener("click", () => showSeatMenu(button, seat, { desk, sit, attempt }));
        return h("li", {}, button);
      })),
    ]));
  }

  // What the host sets

  #drawHost() {
    const { desk, attempt } = this.#place;
    const { info, canModerate, audience, adminIDs } = this.#state;
    const { seats } = desk;
    const isToAsk = ({ userID }) => !seats.seatOf(userID) && !seats.invitations.has(userID);
    const people = [...audience.values()].filter(isToAsk).slice(0, invitedMax);
    const key = canModerate && seats.hasSeats
      ? [info?.seatMode, seats.templateID, adminIDs.size, ...people.map(({ userID, userName }) => `${userID} ${userName}`)].join("\n") : "";
    refill(this.#parts.host, key, () => (key === "" ? [] : [
      h("h3", {}, say("seats.settings")),
      this.#choice(
        "seat-mode", "seats.mode", info?.seatMode,
        [["apply", say("seats.modeApply")], ["free", say("seats.modeFree")]], (mode) => attempt(desk.setMode(mode))),
      this.#choice(
        "seat-layout", "seats.layout", String(seats.templateID), this.#layouts(seats.templateID),
        (template) => attempt(desk.layOut(Number(template)))),
      people.length > 0 && this.#choice(
        "seat-invite", "seats.invite", "", [["", say("seats.inviteWhom")], ...people.map((user) => [user.userID, nameOf(user)])],
        (userID) => userID && attempt(desk.invite(userID))),
    ]));
  }

  #layouts(current) {
    const known = layouts.includes(current) ? layouts : [current, ...layouts];
    return known.map((template) => [
      String(template), layouts.includes(template) ? say(`seatLayout.${template}`) : say("seats.layoutOf", { number: String(template) }),
    ]);
  }

  #choice(testID, label, chosen, options, choose) {
    const select = h(
      "select", { class: "input", id: testID, data: { focus: testID }, "data-testid": testID },
      ...options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
    select.addEventListener("change", () => choose(select.value));
    return h("div", { class: "form__row" }, h("label", { for: testID }, say(label)), select);
  }

  #button(label, testID, press, kind = "button--quiet", name = null) { return panelButton(say(label), testID, press, kind, name); }

  #switch(label, testID, isOn, isLocked, press) {
    const button = this.#button(label, testID, press, "toggle");
    button.setAttribute("aria-pressed", String(isOn));
    button.disabled = Boolean(isLocked);
    return button;
  }
}
