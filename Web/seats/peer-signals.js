// What two pages in seats say to each other over `seat.signal`, and how it is read. Pure. It comes from somebody else's page, so nothing
// in it is taken on trust.

/** The longest signal that the server passes on by default, in bytes; what is longer is refused with 110140. */
export const signalBytesMax = 16_384;
const tagPattern = /^[a-z0-9]{8,32}$/;
const descriptionTypes = new Set(["offer", "answer", "rollback", "pranswer"]);
const candidateCharactersMax = 1_024;

/** A name for one end of one connection. A page that starts anew takes another one, so that what is left of the old one is told apart. */
export function makeTag(random = Math.random) {
  return [1, 2].map(() => Math.floor(random() * 36 ** 8).toString(36).padStart(8, "0")).join("");
}

/**
 * Writes a signal.
 *
 * @param {object} signal
 * @param {string} signal.tag The tag of who sends it.
 * @param {?string} signal.to The tag of the connection that it is for, or null if it is not known yet.
 * @param {boolean} [signal.isHello] Whether it only says that this page is there.
 * @param {?{type: string, sdp?: string}} [signal.description]
 * @param {?object} [signal.candidate]
 */
export function writeSignal({ tag, to, isHello = false, description = null, candidate = null }) {
  return JSON.stringify({
    v: 1, tag, ...(to && { to }), ...(isHello && { hello: true }),
    ...(description && { description: { type: description.type, sdp: description.sdp } }), ...(candidate && { candidate }),
  });
}

/** Reads a signal, as `writeSignal` takes it; null if it is none. */
export function readSignal(text) {
  if (typeof text !== "string" || text.length > signalBytesMax) return null;
  let signal;
  try {
    signal = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof signal !== "object" || signal === null || !isTag(signal.tag)) return null;
  const to = isTag(signal.to) ? signal.to : null;
  const common = { tag: signal.tag, to, isHello: false, description: null, candidate: null };
  if (signal.hello === true) return { ...common, isHello: true };
  // What follows means something to one connection only.
  if (to === null) return null;
  const { description, candidate } = signal;
  if (isDescription(description)) return { ...common, description: { type: description.type, sdp: description.sdp } };
  return isCandidate(candidate) ? { ...common, candidate: candidateOf(candidate) } : null;
}

const isTag = (value) => typeof value === "string" && tagPattern.test(value);

function isDescription(value) {
  return typeof value === "object" && value !== null && descriptionTypes.has(value.type) && typeof value.sdp === "string";
}

function isCandidate(value) {
  return typeof value === "object" && value !== null && typeof value.candidate === "string"
    && value.candidate.length <= candidateCharactersMax;
}

function candidateOf({ candidate, sdpMid, sdpMLineIndex, usernameFragment }) {
  return {
    candidate, sdpMid: typeof sdpMid === "string" ? sdpMid : null, sdpMLineIndex: Number.isInteger(sdpMLineIndex) ? sdpMLineIndex : null,
    ...(typeof usernameFragment === "string" && { usernameFragment }),
  };
}
