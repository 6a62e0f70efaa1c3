// What the console's views work out: figures of the metrics, the calls of a gift's form, word lists and CSV.

import assert from "node:assert/strict";
import { test } from "node:test";
import { categoryCalls, categoryGaps, categoryValues } from "../../Web/console/category-form.js";
import { areaBelow, lines, thinned } from "../../Web/console/charts.js";
import { buildOf, figures, quantile, rate, readMetrics, total } from "../../Web/console/figures.js";
import { flashesOf } from "../../Web/console/flashes.js";
import { callsFor, differences, gaps, valuesOf } from "../../Web/console/gift-form.js";
import { wordsIn } from "../../Web/console/moderation.js";
import { moved } from "../../Web/console/ordering.js";
import { csvOf } from "../../Web/console/parts.js";
import { dayEnd, dayStart, span } from "../../Web/console/times.js";
import { eraseAll, readAll } from "../../Web/console/users.js";
import { forAllLetters } from "../../Web/console/webhooks.js";

const text = (commits, deliveries) => `# HELP x y
# TYPE ovation_connections gauge
ovation_connections 12
ovation_dropped_total{reason="user_rate"} 3
ovation_dropped_total{reason="room_rate"} 4
ovation_http_requests_total{route="/v1/\\"x\\"",status="200"} 1
ovation_deliveries_total ${deliveries}
ovation_journal_commit_seconds_bucket{le="0.01"} ${commits}
ovation_journal_commit_seconds_bucket{le="0.1"} ${commits + 99}
ovation_journal_commit_seconds_bucket{le="+Inf"} ${commits + 100}
no number NaN
`;

test("metrics are read with their labels, and what is no sample is passed over", () => {
  const samples = readMetrics(text(0, 5));
  assert.equal(total(samples, "ovation_connections"), 12);
  assert.equal(total(samples, "ovation_dropped_total"), 7);
  assert.equal(total(samples, "ovation_nothing"), null);
  assert.equal(samples.get("ovation_http_requests_total")[0].labels.status, "200");
  assert.equal(readMetrics("").size, 0);
});

test("a rate is known between two readings, and not after a restart", () => {
  const [before, after] = [readMetrics(text(0, 100)), readMetrics(text(0, 150))];
  assert.equal(rate(before, after, "ovation_deliveries_total", 5), 10);
  assert.equal(rate(null, after, "ovation_deliveries_total", 5), null);
  assert.equal(rate(after, before, "ovation_deliveries_total", 5), null);
  assert.equal(rate(before, after, "ovation_deliveries_total", 0), null);
});

test("a quantile is the bound below which that share lies, of the time between two readings", () => {
  const samples = readMetrics(text(0, 0));
  assert.equal(quantile(null, samples, "ovation_journal_commit_seconds", 0.99), 0.1);
  assert.equal(quantile(null, samples, "ovation_journal_commit_seconds", 0.999), Infinity);
  assert.equal(quantile(samples, samples, "ovation_journal_commit_seconds", 0.99), null);
  assert.equal(quantile(samples, readMetrics(text(100, 0)), "ovation_journal_commit_seconds", 0.99), 0.01);
});

test("the overview has a value or null for every figure", () => {
  const first = figures(null, { samples: readMetrics(text(0, 1)), at: 0 });
  assert.equal(first.find(({ key }) => key === "deliveries").value, null);
  const second = figures({ samples: readMetrics(text(0, 1)), at: 0 }, { samples: readMetrics(text(0, 11)), at: 5_000 });
  assert.equal(second.find(({ key }) => key === "deliveries").value, 2);
  assert.equal(second.find(({ key }) => key === "halted").value, null);
});

