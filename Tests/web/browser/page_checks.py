"""Browser checks of effects, the gift sheet, and overlaps. `checks.py` runs them."""

import contextlib
import os

from playwright.sync_api import expect

import stand
from crowd import Viewer
from stage import DESKTOP, HOST, IS_FREE, ON_ITS_SIDE, PHONE, box, choose_gift, expect_within, open_gifts, overlap, stand_still

LONG_NAME = "Maximiliane-Wolkenstein von der Hohen Heide 1234"


# Effects and motion

def effects_leave_the_chat_alone(stage):
    with stage.page(prepare=stand_still) as page:
        stage.gift("castle")
        page.locator(".effects__caption").wait_for()
        inner, outer = box(page, ".effects"), box(page, ".stage")
        assert inner["x"] >= outer["x"] and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1, (
            f"the effect is {inner}, the stage {outer}")
        assert inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1, f"the effect is {inner}, the stage {outer}"
        assert page.evaluate("getComputedStyle(document.querySelector('.effects')).backgroundImage") == "none"
        page.keyboard.press("Escape")
        expect(page.locator(".effects")).to_be_hidden()
    with stage.page(PHONE, prepare=stand_still) as page:
        stage.gift("castle", by=5)
        page.locator(".effects__caption").wait_for()
        image, side = box(page, ".effects__image"), box(page, ".side")
        assert not overlap(image, side), f"the effect is {image}, the chat {side}"
        covered = [tab.inner_text() for tab in page.locator(".side [role=tab]").all() if not tab.evaluate(IS_FREE)]
        assert not covered, f"the effect lies over {covered}"


def nothing_that_moves_has_a_filter(stage):
    with stage.page(prepare=stand_still) as page:
        stage.gift("castle", by=1)
        page.locator(".effects__caption").wait_for()
        stage.crowd.viewers[2].tell("like.send", {"count": 3}, stage.live)
        page.locator(".heart").first.wait_for(state="attached")
        stage.crowd.viewers[3].tell("barrage.send", {"text": "does it fly?"}, stage.live)
        page.locator(".barrage__message").first.wait_for(state="attached")
        found = page.evaluate("""[...document.querySelectorAll("*")].flatMap((element) => {
          const { filter, backdropFilter } = getComputedStyle(element);
          return filter === "none" && backdropFilter === "none" ? [] : [`${element.className}: ${filter} ${backdropFilter}`];
        })""")
        assert not found, f"with a filter: {found}"


def a_long_name_leaves_an_effect_visible(stage):
    """The sender's name has one line of the caption, and the gift the other."""
    with contextlib.closing(Viewer(stage.base, "long-sender")) as sender:
        sender.ask("user.update", {"nickname": LONG_NAME})
        sender.ask("room.join", room=stage.live)
        for width in (320, 390):
            with stage.page({**PHONE, "viewport": {"width": width, "height": 640}}, prepare=stand_still) as page:
                sender.ask("gift.send", {"orderID": f"long-{os.getpid()}-{width}", "giftID": "castle", "count": 1}, stage.live)
                caption = page.locator(".effects__caption")
                caption.wait_for()
                lines = caption.evaluate("(text) => text.clientHeight / parseFloat(getComputedStyle(text).fontSize)")
                assert lines < 5, f"the caption is {lines} letters high at {width}"
                name = caption.locator("strong")
                assert name.evaluate("(name) => name.scrollWidth > name.clientWidth"), f"the name is not cut at {width}"
                expect(caption).to_contain_text("sent Castle")
        # The live's audience is counted by other checks.
        sender.ask("room.leave", room=stage.live)


def reduced_motion_shows_a_still_card(stage):
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


# The gift sheet and overlaps

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
            "×": lambda: page.get_by_test_id("gifts-close").click(),
            "Escape": lambda: page.keyboard.press("Escape"),
            "a drag": lambda: drag_down(page),
        }
        for way, close in ways.items():
            open_gifts(page)
            page.wait_for_timeout(300)
            close()
            try:
                expect(sheet).to_be_hidden(timeout=10_000)
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


def nothing_covers_the_moderators_buttons(stage):
    with stage.page(PHONE, user=HOST) as page:
        page.get_by_test_id("tab-audience").click()
        buttons = page.locator(".viewer button")
        expect(buttons).to_have_count(12)
        side = box(page, ".side")
        seen = [button for button in buttons.all() if button.bounding_box()["y"] + 22 < side["y"] + side["height"]]
        covered = sum(not button.evaluate(IS_FREE) for button in seen)
        assert seen and not covered, f"{covered} of {len(seen)} buttons are under something"


