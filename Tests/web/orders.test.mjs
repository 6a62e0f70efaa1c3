import assert from "node:assert/strict";
import { test } from "node:test";
import { isUndecided, makeOrderID, OrderDesk, OrderJournal } from "../../Web/wire/orders.js";
import { Rejection } from "../../Web/wire/connection.js";
import { settled } from "./support/manual-clock.mjs";
import { FakeStorage, ScriptedServer } from "./support/scripted-server.mjs";

const order = (orderID, at = 1, room = "r1") => ({ orderID, room, giftID: "rose", count: 1, name: "Rose", at });
const charged = ({ orderID, giftID, count }) => (
  { orderID, giftID, count, coins: count, balance: 90, durable: 3, at: 4 });
const wish = { room: "r1", giftID: "rose", count: 2, name: "Rose" };

function desk(server, storage) {
  const outcomes = [];
  const journal = new OrderJournal(storage, "bo");
  const made = new OrderDesk({
    journal, connection: server.connection, clock: server.clock, random: () => 0,
    settled: (settledOrder, outcome, isAwaited) => outcomes.push(
      { orderID: settledOrder.orderID, ...outcome, isAwaited }),
  });
  return { desk: made, journal, outcomes };
}

test("an order id is a unique UUID", () => {
  const ids = Array.from({ length: 500 }, () => makeOrderID());
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(new Set(ids).size, ids.length);
});

test("orders survive a reload, oldest first", () => {
  const storage = new FakeStorage();
  const before = new OrderJournal(storage, "bo");
  before.add(order("b", 2));
  before.add(order("a", 1));
  const after = new OrderJournal(storage, "bo");
  assert.deepEqual(after.pending.map(({ orderID }) => orderID), ["a", "b"]);
  after.remove("a");
  assert.deepEqual(new OrderJournal(storage, "bo").pending.map(({ orderID }) => orderID), ["b"]);
});

test("each user of a browser has a journal, which the user's pages share", () => {
  const storage = new FakeStorage();
  const one = new OrderJournal(storage, "bo");
  const other = new OrderJournal(storage, "bo");
  one.add(order("a"));
  other.add(order("b", 2));
  assert.equal(one.pending.length, 2);
  assert.equal(new OrderJournal(storage, "bobby").pending.length, 0);
  assert.equal(new OrderJournal(storage, "ada").pending.length, 0);
});

test("invalid journal entries are skipped", () => {
  const storage = new FakeStorage();
  for (const [key, value] of [["x", "nonsense"], ["y", "{}"], ["z", "null"], ["w", JSON.stringify(order("other"))]]) {
    storage.setItem(`ovation.order.bo.${key}`, value);
  }
  assert.deepEqual(new OrderJournal(storage, "bo").pending, []);
});

test("a storage that refuses keeps the orders in memory", () => {
  const refusing = {
    get length() { throw new Error("denied"); },
    setItem() { throw new Error("full"); },
    getItem() { throw new Error("denied"); },
    removeItem() { throw new Error("denied"); },
  };
  for (const storage of [refusing, null]) {
    const journal = new OrderJournal(storage, "bo");
    journal.add(order("a"));
    assert.equal(journal.has("a"), true);
    assert.equal(journal.pending.length, 1);
    journal.remove("a");
    assert.equal(journal.pending.length, 0);
  }
});

test("an answered order is not sent again, even if the browser keeps its key", () => {
  const storage = new FakeStorage();
  storage.removeItem = () => { throw new Error("denied"); };
  const journal = new OrderJournal(storage, "bo");
  journal.add(order("a"));
  journal.add(order("b"));
  journal.remove("a");
  assert.equal(journal.has("a"), false);
  assert.deepEqual(journal.pending.map(({ orderID }) => orderID), ["b"]);
});

test("only orders with an unknown outcome are sent again", () => {
  for (const code of [110006, -3301, 100001, 110002, 110008, 110009, 110010]) assert.equal(
    isUndecided(new Rejection(code)), true, String(code));
  for (const code of [110004, 110005, 102002, 102004, 100004, 100005, 110007, 110025]) {
    assert.equal(isUndecided(new Rejection(code)), false, String(code));
  }
});

