"""A live whose gifts have the SVGA samples as effects, and what a page makes of such files."""

import base64
import contextlib
import itertools
import os
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

import stand
from stage import Stage

# The page itself keeps its policy violations, because not every violation reaches the console.
WATCH_POLICY = """
window.policyViolations = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.policyViolations.push(`${event.violatedDirective} ${event.blockedURI}`);
});
"""
# Sixty times the page's own timeouts, because a refusal must not depend on the machine's load. `svga-load.test.mjs` tests the time
# limits on a manual clock.
PATIENT = "const clock = { after: (milliseconds, act) => setTimeout(act, 60 * milliseconds), cancel: (id) => clearTimeout(id) };"
# The pixels of a file's frames from the page's own worker and painter, premultiplied so that transparent pixels count as nothing.
FRAMES = "async ({ file, frames }) => {" + PATIENT + """
  const { Decoder, Painter } = await import("/svga/index.js");
  const { movie, images, close } = await new Decoder({ clock }).decode(Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0)));
  const canvas = Object.assign(document.createElement("canvas"), { width: movie.width, height: movie.height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const painter = new Painter(movie, images);
  const result = {};
  for (const frame of frames) {
    painter.paint(context, frame);
    let text = "";
    for (const byte of context.getImageData(0, 0, canvas.width, canvas.height).data) text += String.fromCharCode(byte);
    result[frame] = btoa(text);
  }
  close();
  return { width: canvas.width, height: canvas.height, frames: result };
}"""
# The pixels of a PNG file, as the browser reads them.
PIXELS = """async (file) => {
  const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }), { colorSpaceConversion: "none" });
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  let text = "";
  for (const byte of context.getImageData(0, 0, canvas.width, canvas.height).data) text += String.fromCharCode(byte);
  return { width: canvas.width, height: canvas.height, pixels: btoa(text) };
}"""
# The error with which the page refuses a file, or null if it plays.
OUTCOME = "async (address) => {" + PATIENT + """
  const { Decoder, Loader, Player } = await import("/svga/index.js");
  const loader = new Loader({ clock, decoder: new Decoder({ clock }) });
  try {
    const { effect, release } = await loader.load(address);
    const canvas = document.createElement("canvas");
    document.body.append(canvas);
    await new Player(canvas).play(effect, { millisecondsMax: 150 }).finally(release);
    canvas.remove();
    loader.purge();
    return null;
  } catch (error) {
    return error.code ?? String(error);
  }
}"""

# Decodes and draws a file again and again with some bytes changed, and counts the outcomes.
MUTATE = "async ({ file, count, seed }) => {" + PATIENT + """
  const { Decoder, Layers, Painter, SVGAError } = await import("/svga/index.js");
  let state = seed >>> 0;
  const below = (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const through = async (bytes, stream) => new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
  const original = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
  const isStream = original[0] === 0x78;
  const message = isStream ? await through(original, new DecompressionStream("deflate")) : null;
  const decoder = new Decoder({ clock });
  const context = document.createElement("canvas").getContext("2d");
  const outcomes = {};
  for (let index = 0; index < count; index += 1) {
    // What is in a stream is changed as often as the stream: its checksum keeps most changes of itself out.
    const isInside = isStream && index % 2 === 0;
    let bytes = (isInside ? message : original).slice();
    for (let changes = 1 + below(4); changes > 0; changes -= 1) bytes[below(bytes.length)] = below(256);
    if (below(10) === 0) bytes = bytes.slice(0, below(bytes.length));
    if (isInside) bytes = await through(bytes, new CompressionStream("deflate"));
    let outcome = "drawn";
    try {
      const { movie, images, close } = await decoder.decode(bytes);
      const painter = new Painter(movie, images, new Layers());
      for (const frame of [0, 1, movie.frameCount - 1]) painter.paint(context, frame, [1, 0, 0, 1, 0, 0]);
      close();
    } catch (error) {
      outcome = error instanceof SVGAError ? error.code : `${error.stack}`;
    }
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}"""


class EffectStage(Stage):
    """A live with gifts whose effects are the samples. Its pages keep their own policy, and anything that goes wrong in one fails the
    check."""

    def __init__(self, browser, base, live):
        super().__init__(browser, base, live, crowd=14, bypass_csp=False)
        self.samples = tempfile.TemporaryDirectory()
        self.folder = Path(self.samples.name)
        writer = stand.ROOT / "Tests/web/support/write-svga-samples.mjs"
        subprocess.run(["node", writer, self.folder], check=True, timeout=120)
        self.numbers = itertools.count()
        self.gifts = {}

    def names(self, begin=""):
        return sorted(file.stem for file in self.folder.glob(f"{begin}*.svga"))

    def file(self, name):
        return (self.folder / f"{name}.svga").read_bytes()

    def gift_of(self, name, address=None):
        """The gift with a sample as its effect, created on the first call."""
        if name not in self.gifts:
            self.gifts[name] = f"s{len(self.gifts)}"
            stand.call(self.base, "live_engine_http_srv", "add_gift", {
                "GiftId": self.gifts[name], "DefaultName": name[:20], "Coins": 1, "IconUrl": "/gifts/star.svg",
                "ResourceUrl": address or f"/checks/{name}.svga"})
        return self.gifts[name]

    def give(self, name, by=0, count=1, **more):
        order = {"orderID": f"svga-{os.getpid()}-{next(self.numbers)}", "giftID": self.gift_of(name, **more), "count": count}
        self.crowd.viewers[by].ask("gift.send", order, self.live)

    @contextlib.contextmanager
    def page(self, *arguments, prepare=None, **more):
        wrongs = []

        def prepare_all(page):
            page.add_init_script(WATCH_POLICY)
            if prepare:
                prepare(page)
            page.route("**/checks/*.svga", self._answer)
            page.on("console", lambda said: said.type in ("error", "warning") and wrongs.append(f"{said.type}: {said.text}"))
            page.on("pageerror", lambda error: wrongs.append(f"error: {error}"))
            page.wrongs = wrongs

        with super().page(*arguments, prepare=prepare_all, **more) as page:
            yield page
            wrongs += page.evaluate("window.policyViolations")
            assert not wrongs, "; ".join(wrongs)

    def _answer(self, route):
        file = self.folder / Path(urlsplit(route.request.url).path).name
        route.fulfill(body=file.read_bytes(), content_type="application/octet-stream")

    def close(self):
        for gift in self.gifts.values():
            stand.call(self.base, "live_engine_http_srv", "del_gift", {"GiftId": gift})
        super().close()
        self.samples.cleanup()


def encoded(data):
    return base64.b64encode(data).decode()


def pixels_of(page, file, frames):
    """The pixels of the frames as `{frame: bytes}`, and their width."""
    answer = page.evaluate(FRAMES, {"file": encoded(file), "frames": frames})
    return {int(frame): base64.b64decode(text) for frame, text in answer["frames"].items()}, answer["width"], answer["height"]


def premultiplied(pixels):
    result = bytearray(pixels)
    for at in range(0, len(result), 4):
        alpha = result[at + 3]
        if alpha < 255:
            for channel in range(3):
                result[at + channel] = (result[at + channel] * alpha + 127) // 255
    return result


def mean_difference(one, other):
    """The mean difference of two pictures, of 255, over all channels. Transparent pixels count as nothing."""
    one, other = premultiplied(one), premultiplied(other)
    assert len(one) == len(other), f"{len(one)} bytes and {len(other)}"
    return sum(abs(a - b) for a, b in zip(one, other)) / len(one)


def number(page, expression):
    return page.evaluate(expression)
