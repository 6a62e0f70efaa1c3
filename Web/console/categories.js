// The categories of the gift panel: added, renamed in three languages, ordered and removed.

import { formatNumber, languages, say } from "../model/words.js";
import { h } from "../components/dom.js";
import { categoryCalls, categoryGaps, categoryValues } from "./category-form.js";
import { giftLanguages } from "./gift-form.js";
import { acceptDrops, focusMover, moved, mover } from "./ordering.js";
import { announce, button, confirmByName, copyable, dialog, field, other, table, wordsOf } from "./parts.js";

const service = "live_engine_http_srv";

/**
 * The part of the catalogue's page with the categories.
 *
 * @param {{api: import("./api.js").Api, addressOf: Function}} context
 * @param {any[]} list The categories.
 * @param {any[]} gifts
 * @param {() => Promise<void>} reload Reads the catalogue anew.
 */
export function categories({ api, addressOf }, list, gifts, reload) {
  const known = new Set(gifts.map((gift) => gift.GiftId));
  const drawn = table({
    caption: say("console.categories"), empty: say("console.noCategories"),
    columns: [say("console.categoryID"), say("console.name"), say("console.gifts"), say("console.languages"), say("console.place"),
      say("console.actions")],
    rows: list.map((category, index) => {
      const id = category.CategoryId;
      const missing = categoryGaps(category);
      return [
        copyable(id), other(category.CategoryName),
        h("a", { href: addressOf("catalogue", { category: id }), "aria-label": say("console.orderOfGifts", { id }) },
          formatNumber(category.GiftIdList.filter((own) => known.has(own)).length)),
        missing.length === 0 ? say("console.complete")
          : say("console.gaps", { languages: missing.map((language) => languages[language]).join(", ") }),
        mover({ id, index, count: list.length, move }),
        h("span", { class: "row-actions" },
          button(say("console.edit"), () => edit(api, category, reload), { label: say("console.editCategory", { id }) }),
          button(say("console.remove"), () => remove(id), { kind: "danger", label: say("console.removeCategory", { id }) })),
      ];
    }),
  });
  async function move(from, to) {
    const ids = list.map((category) => category.CategoryId);
    if (ids[from] === undefined || to < 0 || to >= ids.length) return;
    try {
      await api.call("ovation_gift_srv/order_gift_categories", { CategoryIdList: moved(ids, from, to) });
      announce(say("console.movedTo", { id: ids[from], place: to + 1, count: ids.length }));
    } catch (error) {
      announce(wordsOf(error), true);
    }
    await reload();
    focusMover(document, to < from ? "up" : "down", ids[from]);
  }
  const remove = (id) => confirmByName(
    { title: say("console.removeCategory", { id }), text: say("console.removeCategoryText"), id, action: say("console.remove") },
    async () => {
      await api.call(`${service}/del_gift_category`, { CategoryId: id });
      await reload();
      return say("console.removed", { id });
    });
  return h(
    "section", { "aria-labelledby": "categories-title" }, h("h2", { id: "categories-title" }, say("console.categories")),
    h("p", { class: "row-actions" }, button(say("console.addCategory"), () => edit(api, null, reload))), acceptDrops(drawn, move));
}

function edit(api, category, reload) {
  let before = category && categoryValues(category);
  const start = categoryValues(category);
  const id = category?.CategoryId ?? "";
  const text = (label, name, maxBytes, isRequired = false) => field({ label, name, value: start[name], maxBytes, isRequired });
  dialog({
    title: category ? say("console.editCategory", { id }) : say("console.addCategory"),
    fields: [
      field({ label: say("console.categoryID"), name: "CategoryId", value: id, isRequired: true, maxBytes: 20,
        more: category ? { readonly: true } : {} }),
      text(say("console.gift.DefaultName"), "DefaultName", 20, true), text(say("console.gift.DefaultDesc"), "DefaultDesc", 60),
      ...giftLanguages.flatMap((language) => [
        text(say("console.nameIn", { language: languages[language] }), `name:${language}`, 20),
        text(say("console.descIn", { language: languages[language] }), `desc:${language}`, 60),
      ]),
    ],
    submit: say("console.save"), isLasting: true,
    run: async ({ CategoryId: own, ...now }) => {
      for (const { command, body } of categoryCalls(own.trim(), before, now)) {
        await api.call(`${service}/${command}`, body);
        // What is done is not sent again with the next attempt. A category that was added is there.
        before ??= { ...categoryValues(null), DefaultName: now.DefaultName, DefaultDesc: now.DefaultDesc };
      }
      await reload();
      return say("console.saved", { id: own });
    },
  });
}
