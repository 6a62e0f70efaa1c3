// The REST API as the console calls it: with a token that a sign-in gave, never with a UserSig, and never with either in an address.

const tokenKey = "ovation.console";
/** The codes after which a sign-in helps. Nothing was done then, so the same call may be made again. */
const signInCodes = new Set([110_095]);
/** How long a call may take, in milliseconds. Audits of a large ledger take long. */
const patienceMilliseconds = 60_000;

/** A signal that ends a request that takes too long. */
export function endsAfter(milliseconds) {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}

/** Why a call was not done. `code` is 0 where no answer came. */
export class CallError extends Error {
  constructor(code, message, command) {
    super(`${command} ${code}`);
    this.code = code;
    /** The server's sentence, which names what to change; empty where no answer came. */
    this.sentence = message;
    this.command = command;
  }
}

/**
 * The way to the server. Where the session is over, the call waits for another sign-in and is made again: what somebody has typed stays.
 */
export class Api {
  #fetch;
  #storage;
  #token = null;
  #signIn = null;
  /** The administrator who is signed in, or null. */
  operator = null;
  /**
   * Asks for a sign-in; resolves when it was done, and rejects where it was given up.
   * @type {() => Promise<void>}
   */
  askForSignIn = () => Promise.reject(new CallError(110_095, "", ""));

  /**
   * @param {typeof fetch} fetcher
   * @param {?Storage} storage Where the token lives as long as the tab does; null to keep it in memory.
   */
  constructor(fetcher, storage) {
    this.#fetch = fetcher;
    this.#storage = storage;
    try {
      const kept = JSON.parse(storage?.getItem(tokenKey) ?? "null");
      if (typeof kept?.token === "string" && typeof kept?.operator === "string") {
        this.#token = kept.token;
        this.operator = kept.operator;
      }
    } catch {
      // What another version wrote, or a browser that keeps nothing: a sign-in helps.
    }
  }

  /** Whether there is a session, which may be over by now. */
  get isSignedIn() { return this.#token !== null; }

  /** Signs in. The UserSig is sent once, in a body, and kept nowhere. */
  async signIn(identifier, userSig) {
    const answer = await this.#send("ovation_console_srv/open_session", { Identifier: identifier, UserSig: userSig }, null);
    this.#token = answer.Response.SessionToken;
    this.operator = answer.Response.Operator_Account;
    this.#keep();
  }

  /** Ends the session, here at once and at the server if it answers. */
  async signOut() {
    const token = this.#token;
    this.#forget();
    if (token) await this.#send("ovation_console_srv/close_session", {}, token).catch(() => {});
  }

  /**
   * Calls a command and returns its `Response`.
   *
   * @param {string} command `service/name`
   * @param {object} [body]
   * @returns {Promise<any>}
   */
  async call(command, body = {}) {
    for (let attempt = 1; ; attempt += 1) {
      const token = this.#token;
      try {
        if (token === null) throw new CallError(110_095, "", command);
        return (await this.#send(command, body, token)).Response ?? {};
      } catch (error) {
        if (!signInCodes.has(error.code) || attempt > 2) throw error;
        if (this.#token === token) await this.#signInAgain();
      }
    }
  }

  /** Calls that find the session over at the same time ask once. */
  #signInAgain() {
    this.#forget(false);
    this.#signIn ??= this.askForSignIn().finally(() => { this.#signIn = null; });
    return this.#signIn;
  }

  async #send(command, body, token) {
    let answer;
    try {
      const response = await this.#fetch(`/v4/${command}`, {
        method: "POST", cache: "no-store", credentials: "omit", redirect: "error", referrerPolicy: "no-referrer",
        headers: { "content-type": "application/json", ...(token === null ? {} : { authorization: `bearer ${token}` }) },
        body: JSON.stringify(body), signal: endsAfter(patienceMilliseconds),
      });
      answer = await response.json();
    } catch {
      throw new CallError(0, "", command);
    }
    if (answer?.ErrorCode === 0) return answer;
    throw new CallError(Number(answer?.ErrorCode ?? 0), String(answer?.ErrorInfo ?? answer?.error?.message ?? ""), command);
  }

  #keep() {
    try {
      this.#storage?.setItem(tokenKey, JSON.stringify({ token: this.#token, operator: this.operator }));
    } catch {
      // Without storage the session lasts as long as the page.
    }
  }

  #forget(everything = true) {
    this.#token = null;
    if (everything) this.operator = null;
    try {
      this.#storage?.removeItem(tokenKey);
    } catch {
      // Nothing was kept.
    }
  }
}
