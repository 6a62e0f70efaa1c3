"""Servers of a cluster for measurements: with a PostgreSQL and a NATS of their own, as near or as far as a measurement wants them."""

import asyncio
import base64
import json
import multiprocessing
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests/web/browser"))
from pair import is_ready  # noqa: E402

SECRET = "a secret of the laboratory, for measurements"
# How long something may take that should have happened long ago, in seconds.
PATIENCE = 60
# Between two gifts of one user, in seconds.
PAUSE = 0.02
TEMPORARY = (RuntimeError, urllib.error.URLError, OSError)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def until(what, holds, patience=PATIENCE):
    deadline = time.monotonic() + patience
    while not holds():
        if time.monotonic() > deadline:
            raise RuntimeError(f"{what}, after {patience} s")
        time.sleep(0.02)


def _carry_late(listening, target_port, seconds):
    """Carries every connection to a port of this machine; each byte is on its way for so many seconds in either direction."""

    async def carry(reader, writer):
        loop, queue = asyncio.get_running_loop(), asyncio.Queue(maxsize=10_000)

        async def deliver():
            while (late := await queue.get()) is not None:
                due, data = late
                await asyncio.sleep(max(0.0, due - loop.time()))
                writer.write(data)
                await writer.drain()
            writer.close()

        delivery = asyncio.create_task(deliver())
        try:
            while data := await reader.read(65_536):
                await queue.put((loop.time() + seconds, data))
        except OSError:
            pass
        await queue.put(None)
        try:
            await delivery
        except OSError:
            pass

    async def accept(reader, writer):
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", target_port)
        except OSError:
            return writer.close()
        await asyncio.gather(carry(reader, far_writer), carry(far_reader, writer), return_exceptions=True)

    async def serve():
        await (await asyncio.start_server(accept, sock=listening)).serve_forever()

    asyncio.run(serve())


class LateWay:
    """A way to a port of this machine that takes its time. It is a process of its own, which waits for nobody."""

    def __init__(self, target_port, milliseconds):
        listening = socket.create_server(("127.0.0.1", 0))
        self.port = listening.getsockname()[1]
        self.process = multiprocessing.get_context("fork").Process(
            target=_carry_late, args=(listening, target_port, milliseconds / 1000), daemon=True)
        self.process.start()
        listening.close()

    def close(self):
        self.process.terminate()
        self.process.join()


