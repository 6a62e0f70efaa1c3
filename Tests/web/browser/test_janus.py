#!/usr/bin/env python3
"""Checks WebRTC with a real Janus, in a real browser: one page publishes by WHIP, another watches by WHEP, a third through the relay.

    test_janus.py [CHECK …] [--all] [--screenshots FOLDER]

It runs `webrtc` alone; with `--all`, or named, also `four_sit_over_janus` and, with PyAV, `ffmpeg_publishes`. The program needs Debian's
Janus and ffmpeg, Chromium and the Python package `playwright`. It starts Janus with Deploy/janus (scripts/start-janus) and a development
server of its own (.build/debug/ovation, or the one in OVATION_BIN). It exits with 1 if a check fails, and with 3 if one could not run.
"""

import argparse
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import quote

import stand

stand.use_installed_python()
from playwright.sync_api import expect, sync_playwright

from encoders import Program, stream_key
from janus_seats import four_sit_over_janus
from media_show import Show
from media_stage import CLOCK, FLAGS, clock, metric, wait_for_clock
from stage import expect_within

# A first frame, a Janus that starts, and a publisher that comes back after growing pauses.
SECONDS = 60
# Addresses of the machine stand in descriptions as they are: no network here resolves the names that browsers put in their place.
RTC_FLAGS = [*FLAGS, "--disable-features=WebRtcHideLocalIpsWithMdns", "--allow-loopback-in-peer-connection"]


def step(name):
    print(f"  · {name}", flush=True)


class Janus:
    """Debian's Janus with the project's configuration, on ports that stay the same."""

    SECRET = "0123456789abcdef0123456789abcdef"

    def __init__(self, folder):
        self.folder = folder

    def start(self):
        script = ". scripts/start-janus; start_janus \"$0\"; echo \"$janus $janus_url\"; disown -a"
        told = subprocess.run(
            ["bash", "-c", script, self.folder], cwd=stand.ROOT, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        if told.returncode:
            sys.exit(told.returncode)
        pid, self.url = told.stdout.split()
        self.pid = int(pid)

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)


class Encoders:
    """The processes of ffmpeg that hand pictures on to the relay: those of a link of this test's own."""

    def __init__(self, folder):
        self.path = f"{folder}/ffmpeg"
        ffmpeg = shutil.which("ffmpeg")
        if not ffmpeg:
            print("ffmpeg is missing. Run: scripts/install-dependencies janus", file=sys.stderr)
            sys.exit(3)
        os.symlink(ffmpeg, self.path)

    def running(self):
        found = []
        for line in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                arguments = line.read_bytes().split(b"\0")
                # Others draw covers, for a moment.
                if arguments[0] == self.path.encode() and b"sdp" in arguments:
                    found.append(int(line.parent.name))
            except OSError:
                pass
        return found


def picture_state(base, live):
    answer = stand.call(base, "live_engine_http_srv", "get_room_info", {"RoomId": live})
    return answer["Response"]["RoomInfo"].get("Media", {}).get("State")


def stream_events(base, live):
    return stand.call(base, "live_engine_http_srv", "get_stream_events", {"RoomId": live})["Response"]["StreamEvents"]


def has_cover(base, live):
    """Whether a live has a frame of its running picture for the list."""
    info = stand.call(base, "live_engine_http_srv", "get_room_info", {"RoomId": live})["Response"]["RoomInfo"]
    if info.get("Media", {}).get("State") != "live":
        return False
    try:
        with urllib.request.urlopen(f"{base}/v1/media/{quote(live)}/cover", timeout=10) as answer:
            return answer.headers["Content-Type"] in ("image/webp", "image/jpeg")
    except urllib.error.HTTPError:
        return False


def publishes(show, user, title):
    """A page whose user goes live by WebRTC."""
    page = show.page(user, "/studio", prepare=[CLOCK])
    page.get_by_test_id("live-title").fill(title)
    page.get_by_test_id("studio-source-camera").click()
    expect(page.get_by_test_id("studio-video")).to_be_visible()
    page.get_by_test_id("studio-near").check()
    page.get_by_test_id("start-live").click()
    expect(page.get_by_test_id("own-status")).to_contain_text("On air")
    return page, page.evaluate("decodeURIComponent(location.pathname.split('/')[2])")


def watches(show, user, live):
    """A page that plays by WHEP, and the time of the clock that it shows."""
    page = show.page(user, f"/live/{live}")
    expect(page.locator("ov-picture[data-way=whep]")).to_be_attached(timeout=SECONDS * 1_000)
    return page, wait_for_clock(page, 0)


