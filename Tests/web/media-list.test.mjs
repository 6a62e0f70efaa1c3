// How the page plays a playlist itself: what it reads, what it requests, and what it does if the media server does not answer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ListLink } from "../../Web/media/list-link.js";
import { mimeTypeOf } from "../../Web/media/mp4-codecs.js";
import { LineRate, levelsOf } from "../../Web/media/list-levels.js";
import { firstNumberOf, listsOf, parsePlaylist, pictureOf } from "../../Web/media/playlist.js";

const base = "https://media.example.com/hls/r1/index.m3u8";

/** A playlist of one-second segments with the given numbers. */
function listOf(numbers, { map = "init.mp4", more = "" } = {}) {
  return [
    "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:1", `#EXT-X-MEDIA-SEQUENCE:${numbers[0] ?? 0}`, `#EXT-X-MAP:URI="${map}"`,
    ...numbers.flatMap((number) => ["#EXTINF:1.00000,", `seg${number}.mp4`]), more,
  ].join("\n");
}

const choose = (main, canPlay, bitsMax) => listsOf(pictureOf(main, canPlay, bitsMax), main);

const reasonOf = (text) => {
  try {
    parsePlaylist(text, base);
    return null;
  } catch ({ reason }) {
    return reason;
  }
};

test("a playlist gives each segment's address, number and time line", () => {
  const list = parsePlaylist([
    "#EXTM3U", "#EXT-X-TARGETDURATION:2", "#EXT-X-MEDIA-SEQUENCE:7", "#EXT-X-DISCONTINUITY-SEQUENCE:3", '#EXT-X-MAP:URI="a.mp4?k=1"',
    "#EXTINF:2.0,title", "7.m4s?k=1", "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z", "#EXT-X-GAP", "#EXTINF:2.0,", "gap.mp4",
    "#EXT-X-DISCONTINUITY", '#EXT-X-MAP:URI="/b.mp4"', '#EXT-X-PART:DURATION=0.2,URI="part"', "#EXTINF:1.5,",
    "https://cdn.example/9.m4s", "#EXT-X-ENDLIST",
  ].join("\r\n"), base);
  const folder = "https://media.example.com/hls/r1/";
  assert.deepEqual(list, {
    targetSeconds: 2, isEnded: true, segments: [
      { number: 7, url: `${folder}7.m4s?k=1`, seconds: 2, map: `${folder}a.mp4?k=1`, epoch: 3 },
      { number: 9, url: "https://cdn.example/9.m4s", seconds: 1.5, map: "https://media.example.com/b.mp4", epoch: 4 },
    ],
  });
});

test("a new viewer starts three target durations before the end", () => {
  assert.equal(firstNumberOf(parsePlaylist(listOf([3, 4, 5, 6, 7, 8]), base)), 6);
  assert.equal(firstNumberOf(parsePlaylist(listOf([3]), base)), 3);
  assert.equal(firstNumberOf(parsePlaylist(listOf([]), base)), null);
});

test("a playlist that only native HLS can play differs from text that is no playlist", () => {
  assert.equal(reasonOf("#EXTM3U\n#EXTINF:2,\na.ts"), "other");
  assert.equal(reasonOf('#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF:2,\na.m4s'), "other");
  assert.equal(reasonOf(listOf([1], { more: "#EXT-X-BYTERANGE:100@0" })), "other");
  assert.equal(reasonOf("<html>"), "broken");
  assert.equal(reasonOf(""), "broken");
  assert.equal(reasonOf('#EXTM3U\n#EXT-X-MAP:URI="javascript:alert(1)"'), "broken");
});

test("a long or wrong playlist is read within bounds", () => {
  const list = parsePlaylist(listOf(Array.from({ length: 3_000 }, (_, index) => index)), base);
  assert.equal(list.segments.length, 1_000);
  assert.equal(list.segments.at(-1).number, 2_999);
  const odd = ["#EXTM3U", "#EXT-X-TARGETDURATION:1e99", "#EXT-X-MEDIA-SEQUENCE:-4", '#EXT-X-MAP:URI="i"', "#EXTINF:NaN,", "a"];
  const wrong = parsePlaylist(odd.join("\n"), base);
  assert.equal(wrong.targetSeconds, 60);
  assert.equal(wrong.segments[0].number, 0);
  assert.equal(wrong.segments[0].seconds, 60);
});

