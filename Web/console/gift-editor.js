// The form of a gift. An effect is checked and played before it is saved, and two operators who change one gift lose nothing.

import { languages, say } from "../model/words.js";
import { h } from "../components/dom.js";
import { effectPreview } from "./effect-preview.js";
import { uploadField } from "./upload.js";
import { callsFor, differences, giftFields, giftLanguages, valuesOf } from "./gift-form.js";
import { announce, button, checkBox, field, form, loaded, other, table, valueIn, writeInto } from "./parts.js";

const service = "live_engine_http_srv";
/** The most bytes of an icon: every viewer loads all of a panel's icons. */
const iconBytesMax = 204_800;
/** The code of a change that somebody else was faster with. */
const changedMeanwhile = 110_097;

async function readAll(api) { return api.call(`${service}/get_gift_info_list`); }

/** The page of one gift; of a new one where the id is empty. */
export function editor(context, id) {
  const { api } = context;
  return [loaded(async () => {
    const { GiftList, CategoryList } = await readAll(api);
    const gift = GiftList.find((own) => own.GiftId === id) ?? null;
    if (id !== "" && !gift) throw Object.assign(new Error(), { words: say("console.noSuchGift", { id }) });
    return { gift, categories: CategoryList };
  }, ({ gift, categories }) => giftForm(context, gift, categories)).place];
}

function giftForm({ api, goTo }, gift, categories) {
  let before = gift && valuesOf(gift, categories);
  let revision = gift?.Revision ?? null;
  const start = valuesOf(gift, categories);
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
  const places = categories.map(({ CategoryId: id, CategoryName: name }) => checkBox({
    label: say("console.showIn", { name }), name: `category:${id}`, isOn: start[`category:${id}`] === "yes",
  }));
  const all = [giftID, ...fields, ...texts, ...places];
  const conflict = h("section", { class: "conflict", hidden: true, "aria-labelledby": "conflict-title" });
  const read = () => Object.fromEntries([...fields, ...texts, ...places].map(({ control }) => [control.name, valueIn(control)]));

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
        before = now.values;
        revision = now.revision;
      }
      throw error;
    }
  }
  async function theirs(id) {
    const { GiftList, CategoryList } = await readAll(api);
    const now = GiftList.find((own) => own.GiftId === id);
    return now ? { values: valuesOf(now, CategoryList), revision: now.Revision } : null;
  }

  const edit = form({
    fields: all, submit: say("console.save"), isWide: true, label: gift ? say("console.editGift", { id: gift.GiftId })
      : say("console.addGift"),
    run: async ({ GiftId: id }) => {
      conflict.hidden = true;
      if (before && differences(before, read()).length === 0) return say("console.nothingChanged");
      // Nobody buys an effect that no player takes, or that flashes: it is looked at before it is saved.
      if (read().ResourceUrl !== (before?.ResourceUrl ?? "") && !await preview.isFit()) {
        throw Object.assign(new Error(), { words: say("console.effectRefused") });
      }
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
    const other_ = now.values;
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
          revision = now.revision;
          conflict.hidden = true;
          edit.element.requestSubmit();
        }, { kind: "primary" }),
        button(say("console.takeTheirs"), () => {
          before = other_;
          revision = now.revision;
          for (const { control } of [...fields, ...texts, ...places]) writeInto(control, other_[control.name] ?? "");
          conflict.hidden = true;
          edit.outcome.textContent = "";
          giftID.control.focus();
        })));
    conflict.hidden = false;
    /** @type {HTMLElement} */ (conflict.firstChild).focus();
  }

  const control = (name) => /** @type {HTMLInputElement} */ (fields.find(({ control: own }) => own.name === name).control);
  const address = control("ResourceUrl");
  const preview = effectPreview(api, () => address.value.trim());
  // What was typed is looked at when the field is left, so that a mistake is seen before the end of the form.
  address.addEventListener("change", () => preview.check());
  return [
    h("p", {}, h("a", { href: "/console/catalogue" }, say("console.allGifts"))),
    conflict, edit.element,
    h("section", { class: "uploads", "aria-labelledby": "uploads-title" }, h("h2", { id: "uploads-title" }, say("console.uploads")),
      uploadField(api, { kind: "picture", target: control("IconUrl"), label: say("console.uploadIcon"), bytesMax: iconBytesMax }),
      uploadField(api, { kind: "effect", target: address, label: say("console.uploadEffect"), onDone: preview.check })),
    preview.element,
  ];
}
