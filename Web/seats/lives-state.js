// What a page knows of the lives that are joined with its own, and of their battle. Pure.

/** The link and the battle of a live, and the requests that its owner has to answer. */
export class LivesState {
  #liveID;

  /** As the server sends it, or null if the live stands alone. */
  link = null;
  /** The battle that is on, or was last; null without one. */
  battle = null;
  /** The scores as they are told between two states of the battle, by live. */
  #scores = new Map();
  /** The lives that ask to be joined, by the tickets of their requests. */
  requests = new Map();
  /** The battle that the user was asked to join: `{battle, inviter}`, or null. */
  battleRequest = null;
  /** The lives that the user has asked, by their ids. */
  asked = new Set();
  /** The joined lives whose hosts the owner of this live has muted for everybody in it, by their ids. */
  muted = new Set();

  /** @param {string} liveID The page's live. */
  constructor(liveID) { this.#liveID = liveID; }

  /** The others of the link. */
  get others() { return this.link?.hosts.filter(({ liveID }) => liveID !== this.#liveID) ?? []; }
  /** Whether the live takes part in a battle that is on. */
  get isFighting() { return this.battle?.phase === "on" || this.battle?.phase === "closing"; }

  /** Takes the answer to `cohost.list`. */
  listed({ coHosts = null, requests, battleRequest = null }) {
    this.link = coHosts?.link ?? null;
    this.muted = new Set(coHosts?.mutedLives);
    this.#takeBattle(coHosts?.battle ?? null);
    this.requests = new Map(requests.filter(({ liveID }) => liveID === this.#liveID).map((request) => [request.ticket, request]));
    this.asked = new Set(requests.filter(({ liveID }) => liveID !== this.#liveID).map(({ liveID }) => liveID));
    this.battleRequest = battleRequest && { battle: battleRequest, inviter: null };
  }

  /**
   * Takes an event.
   *
   * @returns {object[]} What is worth telling: `{kind: "joined" | "left", hosts}`, `{kind: "linkAsked", request}`,
   *   `{kind: "linkEnded", request, outcome}`, `{kind: "battleAsked", battle, inviter}`, `{kind: "battleRefused", invitee, outcome}`,
   *   `{kind: "battleStarted" | "battleEnded", battle}`.
   */
  apply({ event, data }) {
    switch (event) {
      case "cohost.changed": return this.#linkChanged(data);
      case "cohost.requested": return this.#linkAsked(data);
      case "cohost.requestEnded":
        this.requests.delete(data.request.ticket);
        this.asked.delete(data.request.liveID);
        return [{ kind: "linkEnded", request: data.request, outcome: data.outcome }];
      case "battle.changed": return this.#battleChanged(data);
      case "battle.scored":
        if (data.battleID !== this.battle?.battleID || this.battle.phase === "over") return [];
        for (const { liveID, score } of data.scores) this.#scores.set(liveID, score);
        return [];
      case "battle.requested":
        this.battleRequest = { battle: data.battle, inviter: data.inviter };
        return [{ kind: "battleAsked", battle: data.battle, inviter: data.inviter }];
      case "battle.requestEnded":
        if (this.battleRequest?.battle.battleID === data.battleID) this.battleRequest = null;
        return data.inviter.liveID === this.#liveID && data.outcome !== "accepted"
          ? [{ kind: "battleRefused", invitee: data.invitee, outcome: data.outcome }] : [];
      default: return [];
    }
  }

  /** The sides of the battle with their scores, the own live first: `{host, score, isOwn, hasLeft}`. */
  get sides() {
    const sides = (this.battle?.sides ?? []).filter(({ state }) => state === "taking" || state === "left").map((side) => ({
      host: side.host, isOwn: side.host.liveID === this.#liveID, hasLeft: side.state === "left", score: this.#scoreOf(side),
    }));
    return sides.sort((one, other) => Number(other.isOwn) - Number(one.isOwn));
  }

  /** How the battle ended for this live: `won`, `lost`, `drawn`, or null where it did not end or nobody won. */
  get result() {
    if (this.battle?.phase !== "over" || !this.battle.startedAt) return null;
    const { sides } = this;
    const own = sides.find(({ isOwn }) => isOwn);
    if (!own || own.hasLeft) return null;
    const others = sides.filter(({ isOwn }) => !isOwn);
    const best = Math.max(...others.map(({ hasLeft, score }) => (hasLeft ? -1 : score)), -1);
    return own.score > best ? "won" : own.score < best ? "lost" : "drawn";
  }

  #scoreOf({ host, coins, adjustment }) {
    const committed = Math.max(0, coins + adjustment);
    return this.battle.phase === "over" ? committed : this.#scores.get(host.liveID) ?? committed;
  }

  #takeBattle(battle) {
    if (battle?.battleID !== this.battle?.battleID) this.#scores.clear();
    // Between two states of one battle the newer one counts.
    if (battle && battle.battleID === this.battle?.battleID && battle.version < this.battle.version) return;
    this.battle = battle;
  }

  #linkChanged({ link = null, joined, left, mutedLives = [] }) {
    const isSame = link && this.link && link.linkID === this.link.linkID;
    if (isSame && link.version < this.link.version) return [];
    this.link = link;
    this.muted = new Set(mutedLives);
    const ofOthers = (hosts) => hosts.filter(({ liveID }) => liveID !== this.#liveID);
    const told = [{ kind: "joined", hosts: ofOthers(joined) }, { kind: "left", hosts: ofOthers(left) }];
    return told.filter(({ hosts }) => hosts.length > 0);
  }

  #linkAsked(request) {
    if (request.liveID !== this.#liveID) {
      this.asked.add(request.liveID);
      return [];
    }
    this.requests.set(request.ticket, request);
    return [{ kind: "linkAsked", request }];
  }

  #battleChanged({ reason, battle }) {
    if (this.battleRequest?.battle.battleID === battle.battleID) this.battleRequest = null;
    this.#takeBattle(battle);
    if (reason === "started") return [{ kind: "battleStarted", battle }];
    return reason === "ended" ? [{ kind: "battleEnded", battle }] : [];
  }
}

/** The share of the bar that each side has, from 0 to 1. A side never disappears, whatever the score is. */
export function sharesOf(sides) {
  const least = 0.12;
  const sum = sides.reduce((total, { score }) => total + score, 0);
  const free = Math.max(0, 1 - least * sides.length);
  return sides.map(({ score }) => least + free * (sum > 0 ? score / sum : 1 / Math.max(1, sides.length)));
}
