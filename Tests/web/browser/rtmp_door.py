"""nginx as the door for RTMP (Deploy/rtmp), as the package ovation-rtmp runs it, and an encoder that films the machine's clock."""

import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import stand
from encoders import Program
from stage import expect_within

SECRET = "0123456789abcdef0123456789abcdef"
MODULE = Path("/usr/lib/nginx/modules/ngx_rtmp_module.so")


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Door:
    """nginx with its RTMP module, which hands pictures to the relay of a server. `options` are the server's."""

    def __init__(self, folder):
        if not MODULE.exists() or not (shutil.which("nginx") or Path("/usr/sbin/nginx").exists()):
            print("nginx or its RTMP module is missing. Run: scripts/install-dependencies media", file=sys.stderr)
            sys.exit(3)
        self.folder = folder
        self.port, self.inner = free_ports(2)
        self.options = ["--media.rtmpURL", f"rtmp://127.0.0.1:{self.port}/live", "--media.hooksSecret", SECRET]
        self.process = None

    def start(self, base):
        """Starts nginx for a server, as a user of its own where this one is root, and waits until it listens."""
        shutil.copytree(stand.ROOT / "Deploy/rtmp", f"{self.folder}/rtmp")
        run = Path(self.folder, "rtmp-run")
        run.mkdir()
        command = [f"{self.folder}/rtmp/start-rtmp"]
        if os.geteuid() == 0:
            shutil.chown(run, "nobody")
            command = ["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", *command]
        with Path(self.folder, "nginx.log").open("w") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env={
                **os.environ, "RUNTIME_DIRECTORY": str(run), "OVATION_MEDIA_HOOKS_SECRET": SECRET, "OVATION_URL": base,
                "OVATION_RTMP_PORT": str(self.port), "OVATION_PROXY_PORT": str(self.inner)})
        expect_within(60, "nginx listens", self._listens)

    def _listens(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True

    def address(self, live, key):
        return f"rtmp://127.0.0.1:{self.port}/live/{live}?key={key}"

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait()


class ClockEncoder(Program):
    """ffmpeg as OBS is set up: x264 with B-frames and a key frame each two seconds, 30 frames a second. It films the milliseconds of the
    machine's clock, which the browser's pages share, as bars with the lowest bit on the left."""

    WIDTH, HEIGHT, RATE = 320, 180, 30

    def __init__(self, folder, address, bits):
        inner, self.pipe = os.pipe()
        super().__init__(folder, [
            "ffmpeg", "-hide_banner", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "gray", "-video_size",
            f"{self.WIDTH}x{self.HEIGHT}", "-framerate", str(self.RATE), "-i", "pipe:0", "-re", "-f", "lavfi", "-i",
            "sine=frequency=440:sample_rate=48000", "-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-g", str(2 * self.RATE),
            "-b:v", "1M", "-pix_fmt", "yuv420p", "-c:a", "aac", "-f", "flv", address,
        ], stdin=inner)
        os.close(inner)
        threading.Thread(target=self._film, args=(bits,), daemon=True).start()

    def _film(self, bits):
        due = time.monotonic()
        try:
            with os.fdopen(self.pipe, "wb", buffering=0) as pipe:
                while True:
                    now = time.time_ns() // 1_000_000
                    line = bytes(255 if now >> (x * bits // self.WIDTH) & 1 else 0 for x in range(self.WIDTH))
                    pipe.write(line * self.HEIGHT)
                    due += 1 / self.RATE
                    time.sleep(max(0, due - time.monotonic()))
        except OSError:
            pass
