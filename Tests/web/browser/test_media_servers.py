#!/usr/bin/env python3
"""Checks pictures from ffmpeg, from files and through a media server, in a real browser.

    test_media_servers.py [CHECK …] [--external URL] [--screenshots FOLDER]

Each check has its own development server (.build/debug/ovation, or the one in OVATION_BIN). `--external` names one with nginx as its
media server, which scripts/try-media-server sets up; without it the nginx checks are left out. The program needs ffmpeg, Chromium and
the Python package `playwright`. It exits with 1 if a check fails, after the others have run.
"""

import argparse
import re
import socket
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

import stand

stand.use_installed_python()
from playwright.sync_api import expect, sync_playwright

from crowd import Socket
from encoders import WIDTH, Encoder, Program, looping, make_clip, ovation_publish, put, stream_key
from list_stage import HOOKS_SECRET, files_of, lists_of_fragments, says_that_it_publishes
from media_show import Show
from media_stage import SECONDS, clock, metric, wait_for_clock
from stage import expect_within

# HLS is some segments behind, and a player that lost it retries with growing pauses.
HLS_SECONDS = 60
# The length of a looping clip in seconds.
CLIP_SECONDS = 4
# Makes the page load pictures of other origins with CORS, so that a check can read their pixels. The page itself does not need that.
READABLE = """(() => {
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "src");
  Object.defineProperty(HTMLMediaElement.prototype, "src", {
    configurable: true,
    get,
    set(address) {
      this.crossOrigin = "anonymous";
      set.call(this, address);
    },
  });
})();"""
# Makes a browser with Media Source Extensions and without HLS of its own, like Firefox.
WITHOUT_LISTS = """(() => {
  const { canPlayType } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.canPlayType = function(type) { return /mpegurl/i.test(type) ? "" : canPlayType.call(this, type); };
})();"""


def step(name):
    print(f"  · {name}", flush=True)


def create(base, live):
    """Creates a live that is on and has no host in it."""
    stand.call(base, "im_open_login_svc", "account_import", {"UserID": "administrator"})
    stand.call(base, "live_engine_http_srv", "create_room", {"RoomInfo": {"RoomId": live, "RoomType": "Live"}})
    return stream_key(base, live)


def plays_on(page, seconds=SECONDS, first=1):
    """Waits until the counter in the picture has advanced three times, and returns it. A value far from the start was misread, because
    a decoder that begins in the middle shows blurred bars."""
    seen = first

    def counted():
        now = clock(page)
        return now if seen < now < first + 1_000 else None

    for _ in range(3):
        seen = expect_within(seconds, f"the counter beyond {seen}", counted)
    return seen


def plays_over_the_seam(page):
    """Waits until the counter in the picture has gone back to its start twice and continues."""
    for _ in range(2):
        late = expect_within(SECONDS, "a late picture", lambda: (lambda now: now if now > CLIP_SECONDS * 5 else None)(clock(page)))
        expect_within(SECONDS, "the clip's beginning", lambda: 0 < clock(page) < late - CLIP_SECONDS * 2)
    wait_for_clock(page, clock(page))


def ffmpeg_publishes_by_http(show):
    key, address = create(show.base, "r1")
    step("a wrong key is refused with a reason that ffmpeg prints")
    refused = Encoder(show.work, put(address, "guessed"))
    assert refused.ends(SECONDS) != 0, "ffmpeg ended well"
    assert "403" in refused.words or "Broken pipe" in refused.words, refused.words
    print("    " + refused.words.strip().splitlines()[0])

    step("the page plays ffmpeg's picture")
    encoder = Encoder(show.work, put(address, key))
    page = show.page("bo", "/live/r1")
    seen = plays_on(page)
    show.shot(page, "ffmpeg-http")
    step("ffmpeg is killed and started again: the page continues by itself")
    encoder.kill()
    expect(page.get_by_test_id("picture-card")).to_contain_text("broke off")
    encoder = Encoder(show.work, put(address, key), first=seen + 100)
    wait_for_clock(page, seen + 100)
    plays_on(page)
    encoder.kill()


