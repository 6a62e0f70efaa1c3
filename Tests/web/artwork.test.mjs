import assert from "node:assert/strict";
import { test } from "node:test";
import { artworkOf, numbersOf } from "../../Web/components/artwork.js";

/** As much of a document as artwork needs. */
class FakeElement {
  children = [];
  attributes = {};
  constructor(tag) { this.tag = tag; }
  setAttribute(name, value) { this.attributes[name] = value; }
  append(...children) { this.children.push(...children); }
  get all() { return [this, ...this.children.flatMap((child) => child.all)]; }
}
globalThis.document = { createElementNS: (_, tag) => new FakeElement(tag) };

/** The artwork as a text, without the ids of its gradients, which count up. */
const textOf = (liveID) => artworkOf(liveID).all.map(({ tag, attributes }) => `${tag} ${JSON.stringify(attributes)}`).join("\n")
  .replaceAll(/artwork-\d+/g, "artwork");

test("the same live has the same artwork, and others have another", () => {
  assert.equal(textOf("live-1"), textOf("live-1"));
  const ids = Array.from({ length: 200 }, (_, index) => `live-${index}`);
  assert.equal(new Set(ids.map(textOf)).size, 200);
});

test("artwork is small, whatever the live is called", () => {
  for (const id of ["a", "~".repeat(48), "..", "live-0123456789ab", ...Array.from({ length: 300 }, (_, index) => `r${index}`)]) {
    const elements = artworkOf(id).all;
    assert.ok(elements.length <= 200, `${id}: ${elements.length} elements`);
    for (const { attributes } of elements) {
      for (const [name, value] of Object.entries(attributes)) assert.doesNotMatch(value, /NaN|undefined|Infinity/, `${id} ${name}`);
    }
  }
});

test("every paint is one that the artwork has", () => {
  for (let index = 0; index < 100; index += 1) {
    const elements = artworkOf(`paint-${index}`).all;
    const ids = new Set(elements.map(({ attributes }) => attributes.id).filter(Boolean));
    for (const { attributes } of elements) {
      for (const name of ["fill", "stroke"]) {
        const [, id] = /^url\(#(.+)\)$/.exec(attributes[name] ?? "") ?? [];
        if (id) assert.ok(ids.has(id), `${name} ${id}`);
      }
    }
  }
});

test("the numbers of a text are spread from 0 up to 1", () => {
  const next = numbersOf("any");
  const all = Array.from({ length: 1_000 }, next);
  assert.ok(all.every((number) => number >= 0 && number < 1));
  assert.ok(Math.abs(all.reduce((sum, number) => sum + number) / 1_000 - 0.5) < 0.05);
});
