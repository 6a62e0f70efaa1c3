import { CloseCode } from "./errors.js";

const byCode = new Map(Object.entries(CloseCode).map(([name, { code, reconnect }]) => [code, { name, reconnect }]));

/** The code that a browser tells where the connection was lost without a close frame. */
export const closeCodeLost = 1006;

/**
 * The code with which this client gives up a connection that it takes for lost. The server keeps the place for a
 * resume.
 */
export const closeCodeGivenUp = 4000;

/**
 * What a close code asks of the client.
 *
 * A code that is not in the list says it by its range: 3000 to 3499 reconnect, 3500 to 3999 do not, nor does any 1xxx
 * other than 1001, 1006, 1012 and 1013.
 *
 * @returns {{code: number, name: string, reconnect: boolean}}
 */
export function closeOutcome(code) {
  if (code === closeCodeLost) return { code, name: "lost", reconnect: true };
  const known = byCode.get(code);
  if (known) return { code, ...known };
  return { code, name: "unknown", reconnect: code >= 3000 && code <= 3499 };
}