def behind_the_camera(host, viewer):
    """How far the viewer's picture is behind the camera, in tenths of a second: the median of several looks at both clocks."""
    looks = []
    for _ in range(9):
        shown = clock(viewer)
        if shown >= 0:
            looks.append(host.evaluate("window.beat()") - shown)
        viewer.wait_for_timeout(150)
    return sorted(looks)[len(looks) // 2]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    checks = {check.__name__: check for check in (webrtc, four_sit_over_janus, ffmpeg_publishes)}
    parser.add_argument("names", metavar="CHECK", nargs="*", choices=[[], *checks], help="which checks")
    parser.add_argument("--all", action="store_true", help="the long checks too")
    parser.add_argument("--screenshots", type=Path)
    arguments = parser.parse_args()
    expect.set_options(timeout=SECONDS * 1_000)
    wanted = arguments.names or (checks if arguments.all else ["webrtc"])
    is_missing = "ffmpeg_publishes" in wanted and not (importlib.util.find_spec("av") and shutil.which("openssl"))
    if is_missing:
        print("Not run: ffmpeg's own WHIP, for which PyAV or openssl is missing. Run: scripts/install-dependencies janus")
        wanted = [name for name in wanted if name != "ffmpeg_publishes"]
    with sync_playwright() as playwright:
        done = [run(checks[name], playwright, arguments.screenshots) for name in wanted]
    # What could not run is no success of a run that wanted it.
    return 1 if not all(done) else 3 if is_missing else 0


def run(check, playwright, screenshots):
    """Runs a check with a Janus, a server and a browser of its own."""
    print(check.__name__, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        encoders = Encoders(folder)
        janus = Janus(f"{folder}/janus")
        janus.start()
        options = [
            "--rtc.engine", "janus", "--rtc.janusURL", janus.url, "--rtc.janusSecret", Janus.SECRET, "--media.latency", "low",
            "--rtc.viewersMax", "1", "--rtc.ffmpegPath", encoders.path,
        ]
        server = stand.Server(folder, options)
        server.start()
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"), args=RTC_FLAGS)
        show = Show(browser, server, screenshots)
        try:
            return show.passes(lambda show: check(show, janus, encoders))
        finally:
            show.close()
            browser.close()
            server.stop()
            janus.kill()


def webrtc(show, janus, encoders):
    expect_within(SECONDS, "a session with Janus", lambda: metric(show.base, "ovation_rtc_janus_up") == 1)
    step("a host goes live by WHIP, and a viewer sees the clock by WHEP")
    host, live = publishes(show, "ada", "Half a second")
    viewer, seen = watches(show, "bo", live)
    expect(viewer.get_by_test_id("picture-edge")).to_contain_text("half a second")
    show.shot(viewer, "whep")
    behind = behind_the_camera(host, viewer)
    print(f"    {behind / 10:.1f} s behind the camera")
    assert behind <= 5, f"{behind / 10} s behind the camera"

    step("the host's page sends a cover for the list")
    expect_within(SECONDS, "a cover", lambda: has_cover(show.base, live))

    step("a viewer beyond rtc.viewersMax is told so, and reads the clock through the relay")
    third = show.page("cy", f"/live/{live}")
    expect(third.locator("ov-picture[data-way=push]")).to_be_attached(timeout=SECONDS * 1_000)
    third_seen = wait_for_clock(third, 0)
    behind = behind_the_camera(host, third)
    print(f"    {behind / 10:.1f} s behind the camera through the relay")
    assert behind <= 40, f"{behind / 10} s behind the camera through the relay"
    assert len(encoders.running()) == 1, encoders.running()

    step("ffmpeg is killed, and started again")
    os.kill(encoders.running()[0], signal.SIGKILL)
    expect_within(SECONDS, "another ffmpeg", lambda: len(encoders.running()) == 1)
    third_seen = wait_for_clock(third, third_seen + 50)
    reasons = [event["StreamReason"] for event in stream_events(show.base, live)]
    assert "forwardFailed" in reasons, reasons

    step("Janus is killed: the picture is interrupted, the live goes on")
    janus.kill()
    expect_within(SECONDS, "an interrupted picture", lambda: picture_state(show.base, live) == "interrupted")
    expect_within(SECONDS, "no ffmpeg without a publisher", lambda: not encoders.running())
    step("Janus is started: host and viewer go on without a hand")
    janus.start()
    expect_within(SECONDS, "a picture that is back", lambda: picture_state(show.base, live) == "live")
    wait_for_clock(viewer, seen)

    step("the server is killed and started: both go on")
    seen = clock(viewer)
    show.server.kill()
    expect_within(SECONDS, "no ffmpeg that outlives its server", lambda: not encoders.running())
    show.server.start()
    expect_within(SECONDS, "a picture that is back", lambda: picture_state(show.base, live) == "live")
    wait_for_clock(viewer, max(seen, 1))
    wait_for_clock(third, third_seen + 50)
    assert len(encoders.running()) == 1, encoders.running()

    step("a new stream key unpublishes at once")
    stand.call(show.base, "live_engine_http_srv", "reset_stream_key", {"RoomId": live})
    expect_within(SECONDS, "no picture", lambda: picture_state(show.base, live) != "live")
    expect_within(SECONDS, "no ffmpeg", lambda: not encoders.running())
    assert stream_events(show.base, live)[0]["StreamReason"] == "keyReset", stream_events(show.base, live)

    step("the studio shows where OBS publishes, and why the publisher was cut off")
    studio = show.page("ada", f"/studio/{live}")
    studio.get_by_test_id("studio-encoders").locator("summary").click()
    expect(studio.get_by_test_id("encoder-whip")).to_be_visible()
    expect(studio.locator("#encoder-server-0")).to_have_value(f"{show.base}/v1/rtc/{live}/whip")
    expect(studio.get_by_test_id("encoder-events")).to_contain_text("The stream key was made anew")
    key = studio.locator("#encoder-key-0")
    assert "•" in key.input_value(), "the key is not hidden"
    key.focus()
    assert len(key.input_value()) == 32, "the key is not there to be copied"
    show.shot(studio, "encoders")
    for page in (host, viewer, third, studio):
        # What the browser says of a server that was killed is no fault of the page.
        page.wrongs[:] = [wrong for wrong in page.wrongs if "ERR_" not in wrong]


def ffmpeg_publishes(show, janus, encoders):
    """A client of WHIP that nobody here wrote: ffmpeg 8's own muxer."""
    expect_within(SECONDS, "a session with Janus", lambda: metric(show.base, "ovation_rtc_janus_up") == 1)
    live = "by-ffmpeg"
    stand.call(show.base, "im_open_login_svc", "account_import", {"UserID": "eve"})
    stand.call(show.base, "live_engine_http_srv", "create_room", {
        "RoomInfo": {"RoomId": live, "RoomType": "Live", "RoomName": "By ffmpeg", "Owner_Account": "eve"}})
    key, _ = stream_key(show.base, live)
    folder = show.server.folder
    # Janus takes certificates on the curve P-256 and with RSA; ffmpeg with GnuTLS makes its own on another curve.
    certificate, certificate_key = f"{folder}/whip.pem", f"{folder}/whip.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
         "-subj", "/CN=whip", "-keyout", certificate_key, "-out", certificate], check=True, capture_output=True)

    def encoder(bearer):
        script = stand.ROOT / "Tests/web/browser/whip_encoder.py"
        url = f"{show.base}/v1/rtc/{live}/whip"
        return Program(folder, [sys.executable, script, url, bearer, certificate, certificate_key])

    try:
        step("with another key ffmpeg is refused")
        stranger = encoder("another")
        assert stranger.ends(SECONDS) != 0, stranger.words
        assert picture_state(show.base, live) != "live"
        step("ffmpeg publishes: one viewer reads its counter by WHEP, another through the relay")
        publisher = encoder(key)
        expect_within(SECONDS, "a picture", lambda: picture_state(show.base, live) == "live" or publisher.process.poll() is not None)
        assert publisher.process.poll() is None, publisher.words
        viewer, _ = watches(show, "bo", live)
        relayed = show.page("cy", f"/live/{live}")
        expect(relayed.locator("ov-picture[data-way=push]")).to_be_attached(timeout=SECONDS * 1_000)
        wait_for_clock(relayed, 0)
        wait_for_clock(viewer, clock(viewer))
        step("the list has a cover of it, which the server has drawn: no page of its owner is open")
        expect_within(SECONDS, "a cover", lambda: has_cover(show.base, live))
        assert metric(show.base, 'ovation_media_covers_drawn_total{outcome="drawn"}') >= 1
        step("ffmpeg ends, and deletes its session")
        publisher.process.terminate()
        publisher.ends(SECONDS)
        expect_within(SECONDS, "no picture", lambda: picture_state(show.base, live) == "none")
        expect_within(SECONDS, "no ffmpeg", lambda: not encoders.running())
    finally:
        Program.kill_all()


if __name__ == "__main__":
    sys.exit(main())
