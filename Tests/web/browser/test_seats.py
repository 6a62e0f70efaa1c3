#!/usr/bin/env python3
"""Checks the seats of a live in a real browser: guests apply, sit, are seen and heard, and the host keeps order.

    test_seats.py [CHECK …] [--screenshots FOLDER] [--all]

It starts a development server of its own (.build/debug/ovation, or the one in OVATION_BIN) for each check, and needs Chromium and the
Python package `playwright`. It runs every check but the long ones if none is named; `--all` runs those, too. It exits with 1 if a check
fails, after the others have run.
"""

import argparse
import contextlib
import sys
import tempfile
from pathlib import Path

import stand

stand.use_installed_python()
from playwright.sync_api import expect, sync_playwright

import accessibility
from crowd import Viewer
from media_show import Show, step
from media_stage import FLAGS
from seat_stage import (
    COLOUR_AT, COLOURS, SECONDS, TONES, accepts, applies, guest, hears, hide, hosts, panel, press_seat, says, show_again, shows, sits,
    wait_for_regions, wait_for_tile,
)
from stage import DESKTOP, ON_ITS_SIDE, PHONE, expect_within

# Addresses of the machine stand in descriptions as they are: no network here resolves the names that browsers put in their place.
RTC_FLAGS = [*FLAGS, "--disable-features=WebRtcHideLocalIpsWithMdns", "--allow-loopback-in-peer-connection"]


def a_voice_room_of_nine_without_a_camera(show):
    step("ada goes live without a picture, and makes the live a room of voices")
    ada, live = hosts(show, "ada", "A room of voices", source=None)
    panel(ada)
    ada.get_by_test_id("seat-layout").select_option("1")
    expect(ada.get_by_test_id("seat-grid").locator("li")).to_have_count(9)
    step("bo asks for a seat, waits, and takes it back")
    # Nothing moves while targets are measured.
    bo = show.page("bo", f"/live/{live}", reduced_motion="reduce")
    panel(bo)
    bo.get_by_test_id("seat-ask").click()
    show.look(bo, "the check of devices")
    bo.keyboard.press("Escape")
    applies(bo)
    expect(ada.get_by_test_id("application-bo")).to_be_visible()
    bo.get_by_test_id("seat-cancel").click()
    expect(ada.get_by_test_id("application-bo")).to_have_count(0)
    step("bo asks again and is rejected, then accepted")
    applies(bo)
    ada.get_by_test_id("reject-bo").click()
    says(bo, "did not let you in")
    applies(bo)
    accepts(ada, "bo")
    sits(ada, 1, "bo")
    sits(bo, 1, "bo, muted")
    show.look(ada, "the panel of a host")
    show.shot(ada, "seats-host")
    step("ada invites cy, who declines, and then accepts")
    cy = show.page("cy", f"/live/{live}")
    for answer in ("seat-decline", "seat-accept"):
        expect(ada.get_by_test_id("seat-invite").locator("option[value=cy]")).to_be_attached()
        ada.get_by_test_id("seat-invite").select_option("cy")
        expect(cy.get_by_test_id(answer)).to_be_visible()
        cy.get_by_test_id(answer).click()
        if answer == "seat-decline":
            says(ada, "cy declined")
    cy.get_by_test_id("seat-confirm").click()
    sits(ada, 2, "cy")
    step("ada moves bo to a free seat, changes both, locks a seat, and takes cy off")
    press_seat(ada, 1, "seat-move", "seat-move-4")
    sits(bo, 4, "bo")
    says(bo, "moved you to seat 5")
    press_seat(ada, 4, "seat-move", "seat-move-2")
    sits(cy, 4, "cy")
    sits(cy, 2, "bo")
    press_seat(ada, 7, "seat-lock")
    sits(bo, 7, "locked")
    press_seat(ada, 4, "seat-kick")
    says(cy, "taken off")
    sits(bo, 4, "free")
    step("the seats are the same for who comes later, on a phone too, and in Japanese")
    for options, name in ((PHONE, "phone"), (ON_ITS_SIDE, "side"), (DESKTOP, "desktop")):
        late = show.page(f"late-{name}", f"/live/{live}", options, **({"locale": "ja-JP"} if name == "side" else {}))
        sits(late, 2, "bo")
        show.look(late, f"the seats, {name}")
        show.shot(late, f"seats-{name}")
        panel(late)
        show.look(late, f"the panel, {name}")
        show.shot(late, f"seats-panel-{name}")
        late.keyboard.press("Escape")
        expect(late.get_by_test_id("seat-panel")).to_have_count(0)
    step("the server is killed and started again: the seats are as they were")
    show.server.kill()
    for page in (ada, bo):
        expect(page.get_by_test_id("connection-banner")).not_to_be_empty()
    show.server.start()
    for page in (ada, bo):
        expect(page.get_by_test_id("connection-banner")).to_be_empty()
        sits(page, 2, "bo")
        sits(page, 7, "locked")
    step("bo leaves the seat, the room becomes free, and bo takes another seat without being asked")
    bo.get_by_test_id("seat-leave").click()
    sits(ada, 2, "free")
    ada.get_by_test_id("seat-mode").select_option("free")
    press_seat(bo, 5, "seat-take")
    bo.get_by_test_id("seat-confirm").click()
    sits(ada, 5, "bo")
    step("ada ends the live, and what is said of it is not covered by a panel of seats")
    panel(bo)
    ada.get_by_test_id("end-live").click()
    ada.get_by_test_id("confirm-end").click()
    for page in (ada, bo):
        expect(page.get_by_test_id("live-ended")).to_be_visible()
        expect(page.get_by_test_id("seat-panel")).to_have_count(0)


