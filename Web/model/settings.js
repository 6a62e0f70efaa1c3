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
