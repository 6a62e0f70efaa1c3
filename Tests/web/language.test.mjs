// The page's languages are complete and in use, and the page has no text outside them.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import {
  currentLanguage, explain, formatMoment, formatNumber, formatWhen, hasWords, isolated, languages, listParts, nameOf,
  pickLanguage, plainName, say, sayParts, speakOf, useLanguage,
} from "../../Web/model/words.js";
import { ErrorCode } from "../../Web/wire/errors.js";

const root = fileURLToPath(new URL("../../Web/", import.meta.url));
const tags = Object.keys(languages);
const texts = Object.fromEntries(await Promise.all(
  tags.map(async (tag) => [tag, Object.assign({}, ...await Promise.all(
    ["", "picture/", "seats/", "plaza/", "studio/", "talk/", "console/"].map(
      async (folder) => (await import(`../../Web/words/${folder}${tag}.js`)).words)))])));

/** The page's scripts except its words, and except the wire, the effects and the API description, whose texts are for developers. */
const sources = readdirSync(root, { recursive: true })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".js") && !/^(words|wire|docs|svga)\//.test(file))
  .map((file) => ({ file, source: readFileSync(root + file, "utf8") }));

const forms = (entry) => (typeof entry === "string" ? { other: entry } : entry);
const places = (text) => [...text.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name).sort();

test("every language has its files, and every file has a language", () => {
  for (const folder of ["words", "words/picture", "words/seats", "words/plaza", "words/studio", "words/talk", "words/console"]) {
    const files = readdirSync(root + folder).filter((file) => file.endsWith(".js")).map((file) => file.replace(/\.js$/, ""));
    assert.deepEqual(files.sort(), [...tags].sort(), folder);
  }
});

test("every language has every text", () => {
  for (const tag of tags) assert.deepEqual(Object.keys(texts[tag]).sort(), Object.keys(texts.en).sort(), tag);
});

test("every text has the same placeholders in every language and is not empty", () => {
  for (const tag of tags) {
    for (const [key, entry] of Object.entries(texts[tag])) {
      const wanted = places(forms(texts.en[key]).other);
      for (const text of Object.values(forms(entry))) {
        assert.deepEqual(places(text), wanted, `${tag} ${key}`);
        assert.notEqual(text.trim(), "", `${tag} ${key}`);
      }
    }
  }
});

test("a text with a count has exactly the plural forms of its language", () => {
  for (const tag of tags) {
    const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
    for (const [key, entry] of Object.entries(texts[tag])) {
      assert.equal(typeof entry === "string", typeof texts.en[key] === "string", `${tag} ${key}`);
      if (typeof entry !== "string") assert.deepEqual(Object.keys(entry).sort(), [...categories].sort(), `${tag} ${key}`);
    }
  }
});

test("Chinese and Japanese texts differ from the English ones", () => {
  // Names, signs and letters are equal in all languages.
  const same = /^(UserSig|REST|Esc|×\{count\}|Lv \{level\}|\{\w+\}[^\p{L}]*(Ovation|MB)?|\{gift\} ×\{count\})$/u;
  for (const tag of ["zh-Hans", "ja"]) {
    for (const [key, entry] of Object.entries(texts[tag])) {
      if (entry === texts.en[key]) assert.match(entry, same, `${tag} ${key}`);
    }
  }
});

