"""A client by WHIP that nobody here wrote: ffmpeg's own publishes, and viewers see it by WHEP and through the relay."""

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

import stand
from media_show import step
from media_stage import metric
from seat_stage import COLOUR_AT, SECONDS, hosts
from stage import expect_within

ENCODER = Path(__file__).with_name("whip_encoder.py")


def shows_green(page):
    return page.get_by_test_id("picture-video").evaluate(COLOUR_AT, [0.5, 0.5]) == "green"


def ffmpeg_publishes_by_whip(show, _janus, _encoders):
    if subprocess.run([sys.executable, "-c", "import av; assert 'whip' in av.formats_available"], capture_output=True).returncode:
        print("    Not run: ffmpeg's WHIP, for which PyAV is missing. Run: scripts/install-dependencies janus")
        return
    expect_within(SECONDS, "a session with Janus", lambda: metric(show.base, "ovation_rtc_janus_up") == 1)
    step("ffmpeg publishes by WHIP with the stream key: a viewer sees it by WHEP, another through the relay")
    _, live = hosts(show, "ada", "From ffmpeg", source=None)
    key = stand.call(show.base, "live_engine_http_srv", "get_stream_key", {"RoomId": live})["Response"]["StreamKey"]
    encoder = subprocess.Popen([sys.executable, str(ENCODER), f"{show.base}/v1/rtc/{live}/whip", key])
    try:
        expect_within(SECONDS, "a publisher", lambda: metric(show.base, "ovation_rtc_publishers") == 1)
        near = show.page("bo", f"/live/{live}")
        expect(near.locator("ov-picture[data-way=whep]")).to_be_attached(timeout=SECONDS * 1_000)
        expect_within(SECONDS, "green by WHEP", lambda: shows_green(near))
        far = show.page("cy", f"/live/{live}")
        expect(far.locator("ov-picture[data-way=push]")).to_be_attached(timeout=SECONDS * 1_000)
        expect_within(SECONDS, "green through the relay", lambda: shows_green(far))
        step("a new stream key ends it")
        stand.call(show.base, "live_engine_http_srv", "reset_stream_key", {"RoomId": live})
        expect_within(SECONDS, "no publisher", lambda: metric(show.base, "ovation_rtc_publishers") == 0)
    finally:
        encoder.kill()
        encoder.wait()
