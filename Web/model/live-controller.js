import { ErrorCode } from "../wire/errors.js";
import { LiveState } from "./live-state.js";

/**
 * A live that the user is in: its state, kept up to date from the connection, and what can be done in it.
 *
 * Events: `change` where the state is another one; `moment` with what is to be shown for a moment (see
 * `LiveState.apply`).
 */
export class LiveController extends EventTarget {
  #session;
  #isEntering = false;
  #isLeft = false;
  #unmuteTimer = null;
  #pauseTimer = null;

  constructor(session, liveID) {
    super();
    this.#session = session;
    this.state = new LiveState(liveID, session.user.userID);
  }

  /** Whether the user is to be in the live and is not, so that it has to be entered once there is a connection. */
  get mustEnter() { return this.state.phase === "joining" && !this.#isEntering && !this.#isLeft; }

  /** Enters the live. Where the connection is lost meanwhile, the next one enters it. Never rejects. */
  async enter() {
    this.#isEntering = true;
    try {
      this.#joined(await this.#command("room.join"));
    } catch (rejection) {
      const isLost = rejection.code === ErrorCode.networkUnavailable || rejection.code === ErrorCode.outcomeUnknown;
      if (!isLost && !this.#isLeft) this.state.refused(rejection);
    } finally {
      this.#isEntering = false;
    }
    this.#changed();
  }

  /** Begins the live as its owner. Rejects where the server refuses. */
  async create(liveName) {
    this.#isEntering = true;
    try {
      const { liveID } = this.state;
      this.#joined(await this.#session.connection.command("room.create", { liveID, liveName }));
    } finally {
      this.#isEntering = false;
    }
    this.#changed();
  }

  /** Takes in what became of the live when a session was resumed. */
  resumed(entry) {
    const { state } = this;
    if (entry.joined) {
      if (entry.membership) this.#joined(entry.membership);
      if (!entry.recovered) state.missed();
    } else if (state.phase === "in") {
      switch (entry.error?.code) {
        case ErrorCode.roomNotFound:
          state.ended({ reason: "endedByServer", message: "", statistics: state.statistics });
          break;
        case ErrorCode.memberBanned:
          state.removed({
            how: "banned", reason: entry.error.reason ?? "", until: entry.error.until ?? null, by: null,
          });
          break;
        case ErrorCode.notMember:
          state.removed({ how: "kicked", reason: "", until: null, by: null });
          break;
        default: state.phase = "joining";
      }
    }
    this.#changed();
  }

  /** Takes in that a new session has nothing of the live, so that it has to be entered again. */
  lost() {
    if (this.state.phase !== "in") return;
    this.state.phase = "joining";
    this.state.missed();
    this.#changed();
  }

  /** Takes in an event of any live. */
  receive(event, missed) {
    if (event.room !== this.state.liveID || this.#isLeft) return;
    if (missed) this.state.missed();
    const moments = this.state.apply(event, this.#session.now);
    if (event.event === "audience.muted") this.#watchMute();
    this.#watchPause();
    this.#changed();
    for (const moment of moments) this.dispatchEvent(new CustomEvent("moment", { detail: moment }));
  }

  /** Leaves the live. Never rejects. */
  leave() {
    this.#isLeft = true;
    this.#session.clock.cancel(this.#unmuteTimer);
    this.#session.clock.cancel(this.#pauseTimer);
    const { phase } = this.state;
    if (phase === "in" || this.#isEntering) this.#command("room.leave").catch(() => {});
  }

  /** Ends the live. */
  async end() {
    const statistics = await this.#command("room.end");
    this.state.ended({ reason: "endedByHost", message: "", statistics });
    this.#changed();
  }

  /** How many seconds slow mode makes the user wait. */
  get pauseSeconds() { return Math.ceil(this.state.pauseLeft(this.#session.now) / 1_000); }

  /** Sends a message; answers `{seq}`, or `{dropped}` with the reason. */
  async say(text) {
    try {
      const answer = await this.#command("barrage.send", { text });
      if (!answer.dropped) this.state.wrote(this.#session.now);
      return answer;
    } catch (rejection) {
      const wait = rejection.retryAfterMilliseconds;
      if (rejection.code === ErrorCode.slowMode && wait) this.state.mustWait(wait, this.#session.now);
      throw rejection;
    } finally {
      this.#watchPause();
      this.#changed();
    }
  }

  like(count) { return this.#command("like.send", { count }); }

  /** Orders gifts; waits where the connection is lost. */
  give(gift, count) {
    return this.#session.desk.order({ room: this.state.liveID, giftID: gift.giftID, count, name: gift.name });
  }

  /** Lists a page of the audience: the first one where so many have left meanwhile that there is no such page any more. */
  async listAudience(cursor = "") {
    let page;
    try {
      page = await this.#command("audience.list", { cursor, count: 100 });
    } catch (rejection) {
      if (cursor === "" || rejection.code !== ErrorCode.pageBeyondEnd) throw rejection;
      return this.listAudience();
    }
    this.state.listed(page);
    this.#changed();
    return page.cursor;
  }

  /** Who sent most gifts: in this live, or over all lives in a `day`, a `week` or `all` time. */
  async board(period) {
    const { rows } = await this.#command("board.list", { period, count: 20 });
    return rows;
  }

  muteAll(isMuted) { return this.#command("room.update", { isMessageDisable: isMuted }); }
  setSlowMode(seconds) { return this.#command("room.update", { slowModeSeconds: seconds }); }
  kick(userID) { return this.#command("audience.kick", { userID }); }
  mute(userID, muted) { return this.#command("audience.mute", { userID, muted }); }
  ban(userID, seconds) { return this.#command("audience.ban", { userID, seconds }); }
  appoint(userID, isAdmin) { return this.#command("audience.admin", { userID, isAdmin }); }

  #command(op, data) { return this.#session.connection.command(op, data, this.state.liveID); }

  #joined(membership) {
    this.state.joined(membership);
    this.#watchMute();
  }

  #watchMute() {
    this.#session.clock.cancel(this.#unmuteTimer);
    const { muted, mutedUntil } = this.state;
    if (!muted || mutedUntil === null) return;
    // A timer of a browser overflows after 24 days; a longer mute is looked at again then.
    const wait = Math.min(Math.max(0, mutedUntil - this.#session.now) + 50, 2_000_000_000);
    this.#unmuteTimer = this.#session.clock.after(wait, () => {
      if (this.state.advance(this.#session.now)) this.#changed();
      else this.#watchMute();
    });
  }

  /** Counts the seconds of slow mode down, one change each. */
  #watchPause() {
    this.#session.clock.cancel(this.#pauseTimer);
    const left = this.state.pauseLeft(this.#session.now);
    if (left === 0) {
      this.state.pausedUntil = null;
      return;
    }
    this.#pauseTimer = this.#session.clock.after((left % 1_000) || 1_000, () => {
      this.#watchPause();
      this.#changed();
    });
  }

  #changed() { this.dispatchEvent(new Event("change")); }
}
