// Orders: one by its id, the ledger as a whole, and those that the app's own billing left open.

import { formatNumber, say } from "../model/words.js";
import { h } from "../components/dom.js";
import { button, copyable, dialog, field, form, loaded, moment, other, paged, table, wordsOf } from "./parts.js";

const service = "ovation_wallet_srv";

export function view({ api, query, filter, addressOf }) {
  const sender = field({ label: say("console.sender"), name: "sender", value: query.sender ?? "", isRequired: true });
  const order = field({ label: say("console.orderID"), name: "order", value: query.order ?? "", isRequired: true });
  const search = form({
    fields: [sender, order], submit: say("console.lookUp"), isInline: true, label: say("console.findOrder"),
    run: async (values) => { filter({ sender: values.sender.trim(), order: values.order.trim() }); },
  });
  const found = query.sender && query.order
    ? [loaded(() => api.call(`${service}/get_order`, { From_Account: query.sender, OrderId: query.order }),
      (own) => facts(own, addressOf)).place]
    : [];
  const open = paged(async (next) => {
    const page = await api.call(`${service}/get_open_orders`, { Count: 50, Next: next });
    return { rows: page.OrderList, next: page.Next };
  }, (rows) => table({
    caption: say("console.openOrders"), empty: say("console.noOpenOrders"),
    columns: [say("console.orderID"), say("console.sender"), say("console.coins"), say("console.when"), say("console.state"),
      say("console.answer"), say("console.actions")],
    rows: rows.map((own) => [
      copyable(own.OrderId), copyable(own.From_Account), formatNumber(own.TotalCoins), moment(own.Time * 1_000), own.State, other(own.Note),
      button(say("console.resolve"), () => resolve(own), { label: say("console.resolveOrder", { id: own.OrderId }) }),
    ]),
  }));
  const resolve = (own) => dialog({
    title: say("console.resolveOrder", { id: own.OrderId }), content: [h("p", {}, say("console.resolveText"))],
    fields: [
      field({ label: say("console.wasCharged"), name: "charged", value: "", isRequired: true,
        choices: [["", say("console.choose")], ["yes", say("console.chargedYes")], ["no", say("console.chargedNo")]] }),
      field({ label: say("console.reason"), name: "note", isRequired: true, maxBytes: 200 }),
    ],
    submit: say("console.resolve"), isDanger: true,
    run: async (values) => {
      const answer = await api.call(`${service}/resolve_order`, {
        From_Account: own.From_Account, OrderId: own.OrderId, IsCharged: values.charged === "yes", Note: values.note,
      });
      await open.reload();
      return say("console.resolved", { state: answer.State });
    },
  });
  const audit = h("div", { class: "loaded", role: "status" });
  // It reads the whole ledger, so it runs when somebody asks.
  const verify = async () => {
    audit.replaceChildren(h("p", {}, say("console.working")));
    try {
      const report = await api.call(`${service}/verify_ledger`);
      audit.replaceChildren(
        h("p", { class: report.IsBalanced ? "is-good" : "is-bad" },
          say(report.IsBalanced ? "console.balanced" : "console.unbalanced",
          { entries: report.EntryCount, accounts: report.AccountCount })),
        ...(report.IsGiftingHalted ? [h("p", { class: "is-bad" }, say("console.halted"))] : []),
        h("ul", {}, ...report.Problems.map((problem) => h("li", {}, other(problem)))));
    } catch (error) {
      audit.replaceChildren(h("p", { class: "is-bad" }, wordsOf(error)));
    }
  };
  return [
    h("h2", {}, say("console.findOrder")), search.element, ...found, h("h2", {}, say("console.openOrders")), open.place,
    h("h2", {}, say("console.ledger")), button(say("console.verify"), verify), audit,
  ];
}

function facts(own, addressOf) {
  const rows = [
    [say("console.inBooks"), say(own.IsCharged ? "console.yes" : "console.no")], [say("console.state"), own.State ?? "–"],
    [say("console.liveID"), own.RoomId ? h("a", { href: addressOf("lives", { live: own.RoomId }) }, other(own.RoomId)) : "–"],
    [say("console.giftID"), other(own.GiftId ?? "–")], [say("console.count"), formatNumber(own.Count ?? 0)],
    [say("console.receivers"), other((own.To_Account ?? []).join(", "))], [say("console.coins"), formatNumber(own.TotalCoins ?? 0)],
    [say("console.balanceAfter"), own.Balance === undefined ? "–" : formatNumber(own.Balance)],
    [say("console.when"), own.Time ? moment(own.Time * 1_000) : "–"], [say("console.answer"), other(own.Note || "–")],
  ];
  return h("dl", { class: "facts" }, ...rows.map(([term, value]) => h("div", {}, h("dt", {}, term), h("dd", {}, value))));
}
