// The single keys of a live, which load with the first one that is pressed. C works without them, see stage.js. Texts: words/talk.

import { say } from "../model/words.js";
import { h } from "./dom.js";
import { loadView } from "./shell.js";

/** @type {[key: string, words: string][]} */
const keys = [
  ["C", "keys.chat"], ["G", "keys.gifts"], ["L", "keys.like"], ["R", "keys.react"], ["M", "keys.sound"], ["F", "keys.full"],
  ["T", "keys.theatre"], ["I", "keys.window"], ["P", "keys.pause"], ["?", "keys.help"],
];

/** What the keys press: the first of these that can be pressed. */
const controls = {
  l: ["like-button"], r: ["react-button"], m: ["picture-unmute", "picture-sound"], f: ["picture-full"], t: ["picture-theatre"],
  i: ["picture-window"],
};

/** Whether an element can be seen and pressed. */
const isUsable = (element) => element !== null && !element.disabled && element.getClientRects().length > 0;

/**
 * Does what a key stands for.
 *
 * @param {string} key In lower case.
 * @param {Element} view The live's view.
 * @param {import("../model/words.js").Settings} settings
 */
export async function pressKey(key, view, settings) {
  const find = (id) => /** @type {?HTMLButtonElement} */ (view.querySelector(`[data-testid="${id}"]`));
  if (key === "?") {
    await loadView("ov-message-menu");
    if (!document.querySelector("dialog[open]")) showKeys(settings);
  } else if (key === "g") {
    const toggle = find("gift-toggle");
    if (isUsable(toggle)) toggle?.click();
    else /** @type {?HTMLElement} */ (view.querySelector(".gifts .gift:not(:disabled)"))?.focus();
  } else if (key === "p") {
    const paused = find("chat-paused");
    // The log holds still while the focus is in it.
    if (isUsable(paused)) paused?.click();
    else find("chat-log")?.focus();
  } else {
    (controls[key] ?? []).map(find).find(isUsable)?.click();
  }
}

/** The list of the keys, with the switch that turns them off. */
function showKeys(settings) {
  const isOn = h(
    "button", { class: "button button--small toggle", type: "button", "aria-pressed": "true", "data-testid": "keys-on" }, say("keys.on"));
  isOn.addEventListener("click", () => {
    settings.isReactionKeyOn = !settings.isReactionKeyOn;
    isOn.setAttribute("aria-pressed", String(settings.isReactionKeyOn));
  });
  const close = h("button", { class: "button", type: "button", "data-testid": "keys-close" }, say("keys.close"));
  const dialog = h(
    "dialog", { class: "dialog", "aria-labelledby": "keys-title", "data-testid": "keys" },
    h("h2", { id: "keys-title" }, say("keys.title")),
    h("dl", { class: "keys" }, ...keys.flatMap(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, say(words))])),
    h("div", { class: "form__actions" }, isOn, close));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("mousedown", (event) => event.target === dialog && dialog.close());
  close.addEventListener("click", () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