def guests_are_seen_and_heard_in_the_mix(show):
    step("ada is on air in red; bo in green sits, and cy in blue")
    ada, live = hosts(show, "ada", "A table for three", colour="#ff0000", hertz=410)
    bo = guest(show, "bo", live, "#00ff00", 930)
    applies(bo, ["microphone", "camera"])
    accepts(ada, "bo")
    sits(ada, 1, "bo$")
    cy = guest(show, "cy", live, "#0000ff", 1_510)
    applies(cy, ["microphone", "camera"])
    accepts(ada, "cy")
    sits(ada, 2, "cy$")
    step("the guests see each other and the host at once, and the picture of the live is not played twice")
    for page, others in ((bo, (0, 2)), (cy, (0, 1))):
        for index in others:
            wait_for_tile(page, index, COLOURS[index])
        expect(page.get_by_test_id("picture-video")).to_have_count(0)
    step("a viewer plays the mix: each seat's colour stands at its region")
    viewer = show.page("dan", f"/live/{live}")
    wait_for_regions(viewer, live, {"ada": "red", "bo": "green", "cy": "blue"})
    show.shot(viewer, "seats-mix")
    show.look(viewer, "the mix of three")
    viewer.get_by_test_id("picture-unmute").click()
    viewer.get_by_test_id("picture-video").evaluate(TONES)
    hears(viewer, 410, 930, 1_510)
    the_host_keeps_order(show, live, ada, bo, cy, viewer)


def the_host_keeps_order(show, live, ada, bo, cy, viewer):
    step("ada mutes bo: nobody hears bo, whatever bo's page sends")
    press_seat(ada, 1, "seat-mute")
    hears(viewer, 410, 1_510, not_heard=[930])
    says(bo, "muted you")
    bo.evaluate("camera.getAudioTracks().forEach((track) => { track.enabled = true; })")
    hears(viewer, 410, 1_510, not_heard=[930])
    step("ada closes cy's camera, and opens it again: it is on once cy turns it on")
    press_seat(ada, 2, "seat-camera-lock")
    says(cy, "closed your camera")
    wait_for_regions(viewer, live, {"ada": "red", "bo": "green"}, without={"cy": "blue"})
    press_seat(ada, 2, "seat-camera-lock")
    panel(cy)
    cy.get_by_test_id("seat-own-camera").click()
    wait_for_regions(viewer, live, {"ada": "red", "bo": "green", "cy": "blue"})
    step("ada changes the seats of bo and cy: their regions change")
    press_seat(ada, 1, "seat-move", "seat-move-2")
    sits(viewer, 1, "cy")
    wait_for_regions(viewer, live, {"ada": "red", "bo": "green", "cy": "blue"})
    step("ada's tab is hidden: what guests show next is in the mix all the same")
    hide(ada)
    bo.evaluate("camera.paint('#ffff00')")
    wait_for_regions(viewer, live, {"bo": "yellow", "cy": "blue"})
    show_again(ada)
    step("cy is taken off")
    press_seat(ada, 1, "seat-kick")
    says(cy, "taken off")
    cy.goto(show.base)
    step("the server is killed and started again: seats, locks, calls and the mix are as they were")
    show.server.kill()
    for page in (ada, bo, viewer):
        expect(page.get_by_test_id("connection-banner")).not_to_be_empty()
    show.server.start()
    for page in (ada, bo, viewer):
        expect(page.get_by_test_id("connection-banner")).to_be_empty()
        sits(page, 2, "bo, muted by the host")
    bo.evaluate("camera.paint('#00ff00')")
    wait_for_regions(viewer, live, {"ada": "red", "bo": "green"})
    step("bo closes the page: ada's own picture is sent alone")
    bo.goto(show.base)
    expect(viewer.get_by_test_id("seat-grid")).to_be_hidden()
    expect_within(SECONDS, "red from edge to edge", lambda: shows(viewer, "red", [(0.02, 0.02), (0.98, 0.98)]))
    assert ada.evaluate("camera.getTracks().every(({ readyState }) => readyState === 'live')"), "the host's camera went off"


