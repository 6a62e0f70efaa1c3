// The building blocks of the console's views: tables, forms, dialogs, and the states of a view.

import { hasWords, say } from "../model/words.js";
import { addIcons, h, icon } from "../components/dom.js";
import { freshness } from "./fresh.js";
import { relative } from "./times.js";

addIcons({ copy: ["M9 9h11v11H9z", "M15 9V4H4v11h5"] });

/** The most letters of a word that a column of a table does not break where there is room. */
const wholeWordMax = 16;

let nextID = 1;

/** An id that no other element of the page has. */
export function freshID(name) {
  nextID += 1;
  return `${name}-${nextID}`;
}

/** What a failed call means, in the page's language where it has the words, else in the server's. */
export function wordsOf(error) {
  if (error.words) return error.words;
  const key = `console.error.${error.code}`;
  if (hasWords(key)) return say(key);
  if (!error.sentence) return say("console.error.other", { code: String(error.code ?? error.name) });
  return say("console.error.code", { message: error.sentence, code: String(error.code) });
}

/**
 * A labelled control of a form.
 *
 * @param {object} options `label`, `name`, `value`, `hint`, `type`, `maxBytes`, `isRequired`, `isArea`, `choices` (pairs of value and
 *   label) and attributes in `more`.
 */
export function field({
  label, name, value = "", hint = "", type = "text", maxBytes = 0, isRequired = false, isArea = false, choices = null, more = {},
}) {
  const id = freshID("field");
  const attributes = {
    class: "input", id, name, required: isRequired, "aria-describedby": `${id}-note`, autocomplete: "off", spellcheck: "false",
    ...more,
  };
  /** @type {any} */
  let control;
  if (choices) {
    control = h("select", attributes, ...choices.map(([own, text]) => h("option", { value: own, selected: own === value }, text)));
  } else if (isArea) {
    control = h("textarea", { ...attributes, rows: 4 });
    control.value = value;
  } else {
    control = h("input", { ...attributes, type });
    control.value = value;
  }
  const note = h("span", { class: "field__note", id: `${id}-note` }, hint);
  if (maxBytes > 0) {
    const count = () => {
      const bytes = new TextEncoder().encode(control.value).length;
      note.textContent = `${hint} ${say("console.bytes", { bytes, max: maxBytes })}`.trim();
      control.setCustomValidity(bytes > maxBytes ? say("console.tooLong", { max: maxBytes }) : "");
      note.classList.toggle("is-bad", bytes > maxBytes);
    };
    control.addEventListener("input", count);
    count();
  }
  const row = h("div", { class: "field" }, h("label", { for: id }, label), control, note);
  return { row, control };
}

/** A labelled check box of a form. Its value is `yes` or empty. */
export function checkBox({ label, name, isOn = false }) {
  const id = freshID("field");
  /** @type {any} */
  const control = h("input", { type: "checkbox", id, name, class: "check" });
  control.checked = isOn;
  return { row: h("div", { class: "field field--check" }, control, h("label", { for: id }, label)), control };
}

/** What a control of a form says. */
export function valueIn(control) {
  if (control.type !== "checkbox") return control.value;
  return control.checked ? "yes" : "";
}

/** Makes a control say something. */
export function writeInto(control, value) {
  if (control.type === "checkbox") control.checked = value === "yes";
  else control.value = value;
  control.dispatchEvent(new Event("input"));
}

/**
 * A form whose submit button is busy while its action runs, and which says what went wrong beside it. What was typed always stays.
 *
 * @param {object} options
 * @param {{row: HTMLElement, control: any}[]} options.fields
 * @param {string} options.submit
 * @param {(values: Record<string, string>) => Promise<any>} options.run Returns what to say when it is done; undefined for nothing.
 * @param {string} [options.label]
 * @param {boolean} [options.isInline]
 * @param {boolean} [options.isWide] Whether fields stand beside each other where there is room.
 * @param {boolean} [options.isDanger]
 * @param {Node[]} [options.extra]
 */
export function form({ fields, submit, run, label = "", isInline = false, isWide = false, isDanger = false, extra = [] }) {
  const outcome = h("p", { class: "form__outcome", role: "status" });
  const button = h("button", { class: `button ${isDanger ? "button--danger" : "button--primary"}`, type: "submit" }, submit);
  const element = h(
    "form", { class: `form ${isInline ? "form--inline" : isWide ? "form--wide" : ""}`, "aria-label": label || submit },
    ...fields.map(({ row }) => row), h("div", { class: "form__actions" }, button, ...extra), outcome);
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.getAttribute("aria-disabled")) return;
    button.setAttribute("aria-disabled", "true");
    outcome.className = "form__outcome";
    outcome.textContent = say("console.working");
    try {
      const values = Object.fromEntries(fields.map(({ control }) => [control.name, valueIn(control)]));
      outcome.textContent = (await run(values)) ?? "";
      outcome.classList.add("is-good");
    } catch (error) {
      outcome.textContent = wordsOf(error);
      outcome.classList.add("is-bad");
    } finally {
      button.removeAttribute("aria-disabled");
    }
  });
  return { element, outcome };
}