test("the best picture with a decoder is chosen, with its own sound", () => {
  const main = parsePlaylist([
    "#EXTM3U", '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="low",NAME="a",URI="low.m3u8"',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="high",NAME="a",URI="other.m3u8"',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="high",NAME="b",DEFAULT=YES,URI="high.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=100,CODECS="avc1.42C01F,mp4a.40.2",AUDIO="low"', "small.m3u8",
    '#EXT-X-STREAM-INF:BANDWIDTH=900,CODECS="hvc1.1.6.L93.B0",AUDIO="high"', "huge.m3u8",
    '#EXT-X-STREAM-INF:BANDWIDTH=500,CODECS="avc1.42C01F,mp4a.40.2",AUDIO="high"', "large.m3u8",
  ].join("\n"), base);
  const folder = "https://media.example.com/hls/r1/";
  assert.deepEqual(choose(main, (type) => !type.includes("hvc1")), [`${folder}large.m3u8`, `${folder}high.m3u8`]);
  assert.deepEqual(choose(main, () => true)[0], `${folder}huge.m3u8`);
  assert.throws(() => choose(main, () => false), { reason: "codecs" });
  assert.deepEqual(choose(main, () => true, 899)[0], `${folder}large.m3u8`);
  assert.deepEqual(choose(main, () => true, 1)[0], `${folder}small.m3u8`, "less than the least is the least");
});

// The boxes of an initialisation segment

const box = (type, ...parts) => {
  const body = parts.flatMap((part) => (typeof part === "string" ? [...part].map((letter) => letter.charCodeAt(0)) : [...part]));
  const size = body.length + 8;
  return [size >> 24, size >> 16 & 255, size >> 8 & 255, size & 255, ...[...type].map((letter) => letter.charCodeAt(0)), ...body];
};
const zeros = (count) => new Array(count).fill(0);
const track = (entry) => box("trak", box("mdia", box("minf", box("stbl", box("stsd", zeros(8), entry)))));
const movie = (...entries) => new Uint8Array([...box("ftyp", "iso5"), ...box("moov", ...entries.map(track))]);
const avc = box("avc1", zeros(78), box("avcC", [1, 0x42, 0xc0, 0x1f, 0xff]));
const descriptors = [3, 0x80, 0x80, 0x80, 34, 0, 1, 0, 4, 20, 0x40, 0x15, ...zeros(11), 5, 2, 0x12, 0x10, 6, 1, 2];
const aac = box("mp4a", zeros(28), box("esds", zeros(4), descriptors));

test("a movie's boxes give its MIME type", () => {
  assert.equal(mimeTypeOf(movie(avc, aac)), 'video/mp4; codecs="avc1.42C01F,mp4a.40.2"');
  assert.equal(mimeTypeOf(movie(aac)), 'audio/mp4; codecs="mp4a.40.2"');
  assert.equal(mimeTypeOf(movie(box("Opus", zeros(28), box("dOps", zeros(11))))), 'audio/mp4; codecs="opus"');
  const hevc = box("hvcC", [1, 0x01, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 93]);
  assert.equal(mimeTypeOf(movie(box("hvc1", zeros(78), hevc))), 'video/mp4; codecs="hvc1.1.6.L93.90"');
  assert.equal(mimeTypeOf(movie(box("av01", zeros(78), box("av1C", [0x81, 0x08, 0x0c, 0])))), 'video/mp4; codecs="av01.0.08M.08"');
});

test("an invalid, truncated or unsupported movie gives no MIME type and throws nothing", () => {
  const whole = movie(avc, aac);
  for (let length = 0; length < whole.length; length += 1) assert.doesNotThrow(() => mimeTypeOf(whole.slice(0, length)));
  assert.equal(mimeTypeOf(new Uint8Array(0)), null);
  assert.equal(mimeTypeOf(movie(avc, box("xxxx", zeros(40)))), null);
  assert.equal(mimeTypeOf(movie()), null);
});

// The link

