"""Browser checks of how a gift is chosen and sent. `checks.py` runs them."""

import re

from playwright.sync_api import expect

import stand
from stage import DESKTOP, PHONE, box, choose_gift, expect_within, open_gifts

# A gift of these checks alone.
GIFT = "checked"


def coins(page):
    return int(re.sub(r"\D", "", page.get_by_test_id("wallet-balance").text_content()) or -1)


def set_price(stage, price, command):
    stand.call(stage.base, "live_engine_http_srv", command, {
        "GiftId": GIFT, "DefaultName": "Checked", "DefaultDesc": "Looked at twice", "Coins": price, "IconUrl": "/gifts/star.svg"})


def a_gift_is_chosen_with_one_press_and_sent_with_the_next(stage):
    for options, user in ((DESKTOP, "chooser"), (PHONE, "tapper")):
        with stage.page(options, user=user, reduced_motion="reduce") as page:
            if options is PHONE:
                open_gifts(page)
            expect(page.get_by_test_id("wallet-balance")).not_to_have_text("–")
            before = coins(page)
            send = page.get_by_test_id("gift-send")
            rose, heart = (page.get_by_test_id(f"gift-button-{gift}") for gift in ("rose", "heart"))
            expect(send).to_be_disabled()
            expect(rose).to_have_accessible_name("Rose, 1 coin")
            at = rose.bounding_box()
            rose.click()
            expect(rose).to_have_accessible_name("Send Rose for 1 coin")
            expect(page.get_by_test_id("gift-about")).to_have_text("Rose A small thank you")
            expect(page.get_by_test_id("announcer")).to_contain_text("A small thank you")
            expect(send).to_have_accessible_name("Send Rose for 1 coin")
            after = rose.bounding_box()
            assert abs(at["x"] - after["x"]) < 1 and abs(at["y"] - after["y"]) < 1, f"the gift moved under the finger: {at}, {after}"
            assert abs(at["height"] - after["height"]) < 1, f"a chosen gift is {after['height']} high, another {at['height']}"
            # Another gift is chosen instead, and nothing was sent so far.
            heart.click()
            expect(heart).to_have_attribute("aria-current", "true")
            expect(rose).to_have_attribute("aria-current", "false")
            page.get_by_test_id("gift-count-10").check(force=True)
            expect(send).to_have_accessible_name("Send Heart times 10 for 50 coins")
            assert coins(page) == before, "a gift was sent by choosing it"
            assert box(page, "[data-testid=gift-send]")["height"] >= 44
            send.click()
            expect_within(15, "a wallet with 50 coins less", lambda page=page, before=before: coins(page) == before - 50)
            page.get_by_test_id("gift-count-1").check(force=True)
            # It stays chosen, so the next press sends one more.
            heart.click()
            expect_within(15, "a wallet with 55 coins less", lambda page=page, before=before: coins(page) == before - 55)
            # A look at other gifts ends the choice.
            page.get_by_role("tab", name="Grand").click()
            expect(send).to_be_disabled()
            expect(page.get_by_test_id("gift-about")).to_have_text("")


def a_gift_is_chosen_and_sent_by_the_keyboard(stage):
    with stage.page(user="typist", reduced_motion="reduce") as page:
        expect(page.get_by_test_id("wallet-balance")).not_to_have_text("–")
        before = coins(page)
        page.locator("h1").click()
        page.keyboard.press("g")
        expect(page.get_by_test_id("gift-button-rose")).to_be_focused()
        # A key that is held down repeats, and sends nothing by that.
        page.keyboard.down("Enter")
        for _ in range(5):
            page.keyboard.down("Enter")
        page.keyboard.up("Enter")
        expect(page.get_by_test_id("gift-button-rose")).to_have_attribute("aria-current", "true")
        expect(page.get_by_test_id("gift-button-rose")).to_be_focused()
        page.keyboard.press("Enter")
        expect_within(15, "a wallet with a coin less", lambda: coins(page) == before - 1)
        page.get_by_test_id("gift-send").press("Enter")
        expect_within(15, "a wallet with two coins less", lambda: coins(page) == before - 2)


def a_gift_whose_price_changes_is_chosen_no_more(stage):
    set_price(stage, 7, "add_gift")
    stand.call(stage.base, "live_engine_http_srv", "add_gift_category_relations", {"CategoryId": "popular", "GiftIdList": [GIFT]})
    try:
        with stage.page(user="careful", reduced_motion="reduce") as page:
            expect(page.get_by_test_id("wallet-balance")).not_to_have_text("–")
            before = coins(page)
            button = page.get_by_test_id(f"gift-button-{GIFT}")
            expect(button).to_be_visible()
            choose_gift(page, GIFT)
            set_price(stage, 9, "edit_gift")
            expect(button).to_have_accessible_name("Checked, 9 coins")
            expect(button).to_have_attribute("aria-current", "false")
            expect(page.get_by_test_id("gift-send")).to_be_disabled()
            choose_gift(page, GIFT).click()
            expect_within(15, "a wallet with nine coins less", lambda: coins(page) == before - 9)
    finally:
        stand.call(stage.base, "live_engine_http_srv", "del_gift", {"GiftId": GIFT})


CHECKS = [
    a_gift_is_chosen_with_one_press_and_sent_with_the_next, a_gift_is_chosen_and_sent_by_the_keyboard,
    a_gift_whose_price_changes_is_chosen_no_more,
]
