"""Browser checks for moderators, for muted and banned users, and for reading a busy chat. `checks.py` runs them."""

import contextlib
import re
import time

from playwright.sync_api import Error, expect

from stage import HOST, PHONE, expect_within

# The fully visible rows of the chat, and how far the log is from its end.
SEEN_ROWS = """() => {
  const log = document.querySelector("[data-testid=chat-log]");
  const seen = log.getBoundingClientRect();
  const rows = [...log.querySelectorAll(".chat__row")].filter((row) => {
    const box = row.getBoundingClientRect();
    return box.height > 0 && box.top >= seen.top - 1 && box.bottom <= Math.min(seen.bottom, innerHeight) + 1;
  });
  return { rows: rows.length, behind: Math.round(log.scrollHeight - log.clientHeight - log.scrollTop) };
}"""


def row_at(page, x, y):
    """The name and text of the message under a point of the log."""
    return page.evaluate("""([x, y]) => {
      const row = document.elementFromPoint(x, y)?.closest(".chat-message");
      return row && { name: row.querySelector(".chat__name").textContent, text: row.querySelector(".chat__text").textContent };
    }""", [x, y])


def names_in_sight(page):
    """The names of fully visible messages, with their places."""
    return page.evaluate("""() => {
      const log = document.querySelector("[data-testid=chat-log]").getBoundingClientRect();
      return [...document.querySelectorAll(".chat-message .chat__name")].map((name) => {
        const { left, top, bottom, width, height } = name.getBoundingClientRect();
        return { name: name.textContent, x: left + width / 2, y: top + height / 2, top, bottom };
      }).filter(({ top, bottom }) => top > log.top + 60 && bottom < log.bottom - 90);
    }""")


# Moderators

def press_slowly(page):
    """Clicks where the pointer is, and returns the name whose menu opens, or None. It closes the menu again."""
    page.mouse.down()
    page.wait_for_timeout(60)
    page.mouse.up()
    title = page.locator(".menu .user-card__name")
    # A busy machine takes a third of a second to draw the menu. One that opens after the wait would be in the way of the next press.
    with contextlib.suppress(Error):
        title.wait_for(timeout=3_000)
    pressed = title.inner_text() if title.count() else None
    if pressed is not None:
        page.keyboard.press("Escape")
        expect(title).to_have_count(0)
    return pressed


def a_click_from_outside_hits_the_row_at_rest_or_nobody(stage, tries=12):
    """At 40 messages a second a name is chosen before the pointer arrives. The click must hit the row on which the pointer rests."""
    with stage.page(user=HOST) as page:
        expect(page.get_by_test_id("end-live")).to_be_visible()
        stage.crowd.talk(40)
        expect_within(10, "the chat is full", lambda: len(names_in_sight(page)) >= 8)
        log = page.get_by_test_id("chat-log").bounding_box()
        wrong, hits = [], 0
        for attempt in range(tries):
            page.mouse.move(log["x"] - 200, log["y"] + 100)
            page.wait_for_timeout(250)
            names = names_in_sight(page)
            target = names[attempt * 5 % len(names)]
            # The browser sees this as one movement.
            page.mouse.move(target["x"], target["y"], steps=1 + attempt % 3)
            # The name under the pointer. Beside a name a click hits nobody.
            resting = page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.closest('.chat__name')?.textContent ?? null",
                                    [target["x"], target["y"]])
            page.wait_for_timeout(600)
            pressed = press_slowly(page)
            hits += pressed == resting
            if pressed not in (None, resting):
                wrong.append(f"{resting} was under the pointer, {pressed} was hit")
        assert not wrong and hits > tries / 2, f"{hits} of {tries}: {'; '.join(wrong)}"


