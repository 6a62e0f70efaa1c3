// The order of the rows of a table: by two buttons in each row, and by dragging a handle. Whatever dragging does, the buttons do too.

import { say } from "../model/words.js";
import { addIcons, h, icon } from "../components/dom.js";

addIcons({
  up: ["M12 19V5", "M6 11l6-6 6 6"],
  grip: ["M9 5h.01", "M15 5h.01", "M9 12h.01", "M15 12h.01", "M9 19h.01", "M15 19h.01"],
});

/** A list with the entry of one place at another. Places outside the list change nothing. */
export function moved(list, from, to) {
  if (from === to || from < 0 || to < 0 || from >= list.length || to >= list.length) return [...list];
  const result = [...list];
  result.splice(to, 0, ...result.splice(from, 1));
  return result;
}

/**
 * What moves a row: a handle to drag, and the buttons *Up* and *Down*.
 *
 * @param {object} options
 * @param {string} options.id What the row is about.
 * @param {number} options.index Its place.
 * @param {number} options.count How many rows there are.
 * @param {(from: number, to: number) => void} options.move
 */
export function mover({ id, index, count, move }) {
  const step = (name, by, key) => {
    const to = index + by;
    const isPossible = to >= 0 && to < count;
    return h("button", {
      class: "button button--small", type: "button", "aria-label": say(key, { id }), "aria-disabled": isPossible ? null : "true",
      data: { move: `${name}:${id}` }, on: { click: () => isPossible && move(index, to) },
    }, icon(name));
  };
  const handle = h("span", {
    class: "grip", draggable: "true", title: say("console.drag"), "aria-hidden": "true",
    on: {
      dragstart: (event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("application/x-ovation-row", String(index));
        const row = handle.closest("tr");
        if (row) event.dataTransfer.setDragImage(row, 8, 8);
        row?.classList.add("is-dragged");
      },
      dragend: () => handle.closest("tr")?.classList.remove("is-dragged"),
    },
  }, icon("grip"));
  return h("span", { class: "mover" }, handle, step("up", -1, "console.moveUp"), step("down", 1, "console.moveDown"));
}

/** Lets rows be dropped on the rows of a table. */
export function acceptDrops(table, move) {
  const rows = () => [...table.querySelectorAll("tbody > tr")];
  const rowOf = (event) => (event.target instanceof Element ? event.target.closest("tbody > tr") : null);
  const isRow = (event) => event.dataTransfer?.types.includes("application/x-ovation-row");
  table.addEventListener("dragover", (event) => {
    if (!isRow(event) || !rowOf(event)) return;
    event.preventDefault();
    for (const row of rows()) row.classList.toggle("is-target", row === rowOf(event));
  });
  table.addEventListener("dragleave", (event) => rowOf(event)?.classList.remove("is-target"));
  table.addEventListener("drop", (event) => {
    const row = rowOf(event);
    if (!isRow(event) || !row) return;
    event.preventDefault();
    row.classList.remove("is-target");
    move(Number(event.dataTransfer.getData("application/x-ovation-row")), rows().indexOf(row));
  });
  return table;
}

/** Puts the focus back on the button that moved a row, which was drawn anew; on the other one where the row is at an end. */
export function focusMover(place, name, id) {
  const find = (own) => place.querySelector(`[data-move="${CSS.escape(`${own}:${id}`)}"]`);
  const own = find(name);
  (own?.getAttribute("aria-disabled") ? find(name === "up" ? "down" : "up") : own)?.focus();
}
