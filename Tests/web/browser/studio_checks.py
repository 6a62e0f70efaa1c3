"""Browser checks of what hosts have: the form before a live, the desk beside it, and the summary after it. `test_media.py` runs them."""

import contextlib
import re

from playwright.sync_api import expect

from crowd import Crowd, Viewer
from file_checks import the_part_is_chosen
from media_show import step
from media_stage import CLOCK
from stage import PHONE, take_focus
from stand import ROOT, call


def a_host_says_what_the_live_is_and_sees_how_it_went(show):
    step("a title that is too long by its bytes is refused in words, and nothing is lost")
    page = show.page("ida", "/studio", prepare=[CLOCK], reduced_motion="reduce")
    title = page.get_by_test_id("live-title")
    title.fill("夜" * 34)
    page.get_by_test_id("live-notice").fill("Be kind")
    page.get_by_test_id("studio-source-camera").click()
    expect(page.get_by_test_id("studio-video")).to_be_visible()
    page.get_by_test_id("studio-quality").select_option("360p")
    the_uplink_is_tested(show, page)
    page.get_by_test_id("start-live").click()
    expect(page.locator(".studio .form__error")).to_contain_text("102 bytes")
    expect(title).to_be_focused()
    expect(page.get_by_test_id("live-notice")).to_have_value("Be kind")
    title.fill("<img src=x onerror=alert(1)> \u200fنص")
    page.get_by_test_id("live-category-1").check()
    page.get_by_test_id("live-more").locator("summary").click()
    page.get_by_test_id("live-cover").fill("javascript:alert(1)")
    page.get_by_test_id("start-live").click()
    expect(page.locator(".studio .form__error")).to_contain_text("cover")
    step("a cover is a file or a frame of the camera, and what is no picture is refused in words")
    page.get_by_test_id("cover-file").set_input_files({"name": "cover.png", "mimeType": "image/png", "buffer": b"<svg onload='alert(1)'/>"})
    expect(page.get_by_test_id("cover-status")).to_contain_text("not taken")
    page.get_by_test_id("cover-file").set_input_files(ROOT / "Web/demo/talk.webp")
    expect(page.get_by_test_id("cover-crop")).to_be_visible()
    show.look(page, "the part of a cover")
    the_part_is_chosen(page)
    expect(page.get_by_test_id("live-cover")).to_have_value(re.compile(r"/v1/files/\w+\.webp$"))
    file = page.get_by_test_id("live-cover").input_value()
    page.get_by_test_id("cover-frame").click()
    expect(page.get_by_test_id("live-cover")).not_to_have_value(file)
    expect(page.get_by_test_id("live-cover")).to_have_value(re.compile(r"/v1/files/\w+\.webp$"))
    expect(page.locator(".live-form__image")).to_be_visible()
    page.get_by_test_id("live-cover").fill("/demo/kitchen.webp")
    page.get_by_test_id("live-isLikeEnabled").uncheck()
    show.look(page, "the studio with all of its form")

    step("the countdown can be stopped, and cut short")
    page.get_by_test_id("start-live").click()
    expect(page.get_by_test_id("countdown")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("countdown")).to_have_count(0)
    expect(page).to_have_url(re.compile("/studio"))
    page.get_by_test_id("start-live").click()
    show.look(page, "the countdown")
    page.get_by_test_id("countdown-now").click()
    expect(page.get_by_test_id("own-status")).to_contain_text("On air")
    expect(page.get_by_test_id("own-round-trip")).to_have_text(re.compile(r"^Round trip to the server [\d,]+ ms$"))
    expect(page.get_by_test_id("own-dropped")).to_have_text(re.compile(r"^\d+ frames? dropped$"))
    live = page.evaluate("decodeURIComponent(location.pathname.split('/')[2])")
    with contextlib.closing(Viewer(show.base, "asker")) as asker:
        info = asker.ask("room.info", room=live)["info"]
        said = {key: info.get(key) for key in ("notice", "categoryList", "coverURL", "isGiftEnabled", "isLikeEnabled")}
        assert said == {"notice": "Be kind", "categoryList": [1], "coverURL": "/demo/kitchen.webp", "isGiftEnabled": True,
                        "isLikeEnabled": False}, said
        desk(show, page, asker, live)
    summary(show, page)


def the_uplink_is_tested(show, page):
    step("the test of the uplink says what it carries, and once a minute is enough")
    page.get_by_test_id("uplink-test").click()
    expect(page.get_by_test_id("uplink-result")).to_contain_text(re.compile(r"carries about [\d.,]+ Mb/s"))
    if page.get_by_test_id("uplink-use").is_visible():
        name = page.get_by_test_id("uplink-use").inner_text().removeprefix("Use ")
        page.get_by_test_id("uplink-use").click()
        expect(page.get_by_test_id("studio-quality")).to_have_value(name)
        expect(page.get_by_test_id("uplink-use")).to_be_hidden()
        expect(page.get_by_test_id("uplink-test")).to_be_focused()
        page.get_by_test_id("studio-quality").select_option("360p")
    page.get_by_test_id("uplink-test").click()
    expect(page.get_by_test_id("uplink-result")).to_contain_text(re.compile(r"Test again in \d+ second"))
    show.look(page, "the test of the uplink")