test("an order enters the journal before it is sent and leaves it once answered", async () => {
  const server = new ScriptedServer();
  await server.open();
  const storage = new FakeStorage();
  const { desk: made, journal } = desk(server, storage);
  const send = server.socket.send.bind(server.socket);
  let keptAtSending = null;
  server.socket.send = (text) => {
    keptAtSending = storage.length;
    send(text);
  };
  const answered = made.order(wish);
  assert.equal(keptAtSending, 1);
  const { data, room } = server.command("gift.send");
  assert.deepEqual({ room, giftID: data.giftID, count: data.count }, { room: "r1", giftID: "rose", count: 2 });
  await server.answer("gift.send", charged(data));
  assert.equal((await answered).balance, 90);
  assert.equal(journal.pending.length, 0);
});

test("a refused order is forgotten and rejected with the reason", async () => {
  const server = new ScriptedServer();
  await server.open();
  const { desk: made, journal } = desk(server, new FakeStorage());
  const answered = assert.rejects(made.order(wish), { code: 110004 });
  await server.refuse("gift.send", 110004);
  await answered;
  assert.equal(journal.pending.length, 0);
});

test("an order whose answer was lost is sent again with the same id after the reconnect", async () => {
  const server = new ScriptedServer({ random: () => 0 });
  await server.open();
  const { desk: made, journal } = desk(server, new FakeStorage());
  const answered = made.order(wish);
  await server.lose();
  assert.equal(journal.pending.length, 1);
  await server.clock.advance(1_000);
  await server.accept({ resumed: true });
  made.flush();
  const [first, second] = server.commands("gift.send");
  assert.deepEqual(second.data, first.data);
  await server.answer("gift.send", charged(second.data));
  assert.equal((await answered).orderID, first.data.orderID);
});

test("an order made without a connection is sent on the next one", async () => {
  const server = new ScriptedServer();
  const { desk: made } = desk(server, new FakeStorage());
  made.order(wish);
  await server.open();
  made.flush();
  assert.equal(server.commands("gift.send").length, 1);
});

test("a reload sends the order again and reports its answer", async () => {
  const storage = new FakeStorage();
  new OrderJournal(storage, "bo").add(order("from-before"));
  const server = new ScriptedServer();
  await server.open();
  const { desk: made, outcomes } = desk(server, storage);
  made.flush();
  const { data } = server.command("gift.send");
  assert.equal(data.orderID, "from-before");
  await server.answer("gift.send", charged(data));
  assert.equal(outcomes.length, 1);
  assert.equal(outcomes[0].isAwaited, false);
  assert.equal(storage.length, 0);
});

test("an order is not sent again while its answer is awaited", async () => {
  const server = new ScriptedServer();
  await server.open();
  const { desk: made } = desk(server, new FakeStorage());
  made.order(wish);
  made.flush();
  made.flush();
  assert.equal(server.commands("gift.send").length, 1);
});

test("only the selected orders are sent", async () => {
  const storage = new FakeStorage();
  const journal = new OrderJournal(storage, "bo");
  journal.add(order("here", 1, "r1"));
  journal.add(order("there", 2, "r2"));
  const server = new ScriptedServer();
  await server.open();
  desk(server, storage).desk.flush(({ room }) => room === "r2");
  assert.deepEqual(server.commands("gift.send").map(({ data }) => data.orderID), ["there"]);
});

test("an order that the server failed to store is sent again later until it is answered", async () => {
  const server = new ScriptedServer();
  await server.open();
  const { desk: made } = desk(server, new FakeStorage());
  const answered = made.order(wish);
  await server.refuse("gift.send", 100001, true);
  assert.equal(server.commands("gift.send").length, 1);
  await server.clock.advance(1_000);
  assert.equal(server.commands("gift.send").length, 2);
  await server.answer("gift.send", charged(server.command("gift.send").data));
  await answered;
  await server.clock.advance(60_000);
  await settled();
  assert.equal(server.commands("gift.send").length, 2);
});