/**
 * A table that becomes cards on a narrow screen.
 *
 * @param {object} options
 * @param {string} options.caption
 * @param {string[]} options.columns
 * @param {(string|Node)[][]} options.rows The first cell names the row.
 * @param {string} options.empty What is said where there is no row.
 */
export function table({ caption, columns, rows, empty }) {
  if (rows.length === 0) return h("p", { class: "empty" }, empty);
  const style = (place) => ({ "--least": longestWord(rows, place), "--columns": columns.length });
  const head = h("tr", { role: "row" }, ...columns.map((name, place) => h(
    "th", { scope: "col", role: "columnheader", style: style(place) }, name)));
  const body = rows.map((cells) => h(
    "tr", { role: "row" },
    ...cells.map((cell, place) => (place === 0
      ? h("th", { scope: "row", role: "rowheader", data: { column: columns[place] } }, cell)
      : h("td", { role: "cell", data: { column: columns[place] } }, cell)))));
  // The roles are said again, because a table that is laid out as cards has none for some browsers.
  return h(
    "table", { class: "table", role: "table" }, h("caption", {}, caption), h("thead", { role: "rowgroup" }, head),
    h("tbody", { role: "rowgroup" }, ...body));
}

/** The letters of the longest word of a column, up to what a column keeps whole. What is longer is broken. */
function longestWord(rows, place) {
  const lengths = rows.map((cells) => String(cells[place]?.textContent ?? cells[place] ?? "").split(/\s+/u));
  return Math.min(wholeWordMax, Math.max(0, ...lengths.flat().map(({ length }) => length)));
}

/** A button with a text. */
export function button(text, action, { kind = "", label = null } = {}) {
  return h("button", {
    class: `button ${kind && `button--${kind}`}`, type: "button", "aria-label": label, on: { click: action },
  }, text);
}

/** The time of a Unix time in milliseconds: how long ago, with the whole time as its title. */
export function moment(milliseconds, now = Date.now()) {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return h("span", {}, "–");
  const language = document.documentElement.lang || "en";
  const whole = date.toLocaleString(language, { dateStyle: "medium", timeStyle: "medium" });
  return h("time", { datetime: date.toISOString(), title: whole, data: { at: milliseconds } }, relative(milliseconds, now));
}

/** A text of somebody else, isolated. */
export function other(text) { return h("bdi", {}, String(text ?? "").replace(/[\u202A-\u202E\u2066-\u2069]/gu, "")); }

/** An id that can be copied, and that leads to what it names where there is an address. */
export function copyable(text, href = "") {
  return h(
    "span", { class: "copyable" }, href === "" ? other(text) : h("a", { href }, other(text)),
    h("button", {
      class: "copy", type: "button", "aria-label": say("console.copy", { id: text }),
      on: { click: ({ currentTarget }) => navigator.clipboard?.writeText(text).then(() => announce(say("console.copied")),
        () => currentTarget.blur()) },
    }, icon("copy")));
}

/**
 * A place for something that is read from the server. It says that it loads, that it failed and how to try again, or shows what `draw`
 * makes of the answer.
 *
 * @param {() => Promise<any>} read
 * @param {(answer: any) => Node|Node[]} draw
 * @param {object} options
 * @param {boolean} [options.isList] Whether it grows old: it says how old it is, and is read anew when somebody comes back to it. Not for
 *   what has a form in it.
 */
export function loaded(read, draw, { isList = false } = {}) {
  const body = h("div", {});
  const place = h("div", { class: "loaded" }, body);
  let turn = 0;
  const reload = async () => {
    turn += 1;
    const own = turn;
    // What is there stays until the answer comes; the first time it says that it loads.
    if (!body.hasChildNodes()) body.append(h("p", { class: "loading", role: "status" }, say("console.loading")));
    place.setAttribute("aria-busy", "true");
    try {
      const answer = await read();
      if (own !== turn) return;
      body.replaceChildren(...[draw(answer)].flat());
      fresh?.note();
    } catch (error) {
      if (own !== turn) return;
      body.replaceChildren(
        h("div", { class: "failure", role: "alert" }, h("p", {}, wordsOf(error)), button(say("app.tryAgain"), reload)));
    } finally {
      if (own === turn) place.removeAttribute("aria-busy");
    }
  };
  const fresh = isList ? freshness.keep(place, reload) : null;
  if (fresh) place.append(fresh.line);
  reload();
  return { place, body, reload };
}

