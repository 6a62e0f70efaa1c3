"""A development server on a free port, and a browser. Measurements and screenshots of the page use them."""

import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def use_installed_python():
    """Continues in the Python with Playwright that scripts/install-dependencies created, if there is one."""
    python = ROOT / ".build/venv/bin/python"
    if python.exists() and Path(sys.prefix).resolve() != python.parent.parent.resolve():
        os.execv(python, [str(python), *sys.argv])


class Server:
    """A development server that can be killed and started again at the same address with the same data."""

    # No demo lives, and nobody who plays in them.
    flags = ("--quiet",)

    def __init__(self, folder, options=(), **limits):
        self.binary = Path(os.environ.get("OVATION_BIN", ROOT / ".build/debug/ovation"))
        if not self.binary.exists():
            sys.exit(f"There is no {self.binary}. Build it first: swift build --product ovation")
        self.folder, self.options, self.limits = folder, options, limits
        self.log = Path(folder, "server.log")
        self.port = 0
        self.process = None

    def start(self):
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [self.binary, "serve", "--dev", *self.flags, "--port", str(self.port), "--data", f"{self.folder}/data", *self.options],
                stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                env={**os.environ, **{f"OVATION_LIMITS_{name}": str(value) for name, value in self.limits.items()}})
        deadline = time.monotonic() + 60
        while not (found := re.search(r"Ovation is listening on (http:\S+)", self.log.read_text())):
            if self.process.poll() is not None or time.monotonic() > deadline:
                sys.exit("The server does not start:\n" + self.log.read_text()[-2_000:])
            time.sleep(0.1)
        self.base = found[1]
        self.port = int(self.base.rsplit(":", 1)[1])
        return self.base

    def kill(self):
        """Kills it as `kill -9` does, without a goodbye."""
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.kill()


@contextlib.contextmanager
def server(**limits):
    """Starts the server, yields its address and stops it at the end."""
    with tempfile.TemporaryDirectory() as folder:
        one = Server(folder, **limits)
        base = one.start()
        try:
            yield base
        finally:
            one.stop()


def chromium():
    """The path of the browser."""
    return subprocess.run([ROOT / "scripts/find-chromium"], capture_output=True, text=True, check=True).stdout.strip()


def launch(playwright, *more):
    return playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", *more])


def call(base, service, command, body):
    """Calls the REST API as the administrator of a development server."""

    request = urllib.request.Request(
        f"{base}/v4/{service}/{command}?sdkappid=1400000001&identifier=administrator&usersig=dev",
        data=json.dumps(body).encode(), headers={"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        reply = json.load(answer)
    if reply.get("ErrorCode"):
        raise RuntimeError(f"{command}: {reply}")
    return reply


class Traffic:
    """Counts a page's requests and bytes as the browser sees them. `data:` addresses are no requests, and the WebSocket is left out
    because it carries the live itself."""

    def __init__(self, client):
        self.requests = []
        self.bytes = 0
        client.on("Network.requestWillBeSent", self._asked)
        client.on("Network.loadingFinished", self._got)
        client.send("Network.enable")

    def _asked(self, event):
        if not event["request"]["url"].startswith("data:"):
            self.requests.append((event.get("type"), event["request"]["url"]))

    def _got(self, event):
        self.bytes += event["encodedDataLength"]

    @property
    def modules(self):
        return sum(kind == "Script" for kind, _ in self.requests)

    def __str__(self):
        return f"{self.bytes / 1_000:.0f} KB, {len(self.requests)} requests, {self.modules} of them modules"
