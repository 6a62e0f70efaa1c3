#!/usr/bin/env python3
"""What the page does for viewers, hosts and moderators when things get busy, break or are taken from them: checked in a browser.

    people_checks.py http://127.0.0.1:8080 [CHECK …]     needs a developer's server; without names, every check runs

`test_live.py` runs all of them too. Exits with 1 where one fails, after the others have run.
"""

import contextlib
import os
import re
import sys
import time
import urllib.error
import urllib.request

from playwright.sync_api import Error, expect, sync_playwright

import stand
from crowd import Crowd, Viewer

LIVE = "people-checks"
HOST = "nova"
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
# A name that was kept from before the server refused such: letters that run to the left, and read "Host Nova".
TURNED = "\u202eavoN tsoH"
CONTROLS = "[\u202a-\u202e\u2066-\u2069]"
# Rows of the chat that are wholly seen, and how far the log is from its end.
SEEN_ROWS = """() => {
  const log = document.querySelector("[data-testid=chat-log]");
  const seen = log.getBoundingClientRect();
  const rows = [...log.querySelectorAll(".chat__row")].filter((row) => {
    const box = row.getBoundingClientRect();
    return box.height > 0 && box.top >= seen.top - 1 && box.bottom <= Math.min(seen.bottom, innerHeight) + 1;
  });
  return { rows: rows.length, behind: Math.round(log.scrollHeight - log.clientHeight - log.scrollTop) };
}"""


class Stage:
    """A live with a host and viewers who are no browsers, and pages that look at it."""

    def __init__(self, browser, base):
        self.browser, self.base = browser, base
        self.host = Viewer(base, HOST)
        self.host.ask("room.create", {"liveID": LIVE, "liveName": "A live to look at"}, LIVE)
        self.crowd = Crowd(base, LIVE, 12)

    @contextlib.contextmanager
    def page(self, options=DESKTOP, path=f"/live/{LIVE}", shown="chat-input", user="watcher", prepare=None, **more):
        # What a check waits for is a string of code, which the page's policy forbids; `test_live.py` looks at that policy.
        # Nothing flies here, which would cost most of the time of a processor.
        settings = {"locale": "en-GB", "bypass_csp": True, "reduced_motion": "reduce", **options, **more}
        with contextlib.closing(self.browser.new_context(**settings)) as context:
            page = context.new_page()
            page.set_default_timeout(10_000)
            if prepare:
                prepare(page)
            page.goto(f"{self.base}/?user={user}#{path}")
            page.get_by_test_id(shown).first.wait_for()
            yield page

    def say(self, text, by=0):
        self.crowd.viewers[by].ask("barrage.send", {"text": text}, LIVE)

    def fill(self, count=60):
        """Lets the crowd fill the chat, below the rate of the live."""
        for index in range(count):
            self.crowd.viewers[index % 12].tell("barrage.send", {"text": f"line {index}"}, LIVE)
            time.sleep(0.026)
        self.say("the last line")

    def close(self):
        self.crowd.leave()
        with contextlib.suppress(AssertionError):
            self.host.ask("room.end", room=LIVE)
        self.host.close()


def expect_within(seconds, what, holds):
    """Waits until something holds, as no locator can."""
    deadline = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < deadline, f"{what}: not after {seconds} s"
        time.sleep(0.05)
    return found


def row_at(page, x, y):
    """What stands under a point of the log: the name and the text of the message."""
    return page.evaluate("""([x, y]) => {
      const row = document.elementFromPoint(x, y)?.closest(".chat-message");
      return row && { name: row.querySelector(".chat__name").textContent, text: row.querySelector(".chat__text").textContent };
    }""", [x, y])


def names_in_sight(page):
    """The names of messages that are wholly seen, with their places."""
    return page.evaluate("""() => {
      const log = document.querySelector("[data-testid=chat-log]").getBoundingClientRect();
      return [...document.querySelectorAll(".chat-message .chat__name")].map((name) => {
        const { left, top, bottom, width, height } = name.getBoundingClientRect();
        return { name: name.textContent, x: left + width / 2, y: top + height / 2, top, bottom };
      }).filter(({ top, bottom }) => top > log.top + 60 && bottom < log.bottom - 90);
    }""")


# 1 Moderators

