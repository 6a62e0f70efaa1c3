// Starts a picture for a live, or continues the current one.

import { Broadcast } from "./broadcast.js";
import { WhipBroadcast } from "./whip-broadcast.js";

/** Asks before a page that sends a picture is closed, because the picture would stop. */
function keepPage(event) { event.preventDefault(); }

/**
 * Sends a stream as the picture of the user's live, or continues the current broadcast with it. A page sends one picture at a time.
 *
 * @param {object} options As for {@link Broadcast}. `remember` is called with the settings that a reload needs to resume, and with null
 *   when there is nothing to resume.
 */
export function goOnAir({ session, liveID, stream, choice, remember = (_entry) => {} }) {
  const entry = { userID: session.user.userID, liveID, choice };
  const going = session.broadcast?.isGoingOn ? session.broadcast : null;
  if (going?.liveID === liveID && Boolean(going.choice.isNear) === Boolean(choice.isNear)) {
    going.replace(stream, choice);
    remember(entry);
    return going;
  }
  going?.stop();
  const Sender = choice.isNear ? WhipBroadcast : Broadcast;
  const broadcast = new Sender({ session, liveID, stream, choice });
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
