import { readFileSync } from "node:fs";
import { Session } from "../../../Web/model/session.js";
import { FakeStorage, ScriptedServer, membership } from "./scripted-server.mjs";

export const snapshot = JSON.parse(
  readFileSync(new URL("../../../Protocol/fixtures/v1/event-room-snapshot-empty.json", import.meta.url), "utf8")).frame;

/** A visitor of the page. */
export function visit({ storage = new FakeStorage(), tabStorage = new FakeStorage(), nickname = null } = {}) {
  let session;
  const server = new ScriptedServer({
    random: () => 0,
    connect: (transport) => {
      session = new Session({ ...transport, nickname, storage, tabStorage });
      return session.connection;
    },
  });
  return { server, session, storage };
}

/** Joins a live as the visitor, with its snapshot. */
export async function enter({ server, session }, room = "r1", place = {}) {
  const live = session.show(room);
  if (!session.connection.isOpen) {
    session.start();
    await server.accept();
  }
  await server.answer("room.join", membership(room, place));
  await server.say({ ...snapshot, room });
  return live;
}
