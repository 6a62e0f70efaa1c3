#!/usr/bin/env python3
"""What the page promises those who look at it, hear it, or have only a keyboard, a phone or a slow line: checked in a browser.

    page_checks.py http://127.0.0.1:8080 [CHECK …]     needs a developer's server; without names, every check runs

`test_live.py` runs all of them too. Exits with 1 where one fails, after the others have run.
"""

import contextlib
import os
import sys

from playwright.sync_api import Error, expect, sync_playwright

import stand
from crowd import Crowd, Viewer

try:
    from axe_playwright_python.sync_playwright import Axe
except ImportError:
    Axe = None

LIVE = "page-checks"
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
ON_ITS_SIDE = {"viewport": {"width": 844, "height": 390}, "is_mobile": True, "has_touch": True}
# What the browser's own tools call a slow 4G.
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 100_000}
TARGET = 44

# Whether the point in the middle of an element is the element's: nothing lies over it.
IS_FREE = """(element) => {
  const box = element.getBoundingClientRect();
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return element.contains(hit) || Boolean(hit?.contains(element));
}"""
# Buttons and links that are smaller than a finger. A name within a text is as high as its line, which is allowed (WCAG 2.5.8).
SMALL_TARGETS = """(target) => [...document.querySelectorAll("a[href], button, select, textarea, input")]
  .filter((element) => element.checkVisibility({ opacityProperty: false }) && !element.closest(".chat__row, .skips"))
  .map((element) => [element.matches("input[type=radio]") ? element.parentElement : element, element])
  .map(([area, element]) => [area.getBoundingClientRect(), element])
  .filter(([box]) => box.width > 0 && (box.width < target - 0.5 || box.height < target - 0.5))
  .map(([box, { className, ariaLabel, textContent }]) =>
    `${className || ariaLabel || textContent}: ${box.width.toFixed(0)}×${box.height.toFixed(0)}`)"""


class Stage:
    """A live with a host and viewers who are no browsers, and pages that look at it."""

    def __init__(self, browser, base):
        self.browser, self.base = browser, base
        self.host = Viewer(base, "nova")
        self.host.ask("room.create", {"liveID": LIVE, "liveName": "A live to look at"}, LIVE)
        self.crowd = Crowd(base, LIVE, 12)
        self.orders = 0

    def gift(self, gift, count=1, by=0):
        self.orders += 1
        sender = self.crowd.viewers[by]
        sender.ask("gift.send", {"orderID": f"check-{os.getpid()}-{self.orders}", "giftID": gift, "count": count}, LIVE)

    @contextlib.contextmanager
    def page(self, options=DESKTOP, path=f"/live/{LIVE}", shown="chat-input", user="watcher", wait=True, prepare=None, **more):
        # What a check waits for is a string of code, which the page's policy forbids; `test_live.py` looks at that policy.
        with contextlib.closing(self.browser.new_context(**{"locale": "en-GB", "bypass_csp": True, **options, **more})) as context:
            page = context.new_page()
            page.set_default_timeout(15_000)
            client = context.new_cdp_session(page) if prepare else None
            if prepare:
                prepare(client)
            page.goto(f"{self.base}/?user={user}#{path}", wait_until="commit")
            if wait:
                page.get_by_test_id(shown).first.wait_for()
            yield page

    def close(self):
        self.crowd.leave()
        self.host.ask("room.end", room=LIVE)
        self.host.close()


def box(page, selector):
    return page.locator(selector).first.bounding_box()


