#!/usr/bin/env python3
"""Checks pictures that go from one browser page to another, with a real server, which is killed on the way.

    test_media.py [CHECK …] [--screenshots FOLDER]

It starts its own development server (.build/debug/ovation, or the one in OVATION_BIN) and needs Chromium and the Python package
`playwright`. With `axe-playwright-python` it also checks accessibility. It runs every check if none is named, the long ones only where
OVATION_VERIFY is set, and exits with 1 if a check fails, after the others have run.
"""

import argparse
import contextlib
import os
import re
import sys
import tempfile
import time
from pathlib import Path

import stand

stand.use_installed_python()
from playwright.sync_api import expect, sync_playwright

import accessibility
import feed_checks
import media_walks
import recording_checks
import studio_checks
from after_restart import the_chat_is_whole_after_a_kill_of_the_server
from crowd import Viewer
from encoders import FRAGMENTS, Encoder, put, stream_key
from hidden_tab import a_hidden_tab_hears_the_sound_alone
from media_show import Show, step
from mini_player import a_picture_goes_on_beside_the_list
from media_stage import FLAGS, LISTEN, SECONDS, WATCHED, clock, metric, picture_of, wait_for_clock
from stage import DESKTOP, ON_ITS_SIDE, PHONE, box, choose_gift, expect_within, overlap
from theatre import theatre_and_full_screen, theatre_ends_with_the_picture
from white_picture import texts_over_a_white_picture_are_readable

# Every control that switches sound on or off.
SOUNDS = "[data-testid=picture-unmute], [data-testid=picture-sound], [data-testid=effect-sound]"
# Whether an element is on top at its own centre, elements that ignore the pointer included.
IS_ON_TOP = """(element) => {
  const still = new CSSStyleSheet();
  still.replaceSync("* { pointer-events: auto !important; }");
  document.adoptedStyleSheets.push(still);
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  document.adoptedStyleSheets.pop();
  return element.contains(hit);
}"""


def behind(host, viewer):
    """The delay in seconds between the camera and a page's picture, by the clock in it."""
    return (host.evaluate("beat()") - clock(viewer)) / 10


def a_picture_goes_from_one_page_to_another(show):
    step("ada goes live with a camera")
    ada, live = show.goes_live("ada", "A clock")
    step("bo sees the clock in ada's picture run, without sound")
    asked = time.monotonic()
    bo = show.page("bo", f"/live/{live}")
    first = wait_for_clock(bo, 0)
    print(f"    the first picture {time.monotonic() - asked:.1f} s after the page was asked for")
    wait_for_clock(bo, first)
    video = bo.get_by_test_id("picture-video")
    assert video.evaluate("(video) => video.muted && !video.paused"), "it does not begin muted"
    expect(bo.get_by_test_id("picture-edge")).to_have_text(re.compile(r"^Live · \d+\.\d s$"))
    print(f"    {behind(ada, bo):.1f} s behind the camera; the chip says {bo.get_by_test_id('picture-edge').inner_text()}")

    step("a tap turns the sound on")
    bo.get_by_test_id("picture-unmute").click()
    expect(bo.get_by_test_id("picture-unmute")).to_be_hidden()
    video.evaluate(LISTEN)
    expect_within(SECONDS, "a sound", lambda: bo.evaluate("loudness()") > 0.01)
    step("ada mutes and unmutes the microphone: bo hears silence, then sound")
    ada.get_by_test_id("own-mute").click()
    expect_within(SECONDS, "silence", lambda: bo.evaluate("loudness()") < 0.001)
    ada.get_by_test_id("own-mute").click()
    expect_within(SECONDS, "a sound", lambda: bo.evaluate("loudness()") > 0.01)

    step("a gift flies over the picture on both pages")
    choose_gift(bo, "rose").click()
    for page, shown in ((ada, "own-video"), (bo, "picture-video")):
        banner = page.get_by_test_id("gift-banner").first
        expect(banner).to_be_visible()
        assert overlap(banner.bounding_box(), page.get_by_test_id(shown).bounding_box()), "the gift is beside the picture"
        assert banner.evaluate(IS_ON_TOP), "the picture lies over the gift"
        show.shot(page, f"picture-{page.user}")
    show.look(ada, "the host's picture")
    show.look(bo, "a viewer's picture")

    theatre_and_full_screen(show, bo)
    a_hidden_tab_hears_the_sound_alone(show, bo)
    a_picture_goes_on_beside_the_list(show, bo, live)
    step("the server is killed and started again: both continue by themselves")
    show.server.kill()
    expect(ada.get_by_test_id("own-status")).not_to_contain_text("On air")
    show.server.start()
    since = ada.evaluate("beat()")
    expect(ada.get_by_test_id("own-status")).to_contain_text("On air")
    wait_for_clock(bo, since)
    expect(bo.get_by_test_id("chat-input")).to_be_visible()
    bo.get_by_test_id("chat-input").fill("still here")
    bo.get_by_test_id("chat-input").press("Enter")
    expect(ada.locator(".chat__text", has_text="still here")).to_have_count(1)

    ada_breaks_off_and_stops(show, ada, bo)


