// What the console's views work out: figures of the metrics, the calls of a gift's form, word lists and CSV.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lines, thinned } from "../../Web/console/charts.js";
import { figures, quantile, rate, readMetrics, total } from "../../Web/console/figures.js";
import { callsFor, differences, gaps, valuesOf } from "../../Web/console/gift-form.js";
import { wordsIn } from "../../Web/console/moderation.js";
import { csvOf } from "../../Web/console/parts.js";
import { eraseAll, readAll } from "../../Web/console/users.js";

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
