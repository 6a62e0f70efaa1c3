// The console: who is signed in, which view the address names, and what surrounds the views.

import { currentLanguage, languages, pickLanguage, say, Settings, speakOf, storageOf, useLanguage } from "../model/words.js";
import { h } from "../components/dom.js";
import { Api } from "./api.js";
import { followOperator } from "./fresh.js";
import { button, dialog, field, wordsOf } from "./parts.js";

/** The modules of the views. Each has `view(context)`, which makes the content of its page. */
const views = {
  overview: () => import("./overview.js"),
  lives: () => import("./lives.js"),
  catalogue: () => import("./catalogue.js"),
  wallets: () => import("./wallets.js"),
  users: () => import("./users.js"),
  orders: () => import("./orders.js"),
  ledger: () => import("./ledger.js"),
  webhooks: () => import("./webhooks.js"),
  moderation: () => import("./moderation.js"),
  log: () => import("./log.js"),
};
const themeKey = "ovation.console.theme";
const themes = ["auto", "light", "dark"];

const settings = new Settings();
const api = new Api(fetch.bind(globalThis), storageOf("sessionStorage"));
const main = h("main", { id: "main", class: "main", tabindex: "-1" });
const announcer = h("div", { id: "announcer", class: "announcer", role: "status", "aria-live": "polite" });
/** Stops what the shown view keeps doing. */
let leave = () => {};
/** The address of the view that is shown, without what is behind the "#". */
let shownAddress = "";
/** Counts the views that were asked for, so that a slow one does not replace a later one. */
let turn = 0;

/** The view in the address. */
function viewInAddress() {
  const name = location.pathname.replace(/^\/console\/?/u, "");
  return name === "" ? "overview" : Object.hasOwn(views, name) ? name : null;
}

/** The address of a view, with what it shows in the query. */
function addressOf(name, query = {}) {
  const path = name === "overview" ? "/console" : `/console/${name}`;
  const parameters = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "" && value !== null));
  const text = parameters.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Shows another view, or the same one with another query. */
function goTo(name, query = {}) {
  history.pushState(null, "", addressOf(name, query));
  show();
}

/** What a view is given: the way to the server, the query of the address, and how to change it. */
function contextOf(name) {
  const query = Object.fromEntries(new URLSearchParams(location.search));
  return {
    api,
    query,
    goTo,
    addressOf,
    /** Changes what the view shows, so that the address can be shared and the way back works. */
    filter: (changes) => goTo(name, { ...query, ...changes }),
    /** Called when the view is left. */
    onLeave: (stop) => { leave = stop; },
  };
}

async function show({ isFirst = false } = {}) {
  turn += 1;
  const own = turn;
  shownAddress = location.pathname + location.search;
  leave();
  leave = () => {};
  const name = viewInAddress();
  for (const link of document.querySelectorAll(".menu a")) {
    if (link.dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const choice = /** @type {?HTMLSelectElement} */ (document.querySelector(".menu select"));
  if (choice && name) choice.value = name;
  if (!name) {
    main.replaceChildren(h("h1", {}, say("console.missing")), h("a", { href: "/console" }, say("console.overview")));
    return;
  }
  document.title = `${say(`console.${name}`)} · ${say("console.title")}`;
  if (!api.isSignedIn) {
    main.replaceChildren(h("h1", {}, say(`console.${name}`)), h("p", {}, say("console.signInFirst")));
    try {
      await askForSignIn();
    } catch {
      main.append(button(say("console.signIn"), () => show()));
      return;
    }
    if (own !== turn) return;
  }
  try {
    const module = await views[name]();
    if (own !== turn) return;
    main.replaceChildren(h("h1", {}, say(`console.${name}`)), ...[module.view(contextOf(name))].flat());
  } catch (error) {
    if (own === turn) main.replaceChildren(h("p", { role: "alert" }, wordsOf(error)));
  }
  if (!isFirst) main.focus();
}

/** Asks for a sign-in over whatever is on the screen, which stays as it is. Rejects where it was given up. */
function askForSignIn() {
  return new Promise((resolve, reject) => {
    const identifier = field({
      label: say("console.administrator"), name: "identifier", value: api.operator ?? "", isRequired: true,
      more: { autocomplete: "username", maxlength: 32, autocapitalize: "none" },
    });
    const userSig = field({
      label: say("console.userSig"), name: "userSig", isArea: true, isRequired: true, hint: say("console.userSigHint"),
    });
    dialog({
      title: say("console.signIn"), fields: [identifier, userSig], submit: say("console.signIn"), isLasting: true,
      run: async (values) => {
        await api.signIn(values.identifier.trim(), values.userSig.trim());
        drawAccount();
      },
      closed: (isDone) => (isDone
        ? resolve() : reject(Object.assign(new Error(), { code: 110_095, words: say("console.error.110095") }))),
    });
  });
}
api.askForSignIn = askForSignIn;

const account = h("div", { class: "account" });

function drawAccount() {
  const language = h(
    "select", { class: "input", "aria-label": say("console.language"), on: { change: (event) => speak(event.target.value) } },
    ...Object.entries(languages).map(([tag, name]) => h("option", { value: tag, lang: tag, selected: tag === currentLanguage() }, name)));
  const theme = h(
    "select", { class: "input", "aria-label": say("console.theme"), on: { change: (event) => paint(event.target.value) } },
    ...themes.map((name) => h("option", { value: name, selected: name === themeNow() }, say(`console.theme.${name}`))));
  account.replaceChildren(
    language, theme,
    ...(api.isSignedIn
      ? [h("span", { class: "account__name" }, h("bdi", {}, api.operator ?? "")),
        button(say("console.signOut"), signOut, { kind: "quiet" })]
      : []));
}

async function signOut() {
  await api.signOut();
  drawAccount();
  show();
}

function themeNow() {
  const kept = storageOf("localStorage")?.getItem(themeKey);
  return themes.includes(kept ?? "") ? kept : "auto";
}

function paint(name) {
  document.documentElement.dataset.theme = name;
  try {
    storageOf("localStorage")?.setItem(themeKey, name);
  } catch {
    // It holds until the page is left.
  }
}

async function speak(tag) {
  settings.language = tag;
  await useLanguage(tag);
  build();
  show();
}

function build() {
  document.documentElement.lang = currentLanguage();
  const names = Object.keys(views);
  const links = names.map((name) => h("li", {}, h("a", { href: addressOf(name), data: { view: name } }, say(`console.${name}`))));
  const choice = h(
    "select", { class: "input", "aria-label": say("console.pages"), on: { change: (event) => goTo(event.target.value) } },
    ...names.map((name) => h("option", { value: name }, say(`console.${name}`))));
  drawAccount();
  document.body.replaceChildren(
    h("a", { class: "skip", href: "#main" }, say("console.skip")),
    h("header", { class: "top" }, h("a", { class: "brand", href: "/console" }, say("console.title")), account),
    h("div", { class: "frame" }, h("nav", { class: "menu", "aria-label": say("console.pages") }, choice, h("ul", {}, ...links)), main),
    announcer);
}

// Links of the console change the view without loading the page again; a click that asks for a new tab is the browser's.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href^='/console']") : null;
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  history.pushState(null, "", link.getAttribute("href"));
  show();
});
// The link to the content changes only what is behind the "#". A view that were drawn anew then would lose what was typed into it.
addEventListener("popstate", () => location.pathname + location.search !== shownAddress && show());

document.documentElement.dataset.theme = themeNow();
await useLanguage(pickLanguage(settings.language));
await speakOf("console");
build();
followOperator(() => api.isSignedIn);
show({ isFirst: true });
