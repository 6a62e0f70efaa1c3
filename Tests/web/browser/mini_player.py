"""A picture that goes on in a corner when its live is left. `test_media.py` plays it, in the story of a picture."""

import contextlib

from playwright.sync_api import expect

from crowd import Viewer
from media_show import step
from media_stage import SECONDS, clock, metric, wait_for_clock
from stage import PHONE, expect_within

# Whether the video has a window of its own.
HAS_WINDOW = "document.pictureInPictureElement?.dataset.testid === 'picture-video'"


def leave(bo):
    """Goes to the list, and waits until the picture moves in the corner."""
    before = clock(bo)
    bo.locator(".stage [data-to-list]").click()
    expect(bo.get_by_test_id("mini-player")).to_be_visible()
    wait_for_clock(bo, before)


def enter(bo, live):
    bo.locator(f"[data-testid=live-card][data-live-id={live}]").click()
    wait_for_clock(bo, 0)


def a_picture_goes_on_beside_the_list(show, bo, live):
    step("bo leaves for the list, and the picture goes on in a corner, with its sound")
    leave(bo)
    assert not bo.get_by_test_id("picture-video").evaluate("(video) => video.muted"), "it lost its sound"
    with contextlib.closing(Viewer(show.base, "asker")) as asker:
        expect_within(SECONDS, "no viewer", lambda: asker.ask("room.info", room=live)["audienceCount"] == 0)
    show.look(bo, "a picture in the corner")
    show.shot(bo, "mini-player")
    bo.get_by_test_id("mini-sound").click()
    expect(bo.get_by_test_id("mini-sound")).to_have_attribute("aria-label", "Unmute the picture")
    bo.get_by_test_id("mini-sound").click()
    bo.get_by_test_id("mini-window").click()
    expect(bo.get_by_test_id("mini-window")).to_have_attribute("aria-label", "Back from the small window")
    assert bo.evaluate(HAS_WINDOW)
    show.look(bo, "a picture in a window of its own")
    step("what the window has paused is played again beside the list")
    expect(bo.get_by_test_id("mini-play")).to_be_hidden()
    before = clock(bo)
    # As the button of the browser's own window does.
    bo.get_by_test_id("picture-video").evaluate("(video) => video.pause()")
    bo.get_by_test_id("mini-play").click()
    wait_for_clock(bo, before)
    expect(bo.get_by_test_id("mini-play")).to_be_hidden()
    expect(bo.get_by_test_id("mini-sound")).to_be_focused()
    bo.get_by_test_id("mini-sound").click()
    step("its way back leads into the live, where the picture plays as it did in the corner: without sound")
    bo.get_by_test_id("mini-back").click()
    expect(bo.get_by_test_id("chat-input")).to_be_visible()
    expect(bo.get_by_test_id("mini-player")).to_have_count(0)
    wait_for_clock(bo, 0)
    assert bo.get_by_test_id("picture-video").evaluate("(video) => video.muted"), "what was muted is heard again"
    bo.get_by_test_id("picture-sound").click()
    expect(bo.get_by_test_id("picture-sound")).to_have_attribute("aria-label", "Mute the picture")

    step("a window of its own stays when the live is left, and goes with the player")
    bo.get_by_test_id("picture-window").click()
    expect(bo.get_by_test_id("picture-window")).to_have_attribute("aria-label", "Back from the small window")
    leave(bo)
    assert bo.evaluate(HAS_WINDOW), "the window is gone"
    size = bo.viewport_size
    bo.set_viewport_size(PHONE["viewport"])
    show.shot(bo, "mini-player-phone")
    bo.set_viewport_size(size)
    bo.get_by_test_id("mini-close").click()
    expect(bo.get_by_test_id("mini-player")).to_have_count(0)
    expect_within(SECONDS, "no player", lambda: metric(show.base, "ovation_media_players") == 0)
    assert bo.evaluate("document.pictureInPictureElement === null")

    step("the feed has pictures of its own")
    enter(bo, live)
    leave(bo)
    bo.get_by_test_id("nav-feed").click()
    expect(bo.get_by_test_id("mini-player")).to_have_count(0)
    bo.locator(".brand").click()
    enter(bo, live)

    step("who is somebody else now has no picture of before")
    leave(bo)
    bo.get_by_test_id("user-name").click()
    bo.get_by_test_id("menu-log-out").click()
    expect(bo.get_by_test_id("mini-player")).to_have_count(0)
    bo.goto(f"{show.base}/live/{live}?user=bo")
    wait_for_clock(bo, 0)
