// What is heard of a picture while its tab is hidden, and how the picture comes back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hasBoth, hiddenMilliseconds, HiddenSound, soundAddress } from "../../Web/media/hidden-sound.js";
import { ManualClock } from "./support/manual-clock.mjs";

/** A player as `HiddenSound` sees it, which notes what is asked of it. */
class Player extends EventTarget {
  asked = [];
  phase = "playing";
  way = "push";
  isPaused = false;

  pause() {
    this.asked.push("pause");
    this.isPaused = true;
  }

  play() {
    this.asked.push("play");
    this.isPaused = false;
  }

  stop() { this.asked.push("stop"); }

  becomes(phase) {
    this.phase = phase;
    this.dispatchEvent(new Event("change"));
  }
}

/** A tab with a picture. */
function tab({ muted = false, makes = true } = {}) {
  const clock = new ManualClock();
  const video = Object.assign(new EventTarget(), { muted, volume: 0.5, paused: false });
  const [player, sound, element] = [new Player(), new Player(), { volume: 1 }];
  sound.phase = "loading";
  const page = { isHidden: false };
  const hidden = new HiddenSound({
    video: /** @type {any} */ (video), player, clock, isHidden: () => page.isHidden,
    makeSound: () => (makes ? { element: /** @type {any} */ (element), player: sound } : null),
  });
  const show = (isHidden) => {
    page.isHidden = isHidden;
    hidden.changed();
  };
  return { clock, video, player, sound, element, hidden, show };
}

test("a look into another tab changes nothing", async () => {
  const { clock, player, sound, show } = tab();
  show(true);
  await clock.advance(hiddenMilliseconds - 1);
  show(false);
  await clock.advance(10 * hiddenMilliseconds);
  assert.deepEqual([player.asked, sound.asked], [[], []]);
});

test("the sound is there before the picture rests, and goes when the picture moves again", async () => {
  const { clock, video, player, sound, element, show } = tab();
  show(true);
  await clock.advance(hiddenMilliseconds);
  assert.deepEqual([player.asked, sound.asked, element.volume], [[], ["play"], 0.5]);
  sound.becomes("playing");
  assert.deepEqual(player.asked, ["pause"]);
  show(false);
  assert.deepEqual([player.asked, sound.asked], [["pause", "play"], ["play"]]);
  video.paused = true;
  video.dispatchEvent(new Event("timeupdate"));
  assert.deepEqual(sound.asked, ["play"], "the picture does not move yet");
  video.paused = false;
  video.dispatchEvent(new Event("timeupdate"));
  assert.deepEqual(sound.asked, ["play", "stop"]);
  video.dispatchEvent(new Event("timeupdate"));
  assert.deepEqual(sound.asked, ["play", "stop"]);
});

test("a picture that does not come back lets the sound end", async () => {
  const { clock, sound, show } = tab();
  show(true);
  await clock.advance(hiddenMilliseconds);
  sound.becomes("playing");
  show(false);
  await clock.advance(60_000);
  assert.deepEqual(sound.asked, ["play", "stop"]);
});

test("who looks again before the sound is there keeps the picture", async () => {
  const { clock, player, sound, show } = tab();
  show(true);
  await clock.advance(hiddenMilliseconds);
  show(false);
  assert.deepEqual([player.asked, sound.asked], [[], ["play", "stop"]]);
  sound.becomes("playing");
  assert.deepEqual(player.asked, []);
});

test("a picture and its sound are never heard together, however often one looks", async () => {
  const { clock, video, player, sound, show } = tab();
  show(true);
  await clock.advance(hiddenMilliseconds);
  sound.becomes("playing");
  show(false);
  show(true);
  video.dispatchEvent(new Event("timeupdate"));
  assert.deepEqual(sound.asked, ["play", "stop"], "the picture moves");
  sound.phase = "loading";
  await clock.advance(hiddenMilliseconds);
  sound.becomes("playing");
  assert.deepEqual([player.asked, sound.asked], [["pause", "play", "pause"], ["play", "stop", "play"]]);
  // The picture does not move: it rests again, and the sound goes on.
  show(false);
  show(true);
  await clock.advance(hiddenMilliseconds);
  assert.deepEqual([player.asked.at(-1), sound.asked.at(-1)], ["pause", "play"]);
});

test("a muted picture is sent nothing while nobody looks", async () => {
  const { clock, player, sound, show } = tab({ muted: true });
  show(true);
  await clock.advance(hiddenMilliseconds);
  assert.deepEqual([player.asked, sound.asked], [["pause"], []]);
  show(false);
  assert.deepEqual(player.asked, ["pause", "play"]);
});

test("a picture that may not rest goes on, and so does one that has no other track", async () => {
  for (const change of [{ isPaused: true }, { way: "hls" }, { phase: "lost" }]) {
    const { clock, player, sound, show } = tab();
    Object.assign(player, change);
    show(true);
    await clock.advance(hiddenMilliseconds);
    assert.deepEqual([player.asked, sound.asked], [[], []]);
    // What the user has paused stays so.
    show(false);
    assert.deepEqual(player.asked, []);
  }
  const voice = tab({ makes: false });
  voice.show(true);
  await voice.clock.advance(hiddenMilliseconds);
  assert.deepEqual(voice.player.asked, []);
});

test("where the sound ends or is refused, the picture says why", async () => {
  for (const become of [
    (sound) => sound.becomes("ended"), (sound) => sound.becomes("lost"), (sound) => sound.dispatchEvent(new Event("blocked")),
  ]) {
    const { clock, player, sound, show } = tab();
    show(true);
    await clock.advance(hiddenMilliseconds);
    sound.becomes("playing");
    become(sound);
    assert.deepEqual([player.asked, sound.asked], [["pause", "play"], ["play", "stop"]]);
    await clock.advance(10 * hiddenMilliseconds);
    assert.deepEqual(sound.asked, ["play", "stop"]);
  }
});

test("a picture that is closed takes its sound along", async () => {
  const { clock, sound, hidden, show } = tab();
  show(true);
  await clock.advance(hiddenMilliseconds);
  hidden.stop();
  assert.deepEqual(sound.asked, ["play", "stop"]);
});

test("the sound alone is asked for in the address, beside a signature", () => {
  assert.equal(soundAddress("/v1/media/r1/play"), "/v1/media/r1/play?tracks=sound");
  assert.equal(soundAddress("/v1/media/r1/play?t=abc"), "/v1/media/r1/play?t=abc&tracks=sound");
  assert.equal(soundAddress(undefined), undefined);
  assert.deepEqual(["avc1.42E01F,opus", "opus", undefined].map((codecs) => hasBoth({ codecs })), [true, false, true]);
});
