"""Publishers other than browsers: ffmpeg and `ovation media publish`. Their picture shows a counter that a check reads from the page."""

import contextlib
import os
import random
import subprocess
import threading
from pathlib import Path

import stand
from media_stage import BITS
from stage import expect_within

WIDTH, HEIGHT, FRAMES_A_SECOND = 160, 120, 10
# A key frame a second, and one fragment for each.
CODECS = [
    "-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-crf", "18", "-g", "10", "-pix_fmt", "yuv420p", "-c:a", "aac",
]
FRAGMENTS = ["-f", "mp4", "-movflags", "frag_keyframe+empty_moov+default_base_moof"]
FFMPEG = ["ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", "-y"]


def frame(number, noise=None):
    """A grey picture that shows a number as bars, one for each bit with the lowest on the left, as `READ_CLOCK` reads it. Noise in its
    lower half makes the encoded picture large."""
    bars = bytes(255 if number >> (x * BITS // WIDTH) & 1 else 0 for x in range(WIDTH))
    lines = 64
    return bars * lines + (noise.randbytes(WIDTH * (HEIGHT - lines)) if noise else bars * (HEIGHT - lines))


def pictures_from(pipe, pace=("-re",)):
    """ffmpeg's options for its input: pictures from a pipe, and a tone."""
    return [
        *pace, "-f", "rawvideo", "-pix_fmt", "gray", "-video_size", f"{WIDTH}x{HEIGHT}", "-framerate", str(FRAMES_A_SECOND), "-i", pipe,
        *pace, "-f", "lavfi", "-i", "sine=frequency=440", "-shortest",
    ]


def make_clip(path, seconds):
    """A file that the relay accepts, made as docs/recordings.md describes. Its counter begins at 1."""
    pictures = b"".join(frame(number) for number in range(1, seconds * FRAMES_A_SECOND + 1))
    command = [argument for argument in FFMPEG if argument != "-nostdin"]
    subprocess.run([*command, *pictures_from("pipe:0", ()), *CODECS, *FRAGMENTS, path], input=pictures, check=True)


class Program:
    """A running publisher and its output."""

    running = []

    def __init__(self, folder, command, **more):
        self.log = Path(folder, f"publisher-{random.randrange(2**32):08x}.log")
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, **{"stdin": subprocess.DEVNULL, **more})
        self.running.append(self)

    @classmethod
    def kill_all(cls):
        """Kills the publishers that still run."""
        while cls.running:
            cls.running[-1].kill()

    @property
    def words(self):
        return self.log.read_text()

    def kill(self):
        """Kills it as `kill -9` does, without a goodbye."""
        self.process.kill()
        self.process.wait()
        self.running.remove(self)

    def ends(self, seconds):
        """Waits until it ends by itself, and returns its status."""
        return expect_within(seconds, "the publisher's end", lambda: None if self.process.poll() is None else (self.process.poll(),))[0]


class Encoder(Program):
    """ffmpeg publishing pictures at their own pace, with a counter that begins at a given number."""

    def __init__(self, folder, output, first=1, is_noisy=False):
        inner, self.pipe = os.pipe()
        command = [*FFMPEG[:1], *FFMPEG[2:], *pictures_from("pipe:0"), *CODECS, *(["-crf", "1"] if is_noisy else []), *output]
        super().__init__(folder, command, stdin=inner)
        os.close(inner)
        self.noise = random.Random(1) if is_noisy else None
        threading.Thread(target=self._send, args=(first,), daemon=True).start()

    def _send(self, number):
        with contextlib.suppress(OSError), os.fdopen(self.pipe, "wb", buffering=0) as pipe:
            while True:
                pipe.write(frame(number % 2**BITS, self.noise))
                number += 1


def looping(folder, clip, output):
    """ffmpeg publishing a file in an endless loop, without encoding it again."""
    return Program(folder, [*FFMPEG, "-re", "-stream_loop", "-1", "-i", clip, "-c", "copy", *output])


def ovation_publish(folder, server, clip, live, key, *options):
    """Starts `ovation media publish`."""
    return Program(
        folder, [server.binary, "media", "publish", clip, "--live", live, "--server", server.base, "--color", "never", *options],
        env={**os.environ, "OVATION_STREAM_KEY": key})


def stream_key(base, live):
    """The stream key of a live, and the address for an encoder."""
    answer = stand.call(base, "live_engine_http_srv", "get_stream_key", {"RoomId": live})["Response"]
    address = answer["PublishURLs"][0]
    return answer["StreamKey"], base + address if address.startswith("/") else address


def put(address, key):
    """ffmpeg's options for its output, to publish by HTTP as docs/operating/media-servers.md describes."""
    return [*FRAGMENTS, "-method", "PUT", "-headers", f"Authorization: Bearer {key}", address]
