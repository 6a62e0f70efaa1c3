"""Browser checks of effects that fill the stage: their pixels, and what happens to damaged, oversized or unwanted ones. `checks.py`
runs them. They need Node."""

import base64
import os
import re
import time
from urllib.parse import urlsplit

from playwright.sync_api import expect

import stand
from crowd import Viewer
from stage import DESKTOP, PHONE, expect_within, stand_still
from svga_stage import EffectStage, MUTATE, OUTCOME, PATIENT, PIXELS, encoded, mean_difference, number, pixels_of

STAGE = EffectStage
FIXTURES = stand.ROOT / "Tests/fixtures/svga"
# Correct renderers may still differ at the edges of shapes and in how they enlarge pictures.
DIFFERENCE_MAX = 2


# Drawing

def pixels_equal_those_calculated_by_hand(stage):
    clear, red, green = (0, 0, 0, 0), (255, 0, 0, 255), (0, 255, 0, 255)
    # For each frame, points of the movie and their colours; svga-samples.mjs describes them. Half of a half is a quarter: 64 of 255.
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


def frames_equal_those_of_the_rasteriser(stage):
    """Compares with `NAME-frameN.png`, which the Swift library's rasteriser drew from `NAME.svga` or from a gift."""
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


def damaged_files_give_their_error_and_odd_ones_play(stage):
    with stage.page() as page:
        for name in stage.names("bad-"):
            outcome = page.evaluate(OUTCOME, f"/checks/{name}.svga")
            assert outcome == name.rsplit("-", 1)[1], f"{name}: {outcome}"
        for name in stage.names("odd-"):
            outcome = page.evaluate(OUTCOME, f"/checks/{name}.svga")
            assert outcome is None, f"{name}: {outcome}"


def randomly_damaged_files_are_refused_or_drawn(stage):
    """`SVGA_MUTATIONS` sets the number of changes for each sample, and `OVATION_TEST_SEED` the seed."""
    count, seed = int(os.environ.get("SVGA_MUTATIONS", "50")), int(os.environ.get("OVATION_TEST_SEED", time.time_ns() % 2**32))
    print(f"  seed {seed}")
    files = {name: stage.file(name) for name in ("plain-2", "plain-1", "plain-hybrid", "lines-2")}
    files |= {file.stem: file.read_bytes() for file in FIXTURES.glob("*.svga")}
    files |= {file.stem: file.read_bytes() for file in (stand.ROOT / "Web/gifts").glob("*.svga")}
    with stage.page() as page:
        for name, file in sorted(files.items()):
            # Large files take longer, and more of their bytes have no meaning.
            turns = max(10, int(count * min(1, 20_000 / len(file))))
            outcomes = page.evaluate(MUTATE, {"file": encoded(file), "count": turns, "seed": seed})
            failed = ("workerFailed", "decodeTimedOut")
            strange = [outcome for outcome in outcomes if not re.fullmatch(r"\w+", outcome) or outcome in failed]
            assert not strange, f"{name}, seed {seed}: {strange}"
            assert len(outcomes) > 1, f"{name}, seed {seed}: {outcomes}"


