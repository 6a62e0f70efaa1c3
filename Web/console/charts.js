// Charts of the node's history, drawn as SVG, each with a table of the same numbers beside it.

import { formatNumber, say } from "../model/words.js";
import { h } from "../components/dom.js";
import { loaded, table } from "./parts.js";

const space = "http://www.w3.org/2000/svg";
/** The size of a chart in its own units. */
const [width, height] = [600, 120];
/** The spans that can be looked at, in seconds. */
const spans = [["3600", "console.lastHour"], ["86400", "console.lastDay"], ["604800", "console.lastWeek"]];
/** The most rows of a chart's table: what is longer is told by fewer rows. */
const rowsMax = 60;

/** A place with a choice of the span and the charts. */
export function charts(api) {
  let seconds = spans[0][0];
  const shown = loaded(() => api.call("ovation_operator_srv/get_node_history", { Seconds: Number(seconds) }), draw);
  const choice = h(
    "select", { class: "input", "aria-label": say("console.span"), on: { change: (event) => {
      seconds = event.target.value;
      shown.reload();
    } } },
    ...spans.map(([value, key]) => h("option", { value }, say(key))));
  return { element: h("div", { class: "charts" }, choice, shown.place), reload: shown.reload };
}

function draw(history) {
  if (history.PointList.length === 0) return h("p", { class: "empty" }, say("console.noHistory"));
  return h("div", { class: "charts__list" }, ...history.NameList.map((name, index) => chart(
    name, history.PointList.map((point) => ({ at: point.At, value: point.ValueList[index] < 0 ? null : point.ValueList[index] })),
    history.StepSeconds)));
}

function chart(name, points, stepSeconds) {
  const title = say(`console.chart.${name}`);
  const known = points.filter(({ value }) => value !== null);
  const last = known.at(-1)?.value ?? null;
  const most = known.reduce((own, { value }) => Math.max(own, value), 0);
  const summary = last === null ? say("console.notKnown") : say("console.chartSummary", { last: rounded(last), most: rounded(most) });
  return h(
    "figure", { class: "chart" }, h("figcaption", {}, h("strong", {}, title), ` ${summary}`),
    picture(title, summary, points, most, stepSeconds),
    h("details", {}, h("summary", {}, say("console.asTable", { name: title })), table({
      caption: title, empty: say("console.noHistory"), columns: [say("console.when"), title],
      rows: thinned(points).map(({ at, value }) => [timeOf(at), value === null ? "–" : rounded(value)]),
    })));
}

/** Fewer points, evenly, with the last one among them. */
export function thinned(points, countMax = rowsMax) {
  const step = Math.max(1, Math.ceil(points.length / countMax));
  return points.filter((_, index) => (points.length - 1 - index) % step === 0);
}

/**
 * The lines of a chart: a new one begins behind each gap, where nothing is known.
 *
 * @param {{at: number, value: ?number}[]} points
 * @param {number} most The value at the top.
 * @param {number} stepSeconds
 */
export function lines(points, most, stepSeconds) {
  const [first, last] = [points[0].at, points.at(-1).at];
  const across = Math.max(1, last - first);
  const paths = [];
  let before = null;
  for (const { at, value } of points) {
    if (value === null) {
      before = null;
      continue;
    }
    const x = ((at - first) / across) * width;
    const y = height - (most > 0 ? value / most : 0) * (height - 4) - 2;
    const goesOn = before !== null && at - before <= stepSeconds * 1_500;
    if (goesOn) paths[paths.length - 1] += ` L${x.toFixed(1)} ${y.toFixed(1)}`;
    else paths.push(`M${x.toFixed(1)} ${y.toFixed(1)} h0.1`);
    before = at;
  }
  return paths;
}

function picture(title, summary, points, most, stepSeconds) {
  const element = document.createElementNS(space, "svg");
  element.setAttribute("viewBox", `0 0 ${width} ${height}`);
  element.setAttribute("preserveAspectRatio", "none");
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", `${title}: ${summary}`);
  element.setAttribute("class", "chart__picture");
  for (const path of lines(points, most, stepSeconds)) element.append(drawn(areaBelow(path), "chart__area"), drawn(path, "chart__line"));
  return element;
}

/** The area between a line and the foot of its chart. */
export function areaBelow(path) {
  // A line begins with "M" and a stroke of its own.
  const [start] = path.slice(1).split(" ");
  const end = path.includes(" L") ? path.slice(path.lastIndexOf(" L") + 2).split(" ")[0] : start;
  return `${path.replace(" h0.1", "")} L${end} ${height} L${start} ${height} Z`;
}

function drawn(path, name) {
  const element = document.createElementNS(space, "path");
  element.setAttribute("d", path);
  element.setAttribute("class", name);
  element.setAttribute("vector-effect", "non-scaling-stroke");
  return element;
}

function rounded(value) { return formatNumber(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10); }

function timeOf(at) {
  const date = new Date(at);
  return h("time", { datetime: date.toISOString() },
    date.toLocaleString(document.documentElement.lang || "en", { dateStyle: "short", timeStyle: "short" }));
}
