import { arrowKeys, h } from "./dom.js";

let openMenu = null;

/**
 * Shows a menu under a button until something is chosen, Escape is pressed or the focus goes elsewhere.
 *
 * @param {HTMLElement} button
 * @param {string} label What the menu is about.
 * @param {{label: string, isDangerous?: boolean, testID?: string, choose: () => void}[]} items
 */
export function showMenu(button, label, items) {
  openMenu?.close();
  const menu = h(
    "div", { class: "menu", role: "menu", "aria-label": label },
    h("p", { class: "menu__title", role: "presentation" }, label),
    ...items.map(({ label: text, isDangerous, testID, choose }) => h(
      "button",
      {
        class: `menu__item ${isDangerous ? "menu__item--danger" : ""}`, role: "menuitem", type: "button",
        "data-testid": testID,
        on: {
          click: () => {
            close();
            choose();
          },
        },
      },
      text)));
  const outside = (event) => !menu.contains(event.target) && !button.contains(event.target) && close(false);
  function close(givesFocusBack = true) {
    menu.remove();
    document.removeEventListener("pointerdown", outside, true);
    button.setAttribute("aria-expanded", "false");
    openMenu = null;
    if (givesFocusBack && button.isConnected) button.focus();
  }
  openMenu = { close };
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