def overlap(one, other):
    return (one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
            and one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"])


def open_gifts(page):
    page.get_by_role("button", name="Gifts", exact=True).click()
    page.locator(".gift:visible").first.wait_for()


# Effects, and what moves

def effects_leave_the_chat_alone(stage):
    with stage.page() as page:
        stage.gift("castle")
        page.locator(".effects__caption").wait_for()
        inner, outer = box(page, ".effects"), box(page, ".stage")
        assert inner["x"] >= outer["x"] and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1, (
            f"the effect is {inner}, the stage {outer}")
        assert inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1, f"the effect is {inner}, the stage {outer}"
        assert page.evaluate("getComputedStyle(document.querySelector('.effects')).backgroundImage") == "none"
        page.keyboard.press("Escape")
        expect(page.locator(".effects")).to_be_hidden()
    with stage.page(PHONE) as page:
        stage.gift("castle", by=5)
        page.locator(".effects__caption").wait_for()
        image, side = box(page, ".effects__image"), box(page, ".side")
        assert not overlap(image, side), f"the effect is {image}, the chat {side}"
        covered = [tab.inner_text() for tab in page.locator(".side [role=tab]").all() if not tab.evaluate(IS_FREE)]
        assert not covered, f"the effect lies over {covered}"


def nothing_that_moves_has_a_filter(stage):
    with stage.page() as page:
        stage.gift("castle", by=1)
        page.locator(".effects__caption").wait_for()
        stage.crowd.viewers[2].tell("like.send", {"count": 3}, LIVE)
        page.locator(".heart").first.wait_for(state="attached")
        stage.crowd.viewers[3].tell("barrage.send", {"text": "does it fly?"}, LIVE)
        page.locator(".barrage__message").first.wait_for(state="attached")
        found = page.evaluate("""[...document.querySelectorAll("*")].flatMap((element) => {
          const { filter, backdropFilter } = getComputedStyle(element);
          return filter === "none" && backdropFilter === "none" ? [] : [`${element.className}: ${filter} ${backdropFilter}`];
        })""")
        assert not found, f"with a filter: {found}"


def less_motion_gets_a_card_that_stands(stage):
    with stage.page(reduced_motion="reduce") as page:
        stage.gift("castle", by=4)
        expect(page.locator(".effects__caption")).to_contain_text("Castle")
        assert page.locator(".effects__image").count() == 0
        running = page.evaluate("document.getAnimations().filter((animation) => animation.playState === 'running').length")
        assert running == 0, f"{running} animations run"


def the_chat_is_drawn_in_batches(stage):
    with stage.page() as page:
        page.evaluate("""() => {
          window.drawn = [];
          new MutationObserver(() => drawn.push(performance.now())).observe(
            document.querySelector("[data-testid=chat-log]"), { childList: true });
        }""")
        before = stage.crowd.said
        stage.crowd.talk(30)
        page.wait_for_function("drawn.length > 14 || drawn.at(-1) - drawn[0] > 3000")
        stage.crowd.stop()
        count, passed = page.evaluate("[drawn.length, drawn.at(-1) - drawn[0]]")
        assert (count - 1) / passed * 1_000 <= 5.5, f"{stage.crowd.said - before} messages were drawn {count} times in {passed:.0f} ms"


# The gift sheet, and what lies over what

def the_sheet_leaves_the_field_free(stage):
    with stage.page(PHONE) as page:
        open_gifts(page)
        page.wait_for_timeout(350)
        assert page.get_by_test_id("chat-input").evaluate(IS_FREE), "the sheet lies over the field to write in"
        height = box(page, ".gifts")["height"]
        assert height <= 422, f"the sheet takes {height} of 844 pixels"
        covered = [button.get_attribute("data-testid") for button in page.locator(".gift:visible").all() if not button.evaluate(IS_FREE)]
        assert not covered, f"something lies over {covered}"


def the_keyboard_leaves_the_send_button_free(stage):
    with stage.page(PHONE) as page:
        page.get_by_test_id("chat-input").fill("What a voice")
        page.set_viewport_size({"width": 390, "height": 490})
        page.locator(".live--typing").wait_for()
        assert page.get_by_role("button", name="Send message").evaluate(IS_FREE), "something lies over the button that sends"


def the_sheet_closes(stage):
    with stage.page(PHONE) as page:
        sheet = page.locator(".gifts")
        ways = {
            "a tap beside it": lambda: page.touchscreen.tap(195, 120),
            "×": lambda: page.get_by_test_id("gifts-close").click(timeout=2_000),
            "Escape": lambda: page.keyboard.press("Escape"),
            "a drag": lambda: drag_down(page),
        }
        for way, close in ways.items():
            open_gifts(page)
            page.wait_for_timeout(300)
            close()
            try:
                expect(sheet).to_be_hidden(timeout=2_000)
            except AssertionError:
                raise AssertionError(f"the sheet is still open after {way}") from None
            if way in ("×", "Escape"):
                expect(page.get_by_test_id("gift-toggle")).to_be_focused()


def drag_down(page):
    handle = box(page, ".gifts__handle")
    x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 60)
    page.mouse.move(x, y + 120)
    page.mouse.up()


