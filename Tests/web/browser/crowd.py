"""Viewers without a browser, who make a live as lively as a test or a measurement needs.

Each is a WebSocket client of a few lines: it reads what it is sent and throws it away, so that the server never waits for it.
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
# Chat as people write it: short and long, several scripts, a long word.
TEXTS = [
    "hello!", "so good 🎉", "what song is this?", "greetings from Lisbon, it is late here but I am still watching you",
    "哈哈哈 太好听了", "lol", "この曲だいすき", "encore encore encore", "first time here, how often do you go live?", "❤️❤️❤️",
    "Donaudampfschifffahrtsgesellschaft", "مرحبا من القاهرة", "can you say hi to my sister?", "🔥🔥", "the sound is great today",
]


class Socket:
    """A WebSocket of a few lines. `connect` makes the connection, as `socket.create_connection` does."""

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
        """The next frame: its opcode and what it holds. A ping is answered."""
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
    """One connection, logged in with the UserSig that a developer's server takes from anybody."""

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
                # Nothing but answers is of interest, and they begin so.
                if opcode == 1 and payload.startswith(b'{"id":'):
                    frame = json.loads(payload)
                    with self.answered:
                        self.replies[frame["id"]] = frame
                        self.answered.notify_all()
        except OSError:
            pass

    def tell(self, op, data=None, room=None):
        """Sends a command and waits for nothing."""
        frame = {"id": next(self.ids), "op": op, "data": data or {}}
        if room:
            frame["room"] = room
        self._write(1, json.dumps(frame).encode())
        return frame["id"]

    def ask(self, op, data=None, room=None):
        """Sends a command and answers with what the server made of it."""
        number = self.tell(op, data, room)
        with self.answered:
            assert self.answered.wait_for(lambda: number in self.replies, timeout=20), f"no answer to {op}"
            reply = self.replies.pop(number)
        assert "ok" in reply, f"{op} of {self.user}: {reply}"
        return reply["ok"]


class Crowd:
    """Viewers who write, like and give at steady rates until they are stopped."""

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
        """So many messages a second, by one after the other; numbered, so that each is another one."""
        def say(index):
            self.said += 1
            text = TEXTS[index % len(TEXTS)]
            self._one(index).tell("barrage.send", {"text": f"{text} {index}" if is_numbered else text}, self.live)
        self._every(1 / rate, say)

    def like(self, rate):
        """So many commands of three likes a second."""
        self._every(1 / rate, lambda index: self._one(index).tell("like.send", {"count": 3}, self.live))

    def react(self, rate, emojis=("🔥", "❤️", "👏")):
        """So many reactions a second, as apps send them over VideoSDK's PubSub."""
        self._every(1 / rate, lambda index: self._one(index).tell(
            "pubsub.publish", {"topic": "REACTION", "message": emojis[index % len(emojis)]}, self.live))

    def give(self, gift, interval):
        """A gift every so many seconds, by one after the other."""
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