def a_moderator_hits_who_they_aim_at(stage, tries=12):
    """40 messages a second; a name is chosen, and pressed 600 ms later, where it was seen."""
    with stage.page(user=HOST) as page:
        expect(page.get_by_test_id("end-live")).to_be_visible()
        stage.crowd.talk(40)
        expect_within(10, "the chat is full", lambda: len(names_in_sight(page)) >= 8)
        log = page.get_by_test_id("chat-log").bounding_box()
        hits, wrong = 0, []
        for attempt in range(tries):
            # From outside into the log, as a hand does, and then to the name.
            page.mouse.move(log["x"] - 200, log["y"] + 100)
            page.wait_for_timeout(250)
            page.mouse.move(log["x"] + 300, log["y"] + log["height"] / 2)
            names = names_in_sight(page)
            target = names[attempt * 5 % len(names)]
            page.mouse.move(target["x"], target["y"], steps=4)
            page.wait_for_timeout(600)
            page.mouse.down()
            page.wait_for_timeout(60)
            page.mouse.up()
            title = page.locator(".menu__title")
            pressed = title.inner_text(timeout=500) if title.count() else None
            if pressed == target["name"]:
                hits += 1
            else:
                wrong.append(f"{target['name']} was meant, {pressed} was hit")
            if pressed is not None:
                page.keyboard.press("Escape")
                expect(title).to_have_count(0)
        assert hits == tries, f"{hits} of {tries} hit: {'; '.join(wrong)}"


def the_log_stops_under_a_moderators_pointer(stage):
    with stage.page(user=HOST) as page, stage.page(user="watcher") as viewer:
        stage.fill(40)
        for each in (page, viewer):
            expect(each.locator(".chat__text", has_text="the last line").last).to_be_visible()
            log = each.get_by_test_id("chat-log").bounding_box()
            each.mouse.move(log["x"] + 100, log["y"] + 200)
        at = (log["x"] + 60, log["y"] + 200)
        page.mouse.move(*at)
        before = row_at(page, *at)
        stage.fill(36)
        expect(page.get_by_test_id("chat-paused")).to_have_text("Paused · 37 new")
        assert row_at(page, *at) == before, "the row under the pointer is another one"
        expect(viewer.locator(".chat__text").last).to_have_text("the last line")
        assert viewer.evaluate(SEEN_ROWS)["behind"] < 3, "a viewer's pointer holds nothing"
        page.mouse.move(200, 300)
        expect(page.get_by_test_id("chat-paused")).to_be_hidden()
        assert page.evaluate(SEEN_ROWS)["behind"] < 3


def kick_and_ban_ask_once_with_name_and_message(stage):
    with stage.page(user=HOST) as page:
        stage.say("buy my coins", by=5)
        for what in ("kick", "ban"):
            row = page.locator(".chat-message", has_text="buy my coins").last
            row.locator("button.chat__name").click()
            page.get_by_test_id(f"menu-{what}").click()
            dialog = page.locator("dialog")
            expect(dialog).to_contain_text("fan-5")
            expect(page.get_by_test_id("dialog-quote")).to_have_text("buy my coins")
            if what == "kick":
                # Nothing has happened yet, and nothing does after Cancel.
                dialog.get_by_role("button", name="Cancel").click()
                stage.say("still here", by=5)
                expect(page.locator(".chat__text", has_text="still here")).to_be_visible()
                row.locator("button.chat__name").click()
                page.get_by_test_id("menu-kick").click()
            page.get_by_test_id(f"confirm-{what}").click()
            expect(dialog).to_have_count(0)
            expect(page.locator(".chat__row--notice").last).to_contain_text("fan-5")
            stage.host.ask("audience.ban", {"userID": "fan-5", "banned": False}, LIVE)
            stage.crowd.viewers[5].ask("room.join", room=LIVE)


def the_press_holds_its_row(stage):
    """A finger cannot hover: what it touches stays under it."""
    with stage.page(PHONE, user=HOST) as page:
        stage.fill(30)
        stage.crowd.talk(40)
        page.wait_for_timeout(400)
        names = names_in_sight(page) or page.evaluate("""() => [...document.querySelectorAll(".chat-message .chat__name")].slice(-3)
          .map((name) => { const box = name.getBoundingClientRect(); return { x: box.left + 8, y: box.top + 8 }; })""")
        x, y = names[0]["x"], names[0]["y"]
        client = page.context.new_cdp_session(page)
        client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        pressed = row_at(page, x, y)
        page.wait_for_timeout(500)
        assert row_at(page, x, y) == pressed, "the row moved away under the finger"
        client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_timeout(500)
        # It stays until the moderator lets it go on.
        expect(page.get_by_test_id("chat-paused")).to_contain_text("Paused · ")


