"""Browser checks of reactions: sent by keyboard and by hand, seen by everybody, counted in a storm, calm with reduced motion.
`checks.py` runs them."""

import contextlib
import json

from playwright.sync_api import TimeoutError, expect

import accessibility
from access_checks import SMALL_TARGETS, TARGET
from stage import DESKTOP, IS_FREE, PHONE, box, client_of, expect_within

# The most copies on the stage at a time, the number of all copies, and their emojis.
WATCH_COPIES = """() => {
  window.copies = { most: 0, all: 0, kinds: [] };
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    copies.all += added.length;
    copies.most = Math.max(copies.most, document.querySelectorAll(".reaction").length);
    copies.kinds = [...new Set([...copies.kinds, ...added.map(({ textContent }) => textContent)])];
  }).observe(document.querySelector(".reactions__flying"), { childList: true });
}"""
NARROW = {"viewport": {"width": 320, "height": 640}, "is_mobile": True, "has_touch": True}


def react(stage, emoji, count=1, by=0):
    """Sends a reaction as apps do over VideoSDK's PubSub."""
    message = {"topic": "REACTION", "message": emoji}
    stage.crowd.viewers[by].ask("pubsub.publish", message | ({"count": count} if count > 1 else {}), stage.live)


def prepare(stage, *pages):
    """Waits until pages listen and have loaded the reactions' code, and then counts flying copies."""
    for page in pages:
        react_until_seen(stage, page, "😮")
    for page in pages:
        # An earlier reaction may still fly, so the check waits for an empty stage instead of clearing it.
        wait_for_an_empty_stage(page)
        page.evaluate(WATCH_COPIES)


def react_until_seen(stage, page, emoji):
    """Repeats a reaction until it flies, because a page does not see those sent before it listened."""
    for _ in range(10):
        react(stage, emoji, by=11)
        with contextlib.suppress(TimeoutError):
            return page.locator(".reaction", has_text=emoji).first.wait_for(state="attached", timeout=1_500)
    raise AssertionError(f"ten times {emoji}, and nothing flew")


def wait_for_an_empty_stage(page):
    """A full stage shows other people's reactions only as numbers. A copy is gone after 3.5 seconds."""
    expect(page.locator(".reaction")).to_have_count(0)


def wait_for_copies(page, emoji):
    page.wait_for_function("(emoji) => copies.kinds.includes(emoji)", arg=emoji)


def choice(page, name):
    return page.get_by_role("toolbar", name="Choose a reaction").get_by_role("button", name=name)


def a_reaction_by_keyboard_flies_for_everybody(stage):
    published = []

    def note(frame):
        if '"pubsub.publish"' in frame:
            published.append(json.loads(frame)["data"])

    def listen(page):
        page.on("websocket", lambda socket: socket.on("framesent", note))

    with stage.page(prepare=listen) as page, stage.page(user="another") as other:
        prepare(stage, page, other)
        field = page.get_by_test_id("chat-input")
        field.press("r")
        expect(field).to_have_value("r")
        button = page.get_by_test_id("react-button")
        expect(button).to_have_attribute("aria-expanded", "false")
        button.focus()
        page.keyboard.press("r")
        expect(choice(page, "Heart")).to_be_focused()
        expect(button).to_have_attribute("aria-expanded", "true")
        page.keyboard.press("ArrowRight")
        expect(choice(page, "Fire")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("announcer")).to_have_text("You reacted: Fire")
        for each in (page, other):
            wait_for_copies(each, "🔥")
            wait_for_an_empty_stage(each)
        page.keyboard.press("6")
        expect(choice(page, "Party")).to_be_focused()
        for each in (page, other):
            wait_for_copies(each, "🎉")
        page.keyboard.press("Escape")
        expect(page.locator(".picker")).to_be_hidden()
        expect(button).to_be_focused()
        assert published == [{"topic": "REACTION", "message": emoji} for emoji in ("🔥", "🎉")], published
        # Copies stay within the stage and cannot be clicked.
        inner, outer = box(other, ".reactions"), box(other, ".stage")
        assert inner["x"] >= outer["x"] and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1, f"{inner}, {outer}"
        assert other.get_by_test_id("like-button").evaluate(IS_FREE)


