"""Browser checks of what stands where a live was, by the keyboard alone and by the accessibility tree: its end for a viewer and for its
host, a removal and a ban. `checks.py` runs them.
"""

import contextlib

from playwright.sync_api import expect

from crowd import Viewer
from stage import DESKTOP, PHONE
from tree_reader import TreeReader
from walks import say_what_it_is, tab_through

BACK = ("link", "Back to all lives")
# Controls that are of no use any more.
GONE = [
    ("textbox", "Message"), ("button", "Like"), ("button", "Send message"), ("button", "Gifts"), ("button", "End live"),
    ("button", "Skip to the chat"),
]


def walk(page, size, what, heading, said, wanted):
    """What a screen reader says where a live was, and what the keyboard reaches there."""
    name = f"{what}, {size}"
    reader = TreeReader(page)
    # Nothing is to be looked for: the focus is there, and with it what a screen reader reads on.
    reader.find("region", "This live")
    expect(page.get_by_role("region", name="This live").and_(page.locator(":focus"))).to_have_count(1)
    for text in said:
        reader.hears(text)
    for role, control in GONE:
        reader.is_silent_about(role, control)
    # A phone gives all of its screen to a live, and to its end.
    say_what_it_is(page, name, has_banner=size == "desktop", heading=heading)
    tab_through(page, name, [("button", "Skip to the content"), *wanted])


def the_end_of_a_live_is_told_and_left_by_the_keyboard(stage):
    for size, options in (("desktop", DESKTOP), ("phone", PHONE)):
        live = f"walk-end-{size}"
        with contextlib.closing(Viewer(stage.base, "walk-host")) as host:
            host.ask("room.create", {"liveID": live, "liveName": "Soon over"}, live)
            with stage.page(options, path=f"/live/{live}", user="walker") as viewer, \
                    stage.page(options, path=f"/live/{live}", user="walk-host") as owner:
                host.ask("room.end", room=live)
                viewer.get_by_test_id("other-lives").wait_for()
                walk(viewer, size, "the end for a viewer", "This live has ended", ["Soon over", "Duration", "Other lives"],
                     [BACK, ("link", "A live to look at")])
                owner.get_by_test_id("host-summary").wait_for(state="attached")
                walk(owner, size, "the end for its host", "This live has ended", ["Soon over", "Viewers"], [BACK])
                # From there the keyboard goes on.
                viewer.get_by_role(BACK[0], name=BACK[1]).last.press("Enter")
                expect(viewer.get_by_role("heading", level=1, name="Live now")).to_be_visible()


def a_removed_viewer_is_told_why_and_comes_back_by_the_keyboard(stage):
    live = "walk-removal"
    with contextlib.closing(Viewer(stage.base, "walk-host")) as host:
        host.ask("room.create", {"liveID": live, "liveName": "A strict live"}, live)
        for size, options in (("desktop", DESKTOP), ("phone", PHONE)):
            user = f"removed-{size}"
            with stage.page(options, path=f"/live/{live}", user=user) as page:
                host.ask("audience.kick", {"userID": user, "reason": "too loud"}, live)
                page.get_by_test_id("live-removed").wait_for()
                walk(page, size, "a removal", "You were removed from this live",
                     ["too loud", "The host removed you. You may join again."], [BACK, ("button", "Join again")])
                page.get_by_role("button", name="Join again").press("Enter")
                TreeReader(page).find("textbox", "Message")
                TreeReader(page).find("button", "Skip to the chat")
                host.ask("audience.ban", {"userID": user, "reason": "still too loud"}, live)
                page.get_by_test_id("live-removed").wait_for()
                walk(page, size, "a ban", "You are banned from this live", ["still too loud", "The host banned you."], [BACK])
                expect(page.get_by_role("button", name="Join again")).to_have_count(0)
        host.ask("room.end", room=live)


CHECKS = [the_end_of_a_live_is_told_and_left_by_the_keyboard, a_removed_viewer_is_told_why_and_comes_back_by_the_keyboard]

# What takes long, and is seldom broken by a change that the others do not see.
LONG = CHECKS
