// The controls of a live's owner and administrators, beside the switches of the stage. They are loaded for these alone.

import { explain, say } from "../model/words.js";
import { askToEnd, showMenu } from "./dialogs.js";
import { addIcons, h, icon } from "./dom.js";
import { loadView } from "./shell.js";
import { shareLive } from "./share.js";

addIcons({ words: ["M4 6h16", "M4 12h9", "M4 18h6", "m15 15 5 5m0-5-5 5"] });

/** The intervals in seconds that slow mode offers. */
const paces = [0, 5, 10, 30, 60, 120];

/**
 * The buttons, in their order.
 *
 * @param {object} place
 * @param {import("../model/session.js").LiveController} place.live
 * @param {Toasts} place.toasts
 * @param {boolean} place.isMutedForAll
 * @param {number} place.slowMode The seconds of slow mode, 0 without it.
 * @param {HTMLElement[]} place.more What the host has besides: the opener of their desk.
 * @param {(button: HTMLElement) => HTMLElement} place.anchorOf The element beside which a button's menu opens.
 */
export function hostControls(place) {
  const buttons = [muteAllButton(place), slowModeButton(place)];
  // A host has the words on their desk.
  return place.live.state.isOwner
    ? [...buttons, ...place.more, copyButton(place), endButton(place)] : [...buttons, wordsButton(place)];
}

function attempt(toasts, action) { action.catch((rejection) => toasts.show(explain(rejection), "error")); }

function muteAllButton({ live, toasts, isMutedForAll }) {
  const button = h(
    "button",
    {
      class: "button button--small toggle", type: "button", "aria-pressed": String(isMutedForAll),
      "data-testid": "mute-all", data: { control: "mute" },
    },
    icon("mute"), h("span", { class: "button__label" }, say(isMutedForAll ? "live.unmuteAll" : "live.muteAll")));
  button.addEventListener("click", () => attempt(toasts, live.muteAll(!isMutedForAll)));
  return button;
}

function slowModeButton({ live, toasts, slowMode: current, anchorOf }) {
  const button = h(
    "button",
    {
      class: "button button--small", type: "button", "aria-haspopup": "menu", "data-testid": "slow-mode",
      data: { control: "pace" },
    },
    icon("clock"),
    h(
      "span", { class: "button__label" },
      current > 0 ? say("live.slowModeOf", { seconds: current }) : say("live.slowMode")));
  button.addEventListener("click", () => showMenu(anchorOf(button), say("live.slowMode"), paces.map((seconds) => ({
    label: seconds === 0 ? say("live.slowModeOff") : say("live.slowModeEvery", { seconds }),
    isChecked: seconds === current,
    testID: `slow-mode-${seconds}`,
    choose: () => attempt(toasts, live.setSlowMode(seconds)),
  }))));
  return button;
}

/** Opens the list of words, which is loaded then. */
export async function showWords(live, toasts) {
  try {
    await loadView("ov-word-list");
    const { editWords } = await import("./word-list.js");
    await editWords(live);
  } catch (failure) {
    toasts.show(failure.code ? explain(failure) : say("app.partMissing"), "error");
  }
}

function wordsButton({ live, toasts }) {
  const button = h(
    "button", {
      class: "button button--small", type: "button", "aria-haspopup": "dialog", "data-testid": "words-open", data: { control: "words" },
    },
    icon("words"), h("span", { class: "button__label" }, say("live.words")));
  button.addEventListener("click", () => showWords(live, toasts));
  return button;
}

function copyButton({ live, toasts }) {
  const button = h(
    "button", { class: "button button--small", type: "button", data: { control: "copy" } }, icon("link"),
    h("span", { class: "button__label" }, say("live.share")));
  button.addEventListener("click", () => shareLive(live, toasts));
  return button;
}

function endButton({ live }) {
  const button = h(
    "button",
    {
      class: "button button--small button--danger", type: "button", "data-testid": "end-live",
      data: { control: "end" },
    },
    icon("stop"), h("span", { class: "button__label" }, say("live.end")));
  button.addEventListener("click", () => askToEnd(() => live.end()));
  return button;
}
