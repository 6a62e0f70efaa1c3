// The seats of a live: who sits, and the means to ask for a seat and to keep order. It is loaded once somebody sits, or asks to.

import { inBatches } from "../components/dom.js";
import { loadView } from "../components/shell.js";
import { refusalOf } from "../media/devices.js";
import { explain, isolated, nameOf, say, storageOf } from "../model/words.js";
import { BattleBar } from "./battle-bar.js";
import { HostDevices } from "./host-devices.js";
import { tellLives } from "./lives-notes.js";
import { checkDevices } from "./seat-check.js";
import { SeatDesk } from "./seat-desk.js";
import { SeatGrid } from "./seat-grid.js";
import { showSeatMenu } from "./seat-menu.js";
import { SeatPanel } from "./seat-panel.js";
import { Sitting } from "./sitting.js";

/** The seats on the stage of a live, with their panel. */
class Seats extends HTMLElement {
  #desk;
  #sitting;
  #panel;
  /** When the invitation was made that the user was last told of. */
  #invitedAt = null;
  #listening = null;
  /** The calls between those who sit. They are loaded when the user sits beside somebody. */
  #calls = null;
  #isLoading = false;
  #host;
  #draws = inBatches(() => this.#draw());
  #battle;
  /** The pictures of joined lives. They are loaded when the live is joined with one. */
  #linked = null;
  #grid = new SeatGrid((seat, button) => this.#pressed(seat, button));

