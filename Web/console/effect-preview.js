// An effect before anybody sees it: what the server says of the file, and the page's own player on a light, a dark and a phone's ground.

import { formatNumber, say } from "../model/words.js";
import { h } from "../components/dom.js";
import { button, wordsOf } from "./parts.js";

const grounds = ["dark", "light", "phone"];

/**
 * A part of a form that checks and plays the effect at an address.
 *
 * @param {import("./api.js").Api} api
 * @param {() => string} address The address in the form.
 */
export function effectPreview(api, address) {
  const outcome = h("div", { class: "effect__outcome", role: "status" });
  const canvas = h("canvas", { class: "effect__canvas", "aria-hidden": "true" });
  const stage = h("div", { class: "effect__stage", hidden: true, data: { ground: "dark" } }, canvas);
  const choice = h(
    "div", { class: "row-actions", role: "group", "aria-label": say("console.ground") },
    ...grounds.map((name) => h("button", {
      class: "button", type: "button", "aria-pressed": String(name === "dark"),
      on: {
        click: ({ currentTarget }) => {
          stage.dataset.ground = name;
          for (const own of choice.children) own.setAttribute("aria-pressed", String(own === currentTarget));
        },
      },
    }, say(`console.ground.${name}`))));
  choice.hidden = true;
  let player = null;

  const check = async () => {
    outcome.replaceChildren(h("p", {}, say("console.working")));
    stage.hidden = true;
    choice.hidden = true;
    if (address() === "") {
      outcome.replaceChildren(h("p", {}, say("console.noEffect")));
      return;
    }
    try {
      const facts = await api.call("ovation_gift_srv/check_effect", { ResourceUrl: address() });
      outcome.replaceChildren(h("p", { class: "is-good" }, say("console.effectGood")), factsOf(facts));
      await play();
    } catch (error) {
      outcome.replaceChildren(h("p", { class: "is-bad" }, wordsOf(error)));
    }
  };
  const play = async () => {
    const source = new URL(address(), location.href);
    // The page's policy lets it load effects from its own server alone; the server has looked at the file all the same.
    if (source.origin !== location.origin) {
      outcome.append(h("p", {}, say("console.noPreview")));
      return;
    }
    stage.hidden = false;
    choice.hidden = false;
    try {
      const { Loader, Player } = await import("../svga/index.js");
      player ??= { player: new Player(canvas), loader: new Loader() };
      const { effect, release } = await player.loader.load(source.href);
      player.player.play(effect, { loops: 3, millisecondsMax: 10_000 }).then(release, release);
    } catch {
      stage.hidden = true;
      choice.hidden = true;
      outcome.append(h("p", { class: "is-bad" }, say("console.cannotPlay")));
    }
  };
  return h(
    "section", { class: "effect", "aria-labelledby": "effect-title" }, h("h2", { id: "effect-title" }, say("console.effect")),
    button(say("console.checkEffect"), check), outcome, choice, stage);
}

function factsOf(facts) {
  const rows = [
    ["console.fact.size", `${facts.Width} × ${facts.Height}`],
    ["console.fact.rate", formatNumber(facts.FramesPerSecond)],
    ["console.fact.frames", formatNumber(facts.FrameCount)],
    ["console.fact.seconds", formatNumber(facts.DurationMilliseconds / 1_000)],
    ["console.fact.file", formatNumber(facts.FileBytes)],
    ["console.fact.decoded", `${formatNumber(Math.round(facts.ImageBytes / 104_857.6) / 10)} MB`],
  ];
  return h("dl", { class: "facts" }, ...rows.map(([key, value]) => h("div", {}, h("dt", {}, say(key)), h("dd", {}, value))));
}
