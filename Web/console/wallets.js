// Wallets: what a user has, where it came from, and coins for a reason.

import { formatNumber, say } from "../model/words.js";
import { h } from "../components/dom.js";
import { button, confirmByName, copyable, csvButton, field, form, loaded, moment, paged, table } from "./parts.js";

const service = "ovation_wallet_srv";

export function view({ api, query, filter, addressOf }) {
  const user = query.user ?? "";
  const name = field({ label: say("console.user"), name: "user", value: user, isRequired: true, more: { maxlength: 32 } });
  const search = form({
    fields: [name], submit: say("console.lookUp"), isInline: true, run: async (values) => { filter({ user: values.user.trim() }); },
  });
  return user === "" ? [search.element, h("p", { class: "empty" }, say("console.walletHint"))]
    : [search.element, ...wallet(api, user, addressOf)];
}

function wallet(api, user, addressOf) {
  const balance = loaded(() => api.call(`${service}/get_balance`, { User_Account: user }), (answer) => h(
    "dl", { class: "facts" },
    ...[[say("console.user"), copyable(answer.User_Account)], [say("console.balance"), formatNumber(answer.Balance)],
      [say("console.earned"), formatNumber(answer.Earned)]]
      .map(([term, value]) => h("div", {}, h("dt", {}, term), h("dd", {}, value)))));
  let shown = [];
  const entries = paged(async (next) => {
    const page = await api.call(`${service}/get_ledger`, { User_Account: user, Count: 50, Next: next });
    return { rows: page.EntryList, next: page.Next };
  }, (rows) => {
    shown = rows;
    return table({
      caption: say("console.entries"), empty: say("console.noEntries"),
      columns: [say("console.number"), say("console.when"), say("console.kind"), say("console.amount"), say("console.reference")],
      rows: rows.map((entry) => [
        String(entry.Number), moment(entry.Time * 1_000), say(`console.entry.${entry.Kind}`), formatNumber(entry.Amount),
        copyable(entry.Reference),
      ]),
    });
  });
  const coins = field({
    label: say("console.coins"), name: "coins", type: "number", isRequired: true, more: { min: 1, step: 1, inputmode: "numeric" },
  });
  const reason = field({ label: say("console.reason"), name: "reason", isRequired: true, maxBytes: 200 });
  // The same reference is credited once. So a form that is sent again, after an answer was lost, gives nothing twice.
  const reference = field({
    label: say("console.reference"), name: "reference", value: makeReference(), isRequired: true, maxBytes: 128,
      hint: say("console.referenceHint"),
  });
  const credit = form({
    fields: [coins, reason, reference], submit: say("console.credit"), label: say("console.creditUser", { user }),
    run: async (values) => {
      const answer = await api.call(`${service}/credit`, {
        User_Account: user, Coins: Number(values.coins), Reference: values.reference, Reason: values.reason, KnownOnly: true,
      });
      reference.control.value = makeReference();
      reference.control.dispatchEvent(new Event("input"));
      coins.control.value = "";
      reason.control.value = "";
      reason.control.dispatchEvent(new Event("input"));
      await Promise.all([balance.reload(), entries.reload()]);
      return say(answer.Repeated ? "console.creditedBefore" : "console.credited", { balance: answer.Balance });
    },
  });
  // Coins go back to where they came from. The reference is made when the dialog opens, so that one that is sent again takes nothing twice.
  const debit = () => {
    const own = makeReference();
    confirmByName({
      title: say("console.debitUser", { user }), text: say("console.debitText"), id: user, action: say("console.debit"),
      fields: [
        field({ label: say("console.coins"), name: "coins", type: "number", isRequired: true,
          more: { min: 1, step: 1, inputmode: "numeric" } }),
        field({ label: say("console.reason"), name: "reason", isRequired: true, maxBytes: 200 }),
      ],
    }, async (values) => {
      const answer = await api.call(`${service}/correct_ledger`, {
        From: `user:${user}`, To: "issuance", Coins: Number(values.coins), Reference: own, Reason: values.reason,
      });
      await Promise.all([balance.reload(), entries.reload()]);
      return say("console.debited", { balance: answer.FromBalance });
    });
  };
  return [
    balance.place, h("h2", {}, say("console.creditUser", { user })), credit.element,
    button(say("console.debit"), debit, { kind: "danger", label: say("console.debitUser", { user }) }), h("h2", {}, say("console.entries")),
    h("p", {}, h("a", { href: addressOf("ledger", { account: `user:${user}` }) }, say("console.filterEntries")), " · ",
      h("a", { href: addressOf("ledger", { account: `host:${user}` }) }, say("console.earnedEntries"))),
    entries.place,
    csvButton(`wallet-${user}`, ["Number", "Time", "Kind", "Amount", "Reference"],
      () => shown.map((entry) => [entry.Number, new Date(entry.Time * 1_000).toISOString(), entry.Kind, entry.Amount, entry.Reference])),
  ];
}

function makeReference() { return `console-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`; }