class Stage:
    """`count` servers that serve at the same time, or one after the other where it is alone. `milliseconds` is how far away PostgreSQL is,
    in each direction."""

    def __init__(self, folder, count, milliseconds=0, is_alone=False, **limits):
        self.folder = Path(folder)
        self.binary = Path(os.environ.get("OVATION_BIN", ROOT / ".build/release/ovation"))
        self.helpers, self.processes, self.ways = {}, {}, []
        self.database = self._begin("start-postgres")
        self.broker_port = free_port()
        self.broker = self.start_broker()
        url = urllib.parse.urlsplit(self.database)
        if milliseconds:
            self.ways.append(LateWay(url.port, milliseconds))
            url = url._replace(netloc=f"{url.username}@127.0.0.1:{self.ways[0].port}")
        self.environment = {
            **os.environ, "OVATION_CONFIG": "/dev/null", "OVATION_STORAGE_URL": url.geturl(),
            "OVATION_APP_SECRET": SECRET, **({} if is_alone else {"OVATION_CLUSTER_BROKER_URL": self.broker})}
        self.options = [word for name, value in limits.items() for word in ("--set", f"limits.{name}={value}")]
        self.ports = [free_port() for _ in range(count)]

    def _begin(self, script, *words):
        helper = subprocess.Popen(
            [ROOT / "scripts" / script, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, text=True)
        self.helpers[script] = helper
        url = helper.stdout.readline().strip()
        if not url:
            raise RuntimeError(f"scripts/{script} does not start; run it by hand")
        return url

    def start_broker(self): return self._begin("start-nats", str(self.broker_port))

    def stop_broker(self):
        """Ends NATS as `kill -9` does."""
        broker = self.helpers.pop("start-nats")
        broker.kill()
        broker.wait()

    def start(self, number, processor=None, is_standby=False):
        """Starts a server, on one processor if that is named, and waits until it is ready; one that waits for another is not."""
        pinned = ["taskset", "-c", str(processor)] if processor is not None else []
        loops = ["--event-loops", "1"] if pinned else []
        with (self.folder / f"server{number}.log").open("a") as log:
            self.processes[number] = subprocess.Popen(
                [*pinned, self.binary, "serve", "--dev", "--quiet", "--port", str(self.ports[number]), "--data",
                 f"{self.folder}/node{number}", "--cluster.nodeName", f"node{number}", "--log-level", "warning", *loops, *self.options],
                stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=self.environment)
        what = f"server {number} is not ready; its log is in {self.folder}"
        until(what, lambda: self.stands_by(number) if is_standby else is_ready(self.ports[number]))

    def stands_by(self, number):
        """Whether a server waits for the one that serves to go."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.ports[number]}/health/ready", timeout=5):
                return False
        except urllib.error.HTTPError as answer:
            return "standby" in answer.read().decode()
        except OSError:
            return False

    def kill(self, number):
        process = self.processes.pop(number)
        process.kill()
        process.wait()

    def call(self, number, service, command, body, seconds=10):
        """Calls the REST API of a server as the administrator.

        Raises RuntimeError where it refuses, OSError where it says nothing for so long.
        """
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.ports[number]}/v4/{service}/{command}?sdkappid=1400000001&identifier=administrator&usersig=dev",
            data=json.dumps(body).encode(), headers={"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=seconds) as answer:
            reply = json.load(answer)
        if reply.get("ErrorCode"):
            raise RuntimeError(f"{command}: {reply}")
        return reply

    def creates(self, number, live, owner):
        """The app's backend creates a live at a server, which is its home then."""
        self.call(number, "live_engine_http_srv", "create_room", {
            "RoomInfo": {"RoomId": live, "RoomType": "Live", "RoomName": "A measurement", "Owner_Account": owner}})

    def fills(self, *users, number=0):
        """Makes users, each with coins enough, at a server."""
        for user in users:
            self.call(number, "im_open_login_svc", "account_import", {"UserID": user})
            self.call(number, "ovation_wallet_srv", "credit", {
                "User_Account": user, "Coins": 1_000_000_000, "Reference": f"for {user}"})

    def sql(self, statement):
        return subprocess.run(
            ["psql", "-X", "-A", "-t", "-c", statement, self.database], check=True, capture_output=True, text=True).stdout.strip()

    def stop(self):
        for processes in (self.processes.values(), self.helpers.values()):
            for process in processes:
                process.terminate()
            for process in processes:
                try:
                    process.wait(timeout=30)
                except subprocess.TimeoutExpired:
                    process.kill()
        for way in self.ways:
            way.close()


class Watcher(threading.Thread):
    """A viewer of one live at one server, until the server closes the connection. Notes when that was, and with which code."""

    def __init__(self, port, user, live):
        super().__init__(daemon=True)
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.settimeout(None)
        self.user, self.live, self.is_in, self.code, self.closed_at = user, live, False, None, None
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET /v1/ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Protocol: ovation.v1.json\r\n\r\n").encode())
        self.stream = self.socket.makefile("rb")
        if b" 101 " not in (status := self.stream.readline()):
            raise RuntimeError(f"the server does not take a WebSocket: {status!r}")
        while self.stream.readline().strip():
            pass

    def _send(self, kind, payload):
        length = bytes([0x80 | len(payload)]) if len(payload) < 126 else bytes([0x80 | 126]) + len(payload).to_bytes(2, "big")
        # A mask of zeros is one, too.
        self.socket.sendall(bytes([0x80 | kind]) + length + bytes(4) + payload)

    def _ask(self, command): self._send(1, json.dumps(command).encode())

    def run(self):
        self._ask({"id": 0, "op": "session.open", "data": {"sdkAppID": 1_400_000_001, "userID": self.user, "userSig": "dev"}})
        self._ask({"id": 1, "op": "room.join", "room": self.live})
        while len(head := self.stream.read(2)) == 2:
            size = head[1] & 127
            if size > 125:
                size = int.from_bytes(self.stream.read(2 if size == 126 else 8), "big")
            payload, kind = self.stream.read(size), head[0] & 15
            if kind == 9:
                self._send(10, payload)
            elif kind == 8:
                self.code, self.closed_at = int.from_bytes(payload[:2], "big"), time.monotonic()
                return
            elif kind == 1 and payload.startswith(b'{"id":1,"ok"'):
                self.is_in = True


class Giver(threading.Thread):
    """Gives gifts in one live, each until it is charged, at the servers that it is given in turn. Notes when each was charged.

    Who hears nothing for a second asks again under the same id: what a home was asked just before it died is answered by nobody.
    """

    def __init__(self, stage, user, live, ports):
        super().__init__(daemon=True)
        self.stage, self.user, self.live, self.numbers = stage, user, live, ports
        self.is_over, self.charged, self.failure = threading.Event(), [], None
        # How many gifts there were, and which of the servers is asked.
        self.number, self.turn = 0, 0

    def run(self):
        while not self.is_over.is_set():
            self.number, self.turn = self.number + 1, 0
            try:
                # Also after the end: what is under way may be charged already.
                until(f"{self.live}-{self.number} is not charged", self._is_charged, patience=120)
            except RuntimeError as problem:
                self.failure = str(problem)
                return
            self.charged.append(time.monotonic())
            self.is_over.wait(PAUSE)

    def _is_charged(self):
        """Asks a server for the gift, and the next one the next time."""
        try:
            self.stage.call(self.numbers[self.turn % len(self.numbers)], "live_engine_http_srv", "send_gift", {
                "RoomId": self.live, "From_Account": self.user, "GiftId": "rose", "Count": 1, "OrderId": f"{self.live}-{self.number}"},
                seconds=1)
            return True
        except TEMPORARY:
            self.turn += 1
            return False

    def end(self):
        self.is_over.set()
        self.join(timeout=150)
        if self.failure or self.is_alive():
            raise RuntimeError(self.failure or f"the giver in {self.live} hangs")

    def away(self, since, until=None):
        """The longest time without a charged gift from a moment on."""
        moments = [since, *(at for at in self.charged if at > since and (until is None or at < until))]
        return max([later - earlier for earlier, later in zip(moments, moments[1:])], default=float("inf"))


def quantile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]
