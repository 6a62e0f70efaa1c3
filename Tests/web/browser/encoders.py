"""Publishers that are no browsers: ffmpeg and `ovation media publish`, with a counter in the picture, which a page's video is read for."""

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
# A key frame a second, and a fragment with each.
CODECS = [
    "-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-crf", "18", "-g", "10", "-pix_fmt", "yuv420p", "-c:a", "aac",
]
FRAGMENTS = ["-f", "mp4", "-movflags", "frag_keyframe+empty_moov+default_base_moof"]
FFMPEG = ["ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", "-y"]


def frame(number, noise=None):
    """A grey picture with a number in it, a bar for each bit, the lowest one left, as `READ_CLOCK` reads it. Noise in its lower half
    makes it many bytes."""
    bars = bytes(255 if number >> (x * BITS // WIDTH) & 1 else 0 for x in range(WIDTH))
    lines = 64
    return bars * lines + (noise.randbytes(WIDTH * (HEIGHT - lines)) if noise else bars * (HEIGHT - lines))


def pictures_from(pipe, pace=("-re",)):
    """What ffmpeg is told of its input: the pictures of a pipe, and a tone."""
    return [
        *pace, "-f", "rawvideo", "-pix_fmt", "gray", "-video_size", f"{WIDTH}x{HEIGHT}", "-framerate", str(FRAMES_A_SECOND), "-i", pipe,
        *pace, "-f", "lavfi", "-i", "sine=frequency=440", "-shortest",
    ]


def make_clip(path, seconds):
    """A file of the kind that the relay takes, as docs/recordings.md makes it. The counter begins at 1."""
    pictures = b"".join(frame(number) for number in range(1, seconds * FRAMES_A_SECOND + 1))
    command = [argument for argument in FFMPEG if argument != "-nostdin"]
    subprocess.run([*command, *pictures_from("pipe:0", ()), *CODECS, *FRAGMENTS, path], input=pictures, check=True)


class Program:
    """A publisher that runs, and what it says."""

    running = []

    def __init__(self, folder, command, **more):
        self.log = Path(folder, f"publisher-{random.randrange(2**32):08x}.log")
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, **{"stdin": subprocess.DEVNULL, **more})
        self.running.append(self)

    @classmethod
    def kill_all(cls):
        """Kills those that still run."""
        while cls.running:
            cls.running[-1].kill()

    @property
    def words(self):
        return self.log.read_text()

    def kill(self):
        """As `kill -9` does: without a word to anybody."""
        self.process.kill()
        self.process.wait()
        self.running.remove(self)

    def ends(self, seconds):
        """Waits until it ends by itself, and answers its status."""
        return expect_within(seconds, "the publisher's end", lambda: None if self.process.poll() is None else (self.process.poll(),))[0]


class Encoder(Program):
    """ffmpeg, which is sent pictures with a counter that begins at a number, and publishes them at their own pace."""

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
    """ffmpeg with a file that begins again at its end, as it is."""
    return Program(folder, [*FFMPEG, "-re", "-stream_loop", "-1", "-i", clip, "-c", "copy", *output])


def ovation_publish(folder, server, clip, live, key, *options):
    """`ovation media publish`."""
    return Program(
        folder, [server.binary, "media", "publish", clip, "--live", live, "--server", server.base, "--color", "never", *options],
        env={**os.environ, "OVATION_STREAM_KEY": key})


def stream_key(base, live):
    """The key of a live, and the address for an encoder."""
    answer = stand.call(base, "live_engine_http_srv", "get_stream_key", {"RoomId": live})["Response"]
    address = answer["PublishURLs"][0]
    return answer["StreamKey"], base + address if address.startswith("/") else address


def put(address, key):
    """What ffmpeg is told of its output to publish by HTTP, as docs/operating/media-servers.md has it."""
    return [*FRAGMENTS, "-method", "PUT", "-headers", f"Authorization: Bearer {key}", address]