def nothing_lies_over_what_moderators_press(stage):
    with stage.page(PHONE, user="nova") as page:
        page.get_by_test_id("tab-audience").click()
        buttons = page.locator(".viewer button")
        expect(buttons).to_have_count(12)
        side = box(page, ".side")
        seen = [button for button in buttons.all() if button.bounding_box()["y"] + 22 < side["y"] + side["height"]]
        covered = sum(not button.evaluate(IS_FREE) for button in seen)
        assert seen and not covered, f"{covered} of {len(seen)} buttons are under something"


def a_dear_gift_is_confirmed_in_full_words(stage):
    for options in (PHONE, DESKTOP):
        with stage.page(options, user="spender") as page:
            if options is PHONE:
                open_gifts(page)
            page.get_by_role("tab", name="Grand").click()
            before = page.get_by_test_id("wallet-balance").text_content()
            page.get_by_test_id("gift-button-rocket").click()
            question = page.get_by_test_id("gift-confirm").locator("p")
            expect(question).to_have_text("Send Rocket for 1,000 coins?", timeout=3_000)
            assert question.evaluate("(text) => text.scrollWidth <= text.clientWidth"), "the question is cut"
            page.keyboard.press("Escape")
            expect(page.get_by_test_id("gift-confirm")).to_be_hidden()
            expect(page.get_by_test_id("gift-button-rocket")).to_be_focused()
            assert page.get_by_test_id("wallet-balance").text_content() == before
            page.get_by_test_id("gift-button-rocket").click()
            page.get_by_test_id("gift-confirm-send").click()
            expect(page.get_by_test_id("wallet-balance")).not_to_have_text(before)


def many_gifts_are_all_within_reach(stage):
    def call(command, **body):
        return stand.call(stage.base, "live_engine_http_srv", command, body)

    ids = [f"extra-{number}" for number in range(20)]
    for gift in ids:
        call("add_gift", GiftId=gift, DefaultName=gift, Coins=7, IconUrl="/gifts/star.svg")
    call("add_gift_category_relations", CategoryId="popular", GiftIdList=ids)
    try:
        with stage.page() as page:
            row = page.locator(".gifts__page:visible")
            expect(page.locator(".gift:visible")).to_have_count(25)
            start = row.evaluate("(row) => row.scrollLeft")
            row.hover()
            page.mouse.wheel(0, 300)
            page.wait_for_function("document.querySelector('.gifts__page:not([hidden])').scrollLeft > 100", timeout=3_000)
            assert start == 0
            page.get_by_role("button", name="More gifts").click()
            page.wait_for_function("document.querySelector('.gifts__page:not([hidden])').scrollLeft > 500", timeout=3_000)
            page.get_by_test_id("gifts-all").click()
            last = page.get_by_test_id("gift-button-extra-19")
            last.scroll_into_view_if_needed()
            assert last.evaluate(IS_FREE), "the last gift is under something"
            sizes = row.evaluate("(row) => [row.scrollWidth, row.clientWidth]")
            assert sizes[0] <= sizes[1] + 1, f"the gifts are still in one row: {sizes}"
            assert row.bounding_box()["y"] >= 60, "the gifts reach out of the page"
        with stage.page(PHONE) as page:
            open_gifts(page)
            leaf = box(page, ".gifts__leaf")
            inside = [gift for gift in page.locator(".gift:visible").all()
                      if gift.bounding_box()["x"] >= 0 and gift.bounding_box()["x"] + gift.bounding_box()["width"] <= 391]
            assert len(inside) == 8, f"{len(inside)} gifts are on the first page of the sheet, {leaf}"
            page.get_by_role("button", name="More gifts").click()
            page.wait_for_function("document.querySelector('.gifts__page:not([hidden])').scrollLeft > 300", timeout=3_000)
    finally:
        for gift in ids:
            call("del_gift", GiftId=gift)


