import assert from "node:assert/strict";
import { test } from "node:test";
import { Drafts, Settings } from "../../Web/model/words.js";
import { FakeStorage } from "./support/scripted-server.mjs";

test("a draft survives a reload and is gone once sent", () => {
  const storage = new FakeStorage();
  const drafts = new Drafts(storage);
  drafts.keep("r1", "half a thought");
  drafts.keep("r2", "another");
  assert.equal(new Drafts(storage).of("r1"), "half a thought");
  drafts.keep("r1", "");
  assert.deepEqual([new Drafts(storage).of("r1"), new Drafts(storage).of("r2")], ["", "another"]);
});

test("the drafts of the last 20 lives are kept", () => {
  const storage = new FakeStorage();
  const drafts = new Drafts(storage);
  for (let live = 1; live <= 30; live += 1) drafts.keep(`r${live}`, "x");
  drafts.keep("r11", "typed on");
  drafts.keep("r31", "x");
  const kept = Array.from({ length: 31 }, (_, index) => `r${index + 1}`).filter((live) => new Drafts(storage).of(live));
  assert.equal(kept.length, 20);
  assert.ok(kept.includes("r11") && !kept.includes("r12"), "the one that was used longest ago goes");
});

test("a storage that refuses or holds foreign data gives the defaults", () => {
  const refusing = { getItem: () => { throw new Error("no"); }, setItem: () => { throw new Error("no"); } };
  for (const storage of [null, refusing]) {
    const drafts = new Drafts(storage);
    drafts.keep("r1", "here");
    assert.equal(drafts.of("r1"), "here");
  }
  for (const held of ["{", "7", "null", '[["r1"]]', '[[1,2]]', '{"r1":"x"}']) {
    const storage = new FakeStorage();
    storage.setItem("ovation.drafts", held);
    assert.equal(new Drafts(storage).of("r1"), "", held);
  }
});

test("the chosen language is kept", () => {
  const storage = new FakeStorage();
  assert.equal(new Settings(storage).language, null);
  new Settings(storage).language = "ja";
  assert.equal(new Settings(storage).language, "ja");
});

test("the colours are the system's until the user chooses, and no foreign word is a choice", () => {
  const storage = new FakeStorage();
  assert.equal(new Settings(storage).theme, "auto");
  new Settings(storage).theme = "light";
  assert.equal(new Settings(storage).theme, "light");
  for (const held of ['"blue"', "7", "{", '["dark"]']) {
    storage.setItem("ovation.theme", held);
    assert.equal(new Settings(storage).theme, "auto", held);
  }
});

test("effects may be switched off and their sounds on, and both are kept", () => {
  const storage = new FakeStorage();
  // The user has not chosen yet, which differs from on.
  assert.deepEqual([new Settings(storage).areEffectsOn, new Settings(storage).isEffectSoundOn], [null, false]);
  new Settings(storage).areEffectsOn = false;
  new Settings(storage).isEffectSoundOn = true;
  assert.deepEqual([new Settings(storage).areEffectsOn, new Settings(storage).isEffectSoundOn], [false, true]);
});

test("reactions and their key are on until the user switches each off", () => {
  const storage = new FakeStorage();
  const both = () => [new Settings(storage).areReactionsOn, new Settings(storage).isReactionKeyOn];
  assert.deepEqual(both(), [true, true]);
  new Settings(storage).isReactionKeyOn = false;
  assert.deepEqual(both(), [true, false]);
  new Settings(storage).areReactionsOn = false;
  assert.deepEqual(both(), [false, false]);
});
