// What the form of a gift holds, what it sends, and what two operators changed at the same time. The functions are pure.

/** The languages in which a catalogue is written here. Others stay as they are. */
export const giftLanguages = ["en", "zh-Hans", "ja"];

/** The fields of a gift beside its texts in languages: the name in the form, the name in the API, and the most bytes. */
export const giftFields = [
  { name: "DefaultName", from: "Name", maxBytes: 20 },
  { name: "DefaultDesc", from: "Desc", maxBytes: 20 },
  { name: "Coins", from: "Coins", isNumber: true },
  { name: "Level", from: "Level", isNumber: true },
  { name: "IconUrl", from: "IconUrl", maxBytes: 200 },
  { name: "ResourceUrl", from: "ResourceUrl", maxBytes: 200 },
];

/**
 * A gift of the catalogue as texts of the form: `DefaultName`, …, `name:ja`, `desc:ja`, and `category:hot`, which is `yes` or empty.
 *
 * @param {?any} gift
 * @param {any[]} [categories] The categories of the catalogue.
 */
export function valuesOf(gift, categories = []) {
  const values = Object.fromEntries(giftFields.map(({ name, from }) => [name, String(gift?.[from] ?? "")]));
  for (const language of giftLanguages) {
    const text = gift?.LanguageList?.find((entry) => entry.Language === language);
    values[`name:${language}`] = text?.Name ?? "";
    values[`desc:${language}`] = text?.Desc ?? "";
  }
  for (const { CategoryId: id, GiftIdList: ids } of categories) values[`category:${id}`] = gift && ids.includes(gift.GiftId) ? "yes" : "";
  return values;
}

/** The names of the fields whose texts differ. */
export function differences(one, other) {
  return Object.keys(one).filter((name) => one[name] !== other[name]);
}

/**
 * The calls that make a gift what the form says: first the gift, by its revision, then its texts and its categories.
 *
 * @param {string} giftID
 * @param {?Record<string, string>} before What was read; null for a new gift.
 * @param {Record<string, string>} now
 * @param {?string} revision
 * @returns {{command: string, body: object}[]}
 */
export function callsFor(giftID, before, now, revision) {
  const changed = before ? differences(before, now) : Object.keys(now).filter((name) => now[name] !== "");
  /** @type {Record<string, any>} */
  const body = { GiftId: giftID };
  for (const { name, isNumber } of giftFields) {
    if (changed.includes(name)) body[name] = isNumber ? Number(now[name] || 0) : now[name];
  }
  if (before && revision) body.Revision = revision;
  // Also without a change of its own: the revision is looked at before texts are changed.
  /** @type {{command: string, body: object}[]} */
  const calls = changed.length > 0 ? [{ command: before ? "edit_gift" : "add_gift", body }] : [];
  for (const language of giftLanguages) {
    const [name, desc] = [`name:${language}`, `desc:${language}`];
    if (!changed.includes(name) && !changed.includes(desc)) continue;
    calls.push(now[name] === "" && now[desc] === ""
      ? { command: "del_gift_language", body: { GiftId: giftID, Language: language } }
      : { command: "set_gift_language", body: { GiftId: giftID, Language: language, Name: now[name], Desc: now[desc] } });
  }
  for (const name of changed.filter((own) => own.startsWith("category:"))) {
    calls.push({
      command: now[name] === "yes" ? "add_gift_category_relations" : "del_gift_category_relations",
      body: { CategoryId: name.slice("category:".length), GiftIdList: [giftID] },
    });
  }
  return calls;
}

/** The languages in which a gift has no name. */
export function gaps(gift) {
  return giftLanguages.filter((language) => !gift.LanguageList?.some((entry) => entry.Language === language && entry.Name));
}