def ada_breaks_off_and_stops(show, ada, bo):
    step("ada reloads the page and resumes the picture with one click")
    ada.reload()
    expect(bo.get_by_test_id("picture-card")).to_contain_text("broke off")
    show.shot(bo, "picture-interrupted")
    for options in (PHONE, DESKTOP):
        ada.set_viewport_size(options["viewport"])
        offer = ada.get_by_test_id("picture-card")
        expect(ada.get_by_test_id("picture-resume")).to_be_visible()
        show.shot(ada, f"picture-resume-{options['viewport']['width']}")
        # Only one button is offered, and it covers nobody's face.
        expect(ada.get_by_test_id("own-start")).to_be_hidden()
        others = ada.locator(".stage :is(.avatar, button):visible:not(.picture *)").all()
        others = [other.inner_text() for other in others if overlap(other.bounding_box(), offer.bounding_box())]
        assert not others, f"under the card: {others}"
    ada.get_by_test_id("picture-resume").click()
    expect(ada.get_by_test_id("own-status")).to_contain_text("On air")
    expect(bo.get_by_test_id("picture-card")).to_be_hidden()
    # The clock began again with the page.
    expect_within(SECONDS, "ada's new clock", lambda: 0 <= clock(bo) <= ada.evaluate("beat()"))
    wait_for_clock(bo, clock(bo))

    step("bo stops the picture and plays it again")
    bo.get_by_test_id("picture-pause").click()
    expect(bo.get_by_test_id("picture-card")).to_contain_text("stopped")
    expect_within(SECONDS, "no player", lambda: metric(show.base, "ovation_media_players") == 0)
    bo.get_by_test_id("picture-pause").click()
    wait_for_clock(bo, clock(bo))

    theatre_ends_with_the_picture(bo)
    step("ada stops the picture, and the live continues without one")
    ada.get_by_test_id("own-stop").click()
    expect(ada.get_by_test_id("own-start")).to_be_visible()
    expect(bo.get_by_test_id("picture-video")).to_have_count(0)
    expect(bo.locator(".stage__rings")).to_be_visible()
    assert ada.evaluate("camera.getTracks().every(({ readyState }) => readyState === 'ended')"), "the camera is still on"

    step("ada starts another picture, and ending the live ends it")
    ada.get_by_test_id("own-start").click()
    ada.get_by_test_id("studio-source-camera").click()
    ada.get_by_test_id("start-live").click()
    wait_for_clock(bo, 0)
    ada.get_by_test_id("end-live").click()
    ada.get_by_test_id("confirm-end").click()
    for page in (ada, bo):
        expect(page.get_by_test_id("live-ended")).to_be_visible()
    expect_within(SECONDS, "the camera goes off", lambda: ada.evaluate("camera.getTracks().every((track) => track.readyState === 'ended')"))