def a_storm_of_reactions_stays_small_and_exact(stage):
    with stage.page() as page:
        prepare(stage, page)
        for _ in range(3):
            for viewer in stage.crowd.viewers:
                viewer.tell("pubsub.publish", {"topic": "REACTION", "message": "🔥", "count": 100}, stage.live)
        expect(page.get_by_test_id("reaction-tally").locator("[data-emoji='🔥'] b")).to_have_text("3,600")
        copies = page.evaluate("copies")
        assert 8 <= copies["most"] <= 13, f"{copies['most']} copies at a time"
        assert copies["all"] < 200, f"{copies['all']} copies for 3,600 reactions"


def reduced_motion_shows_numbers_and_no_flights(stage):
    with stage.page(reduced_motion="reduce") as page:
        tally = page.get_by_test_id("reaction-tally")

        def listens():
            react(stage, "😮", by=11)
            return tally.locator("[data-emoji='😮']").count()

        expect_within(15, "the page listens", listens)
        react(stage, "🔥")
        react(stage, "👏", 3, by=1)
        expect(tally.locator("[data-emoji='🔥'] b")).to_have_text("1")
        expect(tally.locator("[data-emoji='👏'] b")).to_have_text("3")
        page.evaluate(WATCH_COPIES)
        # The count begins again after a pause, so what follows does not depend on how fast this is.
        expect(tally.locator("[data-emoji]")).to_have_count(0)
        page.get_by_test_id("react-button").click()
        choice(page, "Fire").click()
        expect(tally.locator("[data-emoji='🔥'] b")).to_have_text("1")
        assert page.evaluate("copies.all") == 0, "something flies"


def a_viewer_who_hides_reactions_is_not_sent_them(stage):
    received = []

    def listen(page):
        page.on("websocket", lambda socket: socket.on(
            "framereceived", lambda frame: "pubsub.published" in str(frame) and received.append(frame)))

    with stage.page(prepare=listen) as page:
        prepare(stage, page)
        page.get_by_test_id("react-button").click()
        page.get_by_role("button", name="Show reactions").click()
        page.get_by_role("button", name="Single keys (R, C, G, …)").click()
        page.mouse.click(300, 400)
        expect(page.locator(".picker")).to_be_hidden()
        page.keyboard.press("r")
        before = len(received)
        react(stage, "🔥")
        # A later message has arrived, so the reaction is not under way any more.
        stage.say("after the reaction")
        expect(page.locator(".chat__text", has_text="after the reaction")).to_be_visible()
        assert len(received) == before, "the server sends what is not shown"
        expect(page.locator(".picker")).to_be_hidden()


def a_viewer_who_may_not_react_reads_why(stage):
    with stage.page(user="fan-3") as page:
        prepare(stage, page)
        button, status = page.get_by_test_id("react-button"), page.get_by_test_id("reaction-status")
        button.click()
        expect(choice(page, "Fire")).to_have_attribute("aria-disabled", "false")
        stage.host.ask("audience.mute", {"userID": "fan-3", "muted": True, "seconds": 3_600}, stage.live)
        expect(status).to_contain_text("You are muted until")
        expect(choice(page, "Fire")).to_have_attribute("aria-disabled", "true")
        choice(page, "Fire").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("announcer")).to_contain_text("You are muted until")
        assert page.evaluate("copies.all") == 0, "a muted viewer's reaction flies"
        assert not accessibility.violations(page), accessibility.violations(page)
        stage.host.ask("audience.mute", {"userID": "fan-3", "muted": False}, stage.live)
        expect(status).to_have_text("")
        stage.host.ask("room.update", {"isMessageDisable": True}, stage.live)
        expect(status).to_have_text("The chat is muted for everybody.")
        stage.host.ask("room.update", {"isMessageDisable": False}, stage.live)
        expect(choice(page, "Fire")).to_have_attribute("aria-disabled", "false")
        stage.host.ask("audience.kick", {"userID": "fan-3"}, stage.live)
        expect(page.get_by_test_id("live-removed")).to_be_focused()
        expect(page.locator(".picker")).to_be_hidden()
        expect(button).to_be_disabled()
        # A viewer who joins again gets reactions again.
        page.get_by_role("button", name="Join again").click()
        stage.crowd.viewers[3].ask("room.join", room=stage.live)
        prepare(stage, page)


def reactions_go_on_after_a_lost_connection(stage):
    with stage.page() as page:
        prepare(stage, page)
        page.get_by_test_id("react-button").click()
        page.context.set_offline(True)
        expect(page.get_by_test_id("reaction-status")).to_have_text("There is no connection.")
        page.context.set_offline(False)
        expect(page.get_by_test_id("reaction-status")).to_have_text("")
        react_until_seen(stage, page, "🎉")
        choice(page, "Applause").click()
        expect(page.get_by_test_id("reaction-status")).to_have_text("")


