// A user's data: everything that is kept about somebody as a file, and its erasure.

import { formatNumber, say } from "../model/words.js";
import { h } from "../components/dom.js";
import { button, confirmByName, field, form, other, table, wordsOf } from "./parts.js";

const service = "ovation_user_srv";
/** The records that are read before the operator is asked to use the command instead, because a page cannot hold more. */
const recordsMax = 100_000;

export function view({ api, query, filter, addressOf }) {
  const user = query.user ?? "";
  const name = field({ label: say("console.user"), name: "user", value: user, isRequired: true, more: { maxlength: 32 } });
  const search = form({
    fields: [name], submit: say("console.lookUp"), isInline: true, run: async (values) => { filter({ user: values.user.trim() }); },
  });
  return user === "" ? [search.element, h("p", { class: "empty" }, say("console.usersHint"))]
    : [search.element, ...dataOf(api, user, addressOf)];
}

function dataOf(api, user, addressOf) {
  const outcome = h("div", { class: "loaded", role: "status" });
  let isBusy = false;
  const exported = async () => {
    if (isBusy) return;
    isBusy = true;
    outcome.replaceChildren(h("p", {}, say("console.working")));
    try {
      const lines = await readAll(api, user);
      outcome.replaceChildren(counts(lines));
      if (lines.length > 0) save(`${user}.ndjson`, lines.map((line) => JSON.stringify(line)).join("\n"));
    } catch (error) {
      outcome.replaceChildren(h("p", { class: "is-bad" }, wordsOf(error)));
    } finally {
      isBusy = false;
    }
  };
  const erase = () => confirmByName({
    title: say("console.eraseUser", { user }), text: say("console.eraseText"), id: user, action: say("console.erase"),
    fields: [
      field({ label: say("console.reason"), name: "reason", isRequired: true, maxBytes: 200 }),
      field({
        label: say("console.coinsOfUser"), name: "coins", value: "",
        choices: [["", say("console.coinsKeep")], ["yes", say("console.coinsGivenUp")]],
      }),
    ],
  }, async (values) => {
    const erased = await eraseAll(api, { User_Account: user, GivesUpCoins: values.coins === "yes", Reason: values.reason });
    const text = say("console.erased", { user, alias: erased.Alias, count: formatNumber(erased.ChangedCount) });
    outcome.replaceChildren(h("p", { class: "is-good" }, text));
    return text;
  });
  return [
    h("h2", {}, other(user)),
    h("p", {}, h("a", { href: addressOf("wallets", { user }) }, say("console.wallets")), " · ",
      h("a", { href: addressOf("moderation", { user }) }, say("console.moderation"))),
    h("p", { class: "row-actions" }, button(say("console.exportUser"), exported),
      button(say("console.erase"), erase, { kind: "danger", label: say("console.eraseUser", { user }) })),
    outcome,
  ];
}

/**
 * Everything that is kept about a user, a line each.
 *
 * @returns {Promise<{part: string, record: object}[]>}
 */
export async function readAll(api, user, countMax = recordsMax) {
  const lines = [];
  let next = "";
  do {
    const page = await api.call(`${service}/export_user`, { User_Account: user, Count: 100, Next: next });
    lines.push(...page.RecordList.map((record) => ({ part: page.Part, record })));
    if (lines.length > countMax) throw Object.assign(new Error(), { words: say("console.exportTooLong", { user }) });
    next = page.Next;
  } while (next !== "");
  return lines;
}

/** Erases a user. A call goes on for a while and says how far it is; the last one says that it is done. */
export async function eraseAll(api, body) {
  for (;;) {
    const answer = await api.call(`${service}/erase_user`, body);
    if (answer.IsDone) return answer;
  }
}

/** How many records of each part there are. */
function counts(lines) {
  const byPart = new Map();
  for (const { part } of lines) byPart.set(part, (byPart.get(part) ?? 0) + 1);
  return table({
    caption: say("console.recordsKept"), empty: say("console.noRecords"), columns: [say("console.part"), say("console.records")],
    rows: [...byPart].map(([part, count]) => [say(`console.part.${part}`), formatNumber(count)]),
  });
}

function save(name, text) {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: "application/x-ndjson" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