def a_phone_has_the_picture_above_its_chat(show):
    host, live = show.goes_live("pia", "A clock for phones")
    with contextlib.closing(Viewer(show.base, "pia")) as pia:
        pia.ask("room.update", {"liveID": live, "notice": "What the host has to say"}, live)
    for options, name in ((PHONE, "phone"), (ON_ITS_SIDE, "phone-on-its-side")):
        page = show.page(f"viewer-{name}", f"/live/{live}", options)
        wait_for_clock(page, 0)
        expect(page.get_by_test_id("chat-input")).to_be_visible()
        show.look(page, name)
        show.shot(page, f"picture-{name}")
        sounds = page.locator(SOUNDS).filter(visible=True)
        expect(sounds).to_have_count(1)
        sounds.click()
        expect(sounds).to_have_count(1)
        assert not page.get_by_test_id("picture-video").evaluate("(video) => video.muted"), "the one control of sound does nothing"
        if name == "phone":
            # The picture is 16:9 below the header. The host's notice is wholly on the picture or wholly off it.
            picture, notice = box(page, ".picture__video"), box(page, ".stage__notice")
            assert abs(picture["height"] - picture["width"] * 9 / 16) < 1, f"the picture is {picture}"
            edges = picture["y"], picture["y"] + picture["height"]
            assert not [edge for edge in edges if notice["y"] < edge < notice["y"] + notice["height"]], f"{notice} across {edges}"
        field, bar = box(page, ".chat__form"), box(page, ".picture__bar")
        assert not overlap(field, bar), f"{name}: the bar {bar} covers the field {field}"


# A phone's controls over and below a picture.
CONTROLS = ".picture__bar > *, .reacting > button, .like, .like__total"
SMALL_PHONES = ({"width": 390, "height": 844}, {"width": 320, "height": 640})


def covering(page, selector, others):
    """The visible elements among others that overlap the first match of a selector."""
    return page.evaluate("""([selector, others]) => {
      const area = document.querySelector(selector)?.getBoundingClientRect();
      if (!area?.width) return [`there is no ${selector}`];
      return [...document.querySelectorAll(others)].filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .map((one) => [one.className, one.getBoundingClientRect()])
        .filter(([, at]) => at.left < area.right && area.left < at.right && at.top < area.bottom && area.top < at.bottom)
        .map(([name, at]) => `${name} ${JSON.stringify(at)}`);
    }""", [selector, others])


def nothing_covers_a_wide_picture_on_a_phone(show):
    host, live = show.goes_live("pat", "A clock for small phones", options=PHONE)
    viewer = show.page("tim", f"/live/{live}", PHONE)
    wait_for_clock(viewer, 0)
    expect(viewer.get_by_test_id("picture-unmute")).to_be_visible()
    step("the controls of the host and of a viewer are below the picture and above the chat")
    for size in SMALL_PHONES:
        for page in (host, viewer):
            page.set_viewport_size(size)
            show.shot(page, f"picture-wide-{page.user}-{size['width']}")
            wrongs = covering(page, ".picture__video", CONTROLS) + covering(page, ".side", CONTROLS)
            assert not wrongs, f"{page.user} at {size['width']}: {wrongs}"

    step("a gift's banner and the unmute button leave its effect free")
    with contextlib.closing(Viewer(show.base, "giver")) as giver:
        giver.ask("room.join", room=live)
        giver.ask("gift.send", {"orderID": "wide", "giftID": "castle", "count": 1}, live)
    for part in (".effects__caption", ".banner"):
        viewer.locator(part).wait_for()
    show.shot(viewer, "picture-wide-effect")
    wrongs = covering(viewer, ".effects", f"{CONTROLS}, .banner")
    assert not wrongs, f"over the effect: {wrongs}"
    # It may have ended by itself.
    viewer.keyboard.press("Escape")

    step("the card of a picture that broke off is on the picture, apart from every control")
    host.reload()
    expect(viewer.get_by_test_id("picture-card")).to_contain_text("broke off")
    for size in SMALL_PHONES:
        viewer.set_viewport_size(size)
        show.shot(viewer, f"picture-wide-interrupted-{size['width']}")
        picture, card = box(viewer, ".picture__video"), box(viewer, ".picture__card")
        is_inside = picture["y"] <= card["y"] and card["y"] + card["height"] <= picture["y"] + picture["height"]
        assert is_inside, f"the card is {card} at {size['width']}, the picture {picture}"
        wrongs = covering(viewer, ".picture__card", CONTROLS)
        assert not wrongs, f"over the card at {size['width']}: {wrongs}"