def a_click_after_resuming_the_log_hits_nobody_by_chance(stage):
    with stage.page(user=HOST) as page:
        last = stage.fill(60)
        expect(page.locator(".chat__text").last).to_have_text(last)
        stage.crowd.talk(40)
        log = page.get_by_test_id("chat-log").bounding_box()
        page.mouse.move(log["x"] - 200, log["y"] + 200)
        page.mouse.move(log["x"] + 60, log["y"] + 200)
        page.mouse.wheel(0, -300)
        paused = page.get_by_test_id("chat-paused")
        expect(paused).to_contain_text("Paused · ")
        # The button disappears, and rows run under the pointer, which has not moved since.
        box = paused.bounding_box()
        page.mouse.move(box["x"] + 10, box["y"] + box["height"] / 2)
        paused.click(position={"x": 10, "y": box["height"] / 2})
        expect(paused).to_be_hidden()
        for _ in range(5):
            page.wait_for_timeout(200)
            page.mouse.down()
            page.mouse.up()
            assert page.locator(".menu__title").count() == 0, "somebody was hit whom nobody meant"
            if paused.is_visible():
                break


def a_log_that_appears_under_a_pointer_is_not_paused(stage):
    """A host's click on Go live leaves the pointer where the log appears."""
    with stage.page(user=HOST) as page:
        log = page.get_by_test_id("chat-log").bounding_box()
        page.evaluate("history.pushState(null, '', '/' + location.search); dispatchEvent(new PopStateEvent('popstate'))")
        expect(page.get_by_test_id("chat-log")).to_have_count(0)
        page.mouse.move(log["x"] + 90, log["y"] + 150)
        page.mouse.move(log["x"] + 100, log["y"] + 160)
        page.go_back()
        expect(page.get_by_test_id("chat-log")).to_be_visible()
        page.wait_for_timeout(300)
        last = stage.fill(40)
        expect(page.locator(".chat__text").last).to_have_text(last)
        expect(page.get_by_test_id("chat-paused")).to_be_hidden()
        page.mouse.move(log["x"] + 110, log["y"] + 160)
        stage.say("now it is meant")
        expect(page.get_by_test_id("chat-paused")).to_contain_text("Paused")


def a_moderator_hits_the_user_they_aim_at(stage, tries=12):
    """At 40 messages a second a name is chosen and clicked 600 ms later at the place where it was seen."""
    with stage.page(user=HOST) as page:
        expect(page.get_by_test_id("end-live")).to_be_visible()
        stage.crowd.talk(40)
        expect_within(10, "the chat is full", lambda: len(names_in_sight(page)) >= 8)
        log = page.get_by_test_id("chat-log").bounding_box()
        hits, wrong = 0, []
        for attempt in range(tries):
            # The pointer comes from outside into the log, as a hand moves it, and then to the name.
            page.mouse.move(log["x"] - 200, log["y"] + 100)
            page.wait_for_timeout(250)
            page.mouse.move(log["x"] + 300, log["y"] + log["height"] / 2)
            # People aim at what is drawn after their pointer came in.
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            names = names_in_sight(page)
            target = names[attempt * 5 % len(names)]
            page.mouse.move(target["x"], target["y"], steps=4)
            page.wait_for_timeout(600)
            pressed = press_slowly(page)
            if pressed == target["name"]:
                hits += 1
            else:
                wrong.append(f"{target['name']} was meant, {pressed} was hit")
        assert hits == tries, f"{hits} of {tries} hit: {'; '.join(wrong)}"


# A message whose name can be aimed at, with its number.
AIM = """(place) => {
  const log = document.querySelector("[data-testid=chat-log]").getBoundingClientRect();
  const rows = [...document.querySelectorAll(".chat-message[data-seq]")].map((row) => {
    const { left, top, bottom, width, height } = row.querySelector(".chat__name").getBoundingClientRect();
    const name = row.querySelector(".chat__name").textContent;
    return { name, seq: row.dataset.seq, x: left + width / 2, y: top + height / 2, top, bottom };
  }).filter(({ name, top, bottom }) => name.startsWith("fan-") && top > log.top + 60 && bottom < log.bottom - 90);
  return rows[place % rows.length];
}"""


