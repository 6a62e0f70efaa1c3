// The gift catalogue: listed, added, changed and removed; effects are checked by the server and played here before anybody sees them.

import { formatNumber, languages, say } from "../model/words.js";
import { giftIcon, h } from "../components/dom.js";
import { effectPreview } from "./effect-preview.js";
import { uploadField } from "./upload.js";
import { callsFor, differences, gaps, giftFields, giftLanguages, valuesOf } from "./gift-form.js";
import { announce, button, confirmByName, copyable, csvButton, dialog, field, form, loaded, other, table } from "./parts.js";

const service = "live_engine_http_srv";
/** The code of a change that somebody else was faster with. */
const changedMeanwhile = 110_097;

export function view(context) {
  const { query } = context;
  if (query.gift !== undefined) return editor(context, query.gift);
  return list(context);
}

async function readAll(api) { return api.call(`${service}/get_gift_info_list`); }

function list({ api, addressOf }) {
  let gifts = [];
  const shown = loaded(() => readAll(api), ({ GiftList, CategoryList }) => {
    gifts = GiftList;
    const categoriesOf = (id) => CategoryList.filter((category) => category.GiftIdList.includes(id)).map((category) =>
      category.CategoryName);
    return table({
      caption: say("console.catalogue"), empty: say("console.noGifts"),
      columns: [say("console.giftID"), say("console.name"), say("console.price"), say("console.categories"), say("console.languages"),
        say("console.effect"), say("console.actions")],
      rows: GiftList.map((gift) => [
        copyable(gift.GiftId), h("span", { class: "with-icon" }, giftIcon({ iconURL: gift.IconUrl }), other(gift.Name)),
        formatNumber(gift.Coins), other(categoriesOf(gift.GiftId).join(", ")), languageMarks(gift),
        say(gift.ResourceUrl ? "console.yes" : "console.no"),
        h(
          "span", { class: "row-actions" },
          h("a", { class: "button", href: addressOf("catalogue", { gift: gift.GiftId }),
            "aria-label": say("console.editGift", { id: gift.GiftId }) }, say("console.edit")),
          button(say("console.testSend"), () => testSend(api, gift.GiftId), { label: say("console.testSendGift", { id: gift.GiftId }) }),
          button(say("console.remove"), () => remove(gift.GiftId),
            { kind: "danger", label: say("console.removeGift", { id: gift.GiftId }) })),
      ]),
    });
  });
  const remove = (id) => confirmByName(
    { title: say("console.removeGift", { id }), text: say("console.removeGiftText"), id, action: say("console.remove") },
    async () => {
      await api.call(`${service}/del_gift`, { GiftId: id });
      await shown.reload();
      return say("console.removed", { id });
    });
  return [
    h("p", { class: "row-actions" }, h("a", { class: "button button--primary", href: "/console/catalogue?gift=" }, say("console.addGift")),
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

function editor(context, id) {
  const { api } = context;
  if (id === "") return giftForm(context, null);
  return [loaded(async () => {
    const gift = (await readAll(api)).GiftList.find((own) => own.GiftId === id);
    if (!gift) throw Object.assign(new Error(), { words: say("console.noSuchGift", { id }) });
    return gift;
  }, (gift) => giftForm(context, gift)).place];
}

function giftForm({ api, goTo }, gift) {
  let before = gift && valuesOf(gift);
  let revision = gift?.Revision ?? null;
  const start = valuesOf(gift);
  const giftID = field({
    label: say("console.giftID"), name: "GiftId", value: gift?.GiftId ?? "", isRequired: true, maxBytes: 20,
    more: gift ? { readonly: true } : {},
  });
  const fields = giftFields.map(({ name, maxBytes, isNumber }) => field({
    label: say(`console.gift.${name}`), name, value: start[name], maxBytes: maxBytes ?? 0, type: isNumber ? "number" : "text",
    isRequired: name === "DefaultName" || name === "Coins", more: isNumber ? { min: 0, step: 1, inputmode: "numeric" } : {},
  }));
  const texts = giftLanguages.flatMap((language) => [
    field({ label: say("console.nameIn", { language: languages[language] }), name: `name:${language}`, value: start[`name:${language}`],
      maxBytes: 20 }),
    field({ label: say("console.descIn", { language: languages[language] }), name: `desc:${language}`, value: start[`desc:${language}`],
      maxBytes: 20 }),
  ]);
  const all = [giftID, ...fields, ...texts];
  const conflict = h("section", { class: "conflict", hidden: true, "aria-labelledby": "conflict-title" });
  const read = () => Object.fromEntries([...fields, ...texts].map(({ control }) => [control.name, control.value]));

  async function save(id) {
    let doneCount = 0;
    try {
      for (const { command, body } of callsFor(id, before, read(), revision)) {
        await api.call(`${service}/${command}`, body);
        doneCount += 1;
      }
    } catch (error) {
      // What was done is no change of somebody else's: the next attempt sends the rest.
      const now = doneCount > 0 ? await theirs(id) : null;
      if (now) {
        before = valuesOf(now);
        revision = now.Revision;
      }
      throw error;
    }
  }
  async function theirs(id) { return (await readAll(api)).GiftList.find((own) => own.GiftId === id) ?? null; }

  const edit = form({
    fields: all, submit: say("console.save"), isWide: true, label: gift ? say("console.editGift", { id: gift.GiftId })
      : say("console.addGift"),
    run: async ({ GiftId: id }) => {
      conflict.hidden = true;
      if (before && differences(before, read()).length === 0) return say("console.nothingChanged");
      try {
        await save(id);
      } catch (error) {
        if (error.code === changedMeanwhile) await showConflict(id);
        throw error;
      }
      announce(say("console.saved", { id }));
      goTo("catalogue");
      return say("console.saved", { id });
    },
  });

  /** Shows what somebody else made of the gift beside what stands in the form, and lets the operator decide. */
  async function showConflict(id) {
    const now = await theirs(id);
    const own = read();
    if (!now) throw Object.assign(new Error(), { words: say("console.noSuchGift", { id }) });
    const other_ = valuesOf(now);
    const names = [...new Set([...differences(own, other_)])];
    const label = (name) => all.find(({ control }) => control.name === name)?.row.querySelector("label")?.textContent ?? name;
    conflict.replaceChildren(
      h("h2", { id: "conflict-title", tabindex: "-1" }, say("console.conflict")), h("p", {}, say("console.conflictText")),
      table({
        caption: say("console.conflict"), empty: say("console.noDifference"),
        columns: [say("console.fieldName"), say("console.yours"), say("console.theirs")],
        rows: names.map((name) => [label(name), other(own[name] || "–"), other(other_[name] || "–")]),
      }),
      h(
        "div", { class: "row-actions" },
        button(say("console.keepMine"), () => {
          before = other_;
          revision = now.Revision;
          conflict.hidden = true;
          edit.element.requestSubmit();
        }, { kind: "primary" }),
        button(say("console.takeTheirs"), () => {
          before = other_;
          revision = now.Revision;
          for (const { control } of [...fields, ...texts]) {
            control.value = other_[control.name];
            control.dispatchEvent(new Event("input"));
          }
          conflict.hidden = true;
          edit.outcome.textContent = "";
          giftID.control.focus();
        })));
    conflict.hidden = false;
    /** @type {HTMLElement} */ (conflict.firstChild).focus();
  }

  const control = (name) => /** @type {HTMLInputElement} */ (fields.find(({ control: own }) => own.name === name).control);
  const address = control("ResourceUrl");
  return [
    h("p", {}, h("a", { href: "/console/catalogue" }, say("console.allGifts"))),
    conflict, edit.element,
    h("section", { class: "uploads", "aria-labelledby": "uploads-title" }, h("h2", { id: "uploads-title" }, say("console.uploads")),
      uploadField(api, { kind: "picture", target: control("IconUrl"), label: say("console.uploadIcon") }),
      uploadField(api, { kind: "effect", target: address, label: say("console.uploadEffect") })),
    effectPreview(api, () => address.value.trim()),
  ];
}
