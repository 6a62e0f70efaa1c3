// What is told of lives together and of battles, in words.

import { isolated, listParts, nameOf, say } from "../model/words.js";

const names = (hosts) => listParts(hosts.map(({ user }) => isolated(nameOf(user)))).join("");

/**
 * Tells what happened between lives.
 *
 * @param {object} note As `LivesState.apply` tells it.
 * @param {import("./lives-state.js").LivesState} lives
 * @param {(text: string) => void} tell
 */
export function tellLives(note, lives, tell) {
  switch (note.kind) {
    case "joined": return tell(say("lives.joined", { names: names(note.hosts) }));
    case "left": return tell(say("lives.left", { names: names(note.hosts) }));
    case "linkAsked": return tell(say("lives.asked", { name: isolated(nameOf(note.request.inviter.user)) }));
    case "linkEnded": return tellEnd(note, tell);
    case "battleAsked":
      return tell(say("lives.challenged", {
        name: isolated(nameOf(note.inviter.user)), minutes: Math.round(note.battle.seconds / 60),
      }));
    case "battleRefused": return tell(say("lives.battleRefused", { name: isolated(nameOf(note.invitee.user)) }));
    case "battleStarted": return tell(say("battle.started"));
    case "battleEnded": return lives.result && tell(say(`battleResult.${lives.result}`));
    default: return undefined;
  }
}

function tellEnd({ request, outcome }, tell) {
  const name = request.invitee ? isolated(nameOf(request.invitee)) : "";
  if (outcome === "rejected") tell(say("lives.rejected", { name }));
  else if (outcome === "timedOut") tell(say("lives.timedOut"));
  else if (outcome === "failed") tell(say("lives.failed"));
}
