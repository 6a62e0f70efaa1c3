import { isUserID, randomGuest } from "./words.js";

/** The browser's storage of a kind, or null where it refuses. */
export function storageOf(kind) {
  try {
    const storage = globalThis[kind];
    storage.getItem("ovation");
    return storage;
  } catch {
    return null;
  }
}

/** What the page remembers in this browser: the guest's name and id, and what is switched off. */
export class Settings {
  #storage;

  constructor(storage = storageOf("localStorage")) { this.#storage = storage; }

  /** Who a guest is: the same on every visit. */
  guest() {
    const stored = this.#read("guest");
    if (isUserID(stored?.userID) && typeof stored.name === "string") return stored;
    const guest = randomGuest();
    this.#write("guest", guest);
    return guest;
  }

  set guestName(name) { this.#write("guest", { ...this.guest(), name }); }

  /** Makes the next visit one of somebody else. */
  forgetGuest() { this.#remove("guest"); }

  /** Whether messages fly over the stage. */
  get isBarrageOn() { return this.#read("barrage") ?? true; }
  set isBarrageOn(isOn) { this.#write("barrage", isOn); }

  /** Whether gifts may fill the screen; null where the user has not said. */
  get areEffectsOn() { return this.#read("effects"); }
  set areEffectsOn(areOn) { this.#write("effects", areOn); }

  /** The language that the user chose, a tag; null where they did not. */
  get language() { return this.#read("language"); }
  set language(tag) { this.#write("language", tag); }

  #read(name) {
    try {
      return JSON.parse(this.#storage?.getItem(`ovation.${name}`) ?? "null");
    } catch {
      return null;
    }
  }

  #write(name, value) {
    try {
      this.#storage?.setItem(`ovation.${name}`, JSON.stringify(value));
    } catch {
      // A browser that refuses to store asks again on the next visit.
    }
  }

  #remove(name) {
    try {
      this.#storage?.removeItem(`ovation.${name}`);
    } catch {
      // As above.
    }
  }
}

/** Lives whose texts are kept. */
const draftsMax = 20;

/** What somebody has typed and not sent, by live: kept over a mute, a reload and a visit to the list. */
export class Drafts {
  #storage;
  #texts;

  constructor(storage = storageOf("sessionStorage")) {
    this.#storage = storage;
    this.#texts = new Map(this.#read());
  }

  /** What was typed in a live; empty where nothing was. */
  of(liveID) { return this.#texts.get(liveID) ?? ""; }

  /** Keeps what is typed in a live. */
  keep(liveID, text) {
    this.#texts.delete(liveID);
    if (text !== "") this.#texts.set(liveID, text);
    if (this.#texts.size > draftsMax) this.#texts.delete(this.#texts.keys().next().value);
    try {
      this.#storage?.setItem("ovation.drafts", JSON.stringify([...this.#texts]));
    } catch {
      // Then a reload loses them.
    }
  }

  #read() {
    try {
      const stored = JSON.parse(this.#storage?.getItem("ovation.drafts") ?? "[]");
      return stored.filter(([liveID, text]) => typeof liveID === "string" && typeof text === "string");
    } catch {
      return [];
    }
  }
}