test("the overview says how long the server is up, and what it takes of the machine", () => {
  const reading = (seconds, at) => ({ at, samples: readMetrics([
    "process_start_time_seconds 1000.5", `process_cpu_seconds_total ${seconds}`, "process_resident_memory_bytes 104857600",
    'ovation_build_info{node="ovation-1",version="0.1.0"} 1',
  ].join("\n")) });
  const of = (list, key) => list.find((figure) => figure.key === key).value;
  const list = figures(reading(10, 2_000_000), reading(12, 2_004_000));
  assert.equal(of(list, "up"), 1_003_500);
  assert.equal(of(list, "processor"), 50);
  assert.equal(of(list, "memory"), 100);
  assert.equal(of(figures(null, reading(10, 900_000)), "up"), 0, "a clock that is behind the server's");
  assert.equal(of(figures(null, { at: 1, samples: readMetrics("") }), "up"), null);
  assert.deepEqual(buildOf(reading(1, 1).samples), { version: "0.1.0", node: "ovation-1" });
  assert.equal(buildOf(readMetrics("")), null);
});

test("a span is told in its two largest units", () => {
  assert.equal(span(0), "0 sec");
  assert.equal(span(59_999), "59 sec");
  assert.equal(span(3_600_000), "1 hr");
  assert.equal(span(3_661_000), "1 hr 1 min");
  assert.equal(span(3 * 86_400_000 + 4 * 3_600_000 + 59_000), "3 days 4 hr");
});

const rose = {
  GiftId: "rose", Name: "Rose", Desc: "", Coins: 1, Level: 0, IconUrl: "/gifts/rose.svg", ResourceUrl: "", Revision: "r-1",
  LanguageList: [{ Language: "ja", Name: "バラ", Desc: "" }, { Language: "fr", Name: "Rose", Desc: "" }],
};

test("a gift that nothing was changed of needs no call", () => {
  assert.deepEqual(callsFor("rose", valuesOf(rose), valuesOf(rose), "r-1"), []);
});

test("a change is sent with the revision that was read, and only what changed", () => {
  const now = { ...valuesOf(rose), Coins: "7", "name:zh-Hans": "玫瑰" };
  assert.deepEqual(callsFor("rose", valuesOf(rose), now, "r-1"), [
    { command: "edit_gift", body: { GiftId: "rose", Coins: 7, Revision: "r-1" } },
    { command: "set_gift_language", body: { GiftId: "rose", Language: "zh-Hans", Name: "玫瑰", Desc: "" } },
  ]);
});

test("a text that is emptied goes, and the revision is looked at first", () => {
  const now = { ...valuesOf(rose), "name:ja": "" };
  assert.deepEqual(callsFor("rose", valuesOf(rose), now, "r-1"), [
    { command: "edit_gift", body: { GiftId: "rose", Revision: "r-1" } },
    { command: "del_gift_language", body: { GiftId: "rose", Language: "ja" } },
  ]);
});

test("a new gift is added before its texts, without a revision", () => {
  const now = { ...valuesOf(null), DefaultName: "Tulip", Coins: "5", "name:en": "Tulip" };
  assert.deepEqual(callsFor("tulip", null, now, null), [
    { command: "add_gift", body: { GiftId: "tulip", DefaultName: "Tulip", Coins: 5 } },
    { command: "set_gift_language", body: { GiftId: "tulip", Language: "en", Name: "Tulip", Desc: "" } },
  ]);
});

test("gaps and differences are named", () => {
  assert.deepEqual(gaps(rose), ["en", "zh-Hans"]);
  assert.deepEqual(differences(valuesOf(rose), { ...valuesOf(rose), Level: "2" }), ["Level"]);
});

test("a word list is one word a line, with what becomes of it behind a tab", () => {
  assert.deepEqual(wordsIn("bad\n\n worse \tmask\nass\tlog\twhole\nodd\twhat\n"), [
    { Text: "bad", Action: "refuse", WholeWord: false }, { Text: "worse", Action: "mask", WholeWord: false },
    { Text: "ass", Action: "log", WholeWord: true }, { Text: "odd", Action: "refuse", WholeWord: false },
  ]);
});

