// What the form of a category holds and sends. The functions are pure.

import { giftLanguages } from "./gift-form.js";

/** A category of the catalogue as texts of the form: `DefaultName`, `DefaultDesc`, `name:ja`, `desc:ja`, …. */
export function categoryValues(category) {
  const values = { DefaultName: category?.CategoryName ?? "", DefaultDesc: category?.CategoryDesc ?? "" };
  for (const language of giftLanguages) {
    const text = category?.LanguageList?.find((entry) => entry.Language === language);
    values[`name:${language}`] = text?.CategoryName ?? "";
    values[`desc:${language}`] = text?.CategoryDesc ?? "";
  }
  return values;
}

/**
 * The calls that make a category what the form says.
 *
 * @param {string} id
 * @param {?Record<string, string>} before What was read; null for a new category.
 * @param {Record<string, string>} now
 * @returns {{command: string, body: object}[]}
 */
export function categoryCalls(id, before, now) {
  const isChanged = (name) => now[name] !== (before?.[name] ?? "");
  const names = ["DefaultName", "DefaultDesc"].filter(isChanged);
  const calls = [];
  if (!before || names.length > 0) {
    calls.push({
      command: before ? "edit_gift_category" : "add_gift_category",
      body: { CategoryId: id, ...Object.fromEntries(names.map((name) => [name, now[name]])) },
    });
  }
  for (const language of giftLanguages) {
    const [name, desc] = [`name:${language}`, `desc:${language}`];
    if (!isChanged(name) && !isChanged(desc)) continue;
    calls.push(now[name] === "" && now[desc] === ""
      ? { command: "del_gift_category_language", body: { CategoryId: id, Language: language } }
      : { command: "set_gift_category_language",
        body: { CategoryId: id, Language: language, CategoryName: now[name], CategoryDesc: now[desc] } });
  }
  return calls;
}

/** The languages in which a category has no name. */
export function categoryGaps(category) {
  return giftLanguages.filter((language) =>
    !category.LanguageList?.some((entry) => entry.Language === language && entry.CategoryName));
}
