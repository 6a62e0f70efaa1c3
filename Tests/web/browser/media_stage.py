"""Pictures for the checks of the page: a camera that films a clock, and publishers and players outside a browser."""

import contextlib
import re
import threading
import urllib.request
from urllib.parse import quote

from crowd import Socket, Viewer
from stage import expect_within

SECONDS = 30

# The browser's simulated camera, microphone and screen need no permission. Sound needs a tap, as in people's browsers.
FLAGS = [
    "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", "--autoplay-policy=user-gesture-required",
    "--auto-accept-this-tab-capture",
]
BITS = 12

# A camera with 160×120 pixels and 10 frames a second that films a clock. It shows the tenths of a second since the page began, as
# bars with the lowest bit on the left. `beat()` returns the current value. The microphone hears a tone.
CLOCK = """(() => {
  const bits = %d;
  const began = performance.now();
  window.beat = () => Math.floor((performance.now() - began) / 100) %% 2 ** bits;
  navigator.mediaDevices.getUserMedia = async ({ video, audio }) => {
    const stream = new MediaStream();
    if (video) {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [160, 120];
      const ink = canvas.getContext("2d");
      const draw = () => {
        const now = beat();
        for (let bit = 0; bit < bits; bit += 1) {
          ink.fillStyle = now >> bit & 1 ? "#fff" : "#000";
          ink.fillRect(bit * 160 / bits, 0, 160 / bits, 120);
        }
      };
      draw();
      setInterval(draw, 50);
      stream.addTrack(canvas.captureStream(10).getVideoTracks()[0]);
    }
    if (audio) {
      const context = new AudioContext();
      const tone = context.createOscillator();
      const microphone = context.createMediaStreamDestination();
      tone.connect(microphone);
      tone.start();
      stream.addTrack(microphone.stream.getAudioTracks()[0]);
    }
    window.camera = stream;
    return stream;
  };
})();""" % BITS

# Reads the clock from a video's pixels; -1 if nothing is visible.
READ_CLOCK = """(video) => {
  if (!video || video.readyState < 2) return -1;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [160, 120];
  const ink = canvas.getContext("2d", { willReadFrequently: true });
  ink.drawImage(video, 0, 0, 160, 120);
  let shown = 0;
  for (let bit = 0; bit < %d; bit += 1) {
    const [red] = ink.getImageData((bit + 0.5) * 160 / %d, 60, 1, 1).data;
    if (red > 127) shown += 2 ** bit;
  }
  return shown;
}""" % (BITS, BITS)
WATCHED = "document.querySelector('[data-testid=picture-video]')"

# The loudness of a video's sound, from 0 to 1.
LISTEN = """(video) => {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  const source = context.createMediaElementSource(video);
  source.connect(analyser);
  analyser.connect(context.destination);
  const samples = new Float32Array(analyser.fftSize);
  window.loudness = () => {
    analyser.getFloatTimeDomainData(samples);
    return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
  };
}"""


def clock(page, video=WATCHED):
    """The current reading of the clock in a page's video."""
    return page.evaluate(f"({READ_CLOCK})({video})")


def wait_for_clock(page, beyond, video=WATCHED):
    """Waits until the clock in a page's video shows a later time. It wraps after seven minutes, which is longer than any check."""
    def shown():
        now = clock(page, video)
        return now if now > beyond else None
    return expect_within(SECONDS, f"the clock in the picture beyond {beyond}", shown)


def metric(base, name):
    """The value of a metric without labels."""
    with urllib.request.urlopen(f"{base}/metrics", timeout=10) as answer:
        found = re.search(rf"^{name} (\S+)$", answer.read().decode(), re.M)
    return float(found[1]) if found else 0


class Repeaters:
    """Lives that repeat another live's picture. Every byte of it is published to all of them at once."""

    def __init__(self, base, source, lives):
        self.hosts = [Viewer(base, f"host-of-{live}") for live in lives]
        for host, live in zip(self.hosts, lives):
            host.ask("room.create", {"liveID": live, "liveName": f"Live {live}"}, live)
        urls = [host.ask("media.publish", {}, live)["url"] for host, live in zip(self.hosts, lives)]
        self.sockets = [Socket(base, url, "ovation.media.v1") for url in urls]
        self.source = Socket(base, f"/v1/media/{quote(source, safe='')}/play", "ovation.media.v1")
        threading.Thread(target=self._repeat, daemon=True).start()
        for socket in self.sockets:
            threading.Thread(target=self._answer, args=(socket,), daemon=True).start()

    def _repeat(self):
        with contextlib.suppress(OSError):
            while True:
                opcode, payload = self.source.frame()
                for socket in list(self.sockets) if opcode == 2 else []:
                    with contextlib.suppress(OSError):
                        socket.send(payload)

    def _answer(self, socket):
        """Reads what the server sends a publisher, and answers its pings."""
        with contextlib.suppress(OSError):
            while True:
                socket.frame()

    def stop(self):
        for socket in [self.source, *self.sockets]:
            socket.close()
        for host in self.hosts:
            host.close()


def picture_of(viewer, live):
    """The server's description of a live's picture, or None without one."""
    return viewer.ask("room.info", room=live)["info"].get("media")


class MostPlayers:
    """Notes a page's players, and counts how many there are at a time by the server's gauge."""

    def __init__(self, page, base, others=0):
        self.seen = []
        self.base, self.others = base, others
        self.most_at_server = 0
        self.stopping = threading.Event()
        page.on("websocket", self._opened)
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()

    def _opened(self, socket):
        if socket.url.split("?")[0].endswith("/play"):
            self.seen.append(socket.url)

    def _watch(self):
        while not self.stopping.wait(0.02):
            self.most_at_server = max(self.most_at_server, metric(self.base, "ovation_media_players") - self.others)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self.thread.join()
