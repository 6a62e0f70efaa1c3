import { arrowKeys, h } from "./dom.js";

let openMenu = null;
let nextID = 1;

/**
 * Shows a menu under a button until something is chosen, Escape is pressed or the focus goes elsewhere.
 *
 * @param {HTMLElement} button
 * @param {string|Node} title What the menu is about.
 * @param {{label: string, lang?: string, isChecked?: boolean, isDangerous?: boolean, testID?: string, choose: () => void}[]} items
 *   One of several to choose from says whether it is chosen, `isChecked`. `lang` is the language of the label.
 * @param {() => void} [closed] Called when it is gone.
 */
export function showMenu(button, title, items, closed = () => {}) {
  openMenu?.close();
  const id = `menu-${nextID}`;
  nextID += 1;
  const menu = h(
    "div", { class: "menu", role: "menu", "aria-labelledby": id },
    h("p", { class: "menu__title", role: "presentation", id }, title),
    ...items.map((item) => h(
      "button",
      {
        class: `menu__item ${item.isDangerous ? "menu__item--danger" : ""}`, type: "button",
        role: item.isChecked === undefined ? "menuitem" : "menuitemradio",
        "aria-checked": item.isChecked === undefined ? null : String(item.isChecked), lang: item.lang,
        "data-testid": item.testID,
        on: {
          click: () => {
            close();
            item.choose();
          },
        },
      },
      item.label, item.isChecked ? h("span", { class: "menu__mark", "aria-hidden": "true" }, " ✓") : null)));
  const outside = (event) => !menu.contains(event.target) && !button.contains(event.target) && close(false);
  function close(givesFocusBack = true) {
    if (openMenu?.menu !== menu) return;
    openMenu = null;
    menu.remove();
    document.removeEventListener("pointerdown", outside, true);
    button.setAttribute("aria-expanded", "false");
    if (givesFocusBack && button.isConnected) button.focus();
    closed();
  }
  openMenu = { menu, close };
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && event.key !== "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    close();
  });
  menu.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !menu.contains(event.relatedTarget)) close(false);
  });
  document.addEventListener("pointerdown", outside, true);
  button.setAttribute("aria-expanded", "true");
  (button.closest("main") ?? document.body).append(menu);
  place(menu, button);
  arrowKeys(menu, ".menu__item");
  menu.querySelector(".menu__item").focus();
}

function place(menu, button) {
  const at = button.getBoundingClientRect();
  const margin = 8;
  const left = Math.max(margin, Math.min(at.right - menu.offsetWidth, innerWidth - menu.offsetWidth - margin));
  const below = at.bottom + 4;
  const fitsBelow = below + menu.offsetHeight <= innerHeight - margin;
  const top = fitsBelow ? below : Math.max(margin, at.top - 4 - menu.offsetHeight);
  menu.style.setProperty("left", `${left}px`);
  menu.style.setProperty("top", `${top}px`);
}
