#!/usr/bin/env python3
"""Effects that fill the stage: what they look like, pixel by pixel, and what becomes of those that are damaged, too large or not wanted.

    svga_checks.py http://127.0.0.1:8080 [CHECK …]     needs a developer's server and Node; without names, every check runs

`test_live.py` runs all of them too. Exits with 1 where one fails, after the others have run.
"""

import base64
import contextlib
import itertools
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Error, expect, sync_playwright

import stand
from crowd import Crowd, Viewer

LIVE = "svga-checks"
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
FIXTURES = stand.ROOT / "Tests/fixtures/svga"
# What is drawn by the same rules may differ at the edges of shapes and in how pictures are made larger.
DIFFERENCE_MAX = 2

# Kept by the page itself, because a violation of the policy does not always reach the console.
WATCH_POLICY = """
window.policyViolations = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.policyViolations.push(`${event.violatedDirective} ${event.blockedURI}`);
});
"""
# The pixels of frames of a file, as the page's own worker and painter make them: premultiplied, so that what is clear counts as nothing.
FRAMES = """async ({ file, frames }) => {
  const { Decoder, Painter } = await import("/svga/index.js");
  const { movie, images, close } = await new Decoder().decode(Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0)));
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
# The pixels of a PNG picture, as the browser reads them.
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
# With which error the page refuses a file: null where it plays.
OUTCOME = """async (address) => {
  const { Loader, Player } = await import("/svga/index.js");
  const loader = new Loader();
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

# Decodes and draws a file over and over, with some of its bytes changed; answers how often each thing happened.
MUTATE = """async ({ file, count, seed }) => {
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
  const decoder = new Decoder();
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


class Stage:
    """A live with a host and viewers who are no browsers, pages that look at it, and gifts whose effects are the samples."""

    def __init__(self, browser, base, folder):
        self.browser, self.base, self.folder = browser, base, Path(folder)
        writer = stand.ROOT / "Tests/web/support/write-svga-samples.mjs"
        subprocess.run(["node", writer, folder], check=True, timeout=120)
        self.host = Viewer(base, "nova")
        self.host.ask("room.create", {"liveID": LIVE, "liveName": "A live with effects"}, LIVE)
        self.crowd = Crowd(base, LIVE, 14)
        self.orders = itertools.count()
        self.gifts = {}

    def names(self, begin=""):
        return sorted(file.stem for file in self.folder.glob(f"{begin}*.svga"))

    def file(self, name):
        return (self.folder / f"{name}.svga").read_bytes()

    def gift_of(self, name, address=None):
        """The gift whose effect a sample is; made when it is first asked for."""
        if name not in self.gifts:
            self.gifts[name] = f"s{len(self.gifts)}"
            stand.call(self.base, "live_engine_http_srv", "add_gift", {
                "GiftId": self.gifts[name], "DefaultName": name[:20], "Coins": 1, "IconUrl": "/gifts/star.svg",
                "ResourceUrl": address or f"/checks/{name}.svga"})
        return self.gifts[name]

    def give(self, name, by=0, count=1, **more):
        sender = self.crowd.viewers[by]
        order = f"svga-{os.getpid()}-{next(self.orders)}"
        sender.ask("gift.send", {"orderID": order, "giftID": self.gift_of(name, **more), "count": count}, LIVE)

    @contextlib.contextmanager
    def page(self, options=DESKTOP, user="watcher", path=f"/live/{LIVE}", shown="chat-input", **more):
        """A page under its own policy. What goes wrong in it fails the check."""
        wrongs = []
        with contextlib.closing(self.browser.new_context(**{"locale": "en-GB", **options, **more})) as context:
            context.add_init_script(WATCH_POLICY)
            context.route("**/checks/*.svga", self._answer)
            page = context.new_page()
            page.set_default_timeout(15_000)
            page.on("console", lambda message: message.type in ("error", "warning") and wrongs.append(f"{message.type}: {message.text}"))
            page.on("pageerror", lambda error: wrongs.append(f"error: {error}"))
            page.wrongs = wrongs
            page.goto(f"{self.base}/?user={user}#{path}", wait_until="commit")
            page.get_by_test_id(shown).first.wait_for()
            yield page
            wrongs += page.evaluate("window.policyViolations")
            assert not wrongs, "; ".join(wrongs)

    def _answer(self, route):
        file = self.folder / Path(urlsplit(route.request.url).path).name
        route.fulfill(body=file.read_bytes(), content_type="application/octet-stream")

    def close(self):
        for gift in self.gifts.values():
            stand.call(self.base, "live_engine_http_srv", "del_gift", {"GiftId": gift})
        self.crowd.leave()
        self.host.ask("room.end", room=LIVE)
        self.host.close()


def encoded(data):
    return base64.b64encode(data).decode()


def pixels_of(page, file, frames):
    """The pixels of frames: `{frame: bytes}`, and their width."""
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
    """How far two pictures are apart, of 255, over all channels, where what is clear counts as nothing."""
    one, other = premultiplied(one), premultiplied(other)
    assert len(one) == len(other), f"{len(one)} bytes and {len(other)}"
    return sum(abs(a - b) for a, b in zip(one, other)) / len(one)


def number(page, expression):
    return page.evaluate(expression)


# What is drawn

def pixels_are_those_that_a_hand_computes(stage):
    clear, red, green = (0, 0, 0, 0), (255, 0, 0, 255), (0, 255, 0, 255)
    # By frame: points of the movie and their colours. See svga-samples.mjs for what is drawn. Half of a half is a quarter: 64 of 255.
    wanted = {
        0: {
            (5, 5): red, (15, 5): clear, (25, 5): green, (33, 5): clear, (2, 22): (255, 0, 0, 128), (18, 38): (255, 0, 0, 128),
            (18, 18): clear, (45, 5): (0, 0, 255, 64), (45, 15): clear, (41, 21): red, (49, 39): red, (51, 30): clear, (59, 39): clear,
            (22, 30): green, (29, 39): green, (31, 30): clear, (38, 30): clear,
        },
        1: {(5, 5): clear, (35, 5): red, (25, 5): green, (2, 22): clear, (22, 30): clear, (45, 5): clear},
        2: {(25, 5): green, (35, 5): clear}, 3: {(25, 5): clear, (5, 5): clear},
    }
    with stage.page() as page:
        for name in ("plain-2", "plain-1", "plain-hybrid"):
            frames, width, height = pixels_of(page, stage.file(name), list(wanted))
            assert (width, height) == (60, 40)
            for frame, points in wanted.items():
                for (x, y), colour in points.items():
                    at = (y * width + x) * 4
                    found = tuple(frames[frame][at:at + 4])
                    near = all(abs(a - b) <= 2 for a, b in zip(found, colour))
                    assert near, f"{name}, frame {frame}, at {x} {y}: {found}, not {colour}"


def frames_are_those_of_the_rasteriser(stage):
    """`NAME-frameN.png`: pictures of `NAME.svga`, beside them or among the gifts, that the Swift library's rasteriser made."""
    names = sorted({re.sub(r"-frame\d+$", "", file.stem) for file in FIXTURES.glob("*-frame*.png")})
    if not names:
        print("  there are no reference frames in Tests/fixtures/svga")
    with stage.page() as page:
        for name in names:
            references = {int(re.search(r"-frame(\d+)$", file.stem)[1]): file for file in FIXTURES.glob(f"{name}-frame*.png")}
            places = [FIXTURES / f"{name}.svga", stand.ROOT / f"Web/gifts/{name}.svga"]
            movie = next(place for place in places if place.exists()).read_bytes()
            found, width, height = pixels_of(page, movie, sorted(references))
            for frame, file in sorted(references.items()):
                answer = page.evaluate(PIXELS, encoded(file.read_bytes()))
                assert (answer["width"], answer["height"]) == (width, height), f"{file.name}: {answer['width']}×{answer['height']}"
                difference = mean_difference(found[frame], base64.b64decode(answer["pixels"]))
                print(f"  {file.name}: {difference:.2f} of 255")
                assert difference <= DIFFERENCE_MAX, f"{file.name}: a mean difference of {difference:.2f}"


def what_is_damaged_has_an_error_and_nothing_else(stage):
    with stage.page() as page:
        for name in stage.names("bad-"):
            outcome = page.evaluate(OUTCOME, f"/checks/{name}.svga")
            assert outcome == name.rsplit("-", 1)[1], f"{name}: {outcome}"
        for name in stage.names("odd-"):
            outcome = page.evaluate(OUTCOME, f"/checks/{name}.svga")
            assert outcome is None, f"{name}: {outcome}"


def files_that_are_changed_at_random_are_refused_or_drawn(stage):
    """`SVGA_MUTATIONS` says how many changes of each sample there are, `OVATION_TEST_SEED` begins at another place."""
    count, seed = int(os.environ.get("SVGA_MUTATIONS", "200")), int(os.environ.get("OVATION_TEST_SEED", time.time_ns() % 2**32))
    print(f"  seed {seed}")
    files = {name: stage.file(name) for name in ("plain-2", "plain-1", "plain-hybrid", "lines-2")}
    files |= {file.stem: file.read_bytes() for file in FIXTURES.glob("*.svga")}
    files |= {file.stem: file.read_bytes() for file in (stand.ROOT / "Web/gifts").glob("*.svga")}
    with stage.page() as page:
        for name, file in sorted(files.items()):
            # Large files take longer, and have more places that mean nothing.
            turns = max(10, int(count * min(1, 20_000 / len(file))))
            outcomes = page.evaluate(MUTATE, {"file": encoded(file), "count": turns, "seed": seed})
            failed = ("workerFailed", "decodeTimedOut")
            strange = [outcome for outcome in outcomes if not re.fullmatch(r"\w+", outcome) or outcome in failed]
            assert not strange, f"{name}, seed {seed}: {strange}"
            assert len(outcomes) > 1, f"{name}, seed {seed}: {outcomes}"


def decoded_effects_keep_to_64_megabytes(stage):
    with stage.page() as page:
        kept = page.evaluate("""async (names) => {
          const { EffectCache, Loader } = await import("/svga/index.js");
          const cache = new EffectCache();
          const loader = new Loader({ cache });
          const sizes = [];
          for (const name of names) {
            const { release } = await loader.load(`/checks/${name}.svga`);
            release();
            sizes.push([cache.size, cache.bytes]);
          }
          return sizes;
        }""", stage.names("large-"))
        assert [size for size, _ in kept] == [1, 2, 3, 4, 4, 4], kept
        assert max(size for _, size in kept) <= 64 * 1024 * 1024, kept


# The page

def nothing_of_it_is_loaded_before_the_first_effect(stage):
    with stage.page() as page:
        asked = []
        page.on("request", lambda request: asked.append(urlsplit(request.url).path))
        stage.give("none", address="/gifts/star.svg")
        page.locator(".effects__caption").wait_for()
        assert not [path for path in asked if "/svga/" in path], asked
        page.keyboard.press("Escape")
        stage.give("long")
        page.get_by_test_id("effect-canvas").wait_for()
        loaded = [path for path in asked if "/svga/" in path]
        assert loaded and all(re.match(r"/w/[0-9a-f]+/svga/", path) for path in loaded), loaded


def an_effect_fills_the_stage_and_leaves_the_chat_alone(stage):
    for options in (DESKTOP, PHONE):
        with stage.page(options) as page:
            stage.give("long", by=1)
            canvas = page.get_by_test_id("effect-canvas")
            canvas.wait_for()
            expect(page.locator(".effects__caption")).to_contain_text("sent long")
            inner, outer = canvas.bounding_box(), page.locator(".stage").bounding_box()
            assert inner["x"] >= outer["x"] - 1 and inner["y"] >= outer["y"] - 1, f"{inner} in {outer}"
            assert inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1, f"{inner} in {outer}"
            assert inner["width"] >= 0.95 * outer["width"], f"{inner} in {outer}"
            side = page.locator(".side").bounding_box()
            assert options is DESKTOP or inner["y"] + inner["height"] <= side["y"] + 1, f"{inner} over {side}"
            # What is drawn is seen: some of the canvas is opaque.
            assert number(page, """() => {
              const canvas = document.querySelector("[data-testid=effect-canvas]");
              const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
              return data.filter((value, index) => index % 4 === 3 && value > 200).length;
            }""") > 100
            page.get_by_test_id("chat-input").fill("while it plays")
            page.get_by_test_id("chat-input").press("Enter")
            expect(page.locator(".chat__text", has_text="while it plays").last).to_be_visible()
            page.keyboard.press("Escape")
            expect(page.locator(".effects")).to_be_hidden()


def an_effect_is_skipped_and_the_next_one_plays(stage):
    with stage.page() as page:
        stage.give("long", by=1)
        page.get_by_test_id("effect-canvas").wait_for()
        stage.give("long", by=2)
        stage.give("loud", by=3)
        caption = page.locator(".effects__caption")
        expect(caption).to_contain_text("fan-1")
        page.get_by_test_id("effect-skip").click()
        expect(caption).to_contain_text("fan-2")
        page.keyboard.press("Escape")
        expect(caption).to_contain_text("fan-3")
        page.keyboard.press("Escape")
        expect(page.locator(".effects")).to_be_hidden()


def an_effect_ends_by_itself(stage):
    with stage.page() as page:
        stage.give("short", by=4)
        page.get_by_test_id("effect-canvas").wait_for()
        expect(page.locator(".effects")).to_be_hidden(timeout=5_000)
        assert page.locator(".effects canvas").count() == 0


def effects_wait_in_a_queue(stage):
    """Ten wait, one's own first, and gifts of a kind by one sender are one."""
    with stage.page(user="giver") as page:
        caption = page.locator(".effects__caption")
        stage.give("long", by=0)
        page.get_by_test_id("effect-canvas").wait_for()
        for by in range(1, 13):
            stage.give("long", by=by)
        for _ in range(2):
            stage.give("long", by=1)
        # The last one is in the chat, so the page has seen all of them.
        own = Viewer(stage.base, "giver")
        own.ask("room.join", room=LIVE)
        own.ask("gift.send", {"orderID": f"own-{os.getpid()}", "giftID": stage.gift_of("long"), "count": 1}, LIVE)
        expect(page.locator(".chat__row", has_text="giver").last).to_be_visible()
        seen = []
        while page.locator(".effects").is_visible():
            text = caption.inner_text()
            seen.append(text)
            page.keyboard.press("Escape")
            if len(seen) > 12:
                break
            page.wait_for_timeout(250)
        own.close()
        # One played and ten waited: one's own pushed the last one out.
        assert len(seen) == 11, seen
        assert "fan-0" in seen[0] and "giver" in seen[1] and "fan-1 " in seen[2] and "×3" in seen[2], seen
        assert "fan-9" in seen[-1], seen


def effects_are_switched_off_for_good(stage):
    with stage.page() as page:
        stage.give("long", by=5)
        page.get_by_test_id("effect-canvas").wait_for()
        page.get_by_role("button", name="Gift effects").click()
        expect(page.locator(".effects")).to_be_hidden()
        page.reload()
        page.get_by_test_id("chat-input").wait_for()
        stage.give("long", by=6)
        expect(page.get_by_test_id("gift-banner").first).to_be_visible()
        expect(page.locator(".effects")).to_be_hidden()
        assert page.get_by_role("button", name="Gift effects").get_attribute("aria-pressed") == "false"
        page.get_by_role("button", name="Gift effects").click()
        stage.give("long", by=7)
        page.get_by_test_id("effect-canvas").wait_for()


def less_motion_gets_a_card_and_loads_no_player(stage):
    with stage.page(reduced_motion="reduce") as page:
        asked = []
        page.on("request", lambda request: asked.append(urlsplit(request.url).path))
        stage.give("long", by=7)
        expect(page.locator(".effects--card .effects__caption")).to_contain_text("sent long")
        assert page.locator(".effects canvas").count() == 0
        assert not [path for path in asked if "/svga/" in path or path.endswith(".svga")], asked


def what_cannot_be_shown_has_a_card(stage):
    with stage.page() as page:
        for by, name in enumerate(["bad-bomb-inflatedTooLarge", "bad-file-fileTooLarge", "bad-pixels-badImage", "bad-ring-matteCycle"]):
            stage.give(name, by=by)
            expect(page.locator(".effects--card .effects__caption")).to_contain_text(f"fan-{by}")
            page.keyboard.press("Escape")
            expect(page.locator(".effects")).to_be_hidden()
        # Of another server: not even asked for.
        stage.give("elsewhere", by=8, address="https://other.example/rocket.svga")
        expect(page.locator(".effects--card .effects__caption")).to_contain_text("fan-8")
        page.keyboard.press("Escape")
        # And the next one plays.
        stage.give("long", by=9)
        page.get_by_test_id("effect-canvas").wait_for()
        stage.crowd.viewers[3].ask("barrage.send", {"text": "the chat goes on"}, LIVE)
        expect(page.locator(".chat__text", has_text="the chat goes on")).to_be_visible()


def sound_is_off_until_it_is_asked_for(stage):
    count = """() => window.contexts.length"""
    with stage.page() as page:
        page.evaluate("""() => {
          window.contexts = [];
          window.AudioContext = class extends AudioContext {
            constructor() { super(); window.contexts.push(this); }
            createBufferSource() { window.sources = (window.sources ?? 0) + 1; return super.createBufferSource(); }
          };
        }""")
        stage.give("loud", by=10)
        button = page.get_by_test_id("effect-sound")
        expect(button).to_have_attribute("aria-pressed", "false")
        assert page.evaluate(count) == 0, "a device was asked for"
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        page.wait_for_timeout(500)
        made = page.evaluate("[contexts.length, window.sources]")
        assert made == [1, 1], f"{made} devices and sounds"
        page.keyboard.press("Escape")
        expect(page.locator(".effects")).to_be_hidden()
        page.wait_for_timeout(300)
        state = page.evaluate("contexts[0].state")
        assert state == "suspended", f"the sound is {state}"
        # It is kept.
        stage.give("loud", by=11)
        expect(page.get_by_test_id("effect-sound")).to_have_attribute("aria-pressed", "true")
        page.wait_for_timeout(500)
        made = page.evaluate("[contexts.length, window.sources]")
        assert made == [1, 2], f"{made} devices and sounds"
        page.keyboard.press("Escape")
        stage.give("long", by=12)
        page.get_by_test_id("effect-canvas").wait_for()
        expect(page.get_by_test_id("effect-sound")).to_have_count(0)


CHECKS = [
    pixels_are_those_that_a_hand_computes, frames_are_those_of_the_rasteriser, what_is_damaged_has_an_error_and_nothing_else,
    files_that_are_changed_at_random_are_refused_or_drawn, decoded_effects_keep_to_64_megabytes,
    nothing_of_it_is_loaded_before_the_first_effect, an_effect_fills_the_stage_and_leaves_the_chat_alone,
    an_effect_is_skipped_and_the_next_one_plays, an_effect_ends_by_itself, effects_wait_in_a_queue, effects_are_switched_off_for_good,
    less_motion_gets_a_card_and_loads_no_player, what_cannot_be_shown_has_a_card, sound_is_off_until_it_is_asked_for,
]


def check(browser, base, names=()):
    """Runs the checks; answers how many failed."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(browser, base, folder)
        try:
            for each in CHECKS:
                if names and each.__name__ not in names:
                    continue
                print(f"· {each.__name__.replace('_', ' ')}", flush=True)
                try:
                    each(stage)
                except (AssertionError, Error) as failure:
                    failed += 1
                    print(f"FAILED: {each.__name__}: {failure}", flush=True)
        finally:
            stage.close()
    return failed


def main():
    with sync_playwright() as playwright:
        browser = stand.launch(playwright)
        failed = check(browser, sys.argv[1].rstrip("/"), sys.argv[2:])
        browser.close()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
