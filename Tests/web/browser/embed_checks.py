"""Browser checks of a live in another page's frame: by the keyboard alone, by its accessibility tree, and with axe. `checks.py` runs them.

`scripts/test-browser` names the origin that may frame it (`file_checks.py`).
"""

import contextlib

from playwright.sync_api import expect

import accessibility
from crowd import Viewer
from file_checks import another_site
from stage import DESKTOP, PHONE, choose_gift, open_gifts
from theme_checks import LANGUAGES, Looker
from tree_reader import TreeReader
from walks import say_what_it_is, tab_through

# The sizes of a frame: as docs/pages.md shows it, as wide as an article, and on a phone.
SIZES = {
    "a column": {"viewport": {"width": 420, "height": 760}}, "an article": {"viewport": {"width": 960, "height": 540}}, "a phone": PHONE,
}
BESIDE = [("button", "Before the live"), ("button", "Behind the live")]


def the_keyboard_goes_through_a_frame_and_out_of_it_again(stage):
    """Somebody reads another page by the keyboard alone, and comes past a live there."""
    around = '<button>Before the live</button>{}<button>Behind the live</button>'
    with another_site(stage, around) as port, contextlib.closing(
            stage.browser.new_context(**DESKTOP, locale="en-GB", bypass_csp=True, reduced_motion="reduce")) as context:
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.goto(f"http://localhost:{port}/", wait_until="load")
        page.frame_locator("iframe").get_by_role("textbox", name="Message").wait_for()
        frame = page.frames[1]
        before, behind = (page.get_by_role(role, name=name) for role, name in BESIDE)
        before.focus()
        tab_through(page, "a live in a frame", [
            ("button", "Gifts"), ("button", "Like"), ("textbox", "Message"), ("button", "Emoji"), ("button", "Send message")], frame)
        page.keyboard.press("Tab")
        expect(behind).to_be_focused()
        # In the frame a message is sent, and it is read there.
        frame.get_by_role("textbox", name="Message").focus()
        page.keyboard.type("by keyboard from a frame")
        page.keyboard.press("Enter")
        expect(frame.get_by_test_id("chat-log").get_by_text("by keyboard from a frame")).to_be_visible()


def a_live_in_a_frame_says_what_it_is(stage):
    for size, options in SIZES.items():
        with stage.page(options, path=f"/embed/{stage.live}", user="reader") as page:
            say_what_it_is(page, f"a live in {size}", has_banner=False, heading="A live to look at")
            reader = TreeReader(page)
            reader.write("Message", f"said in {size}")
            reader.press("Send message")
            reader.hears(f"said in {size}")
    with stage.page(SIZES["a column"], path="/embed/nowhere", shown="live-refused") as page:
        say_what_it_is(page, "no live in a frame", has_banner=False, heading="There is no such live")
        tab_through(page, "no live in a frame", [("link", "Back to all lives")])


def look_at_a_frame(stage, looker, size, options, **settings):
    live = "embed-axe"
    with contextlib.closing(Viewer(stage.base, "embed-host")) as host:
        host.ask("room.create", {"liveID": live, "liveName": "Soon over"}, live)
        with stage.page(options, path=f"/embed/{live}", user="embed-viewer", **settings) as page:
            host.ask("barrage.send", {"text": "look at me"}, live)
            page.locator("button.chat__name").first.wait_for()
            looker.look(page, f"a live in {size}")
            page.get_by_test_id("chat-emoji").click()
            page.get_by_test_id("emoji").wait_for()
            looker.look(page, f"the picker of emoji in {size}")
            page.keyboard.press("Escape")
            page.locator("button.chat__name").first.click()
            page.get_by_test_id("card-coins").wait_for()
            looker.look(page, f"who somebody is in {size}")
            page.keyboard.press("Escape")
            if page.locator(".live__gift-toggle").is_visible():
                page.locator(".live__gift-toggle").click()
            page.locator(".gift:visible").first.wait_for()
            page.locator(".gifts__tabs [role=tab]").last.click()
            choose_gift(page, "rocket").click()
            looker.look(page, f"the gifts with a question in {size}")
            page.keyboard.press("Escape")
            host.ask("room.end", room=live)
            page.get_by_test_id("live-ended").wait_for()
            looker.look(page, f"the end in {size}")
    with stage.page(options, path="/embed/nowhere", shown="live-refused", **settings) as page:
        looker.look(page, f"no live in {size}")


def axe_finds_nothing_serious_in_a_frame(stage):
    """Both themes and three languages, in each size of a frame by turns, and what can be opened there."""
    if not accessibility.IS_INSTALLED:
        return
    found = {}
    sizes = list(SIZES.items())
    turns = [(theme, language) for theme in ("light", "dark") for language in LANGUAGES]
    for turn, (theme, language) in enumerate(turns):
        looker = Looker(f"{theme}, {language}")
        # The second theme begins one size later, so that each language is seen in two.
        size, options = sizes[(turn + turn // 3) % 3]
        look_at_a_frame(stage, looker, size, options, color_scheme=theme, locale=LANGUAGES[language], reduced_motion="reduce")
        found |= looker.found
    assert not found, "; ".join(f"{where}: {places}" for where, places in found.items())


CHECKS = [
    the_keyboard_goes_through_a_frame_and_out_of_it_again, a_live_in_a_frame_says_what_it_is, axe_finds_nothing_serious_in_a_frame,
]

# What takes long, and is seldom broken by a change that the others do not see.
LONG = [axe_finds_nothing_serious_in_a_frame]
