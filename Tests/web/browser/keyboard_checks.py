"""Browser checks of every page by the keyboard alone, and by its accessibility tree. `checks.py` runs them."""

from playwright.sync_api import expect

from stage import DESKTOP, HOST, PHONE, expect_within
from walks import say_what_it_is, tab_through

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
    "a wrong link": ("/nowhere", "missing", [("link", "Back to all lives")]),
    "a live that there is not": ("/live/nowhere", "live-refused", [("link", "Back to all lives")]),
}
# A phone gives all of its screen to a live, and to the preview before it.
FULL_ON_A_PHONE = ("a live", "a live that there is not", "the studio")


def the_tab_key_reaches_everything_and_is_never_caught(stage):
    for name, (path, shown, wanted) in PAGES.items():
        with stage.page(path=path.format(live=stage.live), shown=shown, reduced_motion="reduce", user="tabber") as page:
            tab_through(page, name, wanted)
    # A phone with a keyboard: the links past the header are longer than it is wide. And with a message the chat can be held.
    name = "a live"
    with stage.page(PHONE, reduced_motion="reduce", user="tabber") as page:
        stage.say("something to hold")
        expect(page.locator(".chat__text", has_text="something to hold").first).to_be_visible()
        tab_through(page, f"{name}, on a phone", [
            ("button", "Skip to the stage"), ("button", "Skip to the chat"), ("log", "Chat"), ("button", "Paused"), *PAGES[name][2]])


def every_page_says_what_it_is(stage):
    for options in (DESKTOP, PHONE):
        for name, (path, shown, _) in PAGES.items():
            with stage.page(options, path=path.format(live=stage.live), shown=shown, user="reader") as page:
                say_what_it_is(page, name, has_banner=options is not PHONE or name not in FULL_ON_A_PHONE)


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