def clips_loop(show):
    key, address = create(show.base, "r1")
    clip = f"{show.work}/clip.mp4"
    make_clip(clip, CLIP_SECONDS)
    step("a wrong key is refused with a clear message")
    refused = ovation_publish(show.work, show.server, clip, "r1", "guessed")
    assert refused.ends(SECONDS) == 1, refused.words
    assert re.search("stream key", refused.words), refused.words
    print("    " + refused.words.strip().splitlines()[-1])

    page = show.page("bo", "/live/r1")
    for options in (["--loop"], ["--loop", "--anew"]):
        step(f"the page plays over the seam of ovation media publish {' '.join(options)}")
        publisher = ovation_publish(show.work, show.server, clip, "r1", key, *options)
        plays_over_the_seam(page)
        step("the publisher is killed and started again: the page continues by itself")
        publisher.kill()
        expect(page.get_by_test_id("picture-card")).to_contain_text("broke off")
        publisher = ovation_publish(show.work, show.server, clip, "r1", key, *options)
        expect(page.get_by_test_id("picture-card")).to_be_hidden()
        plays_over_the_seam(page)
        publisher.kill()
    step("the page plays across the loop of ffmpeg -stream_loop")
    publisher = looping(show.work, clip, put(address, key))
    plays_over_the_seam(page)
    publisher.kill()


def connect_small(address, timeout):
    """A connection with small system buffers on both sides."""
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1_000)
    one.settimeout(timeout)
    one.connect(address)
    return one


def newest_segment(base):
    """The newest segment in the list of r1, or None if there is no list yet."""
    try:
        with urllib.request.urlopen(f"{base}/v1/media/r1/index.m3u8", timeout=10) as answer:
            lines = answer.read().decode().splitlines()
    except urllib.error.HTTPError:
        return None
    return ([line for line in lines if line and not line.startswith("#")] or [None])[-1]


