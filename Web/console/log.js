// The log of operators: who changed what, when and from where.

import { say } from "../model/words.js";
import { h } from "../components/dom.js";
import { csvButton, field, form, moment, other, paged, table } from "./parts.js";

export function view({ api, query, filter }) {
  const by = field({ label: say("console.administrator"), name: "by", value: query.by ?? "" });
  const object = field({ label: say("console.object"), name: "object", value: query.object ?? "", hint: say("console.objectHint") });
  let shown = [];
  const list = paged(async (next) => {
    const page = await api.call("ovation_operator_srv/get_operator_log", {
      Operator_Account: query.by ?? "", Object: query.object ?? "", Count: 50, Next: next,
    });
    return { rows: page.EntryList, next: page.Next };
  }, (rows) => {
    shown = rows;
    return table({
      caption: say("console.log"), empty: say("console.noLog"),
      columns: [say("console.number"), say("console.when"), say("console.who"), say("console.how"), say("console.address"),
        say("console.what"), say("console.object"), say("console.said")],
      rows: rows.map((entry) => [
        String(entry.Number), moment(entry.At), other(entry.Operator_Account), say(`console.way.${entry.Way}`), entry.Address || "–",
        h("code", {}, entry.Command.split("/").at(-1) + (entry.OutcomeCode ? ` (${entry.OutcomeCode})` : "")), other(entry.Object || "–"),
          h("code", { class: "details" }, other(entry.Details)),
      ]),
    });
  });
  return [
    form({
      fields: [by, object], submit: say("console.search"), isInline: true,
      run: async (values) => { filter({ by: values.by.trim(), object: values.object.trim() }); },
    }).element,
    list.place,
    csvButton("operators", ["Number", "At", "Operator_Account", "Way", "Address", "Command", "Object", "Details", "OutcomeCode"],
      () => shown.map((entry) => [
      entry.Number, new Date(entry.At).toISOString(), entry.Operator_Account, entry.Way, entry.Address, entry.Command, entry.Object,
        entry.Details, entry.OutcomeCode,
    ])),
  ];
}
