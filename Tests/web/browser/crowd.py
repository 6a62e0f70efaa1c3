"""Viewers without a browser, who keep a live as busy as a test or a measurement needs.

Each is a WebSocket client of a few lines. It reads what the server sends and discards it, so the server never waits for it.
"""

import base64
import itertools
import json
import os
import socket
import struct
import threading
import time
from urllib.parse import urlsplit

SDK_APP_ID = 1_400_000_001
# Chat as people write it: short and long, in several scripts, with one long word.
TEXTS = [
    "hello!", "so good 🎉", "what song is this?", "greetings from Lisbon, it is late here but I am still watching you",
    "哈哈哈 太好听了", "lol", "この曲だいすき", "encore encore encore", "first time here, how often do you go live?", "❤️❤️❤️",
    "Donaudampfschifffahrtsgesellschaft", "مرحبا من القاهرة", "can you say hi to my sister?", "🔥🔥", "the sound is great today",
]


class Socket:
    """A small WebSocket client. `connect` opens the connection with the parameters of `socket.create_connection`."""

    def __init__(self, base, path, protocol, connect=socket.create_connection):
        address = urlsplit(base)
        self.lock = threading.Lock()
        self.socket = connect((address.hostname, address.port), timeout=10)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: {protocol}\r\n\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self._received()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        assert head.startswith(b"HTTP/1.1 101"), head
        self.socket.settimeout(None)

    def _received(self):
        data = self.socket.recv(65_536)
        if not data:
            raise ConnectionError("cut off")
        return data

    def _take(self, count):
        while len(self.buffer) < count:
            self.buffer += self._received()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def frame(self):
        """Returns the next frame's opcode and payload, and answers a ping."""
        first, length = self._take(2)
        if length == 126:
            length = struct.unpack(">H", self._take(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self._take(8))[0]
        payload = self._take(length)
        if first & 15 == 9:
            self._write(10, payload)
        return first & 15, payload

    def _write(self, opcode, payload):
        mask = os.urandom(4)
        count = len(payload)
        if count < 126:
            length = bytes([128 | count])
        else:
            length = b"\xfe" + struct.pack(">H", count) if count < 65_536 else b"\xff" + struct.pack(">Q", count)
        repeated = (mask * (count // 4 + 1))[:count]
        masked = (int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")).to_bytes(count, "big")
        with self.lock:
            self.socket.sendall(bytes([128 | opcode]) + length + mask + masked)

    def send(self, payload):
        """Sends bytes."""
        self._write(2, payload)

    def close(self):
        self.socket.close()


class Viewer(Socket):
    """One connection, logged in with the UserSig that a development server accepts from everybody."""

    def __init__(self, base, user):
        self.user = user
        self.ids = itertools.count(1)
        self.replies = {}
        self.answered = threading.Condition()
        super().__init__(base, "/v1/ws", "ovation.v1.json")
        threading.Thread(target=self._read, daemon=True).start()
        self.ask("session.open", {"sdkAppID": SDK_APP_ID, "userID": user, "userSig": "dev"})

    def _read(self):
        try:
            while True:
                opcode, payload = self.frame()
                # Only answers matter here, and they start like this.
                if opcode == 1 and payload.startswith(b'{"id":'):
                    frame = json.loads(payload)
                    with self.answered:
                        self.replies[frame["id"]] = frame
                        self.answered.notify_all()
        except OSError:
            pass

    def tell(self, op, data=None, room=None):
        """Sends a command without waiting for its answer."""
        frame = {"id": next(self.ids), "op": op, "data": data or {}}
        if room:
            frame["room"] = room
        self._write(1, json.dumps(frame).encode())
        return frame["id"]

    def ask(self, op, data=None, room=None):
        """Sends a command and returns its answer."""
        number = self.tell(op, data, room)
        with self.answered:
            assert self.answered.wait_for(lambda: number in self.replies, timeout=20), f"no answer to {op}"
            reply = self.replies.pop(number)
        assert "ok" in reply, f"{op} of {self.user}: {reply}"
        return reply["ok"]


class Crowd:
    """Viewers who write, like, react and send gifts at steady rates until they are stopped."""

    def __init__(self, base, live, size=12, names=()):
        self.live = live
        self.viewers = [Viewer(base, names[index] if index < len(names) else f"fan-{index}") for index in range(size)]
        for viewer in self.viewers:
            viewer.ask("room.join", room=live)
        self.stopping = threading.Event()
        self.threads = []
        self.said = 0

    def _every(self, interval, act):
        def run():
            due = time.monotonic()
            for index in itertools.count():
                due += interval
                if self.stopping.wait(max(0, due - time.monotonic())):
                    return
                act(index)
        self.threads.append(threading.Thread(target=run, daemon=True))
        self.threads[-1].start()

    def _one(self, index):
        return self.viewers[index % len(self.viewers)]

    def talk(self, rate, is_numbered=True):
        """Sends this many messages a second, from one viewer after the other. Numbers make each message different."""
        def say(index):
            self.said += 1
            text = TEXTS[index % len(TEXTS)]
            self._one(index).tell("barrage.send", {"text": f"{text} {index}" if is_numbered else text}, self.live)
        self._every(1 / rate, say)

    def like(self, rate):
        """Sends this many commands a second, with three likes each."""
        self._every(1 / rate, lambda index: self._one(index).tell("like.send", {"count": 3}, self.live))

    def react(self, rate, emojis=("🔥", "❤️", "👏")):
        """Sends this many reactions a second, as apps do over VideoSDK's PubSub."""
        self._every(1 / rate, lambda index: self._one(index).tell(
            "pubsub.publish", {"topic": "REACTION", "message": emojis[index % len(emojis)]}, self.live))

    def give(self, gift, interval):
        """Sends a gift at this interval in seconds, from one viewer after the other."""
        run = os.urandom(4).hex()
        self._every(interval, lambda index: self._one(index).tell(
            "gift.send", {"orderID": f"{run}-{gift}-{index}", "giftID": gift, "count": 1}, self.live))

    def stop(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join()
        self.threads = []
        self.stopping.clear()

    def leave(self):
        self.stop()
        for viewer in self.viewers:
            viewer.close()
