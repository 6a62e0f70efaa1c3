// Orders: one by its id with what it moved, and the reconciliation of those that the app's own billing left open.

import { formatNumber, say } from "../model/words.js";
import { h } from "../components/dom.js";
import {
  announce, button, confirmByName, copyable, csvButton, field, form, loaded, moment, other, paged, table, wordsOf,
} from "./parts.js";

const service = "ovation_wallet_srv";

export function view({ api, query, filter, addressOf }) {
  const sender = field({ label: say("console.sender"), name: "sender", value: query.sender ?? "", isRequired: true });
  const order = field({ label: say("console.orderID"), name: "order", value: query.order ?? "", isRequired: true });
  const search = form({
    fields: [sender, order], submit: say("console.lookUp"), isInline: true, label: say("console.findOrder"),
    run: async (values) => { filter({ sender: values.sender.trim(), order: values.order.trim() }); },
  });
  const found = query.sender && query.order ? orderOf(api, query, addressOf) : [];
  let shown = [];
  const open = paged(async (next) => {
    const page = await api.call(`${service}/get_open_orders`, { Count: 50, Next: next });
    return { rows: page.OrderList, next: page.Next };
  }, (rows) => {
    shown = rows;
    return table({
      caption: say("console.openOrders"), empty: say("console.noOpenOrders"),
      columns: [say("console.orderID"), say("console.sender"), say("console.coins"), say("console.age"), say("console.state"),
        say("console.attempts"), say("console.answer"), say("console.actions")],
      rows: rows.map((own) => [
        copyable(own.OrderId, addressOf("orders", { sender: own.From_Account, order: own.OrderId })),
        copyable(own.From_Account), formatNumber(own.TotalCoins), moment(own.Time * 1_000), say(`console.billing.${own.State}`),
        formatNumber(own.Attempts), other(own.Note || "–"),
        h("span", { class: "row-actions" },
          own.IsRetried
            ? button(say("console.askAgain"), () => askAgain(own), { label: say("console.askAgainOrder", { id: own.OrderId }) }) : null,
          button(say("console.resolve"), () => resolve(own), { label: say("console.resolveOrder", { id: own.OrderId }) })),
      ]),
    });
  });
  /** Asks the app's own billing at once. Only of an order that the server asks about by itself. */
  async function askAgain(own) {
    try {
      const answer = await api.call(`${service}/ask_again`, { From_Account: own.From_Account, OrderId: own.OrderId });
      announce(say("console.askedAgain", { id: own.OrderId, state: say(`console.billing.${answer.State}`) }));
    } catch (error) {
      announce(wordsOf(error), true);
    }
    await open.reload();
  }
  const resolve = (own) => confirmByName({
    title: say("console.resolveOrder", { id: own.OrderId }), text: say("console.resolveText"), id: own.OrderId,
    action: say("console.resolve"), fields: [
      field({ label: say("console.wasCharged"), name: "charged", value: "", isRequired: true,
        choices: [["", say("console.choose")], ["yes", say("console.chargedYes")], ["no", say("console.chargedNo")]] }),
      field({ label: say("console.reason"), name: "note", isRequired: true, maxBytes: 200 }),
    ],
  }, async (values) => {
    const answer = await api.call(`${service}/resolve_order`, {
      From_Account: own.From_Account, OrderId: own.OrderId, IsCharged: values.charged === "yes", Note: values.note,
    });
    await open.reload();
    return say("console.resolved", { state: say(`console.billing.${answer.State}`) });
  });
  return [
    h("h2", {}, say("console.findOrder")), search.element, ...found, h("h2", {}, say("console.openOrders")),
    h("p", {}, say("console.openOrdersText")), open.place,
    csvButton("open-orders", ["OrderId", "From_Account", "RoomId", "GiftId", "Count", "TotalCoins", "Time", "State", "Attempts", "Note"],
      () => shown.map((own) => [own.OrderId, own.From_Account, own.RoomId, own.GiftId, own.Count, own.TotalCoins,
        new Date(own.Time * 1_000).toISOString(), own.State, own.Attempts, own.Note])),
  ];
}

/** An order that was looked up: what it was, what it moved, and how it is taken back. */
function orderOf(api, { sender, order: id }, addressOf) {
  const shown = loaded(() => api.call(`${service}/get_order`, { From_Account: sender, OrderId: id }), (own) => [
    facts(own, addressOf),
    table({
      caption: say("console.entries"), empty: say("console.notInBooks"), columns: [say("console.account"), say("console.amount")],
      rows: (own.EntryList ?? []).map((entry) => [
        h("a", { href: addressOf("ledger", { account: entry.Account }) }, other(entry.Account)), formatNumber(entry.Amount)]),
    }),
    own.IsCharged ? button(say("console.refund"), refund, { kind: "danger", label: say("console.refundOrder", { id }) }) : null,
  ].filter(Boolean));
  // The reference is the order's own, so that it is taken back once, however often it is pressed.
  const refund = () => confirmByName({
    title: say("console.refundOrder", { id }), text: say("console.refundText"), id, action: say("console.refund"),
    fields: [field({ label: say("console.reason"), name: "reason", isRequired: true, maxBytes: 200 })],
  }, async (values) => {
    const answer = await api.call(`${service}/refund_order`, {
      From_Account: sender, OrderId: id, Reference: `refund-${id}`, Reason: values.reason,
    });
    await shown.reload();
    return say("console.refunded", { coins: answer.Coins, balance: answer.Balance });
  });
  return [shown.place];
}

function facts(own, addressOf) {
  const rows = [
    [say("console.inBooks"), say(own.IsCharged ? "console.yes" : "console.no")],
    [say("console.state"), own.State ? say(`console.billing.${own.State}`) : "–"],
    [say("console.liveID"), own.RoomId ? h("a", { href: addressOf("lives", { live: own.RoomId }) }, other(own.RoomId)) : "–"],
    [say("console.giftID"), other(own.GiftId ?? "–")], [say("console.count"), formatNumber(own.Count ?? 0)],
    [say("console.receivers"), other((own.To_Account ?? []).join(", "))], [say("console.coins"), formatNumber(own.TotalCoins ?? 0)],
    [say("console.balanceAfter"), own.Balance === undefined ? "–" : formatNumber(own.Balance)],
    [say("console.when"), own.Time ? moment(own.Time * 1_000) : "–"], [say("console.answer"), other(own.Note || "–")],
  ];
  return h("dl", { class: "facts" }, ...rows.map(([term, value]) => h("div", {}, h("dt", {}, term), h("dd", {}, value))));
}
