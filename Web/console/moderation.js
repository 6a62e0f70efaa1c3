// Moderation: the words of the app, the sanctions of a user, and the log of a live.

import { say } from "../model/words.js";
import { h } from "../components/dom.js";
import { copyable, csvButton, field, form, loaded, moment, other, paged, table } from "./parts.js";

const service = "ovation_moderation_srv";
const actions = ["refuse", "mask", "log"];

export function view({ api, query, filter, addressOf }) {
  const words = loaded(() => api.call(`${service}/get_words`), ({ WordList }) => {
    const list = field({
      label: say("console.words"), name: "words", isArea: true, hint: say("console.wordsHint"),
      value: WordList.map((word) => [word.Text, ...(word.Action === "refuse" ? [] : [word.Action]),
        ...(word.WholeWord ? ["whole"] : [])].join("\t")).join("\n"),
    });
    return form({
      fields: [list], submit: say("console.save"), label: say("console.words"),
      run: async (values) => {
        await api.call(`${service}/set_words`, { WordList: wordsIn(values.words) });
        return say("console.done");
      },
    }).element;
  });
  const text = field({ label: say("console.text"), name: "text", isRequired: true });
  const tried = form({
    fields: [text], submit: say("console.try"), isInline: true, label: say("console.tryText"),
    run: async (values) => {
      const answer = await api.call(`${service}/check_text`, { Text: values.text });
      return answer.Action ? say("console.wouldBe", { action: say(`console.word.${answer.Action}`) }) : say("console.wouldPass");
    },
  });
  const user = field({ label: say("console.user"), name: "user", value: query.user ?? "", isRequired: true });
  const live = field({ label: say("console.liveID"), name: "live", value: query.live ?? "", isRequired: true });
  const sanctions = query.user ? [paged(async (next) => {
    const page = await api.call(`${service}/get_sanctions`, { Member_Account: query.user, Count: 50, Next: next });
    return { rows: page.SanctionList, next: page.Next };
  }, (rows) => table({
    caption: say("console.sanctions"), empty: say("console.noSanctions"),
      columns: [say("console.liveID"), say("console.kind"), say("console.until"), say("console.reason")],
    rows: rows.map((own) => [
      h("a", { href: addressOf("lives", { live: own.RoomId }) }, other(own.RoomId)), say(`console.kind.${own.Kind}`),
      own.Until ? moment(own.Until) : say("console.forLive"), other(own.Reason || "–"),
    ]),
  })).place] : [];
  let shown = [];
  const log = query.live ? [paged(async (next) => {
    const page = await api.call(`${service}/get_log`, { RoomId: query.live, Count: 50, Next: next });
    return { rows: page.EntryList, next: page.Next };
  }, (rows) => {
    shown = rows;
    return table({
      caption: say("console.moderationLog"), empty: say("console.noLog"),
      columns: [say("console.number"), say("console.when"), say("console.what"), say("console.who"), say("console.toWhom"),
        say("console.reason")],
      rows: rows.map((own) => [
        String(own.Number), moment(own.At), own.Action, other(own.Operator_Account ?? "–"),
        own.Member_Account ? copyable(own.Member_Account) : "–", other(own.Reason || "–"),
      ]),
    });
  }).place, csvButton(`moderation-${query.live}`, ["Number", "At", "Action", "Operator_Account", "Member_Account", "Reason"],
    () => shown.map((own) => [
      own.Number, new Date(own.At).toISOString(), own.Action, own.Operator_Account, own.Member_Account, own.Reason,
    ]))] : [];
  return [
    h("h2", {}, say("console.words")), words.place, tried.element,
    h("h2", {}, say("console.sanctions")),
    form({ fields: [user], submit: say("console.lookUp"), isInline: true, label: say("console.sanctions"),
      run: async (values) => { filter({ user: values.user.trim() }); } }).element,
    ...sanctions,
    h("h2", {}, say("console.moderationLog")),
    form({ fields: [live], submit: say("console.lookUp"), isInline: true, label: say("console.moderationLog"),
      run: async (values) => { filter({ live: values.live.trim() }); } }).element,
    ...log,
  ];
}

/** The words of a text: one a line, then after a tab what becomes of it, and `whole`. */
export function wordsIn(text) {
  return text.split("\n").map((line) => line.split("\t").map((part) => part.trim())).filter(([word]) =>
    word !== "").map(([word, ...marks]) => ({
    Text: word, Action: actions.find((action) => marks.includes(action)) ?? "refuse", WholeWord: marks.includes("whole"),
  }));
}
