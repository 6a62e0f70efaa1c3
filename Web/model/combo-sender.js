// The taps of a combo, gathered into orders. Nothing here knows the document.

/** How long a combo can be gone on with after the last tap, in milliseconds. */
export const comboMilliseconds = 5_000;
/** The shortest time between two orders: four a second. */
const orderMilliseconds = 250;
/** The time between two taps of a held button: eight a second. */
const repeatMilliseconds = 125;
/** The most gifts of one order, which is the protocol's limit. */
const orderMax = 9_999;

/** Gathers taps on the combo button, sends them as at most four orders a second, and says when the combo is over. */
export class ComboSender {
  #send;
  #over;
  #clock;
  #pending = 0;
  #orderTimer = null;
  #repeatTimer = null;
  #endTimer = null;

  /**
   * @param {object} options
   * @param {(count: number) => void} options.send Orders this many gifts.
   * @param {() => void} options.over Called when nobody went on in time.
   * @param {object} options.clock Like `systemClock`.
   */
  constructor({ send, over, clock }) {
    this.#send = send;
    this.#over = over;
    this.#clock = clock;
    this.prolong();
  }

  /** One gift more. */
  tap() {
    this.#pending = Math.min(this.#pending + 1, orderMax);
    this.prolong();
    if (this.#orderTimer === null) this.#order();
  }

  /** Taps eight times a second until `lift`, and says so each time. */
  hold(tapped = () => {}) {
    if (this.#repeatTimer !== null) return;
    const repeat = () => {
      this.tap();
      tapped();
      this.#repeatTimer = this.#clock.after(repeatMilliseconds, repeat);
    };
    this.#repeatTimer = this.#clock.after(repeatMilliseconds, repeat);
  }

  /** Ends `hold`. What was tapped is still sent. */
  lift() {
    this.#cancel(this.#repeatTimer);
    this.#repeatTimer = null;
  }

  /** Ends the combo. What was tapped is sent at once. */
  stop() {
    this.lift();
    for (const timer of [this.#orderTimer, this.#endTimer]) this.#cancel(timer);
    this.#orderTimer = null;
    this.#flush();
  }

  /** Begins the five seconds anew. */
  prolong() {
    this.#cancel(this.#endTimer);
    this.#endTimer = this.#clock.after(comboMilliseconds, () => {
      this.stop();
      this.#over();
    });
  }

  #order() {
    this.#orderTimer = null;
    if (!this.#flush()) return;
    this.#orderTimer = this.#clock.after(orderMilliseconds, () => this.#order());
  }

  #flush() {
    if (this.#pending === 0) return false;
    const count = this.#pending;
    this.#pending = 0;
    this.#send(count);
    return true;
  }

  #cancel(timer) {
    if (timer !== null) this.#clock.cancel(timer);
  }
}
