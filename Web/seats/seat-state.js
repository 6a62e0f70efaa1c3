// What a page knows of a live's seats, and of the lives that are joined with it. Pure: events go in, and what is worth telling comes out.

/** The layouts that the host's panel offers, by their numbers: voices, a growing grid, a picture with windows, others beside it, nine. */
export const layouts = Object.freeze([1, 600, 601, 602, 800, 200]);

/** How many applications and invitations a page lists. A live has no more by default. */
const requestsShownMax = 100;

/** The seats of a live, and the requests that this user may see. */
export class SeatState {
  #ownID;

  templateID = 600;
  canvas = { w: 720, h: 1_280 };
  /** As the server sends them, in the order of their numbers. Empty in a live without seats. */
  seats = [];
  /** Who applied, by their ids; a viewer knows their own one only. */
  applications = new Map();
  /** Who was invited, by their ids. */
  invitations = new Map();
  /** The servers that help two pages to find each other, as `RTCPeerConnection` takes them. */
  iceServers = [];
  /** Where who sits sends and takes the others, `{address, ticket}`; null where pages send to each other. */
  mediaServer = null;
  /** Whether the two above are known for the user's own seat. */
  areServersKnown = false;

  /** @param {string} ownID The page's user. */
  constructor(ownID) { this.#ownID = ownID; }

  get ownID() { return this.#ownID; }
  /** Whether the live has seats at all. */
  get hasSeats() { return this.seats.length > 0; }
  /** Whether only voices are on the seats. */
  get isVoice() { return this.templateID < 200; }
  /** Those who sit, in the order of their seats. */
  get seated() { return this.seats.filter(({ user }) => user); }
  /** The user's own seat, or null. */
  get own() { return this.seatOf(this.#ownID); }
  /** The application that the user waits with, or null. */
  get ownApplication() { return this.applications.get(this.#ownID) ?? null; }
  /** The invitation that the user has not answered, or null. */
  get ownInvitation() { return this.invitations.get(this.#ownID) ?? null; }

  /** A user's seat, or null. */
  seatOf(userID) { return this.seats.find(({ user }) => user?.userID === userID) ?? null; }

  /** Takes the answer to `seat.list`. */
  listed({ seats = null, requests, iceServers = null, mediaServer = null }) {
    this.seats = seats?.seats ?? [];
    if (seats) Object.assign(this, { templateID: seats.templateID, canvas: seats.canvas });
    if (this.own) this.takeServers({ iceServers, mediaServer });
    this.applications.clear();
    this.invitations.clear();
    for (const request of requests) this.#ask(request);
  }

  /** Takes the servers that come with an answer about the user's own seat. */
  takeServers({ iceServers = null, mediaServer = null }) {
    this.iceServers = iceServers ?? [];
    this.mediaServer = mediaServer;
    this.areServersKnown = true;
  }

  /**
   * Takes an event.
   *
   * @returns {{notes: object[], isStale: boolean}} What is worth telling: `{kind: "applied" | "invited", request}`,
   *   `{kind: "ended", request, outcome, by}`, `{kind: "own", before, now, reason, by}` where the user's own seat changed; and whether the
   *   whole list has to be asked for.
   */
  apply({ event, data }) {
    switch (event) {
      case "seat.changed": return this.#changed(data);
      case "seat.requested":
        this.#ask(data);
        return { notes: [{ kind: data.kind === "application" ? "applied" : "invited", request: data }], isStale: false };
      case "seat.requestEnded":
        this.#listOf(data.request).delete(data.request.guest.userID);
        return { notes: [{ kind: "ended", request: data.request, outcome: data.outcome, by: data.by ?? null }], isStale: false };
      default: return { notes: [], isStale: false };
    }
  }

  #listOf({ kind }) { return kind === "application" ? this.applications : this.invitations; }

  #ask(request) {
    const list = this.#listOf(request);
    if (list.size < requestsShownMax) list.set(request.guest.userID, request);
  }

  #changed({ reason, seats, by = null, templateID = null }) {
    const before = this.own;
    if (templateID === null) {
      const byIndex = new Map(seats.map((seat) => [seat.index, seat]));
      const isNew = seats.some(({ index }) => !this.seats[index]);
      this.seats = this.seats.map((seat) => byIndex.get(seat.index) ?? seat);
      // A live whose seats are not known yet has to be asked for.
      if (isNew) return { notes: [], isStale: true };
    } else {
      this.seats = seats;
      this.templateID = templateID;
    }
    for (const { user } of seats) {
      if (!user) continue;
      this.applications.delete(user.userID);
      this.invitations.delete(user.userID);
    }
    const now = this.own;
    if (!now) this.areServersKnown = false;
    const notes = before || now ? [{ kind: "own", before, now, reason, by }] : [];
    // Another layout may have another canvas, which is told in the list only.
    return { notes, isStale: templateID !== null };
  }
}

/** Whether a seat's user may be heard: their microphone is on, and nobody has closed it. */
export function isHeard(seat) { return Boolean(seat?.isMicrophoneOn) && !seat.isMicrophoneLocked; }

/** Whether a seat's user may be seen. */
export function isSeen(seat) { return Boolean(seat?.isCameraOn) && !seat.isCameraLocked; }

/** A seat's region as shares of the canvas from 0 to 1, or null. A canvas or a region that makes no sense has none. */
export function placeOf({ region = null }, canvas) {
  if (!region || !(canvas.w > 0 && canvas.h > 0 && region.w > 0 && region.h > 0)) return null;
  return { x: region.x / canvas.w, y: region.y / canvas.h, w: region.w / canvas.w, h: region.h / canvas.h, z: region.zorder };
}