test("a cell of a CSV file breaks no line and is no formula, and a negative number stays one", () => {
  assert.equal(csvOf(["a", "b"], [["=1+1", 'say "x", y'], [-5, "two\nlines"], ["@x", null]]),
    'a,b\r\n\'=1+1,"say ""x"", y"\r\n-5,"two\nlines"\r\n\'@x,');
});

test("a chart's line is broken where nothing is known, and where time is missing", () => {
  const points = [0, 60, 120, 180, 600].map((seconds, index) => ({ at: seconds * 1_000, value: index === 2 ? null : index }));
  const drawn = lines(points, 4, 60);
  assert.equal(drawn.length, 3);
  assert.match(drawn[0], /^M0\.0 118\.0 h0\.1 L60\.0 /u);
  assert.match(drawn[2], /^M600\.0 2\.0/u);
  assert.deepEqual(lines([{ at: 5, value: 0 }], 0, 60), ["M0.0 118.0 h0.1"]);
  assert.equal(areaBelow("M0.0 20.0 h0.1 L300.0 40.0 L600.0 30.0"), "M0.0 20.0 L300.0 40.0 L600.0 30.0 L600.0 120 L0.0 120 Z");
  assert.equal(areaBelow("M0.0 118.0 h0.1"), "M0.0 118.0 L0.0 120 L0.0 120 Z");
});

test("the table of a chart has a bounded number of rows, and the newest is among them", () => {
  const points = Array.from({ length: 360 }, (_, index) => ({ at: index, value: index }));
  const rows = thinned(points, 60);
  assert.equal(rows.length, 60);
  assert.equal(rows.at(-1).at, 359);
  assert.deepEqual(thinned([{ at: 1, value: 1 }]), [{ at: 1, value: 1 }]);
});

test("everything that is kept about a user is read page by page, and an erasure is called until it is done", async () => {
  const pages = [
    { Part: "profile", RecordList: [{ nickname: "A" }], Next: "wallet/0" }, { Part: "events", RecordList: [], Next: "events/7" },
    { Part: "events", RecordList: [{ at: 1 }, { at: 2 }], Next: "" },
  ];
  const asked = [];
  const api = { call: async (command, body) => { asked.push(body.Next); return pages[asked.length - 1]; } };
  const all = await readAll(api, "ada");
  assert.deepEqual(all.map(({ part }) => part), ["profile", "events", "events"]);
  assert.deepEqual(asked, ["", "wallet/0", "events/7"]);
  asked.length = 0;
  await assert.rejects(readAll(api, "ada", 0));
  let calls = 0;
  const erased = await eraseAll({ call: async () => ({ IsDone: (calls += 1) === 3, Alias: "erased_1" }) }, { User_Account: "ada" });
  assert.deepEqual([calls, erased.Alias], [3, "erased_1"]);
});

test("a gift's categories are part of its form, and only those that changed are sent", () => {
  const categories = [{ CategoryId: "hot", GiftIdList: ["rose"] }, { CategoryId: "new", GiftIdList: [] }];
  const before = valuesOf(rose, categories);
  assert.deepEqual([before["category:hot"], before["category:new"]], ["yes", ""]);
  const calls = callsFor("rose", before, { ...before, "category:hot": "", "category:new": "yes" }, "r-1");
  assert.deepEqual(calls.slice(1), [
    { command: "del_gift_category_relations", body: { CategoryId: "hot", GiftIdList: ["rose"] } },
    { command: "add_gift_category_relations", body: { CategoryId: "new", GiftIdList: ["rose"] } },
  ]);
  assert.equal(valuesOf(null, categories)["category:hot"], "");
});

