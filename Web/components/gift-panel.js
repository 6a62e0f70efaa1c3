import { ErrorCode } from "../wire/errors.js";
import { explain, formatNumber, plainName, say } from "../model/language.js";
import { arrowKeys, coin, foreign, giftIcon, h, setText } from "./dom.js";

const counts = [1, 5, 10, 99];
/** From this price on a gift is sent with a second press only. */
const confirmCoins = 1_000;
const confirmMilliseconds = 4_000;

/** The gifts that can be sent, by category, with their prices and how many. */
class GiftPanel extends HTMLElement {
  #tabs = h("div", { class: "tabs gifts__tabs", role: "tablist", "aria-label": say("gifts.categories") });
  #pages = h("div", { class: "gifts__pages" });
  #counts = h("fieldset", { class: "counts" }, h("legend", { class: "sr-only" }, say("gifts.howMany")));
  #status = h("p", { class: "gifts__status", role: "status" });
  #error = h("p", { class: "gifts__error", role: "alert" });
  #gifts = new Map();
  #category = null;
  #count = 1;
  #armed = null;
  #inFlight = 0;
  #listening = null;

  connectedCallback() {
    this.className = "gifts";
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", say("live.gifts"));
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    for (const count of counts) this.#counts.append(this.#countChoice(count));
    this.replaceChildren(
      h(
        "div", { class: "gifts__head" }, this.#tabs, h("div", { class: "gifts__words" }, this.#status, this.#error),
        this.#counts),
      this.#pages);
    arrowKeys(this.#tabs, "[role=tab]", (tab) => tab.click());
    this.session.addEventListener("catalogue", () => this.#draw(), { signal });
    for (const event of ["wallet", "connection"]) {
      this.session.addEventListener(event, () => this.#drawPrices(), { signal });
    }
    this.live.addEventListener("change", () => this.#drawAvailability(), { signal });
    this.#draw();
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#disarm();
  }

  #countChoice(count) {
    const radio = h(
      "input",
      {
        type: "radio", name: "gift-count", value: count, id: `gift-count-${count}`,
        "data-testid": `gift-count-${count}`,
      });
    radio.checked = count === this.#count;
    radio.addEventListener("change", () => {
      this.#count = count;
      this.#disarm();
      this.#drawPrices();
    });
    return h("label", { class: "counts__choice", for: radio.id }, radio, h("span", {}, say("banner.times", { count })));
  }

  #draw() {
    const { categories, catalogueError } = this.session;
    this.#gifts.clear();
    if (!categories) {
      this.#tabs.replaceChildren();
      this.#pages.replaceChildren(
        h(
          "p", { class: "gifts__empty" },
          catalogueError ? say("gifts.notLoaded", { reason: explain(catalogueError) }) : say("gifts.loading")));
      return;
    }
    const shown = categories.filter(({ giftList }) => giftList.length > 0);
    if (shown.length === 0) {
      this.#tabs.replaceChildren();
      this.#pages.replaceChildren(h("p", { class: "gifts__empty" }, say("gifts.none")));
      return;
    }
    if (!shown.some(({ categoryID }) => categoryID === this.#category)) this.#category = shown[0].categoryID;
    this.#tabs.replaceChildren(...shown.map((category, index) => this.#tab(category, index)));
    this.#pages.replaceChildren(...shown.map((category, index) => this.#page(category, index)));
    this.#choose(this.#category);
    this.#drawPrices();
  }

  #tab({ categoryID, name }, index) {
    const tab = h(
      "button",
      {
        class: "tab", type: "button", role: "tab", id: `gift-tab-${index}`, "aria-controls": `gift-page-${index}`,
        data: { category: categoryID },
      },
      name ? foreign(name) : say("gifts.otherCategory"));
    tab.addEventListener("click", () => this.#choose(categoryID));
    return tab;
  }

  #page({ categoryID, giftList }, index) {
    const page = h(
      "div",
      {
        class: "gifts__page", role: "tabpanel", id: `gift-page-${index}`, "aria-labelledby": `gift-tab-${index}`,
        data: { category: categoryID },
      },
      ...giftList.map((gift) => this.#button(gift)));
    arrowKeys(page, ".gift");
    return page;
  }

  #choose(categoryID) {
    this.#category = categoryID;
    this.#disarm();
    for (const tab of this.#tabs.children) {
      const isChosen = tab.dataset.category === categoryID;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
    for (const page of this.#pages.children) page.hidden = page.dataset.category !== categoryID;
  }

  #button(gift) {
    const price = h("span", { class: "gift__price" });
    const name = foreign(gift.name, { class: "gift__name" });
    const button = h(
      "button", {
        class: "gift", type: "button", title: plainName(gift.desc) || null, "data-testid": `gift-button-${gift.giftID}`,
      },
      giftIcon(gift, "gift-icon gift-icon--panel"), name, price,
      gift.resourceURL ? h("span", { class: "gift__mark", "aria-hidden": "true" }, say("gifts.effectMark")) : null);
    button.addEventListener("click", () => this.#press(gift));
    const known = this.#gifts.get(gift.giftID);
    this.#gifts.set(gift.giftID, { gift, buttons: [...(known?.buttons ?? []), { button, price, name }] });
    return button;
  }

  #drawPrices() {
    const { balance } = this.session;
    for (const { gift, buttons } of this.#gifts.values()) {
      const total = gift.coins * this.#count;
      const isArmed = this.#armed?.giftID === gift.giftID;
      const isTooDear = balance !== null && total > balance;
      for (const { button, price, name } of buttons) {
        price.replaceChildren(coin(), formatNumber(total));
        setText(name, isArmed ? say("gifts.pressAgain") : plainName(gift.name));
        button.classList.toggle("gift--armed", isArmed);
        button.classList.toggle("gift--dear", isTooDear);
        const many = this.#count > 1 ? "gifts.sendManyLabel" : "gifts.sendLabel";
        const values = { gift: plainName(gift.name), times: this.#count, count: total };
        button.setAttribute("aria-label", say(isArmed ? "gifts.pressAgainLabel" : many, values));
      }
    }
    this.#drawAvailability();
  }

  #drawAvailability() {
    const { info, isOwner } = this.live.state;
    // The server would let a host pay themselves, as the API that it is compatible with does; a slip on the page is no wish.
    const why = isOwner ? "gifts.ownLive" : info?.isGiftEnabled === false ? "gifts.off" : null;
    const isOff = why !== null;
    this.classList.toggle("gifts--off", isOff);
    for (const { buttons } of this.#gifts.values()) for (const { button } of buttons) button.disabled = isOff;
    const isOpen = this.session.connection.isOpen;
    const sending = say(isOpen ? "gifts.sending" : "gifts.queued");
    if (isOff) setText(this.#status, say(why));
    else setText(this.#status, this.#inFlight > 0 ? sending : "");
  }

  /** A dear gift is sent with the second press, so that none is sent by a slip. */
  #press(gift) {
    const total = gift.coins * this.#count;
    setText(this.#error, "");
    if (total >= confirmCoins && this.#armed?.giftID !== gift.giftID) {
      this.#disarm();
      this.#armed = { giftID: gift.giftID, timer: setTimeout(() => this.#disarm(), confirmMilliseconds) };
      this.#drawPrices();
      return;
    }
    this.#disarm();
    this.#send(gift, this.#count);
  }

  #disarm() {
    if (!this.#armed) return;
    clearTimeout(this.#armed.timer);
    this.#armed = null;
    this.#drawPrices();
  }

  async #send(gift, count) {
    this.#inFlight += 1;
    this.#drawAvailability();
    try {
      await this.live.give(gift, count);
    } catch (rejection) {
      setText(this.#error, this.#reason(rejection, gift, count));
    } finally {
      this.#inFlight -= 1;
      this.#drawAvailability();
    }
  }

  #reason(rejection, gift, count) {
    if (rejection.code !== ErrorCode.insufficientBalance) return explain(rejection);
    const total = formatNumber(gift.coins * count);
    const { balance } = this.session;
    const name = plainName(gift.name);
    const what = count > 1 ? say("app.giftCount", { gift: name, count }) : name;
    if (balance === null) return say("gifts.tooDear", { gift: what, total });
    return say("gifts.tooDearOf", { gift: what, total, balance });
  }
}
customElements.define("ov-gift-panel", GiftPanel);