def messages_of_the_page_leave_the_field_free(stage):
    for options in (PHONE, ON_ITS_SIDE, DESKTOP):
        with stage.page(options) as page:
            page.evaluate("document.querySelector('ov-toasts').show('Something that has to be said, at some length. '.repeat(4))")
            toast, field = box(page, ".toast"), box(page, ".chat__form")
            assert not overlap(toast, field), f"at {options['viewport']['width']} pixels the message is {toast}, the field {field}"


def a_phone_on_its_side_has_room_for_chat(stage):
    for index in range(12):
        stage.crowd.viewers[index].ask("barrage.send", {"text": f"row {index}"}, LIVE)
    with stage.page(ON_ITS_SIDE) as page:
        log = box(page, ".chat__log")
        page.get_by_text("row 11", exact=True).first.wait_for()
        whole = sum(log["y"] - 1 <= row["y"] and row["y"] + row["height"] <= log["y"] + log["height"] + 1
                    for row in (row.bounding_box() for row in page.locator(".chat__row").all()))
        assert whole >= 6, f"{whole} rows of chat are seen"
        side, picture = box(page, ".side"), box(page, ".stage")
        assert abs(side["width"] - 0.38 * 844) < 4 and picture["x"] + picture["width"] <= side["x"] + 1, f"{picture} beside {side}"
        page.get_by_role("button", name="Hide the chat").click()
        assert box(page, ".stage")["width"] > 840
        page.get_by_role("button", name="Show the chat").click()
        expect(page.get_by_test_id("chat-input")).to_be_visible()


# Keyboard and screen reader

def the_chat_is_read_in_digests(stage):
    with stage.page() as page:
        log = page.get_by_test_id("chat-log")
        assert log.get_attribute("aria-live") == "off", "a screen reader is told of every message"
        page.get_by_test_id("chat-reading").click()
        page.get_by_test_id("chat-reading-all").click()
        page.evaluate("""() => {
          window.told = [];
          new MutationObserver(() => told.push(performance.now())).observe(
            document.querySelector("[data-testid=announcer]"), { childList: true, characterData: true, subtree: true });
        }""")
        stage.crowd.talk(30)
        page.wait_for_function("told.length >= 3")
        stage.crowd.stop()
        gaps = page.evaluate("told.slice(1).map((at, index) => at - told[index])")
        assert min(gaps) > 900, f"sentences follow each other after {gaps} ms"
        page.reload()
        page.get_by_test_id("chat-reading").click()
        expect(page.get_by_test_id("chat-reading-all")).to_contain_text("✓")


def the_audience_is_walked_through_by_keyboard(stage):
    with stage.page({"viewport": {"width": 1280, "height": 560}}) as page:
        page.get_by_test_id("tab-audience").click()
        rows = page.locator(".viewer")
        expect(rows).to_have_count(13)
        page.keyboard.press("Tab")
        expect(rows.first).to_be_focused(timeout=3_000)
        page.keyboard.press("ArrowDown")
        expect(rows.nth(1)).to_be_focused()
        page.keyboard.press("End")
        expect(rows.last).to_be_focused()
        panel, row = box(page, ".audience"), rows.last.bounding_box()
        assert row["y"] + row["height"] <= panel["y"] + panel["height"] + 1, "the last viewer is out of sight"
        page.keyboard.press("Tab")
        assert page.evaluate("!document.activeElement.closest('.viewer')"), "the list is more than one stop"


