import { ErrorCode } from "../wire/errors.js";
import { formatNumber } from "../model/words.js";
import { arrowKeys, coin, giftIcon, h, setText } from "./dom.js";

const counts = [1, 5, 10, 99];
/** From this price on a gift is sent with a second press only. */
const confirmCoins = 1_000;
const confirmMilliseconds = 4_000;

/** The gifts that can be sent, by category, with their prices and how many. */
class GiftPanel extends HTMLElement {
  #tabs = h("div", { class: "tabs gifts__tabs", role: "tablist", "aria-label": "Gift categories" });
  #pages = h("div", { class: "gifts__pages" });
  #counts = h("fieldset", { class: "counts" }, h("legend", { class: "sr-only" }, "How many"));
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
    this.setAttribute("aria-label", "Gifts");
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
    return h("label", { class: "counts__choice", for: radio.id }, radio, h("span", {}, `×${count}`));
  }

  #draw() {
    const { categories, catalogueError } = this.session;
    this.#gifts.clear();
    if (!categories) {
      this.#tabs.replaceChildren();
      this.#pages.replaceChildren(
        h(
          "p", { class: "gifts__empty" },
          catalogueError ? `The gifts could not be loaded. ${catalogueError.message}` : "Loading gifts…"));
      return;
    }
    const shown = categories.filter(({ giftList }) => giftList.length > 0);
    if (shown.length === 0) {
      this.#tabs.replaceChildren();
      this.#pages.replaceChildren(h("p", { class: "gifts__empty" }, "There are no gifts on this server yet."));
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
      name || "More");
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
    const name = h("span", { class: "gift__name" }, gift.name);
    const button = h(
      "button", {
        class: "gift", type: "button", title: gift.desc || null, "data-testid": `gift-button-${gift.giftID}`,
      },
      giftIcon(gift, "gift-icon gift-icon--panel"), name, price,
      gift.resourceURL ? h("span", { class: "gift__mark", "aria-hidden": "true" }, "FX") : null);
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
        setText(name, isArmed ? "Press again" : gift.name);
        button.classList.toggle("gift--armed", isArmed);
        button.classList.toggle("gift--dear", isTooDear);
        const many = this.#count > 1 ? ` times ${this.#count}` : "";
        const press = isArmed ? "Press again to send " : "Send ";
        button.setAttribute("aria-label", `${press}${gift.name}${many} for ${formatNumber(total)} coins`);
      }
    }
    this.#drawAvailability();
  }

  #drawAvailability() {
    const isOff = this.live.state.info?.isGiftEnabled === false;
    this.classList.toggle("gifts--off", isOff);
    for (const { buttons } of this.#gifts.values()) for (const { button } of buttons) button.disabled = isOff;
    const isOpen = this.session.connection.isOpen;
    const sending = isOpen ? "Sending…" : "Your gift is sent when the connection is back.";
    if (isOff) setText(this.#status, "Gifts are switched off in this live.");
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
    if (rejection.code !== ErrorCode.insufficientBalance) return rejection.message;
    const total = formatNumber(gift.coins * count);
    const { balance } = this.session;
    const has = balance === null ? "" : ` You have ${formatNumber(balance)}.`;
    return `Not enough coins: ${gift.name}${count > 1 ? ` ×${count}` : ""} costs ${total}.${has}`;
  }
}
customElements.define("ov-gift-panel", GiftPanel);
