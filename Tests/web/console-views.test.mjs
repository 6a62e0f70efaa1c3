// What the console's views work out: figures of the metrics, the calls of a gift's form, word lists and CSV.

import assert from "node:assert/strict";
import { test } from "node:test";
import { figures, quantile, rate, readMetrics, total } from "../../Web/console/figures.js";
import { callsFor, differences, gaps, valuesOf } from "../../Web/console/gift-form.js";
import { wordsIn } from "../../Web/console/moderation.js";
import { csvOf } from "../../Web/console/parts.js";

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