def ways_past_the_head_of_the_page(stage):
    with stage.page() as page:
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Tab")
        names = page.locator(".skips button").all_inner_texts()
        assert names == ["Skip to the stage", "Skip to the gifts", "Skip to the chat"], f"the page has {names}"
        assert page.locator(".skips button").first.evaluate(IS_FREE)
        page.get_by_role("button", name="Skip to the chat").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("chat-input")).to_be_focused()
    with stage.page(PHONE) as page:
        page.get_by_role("button", name="Skip to the gifts").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".gift:visible").first).to_be_visible()


def what_is_chosen_shows_without_colours(stage):
    style = "(element) => { const { borderTopWidth, outlineWidth } = getComputedStyle(element); return [borderTopWidth, outlineWidth]; }"
    with stage.page(forced_colors="active") as page:
        for group in (".side [role=tab]", ".gifts__tabs [role=tab]"):
            tabs = page.locator(group)
            chosen = tabs.and_(page.locator("[aria-selected=true]")).first.evaluate(style)
            other = tabs.and_(page.locator("[aria-selected=false]")).first.evaluate(style)
            assert chosen != other, f"{group}: chosen and not, both {chosen}"
        chosen, other = (page.locator(f".counts__choice input{state} + span").first.evaluate(style)
                         for state in (":checked", ":not(:checked)"))
        assert chosen != other, f"how many: chosen and not, both {chosen}"
        toggle = page.locator("[data-control=barrage]")
        on = toggle.evaluate(style)
        toggle.click()
        assert page.locator("[data-control=barrage]").evaluate(style) != on, "a switch is on and off, and looks the same"


def everything_is_as_large_as_a_finger(stage):
    found = {}

    def look(page, where):
        if small := page.evaluate(SMALL_TARGETS, TARGET):
            found[where] = small

    with stage.page(PHONE, reduced_motion="reduce", path="/", shown="live-card") as page:
        look(page, "the list, phone")
    with stage.page(reduced_motion="reduce", path="/", shown="live-card") as page:
        look(page, "the list, desktop")
        page.get_by_test_id("go-live").click()
        look(page, "going live")
    with stage.page(PHONE, user="nova", reduced_motion="reduce") as page:
        look(page, "the host's live, phone")
        page.get_by_test_id("tab-audience").click()
        page.locator(".viewer button").first.click()
        look(page, "the audience and its menu, phone")
    with stage.page(user="nova", reduced_motion="reduce") as page:
        look(page, "the host's live, desktop")
    with stage.page(PHONE, reduced_motion="reduce") as page:
        open_gifts(page)
        look(page, "the gift sheet, phone")
        page.get_by_role("tab", name="Grand").click()
        page.get_by_test_id("gift-button-rocket").click()
        look(page, "the question, phone")
    with stage.page(ON_ITS_SIDE, reduced_motion="reduce") as page:
        look(page, "the live, phone on its side")
    assert not found, f"smaller than {TARGET} pixels: {found}"


def text_is_as_large_as_the_browser_says(stage):
    def larger(client):
        client.send("Page.enable")
        client.send("Page.setFontSizes", {"fontSizes": {"standard": 24}})

    with stage.page(prepare=larger) as page:
        size = page.evaluate("getComputedStyle(document.documentElement).fontSize")
        assert size == "24px", f"the browser's text has 24 pixels, the page's {size}"


def phones_can_log_out(stage):
    with stage.page(PHONE, path="/", shown="live-card") as page:
        menu = page.get_by_test_id("user-name")
        menu.click()
        out = page.get_by_role("menuitem", name="New guest")
        expect(out).to_be_visible(timeout=3_000)
        out.click()
        expect(page.get_by_test_id("user-name")).not_to_contain_text("watcher")


