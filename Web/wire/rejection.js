import { ErrorCode, errorMessages } from "./errors.js";

const namesByCode = new Map(Object.entries(ErrorCode).map(([name, code]) => [code, name]));

/** A refusal, by the server or by this client, with a number of Protocol/ERRORS.md. */
export class Rejection extends Error {
  /** After how many milliseconds the same may succeed; null where nobody knows. */
  retryAfterMilliseconds = null;
  /** Until when it holds, Unix milliseconds; null where it has no end, or nobody knows. */
  until = null;
  /** Why somebody decided so, in their words; empty where they gave no reason. */
  reason = "";

  /**
   * @param {number} code The number.
   * @param {string} [message] What happened, in a sentence; without it, what the number means.
   * @param {boolean} [temporary] Whether the same command may succeed later.
   */
  constructor(code, message, temporary = false) {
    super(message || errorMessages[code] || `Error ${code}.`);
    this.name = namesByCode.get(code) ?? "unknown";
    this.code = code;
    this.temporary = temporary;
  }

  /** Makes one of the `error` of an answer, which the caller has checked. */
  static fromWire(error) {
    const rejection = new Rejection(error.code, error.message, error.temporary ?? false);
    if (error.name) rejection.name = error.name;
    rejection.retryAfterMilliseconds = error.retryAfterMilliseconds ?? null;
    rejection.until = error.until ?? null;
    rejection.reason = error.reason ?? "";
    return rejection;
  }
}
