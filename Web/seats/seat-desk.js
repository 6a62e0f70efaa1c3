// Follows the seats of a live and the lives joined with it, and sends what the user asks of them.

import { systemClock } from "../wire/connection.js";
import { LivesState } from "./lives-state.js";
import { SeatState } from "./seat-state.js";

/** The wait before the list is asked for again after a refusal, in milliseconds. */
const againMilliseconds = 5_000;
/** How long somebody who was invited has for an answer, in seconds. */
const inviteSeconds = 30;
/** How long an application waits, in seconds. */
const applySeconds = 300;

/**
 * The seats of the live that the page shows. Requests are told without numbers and are not replayed, so the whole list is asked for after
 * each entry and resume.
 *
 * Events: `change`; `note` with what is worth telling (see `SeatState.apply` and `LivesState.apply`); `signal` with `{from, data}`;
 * `return` after the list was read on a new connection.
 */
export class SeatDesk extends EventTarget {
  #live;
  #clock;
  #listening = new AbortController();
  #timer = null;
  #asking = 0;
  /** How many answers are waited for that may give the user a seat. */
  #sitting = 0;

  /**
   * @param {import("../model/session.js").LiveController} live
   * @param {typeof systemClock} [clock] For tests.
   */
  constructor(live, clock = systemClock) {
    super();
    this.#live = live;
    this.#clock = clock;
    this.seats = new SeatState(live.state.ownID);
    this.lives = new LivesState(live.state.liveID);
  }

