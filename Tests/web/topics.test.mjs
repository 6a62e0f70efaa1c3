// Listening to a topic across everything that can happen to a connection and to a live.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TopicListener } from "../../Web/model/moments.js";
import { Session } from "../../Web/model/session.js";
import { FakeStorage, ScriptedServer, membership, user } from "./support/scripted-server.mjs";

/** A user in the live `r1` who listens to its reactions. */
async function listen({ isStarted = true } = {}) {
  let session;
  const server = new ScriptedServer({
    random: () => 0,
    connect: (transport) => {
      session = new Session({ ...transport, nickname: null, storage: new FakeStorage() });
      return session.connection;
    },
  });
  const live = session.show("r1");
  const listener = new TopicListener({ live, topic: "REACTION", clock: server.clock });
  if (isStarted) listener.start();
  session.start();
  await server.accept();
  const moments = [];
  live.addEventListener("moment", ({ detail }) => moments.push(detail));
  return { server, session, live, listener, moments };
}

const join = (server) => server.answer("room.join", membership("r1"));
const page = { messages: [], last: 0 };
const asked = (server, op = "pubsub.subscribe") => server.commands(op).map(({ room, data }) => [room, data.topic]);
const published = (topic, message) => ({
  room: "r1", epoch: "e1", at: 1, event: "pubsub.published",
  data: { topic, messages: [{ id: 1, message, sender: user("ada"), at: 1 }] },
});

test("a listener subscribes to its topic once the user is in the live, and not before", async () => {
  const { server, moments } = await listen();
  assert.deepEqual(asked(server), []);
  await join(server);
  assert.deepEqual(asked(server), [["r1", "REACTION"]]);
  await server.answer("pubsub.subscribe", page);
  await server.say(published("REACTION", "🔥"));
  await server.say(published("REACTION", "🔥"));
  assert.deepEqual(moments.map(({ kind, topic, messages }) => [kind, topic, messages[0].message]), [
    ["topic", "REACTION", "🔥"], ["topic", "REACTION", "🔥"],
  ]);
});

test("a listener in a live subscribes at once, and one who stops is forgotten", async () => {
  const { server, listener } = await listen({ isStarted: false });
  await join(server);
  assert.deepEqual(asked(server), []);
  listener.start();
  listener.start();
  assert.equal(asked(server).length, 1);
  listener.stop();
  listener.stop();
  assert.deepEqual(asked(server, "pubsub.unsubscribe"), [["r1", "REACTION"]]);
});

test("a listener subscribes again after a lost connection, recovered or not", async () => {
  for (const recovered of [true, false]) {
    const { server } = await listen();
    await join(server);
    await server.answer("pubsub.subscribe", page);
    await server.lose();
    await server.clock.advance(1_000);
    await server.accept({ resumed: true, rooms: [{ room: "r1", joined: true, recovered, membership: membership("r1") }] });
    assert.equal(server.command("pubsub.subscribe").data.topic, "REACTION", `recovered: ${recovered}`);
    assert.equal(asked(server).length, 2);
  }
});

test("a listener subscribes in a new session once the live is joined again", async () => {
  const { server } = await listen();
  await join(server);
  await server.lose();
  await server.clock.advance(1_000);
  await server.accept();
  assert.equal(asked(server).length, 1);
  await join(server);
  assert.equal(asked(server).length, 2);
});

test("a temporary refusal is retried, a final one is not", async () => {
  const { server } = await listen();
  await join(server);
  await server.refuse("pubsub.subscribe", 110_006, true);
  await server.clock.advance(4_999);
  assert.equal(asked(server).length, 1);
  await server.clock.advance(1);
  assert.equal(asked(server).length, 2);
  await server.refuse("pubsub.subscribe", 110_121);
  await server.clock.advance(5_900);
  assert.equal(asked(server).length, 2);
});

test("an answer lost with its connection is not waited for", async () => {
  const { server } = await listen();
  await join(server);
  await server.lose();
  await server.clock.advance(1_000);
  await server.accept({ resumed: true, rooms: [{ room: "r1", joined: true, recovered: true, membership: membership("r1") }] });
  await server.answer("pubsub.subscribe", page);
  await server.clock.advance(5_900);
  assert.equal(asked(server).length, 2);
});

test("a user who leaves stops listening and first sends the waiting reactions", async () => {
  const { server, session, live, listener } = await listen();
  await join(server);
  await server.refuse("pubsub.subscribe", 110_006, true);
  live.addEventListener("leaving", () => live.react("🔥", 2).catch(() => {}));
  session.hide();
  listener.stop();
  await server.clock.advance(5_900);
  const ops = server.socket.sent.map(({ op }) => op);
  assert.deepEqual(ops.slice(-2), ["pubsub.publish", "room.leave"]);
  assert.deepEqual(asked(server, "pubsub.unsubscribe"), []);
});

test("a reaction is a message of the topic, with a count if there are several", async () => {
  const { server, live } = await listen();
  await join(server);
  live.react("🔥", 1).catch(() => {});
  assert.deepEqual(server.command("pubsub.publish").data, { topic: "REACTION", message: "🔥" });
  const answer = live.react("🎉", 7);
  assert.deepEqual(server.command("pubsub.publish").data, { topic: "REACTION", message: "🎉", count: 7 });
  await server.answer("pubsub.publish", { dropped: "UserFreqCtrl" });
  assert.deepEqual(await answer, { dropped: "UserFreqCtrl" });
});