def an_expensive_gift_asks_for_confirmation(stage):
    for options in (PHONE, DESKTOP):
        with stage.page(options, user="spender") as page:
            if options is PHONE:
                open_gifts(page)
            page.get_by_role("tab", name="Grand").click()
            expect(page.get_by_test_id("wallet-balance")).not_to_have_text("–")
            before = page.get_by_test_id("wallet-balance").text_content()
            choose_gift(page, "rocket").click()
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


def add_gifts(stage, ids):
    for gift in ids:
        stand.call(stage.base, "live_engine_http_srv", "add_gift", {
            "GiftId": gift, "DefaultName": gift, "Coins": 7, "IconUrl": "/gifts/star.svg"})
    stand.call(stage.base, "live_engine_http_srv", "add_gift_category_relations", {"CategoryId": "popular", "GiftIdList": ids})


@contextlib.contextmanager
def extra_gifts(stage, count):
    """Adds more gifts than fit, and removes them in the end."""
    ids = [f"extra-{number}" for number in range(count)]
    add_gifts(stage, ids)
    try:
        yield
    finally:
        for gift in ids:
            stand.call(stage.base, "live_engine_http_srv", "del_gift", {"GiftId": gift})


def a_changed_catalogue_keeps_the_users_place(stage):
    with extra_gifts(stage, 20), stage.page() as page:
        row = page.locator(".gifts__page:visible")
        gift = page.get_by_test_id("gift-button-extra-5")
        expect(page.locator(".gift:visible")).to_have_count(25)
        gift.focus()
        # The gift comes into sight with a move, which takes a moment.
        page.wait_for_function("""() => {
          const at = document.querySelector('.gifts__page:not([hidden])').scrollLeft;
          const stands = at > 50 && at === window.rowWas;
          window.rowWas = at;
          return stands;
        }""", polling=100)
        before = row.evaluate("(row) => row.scrollLeft")
        try:
            add_gifts(stage, ["late"])
            expect(row.get_by_test_id("gift-button-late")).to_be_attached()
            expect(gift).to_be_focused()
            after = row.evaluate("(row) => row.scrollLeft")
            assert abs(after - before) <= 1, f"the row went from {before} to {after}"
            # An open question is asked again, because the gift's price may have changed.
            page.get_by_role("tab", name="Grand").click()

            def is_asked():
                # The news of the second edit may come a second later, and closes a question.
                if page.get_by_test_id("gift-confirm").is_hidden():
                    choose_gift(page, "rocket").click()
                return page.evaluate("document.activeElement.dataset.testid === 'gift-confirm-send'")

            expect_within(15, "the question is asked", is_asked)
        finally:
            stand.call(stage.base, "live_engine_http_srv", "del_gift", {"GiftId": "late"})
        expect(page.get_by_test_id("gift-button-late")).not_to_be_attached()
        expect(page.get_by_test_id("gift-confirm")).to_be_hidden()
        expect(page.get_by_test_id("gift-button-rocket")).to_be_focused()
        expect(page.get_by_role("tab", name="Grand")).to_have_attribute("aria-selected", "true")


def many_gifts_are_all_within_reach(stage):
    with extra_gifts(stage, 20):
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
            # A press while the row still moves counts, and so does one that a changed catalogue interrupts.
            row.evaluate("""() => {
              const panel = document.querySelector('ov-gift-panel');
              const [before, after] = panel.querySelectorAll('.gifts__arrow');
              before.click();
              before.click();
              panel.session.dispatchEvent(new Event('catalogue'));
              after.click();
              after.click();
              panel.session.dispatchEvent(new Event('catalogue'));
            }""")
            page.wait_for_function("document.querySelector('.gifts__page:not([hidden])').scrollLeft > 1_000", timeout=3_000)
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


def notices_leave_the_chat_field_free(stage):
    for options in (PHONE, ON_ITS_SIDE, DESKTOP):
        with stage.page(options) as page:
            page.evaluate("document.querySelector('ov-toasts').show('Something that has to be said, at some length. '.repeat(4))")
            toast, field = box(page, ".toast"), box(page, ".chat__form")
            assert not overlap(toast, field), f"at {options['viewport']['width']} pixels the message is {toast}, the field {field}"