def a_room_of_voices_is_heard(show):
    step("ada is on air with her voice alone, and bo sits with a microphone")
    ada, live = hosts(show, "ada", "Voices", source="none")
    panel(ada)
    ada.get_by_test_id("seat-layout").select_option("1")
    bo = guest(show, "bo", live)
    applies(bo, ["microphone"])
    accepts(ada, "bo")
    step("a ring shows who speaks, to the eye and to a screen reader")
    for page, index in ((ada, 1), (bo, 0)):
        sits(page, index, "speaking")
    step("a viewer hears both, and bo no more after leaving")
    viewer = show.page("cy", f"/live/{live}")
    viewer.get_by_test_id("picture-video").evaluate(TONES)
    viewer.get_by_test_id("chat-input").click()
    sound = viewer.get_by_test_id("picture-unmute").or_(viewer.get_by_test_id("picture-sound")).filter(visible=True).first
    sound.click()
    hears(viewer, 410, 930)
    panel(bo)
    bo.get_by_test_id("seat-own-microphone").click()
    hears(viewer, 410, not_heard=[930])
    sits(viewer, 1, "bo, muted")
    bo.get_by_test_id("seat-leave").click()
    sits(viewer, 1, "free")
    hears(viewer, 410)


def four_sit_with_cameras(show):
    step("three guests sit beside ada; a fourth has no place")
    ada, live = hosts(show, "ada", "A table for four", colour="#ff0000")
    guests = []
    for index, (user, colour) in enumerate((("bo", "#00ff00"), ("cy", "#0000ff"), ("di", "#ffff00")), 1):
        page = guest(show, user, live, colour, 600 + 310 * index)
        applies(page, ["microphone", "camera"])
        accepts(ada, user)
        sits(ada, index, user)
        guests.append(page)
    late = guest(show, "ed", live)
    panel(late)
    late.get_by_test_id("seat-ask").click()
    late.get_by_test_id("seat-confirm").click()
    expect(late.get_by_test_id("seat-error")).to_contain_text("taken or locked")
    step("each sees the three others, and a viewer all four in the mix")
    for own, page in enumerate(guests, 1):
        for index, colour in enumerate(COLOURS):
            if index != own:
                wait_for_tile(page, index, colour)
    viewer = show.page("eve", f"/live/{live}")
    wait_for_regions(viewer, live, {"ada": "red", "bo": "green", "cy": "blue", "di": "yellow"})
    show.shot(viewer, "seats-four")


