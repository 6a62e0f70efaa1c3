"""Browser checks of recordings and covers: what is left of a live when it is over, and what the list shows while it is on. `test_media.py`
runs them, on a server that records."""

import json
import tempfile
import urllib.request

from playwright.sync_api import expect

import stand
from encoders import Encoder, put, stream_key
from media_show import step
from media_stage import SECONDS, wait_for_clock
from stage import expect_within

# How far a page's player came, and how long what it plays is.
PLAYED = "(video) => ({ at: video.currentTime, duration: video.duration, ended: video.ended, error: video.error && video.error.message })"
RECORDING = "ovation_recording_srv"


def recordings(base, live):
    return stand.call(base, RECORDING, "get_recordings", {"RoomId": live})["Response"]["RecordingList"]


def a_live_that_is_over_plays_its_recording(show):
    """A live with a restart of its publisher is one recording, which plays from beginning to end."""
    with tempfile.TemporaryDirectory() as folder:
        live = "recorded"
        stand.call(show.base, "im_open_login_svc", "account_import", {"UserID": "rec"})
        stand.call(show.base, "live_engine_http_srv", "create_room", {
            "RoomInfo": {"RoomId": live, "RoomType": "Live", "RoomName": "Recorded", "Owner_Account": "rec"}})
        key, address = stream_key(show.base, live)
        # The screen after the live grows as it appears; with less motion it is measured as it stays.
        viewer = show.page("bo", f"/live/{live}", reduced_motion="reduce")
        step("an encoder publishes, is killed, and publishes again")
        first = Encoder(folder, put(address, key))
        wait_for_clock(viewer, 0)
        expect_within(SECONDS, "three seconds of it", lambda: fragments_taken(show.base) > 3)
        first.kill()
        written = fragments_taken(show.base)
        second = Encoder(folder, put(address, key))
        expect_within(SECONDS, "three seconds more", lambda: fragments_taken(show.base) > written + 3)
        second.kill()
        step("the live ends: its page shows the recording")
        stand.call(show.base, "live_engine_http_srv", "destroy_room", {"RoomId": live})
        expect(viewer.get_by_test_id("live-ended")).to_be_visible()
        video = viewer.get_by_test_id("replay-video")
        expect(video).to_be_visible()
        (recording,) = recordings(show.base, live)
        assert recording["IsComplete"] and recording["EndReason"] == "live_ended", recording
        seconds = recording["Milliseconds"] / 1_000
        expect_within(SECONDS, "its duration", lambda: abs((video.evaluate(PLAYED)["duration"] or 0) - seconds) < 0.5)
        step(f"it plays {seconds:.1f} s from beginning to end, over the restart")
        video.evaluate("(video) => { video.muted = true; video.playbackRate = 4; return video.play(); }")

        def over():
            now = video.evaluate(PLAYED)
            return now if now["ended"] or now["error"] else None

        played = expect_within(SECONDS, "its end", over)
        assert played["error"] is None and abs(played["at"] - seconds) < 0.5, played
        step("it can be sought in")
        video.evaluate("(video) => { video.currentTime = video.duration / 2; }")
        expect_within(SECONDS, "the middle", lambda: video.evaluate("(video) => !video.seeking && video.readyState >= 2"))
        show.look(viewer, "the page of a live that is over")
        step("who opens the live later sees it too")
        later = show.page("cy", f"/live/{live}")
        expect(later.get_by_test_id("replay-video")).to_be_visible()
        step("without the recording there is nothing of it")
        stand.call(show.base, RECORDING, "delete_recording", {"RecordingId": recording["RecordingId"]})
        gone = show.page("di", f"/live/{live}")
        expect(gone.get_by_test_id("live-refused")).to_be_visible()
        expect(gone.get_by_test_id("replay-video")).to_have_count(0)


def fragments_taken(base):
    """How many fragments, of a second each, were taken so far."""
    with urllib.request.urlopen(f"{base}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith("ovation_media_fragments_total"))


def the_list_shows_a_frame_of_a_running_picture(show):
    """A host who set no cover has one from the camera, drawn by the host's own browser."""
    ada, live = show.goes_live("ada", "Without a cover")
    step("the host's page sends a frame after some seconds")
    bo = show.page("bo", "/")
    card = bo.locator(f"[data-testid=live-card][data-live-id={json.dumps(live)}]")
    expect(card).to_be_visible()

    def shown():
        image = card.locator("img.card__image")
        if image.count() and image.evaluate("(image) => image.naturalWidth") > 0:
            return image.evaluate("(image) => ({ width: image.naturalWidth, address: image.src })")
        bo.reload()
        expect(card).to_be_visible()
        return None

    image = expect_within(SECONDS, "a cover in the list", shown)
    assert 0 < image["width"] <= 320 and f"/v1/media/{live}/cover?v=" in image["address"], image
    with urllib.request.urlopen(image["address"]) as answer:
        content = answer.read()
        assert answer.headers["Content-Type"] == "image/webp" and len(content) < 32_768, (answer.headers, len(content))
    print(f"    a cover of {len(content)} bytes")
    step("with the live it is gone")
    ada.get_by_test_id("end-live").click()
    ada.get_by_test_id("confirm-end").click()
    expect(bo.get_by_text("Without a cover")).to_have_count(0, timeout=SECONDS * 1_000)


# What the servers of checks are started with.
OPTIONS = {"a_live_that_is_over_plays_its_recording": ("--recording.mode", "all")}
CHECKS = [a_live_that_is_over_plays_its_recording, the_list_shows_a_frame_of_a_running_picture]