def memory(process):
    """The bytes of memory that a process uses."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"^VmRSS:\s+(\d+) kB", status, re.M)[1]) * 1_024


def players_that_never_read_harm_nobody(show):
    key, address = create(show.base, "r1")
    encoder = Encoder(show.work, put(address, key), is_noisy=True)
    page = show.page("bo", "/live/r1")
    plays_on(page)
    before = memory(show.server.process)
    step("ten players connect and never read, by WebSocket and by HTTP")
    sockets = [Socket(show.base, "/v1/media/r1/play", "ovation.media.v1", connect_small) for _ in range(10)]
    segment = expect_within(SECONDS, "a segment in the list", lambda: newest_segment(show.base))
    for _ in range(10):
        one = connect_small(sockets[0].socket.getpeername(), 10)
        one.sendall(f"GET /v1/media/r1/{segment} HTTP/1.1\r\nHost: {show.base.split('//')[1]}\r\n\r\n".encode())
        sockets.append(one)
    try:
        expect_within(SECONDS, "eleven players", lambda: metric(show.base, "ovation_media_players") == 11)
        step("the server closes their connections, and the page continues")
        expect_within(HLS_SECONDS, "the page as the only player", lambda: metric(show.base, "ovation_media_players") == 1)
        card = page.get_by_test_id("picture-card")
        expect(card).to_be_hidden()
        plays_on(page)
        kept, more = metric(show.base, "ovation_media_ring_bytes"), memory(show.server.process) - before
        print(f"    {kept / 1e6:.1f} MB in the ring; {more / 1e6:.1f} MB more memory")
        assert kept <= 16 * 2**20, f"{kept} bytes in the ring"
        assert more <= 48 * 2**20, f"{more} bytes more"
    finally:
        for one in sockets:
            one.close()
    encoder.kill()


def nginx_carries_the_picture(show):
    key, address = stream_key(show.base, "r1")
    flv = ["-f", "flv"]
    step("the page plays nginx's list")
    encoder = Encoder(show.work, [*flv, address])
    page = show.page("bo", "/live/r1", prepare=[READABLE])
    seen = plays_on(page, HLS_SECONDS)
    source = page.get_by_test_id("picture-video").evaluate("(video) => video.currentSrc")
    assert source.endswith("/hls/r1.m3u8") and not source.startswith(show.base), f"it plays {source}"
    show.shot(page, "nginx")
    step("ffmpeg is killed and started again: the page continues by itself")
    encoder.kill()
    expect(page.get_by_test_id("picture-card")).to_contain_text("broke off")
    encoder = Encoder(show.work, [*flv, address], first=seen + 200)
    plays_on(page, HLS_SECONDS, first=seen + 200)
    encoder.kill()
    expect(page.get_by_test_id("picture-card")).to_contain_text("broke off")
    step("a looping clip plays across its loop")
    clip = f"{show.work}/clip.mp4"
    make_clip(clip, CLIP_SECONDS)
    publisher = looping(show.work, clip, [*flv, address])
    expect(page.get_by_test_id("picture-card")).to_be_hidden()
    plays_over_the_seam(page)
    publisher.kill()


def browsers_without_lists_play_fragments(show):
    """Plays a single list, as SRS writes it, and a list of lists with separate sound, as MediaMTX does."""
    apart = ["-map", "0:v", "-map", "1:a", "-var_stream_map", "v:0,agroup:sound a:0,agroup:sound", "-master_pl_name", "index.m3u8"]
    for live, words, name, more in [
        ("r1", "one list", "index", ["-hls_fmp4_init_filename", "init.mp4"]),
        ("r2", "picture and sound in lists of their own", "%v", apart),
    ]:
        folder = Path(show.files, live)
        folder.mkdir()
        output = lists_of_fragments(folder, name, *more)
        key, _ = create(show.base, live)
        encoder = Encoder(show.work, output)
        expect_within(SECONDS, "a list", Path(folder, "index.m3u8").exists)
        says_that_it_publishes(show.base, live, key)

        step(f"a browser without HLS plays {words}")
        page = show.page("bo", f"/live/{live}", prepare=[WITHOUT_LISTS])
        seen = plays_on(page, HLS_SECONDS)
        video = page.get_by_test_id("picture-video")
        assert video.evaluate("(video) => video.currentSrc").startswith("blob:"), "the browser plays the list itself"
        expect_within(SECONDS, "sound", lambda: video.evaluate("(video) => video.webkitAudioDecodedByteCount") > 10_000)
        ahead = video.evaluate("(video) => video.buffered.end(video.buffered.length - 1) - video.currentTime")
        print(f"    {ahead:.1f} s are loaded ahead")
        step("the publisher is killed and started again: the page continues by itself")
        encoder.kill()
        for file in folder.iterdir():
            file.unlink()
        encoder = Encoder(show.work, output, first=seen + 200)
        plays_on(page, HLS_SECONDS, first=seen + 200)
        show.shot(page, f"list-{live}")
        encoder.kill()
        page.goto("about:blank")

    step("for segments that Media Source Extensions cannot take, the page names a browser that plays them")
    folder = Path(show.files, "r3")
    folder.mkdir()
    Path(folder, "index.m3u8").write_text("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n0.ts\n")
    says_that_it_publishes(show.base, "r3", create(show.base, "r3")[0])
    page = show.page("bo", "/live/r3", prepare=[WITHOUT_LISTS])
    expect(page.get_by_test_id("picture-card")).to_contain_text("plays no HLS")

    step("a missing list is shown as lost until the user tries again")
    says_that_it_publishes(show.base, "r4", create(show.base, "r4")[0])
    page = show.page("bo", "/live/r4", prepare=[WITHOUT_LISTS])
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible(timeout=120_000)
    page.wait_for_timeout(2_000)
    expect(again).to_be_visible()
    Path(show.files, "r4").mkdir()
    encoder = Encoder(show.work, lists_of_fragments(show.files, "r4/index", "-hls_fmp4_init_filename", "init.mp4"))
    expect_within(SECONDS, "a list", Path(show.files, "r4", "index.m3u8").exists)
    again.click()
    plays_on(page, HLS_SECONDS)
    encoder.kill()


def a_viewer_chooses_the_quality(show):
    """A media server offers the picture in two sizes, and the page plays the list itself."""
    folder = Path(show.files, "r1")
    folder.mkdir()
    key, _ = create(show.base, "r1")
    twice = ["-map", "0:v", "-map", "1:a"] * 2
    sizes = ["-b:v:0", "900k", "-s:v:1", "80x60", "-b:v:1", "150k", "-b:a", "64k"]
    encoder = Encoder(show.work, [*twice, *sizes, *lists_of_fragments(
        folder, "%v", "-var_stream_map", "v:0,a:0 v:1,a:1", "-master_pl_name", "index.m3u8")])
    expect_within(SECONDS, "a list", Path(folder, "index.m3u8").exists)
    says_that_it_publishes(show.base, "r1", key)
    page = show.page("bo", "/live/r1", prepare=[WITHOUT_LISTS])
    plays_on(page, HLS_SECONDS)
    step("the menu has both qualities, and what the line allows")
    menu, video = page.get_by_test_id("picture-quality"), page.get_by_test_id("picture-video")
    expect(menu).to_be_visible()
    rates = menu.locator("option").evaluate_all("(options) => options.map((option) => Number(option.value)).filter((rate) => rate > 0)")
    assert len(rates) == 2 and menu.locator("option").first.inner_text() == "Automatic", menu.inner_text()

    def is_wide(width):
        return lambda: video.evaluate("(video) => video.videoWidth") == width

    for rate, width in ((min(rates), 80), (max(rates), WIDTH), (min(rates), 80)):
        step(f"{rate} bit/s are {width} pixels wide, and play on")
        menu.select_option(str(rate))
        expect_within(HLS_SECONDS, f"a picture {width} pixels wide", is_wide(width))
        at = video.evaluate("(video) => video.currentTime")
        expect_within(SECONDS, "a picture that goes on", lambda: video.evaluate("(video) => video.currentTime") > at + 2)
    show.shot(page, "quality")
    step("the choice holds after a retry of the picture")
    encoder.kill()
    for file in folder.iterdir():
        file.unlink()
    encoder = Encoder(show.work, [*twice, *sizes, *lists_of_fragments(
        folder, "%v", "-var_stream_map", "v:0,a:0 v:1,a:1", "-master_pl_name", "index.m3u8")])
    expect_within(HLS_SECONDS, "the picture again", lambda: video.evaluate("(video) => video.currentTime > 0 && !video.paused"))
    expect(menu).to_have_value(str(min(rates)))
    encoder.kill()


CHECKS = [
    ffmpeg_publishes_by_http, clips_loop, players_that_never_read_harm_nobody, browsers_without_lists_play_fragments,
    a_viewer_chooses_the_quality, nginx_carries_the_picture,
]


class Elsewhere:
    """A server that somebody else starts and stops."""

    def __init__(self, base):
        self.base = base

    def stop(self):
        """Does nothing, because somebody else stops the server."""


def run(check, browser, arguments):
    """Runs a check and returns whether it passed."""
    print(f"· {check.__name__.replace('_', ' ')}", flush=True)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as files, files_of(files) as address:
        if check is nginx_carries_the_picture:
            server = Elsewhere(arguments.external)
        else:
            external = [
                "--media.mode", "external", "--media.publishURL", "rtmp://127.0.0.1/live/{liveID}?key={streamKey}",
                "--media.playURL", address + "/{liveID}/index.m3u8", "--media.hooksSecret", HOOKS_SECRET,
            ]
            # A connection that takes no data for this long is closed. The default allows more time.
            plays_lists = check in (browsers_without_lists_play_fragments, a_viewer_chooses_the_quality)
            server = stand.Server(folder, external if plays_lists else [], SLOW_CONNECTION_SECONDS=5)
            server.start()
        show = Show(browser, server, arguments.screenshots)
        show.work, show.files = folder, files
        try:
            if show.passes(check):
                return True
            for log in Path(folder).glob("publisher-*.log"):
                print(f"  {log.name}: {log.read_text()[-500:]}")
            return False
        finally:
            show.close()
            Program.kill_all()
            server.stop()


def main():
    parser = argparse.ArgumentParser(description="Pictures of lives from ffmpeg, from files and through a media server.")
    parser.add_argument("names", metavar="CHECK", nargs="*", choices=[[], *(each.__name__ for each in CHECKS)], help="which checks")
    parser.add_argument("--external", metavar="URL", help="a server with nginx as its media server, and the live r1")
    parser.add_argument("--screenshots", metavar="FOLDER", type=Path, help="where pictures of the pages go")
    arguments = parser.parse_args()
    expect.set_options(timeout=SECONDS * 1_000)
    wanted = [
        check for check in CHECKS
        if check.__name__ in arguments.names or not arguments.names and (arguments.external or check is not nginx_carries_the_picture)]
    with sync_playwright() as playwright:
        browser = stand.launch(playwright)
        done = [run(check, browser, arguments) for check in wanted]
        browser.close()
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
