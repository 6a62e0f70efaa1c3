// What the parts of the seats' panel are made of.

import { h } from "../components/dom.js";

/**
 * A small button of the panel.
 *
 * @param {string} text
 * @param {string} testID It is the name of the focus, too: see `refill`.
 * @param {() => void} press
 * @param {string} [kind]
 * @param {?string} [name] What it is called where its text alone does not say whom it is about.
 */
export function panelButton(text, testID, press, kind = "button--quiet", name = null) {
  const button = h(
    "button",
    {
      class: ["button", "button--small", kind].join(" "), type: "button", "aria-label": name, "data-testid": testID,
      data: { focus: testID },
    },
    text);
  button.addEventListener("click", press);
  return button;
}

/**
 * Fills an element anew if its key changed. The focus stays on the control of the same name, or goes to the first one.
 *
 * @param {HTMLElement} element
 * @param {string} key
 * @param {() => (Node|string|false|null|undefined)[]} make
 */
export function refill(element, key, make) {
  if (element.dataset.key === key) return;
  element.dataset.key = key;
  const had = element.contains(document.activeElement);
  const name = had ? document.activeElement.dataset.focus : null;
  element.replaceChildren();
  for (const child of make()) if (child) element.append(child);
  if (!had) return;
  const next = element.querySelector(`[data-focus="${CSS.escape(name ?? "")}"]`) ?? element.querySelector("button, select")
    ?? element.closest(".seat-panel")?.querySelector(".seat-panel__title");
  next?.focus();
}
