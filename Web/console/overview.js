// How the node is, from its metrics, read every few seconds while the page is seen.

import { formatNumber, say, sayParts } from "../model/words.js";
import { h } from "../components/dom.js";
import { endsAfter } from "./api.js";
import { charts } from "./charts.js";
import { buildOf, figures, readMetrics } from "./figures.js";
import { span } from "./times.js";
import { moment, other, table, loaded, button, announce, wordsOf } from "./parts.js";

const intervalMilliseconds = 5_000;
/** How often the charts are read anew. */
const chartsMilliseconds = 300_000;
/** The age, in milliseconds, from which figures are marked as old. */
const staleMilliseconds = 10_000;

/**
 * A figure as text.
 *
 * @param {{value: ?number, unit?: string}} figure
 */
function written({ value, unit }) {
  if (value === null) return "–";
  if (unit === "duration") return span(value);
  if (unit === "percent") return say("console.percent", { value: formatNumber(Math.round(value * 10) / 10) });
  if (unit === "megabytes") return say("console.megabytes", { value: formatNumber(Math.round(value)) });
  if (unit === "truth") return say(value > 0 ? "console.yes" : "console.no");
  if (unit === "seconds") {
    return value === Infinity ? say("console.overAll") : say("console.milliseconds",
      { value: formatNumber(Math.round(value * 10_000) / 10) });
  }
  return formatNumber(unit === "perSecond" ? Math.round(value * 10) / 10 : value);
}

export function view({ api, onLeave }) {
  let before = null;
  let last = null;
  const age = h("p", { class: "age", role: "status" });
  const list = h("dl", { class: "figures" });
  const build = h("p", { class: "build" });

  const read = async () => {
    if (document.hidden) return;
    try {
      const response = await fetch("/metrics", { cache: "no-store", credentials: "omit", signal: endsAfter(intervalMilliseconds) });
      if (!response.ok) throw new Error();
      const reading = { samples: readMetrics(await response.text()), at: Date.now() };
      before = last;
      last = reading;
      draw();
    } catch {
      // The figures stay, and their age says that they are old.
    }
    mark();
  };
  const draw = () => {
    const own = buildOf(last.samples);
    build.replaceChildren(...(own ? sayParts("console.build", { version: other(own.version), node: other(own.node) }) : []));
    list.replaceChildren(...figures(before, last).map((figure) => {
      const isBad = figure.value !== null && figure.isBad?.(figure.value);
      return h(
        "div", { class: isBad ? "figure is-bad" : "figure" }, h("dt", {}, say(`console.figure.${figure.key}`)),
        h("dd", {}, written(figure), isBad ? h("span", { class: "figure__mark" }, ` ${say("console.look")}`) : null));
    }));
  };
  const mark = () => {
    if (!last) {
      age.textContent = say("console.noMetrics");
      return;
    }
    const isStale = Date.now() - last.at > staleMilliseconds;
    list.classList.toggle("is-stale", isStale);
    const text = isStale ? say("console.stale") : "";
    if (age.textContent !== text) age.textContent = text;
  };
  read();
  const reading = setInterval(read, intervalMilliseconds);
  const marking = setInterval(mark, 2_000);
  const sessions = loaded(() => api.call("ovation_console_srv/get_sessions"), ({ SessionList }) => [
    table({
      caption: say("console.sessions"), empty: say("console.noSessions"),
      columns: [say("console.administrator"), say("console.address"), say("console.began"), say("console.used")],
      rows: SessionList.map((entry) => [
        other(entry.Operator_Account), entry.Address || "–", moment(Date.now() - entry.AgeSeconds * 1_000),
        moment(Date.now() - entry.SecondsSinceUse * 1_000),
      ]),
    }),
    button(say("console.endSessions"), async () => {
      try {
        await api.call("ovation_console_srv/end_sessions", { Operator_Account: api.operator });
        await sessions.reload();
      } catch (error) {
        announce(wordsOf(error), true);
      }
    }, { kind: "danger" }),
  ]);
  const history = charts(api);
  // A page that is left open for a day shows the day.
  const drawing = setInterval(() => {
    if (!document.hidden && api.isSignedIn) history.reload();
  }, chartsMilliseconds);
  onLeave(() => {
    clearInterval(reading);
    clearInterval(marking);
    clearInterval(drawing);
  });
  return [
    age, h("h2", {}, say("console.node")), build, list, h("h2", {}, say("console.charts")), history.element,
    h("h2", {}, say("console.sessions")), sessions.place,
  ];
}