def fragments_shorter_than_a_group_play(show):
    """A publisher must not be able to close a page. Encoders often send several fragments for each key frame."""
    with contextlib.closing(Viewer(show.base, "pub")) as host:
        for name, group, microseconds in (("a fifth of a second", 20, 200_000), ("a frame", 10, 1)):
            fragments = ["-g", str(group), "-frag_duration", str(microseconds)]
            live = f"short-{len(name)}"
            host.ask("room.create", {"liveID": live, "liveName": f"Fragments of {name}"}, live)
            key, address = stream_key(show.base, live)
            step(f"fragments of {name} play, from the middle of a group on, and after the publisher has come back")
            output = [*fragments, "-f", "mp4", "-movflags", "empty_moov+default_base_moof", *put(address, key)[len(FRAGMENTS):]]
            with tempfile.TemporaryDirectory() as folder:
                encoder = Encoder(folder, output)
                expect_within(SECONDS, "a picture", lambda: (picture_of(host, live) or {}).get("state") == "live" or None)
                page = show.page(f"fan-{len(name)}", f"/live/{live}")
                seen = wait_for_clock(page, 0)
                for _ in range(20):
                    seen = wait_for_clock(page, seen)
                encoder.kill()
                again = Encoder(folder, output, first=2_000)
                wait_for_clock(page, 2_000)
                again.kill()


def browsers_without_media_source_play_or_say_why(show):
    quinn, live = show.goes_live("quinn", "A clock for others")
    step("a browser without Media Source Extensions plays the list")
    without = "delete window.MediaSource; delete window.ManagedMediaSource;"
    page = show.page("old", f"/live/{live}", prepare=[without])
    wait_for_clock(page, wait_for_clock(page, 0))
    assert ".m3u8" in page.evaluate(f"{WATCHED}.src"), "it does not play the list"
    print(f"    {behind(quinn, page):.1f} s behind the camera")

    an_expired_list_is_loaded_again(show, live, without)

    step("a browser that cannot play the picture says so, and its chat works")
    unable = without + "HTMLMediaElement.prototype.canPlayType = () => '';"
    page = show.page("older", f"/live/{live}", prepare=[unable])
    expect(page.get_by_test_id("picture-card")).to_contain_text("cannot play")
    page.get_by_test_id("chat-input").fill("I see nothing")
    page.get_by_test_id("chat-input").press("Enter")
    expect(page.locator(".chat__text", has_text="I see nothing")).to_have_count(1)
    show.shot(page, "picture-unplayable")


def an_expired_list_is_loaded_again(show, live, without):
    step("a list whose address has expired is loaded again from a fresh one")
    page = show.page("late", f"/live/{live}", prepare=[without])
    wait_for_clock(page, 0)
    # Addresses given out before this moment have expired.
    told = {"fresh": True}
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: told.update(fresh=told["fresh"] or "room.info" in str(frame))))

    def answer(route):
        if told["fresh"]:
            route.continue_()
        else:
            route.fulfill(status=403, body='{"ErrorCode": 110303}')

    page.route("**/v1/media/**", answer)
    page.reload()
    wait_for_clock(page, 0)
    told["fresh"] = False
    since = clock(page)
    expect_within(SECONDS, "a fresh address", lambda: page.evaluate("true") and told["fresh"])
    wait_for_clock(page, since)


