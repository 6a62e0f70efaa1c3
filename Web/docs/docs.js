// The page at /docs, which shows /openapi.json to people.

import { h } from "../components/dom.js";
import { commandsOf, exampleCall, fieldsOf, matches, responseFieldsOf } from "./model.js";

const main = document.querySelector("#commands");
const index = document.querySelector("#index");
/** @type {HTMLInputElement} */
const search = document.querySelector("#search");
const count = document.querySelector("#count");

/** Formats a text with `code` in back quotes. */
function prose(text) {
  return text.split("`").map((part, place) => (place % 2 === 1 ? h("code", {}, part) : part));
}

function fieldTable(fields, caption) {
  if (fields.length === 0) return h("p", { class: "none" }, "None.");
  const rows = fields.map(({ path, type, isRequired, text }) => h(
    "tr", {}, h("th", { scope: "row" }, h("code", {}, path)), h("td", {}, type),
    h("td", {}, isRequired ? "yes" : ""), h("td", {}, ...prose(text))));
  const head = ["Field", "Type", "Needed", "Meaning"].map((name) => h("th", { scope: "col" }, name));
  return h(
    "div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    h(
      "table", {}, h("caption", { class: "sr-only" }, caption), h("thead", {}, h("tr", {}, ...head)),
      h("tbody", {}, ...rows)));
}

function section(command) {
  const { operation, path, name } = command;
  const rate = operation["x-ovation-rate"];
  const errors = operation["x-ovation-errors"] ?? [];
  const body = [
    h("p", { class: "path" }, h("code", {}, `POST ${path}`)),
    operation.description ? h("p", {}, ...prose(operation.description)) : null,
    h(
      "p", { class: "facts" },
      operation["x-ovation-effect"] === "reads" ? "Changes nothing. " : "Changes something. ",
      "At most ", String(rate.perSecond), " calls a second (", h("code", {}, rate.limit), "), then ",
      h("code", {}, String(rate.code)), "."),
    h("h4", {}, "Parameters"), fieldTable(fieldsOf(command), `Parameters of ${name}`),
    h("h4", {}, "Answer"), fieldTable(responseFieldsOf(command), `Answer of ${name}`),
    errors.length > 0 ? h("h4", {}, "Errors of its own") : null,
    errors.length > 0
      ? h(
        "ul", { class: "errors" },
        ...errors.map(({ code, name: word, meaning }) => h("li", {}, h("code", {}, `${code} ${word}`), " ", ...prose(meaning))))
      : null,
    h("h4", {}, "Example"),
    h("pre", { tabindex: "0", "aria-label": `Example of ${name}` }, h("code", {}, exampleCall(command))),
  ];
  return h(
    "details", { class: "command", id: command.id },
    h("summary", {}, h("h3", {}, name), " ", h("span", {}, operation.summary)), ...body);
}

function show(document) {
  const commands = commandsOf(document);
  const drawn = [];
  /** @type {HTMLElement[]} */
  const content = [h("p", { class: "intro" }, ...prose(document.info.description))];
  const entries = [];
  for (const tag of document.tags) {
    const own = commands.filter(({ service }) => service === tag.name);
    if (own.length === 0) continue;
    const list = h("ul", {});
    const group = h("section", { "aria-label": tag.name }, h("h2", {}, h("code", {}, tag.name)), h("p", {}, tag.description));
    for (const command of own) {
      const details = section(command);
      const entry = h("li", {}, h("a", { href: `#${command.id}` }, command.name));
      group.append(details);
      list.append(entry);
      drawn.push({ command, details, entry });
    }
    content.push(group);
    entries.push(h("h2", {}, h("code", {}, tag.name)), list);
  }
  const others = Object.entries(document.paths).filter(([, item]) => item.get);
  content.push(h(
    "section", { "aria-label": "Everything else" }, h("h2", {}, "Everything else"),
    h("dl", {}, ...others.flatMap(([path, { get }]) => [
      h("dt", {}, h("code", {}, `GET ${path}`)), h("dd", {}, ...prose(get.summary))]))));
  main.replaceChildren(...content);
  index.replaceChildren(...entries);
  filter(drawn);
  search.addEventListener("input", () => filter(drawn));
  window.addEventListener("hashchange", openNamed);
  openNamed();
}

/** Shows only the commands that match the search. */
function filter(drawn) {
  let shown = 0;
  for (const { command, details, entry } of drawn) {
    const isShown = matches(command, search.value);
    details.hidden = !isShown;
    entry.hidden = !isShown;
    if (isShown) shown += 1;
  }
  for (const group of main.querySelectorAll("section")) {
    const commands = [...group.querySelectorAll(".command")];
    group.hidden = commands.length > 0 && commands.every(({ hidden }) => hidden);
  }
  count.textContent = `${shown} ${shown === 1 ? "command" : "commands"}`;
}

/** Opens and focuses the command in the address. */
function openNamed() {
  const named = /** @type {?HTMLDetailsElement} */ (document.getElementById(decodeURIComponent(location.hash.slice(1))));
  if (!named?.matches(".command")) return;
  named.open = true;
  named.querySelector("summary").focus();
}

try {
  const answer = await fetch("/openapi.json");
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  show(await answer.json());
} catch (error) {
  document.querySelector("#status").textContent = `The description could not be read. ${error.message}`;
}
