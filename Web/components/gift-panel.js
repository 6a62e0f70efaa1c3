import { ErrorCode } from "../wire/errors.js";
import { explain, formatNumber, plainName, say } from "../model/words.js";
import { loadView } from "./shell.js";
import { coin, foreign, giftIcon, h, icon, prefersReducedMotion, roving, setText } from "./dom.js";

const counts = [1, 10, 66, 99, 520];
/** The price from which a gift is sent only after the user has confirmed its full price. */
const confirmCoins = 1_000;
/** The number of gifts on a page of the sheet: two rows of four. */
const leafSize = 8;

/** The gifts by category, with their prices and counts: a row on a wide page, a sheet on a phone. A press chooses, the next one sends. */
class GiftPanel extends HTMLElement {
  /** Called when the user closes the sheet. */
  closed = () => {};

  #tabs = h("div", { class: "tabs gifts__tabs", role: "tablist", "aria-label": say("gifts.categories") });
  #pages = h("div", { class: "gifts__pages" });
  #counts = h("fieldset", { class: "counts" }, h("legend", { class: "sr-only" }, say("gifts.howMany")));
  #status = h("p", { class: "gifts__status", role: "status" });
  #error = h("p", { class: "gifts__error", role: "alert" });
  #about = h("p", { class: "gifts__about", "data-testid": "gift-about" });
  #sendButton = h(
    "button", { class: "button button--small button--primary", type: "button", "data-testid": "gift-send" }, say("gifts.send"));
  #balance = h("span", {});
  #confirm = h("div", { class: "gifts__confirm", role: "group", hidden: true, "data-testid": "gift-confirm" });
  #before = this.#arrow("gifts.before", "back", -1);
  #after = this.#arrow("gifts.after", "forward", 1);
  #all = h(
    "button", { class: "button button--small gifts__all", type: "button", "aria-expanded": "false", "data-testid": "gifts-all" },
    say("gifts.all"));
  #own = h(
    "button", { class: "counts__own", type: "button", "aria-label": say("gifts.ownCount"), "data-testid": "gift-count-own" }, "…");
  #gifts = new Map();
  #category = null;
  #count = 1;
  /** The gift that is chosen, with the price that the user has seen. */
  #chosen = null;
  #inFlight = 0;
  #listening = null;
  #resize = null;

  connectedCallback() {
    this.className = "gifts";
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", say("live.gifts"));
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#counts.append(...counts.map((count) => this.#countChoice(count)), this.#own);
    this.#own.addEventListener("click", () => this.#askCount(), { signal });
    const close = h(
      "button",
      { class: "icon-button gifts__close", type: "button", "aria-label": say("app.close"), "data-testid": "gifts-close" },
      icon("close"));
    // The link to the shop of the app, if it has one.
    const recharge = document.querySelector("[name=ovation-recharge][content^=h]")
      && Object.assign(document.createElement("ov-recharge"), { session: this.session });
    const handle = h("div", { class: "gifts__handle", "aria-hidden": "true" });
    close.addEventListener("click", () => this.closed());
    this.replaceChildren(
      handle,
      h(
        "div", { class: "gifts__head" }, this.#tabs,
        h("span", { class: "wallet gifts__wallet" }, coin(), this.#balance, h("span", { class: "sr-only" }, say("header.coinsAfter"))),
        recharge,
        h("div", { class: "gifts__words" }, this.#status, this.#error, this.#about),
        h("div", { class: "gifts__order" }, this.#counts, this.#sendButton), close),
      h("div", { class: "gifts__row" }, this.#before, this.#pages, this.#after, this.#all), this.#confirm);
    roving(this.#tabs, "[role=tab]", (tab) => tab.click());
    this.#all.addEventListener("click", () => this.#showAll(!this.classList.contains("gifts--all")));
    this.#sendButton.addEventListener("click", () => this.#press(this.#chosen, this.#sendButton));
    // A key that is held repeats, and each press costs coins.
    this.addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && event.preventDefault(), { signal });
    this.#pages.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
    this.#pages.addEventListener("scroll", () => this.#drawArrows(), { signal, passive: true, capture: true });
    for (const event of ["scrollend", "pointerdown"]) {
      this.#pages.addEventListener(event, () => { this.#aim = null; }, { signal, passive: true, capture: true });
    }
    this.session.addEventListener("catalogue", () => this.#draw(), { signal });
    for (const event of ["wallet", "connection"]) {
      this.session.addEventListener(event, () => this.#drawPrices(), { signal });
    }
    this.live.addEventListener("change", () => this.#drawAvailability(), { signal });
    this.#resize = new ResizeObserver(() => this.#drawArrows());
    this.#resize.observe(this.#pages);
    if (recharge) loadView("ov-recharge").catch(() => {});
    this.#draw();
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#resize.disconnect();
  }

  #countChoice(count) {
    const radio = h(
      "input", { type: "radio", name: "gift-count", value: count, id: `gift-count-${count}`, "data-testid": `gift-count-${count}` });
    radio.checked = count === this.#count;
    radio.addEventListener("change", () => this.#setCount(count, "…"));
    const label = say("banner.times", { count });
    return h("label", { class: "counts__choice", for: radio.id }, radio, h("span", {}, label));
  }

  /** Another count than those that are offered. */
  async #askCount() {
    try {
      await loadView("ov-own-count");
      await (await import("./own-count.js")).askForCount(this.#counts, this.#count, (count, shown) => this.#setCount(count, shown));
    } catch {
      setText(this.#error, say("app.partMissing"));
    }
  }

  #setCount(count, shown) {
    this.#count = count;
    setText(this.#own, shown);
    this.#closeConfirm();
    this.#drawPrices();
  }

  #draw() {
    const { categories, catalogueError } = this.session;
    const place = this.#place();
    this.#gifts.clear();
    this.#closeConfirm();
    // A chosen gift that is gone, or that costs something else now, is chosen no more.
    this.#chosen = (categories ?? []).flatMap(({ giftList }) => giftList)
      .find(({ giftID, coins }) => giftID === this.#chosen?.giftID && coins === this.#chosen.coins) ?? null;
    const shown = (categories ?? []).filter(({ giftList }) => giftList.length > 0);
    if (shown.length === 0) {
      this.#tabs.replaceChildren();
      const failure = catalogueError && say("gifts.notLoaded", { reason: explain(catalogueError) });
      const text = categories ? say("gifts.none") : failure ?? say("gifts.loading");
      this.#pages.replaceChildren(h("p", { class: "gifts__empty" }, text));
      return;
    }
    if (!shown.some(({ categoryID }) => categoryID === this.#category)) this.#category = shown[0].categoryID;
    this.#tabs.replaceChildren(...shown.map((category, index) => this.#tab(category, index)));
    this.#pages.replaceChildren(...shown.map((category, index) => this.#page(category, index)));
    this.#choose(this.#category);
    this.#drawPrices();
    this.#return(place);
  }

  /** The user's place among the gifts: the scroll position and the focus. */
  #place() {
    const { scrollTop } = this.#shownPage;
    const scrollLeft = this.#aim ?? this.#shownPage.scrollLeft;
    const active = document.activeElement;
    const isOnTab = this.#tabs.contains(active);
    // An open question about a gift is asked again when the gifts change, because the price may have changed.
    const giftID = [this.#confirm, this.#sendButton].some((one) => one.contains(active))
      ? this.#chosen?.giftID
      : [...this.#gifts].find(([, { buttons }]) => buttons.some(({ button }) => button === active))?.[0];
    return { category: this.#category, scrollLeft, scrollTop, isOnTab, giftID };
  }

  /** Returns to a place, or to the tab if the focused element is gone. A backend may change gifts at any time. */
  #return({ category, scrollLeft, scrollTop, isOnTab, giftID }) {
    const page = this.#shownPage;
    const isSamePage = category === this.#category;
    if (isSamePage) page.scrollTo({ left: scrollLeft, top: scrollTop, behavior: "auto" });
    if (!isOnTab && giftID === undefined) return;
    const tab = this.#tabs.querySelector("[aria-selected=true]");
    const same = isSamePage ? this.#gifts.get(giftID)?.buttons.find(({ button }) => page.contains(button)) : null;
    (same?.button ?? tab).focus({ preventScroll: true });
  }

  #tab({ categoryID, name }, index) {
    const tab = h(
      "button",
      {
        class: "tab", type: "button", role: "tab", id: `gift-tab-${index}`, "aria-controls": `gift-page-${index}`,
        data: { category: categoryID },
      },
      name ? foreign(name) : say("gifts.otherCategory"));
    tab.addEventListener("click", () => {
      this.#choose(categoryID);
      this.#drawPrices();
    });
    return tab;
  }

  #page({ categoryID, giftList }, index) {
    const leaves = [];
    for (let from = 0; from < giftList.length; from += leafSize) {
      const leaf = giftList.slice(from, from + leafSize);
      leaves.push(h("div", { class: "gifts__leaf" }, ...leaf.map((gift) => this.#button(gift))));
    }
    const page = h(
      "div",
      {
        class: "gifts__page", role: "tabpanel", id: `gift-page-${index}`, "aria-labelledby": `gift-tab-${index}`,
        data: { category: categoryID },
      },
      ...leaves);
    roving(page, ".gift");
    return page;
  }

  #choose(categoryID) {
    if (this.#category !== categoryID) this.#chosen = null;
    this.#category = categoryID;
    this.#closeConfirm();
    for (const tab of this.#tabs.children) {
      const isChosen = tab.dataset.category === categoryID;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
    for (const page of this.#pages.children) page.hidden = page.dataset.category !== categoryID;
    this.#aim = null;
    this.#drawArrows();
  }

  #button(gift) {
    const price = h("span", { class: "gift__price" });
    const send = h("span", { class: "gift__send", hidden: true }, say("gifts.send"));
    const button = h(
      "button", {
        class: "gift", type: "button", title: plainName(gift.desc) || null, "data-testid": `gift-button-${gift.giftID}`,
      },
      giftIcon(gift, "gift-icon gift-icon--panel"), foreign(gift.name, { class: "gift__name" }), send, price,
      gift.resourceURL ? h("span", { class: "gift__mark", "aria-hidden": "true" }, say("gifts.effectMark")) : null);
    button.addEventListener("click", () => (this.#chosen?.giftID === gift.giftID ? this.#press(gift, button) : this.#select(gift)));
    const known = this.#gifts.get(gift.giftID);
    this.#gifts.set(gift.giftID, { gift, buttons: [...(known?.buttons ?? []), { button, price, send }] });
    return button;
  }

  #drawPrices() {
    const { balance } = this.session;
    setText(this.#balance, balance === null ? "–" : formatNumber(balance));
    for (const { gift, buttons } of this.#gifts.values()) {
      const total = gift.coins * this.#count;
      const name = plainName(gift.name);
      const isChosen = gift.giftID === this.#chosen?.giftID;
      const label = !isChosen
        ? say("gifts.label", { gift: this.#count > 1 ? say("app.giftCount", { gift: name, count: this.#count }) : name, count: total })
        : this.#count > 1
          ? say("gifts.sendManyLabel", { gift: name, times: this.#count, count: total })
          : say("gifts.sendLabel", { gift: name, count: total });
      for (const { button, price, send } of buttons) {
        price.replaceChildren(coin(), formatNumber(total));
        button.classList.toggle("gift--dear", balance !== null && total > balance);
        button.setAttribute("aria-current", String(isChosen));
        send.hidden = !isChosen;
        for (const one of isChosen ? [button, this.#sendButton] : [button]) one.setAttribute("aria-label", label);
      }
    }
    const { name, desc } = this.#chosen ?? {};
    this.#about.replaceChildren(...(name ? [h("b", {}, foreign(name)), desc ? h("span", {}, " ", foreign(desc)) : ""] : []));
    this.#drawAvailability();
  }

  #drawAvailability() {
    const { state } = this.live;
    const isOff = state.info?.isGiftEnabled === false;
    const isSending = this.session.connection.isOpen ? say("gifts.sending") : say("gifts.queued");
    setText(this.#status, isOff ? say("gifts.off") : this.#inFlight > 0 ? isSending : "");
    this.#sendButton.disabled = isOff || !this.#chosen;
    if (this.classList.contains("gifts--off") === isOff && this.#drawnOff === this.#gifts.size) return;
    this.#drawnOff = this.#gifts.size;
    this.classList.toggle("gifts--off", isOff);
    if (isOff) this.#closeConfirm();
    for (const { buttons } of this.#gifts.values()) for (const { button } of buttons) button.disabled = isOff;
  }

  #drawnOff = -1;

  // MARK: Moving through many gifts

  /** Where a smooth scroll is going. A press meanwhile goes on from there, and so do gifts that are drawn again. */
  #aim = null;

  get #shownPage() { return [...this.#pages.children].find((page) => !page.hidden) ?? this.#pages; }

  #arrow(key, iconName, direction) {
    const button = h(
      "button", { class: "icon-button gifts__arrow", type: "button", hidden: true, "aria-label": say(key) }, icon(iconName));
    button.addEventListener("click", () => {
      const page = this.#shownPage;
      /** @type {any} "instant" is newer than what the compiler knows. */
      const behavior = prefersReducedMotion() ? "instant" : "smooth";
      const left = (this.#aim ?? page.scrollLeft) + direction * page.clientWidth * 0.9;
      this.#aim = Math.min(Math.max(left, 0), page.scrollWidth - page.clientWidth);
      page.scrollTo({ left: this.#aim, behavior });
    });
    return button;
  }

  /** Shows the arrows if there is more than fits, and disables the one at an end. */
  #drawArrows() {
    const { scrollLeft, scrollWidth, clientWidth } = this.#shownPage;
    const isMore = scrollWidth > clientWidth + 1;
    const isAll = this.classList.contains("gifts--all");
    this.#before.hidden = !isMore || isAll;
    this.#after.hidden = !isMore || isAll;
    this.#all.hidden = !isMore && !isAll;
    this.#before.setAttribute("aria-disabled", String(scrollLeft <= 1));
    this.#after.setAttribute("aria-disabled", String(scrollLeft + clientWidth >= scrollWidth - 1));
  }

  /** Turns the wheel's vertical movement into the row's horizontal one. At the row's end the page scrolls. */
  #wheel(event) {
    const page = this.#shownPage;
    if (page.scrollWidth <= page.clientWidth + 1 || Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.ctrlKey) return;
    const before = page.scrollLeft;
    this.#aim = null;
    page.scrollLeft += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 32 : event.deltaY;
    if (page.scrollLeft !== before) event.preventDefault();
  }

  #showAll(isAll) {
    this.classList.toggle("gifts--all", isAll);
    this.#all.setAttribute("aria-expanded", String(isAll));
    setText(this.#all, say(isAll ? "gifts.fewer" : "gifts.all"));
    this.#drawArrows();
  }

  // MARK: Sending

  /** Chooses a gift: it is described, and the next press sends it. */
  #select(gift) {
    this.#chosen = gift;
    setText(this.#error, "");
    this.#closeConfirm();
    this.#drawPrices();
    /** @type {any} */
    const announcer = this.closest(".live")?.querySelector("ov-announcer");
    announcer?.say(this.#about.textContent);
  }

  /** Sends a gift. An expensive gift asks for confirmation first, so that none is sent by mistake. */
  async #press(gift, button) {
    const count = this.#count;
    setText(this.#error, "");
    this.#closeConfirm();
    if (gift.coins * count < confirmCoins) {
      this.#sendFirst(gift, count);
      return;
    }
    this.#asked = button;
    try {
      await loadView("ov-gift-question");
      const { askBefore } = await import("./gift-question.js");
      // Something else was pressed meanwhile, or the gifts have changed.
      if (this.#asked !== button || !button.isConnected) return;
      askBefore(this.#confirm, gift, count, (isMeant) => {
        this.#closeConfirm();
        button.focus();
        if (isMeant) this.#sendFirst(gift, count);
      });
    } catch {
      setText(this.#error, say("app.partMissing"));
    }
  }

  /** The button that asks. */
  #asked = null;

  #closeConfirm() {
    this.#asked = null;
    this.#confirm.hidden = true;
    this.#confirm.replaceChildren();
  }

  #sendFirst(gift, count) {
    this.#send(gift, count);
    this.#offerCombo(gift);
  }

  /** Offers to send the gift again. The button loads with the first gift; without it the gift itself is still there to press. */
  #offerCombo(gift) {
    const live = this.closest(".live");
    loadView("ov-combo").then(async () => {
      const { offerCombo } = await import("./combo-button.js");
      if (live && this.live.state.phase === "in") offerCombo(live, gift, (one, count) => this.#send(one, count));
    }).catch(() => {});
  }

  async #send(gift, count) {
    this.#inFlight += 1;
    this.#drawAvailability();
    try {
      await this.live.give(gift, count);
    } catch (rejection) {
      setText(this.#error, explain(rejection));
      if (rejection.code === ErrorCode.insufficientBalance) {
        import("./recharge.js").then(({ sayTooDear }) => sayTooDear(this.#error, this.session, gift, count)).catch(() => {});
      }
      this.closest(".live")?.querySelector("ov-combo")?.remove();
    } finally {
      this.#inFlight -= 1;
      this.#drawAvailability();
    }
  }
}
customElements.define("ov-gift-panel", GiftPanel);