# 3 Following the end

def four_rows_show_above_a_phones_keyboard(stage):
    with stage.page(PHONE) as page:
        stage.fill(30)
        page.get_by_test_id("chat-input").tap()
        # What a browser does when the keyboard comes up, as the page asks it to (interactive-widget).
        page.set_viewport_size({"width": 390, "height": 400})
        expect_within(3, "the end is followed", lambda: page.evaluate(SEEN_ROWS)["behind"] < 3)
        seen = page.evaluate(SEEN_ROWS)
        assert seen["rows"] >= 4, f"{seen['rows']} rows are left"
        expect(page.locator(".chat__text").last).to_have_text("the last line")
        expect(page.get_by_test_id("like-button")).to_be_hidden()
        field = page.get_by_test_id("chat-input").bounding_box()
        assert field["y"] + field["height"] <= 400, f"the field is at {field}"
        page.get_by_test_id("chat-input").press_sequentially("typed")
        page.set_viewport_size({"width": 390, "height": 844})
        expect(page.get_by_test_id("like-button")).to_be_visible()
        expect_within(3, "the end is followed", lambda: page.evaluate(SEEN_ROWS)["behind"] < 3)


def no_change_of_size_loses_the_end(stage):
    with stage.page() as page:
        stage.fill(50)
        for size in ((1280, 500), (700, 900), (900, 700), (390, 844), (844, 390), (1280, 800)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.wait_for_timeout(120)
            stage.say(f"at {size}")
            expect(page.locator(".chat__text").last).to_have_text(f"at {size}")
            behind = page.evaluate(SEEN_ROWS)["behind"]
            assert behind < 3, f"after {size} the log is {behind} px behind"
        page.get_by_test_id("tab-audience").click()
        stage.fill(30)
        page.get_by_test_id("tab-chat").click()
        expect(page.locator(".chat__text").last).to_be_visible()
        stage.say("after the other tab")
        expect(page.locator(".chat__text").last).to_have_text("after the other tab")
        behind = page.evaluate(SEEN_ROWS)["behind"]
        assert behind < 3, f"after the other tab the log is {behind} px behind"


def who_reads_back_is_left_there(stage):
    with stage.page() as page:
        stage.fill(60)
        expect(page.locator(".chat__text").last).to_have_text("the last line")
        log = page.get_by_test_id("chat-log").bounding_box()
        page.mouse.move(log["x"] + 100, log["y"] + 200)
        page.mouse.wheel(0, -400)
        paused = page.get_by_test_id("chat-paused")
        expect(paused).to_have_text("Paused")
        top = expect_within(2, "it scrolled", lambda: page.get_by_test_id("chat-log").evaluate("(log) => log.scrollTop"))
        page.get_by_test_id("tab-audience").click()
        stage.fill(10)
        page.get_by_test_id("tab-chat").click()
        expect(paused).to_have_text("Paused · 11 new")
        assert abs(page.get_by_test_id("chat-log").evaluate("(log) => log.scrollTop") - top) < 400, "the place is lost"
        paused.click()
        expect(paused).to_be_hidden()
        expect_within(2, "the end is followed", lambda: page.evaluate(SEEN_ROWS)["behind"] < 3)


# 4 Muted with a draft

def who_is_muted_reads_why_and_keeps_the_draft(stage):
    with stage.page(user="fan-7") as page:
        field, bar = page.get_by_test_id("chat-input"), page.get_by_test_id("chat-silenced")
        field.fill("half a thought")
        stage.host.ask("audience.mute", {"userID": "fan-7", "muted": True, "seconds": 3_600, "reason": "flooding"}, LIVE)
        expect(bar).to_be_visible()
        expect(bar).to_contain_text(re.compile(r"muted until .*\d\d:\d\d"))
        expect(bar).to_contain_text("Reason: flooding")
        expect(bar).to_contain_text("Your text stays here")
        expect(field).to_be_hidden()
        # Where a field was that had the focus, the focus is.
        expect(bar).to_be_focused()
        page.reload()
        expect(bar).to_contain_text("Reason: flooding")
        stage.host.ask("audience.mute", {"userID": "fan-7", "muted": False}, LIVE)
        expect(field).to_have_value("half a thought")
        stage.host.ask("room.update", {"isMessageDisable": True}, LIVE)
        expect(bar).to_contain_text("muted for everybody")
        stage.host.ask("room.update", {"isMessageDisable": False}, LIVE)
        expect(field).to_have_value("half a thought")


# 5 Without a network

def a_page_that_is_offline_says_so_at_once(stage):
    with stage.page() as page:
        banner = page.get_by_test_id("connection-banner")
        page.context.set_offline(True)
        started = time.monotonic()
        expect(banner).to_contain_text("You are offline.", timeout=2_000)
        assert time.monotonic() - started < 2
        expect(banner).to_contain_text(re.compile(r"Trying again"))
        expect(page.locator(".stage__title")).to_have_text("A live to look at")
        page.get_by_test_id("chat-input").fill("Are you there?")
        page.get_by_test_id("chat-input").press("Enter")
        expect(page.locator(".chat__error")).to_contain_text("There is no connection. Your message stays here")
        expect(page.get_by_test_id("chat-input")).to_have_value("Are you there?")
        page.context.set_offline(False)
        expect(banner).to_contain_text("Back online.", timeout=5_000)
        expect(page.locator(".chat__error")).to_have_text("")
        page.get_by_test_id("chat-input").press("Enter")
        expect(page.locator(".chat__text", has_text="Are you there?")).to_be_visible()


def silence_shows_within_ten_seconds(stage):
    """A network that swallows everything tells a browser nothing."""
    silent = []

    def swallow(page):
        def connect(route):
            server = route.connect_to_server()
            route.on_message(lambda message: silent or server.send(message))
            server.on_message(lambda message: silent or route.send(message))
        page.route_web_socket(re.compile("/v1/ws"), connect)
    with stage.page(prepare=swallow) as page:
        stage.say("before")
        expect(page.locator(".chat__text", has_text="before").last).to_be_visible()
        silent.append(True)
        stage.say("while away")
        started = time.monotonic()
        expect(page.get_by_test_id("connection-banner")).to_be_visible(timeout=14_000)
        passed = time.monotonic() - started
        # 6 s until the ping and 4 s for its answer; the page had heard something just before.
        assert passed < 11.5, f"it took {passed:.1f} s"
        silent.clear()
        expect(page.get_by_test_id("connection-banner")).to_have_text("Back online. 1 message came meanwhile.", timeout=10_000)
        expect(page.locator(".chat__text", has_text="while away")).to_have_count(1)


# 6 Bans

def a_ban_has_a_date_and_nothing_to_try_again(stage):
    with stage.page(user="fan-8") as page:
        stage.host.ask("audience.ban", {"userID": "fan-8", "seconds": 7 * 86_400, "reason": "spam"}, LIVE)
        until = time.localtime(time.time() + 7 * 86_400)
        day = f"{until.tm_mday} {time.strftime('%b', until)}"
        for screen in ("live-removed", "live-refused"):
            shown = page.get_by_test_id(screen)
            expect(shown).to_contain_text("You are banned from this live")
            expect(shown).to_contain_text("Reason: spam")
            expect(shown).to_contain_text(day)
            expect(shown).to_contain_text(re.compile(r"\b\d\d:\d\d\b"))
            expect(shown).not_to_contain_text(re.compile(r"\d{6}"))
            expect(shown.get_by_role("button")).to_have_count(0)
            if screen == "live-removed":
                expect(shown).to_contain_text("The host banned you.")
                page.reload()
        stage.host.ask("audience.ban", {"userID": "fan-8", "banned": False}, LIVE)


# 7 Hosts

def a_host_who_reloads_keeps_the_live(stage):
    with stage.page(user="mira", path="/", shown="go-live") as page:
        page.get_by_test_id("go-live").click()
        page.get_by_test_id("live-title").fill("Mira’s live")
        page.get_by_test_id("start-live").click()
        expect(page.get_by_test_id("end-live")).to_be_visible()
        page.locator(".brand").click()
        own = page.get_by_test_id("hosted")
        expect(own).to_contain_text("Mira’s live")
        live = own.get_attribute("data-live-id")
        page.reload()
        expect(own).to_contain_text("Your live is on.")
        expect(page.get_by_test_id("go-live")).to_be_hidden()
        # This tab goes on keeping it on: the owner is in it, though the list is shown.
        host = Viewer(stage.base, "somebody")
        host.ask("room.join", room=live)
        with stage.page(user="mira", path="/", shown="hosted") as phone:
            expect(phone.get_by_test_id("hosted")).to_contain_text("Mira’s live")
            phone.get_by_test_id("hosted-end").click()
            phone.get_by_test_id("confirm-end").click()
            expect(phone.get_by_test_id("hosted")).to_have_count(0)
            expect(phone.get_by_test_id("go-live")).to_be_visible()
        expect(own).to_have_count(0)
        host.close()


# 8 Names that turn the text around them

def a_name_from_before_turns_nothing(stage):
    """The server refuses such names; one that was kept from before comes over the wire all the same."""
    def turn(page):
        def connect(route):
            server = route.connect_to_server()
            route.on_message(server.send)
            server.on_message(lambda message: route.send(message.replace('"userName":"fan-9"', f'"userName":"{TURNED}"')))
        page.route_web_socket(re.compile("/v1/ws"), connect)
    with stage.page(prepare=turn) as page:
        stage.say("who am I?", by=9)
        stage.crowd.viewers[9].ask("gift.send", {"orderID": f"turned-{os.getpid()}", "giftID": "rose", "count": 12}, LIVE)
        expect(page.get_by_test_id("gift-banner")).to_be_visible()
        page.get_by_test_id("tab-audience").click()
        expect(page.locator(".viewer", has_text="avoN tsoH").first).to_be_visible()
        page.get_by_test_id("tab-chat").click()
        found = page.evaluate(f"""() => {{
          const controls = new RegExp("{CONTROLS}");
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const found = [];
          let names = 0;
          while (walker.nextNode()) {{
            const {{ data, parentElement }} = walker.currentNode;
            if (controls.test(data)) found.push(`a control in ${{parentElement.className || parentElement.localName}}`);
            if (!data.includes("avoN tsoH")) continue;
            names += 1;
            if (!parentElement.closest("bdi")) found.push(`not isolated: ${{parentElement.className || parentElement.localName}}`);
          }}
          return names >= 4 ? found : [...found, `${{names}} names were looked at`];
        }}""")
        assert not found, "; ".join(found)
        expect(page.locator(".banner__count")).to_have_text("×12")
    try:
        stage.host.ask("user.update", {"nickname": TURNED})
    except AssertionError as refusal:
        assert "110110" in str(refusal), refusal
    else:
        raise AssertionError("the server takes a name that turns the text around it")


# 12 The list, long messages, hosts and gifts, the description, languages

def back_leads_to_the_same_place_in_the_list(stage):
    owners = [Viewer(stage.base, f"owner-{index}") for index in range(3)]
    lives = [f"crowded-{index}" for index in range(54)]
    try:
        for index, live in enumerate(lives):
            owners[index % 3].ask("room.create", {"liveID": live, "liveName": f"Live number {index}"}, live)
        with stage.page({"viewport": {"width": 700, "height": 700}}, path="/", shown="live-card") as page:
            cards = page.get_by_test_id("live-card")
            expect(cards).to_have_count(24)
            page.get_by_test_id("list-more").click()
            expect(cards).to_have_count(48)
            card = cards.nth(40)
            card.scroll_into_view_if_needed()
            live, before = card.get_attribute("data-live-id"), card.bounding_box()["y"]
            for way in (lambda: page.go_back(), lambda: page.get_by_label("Back to all lives").first.click()):
                # By keyboard: a pointer over a card moves it a little.
                page.locator(f"[data-live-id={live}]").press("Enter")
                expect(page.get_by_test_id("chat-input")).to_be_visible()
                way()
                expect(cards).to_have_count(48)
                again = page.locator(f"[data-live-id={live}]")
                expect(again).to_be_focused()
                moved = again.bounding_box()["y"] - before
                assert abs(moved) < 4, f"the card is {moved} px from where it was"
            top = page.evaluate("scrollY")
            page.reload()
            expect(cards).to_have_count(48)
            expect_within(3, "the reader is back", lambda: abs(page.evaluate("scrollY") - top) < 4)
    finally:
        for index, live in enumerate(lives):
            with contextlib.suppress(AssertionError):
                owners[index % 3].ask("room.end", room=live)
        for owner in owners:
            owner.close()


def a_long_message_has_six_lines_and_more(stage):
    with stage.page(PHONE) as page:
        stage.say("On and on and on. " * 110)
        row = page.locator(".chat-message").last
        height, line = row.evaluate("(row) => [row.offsetHeight, parseFloat(getComputedStyle(row).lineHeight)]")
        assert height < 8 * line + 30, f"the row is {height / line:.1f} lines high"
        more = row.locator(".chat__more")
        expect(more).to_have_text("more")
        more.click()
        assert row.evaluate("(row) => row.offsetHeight") > 12 * line
        expect(more).to_have_attribute("aria-expanded", "true")
        more.click()
        assert row.evaluate("(row) => row.offsetHeight") < 8 * line + 30
        stage.say("A short one")
        expect(page.locator(".chat__text").last).to_have_text("A short one")
        expect(page.locator(".chat-message").last.locator(".chat__more")).to_have_count(0)


def hosts_give_themselves_nothing(stage):
    with stage.page(user=HOST) as page:
        expect(page.locator(".gift").first).to_be_disabled()
        expect(page.get_by_text("This is your live: gifts are for you")).to_be_visible()


def a_live_that_is_refused_is_not_being_joined(stage):
    with stage.page(path="/live/nothing-here", shown="live-refused") as page:
        expect(page.get_by_test_id("live-refused")).to_contain_text("There is no such live")
        expect(page.get_by_test_id("live-refused").get_by_role("button")).to_have_count(0)
        expect(page.locator(".stage__title")).to_have_text("There is no such live")
        assert "Joining" not in page.locator("body").inner_text()
        expect(page).to_have_title(re.compile("There is no such live"))


def the_description_is_there_with_a_slash(stage):
    try:
        with urllib.request.urlopen(f"{stage.base}/docs/", timeout=10) as answer:
            assert answer.url.endswith("/docs"), answer.url
    except urllib.error.HTTPError as failure:
        raise AssertionError(f"/docs/ is answered with {failure.code}") from None


def the_page_speaks_the_readers_language(stage):
    english = re.compile(r"[A-Za-z]{3,}")
    # Names, titles and what people wrote are theirs; the product has its name in every language.
    own = re.compile(r"Ovation|UserSig|fan-\d+|watcher|nova|mira|A live to look at|English")
    with stage.page(locale="zh-CN") as page:
        expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
        stage.host.ask("room.update", {"slowModeSeconds": 5}, LIVE)
        stage.host.ask("room.update", {"slowModeSeconds": 0}, LIVE)
        expect(page.locator(".chat__row--notice", has_text="每 5 秒")).to_be_visible()
        expect(page.locator(".gift__name").first).to_have_text("玫瑰")
        page.get_by_test_id("tab-board").click()
        left = page.evaluate("""() => {
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const texts = [...document.querySelectorAll("[aria-label], [title], [placeholder]")].flatMap(
            ({ ariaLabel, title, placeholder }) => [ariaLabel, title, placeholder]).filter(Boolean);
          while (walker.nextNode()) {
            if (!walker.currentNode.parentElement.closest("noscript, .chat__text, .barrage")) texts.push(walker.currentNode.data);
          }
          return texts;
        }""")
        texts = sorted({text for text in left if english.search(own.sub("", text))})
        assert not texts, f"English in a Chinese page: {texts}"
        page.get_by_test_id("tab-chat").click()
        page.get_by_test_id("chat-input").fill("草稿")
        page.get_by_test_id("user-name").click()
        page.get_by_test_id("menu-language-ja").click()
        expect(page.locator("html")).to_have_attribute("lang", "ja")
        expect(page.get_by_test_id("tab-audience")).to_contain_text("視聴者")
        expect(page.get_by_test_id("chat-input")).to_have_value("草稿")
        expect(page.get_by_test_id("user-name")).to_be_focused()
        page.reload()
        expect(page.get_by_test_id("tab-audience")).to_contain_text("視聴者")


CHECKS = [
    a_moderator_hits_who_they_aim_at, the_log_stops_under_a_moderators_pointer, kick_and_ban_ask_once_with_name_and_message,
    the_press_holds_its_row, four_rows_show_above_a_phones_keyboard, no_change_of_size_loses_the_end, who_reads_back_is_left_there,
    who_is_muted_reads_why_and_keeps_the_draft, a_page_that_is_offline_says_so_at_once, silence_shows_within_ten_seconds,
    a_ban_has_a_date_and_nothing_to_try_again, a_host_who_reloads_keeps_the_live, a_name_from_before_turns_nothing,
    back_leads_to_the_same_place_in_the_list, a_long_message_has_six_lines_and_more, hosts_give_themselves_nothing,
    a_live_that_is_refused_is_not_being_joined, the_description_is_there_with_a_slash, the_page_speaks_the_readers_language,
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
