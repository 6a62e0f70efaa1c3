// Where a client is in the events of a live, and which event it has seen already. Pure functions; see "Places" in
// Protocol/PROTOCOL.md.
//
// A position is {epoch, seq, durable, sessionID}: what `session.open` sends to resume.

/** The position of somebody who has just entered a live. */
export function positionAfterJoining(membership) {
  const { epoch, seq, durable, sessionID } = membership;
  return { epoch, seq, durable, sessionID };
}

/**
 * The position after the answer to a resume.
 *
 * What is replayed is newer than the old position and not newer than the room's, so the old one stays for whatever is
 * replayed: all of it where the room was recovered, the stored events where it was not.
 *
 * @param position The position that was sent.
 * @param entry The room's entry in the answer to `session.open`.
 */
export function positionAfterResuming(position, entry) {
  const { membership } = entry;
  if (!entry.joined || entry.recovered || !membership) return position;
  if (membership.sessionID !== position.sessionID) return positionAfterJoining(membership);
  return { ...position, epoch: membership.epoch, seq: membership.seq };
}

/**
 * Decides about an event.
 *
 * @param position Where the client is.
 * @param event An event of the room, as `parseServerFrame` reads it.
 * @returns {{isFresh: boolean, position: object, missed: ?{from: number, to: number}}} Whether the event is to be
 *   shown, where the client is after it, and which numbers are left out before it.
 */
export function place(position, event) {
  const stale = { isFresh: false, position, missed: null };
  const isSameEpoch = event.epoch === position.epoch;
  if (event.durable !== null) {
    if (event.durable <= position.durable) return stale;
  } else if (event.seq !== null && isSameEpoch && event.seq <= position.seq) {
    return stale;
  }
  const next = { ...position };
  let missed = null;
  if (event.durable !== null) next.durable = event.durable;
  if (event.seq !== null) {
    if (!isSameEpoch) {
      next.epoch = event.epoch;
      next.seq = event.seq;
    } else if (event.seq > position.seq) {
      if (event.seq > position.seq + 1) missed = { from: position.seq + 1, to: event.seq - 1 };
      next.seq = event.seq;
    }
  }
  return { isFresh: true, position: next, missed };
}

/** The position as `session.open` sends it. */
export function resumeEntry(room, position) {
  return { room, ...position };
}
