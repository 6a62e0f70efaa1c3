"""Browser checks of every page by the keyboard alone, and by its accessibility tree. `checks.py` runs them."""

import re

from playwright.sync_api import expect

from stage import DESKTOP, HOST, PHONE, expect_within

# The pages: their path, what shows that they are there, and what the Tab key has to reach, by role and name.
PAGES = {
    "the list": ("/", "live-card", [("searchbox", "Search lives and hosts"), ("link", "Go live"), ("link", "A live to look at")]),
    "the feed, which is empty here": ("/feed", "feed-empty", [("link", "Back to all lives")]),
    "the user's page": ("/me", "me-rename", [
        ("button", "Change your name"), ("combobox", "Language"), ("switch", "Less motion"), ("slider", "Volume of pictures")]),
    "the studio": ("/studio", "start-live", [
        ("textbox", "Title"), ("textbox", "Notice for viewers"), ("button", "Camera"), ("link", "Cancel"),
        ("button", "Start without a picture")]),
    "a live": ("/live/{live}", "chat-input", [
        ("link", "Back to all lives"), ("button", "Like"), ("tab", "Chat"), ("textbox", "Message"), ("button", "Emoji"),
        ("button", "Send message")]),
}
# The element with the focus: its role and name as the accessibility tree has them, whether its focus can be seen, and a mark that tells
# it from the others.
FOCUSED = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  element.dataset.visited ??= String(document.querySelectorAll("[data-visited]").length + 1);
  const around = getComputedStyle(element.nextElementSibling ?? element);
  return {
    mark: element.dataset.visited, tag: element.outerHTML.slice(0, 120),
    isSeen: (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none" || around.outlineStyle !== "none",
    isInside: box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
  };
}"""
# Where the Tab key begins on a page that was just opened.
FROM_THE_TOP = "() => { document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex'); }"
STEPS_MAX = 80


def the_tab_key_reaches_everything_and_is_never_caught(stage):
    for name, (path, shown, wanted) in PAGES.items():
        with stage.page(path=path.format(live=stage.live), shown=shown, reduced_motion="reduce", user="tabber") as page:
            page.evaluate(FROM_THE_TOP)
            seen, at = [], None
            reached = set()
            for _ in range(STEPS_MAX):
                page.keyboard.press("Tab")
                at = page.evaluate(FOCUSED)
                if at is None or at["mark"] in seen:
                    break
                seen.append(at["mark"])
                assert at["isSeen"], f"{name}: nobody sees that the focus is at {at['tag']}"
                assert at["isInside"], f"{name}: the focus is out of sight, at {at['tag']}"
                for role, label in wanted:
                    if page.get_by_role(role, name=label).and_(page.locator(":focus")).count():
                        reached.add((role, label))
            assert at is None or at["mark"] == seen[0], f"{name}: the Tab key goes round in a part of the page, at {at['tag']}"
            missed = set(wanted) - reached
            assert not missed, f"{name}: the Tab key does not reach {missed}, in {len(seen)} steps"
            # And the way back is the same.
            page.keyboard.press("Shift+Tab")
            assert page.evaluate(FOCUSED), f"{name}: there is no way back"


def every_page_says_what_it_is(stage):
    """One heading of the first level, one main part, and a name for everything that can be used."""
    for options in (DESKTOP, PHONE):
        for name, (path, shown, _) in PAGES.items():
            with stage.page(options, path=path.format(live=stage.live), shown=shown, user="reader") as page:
                expect(page.get_by_role("main")).to_have_count(1)
                expect(page.get_by_role("heading", level=1)).to_have_count(1)
                # A phone gives all of its screen to a live, and to the preview before it.
                has_banner = options is not PHONE or name not in ("a live", "the studio")
                expect(page.get_by_role("banner")).to_have_count(int(has_banner))
                expect(page).to_have_title(re.compile(r"\w.*Ovation$|^Ovation$"))
                tree = page.locator("body").aria_snapshot()
                roles = "button|link|textbox|combobox|checkbox|switch|slider|tab|menuitem|searchbox|radio|region|navigation|dialog|img"
                nameless = re.findall(rf"^\s*- (?:{roles})(?::? *| \[[^\]]*\]:?)$", tree, re.M)
                assert not nameless, f"{name}: without a name: {nameless}\n{tree}"


def single_keys_reach_what_a_live_has(stage):
    with stage.page() as page:
        stage.say("something to hold")
        expect(page.locator(".chat__text", has_text="something to hold").first).to_be_visible()
        page.locator("h1").click()
        page.keyboard.press("c")
        field = page.get_by_test_id("chat-input")
        expect(field).to_be_focused()
        # There a key is a letter.
        page.keyboard.type("lg?")
        expect(field).to_have_value("lg?")
        field.fill("")
        page.locator("h1").click()
        page.keyboard.press("p")
        expect(page.get_by_test_id("chat-paused")).to_be_visible()
        page.keyboard.press("p")
        expect(page.get_by_test_id("chat-paused")).to_be_hidden()
        page.keyboard.press("g")
        expect(page.locator(".gift:focus")).to_have_count(1)
        page.keyboard.press("Shift+?")
        keys = page.get_by_test_id("keys")
        expect(keys).to_be_visible()
        expect(keys.get_by_role("definition")).to_have_count(10)
        page.get_by_test_id("keys-on").click()
        expect(page.get_by_test_id("keys-on")).to_have_attribute("aria-pressed", "false")
        page.keyboard.press("Escape")
        expect(keys).to_have_count(0)
        # They are off now, and stay off.
        page.reload()
        expect(field).to_be_visible()
        page.locator("h1").click()
        assert taken(page, "c", "l") == [False, False], "keys that are off do something"


# Notes of each key whether the page took it, after all of the page's own listeners.
HEAR = """() => {
  if (!window.heard) addEventListener("keydown", (event) => window.heard.push(event.defaultPrevented));
  window.heard = [];
}"""


def taken(page, *keys):
    """Presses keys and returns of each whether the page took it."""
    page.evaluate(HEAR)
    for key in keys:
        page.keyboard.press(key)
    return page.evaluate("window.heard")


def what_is_typed_after_a_key_belongs_in_the_chat(stage):
    with stage.page() as page:
        held = []
        page.route("**/live-keys.js*", lambda route: held.append(route))
        page.locator("h1").click()
        page.keyboard.press("c")
        page.keyboard.type("great gift")
        expect(page.get_by_test_id("chat-input")).to_have_value("great gift")
        assert not held, "C waits for a module"
        page.locator("h1").click()
        # Until the first key has come, others do nothing, then or later.
        assert taken(page, "g", "p", "c") == [True, False, False], "keys are swallowed while the first one loads"
        expect_within(15, "the module", lambda: held)
        held[0].continue_()
        expect(page.locator(".gift:focus")).to_have_count(1)
        expect(page.get_by_test_id("chat-paused")).to_be_hidden()


def a_key_whose_module_is_missing_says_so(stage):
    with stage.page() as page:
        page.route("**/live-keys.js*", lambda route: route.abort())
        page.locator("h1").click()
        page.keyboard.press("g")
        expect(page.locator(".toast")).to_contain_text("This part of the page could not be loaded")


def keys_do_nothing_behind_a_dialog(stage):
    with stage.page() as page:
        page.locator("h1").click()
        assert taken(page, "Shift+?") == [False, True], "the key is not taken"
        expect(page.get_by_test_id("keys")).to_be_visible()
        page.evaluate("document.activeElement.blur()")
        assert taken(page, "g", "c") == [False, False], "keys act behind a dialog"


def a_host_and_a_moderator_are_told_by_words(stage):
    """Who holds an office is said, not only coloured; and what is on or off is a state, not a colour."""
    with stage.page(user=HOST) as host:
        host.get_by_test_id("chat-input").fill("by the host")
        host.keyboard.press("Enter")
        expect(host.locator(".chat-message").last).to_contain_text("Host")
        mute = host.get_by_test_id("mute-all")
        expect(mute).to_have_attribute("aria-pressed", "false")
        mute.focus()
        host.keyboard.press("Enter")
        expect(mute).to_have_attribute("aria-pressed", "true")
        with stage.page(user="listener", shown="chat-silenced") as page:
            expect(page.get_by_test_id("chat-silenced")).to_have_role("status")
            expect(page.get_by_test_id("chat-silenced")).to_contain_text("muted for everybody")
        host.keyboard.press("Enter")
        expect(mute).to_have_attribute("aria-pressed", "false")


CHECKS = [
    the_tab_key_reaches_everything_and_is_never_caught, every_page_says_what_it_is, single_keys_reach_what_a_live_has,
    what_is_typed_after_a_key_belongs_in_the_chat, a_key_whose_module_is_missing_says_so, keys_do_nothing_behind_a_dialog,
    a_host_and_a_moderator_are_told_by_words,
]