test("a category is added before its texts, and a text that is emptied goes", () => {
  const now = { ...categoryValues(null), DefaultName: "Hot", "name:ja": "人気" };
  assert.deepEqual(categoryCalls("hot", null, now), [
    { command: "add_gift_category", body: { CategoryId: "hot", DefaultName: "Hot" } },
    { command: "set_gift_category_language", body: { CategoryId: "hot", Language: "ja", CategoryName: "人気", CategoryDesc: "" } },
  ]);
  assert.deepEqual(categoryCalls("hot", now, now), []);
  assert.deepEqual(categoryCalls("hot", now, { ...now, "name:ja": "" }), [
    { command: "del_gift_category_language", body: { CategoryId: "hot", Language: "ja" } },
  ]);
  assert.deepEqual(categoryGaps({ LanguageList: [{ Language: "en", CategoryName: "Hot" }] }), ["zh-Hans", "ja"]);
});

test("an entry of a list moves to another place, and never out of the list", () => {
  assert.deepEqual(moved(["a", "b", "c"], 0, 2), ["b", "c", "a"]);
  assert.deepEqual(moved(["a", "b", "c"], 2, 0), ["c", "a", "b"]);
  for (const [from, to] of [[0, 3], [-1, 0], [3, 0], [1, 1]]) assert.deepEqual(moved(["a", "b", "c"], from, to), ["a", "b", "c"]);
});

const flat = (light) => new Float64Array(16).fill(light);

test("flashes are pairs of opposite changes of a quarter of the picture, counted in any second", () => {
  const strobe = (count, every) => Array.from({ length: count }, (_, index) => flat(Math.floor(index / every) % 2));
  // 30 frames a second, light and dark for five frames each: three flashes in a second.
  assert.equal(flashesOf(strobe(30, 5), 30), 2);
  assert.equal(flashesOf(strobe(60, 5), 30), 3);
  assert.equal(flashesOf(strobe(60, 1), 30), 15);
  // The same, in the last second of a long effect.
  assert.equal(flashesOf([...Array.from({ length: 300 }, () => flat(0)), ...strobe(60, 3)], 30), 5);
});

test("what changes slightly, slowly, in a corner or between bright lights does not flash", () => {
  const by = (lights) => flashesOf(lights.map(flat), 30);
  assert.equal(by([0, 0.05, 0, 0.05, 0, 0.05]), 0);
  assert.equal(by(Array.from({ length: 60 }, (_, index) => index / 60)), 0);
  assert.equal(by([1, 0.85, 1, 0.85, 1, 0.85]), 0);
  const corner = (light) => flat(0).map((_, cell) => (cell < 3 ? light : 0));
  assert.equal(flashesOf([0, 1, 0, 1, 0, 1].map(corner), 30), 0);
  assert.equal(flashesOf([], 30), 0);
});

test("every dead letter is sent again, also those of other pages, a hundred in a call", async () => {
  const calls = [];
  const numbers = Array.from({ length: 250 }, (_, index) => index + 1);
  const api = {
    call: async (command, body) => {
      calls.push([command.split("/")[1], body]);
      if (!command.endsWith("list_dead_letters")) return {};
      const start = Number(body.Next || 0);
      const page = numbers.slice(start, start + body.Count);
      const next = start + body.Count;
      return { DeadLetterList: page.map((number) => ({ Number: number })), Next: next < numbers.length ? String(next) : "" };
    },
  };
  assert.equal(await forAllLetters(api, "resend_dead_letters"), 250);
  const sent = calls.filter(([name]) => name === "resend_dead_letters").map(([, body]) => body.NumberList);
  assert.deepEqual(sent.map((list) => list.length), [100, 100, 50]);
  assert.deepEqual(sent.flat(), numbers);
});

test("a day has its first and its last second, also where a clock is changed; what is no day has none", () => {
  assert.equal(dayEnd("2026-05-01") - dayStart("2026-05-01"), 86_399);
  assert.deepEqual([dayStart(""), dayEnd("x"), dayStart("2026-5-1")], [0, 0, 0]);
});