def axe_finds_nothing_serious(stage):
    if Axe is None:
        print("  not run: it needs the Python package axe-playwright-python")
        return
    found = {}

    def look(page, where):
        for violation in Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]:
            if violation["impact"] in ("serious", "critical"):
                places = [node["html"][:100] for node in violation["nodes"][:2]]
                found[f"{where}, {violation['id']}"] = places

    for colours in ("none", "active"):
        with stage.page(user="nova", forced_colors=colours, reduced_motion="reduce") as page:
            if colours == "none":
                stage.crowd.talk(36)
            page.wait_for_function("document.querySelectorAll('.chat__row').length >= 50")
            if colours == "none":
                page.wait_for_function("document.querySelectorAll('.chat__row').length >= 200", timeout=30_000)
                stage.crowd.stop()
            look(page, f"the live, colours {colours}")
            page.get_by_test_id("tab-audience").click()
            page.locator(".viewer button").first.click()
            look(page, f"the audience with a menu, colours {colours}")
            page.keyboard.press("Escape")
            page.get_by_test_id("tab-board").click()
            page.get_by_test_id("end-live").click()
            look(page, f"the board under a question, colours {colours}")
        with stage.page(PHONE, forced_colors=colours, reduced_motion="reduce") as page:
            open_gifts(page)
            page.get_by_role("tab", name="Grand").click()
            page.get_by_test_id("gift-button-rocket").click()
            look(page, f"the gift sheet with a question, colours {colours}")
        with stage.page(PHONE, path="/", shown="live-card", forced_colors=colours, reduced_motion="reduce") as page:
            page.get_by_test_id("go-live").click()
            look(page, f"the list under a dialog, colours {colours}")
    assert not found, "; ".join(f"{where}: {places}" for where, places in found.items())


# Weight

def a_first_view_is_light(stage):
    views = {"the list": ("/", "live-card"), "a live": (f"/live/{LIVE}", "chat-input")}
    for options in (DESKTOP, PHONE):
        for view, (path, shown) in views.items():
            kept = []
            with stage.page(options, path=path, shown=shown, prepare=lambda client: kept.append(stand.Traffic(client))) as page:
                page.wait_for_load_state("networkidle")
                traffic = kept[0]
                what = f"{view} at {options['viewport']['width']} pixels: {traffic}"
                assert traffic.bytes <= 90_000 and len(traffic.requests) <= 25 and traffic.modules <= 20, what
                print(f"  {what}")


def a_second_visit_loads_nothing_again(stage):
    with stage.page() as page:
        page.wait_for_load_state("networkidle")
        page.goto("about:blank")
        page.goto(f"{stage.base}/?user=watcher#/live/{LIVE}")
        page.get_by_test_id("chat-input").wait_for()
        again = page.evaluate("""performance.getEntriesByType("resource")
          .filter(({ transferSize, name }) => transferSize > 0 && !new URL(name).pathname.startsWith("/gifts/")).map(({ name }) => name)""")
        assert not again, f"loaded again: {len(again)} files, {again[:3]}"


def the_first_content_is_there_soon(stage):
    def slow(client):
        client.send("Network.enable")
        client.send("Network.emulateNetworkConditions", SLOW)

    best = []
    # A machine that does something else for a moment says nothing about the page.
    for _ in range(3):
        with stage.page(path="/", shown="live-card", prepare=slow) as page:
            page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length > 0")
            best.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        if min(best) <= 2_000:
            return
    raise AssertionError(f"first content after {min(best):.0f} ms")


CHECKS = [
    effects_leave_the_chat_alone, nothing_that_moves_has_a_filter, less_motion_gets_a_card_that_stands, the_chat_is_drawn_in_batches,
    the_sheet_leaves_the_field_free, the_keyboard_leaves_the_send_button_free, the_sheet_closes,
    nothing_lies_over_what_moderators_press, a_dear_gift_is_confirmed_in_full_words,
    many_gifts_are_all_within_reach, messages_of_the_page_leave_the_field_free, a_phone_on_its_side_has_room_for_chat,
    the_chat_is_read_in_digests, the_audience_is_walked_through_by_keyboard, ways_past_the_head_of_the_page,
    what_is_chosen_shows_without_colours, everything_is_as_large_as_a_finger, text_is_as_large_as_the_browser_says, phones_can_log_out,
    axe_finds_nothing_serious, a_first_view_is_light, a_second_visit_loads_nothing_again, the_first_content_is_there_soon,
]


def check(browser, base, names=()):
    """Runs the checks; answers how many failed."""
    failed = 0
    stage = Stage(browser, base)
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
                stage.crowd.stop()
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