def two_lives_fight_a_battle(show):
    step("ada and bo are live; ada asks bo, who declines, and then joins")
    ada, first = hosts(show, "ada", "The first live")
    bo, second = hosts(show, "bo", "The second live", source=None)
    panel(bo)
    panel(ada)
    for answer in ("decline", "accept"):
        ada.get_by_test_id("lives-show").click()
        ada.get_by_test_id(f"ask-{second}").click()
        bo.get_by_test_id(f"{answer}-live-{first}").click()
        if answer == "decline":
            says(ada, "does not join now")
    expect(ada.get_by_test_id(f"joined-{second}")).to_be_visible()
    expect(bo.get_by_test_id(f"joined-{first}")).to_be_visible()
    show.look(ada, "the panel of joined lives")
    step("a viewer of bo's live sees ada's picture beside bo's, and hears it with a press")
    watcher = show.page("wu", f"/live/{second}", PHONE)
    half = watcher.get_by_test_id(f"linked-{first}")
    expect_within(SECONDS, "ada's red half", lambda: half.locator("video").evaluate(COLOUR_AT, [0.5, 0.5]) == "red")
    half.get_by_test_id("linked-sound").click()
    assert not half.locator("video").evaluate("(video) => video.muted"), "the half is still silent"
    show.look(watcher, "joined lives on a phone")
    show.shot(watcher, "linked-phone")
    step("bo mutes ada for everybody in bo's live, and lets her be heard again; ada is not told")
    bo.get_by_test_id(f"mute-{first}").click()
    sound = half.get_by_test_id("linked-sound")
    expect(sound).to_be_hidden()
    assert half.locator("video").evaluate("(video) => video.muted"), "a muted host is heard"
    expect(ada.get_by_test_id(f"mute-{second}")).to_have_text("Mute")
    bo.get_by_test_id(f"mute-{first}").click()
    expect(sound).to_be_visible()
    assert not half.locator("video").evaluate("(video) => video.muted"), "who heard her before hears her again"
    step("ada challenges bo for a minute; gifts of both lives count on both pages")
    ada.get_by_test_id("battle-minutes").select_option("1")
    ada.get_by_test_id("battle-ask").click()
    bo.get_by_test_id("accept-battle").click()
    viewers = {live: show.page(user, f"/live/{live}") for user, live in (("cy", first), ("di", second))}
    with contextlib.closing(Viewer(show.base, "rich")) as rich, contextlib.closing(Viewer(show.base, "poor")) as poor:
        for giver, live, count in ((rich, first, 9), (poor, second, 4)):
            giver.ask("room.join", {}, live)
            giver.ask("gift.send", {"orderID": f"gift-of-{giver.user}", "giftID": "rose", "count": count}, live)
    for page in (ada, bo, *viewers.values()):
        for live, score in ((first, 9), (second, 4)):
            expect(page.locator(f"[data-testid=battle-sides] [data-live={live}] strong")).to_have_text(str(score))
    show.look(viewers[first], "a battle")
    show.shot(viewers[first], "battle")
    step("its end is told alike: the first live has won, the second has lost")
    for page, words in ((ada, "won"), (viewers[first], "won"), (bo, "lost"), (viewers[second], "lost")):
        expect(page.get_by_test_id("battle-result")).to_contain_text(words, timeout=120_000)
    expect(ada.get_by_test_id("battle-ask")).to_have_text("Battle again")
    step("bo leaves, and both lives stand alone")
    bo.get_by_test_id("link-leave").click()
    expect(ada.get_by_test_id(f"joined-{second}")).to_have_count(0)


CHECKS = [a_voice_room_of_nine_without_a_camera, guests_are_seen_and_heard_in_the_mix]
LONG_CHECKS = [a_room_of_voices_is_heard, four_sit_with_cameras, two_lives_fight_a_battle]


def run(check, browser, pictures):
    """Runs a check with its own server, and returns whether it passed."""
    print(f"· {check.__name__.replace('_', ' ')}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        # Hosts here ask each other as fast as a test presses.
        server = stand.Server(folder, CO_HOST_REQUEST_INTERVAL_MILLISECONDS=1)
        server.start()
        show = Show(browser, server, pictures)
        try:
            return show.passes(check)
        finally:
            show.close()
            server.stop()


def main():
    every = [*CHECKS, *LONG_CHECKS]
    parser = argparse.ArgumentParser(description="The seats of lives in a browser.")
    parser.add_argument("names", metavar="CHECK", nargs="*", choices=[[], *(each.__name__ for each in every)], help="which checks")
    parser.add_argument("--screenshots", metavar="FOLDER", type=Path, help="where pictures of the pages go")
    parser.add_argument("--all", action="store_true", help="the long checks too")
    arguments = parser.parse_args()
    expect.set_options(timeout=SECONDS * 1_000)
    wanted = [check for check in (every if arguments.names or arguments.all else CHECKS)
              if not arguments.names or check.__name__ in arguments.names]
    with sync_playwright() as playwright:
        browser = stand.launch(playwright, *RTC_FLAGS)
        done = [run(check, browser, arguments.screenshots) for check in wanted]
        browser.close()
    if not accessibility.IS_INSTALLED:
        print("Not run: the check of accessibility, which needs the Python package axe-playwright-python.")
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
