/**
 * A state that is observed.
 *
 * @template State
 */
export class Observable {
  #state;
  /** @type {Set<(state: State) => void>} */
  #listeners = new Set();

  /** @param {State} state The first state. */
  constructor(state) { this.#state = Object.freeze(state); }

  /**
   * The state now. It is replaced with each change and never changed itself.
   *
   * @returns {State}
   */
  get state() { return this.#state; }

  /**
   * Calls the listener at once, and after each change.
   *
   * @param {(state: State) => void} listener
   * @returns {() => void} Ends it.
   */
  subscribe(listener) {
    // Two subscriptions of one function are two.
    const entry = (/** @type {State} */ state) => listener(state);
    this.#listeners.add(entry);
    entry(this.#state);
    return () => { this.#listeners.delete(entry); };
  }

  /**
   * Replaces some members of the state, for the store that it belongs to. Nobody is called if all are as before.
   *
   * @param {Partial<State>} changes
   */
  change(changes) {
    const isSame = Object.entries(changes).every(([name, value]) => this.#state[name] === value);
    if (isSame) return;
    this.#state = Object.freeze({ ...this.#state, ...changes });
    for (const listener of [...this.#listeners]) {
      // What a listener throws is its own affair, and must not keep the others from hearing.
      try {
        listener(this.#state);
      } catch (error) {
        reportError(error);
      }
    }
  }
}

/** Shows an error as one that nobody caught, in browsers and in Node. */
function reportError(error) {
  if (typeof globalThis.reportError === "function") globalThis.reportError(error);
  else queueMicrotask(() => { throw error; });
}