def a_moderator_deletes_messages_and_removes_their_writers_at_40_a_second(stage, tries=12):
    """Each message that is aimed at is deleted, and no other; then its writer is removed, and nobody else."""
    with stage.page(user=HOST) as page:
        expect(page.get_by_test_id("end-live")).to_be_visible()
        stage.crowd.talk(40)
        expect_within(10, "the chat is full", lambda: len(names_in_sight(page)) >= 8)
        log = page.get_by_test_id("chat-log").bounding_box()
        for attempt in range(2 * tries):
            page.mouse.move(log["x"] - 200, log["y"] + 100)
            page.wait_for_timeout(250)
            page.mouse.move(log["x"] + 300, log["y"] + log["height"] / 2)
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            target = page.evaluate(AIM, attempt * 5)
            page.mouse.move(target["x"], target["y"], steps=4)
            page.wait_for_timeout(600)
            if attempt % 2 == 0:
                message = page.locator(f".chat-message[data-seq='{target['seq']}']")
                page.mouse.click(target["x"], target["y"], button="right", delay=60)
                page.get_by_test_id("message-delete").click()
                expect(message).to_have_count(0)
                continue
            page.mouse.click(target["x"], target["y"], delay=60)
            page.get_by_test_id("menu-kick").click()
            expect(page.locator("dialog")).to_contain_text(target["name"])
            page.get_by_test_id("confirm-kick").click()
            # What the server told everybody.
            expect(page.locator(".chat__row--notice").last).to_contain_text(target["name"])
            stage.crowd.viewers[int(target["name"].removeprefix("fan-"))].ask("room.join", room=stage.live)


def the_log_stops_under_a_moderators_pointer(stage):
    with stage.page(user=HOST) as page, stage.page(user="watcher") as viewer:
        last = stage.fill(40)
        for each in (page, viewer):
            # The whole fill must be shown, or the rest of it counts as new too.
            expect(each.locator(".chat__text").last).to_have_text(last)
            log = each.get_by_test_id("chat-log").bounding_box()
            each.mouse.move(log["x"] + 100, log["y"] + 200)
        at = (log["x"] + 60, log["y"] + 200)
        page.mouse.move(*at)
        before = row_at(page, *at)
        last = stage.fill(36)
        expect(page.get_by_test_id("chat-paused")).to_have_text("Paused · 37 new")
        assert row_at(page, *at) == before, "the row under the pointer is another one"
        expect(viewer.locator(".chat__text").last).to_have_text(last)
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
                # The question changes nothing, and neither does Cancel.
                dialog.get_by_role("button", name="Cancel").click()
                stage.say("still here", by=5)
                expect(page.locator(".chat__text", has_text="still here")).to_be_visible()
                row.locator("button.chat__name").click()
                page.get_by_test_id("menu-kick").click()
            page.get_by_test_id(f"confirm-{what}").click()
            expect(dialog).to_have_count(0)
            expect(page.locator(".chat__row--notice").last).to_contain_text("fan-5")
            stage.host.ask("audience.ban", {"userID": "fan-5", "banned": False}, stage.live)
            stage.crowd.viewers[5].ask("room.join", room=stage.live)


def a_touch_holds_its_row(stage):
    """A finger cannot hover, so a touched row must stay under it."""
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
        # The log stays paused until the moderator resumes it.
        expect(page.get_by_test_id("chat-paused")).to_contain_text("Paused · ")


# Following the end

def four_rows_show_above_a_phones_keyboard(stage):
    with stage.page(PHONE) as page:
        last = stage.fill(30)
        page.get_by_test_id("chat-input").tap()
        # The browser shrinks the page like this when the keyboard opens, because the page asks for it (interactive-widget).
        page.set_viewport_size({"width": 390, "height": 400})
        expect_within(3, "the end is followed", lambda: page.evaluate(SEEN_ROWS)["behind"] < 3)
        seen = page.evaluate(SEEN_ROWS)
        assert seen["rows"] >= 4, f"{seen['rows']} rows are left"
        expect(page.locator(".chat__text").last).to_have_text(last)
        expect(page.get_by_test_id("like-button")).to_be_hidden()
        field = page.get_by_test_id("chat-input").bounding_box()
        assert field["y"] + field["height"] <= 400, f"the field is at {field}"
        page.get_by_test_id("chat-input").press_sequentially("typed")
        page.set_viewport_size({"width": 390, "height": 844})
        expect(page.get_by_test_id("like-button")).to_be_visible()
        expect_within(3, "the end is followed", lambda: page.evaluate(SEEN_ROWS)["behind"] < 3)


