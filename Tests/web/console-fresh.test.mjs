// When the console's lists are read anew: never while nobody looks, and never under who works in one.

import assert from "node:assert/strict";
import { test } from "node:test";

/** As much of an element as a line with an age and a button needs. */
class FakeElement {
  dataset = {};
  style = { setProperty() {} };
  isConnected = true;
  textContent = "";
  children = [];
  append(...children) { this.children.push(...children); }
  addEventListener() {}
  setAttribute() {}
  contains(other) { return other === this; }
}
globalThis.document = { createElement: () => new FakeElement(), documentElement: { lang: "en" } };

const { Freshness } = await import("../../Web/console/fresh.js");

function world() {
  let now = 0;
  const reads = [];
  const freshness = new Freshness(() => now);
  const list = (name) => {
    const place = new FakeElement();
    return { place, ...freshness.keep(place, async () => { reads.push(name); }) };
  };
  return { freshness, list, reads, pass: (seconds) => { now += seconds * 1_000; } };
}

test("a list is read anew when somebody comes back to it after a minute, once", () => {
  const { freshness, list, reads, pass } = world();
  list("a");
  pass(59);
  freshness.look(null);
  assert.deepEqual(reads, []);
  pass(1);
  freshness.look(null);
  freshness.look(null);
  assert.deepEqual(reads, ["a"], "also a reading that fails is not tried with every key");
});

test("who reads a page that was on the screen all the time keeps what is under the pointer for longer", () => {
  const { freshness, list, reads, pass } = world();
  list("a");
  pass(120);
  freshness.look(null, 300_000);
  assert.deepEqual(reads, []);
  pass(180);
  freshness.look(null, 300_000);
  assert.deepEqual(reads, ["a"]);
});

test("a list in which somebody works is left alone, and the others are read", () => {
  const { freshness, list, reads, pass } = world();
  const one = list("a");
  list("b");
  pass(60);
  freshness.look(one.place);
  assert.deepEqual(reads, ["b"]);
});

test("a reading makes a list fresh, and its line says how old it is", () => {
  const { freshness, list, reads, pass } = world();
  const one = list("a");
  pass(3_600);
  one.note();
  freshness.look(null);
  assert.deepEqual(reads, []);
});

test("a list that has left the screen is forgotten, and one that is not on it yet is not", () => {
  const { freshness, list, pass } = world();
  const one = list("a");
  const other = list("b");
  other.place.isConnected = false;
  freshness.mark();
  assert.equal(freshness.count, 2);
  one.place.isConnected = false;
  freshness.mark();
  assert.equal(freshness.count, 1);
  pass(1);
  other.place.isConnected = true;
  freshness.mark();
  other.place.isConnected = false;
  freshness.mark();
  assert.equal(freshness.count, 0);
});
