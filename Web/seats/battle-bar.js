// The bar of a battle on the stage: the scores of both sides, the time that is left, and the result.

import { h, named, setText } from "../components/dom.js";
import { formatDuration, formatNumber, isolated, nameOf, say } from "../model/words.js";
import { sharesOf } from "./lives-state.js";

/** How long the result stays, in milliseconds. */
const resultMilliseconds = 5_000;
/** The last seconds, which are stressed. */
const lastSeconds = 10;

/** The bar. It keeps time by the server's clock. */
export class BattleBar {
  #now;
  #tell;
  #timer = null;
  #told = null;
  #sides = h("ol", { class: "battle__sides", "data-testid": "battle-sides" });
  #left = h("span", { class: "battle__left", role: "timer", "data-testid": "battle-left" });
  #result = h("span", { class: "battle__result", "data-testid": "battle-result" });

  /**
   * @param {() => number} now The server's time in milliseconds.
   * @param {(text: string) => void} tell Says something to a screen reader.
   */
  constructor(now, tell) {
    this.#now = now;
    this.#tell = tell;
    this.element = h(
      "section", { class: "battle", hidden: true, "aria-label": say("battle.label"), "data-testid": "battle" }, this.#sides, this.#left,
      this.#result);
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = null;
  }

  /** @param {import("./lives-state.js").LivesState} lives */
  draw(lives) {
    const { battle, isFighting, sides } = lives;
    const isOver = battle?.phase === "over" && Boolean(battle.startedAt) && this.#now() - battle.endedAt < resultMilliseconds;
    this.element.hidden = !(isFighting || isOver) || sides.length === 0;
    if (this.element.hidden) {
      this.stop();
      return;
    }
    this.#timer ??= setInterval(() => this.draw(lives), 1_000);
    this.#drawSides(sides);
    const seconds = isFighting ? Math.max(0, Math.ceil((battle.endsAt - this.#now()) / 1_000)) : 0;
    this.element.classList.toggle("battle--last", isFighting && seconds <= lastSeconds);
    setText(this.#left, isFighting ? formatDuration(seconds * 1_000) : "");
    setText(this.#result, isOver ? this.#resultOf(lives) : battle.phase === "closing" ? say("battle.counting") : "");
    const minute = Math.ceil(seconds / 60);
    // Each minute is told once, when it begins.
    if (isFighting && this.#told !== null && minute < this.#told && minute > 0) this.#tell(say("battle.minutesLeft", { count: minute }));
    this.#told = isFighting ? minute : null;
  }

  #resultOf(lives) {
    if (!lives.result) return say("battle.over");
    return say(`battleResult.${lives.result}`);
  }

  #drawSides(sides) {
    const shares = sharesOf(sides);
    while (this.#sides.children.length > sides.length) this.#sides.lastElementChild.remove();
    sides.forEach(({ host, score, isOwn, hasLeft }, index) => {
      if (index === this.#sides.children.length) this.#sides.append(h("li", { class: "battle__side" }));
      const side = /** @type {HTMLElement} */ (this.#sides.children[index]);
      side.style.setProperty("--share", shares[index].toFixed(4));
      side.classList.toggle("battle__side--own", isOwn);
      const key = `${host.user.userID}\n${host.user.userName}\n${score}\n${hasLeft}`;
      if (side.dataset.key === key) return;
      side.dataset.key = key;
      side.dataset.live = host.liveID;
      side.title = isolated(nameOf(host.user));
      side.replaceChildren(named(host.user), h("strong", {}, formatNumber(score)), hasLeft ? h("small", {}, say("battle.hasLeft")) : "");
    });
  }
}