/** The pages of a list that are read anew together. */
const pagesMax = 10;

/**
 * A list that is read page by page. It grows old, as `loaded` says.
 *
 * @param {(next: string) => Promise<{rows: any[], next: string}>} read
 * @param {(rows: any[]) => Node} draw
 */
export function paged(read, draw) {
  let rows = [];
  let next = "";
  let pageCount = 1;
  const more = h("div", { class: "more" });
  const view = loaded(async () => {
    // As many pages as there were: nobody loses the row that they looked at.
    const wanted = Math.min(pageCount, pagesMax);
    let page = await read("");
    let [all, count] = [page.rows, 1];
    while (count < wanted && page.next !== "") {
      page = await read(page.next);
      all = [...all, ...page.rows];
      count += 1;
    }
    [rows, next, pageCount] = [all, page.next, count];
  }, () => {
    const list = draw(rows);
    drawMore();
    return [list, more];
  }, { isList: true });
  const drawMore = () => {
    more.replaceChildren(...(next === "" ? [] : [button(say("console.more"), async () => {
      try {
        const page = await read(next);
        rows = [...rows, ...page.rows];
        next = page.next;
        pageCount += 1;
        const list = draw(rows);
        drawMore();
        view.body.replaceChildren(list, more);
        /** @type {?HTMLElement} */ (more.querySelector("button") ?? view.body.querySelector("tr:last-child button"))?.focus();
      } catch (error) {
        announce(wordsOf(error), true);
      }
    })]));
  };
  return view;
}

/**
 * Asks before something that cannot be undone. The id of what it is about has to be typed.
 *
 * @param {object} options `title`, `text`, `id` (what is to be typed), `action` (the button's text), `fields`.
 * @param {(values: Record<string, string>) => Promise<?string|void>} run
 */
export function confirmByName({ title, text, id, action, fields = [] }, run) {
  const typed = field({ label: say("console.typeToConfirm", { id }), name: "confirmed", isRequired: true });
  typed.control.addEventListener("input", () => typed.control.setCustomValidity(""));
  dialog({
    title,
    content: [h("p", {}, text)],
    fields: [...fields, typed],
    submit: action,
    isDanger: true,
    run: async (values) => {
      if (values.confirmed !== id) throw Object.assign(new Error(), { words: say("console.notTheName", { id }) });
      return run(values);
    },
  });
}

/**
 * A dialog with a form. It closes when the action is done; the focus returns to where it was.
 *
 * @returns {HTMLDialogElement}
 */
export function dialog({
  title, content = [], fields = [], submit, run, isDanger = false, isLasting = false, extra = [], closed = (_isDone) => {},
}) {
  const id = freshID("dialog");
  const before = document.activeElement;
  let isDone = false;
  const close = button(say("app.cancel"), () => element.close(), { kind: "quiet" });
  const own = form({
    fields, submit, isDanger, label: title, extra: [...extra, close],
    run: async (values) => {
      const said = await run(values);
      isDone = true;
      if (said) announce(said);
      element.close();
      return said;
    },
  });
  const element = h("dialog", { class: "dialog", "aria-labelledby": id }, h("h2", { id }, title), ...content, own.element);
  element.addEventListener("close", () => {
    element.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    closed(isDone);
  });
  if (!isLasting) element.addEventListener("mousedown", (event) => event.target === element && element.close());
  document.body.append(element);
  element.showModal();
  /** @type {?HTMLElement} */ (element.querySelector("input, select, textarea"))?.focus();
  return element;
}

/** Says something to everybody: on the screen for a while, and to a screen reader. */
export function announce(text, isBad = false) {
  const place = document.querySelector("#announcer");
  if (!place) return;
  const line = h("p", { class: isBad ? "toast is-bad" : "toast" }, text);
  place.append(line);
  setTimeout(() => line.remove(), 8_000);
}

/** Saves rows as a CSV file. A text that a spreadsheet would take for a formula has an apostrophe in front. */
export function csvOf(columns, rows) {
  const cell = (value) => {
    const text = String(value ?? "");
    const plain = /^[=+\-@\t\r]/u.test(text) && !/^-?\d+$/u.test(text) ? `'${text}` : text;
    const mark = "\u0022";
    return /[\u0022,\n\r]/u.test(plain) ? mark + plain.replaceAll(mark, mark + mark) + mark : plain;
  };
  return [columns, ...rows].map((row) => row.map(cell).join(",")).join("\r\n");
}

/** A button that saves rows as a CSV file. */
export function csvButton(name, columns, rows) {
  return button(say("console.csv"), () => {
    const url = URL.createObjectURL(new Blob([csvOf(columns, rows())], { type: "text/csv" }));
    h("a", { href: url, download: `${name}.csv` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1_000);
  }, { kind: "quiet" });
}
