#!/usr/bin/env python3
"""Pictures of lives from ffmpeg, from files and through a media server, in a real browser.

    test_media_servers.py [CHECK …] [--external URL] [--screenshots FOLDER]

Each check has a developer's server of its own (.build/debug/ovation, or what OVATION_BIN names). `--external` names one that is set up
with nginx as its media server, which scripts/try-media-server does; without it, the checks of nginx are left out. It needs ffmpeg, Chromium
and the Python package `playwright`. Exits with 1 where a check fails, after the others have run.
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
from encoders import Encoder, Program, looping, make_clip, ovation_publish, put, stream_key
from media_show import Show
from media_stage import SECONDS, clock, metric, wait_for_clock
from stage import expect_within

# HLS is some segments behind, and a player that lost it comes back with pauses that grow.
HLS_SECONDS = 60
# Seconds of a clip that loops.
CLIP_SECONDS = 4
# Pixels of another origin's picture can be read where the page asks for it with CORS. The page itself has no use for them.
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


def step(name):
    print(f"  · {name}", flush=True)


def create(base, live):
    """A live that is on, and has no host."""
    stand.call(base, "im_open_login_svc", "account_import", {"UserID": "administrator"})
    stand.call(base, "live_engine_http_srv", "create_room", {"RoomInfo": {"RoomId": live, "RoomType": "Live"}})
    return stream_key(base, live)


def plays_on(page, seconds=SECONDS, first=1):
    """Waits until the counter in the picture has gone on three times, and answers it. What is far from where it began was not read
    well: a decoder that begins in the middle shows blurred bars."""
    seen = first

    def counted():
        now = clock(page)
        return now if seen < now < first + 1_000 else None

    for _ in range(3):
        seen = expect_within(seconds, f"the counter beyond {seen}", counted)
    return seen


def plays_over_the_seam(page):
    """Waits until the counter in the picture has gone back to its beginning twice, and goes on."""
    for _ in range(2):
        late = expect_within(SECONDS, "a late picture", lambda: (lambda now: now if now > CLIP_SECONDS * 5 else None)(clock(page)))
        expect_within(SECONDS, "the clip's beginning", lambda: 0 < clock(page) < late - CLIP_SECONDS * 2)
    wait_for_clock(page, clock(page))


def ffmpeg_publishes_by_http(show):
    key, address = create(show.base, "r1")
    step("a wrong key is refused, and ffmpeg's user learns why")
    refused = Encoder(show.work, put(address, "guessed"))
    assert refused.ends(SECONDS) != 0, "ffmpeg ended well"
    assert "403" in refused.words or "Broken pipe" in refused.words, refused.words
    print("    " + refused.words.strip().splitlines()[0])

    step("the page plays what ffmpeg sends")
    encoder = Encoder(show.work, put(address, key))
    page = show.page("bo", "/live/r1")
    seen = plays_on(page)
    show.shot(page, "ffmpeg-http")
    step("ffmpeg is killed and started again: the page plays on by itself")
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
    step("a wrong key is refused with a sentence")
    refused = ovation_publish(show.work, show.server, clip, "r1", "guessed")
    assert refused.ends(SECONDS) == 1, refused.words
    assert re.search("stream key", refused.words), refused.words
    print("    " + refused.words.strip().splitlines()[-1])

    page = show.page("bo", "/live/r1")
    for options in (["--loop"], ["--loop", "--anew"]):
        step(f"the page plays over the seam of ovation media publish {' '.join(options)}")
        publisher = ovation_publish(show.work, show.server, clip, "r1", key, *options)
        plays_over_the_seam(page)
        step("it is killed and started again: the page plays on by itself")
        publisher.kill()
        expect(page.get_by_test_id("picture-card")).to_contain_text("broke off")
        publisher = ovation_publish(show.work, show.server, clip, "r1", key, *options)
        expect(page.get_by_test_id("picture-card")).to_be_hidden()
        plays_over_the_seam(page)
        publisher.kill()
    step("the page plays over the seam of ffmpeg -stream_loop")
    publisher = looping(show.work, clip, put(address, key))
    plays_over_the_seam(page)
    publisher.kill()


def connect_small(address, timeout):
    """A connection for which the system keeps little, on both sides."""
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1_000)
    one.settimeout(timeout)
    one.connect(address)
    return one


def newest_segment(base):
    """The name of the newest segment in the list of r1; None where there is no list yet."""
    try:
        with urllib.request.urlopen(f"{base}/v1/media/r1/index.m3u8", timeout=10) as answer:
            lines = answer.read().decode().splitlines()
    except urllib.error.HTTPError:
        return None
    return ([line for line in lines if line and not line.startswith("#")] or [None])[-1]


def memory(process):
    """Bytes that a process has in memory."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"^VmRSS:\s+(\d+) kB", status, re.M)[1]) * 1_024


def players_that_never_read_cost_nobody_anything(show):
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
        step("the server sends them away, and the page plays on")
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
    step("the page plays the list of nginx")
    encoder = Encoder(show.work, [*flv, address])
    page = show.page("bo", "/live/r1", prepare=[READABLE])
    seen = plays_on(page, HLS_SECONDS)
    source = page.get_by_test_id("picture-video").evaluate("(video) => video.currentSrc")
    assert source.endswith("/hls/r1.m3u8") and not source.startswith(show.base), f"it plays {source}"
    show.shot(page, "nginx")
    step("ffmpeg is killed and started again: the page plays on by itself")
    encoder.kill()
    expect(page.get_by_test_id("picture-card")).to_contain_text("broke off")
    encoder = Encoder(show.work, [*flv, address], first=seen + 200)
    plays_on(page, HLS_SECONDS, first=seen + 200)
    encoder.kill()
    expect(page.get_by_test_id("picture-card")).to_contain_text("broke off")
    step("a clip that loops plays on over its seam")
    clip = f"{show.work}/clip.mp4"
    make_clip(clip, CLIP_SECONDS)
    publisher = looping(show.work, clip, [*flv, address])
    expect(page.get_by_test_id("picture-card")).to_be_hidden()
    plays_over_the_seam(page)
    publisher.kill()


CHECKS = [ffmpeg_publishes_by_http, clips_loop, players_that_never_read_cost_nobody_anything, nginx_carries_the_picture]


class Elsewhere:
    """A server that somebody else starts and stops."""

    def __init__(self, base):
        self.base = base

    def stop(self):
        """Leaves it as it is."""


def run(check, browser, arguments):
    """Runs a check; answers whether all is as it should be."""
    print(f"· {check.__name__.replace('_', ' ')}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        if check is nginx_carries_the_picture:
            server = Elsewhere(arguments.external)
        else:
            # A connection that takes nothing for so long is closed; by default it is given more time.
            server = stand.Server(folder, SLOW_CONNECTION_SECONDS=5)
            server.start()
        show = Show(browser, server, arguments.screenshots)
        show.work = folder
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
