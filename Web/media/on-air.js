// Begins a picture for a live, or goes on with the one that is on its way.

import { Broadcast } from "./broadcast.js";

/** Asks before a page is closed that sends a picture: it would break off. */
function keepPage(event) { event.preventDefault(); }

/**
 * Sends a stream as the picture of one's live, or goes on with it where one is on its way. A page sends one at a time.
 *
 * @param {object} options As for {@link Broadcast}; `remember` is called with what a reload can take up again, and with null where
 *   there is nothing more to take up.
 */
export function goOnAir({ session, liveID, stream, choice, remember = (_entry) => {} }) {
  const entry = { userID: session.user.userID, liveID, choice };
  const going = session.broadcast?.isGoingOn ? session.broadcast : null;
  if (going?.liveID === liveID) {
    going.replace(stream, choice);
    remember(entry);
    return going;
  }
  going?.stop();
  const broadcast = new Broadcast({ session, liveID, stream, choice });
  session.broadcast = broadcast;
  broadcast.addEventListener("change", () => {
    session.dispatchEvent(new Event("broadcast"));
    if (broadcast.isGoingOn || session.broadcast !== broadcast) return;
    globalThis.removeEventListener?.("beforeunload", keepPage);
    remember(null);
  });
  globalThis.addEventListener?.("beforeunload", keepPage);
  remember(entry);
  broadcast.start();
  return broadcast;
}
