// An effect before anybody sees it: what the server says of the file, how often it flashes, and the page's own player on a light, a dark
// and a phone's ground.

import { formatNumber, say } from "../model/words.js";
import { h } from "../components/dom.js";
import { flashesMax, measureFlashes } from "./flashes.js";
import { button, wordsOf } from "./parts.js";

const grounds = ["dark", "light", "phone"];

/**
 * A part of a form that checks and plays the effect at an address.
 *
 * @param {import("./api.js").Api} api
 * @param {() => string} address The address in the form.
 * @returns {{element: HTMLElement, check: () => Promise<void>, isFit: () => Promise<boolean>}} `check` looks at the effect that the form
 *   names; `isFit` says whether it may be saved, and looks at it first where nobody has.
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
  /** The check that was begun last, and the address that it is about. */
  let last = { address: "", isFit: Promise.resolve(true) };

  const look = async (run) => {
    const own = run.address;
    outcome.replaceChildren(h("p", {}, say("console.working")));
    stage.hidden = true;
    choice.hidden = true;
    if (own === "") {
      outcome.replaceChildren(h("p", {}, say("console.noEffect")));
      return true;
    }
    try {
      const facts = await api.call("ovation_gift_srv/check_effect", { ResourceUrl: own });
      // Only what the last check found is shown.
      if (last !== run) return false;
      outcome.replaceChildren(h("p", { class: "is-good" }, say("console.effectGood")), factsOf(facts));
      return await play(run);
    } catch (error) {
      if (last === run) outcome.replaceChildren(h("p", { class: "is-bad" }, wordsOf(error)));
      return false;
    }
  };
  /** Measures the flashes and plays; false where it flashes too often. */
  const play = async (run) => {
    const source = new URL(run.address, location.href);
    // The page's policy lets it load effects from its own server alone; the server has looked at the file all the same.
    if (source.origin !== location.origin) {
      outcome.append(h("p", {}, say("console.noPreview")));
      return true;
    }
    stage.hidden = false;
    choice.hidden = false;
    let loaded = null;
    try {
      const svga = await import("../svga/index.js");
      player ??= { player: new svga.Player(canvas), loader: new svga.Loader() };
      loaded = await player.loader.load(source.href);
      const flashes = await measureFlashes(loaded.effect, svga);
      if (last !== run) return false;
      const isTooMuch = flashes > flashesMax;
      outcome.querySelector("dl")?.append(fact("console.fact.flashes", formatNumber(flashes)));
      if (isTooMuch) {
        // Not even the operator has to see it.
        outcome.append(h("p", { class: "is-bad" }, say("console.flashesTooMuch", { count: flashes, max: flashesMax })));
        stage.hidden = true;
        choice.hidden = true;
        return false;
      }
      const { effect, release } = loaded;
      loaded = null;
      player.player.play(effect, { loops: 3, millisecondsMax: 10_000 }).then(release, release);
      return true;
    } catch {
      stage.hidden = true;
      choice.hidden = true;
      outcome.append(h("p", { class: "is-bad" }, say("console.cannotPlay")));
      // The server has found nothing wrong with it. Another browser may play it.
      return true;
    } finally {
      loaded?.release();
    }
  };
  const begin = () => {
    const run = { address: address(), isFit: Promise.resolve(false) };
    last = run;
    run.isFit = look(run);
    return run.isFit;
  };
  const check = async () => { await begin(); };
  return {
    element: h(
      "section", { class: "effect", "aria-labelledby": "effect-title" }, h("h2", { id: "effect-title" }, say("console.effect")),
      button(say("console.checkEffect"), check), outcome, choice, stage),
    check,
    // A check that failed is made again: the server that has the file may be back.
    isFit: async () => {
      // What is being checked is waited for.
      let run = null;
      while (last.address === address() && run !== last) {
        run = last;
        if (await run.isFit) return true;
      }
      return begin();
    },
  };
}

function fact(key, value) { return h("div", {}, h("dt", {}, say(key)), h("dd", {}, value)); }

function factsOf(facts) {
  return h(
    "dl", { class: "facts" }, fact("console.fact.size", `${facts.Width} × ${facts.Height}`),
    fact("console.fact.rate", formatNumber(facts.FramesPerSecond)), fact("console.fact.frames", formatNumber(facts.FrameCount)),
    fact("console.fact.seconds", formatNumber(facts.DurationMilliseconds / 1_000)),
    fact("console.fact.file", formatNumber(facts.FileBytes)),
    fact("console.fact.decoded", `${formatNumber(Math.round(facts.ImageBytes / 104_857.6) / 10)} MB`));
}