  get live() { return this.#live; }

  /** Begins to follow the live. Resolves once the list was read, or could not be. */
  start() {
    const { signal } = this.#listening;
    this.#live.addEventListener("told", ({ detail }) => this.#told(detail), { signal });
    this.#live.addEventListener("entered", () => this.#read(), { signal });
    return this.#read();
  }

  stop() {
    this.#listening.abort();
    this.#clock.cancel(this.#timer);
  }

  // What a guest asks.

  /** Sits down where seats are free, or else applies. Resolves to `{index}` or to nothing. */
  async take(index = null) {
    return this.#sit(() => this.#ask("seat.take", { seconds: applySeconds, ...(index !== null && { index }) }));
  }

  leave() { return this.#ask("seat.leave"); }
  /** Takes the user's own application back. */
  cancel() { return this.#forget("applications", this.seats.ownID, this.#ask("seat.cancel")); }

  /** Answers the invitation that waits for the user. */
  async answerInvitation(isAccepted) {
    const { ownInvitation, ownID } = this.seats;
    if (!ownInvitation) return;
    const inviterID = ownInvitation.inviter?.userID;
    await this.#sit(() => this.#forget("invitations", ownID, this.#ask("seat.answer", { isAccepted, inviterID })));
  }

  /** Says which of the user's devices are on. */
  report(devices) { return this.#ask("seat.devices", devices); }
  signal(to, data) { return this.#ask("seat.signal", { to, data }); }

  // What hosts and administrators ask.

  answerApplication(userID, isAccepted) {
    return this.#forget("applications", userID, this.#ask("seat.answer", { isAccepted, userID }));
  }

  invite(userID, index = null) {
    return this.#ask("seat.invite", { userID, seconds: inviteSeconds, ...(index !== null && { index }) });
  }

  cancelInvitation(userID) { return this.#forget("invitations", userID, this.#ask("seat.cancel", { userID })); }
  kick(userID) { return this.#ask("seat.kick", { userID }); }
  /** Moves a user, or the caller; who sits there takes the other seat. */
  move(userID, index) {
    const isOwn = userID === this.seats.ownID;
    return this.#ask("seat.move", isOwn ? { index } : { index, userID, policy: 2 });
  }

  lock(index, isLocked) { return this.#ask("seat.lock", { index, isLocked }); }
  allow(userID, devices) { return this.#ask("seat.allow", { userID, ...devices }); }
  feature(userID, isFeatured) { return this.#ask("seat.feature", { userID, isFeatured }); }
  layOut(templateID) { return this.#ask("room.update", { seatLayoutTemplateID: templateID }); }
  setMode(seatMode) { return this.#ask("room.update", { seatMode }); }

  // What the owner asks of other lives.

  /** Asks another live to join. Resolves to the code of the answer, 0 if its host is asked. */
  async askLive(liveID) {
    const { code } = await this.#ask("cohost.request", { liveID });
    if (code === 0) this.lives.asked.add(liveID);
    this.#changed();
    return code;
  }

  async cancelLive(liveID) {
    await this.#ask("cohost.cancel", { liveID });
    this.lives.asked.delete(liveID);
    this.#changed();
  }

  async answerLive({ ticket, inviter }, isAccepted) {
    try {
      await this.#ask("cohost.answer", { liveID: inviter.liveID, isAccepted });
    } finally {
      // One that waits no longer is gone, too.
      this.lives.requests.delete(ticket);
      this.#changed();
    }
  }

  exitLink() { return this.#ask("cohost.exit"); }
  /** Mutes the host of a joined live for everybody in this one, or lets the host be heard again. */
  muteHost(liveID, isMuted) { return this.#ask("cohost.mute", { liveID, isMuted }); }

  /** Asks the hosts of all joined lives for a battle. */
  askBattle(seconds) {
    const users = this.lives.others.map(({ user }) => user.userID);
    return this.#ask("battle.request", { users, seconds, needsResponse: true });
  }

  async answerBattle(isAccepted) {
    const request = this.lives.battleRequest;
    if (!request) return;
    try {
      await this.#ask("battle.answer", { battleID: request.battle.battleID, isAccepted });
    } finally {
      if (this.lives.battleRequest === request) this.lives.battleRequest = null;
      this.#changed();
    }
  }

  exitBattle() { return this.#ask("battle.exit", { battleID: this.lives.battle?.battleID ?? "" }); }

  #ask(op, data) { return this.#live.ask(op, data); }

  /** Takes a request away once it was answered. It is told too, but a click is to be seen at once. */
  async #forget(list, userID, asking) {
    const answer = await asking;
    this.seats[list].delete(userID);
    this.#changed();
    return answer;
  }

  /** Asks for something that may give the user a seat, and takes the servers that come with it. */
  async #sit(ask) {
    this.#sitting += 1;
    try {
      const answer = await ask();
      if (answer?.index !== undefined) this.seats.takeServers(answer);
      this.#changed();
      return answer;
    } finally {
      this.#sitting -= 1;
    }
  }

  /** Reads the list, and with it another ticket for the media server. */
  refresh() { return this.#read(); }

  #told(event) {
    if (event.event === "seat.signalled") {
      this.dispatchEvent(new CustomEvent("signal", { detail: event.data }));
      return;
    }
    if (!/^(seat|cohost|battle)\./.test(event.event)) return;
    const { notes, isStale } = this.seats.apply(event);
    const told = [...notes, ...this.lives.apply(event)];
    // Who was let in by somebody else's command knows of no servers yet.
    if (isStale || (this.seats.own && !this.seats.areServersKnown && this.#sitting === 0)) this.#read();
    this.#changed();
    for (const note of told) this.dispatchEvent(new CustomEvent("note", { detail: note }));
  }

  /** Reads everything anew. Of two readings at a time the later one counts. */
  async #read() {
    this.#clock.cancel(this.#timer);
    if (this.#listening.signal.aborted || this.#live.state.phase !== "in") return;
    this.#asking += 1;
    const asking = this.#asking;
    try {
      const [seats, lives] = await Promise.all([this.#ask("seat.list"), this.#ask("cohost.list")]);
      if (asking !== this.#asking) return;
      this.seats.listed(seats);
      this.lives.listed(lives);
    } catch {
      // A lost connection reads again when it is back.
      if (asking === this.#asking) this.#timer = this.#clock.after(againMilliseconds, () => this.#read());
      return;
    }
    this.#changed();
    this.dispatchEvent(new Event("return"));
  }

  #changed() { this.dispatchEvent(new Event("change")); }
}