def desk(show, page, asker, live):
    step("the desk counts viewers and coins and lists the gifts")
    crowd = Crowd(show.base, live, 3)
    crowd.viewers[0].ask("gift.send", {"orderID": "desk-1", "giftID": "rose", "count": 66}, live)
    crowd.viewers[1].ask("gift.send", {"orderID": "desk-2", "giftID": "crown", "count": 1}, live)
    expect(page.get_by_test_id("desk-viewers")).to_have_text("3")
    expect(page.get_by_test_id("desk-coins")).to_have_text(re.compile(r"^\d{3}$"))
    expect(page.get_by_test_id("desk-gifts").get_by_role("listitem")).to_have_text([re.compile("Crown"), re.compile("Rose ×66")])
    show.look(page, "the host's desk")
    show.shot(page, "host-desk")

    step("what the host changes is on for everybody, and what others changed meanwhile stays")
    page.get_by_test_id("desk-edit").click()
    page.get_by_test_id("live-notice").fill("Requests from eight")
    asker_admin(page, show, live)
    show.look(page, "the dialog that changes a live")
    page.get_by_test_id("edit-save").click()
    expect(page.get_by_test_id("edit-live")).to_have_count(0)
    expect(page.locator(".stage__notice")).to_have_text("Requests from eight")
    info = asker.ask("room.info", room=live)["info"]
    assert (info["notice"], info["coverURL"]) == ("Requests from eight", "/demo/reef.webp"), info
    crowd.leave()


def asker_admin(page, show, live):
    """The app changes the cover while the host's dialog is open."""
    call(show.base, "live_engine_http_srv", "update_room_info", {"RoomInfo": {"RoomId": live, "CoverURL": "/demo/reef.webp"}})
    expect(page.get_by_test_id("edit-live")).to_be_visible()


def summary(show, page):
    step("on a phone the desk is a sheet that Escape closes")
    page.set_viewport_size(PHONE["viewport"])
    expect(page.get_by_test_id("desk-viewers")).to_be_hidden()
    page.get_by_test_id("stage-more").click()
    page.get_by_test_id("more-desk").click()
    expect(page.get_by_test_id("desk-viewers")).to_be_visible()
    show.look(page, "the desk as a sheet")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("desk-viewers")).to_be_hidden()

    step("after the live its host sees their share, peak, top senders and a table")
    page.get_by_test_id("stage-more").click()
    page.get_by_test_id("more-end").click()
    page.get_by_test_id("confirm-end").click()
    told = page.get_by_test_id("host-summary")
    expect(told).to_contain_text("At most 3 viewers")
    expect(told.get_by_role("listitem")).to_have_count(2)
    # Half of each gift, rounded down.
    expect(told.get_by_test_id("summary-share")).to_have_text(re.compile(r"^Your share: \d+ coins$"))
    shown = ("statistic-totalGiftCoins", "summary-share")
    coins, share = (int(re.search(r"\d+", page.get_by_test_id(name).inner_text())[0]) for name in shown)
    assert coins // 2 - 1 <= share <= coins // 2, (coins, share)
    with page.expect_download() as file:
        page.get_by_test_id("summary-csv").click()
    lines = file.value.path().read_text().splitlines()
    assert lines[0] == "time,viewers,likes,coins" and len(lines) > 1, lines
    show.look(page, "the host's summary")


def a_host_goes_live_by_the_accessibility_tree_alone(show):
    """Roles and names are all that it uses, from the list to the end of the live."""
    page = show.page("tree", "/", prepare=[CLOCK])

    def press(role, name, exact=True):
        take_focus(page.get_by_role(role, name=name, exact=exact).first)
        page.keyboard.press("Enter")

    step("from the list to the studio, and through its form")
    page.get_by_role("heading", name="Live now").wait_for()
    press("link", "Go live")
    page.get_by_role("heading", name="Go live").wait_for()
    page.get_by_role("textbox", name="Title").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("By ear")
    page.get_by_role("textbox", name="Notice for viewers").focus()
    page.keyboard.type("Said by a screen reader")
    press("button", "Camera")
    expect(page.get_by_role("button", name="Camera", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("combobox", name="Quality").select_option("360p, 0.8 Mb/s")
    press("button", "Go live")
    expect(page.get_by_role("dialog", name="You go live in").get_by_role("timer")).to_have_text("3")
    press("button", "Start now")
    step("the live has its name and its figures, and ends by its button")
    page.get_by_role("heading", name="By ear").wait_for()
    expect(page.get_by_role("region", name="Your live").get_by_role("term")).to_have_text(["Viewers", "Likes", "Coins"])
    expect(page.get_by_role("group", name="Your picture").get_by_role("button", name="Mute the microphone")).to_be_visible()
    press("button", "End live")
    page.get_by_role("dialog").get_by_role("button", name="End live").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="This live has ended")).to_be_visible()
    expect(page.get_by_role("region", name="For you as the host")).to_be_visible()


CHECKS = [a_host_says_what_the_live_is_and_sees_how_it_went, a_host_goes_live_by_the_accessibility_tree_alone]