def a_phone_on_its_side_has_room_for_chat(stage):
    for index in range(12):
        stage.crowd.viewers[index].ask("barrage.send", {"text": f"row {index}"}, stage.live)
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


# The elements of a row that overlap another one, are cut off by the window, or are covered.
CROWDED = """(elements) => {
  const seen = elements.filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1);
  const boxes = seen.map((element) => element.getBoundingClientRect());
  const name = (at) => seen[at].dataset.testid ?? seen[at].className;
  const wrongs = [];
  boxes.forEach((one, at) => {
    if (one.left < 0 || one.right > innerWidth + 0.5) wrongs.push(`${name(at)} is cut off at ${one.right}`);
    const hit = document.elementFromPoint(one.left + one.width / 2, one.top + one.height / 2);
    if (!seen[at].contains(hit)) wrongs.push(`${name(at)} is under ${hit?.className}`);
    boxes.slice(at + 1).forEach((other, index) => {
      if (one.left < other.right - 0.5 && other.left < one.right - 0.5 && one.top < other.bottom && other.top < one.bottom) {
        wrongs.push(`${name(at)} and ${name(at + 1 + index)} lie over each other`);
      }
    });
  });
  return wrongs;
}"""


def a_long_name_covers_nothing_in_the_header(stage):
    """A guest's name is long, and strangers see it first. The name itself gives way."""
    name = "the-longest-name-of-a-guest-ever"
    stage.host.ask("room.update", {"liveName": "A title as long as titles of lives come to be, and longer"}, stage.live)
    for width in (320, 360, 390):
        narrow = {**PHONE, "viewport": {"width": width, "height": 844}}
        for path, shown in (("/", "live-card"), ("/feed", "tab-feed")):
            with stage.page(narrow, path=path, shown=shown, user=name) as page:
                expect(page.get_by_test_id("wallet-balance")).not_to_have_text("–")
                wrongs = page.locator(".header :is(.brand, .header__view, .wallet, .user-button)").evaluate_all(CROWDED)
                assert not wrongs, f"{path} at {width}: {wrongs}"
                assert page.get_by_test_id("wallet-balance").evaluate("(one) => one.scrollWidth <= one.clientWidth"), "the balance is cut"
        for user in (name, HOST):
            with stage.page(narrow, user=user) as page:
                row = page.locator(".stage__top > a, .stage__identity, .stage__facts .chip, .stage__controls :is(button, a)")
                wrongs = row.evaluate_all(CROWDED)
                assert not wrongs, f"a live at {width}: {wrongs}"
                assert box(page, ".stage__top")["height"] <= 60, f"the head has more than a row at {width}"
                assert page.locator(".stage__title bdi").evaluate("(one) => one.scrollWidth > one.clientWidth"), "the title is not cut"


def a_phones_menu_has_every_switch(stage):
    with stage.page(PHONE, user=HOST) as page:
        page.get_by_test_id("stage-more").click()
        # The one for reactions comes with what the server says of them.
        expect(page.get_by_role("menu").get_by_role("menuitemcheckbox")).to_have_count(3)
        page.get_by_test_id("more-effects").click()
        page.get_by_test_id("stage-more").click()
        expect(page.get_by_test_id("more-effects")).to_have_attribute("aria-checked", "false")
        page.get_by_test_id("more-effects").click()
        for switch, choice in (("more-pace", "slow-mode-0"), ("more-reading", "chat-reading-digest")):
            page.get_by_test_id("stage-more").click()
            page.get_by_test_id(switch).click()
            page.get_by_test_id(choice).click()
            expect(page.get_by_test_id("stage-more")).to_be_focused()
        page.get_by_test_id("stage-more").click()
        page.get_by_test_id("more-end").click()
        expect(page.get_by_test_id("confirm-end")).to_be_visible()


CHECKS = [
    a_long_name_covers_nothing_in_the_header, a_phones_menu_has_every_switch,
    effects_leave_the_chat_alone, nothing_that_moves_has_a_filter, a_long_name_leaves_an_effect_visible, reduced_motion_shows_a_still_card,
    the_chat_is_drawn_in_batches, the_sheet_leaves_the_field_free, the_keyboard_leaves_the_send_button_free, the_sheet_closes,
    nothing_covers_the_moderators_buttons, an_expensive_gift_asks_for_confirmation, a_changed_catalogue_keeps_the_users_place,
    many_gifts_are_all_within_reach, notices_leave_the_chat_field_free, a_phone_on_its_side_has_room_for_chat,
]