def decoded_effects_keep_to_64_megabytes(stage):
    with stage.page() as page:
        kept = page.evaluate("async (names) => {" + PATIENT + """
          const { Decoder, EffectCache, Loader } = await import("/svga/index.js");
          const cache = new EffectCache();
          const loader = new Loader({ cache, clock, decoder: new Decoder({ clock }) });
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

def the_player_is_not_loaded_before_the_first_effect(stage):
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
            # The drawing is visible: part of the canvas is opaque.
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
        expect(page.locator(".effects")).to_be_hidden()
        assert page.locator(".effects canvas").count() == 0


def effects_wait_in_a_queue(stage):
    """Ten effects wait, the user's own first, and repeated gifts of one sender wait as one."""
    with stage.page(user="giver", prepare=stand_still) as page:
        caption = page.locator(".effects__caption")
        stage.give("long", by=0)
        page.get_by_test_id("effect-canvas").wait_for()
        for by in range(1, 13):
            stage.give("long", by=by)
        for _ in range(2):
            stage.give("long", by=1)
        own = Viewer(stage.base, "giver")
        own.ask("room.join", room=stage.live)
        own.ask("gift.send", {"orderID": f"own-{os.getpid()}", "giftID": stage.gift_of("long"), "count": 1}, stage.live)
        # Effects wait with the banners, and the user's own banner is the next that finds a place. The chat may be ahead of both.
        expect(page.locator("[data-testid=gift-banner][data-user-id=giver]")).to_be_attached(timeout=60_000)
        seen = []
        for turn in range(11):
            if turn == 10:
                # It is behind all others, where any are left.
                stage.give("loud", by=0)
            seen.append(caption.inner_text())
            page.keyboard.press("Escape")
            expect(caption).not_to_have_text(seen[-1])
        own.close()
        assert "sent loud" in caption.inner_text(), f"{seen}, then {caption.inner_text()}"
        # One played and ten waited, because the user's own gift pushed out the last one.
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
        # The page is in the live when it knows the owner.
        expect(page.locator(".stage__owner")).not_to_have_text("")
        stage.give("long", by=6)
        expect(page.get_by_test_id("gift-banner").first).to_be_visible()
        expect(page.locator(".effects")).to_be_hidden()
        assert page.get_by_role("button", name="Gift effects").get_attribute("aria-pressed") == "false"
        page.get_by_role("button", name="Gift effects").click()
        stage.give("long", by=7)
        page.get_by_test_id("effect-canvas").wait_for()


def reduced_motion_shows_a_card_and_loads_no_player(stage):
    with stage.page(reduced_motion="reduce") as page:
        asked = []
        page.on("request", lambda request: asked.append(urlsplit(request.url).path))
        stage.give("long", by=7)
        expect(page.locator(".effects--card .effects__caption")).to_contain_text("sent long")
        assert page.locator(".effects canvas").count() == 0
        assert not [path for path in asked if "/svga/" in path or path.endswith(".svga")], asked


def an_effect_that_cannot_be_shown_becomes_a_card(stage):
    with stage.page() as page:
        for by, name in enumerate(["bad-bomb-inflatedTooLarge", "bad-file-fileTooLarge", "bad-pixels-badImage", "bad-ring-matteCycle"]):
            stage.give(name, by=by)
            expect(page.locator(".effects--card .effects__caption")).to_contain_text(f"fan-{by}")
            page.keyboard.press("Escape")
            expect(page.locator(".effects")).to_be_hidden()
        # An effect on another server is not even requested.
        stage.give("elsewhere", by=8, address="https://other.example/rocket.svga")
        expect(page.locator(".effects--card .effects__caption")).to_contain_text("fan-8")
        page.keyboard.press("Escape")
        # The next effect plays.
        stage.give("long", by=9)
        page.get_by_test_id("effect-canvas").wait_for()
        stage.crowd.viewers[3].ask("barrage.send", {"text": "the chat goes on"}, stage.live)
        expect(page.locator(".chat__text", has_text="the chat goes on")).to_be_visible()


def sound_is_off_until_the_user_turns_it_on(stage):
    count = """() => window.contexts.length"""
    with stage.page() as page:
        page.evaluate("""() => {
          window.contexts = [];
          window.AudioContext = class extends AudioContext {
            constructor() { super(); window.contexts.push(this); }
            createGain() { return window.gain = super.createGain(); }
            createBufferSource() { window.sources = (window.sources ?? 0) + 1; return super.createBufferSource(); }
          };
        }""")
        stage.give("loud", by=10)
        button = page.get_by_test_id("effect-sound")
        expect(button).to_have_attribute("aria-pressed", "false")
        assert page.evaluate(count) == 0, "a device was asked for"
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect_within(15, "one device and one sound", lambda: page.evaluate("[contexts.length, window.sources]") == [1, 1])
        page.keyboard.press("Escape")
        expect(page.locator(".effects")).to_be_hidden()
        expect_within(15, "the sound is suspended", lambda: page.evaluate("contexts[0].state") == "suspended")
        # The setting is kept.
        stage.give("loud", by=11)
        expect(page.get_by_test_id("effect-sound")).to_have_attribute("aria-pressed", "true")
        expect_within(15, "a second sound", lambda: page.evaluate("[contexts.length, window.sources]") == [1, 2])
        # Beside a picture the sound is as loud as that, and goes on when somebody turns it down.
        page.evaluate("""() => {
          const stage = document.querySelector(".stage");
          Object.assign(stage.dataset, { sound: "on", volume: "0.25" });
          stage.dispatchEvent(new Event("sound"));
        }""")
        assert page.evaluate("[gain.gain.value, window.sources]") == [0.25, 2]
        page.evaluate("""() => { for (const name of ["sound", "volume"]) delete document.querySelector(".stage").dataset[name]; }""")
        page.keyboard.press("Escape")
        stage.give("long", by=12)
        page.get_by_test_id("effect-canvas").wait_for()
        expect(page.get_by_test_id("effect-sound")).to_have_count(0)


CHECKS = [
    pixels_equal_those_calculated_by_hand, frames_equal_those_of_the_rasteriser, damaged_files_give_their_error_and_odd_ones_play,
    randomly_damaged_files_are_refused_or_drawn, decoded_effects_keep_to_64_megabytes,
    the_player_is_not_loaded_before_the_first_effect, an_effect_fills_the_stage_and_leaves_the_chat_alone,
    an_effect_is_skipped_and_the_next_one_plays, an_effect_ends_by_itself, effects_wait_in_a_queue, effects_are_switched_off_for_good,
    reduced_motion_shows_a_card_and_loads_no_player, an_effect_that_cannot_be_shown_becomes_a_card, sound_is_off_until_the_user_turns_it_on,
]
