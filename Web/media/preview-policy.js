// Which card of the list shows a preview. Pure but for its clock: where the pointer and the focus rest goes in.

/** How long a pointer or the focus rests on a card before its preview plays, in milliseconds. */
export const restMilliseconds = 600;

/**
 * Chooses the card whose preview plays: the one that the pointer or the focus has rested on. At most one at a time.
 *
 * @template Card
 */
export class PreviewPolicy {
  #clock;
  #play;
  #stop;
  #mayPlay;
  /** @type {Card} */
  #aimed = null;
  /** @type {Card} */
  #playing = null;
  #timer = null;

  /**
   * @param {object} options
   * @param {import("../wire/connection.js").systemClock} options.clock
   * @param {(card: Card) => boolean} options.mayPlay Whether a card has a picture, and the user wants to see it move.
   * @param {(card: Card) => void} options.play
   * @param {(card: Card) => void} options.stop
   */
  constructor({ clock, mayPlay, play, stop }) {
    this.#clock = clock;
    this.#mayPlay = mayPlay;
    this.#play = play;
    this.#stop = stop;
  }

  /** The pointer or the focus came to a card. */
  aim(card) {
    if (card === this.#aimed) return;
    this.rest();
    this.#aimed = card;
    this.#wait();
  }

  /** The list was read again: a card that is rested on may have a picture now. */
  look() { if (this.#aimed !== null && this.#playing === null && this.#timer === null) this.#wait(); }

  #wait() {
    this.#timer = this.#clock.after(restMilliseconds, () => {
      this.#timer = null;
      if (!this.#mayPlay(this.#aimed)) return;
      this.#playing = this.#aimed;
      this.#play(this.#playing);
    });
  }

  /** The pointer or the focus left a card. Leaving another one than the last changes nothing. */
  leave(card) { if (card === this.#aimed) this.rest(); }

  /** Nothing plays. */
  rest() {
    this.#clock.cancel(this.#timer);
    this.#timer = null;
    this.#aimed = null;
    const playing = this.#playing;
    this.#playing = null;
    if (playing !== null) this.#stop(playing);
  }
}

/**
 * Whether the user wants to load little.
 *
 * @param {any} scope The window.
 */
export function savesData(scope = globalThis) {
  return scope.navigator?.connection?.saveData === true || (scope.matchMedia?.("(prefers-reduced-data: reduce)").matches ?? false);
}
