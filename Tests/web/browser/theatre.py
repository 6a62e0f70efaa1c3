"""A picture in the whole window and on the whole screen. `test_media.py` plays it, in the story of a picture."""

from playwright.sync_api import expect

from media_show import step
from media_stage import wait_for_clock
from stage import DESKTOP, box, overlap

# From now on the page's browser plays nothing.
UNABLE = """() => {
  for (const source of [window.MediaSource, window.ManagedMediaSource]) if (source) source.isTypeSupported = () => false;
  HTMLMediaElement.prototype.canPlayType = () => "";
}"""


def theatre_and_full_screen(show, bo):
    step("bo sees it in the whole window, and on the whole screen")
    bo.set_viewport_size(DESKTOP["viewport"])
    before = box(bo, ".stage")
    bo.get_by_test_id("picture-theatre").click()
    expect(bo.locator(".header")).to_be_hidden()
    stage, side = box(bo, ".stage"), box(bo, ".side")
    assert (stage["x"], stage["y"]) == (0, 0) and stage["width"] * stage["height"] > before["width"] * before["height"], stage
    assert side["y"] == 0 and side["x"] + side["width"] == DESKTOP["viewport"]["width"], side
    assert not overlap(stage, side), f"the stage {stage} and the chat {side}"
    show.look(bo, "theatre")
    bo.keyboard.press("t")
    expect(bo.locator(".header")).to_be_visible()
    bo.keyboard.press("t")
    expect(bo.locator(".header")).to_be_hidden()
    bo.keyboard.press("Escape")
    expect(bo.locator(".header")).to_be_visible()
    bo.get_by_test_id("picture-full").click()
    expect(bo.get_by_test_id("picture-full")).to_have_attribute("aria-label", "End full screen")
    expect(bo.get_by_test_id("picture-theatre")).to_be_hidden()
    expect(bo.get_by_test_id("chat-input")).to_be_visible()
    bo.keyboard.press("f")
    expect(bo.get_by_test_id("picture-full")).to_have_attribute("aria-label", "Full screen")
    expect(bo.locator(".header")).to_be_visible()


def theatre_ends_with_the_picture(bo):
    step("a picture that bo's browser cannot play does not keep bo in theatre")
    bo.get_by_test_id("picture-theatre").click()
    expect(bo.locator(".header")).to_be_hidden()
    bo.evaluate(UNABLE)
    for _ in range(2):
        bo.get_by_test_id("picture-pause").click()
    expect(bo.get_by_test_id("picture-card")).to_contain_text("cannot play")
    expect(bo.get_by_test_id("picture-theatre")).to_be_hidden()
    expect(bo.locator(".header")).to_be_visible()
    bo.reload()
    wait_for_clock(bo, 0)