def a_resized_log_still_follows_its_end(stage):
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


def a_reader_who_scrolled_back_stays_there(stage):
    with stage.page() as page:
        last = stage.fill(60)
        expect(page.locator(".chat__text").last).to_have_text(last)
        log = page.get_by_test_id("chat-log").bounding_box()
        page.mouse.move(log["x"] + 100, log["y"] + 200)

        def place():
            return page.get_by_test_id("chat-log").evaluate("(log) => log.scrollTop")

        end = place()
        page.mouse.wheel(0, -400)
        paused = page.get_by_test_id("chat-paused")
        expect(paused).to_have_text("Paused")
        expect_within(15, "it scrolled", lambda: place() < end - 300)
        top = place()
        page.get_by_test_id("tab-audience").click()
        stage.fill(10)
        page.get_by_test_id("tab-chat").click()
        expect(paused).to_have_text("Paused · 11 new")
        assert abs(page.get_by_test_id("chat-log").evaluate("(log) => log.scrollTop") - top) < 400, "the place is lost"
        paused.click()
        expect(paused).to_be_hidden()
        expect_within(2, "the end is followed", lambda: page.evaluate(SEEN_ROWS)["behind"] < 3)


# Muted with a draft

def a_muted_user_reads_why_and_keeps_the_draft(stage):
    with stage.page(user="fan-7") as page:
        field, bar = page.get_by_test_id("chat-input"), page.get_by_test_id("chat-silenced")
        field.fill("half a thought")
        stage.host.ask("audience.mute", {"userID": "fan-7", "muted": True, "seconds": 3_600, "reason": "flooding"}, stage.live)
        expect(bar).to_be_visible()
        expect(bar).to_contain_text(re.compile(r"muted until .*\d\d:\d\d"))
        expect(bar).to_contain_text("Reason: flooding")
        expect(bar).to_contain_text("Your text stays here")
        expect(field).to_be_hidden()
        # The focus moves from the hidden field to the bar in its place.
        expect(bar).to_be_focused()
        page.reload()
        expect(bar).to_contain_text("Reason: flooding")
        stage.host.ask("audience.mute", {"userID": "fan-7", "muted": False}, stage.live)
        expect(field).to_have_value("half a thought")
        stage.host.ask("room.update", {"isMessageDisable": True}, stage.live)
        expect(bar).to_contain_text("muted for everybody")
        stage.host.ask("room.update", {"isMessageDisable": False}, stage.live)
        expect(field).to_have_value("half a thought")


# Bans

def a_banned_user_sees_the_date_and_no_retry(stage):
    with stage.page(user="fan-8") as page:
        stage.host.ask("audience.ban", {"userID": "fan-8", "seconds": 7 * 86_400, "reason": "spam"}, stage.live)
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
        stage.host.ask("audience.ban", {"userID": "fan-8", "banned": False}, stage.live)


CHECKS = [
    a_moderator_hits_the_user_they_aim_at, a_moderator_deletes_messages_and_removes_their_writers_at_40_a_second,
    a_click_from_outside_hits_the_row_at_rest_or_nobody,
    a_click_after_resuming_the_log_hits_nobody_by_chance, a_log_that_appears_under_a_pointer_is_not_paused,
    the_log_stops_under_a_moderators_pointer, kick_and_ban_ask_once_with_name_and_message,
    a_touch_holds_its_row, four_rows_show_above_a_phones_keyboard, a_resized_log_still_follows_its_end,
    a_reader_who_scrolled_back_stays_there, a_muted_user_reads_why_and_keeps_the_draft, a_banned_user_sees_the_date_and_no_retry,
]

# What takes long, and is seldom broken by a change that the others do not see.
LONG = [
    a_click_from_outside_hits_the_row_at_rest_or_nobody, a_moderator_deletes_messages_and_removes_their_writers_at_40_a_second,
]