def reaction_buttons_have_room_and_names(stage):
    for options in (DESKTOP, PHONE, NARROW):
        with stage.page(options, reduced_motion="reduce", forced_colors="active" if options is DESKTOP else "none") as page:
            size = options["viewport"]
            if options is DESKTOP:
                page.get_by_test_id("react-button").click()
            else:
                # A finger that holds the heart opens the choice too, and sends no like.
                heart = page.get_by_test_id("like-button")
                expect(heart).to_be_enabled()
                place = heart.bounding_box()
                point = {"x": place["x"] + place["width"] / 2, "y": place["y"] + place["height"] / 2}
                likes = page.get_by_test_id("like-total").inner_text()
                client = client_of(page)
                client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
                expect(page.locator(".picker")).to_be_visible()
                client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
                expect(page.get_by_test_id("like-total")).to_have_text(likes)
            expect(page.locator(".picker")).to_be_visible()
            picker = box(page, ".picker")
            assert picker["x"] >= 0 and picker["y"] >= 0 and picker["x"] + picker["width"] <= size["width"], f"{size}: {picker}"
            covered = [each.get_attribute("aria-label") for each in page.locator(".picker__choice").all() if not each.evaluate(IS_FREE)]
            assert not covered, f"{size}: something lies over {covered}"
            assert not (small := page.evaluate(SMALL_TARGETS, TARGET)), f"{size}: {small}"
            if options is not PHONE:
                assert not (wrong := accessibility.violations(page)), f"{size}: {wrong}"


# The places of the hearts that a double tap shows, in the window.
WATCH_PLACED = """() => {
  window.placed = [];
  const stage = document.querySelector(".stage");
  new MutationObserver((changes) => {
    for (const heart of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      const { left, top } = stage.getBoundingClientRect();
      if (heart.matches?.(".heart--placed")) placed.push([parseFloat(heart.style.left) + left, parseFloat(heart.style.top) + top]);
    }
  }).observe(stage, { childList: true });
}"""


def a_double_tap_likes_at_its_place(stage):
    for options, press in ((PHONE, lambda page, x, y: page.touchscreen.tap(x, y)), (DESKTOP, lambda page, x, y: page.mouse.click(x, y))):
        with stage.page(options) as page:
            likes = page.get_by_test_id("like-total")
            before = likes.text_content()
            page.evaluate(WATCH_PLACED)
            spot = page.evaluate("""() => {
              const { left, right, top } = document.querySelector(".stage").getBoundingClientRect();
              return [Math.round((left + right) / 2), Math.round(top + 260)];
            }""")
            # A machine that does much else may part the taps of one pair.
            def taps_twice():
                for _ in range(2):
                    press(page, *spot)
                return page.evaluate("placed.length") > 0
            expect_within(20, "a heart", taps_twice)
            assert page.evaluate("placed[0]") == spot, page.evaluate("placed")
            expect(likes).not_to_have_text(before)


def a_viewer_shares_the_live(stage):
    def kept(page):
        page.add_init_script("""
          window.shared = [];
          const keep = async (what) => { shared.push(what.url ?? what); };
          Object.defineProperty(navigator, "canShare", { value: () => true });
          Object.defineProperty(navigator, "share", { value: keep });
          Object.defineProperty(navigator, "clipboard", { value: { writeText: keep } });""")
    for options in (DESKTOP, PHONE):
        with stage.page(options, prepare=kept) as page:
            if options is PHONE:
                page.get_by_test_id("stage-more").click()
                page.get_by_test_id("more-share").click()
            else:
                page.get_by_role("button", name="Share", exact=True).click()
                expect(page.get_by_text("The address of the live is copied.")).to_be_visible()
            expect_within(10, "the link", lambda: page.evaluate("shared") == [f"{stage.base}/live/{stage.live}"])


CHECKS = [
    a_reaction_by_keyboard_flies_for_everybody, a_storm_of_reactions_stays_small_and_exact, reduced_motion_shows_numbers_and_no_flights,
    a_viewer_who_hides_reactions_is_not_sent_them, a_viewer_who_may_not_react_reads_why, reactions_go_on_after_a_lost_connection,
    reaction_buttons_have_room_and_names,
    a_double_tap_likes_at_its_place, a_viewer_shares_the_live,
]