/** A clock that moves only when a test advances it. */
class FakeClock {
  #time = 0;
  #timers = new Map();
  #next = 1;
  now() { return this.#time; }
  after(milliseconds, action) {
    this.#timers.set(this.#next, { at: this.#time + milliseconds, action });
    this.#next += 1;
    return this.#next - 1;
  }
  cancel(timer) { this.#timers.delete(timer); }
  async advance(milliseconds) {
    const end = this.#time + milliseconds;
    for (;;) {
      await settle();
      const [next] = [...this.#timers].filter(([, { at }]) => at <= end).sort((one, other) => one[1].at - other[1].at);
      if (!next) break;
      this.#timers.delete(next[0]);
      this.#time = next[1].at;
      next[1].action();
    }
    this.#time = end;
    await settle();
  }
}

/** Runs until all ready work is done. */
const settle = async () => { for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setImmediate(resolve)); };

/** A media server of files, and a link that plays from it. */
function playing(files, { canPlay = () => true, room = () => true, address = async () => base } = {}) {
  const clock = new FakeClock();
  const told = [];
  const asked = [];
  const fetch = async (url, { signal }) => {
    signal.throwIfAborted();
    const name = url.split("/").at(-1);
    asked.push(name);
    const file = files[name.split("?")[0]];
    if (file === "silence") return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    if (typeof file === "number" || file === undefined) return new Response("", { status: file ?? 404 });
    return new Response(file);
  };
  const link = new ListLink({
    address, canPlay, fetch, clock, random: () => 0,
    listener: {
      began: (beginnings) => told.push(`began ${beginnings.map(({ mimeType }) => mimeType.match(/"(.*)"/)[1]).join(" and ")}`),
      changed: (index, { timeline }) => told.push(`changed ${index}${timeline.offset === null ? " with another time" : ""}`),
      fragment: (index, bytes) => told.push(`${index}: ${new TextDecoder().decode(bytes)}`),
      hasRoom: room,
      unplayable: (isOther) => told.push(isOther ? "another browser plays it" : "no decoder"),
    },
  });
  return { link, clock, told, asked, files };
}

const segments = (numbers, name = "seg") => Object.fromEntries(numbers.map((number) => [`${name}${number}.mp4`, `${name}${number}`]));
const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test("a playlist is joined near its end and followed", async () => {
  const { link, clock, told, files } = playing(
    { "index.m3u8": listOf(numbers(0, 6)), "init.mp4": movie(avc, aac), ...segments(numbers(0, 20)) });
  link.start();
  await clock.advance(100);
  assert.deepEqual(told, ["began avc1.42C01F,mp4a.40.2", "0: seg4", "0: seg5", "0: seg6"]);
  files["index.m3u8"] = listOf(numbers(2, 8));
  await clock.advance(1_000);
  assert.deepEqual(told.slice(4), ["0: seg7", "0: seg8"]);
  link.stop();
});

test("an unchanged playlist is reloaded after half its target duration, a changed one after all of it", async () => {
  const { link, clock, asked } = playing({ "index.m3u8": listOf(numbers(0, 6)), "init.mp4": movie(avc), ...segments(numbers(0, 6)) });
  link.start();
  await clock.advance(10);
  const lists = () => asked.filter((name) => name === "index.m3u8").length;
  const before = lists();
  await clock.advance(900);
  assert.equal(lists(), before);
  await clock.advance(100);
  assert.equal(lists(), before + 1);
  await clock.advance(500);
  assert.equal(lists(), before + 2);
  link.stop();
});

test("picture and sound in separate playlists begin together", async () => {
  const main = '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="sound.m3u8"\n#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"\npicture.m3u8';
  const { link, clock, told } = playing({
    "index.m3u8": main, "picture.m3u8": listOf([0, 1]), "sound.m3u8": listOf([0, 1], { map: "sound.mp4" }).replaceAll("seg", "snd"),
    "init.mp4": movie(avc), "sound.mp4": movie(aac), ...segments([0, 1]), ...segments([0, 1], "snd"),
  });
  link.start();
  await clock.advance(10);
  assert.equal(told[0], "began avc1.42C01F and mp4a.40.2");
  assert.deepEqual(told.slice(1).sort(), ["0: seg0", "0: seg1", "1: snd0", "1: snd1"]);
  link.stop();
});

test("a viewer who fell behind continues where a new viewer would start", async () => {
  const { link, clock, told, files } = playing({ "index.m3u8": listOf([0, 1]), "init.mp4": movie(avc), ...segments(numbers(0, 50)) });
  link.start();
  await clock.advance(10);
  files["index.m3u8"] = listOf(numbers(40, 46));
  await clock.advance(1_000);
  assert.deepEqual(told.slice(3), ["0: seg44", "0: seg45", "0: seg46"]);
  link.stop();
});

test("a returning publisher starts a new time line, whether the playlist says so or was missing meanwhile", async () => {
  const { link, clock, told, files } = playing({ "index.m3u8": listOf([5, 6]), "init.mp4": movie(avc), ...segments(numbers(0, 9)) });
  link.start();
  await clock.advance(10);
  files["index.m3u8"] = listOf([5, 6], { more: '#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:1,\nseg7.mp4' });
  await clock.advance(1_000);
  assert.deepEqual(told.slice(3), ["changed 0 with another time", "0: seg7"]);
  files["index.m3u8"] = listOf([0, 1]);
  await clock.advance(2_000);
  assert.deepEqual(told.slice(5), ["began avc1.42C01F", "0: seg0", "0: seg1"], "its numbers went back");
  files["index.m3u8"] = 404;
  await clock.advance(5_000);
  files["index.m3u8"] = listOf([2, 3]);
  await clock.advance(20_000);
  assert.deepEqual(told.slice(8), ["began avc1.42C01F", "0: seg2", "0: seg3"], "it was gone");
  link.stop();
});

test("an expired address is replaced, and segments already played are not repeated", async () => {
  const retries = [];
  const { link, clock, told, files } = playing(
    { "index.m3u8": listOf([0, 1]), "init.mp4": movie(avc), ...segments(numbers(0, 9)) },
    { address: async (isRetry) => { retries.push(isRetry); return base; } });
  link.start();
  await clock.advance(10);
  files["index.m3u8"] = 403;
  await clock.advance(1_500);
  files["index.m3u8"] = listOf([0, 1, 2]);
  await clock.advance(20_000);
  assert.deepEqual(told, ["began avc1.42C01F", "0: seg0", "0: seg1", "0: seg2"]);
  assert.deepEqual(retries.slice(0, 2), [false, true]);
  link.stop();
});

test("a server that does not answer times out and is asked again", async () => {
  const { link, clock, told, files } = playing({ "index.m3u8": "silence", "init.mp4": movie(avc), ...segments([0, 1]) });
  link.start();
  await clock.advance(9_000);
  files["index.m3u8"] = listOf([0, 1]);
  await clock.advance(5_000);
  assert.deepEqual(told, ["began avc1.42C01F", "0: seg0", "0: seg1"]);
  link.stop();
});

test("an oversized file is given up before it has fully arrived", async () => {
  let sent = 0;
  const endless = () => new ReadableStream({ pull: (controller) => { sent += 65_536; controller.enqueue(new Uint8Array(65_536)); } });
  const { link, clock, told, files } = playing({ "init.mp4": movie(avc) });
  Object.defineProperty(files, "index.m3u8", { get: endless });
  link.start();
  await clock.advance(900);
  assert.deepEqual(told, []);
  assert.ok(sent < 1_000_000, String(sent));
  link.stop();
});

test("MPEG-TS and an unsupported codec stop the link with different reasons", async () => {
  const ts = playing({ "index.m3u8": "#EXTM3U\n#EXTINF:2,\na.ts" });
  ts.link.start();
  await ts.clock.advance(60_000);
  assert.deepEqual([ts.told, ts.asked], [["another browser plays it"], ["index.m3u8"]]);
  const codec = playing({ "index.m3u8": listOf([0]), "init.mp4": movie(avc) }, { canPlay: () => false });
  codec.link.start();
  await codec.clock.advance(60_000);
  assert.deepEqual(codec.told, ["no decoder"]);
});

test("a full player gets no segments", async () => {
  const state = { room: false };
  const { link, clock, told } = playing(
    { "index.m3u8": listOf([0, 1]), "init.mp4": movie(avc), ...segments([0, 1]) }, { room: () => state.room });
  link.start();
  await clock.advance(5_000);
  assert.deepEqual(told, ["began avc1.42C01F"]);
  state.room = true;
  await clock.advance(1_000);
  assert.deepEqual(told.slice(1), ["0: seg0", "0: seg1"]);
  link.stop();
});

test("an ended playlist is not requested again", async () => {
  const { link, clock, asked } = playing({ "index.m3u8": listOf([0, 1]), "init.mp4": movie(avc), ...segments([0, 1]) });
  link.start();
  await clock.advance(10);
  link.stop();
  const before = asked.length;
  await clock.advance(60_000);
  assert.equal(asked.length, before);
});

// Qualities

const twoLevels = [
  "#EXTM3U", '#EXT-X-STREAM-INF:BANDWIDTH=500000,RESOLUTION=640x360,CODECS="avc1.42C01F"', "low.m3u8",
  '#EXT-X-STREAM-INF:BANDWIDTH=2500000,RESOLUTION=1280x720,CODECS="avc1.42C01F"', "high.m3u8",
].join("\n");
const listNamed = (name, of) => listOf(of, { map: `${name}-init.mp4` }).replaceAll("seg", name);
const levelFiles = (from, to) => ({
  "index.m3u8": twoLevels, "low.m3u8": listNamed("low", numbers(from, to)), "high.m3u8": listNamed("high", numbers(from, to)),
  "low-init.mp4": movie(avc), "high-init.mp4": movie(avc), ...segments(numbers(0, 20), "low"), ...segments(numbers(0, 20), "high"),
});

test("the qualities of a list are those that the browser can play, the best first", () => {
  const main = parsePlaylist(`${twoLevels}\n#EXT-X-STREAM-INF:BANDWIDTH=9000000,CODECS="hvc1"\nhuge.m3u8`, base);
  assert.deepEqual(levelsOf(main, (type) => !type.includes("hvc1")), [
    { bitsPerSecond: 2_500_000, height: 720 }, { bitsPerSecond: 500_000, height: 360 },
  ]);
  assert.deepEqual(levelsOf(main, () => true)[0], { bitsPerSecond: 9_000_000, height: 0 });
});

test("a viewer's quality is played from the next segment on, and a list that is a little late is no new one", async () => {
  const { link, clock, told, files } = playing(levelFiles(0, 6));
  link.start();
  await clock.advance(100);
  assert.deepEqual(told, ["began avc1.42C01F", "0: high4", "0: high5", "0: high6"]);
  assert.deepEqual(link.levels.map(({ height }) => height), [720, 360]);
  link.want(500_000);
  files["low.m3u8"] = listNamed("low", numbers(0, 5));
  await clock.advance(1_000);
  assert.equal(told.length, 4);
  files["low.m3u8"] = listNamed("low", numbers(2, 8));
  await clock.advance(1_000);
  const shown = (from) => told.slice(from).map((line) => line.replace(" with another time", ""));
  assert.deepEqual(shown(4), ["changed 0", "0: low7", "0: low8"]);
  link.want(null);
  files["high.m3u8"] = listNamed("high", numbers(3, 9));
  await clock.advance(1_000);
  assert.deepEqual(shown(7), ["changed 0", "0: high9"]);
  link.stop();
});

test("a line that carries less than the picture gets less, and more only with room to spare", () => {
  const rate = new LineRate();
  assert.equal(rate.allowed(null), Infinity, "nobody knows the line yet");
  rate.loaded(1_000, 10_000);
  assert.equal(rate.allowed(null), Infinity, "a small file tells nothing");
  rate.loaded(250_000, 2_000);
  assert.equal(rate.allowed(2_500_000), 800_000);
  assert.equal(rate.allowed(600_000), 600_000);
  assert.equal(rate.allowed(100_000), 550_000);
  for (let count = 0; count < 30; count += 1) rate.loaded(250_000, 200);
  assert.ok(rate.allowed(600_000) > 5_000_000);
});
