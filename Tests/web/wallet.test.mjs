import assert from "node:assert/strict";
import { test } from "node:test";
import { enter, visit } from "./support/visitor.mjs";

test("the wallet follows the login, its events and each charge", async () => {
  const visitor = visit();
  const live = await enter(visitor);
  await visitor.server.answer("wallet.get", { balance: 100 });
  assert.equal(visitor.session.balance, 100);
  await visitor.server.say({ event: "wallet.changed", data: { balance: 98 } });
  assert.equal(visitor.session.balance, 98);
  const given = live.give({ giftID: "rose", name: "Rose" }, 2);
  const { orderID } = visitor.server.command("gift.send").data;
  await visitor.server.answer(
    "gift.send", { orderID, giftID: "rose", count: 2, coins: 2, balance: 96, durable: 6, at: 1 });
  await given;
  assert.equal(visitor.session.balance, 96);
});

test("a wallet that is answered after a later charge is asked for again", async () => {
  const visitor = visit();
  const live = await enter(visitor);
  const given = live.give({ giftID: "rose", name: "Rose" }, 2);
  const { orderID } = visitor.server.command("gift.send").data;
  await visitor.server.answer(
    "gift.send", { orderID, giftID: "rose", count: 2, coins: 2, balance: 96, durable: 6, at: 1 });
  await given;
  // It was read before the charge, and comes after it.
  await visitor.server.answer("wallet.get", { balance: 98 });
  assert.equal(visitor.session.balance, 96);
  await visitor.server.answer("wallet.get", { balance: 95 });
  assert.equal(visitor.session.balance, 95);
  assert.equal(visitor.server.commands("wallet.get").length, 2);
});
