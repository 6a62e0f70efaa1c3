// What the page promises about itself: nothing inline, nothing from other servers, and artwork that fits the catalogue.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { byteLength } from "../../Web/wire/frames.js";

const root = fileURLToPath(new URL("../../Web/", import.meta.url));
const files = readdirSync(root, { recursive: true }).map((file) => file.replaceAll("\\", "/"));
const text = (file) => readFileSync(root + file, "utf8");
const ofKind = (kind) => files.filter((file) => file.endsWith(kind));

test("no file builds elements from strings or has code in attributes", () => {
  const forbidden =
    /\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|setAttribute\("(style|on))/;
  for (const file of ofKind(".js")) assert.doesNotMatch(text(file), forbidden, file);
});

test("the page has no inline script, style or handler", () => {
  const page = text("index.html");
  assert.doesNotMatch(page, /<style|\sstyle=|\son[a-z]+=/i);
  for (const [tag] of page.matchAll(/<script[^>]*>/g)) assert.match(tag, /\ssrc="\//);
  assert.match(page, /Content-Security-Policy/);
});

test("the artwork has no inline styles and scripts", () => {
  for (const file of ofKind(".svg")) assert.doesNotMatch(
    text(file), /<style|<script|\sstyle=|\son[a-z]+=|href="(?!#)/i, file);
});

test("no file loads anything from another server", () => {
  for (const file of [...ofKind(".js"), ...ofKind(".css"), ...ofKind(".html"), ...ofKind(".svg")]) {
    const addresses = [...text(file).matchAll(/\b(?:https?|wss?):\/\/[^\s"'`)]+/g)].map(([address]) => address);
    const external = addresses.filter((address) => address !== "http://www.w3.org/2000/svg" && !address.includes("${"));
    assert.deepEqual(external, [], file);
  }
});

test("every imported or linked file exists", () => {
  for (const file of ofKind(".js")) {
    for (const [, path] of text(file).matchAll(/(?:from|import) "(\.[^"]+)"/g)) {
      assert.ok(existsSync(new URL(path, `file://${root}${file}`)), `${file} imports ${path}`);
    }
  }
  for (const [, path] of text("index.html").matchAll(/(?:href|src)="\/([^"]+)"/g)) {
    assert.ok(existsSync(root + path), path);
  }
});

test("every imported stylesheet exists and refers to no other folder", () => {
  for (const file of ofKind(".css")) {
    const folder = file.slice(0, file.lastIndexOf("/") + 1);
    const imports = [...text(file).matchAll(/@import "([^"]+)";/g)].map(([, name]) => name);
    for (const name of imports) {
      assert.match(text(folder + name), /\{/, `${file} imports ${name}`);
      assert.doesNotMatch(text(folder + name), /@import/, `${name} is put into ${file} and imports more`);
    }
  }
});

// The server takes comment lines and indentation out of scripts and stylesheets (PageTree.compacted), which would change such a text.
test("no text goes over several lines", () => {
  for (const file of [...ofKind(".js"), ...ofKind(".css")]) {
    let comment = false;
    for (const line of text(file).split("\n")) {
      if (!comment && /^\s*\/\*/.test(line)) comment = true;
      if (comment || /^\s*\/\//.test(line)) {
        if (line.includes("*/")) comment = false;
        continue;
      }
      assert.equal(line.replaceAll(/\\.|"[^"]*"/g, "").split("`").length % 2, 1, `${file}: ${line}`);
      assert.doesNotMatch(line, /\\$/, `${file}: ${line}`);
    }
  }
});

/** The modules that a module needs before it runs, itself included. */
function neededBy(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path] of text(file).matchAll(/^(?:import|export)\b[^;"]*"(\.[^"]+)";/gm)) {
    neededBy(fileURLToPath(new URL(path, `file://${root}${file}`)).slice(root.length), found);
  }
  return found;
}

test("the page preloads its first modules, so a browser requests them all at once", () => {
  const named = [...text("index.html").matchAll(/rel="modulepreload" href="\/([^"]+)"/g)].map(([, path]) => path);
  const needed = [...neededBy("app.js")].filter((file) => file !== "app.js");
  assert.deepEqual(named.sort(), needed.sort());
});

test("the page preloads a live's modules, and a first visit needs at most 20", () => {
  const source = text("components/shell.js");
  const [, list] = /load: \(\) => import\("\.\/live-room\.js"\),[^\]]*\][^[]*modules: \[([^\]]*)\]/.exec(source);
  const named = [...list.matchAll(/"([^"]+)"/g)].map(([, path]) => path);
  const first = neededBy("app.js");
  const needed = [...neededBy("components/live-room.js")].filter((file) => !first.has(file));
  assert.deepEqual(named.sort(), needed.filter((file) => file !== "components/live-room.js").sort());
  // One more is the words of one language.
  assert.ok(first.size + needed.length + 1 <= 20, `${first.size + needed.length + 1} modules`);
});

test("a first visit to the list or the user's page needs at most 20 modules", () => {
  for (const view of ["live-list", "me"]) {
    const modules = new Set([...neededBy("app.js"), ...neededBy(`components/${view}.js`)]);
    // Two more are the words of one language: those of the page, and those of the views outside a live.
    assert.ok(modules.size + 2 <= 20, `${view}: ${modules.size + 2} modules`);
  }
});

test("the page preloads the modules of the list, the picture, the studio, the feed and the user's page", () => {
  const source = text("components/shell.js");
  const first = neededBy("app.js");
  for (const view of ["live-list", "picture", "studio", "feed", "me"]) {
    const [, list] = new RegExp(`import\\("\\./${view}\\.js"\\)\\)+,[^\\]]*\\][^[]*modules: \\[([^\\]]*)\\]`).exec(source);
    const named = [...list.matchAll(/"([^"]+)"/g)].map(([, path]) => path);
    const needed = [...neededBy(`components/${view}.js`)].filter((file) => !first.has(file) && file !== `components/${view}.js`);
    assert.deepEqual(named.sort(), needed.sort(), view);
  }
});

const catalogue = JSON.parse(text("gifts/catalogue.json"));

test("every gift of the catalogue has artwork within the limits", () => {
  for (const gift of catalogue.gifts) {
    for (const path of [gift.iconURL, gift.resourceURL].filter(Boolean)) {
      assert.ok(existsSync(root + path.slice(1)), path);
    }
    for (const words of [gift, ...Object.values(gift.languages)]) {
      assert.ok(byteLength(words.name) <= 20 && byteLength(words.desc) <= 20, gift.giftID);
    }
    assert.ok(
      byteLength(gift.giftID) <= 20 && Number.isSafeInteger(gift.coins) && gift.coins >= 1 && gift.coins <= 5_000);
  }
  assert.equal(new Set(catalogue.gifts.map(({ giftID }) => giftID)).size, catalogue.gifts.length);
});

test("every gift is in one of at most three categories, and the first category is cheap", () => {
  const { categories, gifts } = catalogue;
  assert.ok(categories.length <= 3);
  assert.deepEqual(categories.flatMap((category) => category.gifts).sort(), gifts.map(({ giftID }) => giftID).sort());
  assert.equal(gifts.find(({ giftID }) => giftID === categories[0].gifts[0]).coins, 1);
});
