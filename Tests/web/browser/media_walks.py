"""Browser checks of what has a picture, by the keyboard alone and by the accessibility tree: the feed with lives in it, and a running
studio. `test_media.py` runs them.
"""

import re

from playwright.sync_api import expect

from media_show import step
from media_stage import SECONDS, Repeaters
from stage import PHONE, expect_within
from tree_reader import TreeReader
from walks import say_what_it_is, tab_through
# The live in front, which waits for a press where somebody wants less motion, and whether it is the one with the focus.
FRONT = ".feed__item[data-role=waits]"
IS_IN_FRONT = f"document.activeElement.closest('.feed__item')?.matches('{FRONT}') ?? true"


def the_feed_and_a_running_studio_are_walked_by_the_keyboard_and_told(show):
    host, first = show.goes_live("ada", "The source")
    host.get_by_test_id("chat-input").fill("hello from the source")
    host.keyboard.press("Enter")
    repeaters = Repeaters(show.base, first, ["walk-one", "walk-two"])
    try:
        a_running_studio(host)
        host.set_viewport_size(PHONE["viewport"])
        a_running_studio(host, is_phone=True)
        for name, options in (("the feed", {}), ("the feed on a phone", PHONE)):
            step(name)
            the_feed(show, name, options)
    finally:
        repeaters.stop()


def a_running_studio(page, is_phone=False):
    step("a running studio on a phone" if is_phone else "a running studio")
    name = "a running studio"
    reader = TreeReader(page)
    say_what_it_is(page, name, has_banner=not is_phone, heading="The source")
    reader.find("button", "Mute the microphone", within=("group", "Your picture"))
    reader.hears("On air")
    wanted = [
        ("button", "Mute the microphone"), ("button", "Turn the camera off"), ("link", "Change camera, screen or quality"),
        ("button", "Stop the picture"), ("textbox", "Message"), ("button", "Send message")]
    if not is_phone:
        reader.find("button", "Edit", within=("region", "Your live"))
        reader.hears("Viewers")
        wanted += [("button", "Mute all"), ("button", "Slow mode"), ("button", "Words"), ("button", "Edit"), ("button", "End live")]
    tab_through(page, name, wanted)
    # What a control does is told by its own name, to who hears no sound.
    reader.press("Mute the microphone")
    reader.find("button", "Unmute the microphone")
    reader.press("Unmute the microphone")
    reader.find("button", "Mute the microphone")


def the_feed(show, name, options):
    page = show.page("walker", "/feed", options or {"viewport": {"width": 1280, "height": 800}}, reduced_motion="reduce")
    expect(page.get_by_test_id("feed-item")).to_have_count(3, timeout=SECONDS * 1_000)
    # With less motion nothing plays by itself, so a button does.
    expect(page.get_by_test_id("feed-play").and_(page.locator(":visible"))).to_have_count(1)
    titles = page.get_by_role("heading", level=2).all_inner_texts()
    assert sorted(titles) == ["Live walk-one", "Live walk-two", "The source"], titles
    say_what_it_is(page, name, has_banner=True, heading="Feed")
    # The focus takes the feed along to the last live, where only the way back is open.
    def settle():
        expect_within(SECONDS, "the live with the focus is in front", lambda: page.evaluate(IS_IN_FRONT))

    tab_through(page, name, settle=settle, wanted=[
        ("list", "Lives with a picture, one a screen"), ("button", "Play the picture"), ("button", "Previous live"),
        ("button", "Unmute the picture"), *[("link", f"Enter: {title}") for title in titles]])
    step("a button that has done its last step leaves the focus to the list")
    for way in ("Previous live", "Next live"):
        button = page.get_by_role("button", name=way)
        for _ in titles[1:]:
            here = page.locator(FRONT).get_attribute("data-live-id")
            if button.is_enabled():
                button.press("Enter")
                expect(page.locator(f"{FRONT}:not([data-live-id='{here}'])")).to_have_count(1)
        expect(button).to_be_disabled()
        expect(page.get_by_role("list", name="Lives with a picture, one a screen")).to_be_focused()
    reader = TreeReader(page)
    step("each live has its own name, and its messages are told")
    at = page.get_by_role("heading", level=2, name="The source").locator("xpath=ancestor::li").get_attribute("data-live-id")
    page.get_by_test_id("feed").focus()
    while (here := page.locator(FRONT).get_attribute("data-live-id")) != at:
        page.keyboard.press("ArrowUp")
        expect(page.locator(f"{FRONT}:not([data-live-id='{here}'])")).to_have_count(1)
    reader.hears("hello from the source")
    step("and is entered by its link")
    reader.press("Enter: The source", "link")
    expect(page.get_by_role("heading", level=1, name="The source")).to_be_visible()
    expect(page).to_have_url(re.compile("/live/"))


CHECKS = [the_feed_and_a_running_studio_are_walked_by_the_keyboard_and_told]