test("every text that the page uses exists, and every text is used", () => {
  const known = new Set(Object.keys(texts.en));
  const used = new Set();
  for (const { file, source } of sources) {
    for (const [, key] of source.matchAll(/\b(?:say|sayParts)\(\s*"([^"]+)"/g)) {
      assert.ok(known.has(key), `${file} asks for ${key}`);
    }
    for (const [, key] of source.matchAll(/"([a-zA-Z]+\.[a-zA-Z]+)"/g)) used.add(key);
    for (const [, start] of source.matchAll(/`([a-zA-Z]+\.)\$\{/g)) {
      for (const key of known) if (key.startsWith(start)) used.add(key);
    }
    for (const [, end] of source.matchAll(/`\$\{\w+\}(\.[a-zA-Z]+)`/g)) {
      for (const key of known) if (key.endsWith(end)) used.add(key);
    }
  }
  // The model's entries for the chat build their keys there.
  assert.deepEqual([...known].filter((key) => !used.has(key)), []);
});

test("every error with a text of its own exists", () => {
  const names = new Set(Object.keys(ErrorCode));
  for (const key of Object.keys(texts.en)) {
    const [, name] = /^error\.(.+)$/.exec(key) ?? [];
    if (name && name !== "other") assert.ok(names.has(name), name);
  }
});

test("no script of the page contains a text", () => {
  // Errors of the module are for programmers, in English like those of `wire`.
  const shown = sources.filter(({ file }) => !file.startsWith("stores/"));
  // The console names fields of the REST API.
  const fields = new Set(readFileSync(`${root}../Protocol/openapi.yaml`,
    "utf8").match(/^ +[A-Z][A-Za-z_]*(?=:$)/gmu).map((name) => name.trim()));
  const found = shown.flatMap(({ file, source }) => textsIn(source)
    .filter((text) => !(file.startsWith("console/") && fields.has(text))).map((text) => `${file}: ${text}`));
  assert.deepEqual(found, []);
});

test("the search finds texts that the page once contained", () => {
  const before = [
    'h("p", {}, "No messages yet. Say hello!")', 'setText(title, "Joining…")', '`${name} was removed.`', 'h("b", {}, "Cancel")',
    'toast(`Your ${gift} from before was sent`)', 'x = "Nobody is watching yet"', '{ label: "Mute" }', 'button.title = "on air now"',
    'error.message', 'rejection.message',
  ];
  for (const line of before) assert.equal(textsIn(line).length, 1, line);
});

test("the chosen language comes first, then the first that the browser asks for and the page has", () => {
  const picks = [
    [null, ["zh-CN"], "zh-Hans"], [null, ["zh"], "zh-Hans"], [null, ["zh-TW", "ja"], "ja"], [null, ["ja-JP"], "ja"],
    [null, ["de", "en-GB"], "en"], [null, ["fr"], "en"], [null, [], "en"], [null, ["@@", "ja"], "ja"],
    ["ja", ["zh-CN"], "ja"], ["xx", ["zh-CN"], "zh-Hans"], ["toString", ["ja"], "ja"],
  ];
  for (const [chosen, wished, picked] of picks) assert.equal(pickLanguage(chosen, wished), picked, `${chosen} ${wished}`);
});

test("words, plurals, numbers and days follow the language", async () => {
  const saturday = Date.UTC(2025, 10, 29, 12, 0);
  const seen = {};
  for (const tag of tags) {
    await useLanguage(tag, []);
    seen[tag] = [
      currentLanguage(), say("list.goLive"), say("chat.pausedWith", { count: 1_234 }),
      say("connection.backAfter", { count: 1 }), formatNumber(12_345), formatMoment(saturday).includes("29"),
    ];
  }
  assert.deepEqual(seen, {
    en: ["en", "Go live", "Paused · 1,234 new", "Back online. 1 message came meanwhile.", "12,345", true],
    "zh-Hans": ["zh-Hans", "开始直播", "已暂停 · 1,234 条新消息", "已恢复连接，期间有 1 条消息。", "12,345", true],
    ja: [
      "ja", "配信を始める", "一時停止中 · 新着 1,234 件", "オンラインに戻りました。その間に 1 件のメッセージがありました。", "12,345",
      true,
    ],
  });
  await useLanguage("en", []);
});

test("the words for pictures and for other views load on request and follow a change of language", async () => {
  await useLanguage("en", []);
  assert.equal(hasWords("picture.unmute"), false);
  await speakOf("picture");
  assert.equal(hasWords("nav.plaza"), false);
  assert.equal(say("picture.unmute"), "Tap to unmute");
  await useLanguage("ja", []);
  await speakOf("plaza");
  assert.equal(say("picture.unmute"), "タップして音を出す");
  assert.equal(say("nav.plaza"), "広場");
  await useLanguage("en", []);
});

test("a time on another day names the day, a time today does not", async () => {
  await useLanguage("en", []);
  const now = new Date(2025, 10, 22, 15, 0).getTime();
  assert.doesNotMatch(formatWhen(new Date(2025, 10, 22, 3, 42).getTime(), now), /Nov/);
  assert.match(formatWhen(new Date(2025, 10, 23, 3, 42).getTime(), now), /Sun, Nov 23, 2025.*03:42/);
  assert.match(formatMoment(new Date(2025, 10, 22, 3, 42).getTime()), /Sat, Nov 22, 2025.*03:42/);
});

test("a time beyond every calendar is still written", () => {
  for (const time of [2 ** 63, -(2 ** 63)]) assert.equal(typeof formatMoment(time), "string");
});

test("dates follow the reader's regional language", async () => {
  await useLanguage("en", ["en-GB", "en"]);
  assert.match(formatMoment(new Date(2025, 10, 22, 15, 42).getTime()), /22 Nov 2025.*15:42/);
  await useLanguage("en", []);
});

test("inserted parts follow the word order of the language", async () => {
  const [name, gift] = [{ node: "Ada" }, { node: "Rose" }];
  await useLanguage("ja", []);
  assert.deepEqual(sayParts("chat.sentMany", { name, gift, count: 1_000 }), [
    name, " さんが", gift, "を ×", "1,000", " 贈りました"]);
  await useLanguage("en", []);
  assert.deepEqual(sayParts("chat.sentMany", { name, gift, count: 2 }), [name, " sent ", gift, " ×", "2"]);
  assert.deepEqual(listParts([name, gift]), [name, " and ", gift]);
  assert.deepEqual(listParts([name]), [name]);
});

test("a name in braces stays a name", async () => {
  await speakOf("talk");
  await useLanguage("en", []);
  assert.equal(say("menu.muted", { name: "{name}" }), "{name} is muted.");
});

test("a refusal is translated, an unknown one shows its number, and an app's own text stays", async () => {
  await useLanguage("en", []);
  assert.equal(explain({ name: "roomFull", code: 100008, message: "The live is full." }), "The live is full.");
  await useLanguage("ja", []);
  assert.equal(explain({ name: "roomFull", code: 100008, message: "The live is full." }), "この配信は満員です。");
  await useLanguage("en", []);
  const unknown = explain({ name: "metadataKeysExceeded", code: 100500, message: "until 1795923656028 (Unix milliseconds)" });
  assert.equal(unknown, "That did not work (error 100500).");
  assert.equal(explain({ name: "unknown", code: 102150, message: "Monthly budget\u202e used up" }), "Monthly budget used up");
  assert.equal(hasWords("error.roomFull"), true);
});

test("a name loses characters that turn the text around it, and keeps its own direction marks", () => {
  const user = (userName) => ({ userID: "bo", userName });
  assert.equal(nameOf(user("avoN tsoH\u202e")), "avoN tsoH");
  assert.equal(plainName("\u2066a\u2069\u202a\u202b\u202c\u202db\u2067\u2068"), "ab");
  assert.equal(plainName("\u200e\u200fعلي"), "\u200e\u200fعلي");
  assert.equal(nameOf(user("\u202e \u2066")), "bo");
  assert.equal(isolated("Ada"), "Ada");
  assert.equal(isolated("علي\u202e"), "\u2068علي\u2069");
});

/**
 * Finds what looks like a text for people in a script: a string that begins with a capital letter or has several words that are no
 * class names. Messages of errors are left out, because they are English and for developers.
 */
function textsIn(source) {
  const code = source
    .replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "").replace(/^(import|export) .* from ".*";$/gm, "")
    .replace(/^import ".*";$/gm, "")
    // Errors are for developers.
    .replace(/new Error\([^()]*\)/g, "");
  const literals = [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(([, plain, pattern]) => (
    (plain ?? pattern).replace(/\$\{[^}]*\}/g, "§")));
  const found = literals.filter((text) => {
    if (notWords.has(text) || /^[\w-]*(__|--)/.test(text)) return false;
    const isSentence = /\p{L}{2,} \p{L}{2,}/u.test(text) && (/[.?!…]$/.test(text) || /§ \p{L}|\p{L} §/u.test(text));
    const isCapital = /^\p{Lu}\p{Ll}/u.test(text);
    const areWords = /^\p{L}+( \p{L}+){2,}$/u.test(text);
    return isSentence || isCapital || areWords;
  });
  const messages = [...code.matchAll(/\b(?:rejection|error|failure)\.message\b/g)].map(([text]) => text);
  return [...found, ...messages];
}

/** Strings with a capital letter that are no text: names of the product, of keys and of guests. */
const notWords = new Set([
  "Ovation", "English", "Escape", "Enter", "Tab", "Home", "End", "PageUp", "PageDown", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight",
  ..."Amber Brave Calm Dapper Eager Fancy Gentle Happy Jolly Keen Lucky Merry Nimble Proud Quiet Sunny Swift Tidy Vivid Witty"
    .split(" "),
  ..."Badger Crane Dolphin Falcon Finch Fox Gecko Heron Koala Lark Lynx Marten Otter Panda Puffin Robin Seal Swan Tapir Wren"
    .split(" "),
]);
