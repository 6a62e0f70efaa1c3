// The gift catalogue: what there is, in its order; gifts and categories are added, changed, ordered and removed.

import { formatNumber, languages, say } from "../model/words.js";
import { giftIcon, h } from "../components/dom.js";
import { categories } from "./categories.js";
import { gaps } from "./gift-form.js";
import { editor } from "./gift-editor.js";
import { acceptDrops, focusMover, moved, mover } from "./ordering.js";
import { announce, button, confirmByName, copyable, csvButton, dialog, field, loaded, other, table, wordsOf } from "./parts.js";

const service = "live_engine_http_srv";

export function view(context) {
  const { query } = context;
  if (query.gift !== undefined) return editor(context, query.gift);
  return list(context);
}

function list(context) {
  const { api, query, filter, addressOf } = context;
  const category = query.category ?? "";
  let gifts = [];
  const choice = h("select", {
    class: "input", "aria-label": say("console.orderOf"), on: { change: (event) => filter({ category: event.target.value }) },
  });
  const shown = loaded(() => api.call(`${service}/get_gift_info_list`), ({ GiftList, CategoryList }) => {
    const chosen = CategoryList.find((own) => own.CategoryId === category);
    const byID = new Map(GiftList.map((gift) => [gift.GiftId, gift]));
    gifts = chosen ? chosen.GiftIdList.map((id) => byID.get(id)).filter(Boolean) : GiftList;
    choice.replaceChildren(
      h("option", { value: "" }, say("console.allGifts")),
      ...CategoryList.map((own) => h("option", { value: own.CategoryId, selected: own === chosen },
        say("console.giftsOf", { name: own.CategoryName }))));
    const categoriesOf = (id) => CategoryList.filter((own) => own.GiftIdList.includes(id)).map((own) => own.CategoryName);
    const drawn = table({
      caption: say("console.catalogue"), empty: say("console.noGifts"),
      columns: [say("console.giftID"), say("console.name"), say("console.price"), say("console.categories"), say("console.languages"),
        say("console.effect"), say("console.place"), say("console.actions")],
      rows: gifts.map((gift, index) => [
        copyable(gift.GiftId), h("span", { class: "with-icon" }, giftIcon({ iconURL: gift.IconUrl }), other(gift.Name)),
        formatNumber(gift.Coins), other(categoriesOf(gift.GiftId).join(", ")), languageMarks(gift),
        say(gift.ResourceUrl ? "console.yes" : "console.no"),
        mover({ id: gift.GiftId, index, count: gifts.length, move }),
        h(
          "span", { class: "row-actions" },
          h("a", { class: "button", href: addressOf("catalogue", { gift: gift.GiftId }),
            "aria-label": say("console.editGift", { id: gift.GiftId }) }, say("console.edit")),
          button(say("console.testSend"), () => testSend(api, gift.GiftId), { label: say("console.testSendGift", { id: gift.GiftId }) }),
          button(say("console.remove"), () => remove(gift.GiftId),
            { kind: "danger", label: say("console.removeGift", { id: gift.GiftId }) })),
      ]),
    });
    return [acceptDrops(drawn, move), categories(context, CategoryList, GiftList, shown.reload)];
  }, { isList: true });

  /** Moves a gift, in the catalogue or in the chosen category. Where somebody else was faster, the list is read anew. */
  async function move(from, to) {
    const ids = gifts.map((gift) => gift.GiftId);
    if (ids[from] === undefined || to < 0 || to >= ids.length) return;
    const name = to < from ? "up" : "down";
    try {
      await api.call("ovation_gift_srv/order_gifts",
        { GiftIdList: moved(ids, from, to), ...(category === "" ? {} : { CategoryId: category }) });
      announce(say("console.movedTo", { id: ids[from], place: to + 1, count: ids.length }));
    } catch (error) {
      announce(wordsOf(error), true);
    }
    await shown.reload();
    focusMover(shown.place, name, ids[from]);
  }
  const remove = (id) => confirmByName(
    { title: say("console.removeGift", { id }), text: say("console.removeGiftText"), id, action: say("console.remove") },
    async () => {
      await api.call(`${service}/del_gift`, { GiftId: id });
      await shown.reload();
      return say("console.removed", { id });
    });
  return [
    h("div", { class: "row-actions" },
      h("a", { class: "button button--primary", href: "/console/catalogue?gift=" }, say("console.addGift")), choice,
      csvButton("gifts", ["GiftId", "Name", "Coins", "Level", "IconUrl", "ResourceUrl"],
        () => gifts.map((gift) => [gift.GiftId, gift.Name, gift.Coins, gift.Level, gift.IconUrl, gift.ResourceUrl]))),
    shown.place,
  ];
}

/** Sends a gift on behalf of a user, who pays it: how it looks in a live is seen there. */
function testSend(api, id) {
  dialog({
    title: say("console.testSendGift", { id }), content: [h("p", {}, say("console.testSendText"))],
    fields: [
      field({ label: say("console.liveID"), name: "live", isRequired: true }),
      field({ label: say("console.sender"), name: "sender", isRequired: true, more: { maxlength: 32 } }),
    ],
    submit: say("console.testSend"),
    run: async (values) => {
      await api.call(`${service}/send_gift`, { RoomId: values.live.trim(), From_Account: values.sender.trim(), GiftId: id, Count: 1 });
      return say("console.done");
    },
  });
}

/** The languages of a gift, with the gaps marked by words, not by colour. */
function languageMarks(gift) {
  const missing = gaps(gift);
  return missing.length === 0 ? say("console.complete") : say("console.gaps",
    { languages: missing.map((language) => languages[language]).join(", ") });
}
