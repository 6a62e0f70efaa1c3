// The ledger: whether it balances, and the entries of an account by kind and time.

import { formatNumber, say } from "../model/words.js";
import { h } from "../components/dom.js";
import { button, copyable, csvButton, field, form, moment, other, paged, table, wordsOf } from "./parts.js";
import { dayEnd, dayStart } from "./times.js";

const service = "ovation_wallet_srv";
const kinds = ["gift", "grant", "credit", "refund", "correction", "charge"];

export function view({ api, query, filter, addressOf }) {
  const account = field({
    label: say("console.account"), name: "account", value: query.account ?? "house", isRequired: true, hint: say("console.accountHint"),
  });
  const kind = field({
    label: say("console.kind"), name: "kind", value: query.kind ?? "",
    choices: [["", say("console.allKinds")], ...kinds.map((own) => [own, say(`console.entry.${own}`)])],
  });
  const from = field({ label: say("console.fromDay"), name: "from", value: query.from ?? "", type: "date" });
  const to = field({ label: say("console.toDay"), name: "to", value: query.to ?? "", type: "date" });
  const search = form({
    fields: [account, kind, from, to], submit: say("console.lookUp"), isInline: true, label: say("console.ledger"),
    run: async (values) => { filter({ ...values, account: values.account.trim() }); },
  });
  return [
    ...audit(api), h("h2", {}, say("console.entries")), search.element, ...entries(api, query.account ?? "house", query, addressOf),
  ];
}

/** The entries of an account. Where a filter passes over many, a page may be short, and more of them follow. */
function entries(api, account, { kind, from, to }, addressOf) {
  let shown = [];
  const list = paged(async (next) => {
    const page = await api.call(`${service}/get_ledger`, {
      Account: account, Count: 50, Next: next, StartTime: dayStart(from ?? ""), EndTime: dayEnd(to ?? ""), ...(kind ? { Kind: kind } : {}),
    });
    return { rows: page.EntryList, next: page.Next };
  }, (rows) => {
    shown = rows;
    return table({
      caption: say("console.entriesOf", { account }), empty: say("console.noEntries"),
      columns: [say("console.number"), say("console.when"), say("console.kind"), say("console.amount"), say("console.reference")],
      rows: rows.map((entry) => [
        String(entry.Number), moment(entry.Time * 1_000), say(`console.entry.${entry.Kind}`), formatNumber(entry.Amount),
        referenceOf(entry, addressOf),
      ]),
    });
  });
  return [list.place, csvButton(`ledger-${account.replace(":", "-")}`, ["Number", "Time", "Kind", "Amount", "Reference"],
    () => shown.map((entry) => [entry.Number, new Date(entry.Time * 1_000).toISOString(), entry.Kind, entry.Amount, entry.Reference]))];
}

/** A gift's reference is its sender and its order, which can be looked up. */
function referenceOf({ Kind: kind, Reference: reference }, addressOf) {
  const place = reference.indexOf("/");
  if (!["gift", "charge"].includes(kind) || place < 1) return copyable(reference);
  return copyable(reference, addressOf("orders", { sender: reference.slice(0, place), order: reference.slice(place + 1) }));
}

function audit(api) {
  const outcome = h("div", { class: "loaded", role: "status" });
  // It reads the whole ledger, so it runs when somebody asks.
  const verify = async () => {
    outcome.replaceChildren(h("p", {}, say("console.working")));
    try {
      const report = await api.call(`${service}/verify_ledger`);
      outcome.replaceChildren(
        h("p", { class: report.IsBalanced ? "is-good" : "is-bad" },
          say(report.IsBalanced ? "console.balanced" : "console.unbalanced",
            { entries: report.EntryCount, accounts: report.AccountCount })),
        ...(report.IsGiftingHalted ? [h("p", { class: "is-bad" }, say("console.halted"))] : []),
        h("ul", {}, ...report.Problems.map((problem) => h("li", {}, other(problem)))));
    } catch (error) {
      outcome.replaceChildren(h("p", { class: "is-bad" }, wordsOf(error)));
    }
  };
  return [button(say("console.verify"), verify), outcome];
}
