// The picker of emoji: what it offers, and what it remembers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { matching, RecentEmoji, recentMax } from "../../Web/model/emoji.js";

const tags = ["en", "zh-Hans", "ja"];
const groupsOf = Object.fromEntries(await Promise.all(
  tags.map(async (tag) => [tag, (await import(`../../Web/words/emoji/${tag}.js`)).groups])));

function storage() {
  const kept = new Map();
  return /** @type {any} */ ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) });
}

test("every language has the same emoji in the same order, each once and with words of its own", () => {
  const signs = (tag) => groupsOf[tag].map(({ emoji }) => emoji.map(([sign]) => sign));
  for (const tag of tags) {
    assert.deepEqual(signs(tag), signs("en"), tag);
    for (const { title, emoji } of groupsOf[tag]) {
      assert.notEqual(title, "");
      for (const [sign, names] of emoji) assert.ok(names.trim() !== "" && !names.includes(sign), `${tag} ${sign}`);
    }
  }
  const all = signs("en").flat();
  assert.equal(new Set(all).size, all.length);
});

test("a search finds by every word, in each language, and by the emoji itself", () => {
  const found = (tag, search) => matching(groupsOf[tag], search).flatMap(({ emoji }) => emoji.map(([sign]) => sign));
  assert.deepEqual(found("en", "broken heart"), ["💔"]);
  assert.deepEqual(found("en", "FIRE"), ["🔥"]);
  assert.deepEqual(found("zh-Hans", "火箭"), ["🚀"]);
  assert.deepEqual(found("ja", "ありがとう"), ["🙏"]);
  assert.deepEqual(found("en", "🐼"), ["🐼"]);
  assert.deepEqual(found("en", "no such thing"), []);
  assert.equal(found("en", "  ").length, groupsOf.en.flatMap(({ emoji }) => emoji).length);
});

test("the last twenty-four are remembered, the last one first, and what is unknown is left out", () => {
  const place = storage();
  const known = groupsOf.en.flatMap(({ emoji }) => emoji.map(([sign]) => sign));
  const recent = new RecentEmoji(place, new Set(known));
  for (const sign of known.slice(0, 30)) recent.used(sign);
  recent.used(known[20]);
  assert.equal(recent.all.length, recentMax);
  assert.deepEqual(recent.all.slice(0, 2), [known[20], known[29]]);
  assert.deepEqual(new RecentEmoji(place, new Set([known[29]])).all, [known[29]]);
  for (const text of ["{", "7", '"x"']) {
    place.setItem("ovation.emoji", text);
    assert.deepEqual(new RecentEmoji(place, new Set(known)).all, [], text);
  }
});