  connectedCallback() {
    this.className = "seats";
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#desk = new SeatDesk(this.live);
    this.#sitting = new Sitting(this.#desk, storageOf("sessionStorage"));
    this.#host = new HostDevices(this.#desk);
    this.#panel = new SeatPanel({
      desk: this.#desk, sitting: this.#sitting, session: this.session,
      sit: (index) => this.#sit(index), accept: () => this.#accept(), resume: () => this.#resume(),
      attempt: (asking, said) => this.#attempt(asking, said),
    });
    this.#desk.addEventListener("change", () => this.#draws.ask(true), { signal });
    this.#desk.addEventListener("return", () => this.#askAgain(), { signal });
    this.#desk.addEventListener("note", ({ detail }) => this.#told(detail), { signal });
    this.#sitting.addEventListener("change", () => this.#draws.ask(true), { signal });
    this.#sitting.addEventListener("failed", ({ detail }) => this.toasts.show(say(refusalOf(detail)), "error"), { signal });
    this.live.addEventListener("change", () => this.#draws.ask(), { signal });
    this.live.addEventListener("leaving", () => this.#hangUp(), { signal });
    this.session.addEventListener("broadcast", () => this.#draws.ask(), { signal });
    this.#battle = new BattleBar(() => this.session.now, (text) => this.announcer.say(text));
    this.replaceChildren(this.#grid.element, this.#battle.element);
    this.#desk.start();
    this.#draw();
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#draws.stop();
    this.#hangUp();
    this.#desk.stop();
    this.#battle.stop();
    this.#linked?.stop();
    this.#panel.close();
  }

  /** Shows the panel, or hides it again. */
  open() { this.#panel.toggle(this.closest(".live")); }

  /** @returns {?HTMLElement} */
  get #stage() { return this.closest(".stage"); }

  #draw() {
    const { seats } = this.#desk;
    const isIn = this.live.state.phase === "in";
    const isShown = isIn && seats.hasSeats && (seats.isVoice || seats.seated.some(({ user }) => !this.#isOwner(user)));
    const media = this.live.state.info?.media?.state;
    this.#follow();
    const isCalled = this.#isInCall;
    this.#grid.draw(seats, {
      isShown, isBare: !isCalled && (media === "live" || this.#broadcast !== null),
      streamOf: (userID) => (userID === seats.ownID ? this.#sitting.devices.stream : this.#calls?.streamOf(userID) ?? null),
    });
    this.#replacePicture(isCalled);
    const stage = this.#stage;
    stage?.classList.toggle("stage--seats", isShown);
    const waits = this.live.state.canModerate ? seats.applications.size + this.#desk.lives.requests.size : seats.ownInvitation ? 1 : 0;
    stage?.classList.toggle("stage--asked", waits > 0);
    this.#drawLinked(isIn ? this.#desk.lives.others : []);
    this.#battle.draw(this.#desk.lives);
    // What is said after a live has the whole screen.
    if (["ended", "removed", "refused"].includes(this.live.state.phase)) this.#panel.close();
    else this.#panel.draw();
  }

  /** What the user sends from this page as the host of the live, or null. */
  get #broadcast() {
    const { broadcast } = this.session;
    return broadcast?.liveID === this.live.state.liveID && broadcast.isGoingOn ? broadcast : null;
  }

  /** Whether the user is a guest who sees and hears the host at once. */
  get #isInCall() {
    const ownerID = this.live.state.info?.liveOwner.userID;
    return this.#broadcast === null && this.#sitting.isHere && (this.#calls?.isConnected(ownerID) ?? false);
  }

  /** Follows the seats with the calls, and tells what the host's devices do. */
  #follow() {
    const broadcast = this.#broadcast;
    if (this.live.state.isOwner) this.#host.follow(broadcast);
    const own = broadcast?.source ?? (this.#sitting.isHere ? this.#sitting.devices.stream : null);
    if (this.#calls) this.#calls.follow(own, broadcast);
    else if (own && this.#desk.seats.seated.length > 1) this.#loadCalls();
  }

  #drawLinked(hosts) {
    const count = this.#linked?.draw(hosts, this.#desk.lives.muted) ?? 0;
    this.#stage?.classList.toggle("stage--linked", count > 0);
    this.#stage?.style.setProperty("--linked", String(count));
    if (hosts.length > 0 && !this.#linked) this.#loadLinked();
  }

  #loadLinked() {
    return this.#load(async () => {
      await loadView("ov-picture");
      const { LinkedPictures } = await import("./linked-pictures.js");
      if (!this.isConnected) return;
      this.#linked = new LinkedPictures(this.session);
      this.#grid.element.before(this.#linked.element);
    });
  }

  #loadCalls() {
    return this.#load(async () => {
      const { Calls } = await import("./calls.js");
      if (!this.isConnected) return;
      this.#calls = new Calls(this.#desk, (speaks) => this.#grid.drawSpeakers(speaks));
      this.#calls.addEventListener("change", () => this.#draws.ask(true));
    });
  }

  /** Loads something more, one thing after the other. What could not be loaded once is not tried again, but with the page. */
  async #load(make) {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      await make();
    } catch {
      this.toasts.show(say("app.partMissing"), "error");
      return;
    }
    this.#isLoading = false;
    if (this.isConnected) this.#draws.ask(true);
  }

  /** A guest in a call does not play the picture of the live: it comes later, and has their own voice in it. */
  #replacePicture(isReplaced) {
    const picture = this.#stage?.querySelector("ov-picture");
    if (!picture || Boolean(picture.isReplaced) === isReplaced) return;
    picture.isReplaced = isReplaced;
    picture.draw();
  }

  #hangUp() {
    this.#sitting.stop();
    this.#calls?.close();
    this.#calls = null;
  }

  #isOwner(user) { return user.userID === this.live.state.info?.liveOwner.userID; }

  #pressed(seat, button) {
    const place = { desk: this.#desk, sit: (index) => this.#sit(index), attempt: (asking, said) => this.#attempt(asking, said) };
    if (!showSeatMenu(button, seat, place)) this.open();
  }

  async #attempt(asking, said = "") {
    try {
      await asking;
      if (said) this.toasts.show(said);
    } catch (rejection) {
      if (this.isConnected) this.toasts.show(explain(rejection), "error");
    }
  }

  /** Checks the devices, and then sits down or applies. */
  #sit(index = null) {
    const { live, settings } = this;
    const isFree = live.state.info?.seatMode === "free" || live.state.canModerate;
    // The host's picture and voice are the live's own.
    if (live.state.isOwner) {
      this.#attempt(this.#desk.take(index));
      return;
    }
    checkDevices({
      title: say(isFree ? "seats.sitTitle" : "seats.applyTitle"), action: say(isFree ? "seats.sit" : "seats.apply"),
      hasPictures: !this.#desk.seats.isVoice, settings, perform: (choice) => this.#sitting.take(choice, index),
    });
  }

  #accept() {
    checkDevices({
      title: say("seats.sitTitle"), action: say("seats.accept"), hasPictures: !this.#desk.seats.isVoice, settings: this.settings,
      perform: (choice) => this.#sitting.accept(choice),
    });
  }

  #resume() {
    checkDevices({
      title: say("seats.devicesTitle"), action: say("seats.useDevices"), hasPictures: !this.#desk.seats.isVoice, settings: this.settings,
      perform: (choice) => this.#sitting.resume(choice),
    });
  }

  #say(text, tone = "info") {
    this.toasts.show(text, tone);
    this.announcer.say(text);
  }

  /** Tells what happened. */
  #told(note) {
    if (note.kind === "applied") this.#toldApplication(note);
    else if (note.kind === "invited") this.#toldInvitation(note);
    else if (note.kind === "ended") this.#toldEnd(note);
    else if (note.kind === "own") this.#toldOwn(note);
    else tellLives(note, this.#desk.lives, (text) => this.#say(text));
  }

  #toldApplication({ request }) {
    if (request.guest.userID !== this.session.user.userID) this.#say(say("seats.applied", { name: isolated(nameOf(request.guest)) }));
  }

  /** Asks about an invitation that came before the seats were loaded, or while the connection was lost. */
  #askAgain() {
    const { ownInvitation } = this.#desk.seats;
    if (ownInvitation) this.#toldInvitation({ request: ownInvitation });
  }

  #toldInvitation({ request }) {
    if (request.guest.userID !== this.session.user.userID || request.at === this.#invitedAt) return;
    this.#invitedAt = request.at;
    this.#say(say("seats.invited", { name: isolated(nameOf(request.inviter ?? this.live.state.info.liveOwner)) }));
    this.#panel.show(this.closest(".live"));
  }

  #toldEnd({ request, outcome, by }) {
    const isOwn = request.guest.userID === this.session.user.userID;
    const name = isolated(nameOf(request.guest));
    const isByOther = by?.userID !== this.session.user.userID;
    if (outcome === "rejected" && isOwn && request.kind === "application") this.#say(say("seats.rejected"));
    else if (outcome === "rejected" && !isOwn && request.kind === "invitation") this.#say(say("seats.declined", { name }));
    else if (outcome === "timedOut") this.#say(isOwn ? say("seats.timedOut") : say("seats.timedOutFor", { name }));
    else if (outcome === "cancelled" && isOwn && isByOther) this.#say(say("seats.withdrawn"));
  }

  #toldOwn({ before, now, reason, by }) {
    const isByOther = by?.userID !== this.session.user.userID;
    if (!before && now) this.#say(say("seats.youSit", { number: now.index + 1 }));
    else if (before && !now) this.#say(say(reason === "left" ? "seats.youLeft" : "seats.youWereTakenOff"));
    else if (before.index !== now.index && isByOther) this.#say(say("seats.youWereMoved", { number: now.index + 1 }));
    if (!before || !now) return;
    if (!before.isMicrophoneLocked && now.isMicrophoneLocked) this.#say(say("seats.yourMicrophoneClosed"));
    if (before.isMicrophoneLocked && !now.isMicrophoneLocked) this.#say(say("seats.yourMicrophoneOpened"));
    if (!before.isCameraLocked && now.isCameraLocked) this.#say(say("seats.yourCameraClosed"));
    if (before.isCameraLocked && !now.isCameraLocked) this.#say(say("seats.yourCameraOpened"));
  }
}
customElements.define("ov-seats", Seats);