def the_studio_shows_its_devices_or_says_why_not(show):
    step("the camera is seen and the microphone is heard")
    page = show.page("stu", "/studio", permissions=["camera", "microphone"])
    expect(page.get_by_test_id("studio-video")).to_be_visible()
    meter = page.get_by_role("meter")
    expect_within(SECONDS, "the meter moves", lambda: int(meter.get_attribute("aria-valuenow") or 0) > 0)
    expect(page.get_by_test_id("studio-camera").locator("option")).not_to_have_count(1)
    show.look(page, "the studio")
    show.shot(page, "studio")
    for source in ("none", "screen", "inset"):
        page.get_by_test_id(f"studio-source-{source}").click()
        expect(page.get_by_test_id(f"studio-source-{source}")).to_have_attribute("aria-pressed", "true")
    # The screen with the camera in its corner moves, too.
    shown = "document.querySelector('[data-testid=studio-video]').currentTime"
    since = page.evaluate(shown)
    expect_within(SECONDS, "screen and camera", lambda: page.evaluate(shown) > since + 0.2)
    show.shot(page, "studio-inset")
    page.get_by_test_id("studio-off").click()
    expect(page.get_by_test_id("studio-video")).to_be_hidden()
    expect(page.get_by_test_id("start-live")).to_have_text("Start without a picture")

    step("the studio says if there is no camera or it may not be used, and the user can still go live")
    refusing = "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('no', '%s'); };"
    for error, words in (
            ("NotAllowedError", "switch Camera and Microphone on"), ("NotFoundError", "no such camera"),
            ("NotReadableError", "Another program")):
        page = show.page("nell", "/studio", prepare=[refusing % error])
        page.get_by_test_id("studio-source-camera").click()
        expect(page.locator(".studio .form__error")).to_contain_text(words)
    page.get_by_test_id("start-live").click()
    expect(page.get_by_test_id("own-start")).to_be_visible()
    step("a page loaded without https cannot use the camera")
    page = show.page("clair", "/studio", PHONE, prepare=["Object.defineProperty(window, 'isSecureContext', { value: false });"])
    expect(page.get_by_test_id("studio-note")).to_contain_text("https")
    show.look(page, "the studio on a phone")
    show.shot(page, "studio-phone")

    step("the studio works in forced colours and in Japanese")
    page = show.page("jun", "/studio", forced_colors="active", locale="ja-JP", permissions=["camera", "microphone"])
    expect(page.get_by_test_id("studio-video")).to_be_visible()
    show.look(page, "the studio in forced colours")


CHECKS = [
    a_picture_goes_from_one_page_to_another, a_phone_has_the_picture_above_its_chat,
    nothing_covers_a_wide_picture_on_a_phone, fragments_shorter_than_a_group_play,
    browsers_without_media_source_play_or_say_why,
    the_studio_shows_its_devices_or_says_why_not, the_chat_is_whole_after_a_kill_of_the_server,
    texts_over_a_white_picture_are_readable, *feed_checks.CHECKS, *studio_checks.CHECKS, *recording_checks.CHECKS,
    *media_walks.CHECKS,
]

# What takes long, and is seldom broken by a change that the others do not see.
LONG = [
    *feed_checks.LONG, *media_walks.CHECKS, the_chat_is_whole_after_a_kill_of_the_server, texts_over_a_white_picture_are_readable,
]


def run(check, browser, pictures):
    """Runs a check with its own server, and returns whether it passed."""
    print(f"· {check.__name__.replace('_', ' ')}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        server = stand.Server(folder, recording_checks.OPTIONS.get(check.__name__, ()))
        server.start()
        show = Show(browser, server, pictures)
        try:
            return show.passes(check)
        finally:
            show.close()
            server.stop()


def main():
    parser = argparse.ArgumentParser(description="Pictures of lives, from one browser page to another.")
    parser.add_argument("names", metavar="CHECK", nargs="*", choices=[[], *(each.__name__ for each in CHECKS)], help="which checks")
    parser.add_argument("--screenshots", metavar="FOLDER", type=Path, help="where pictures of the pages go")
    arguments = parser.parse_args()
    expect.set_options(timeout=SECONDS * 1_000)
    short = [check for check in CHECKS if check not in LONG or "OVATION_VERIFY" in os.environ]
    wanted = [check for check in CHECKS if check.__name__ in arguments.names] if arguments.names else short
    with sync_playwright() as playwright:
        browser = stand.launch(playwright, *FLAGS)
        done = [run(check, browser, arguments.screenshots) for check in wanted]
        browser.close()
    if not accessibility.IS_INSTALLED:
        print("Not run: the check of accessibility, which needs the Python package axe-playwright-python.")
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
