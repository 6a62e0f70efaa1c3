"""Whole stories of operators in the console, with a viewer or the app's backend beside them. `checks.py` runs them."""

import pathlib
import subprocess
import tempfile
import time

from playwright.sync_api import expect

from app_backend import YES, AppBackend
from console_checks import Console, pick, press, rest, sign_in, type_into
from stage import choose_gift, expect_within
from tree_reader import TreeReader

SAMPLES = pathlib.Path(__file__).resolve().parents[1] / "support/write-svga-samples.mjs"
ORDER = "ovation_gift_srv/order_gifts"
def make_live(live, host, base):
    made = rest(base, "live_engine_http_srv/create_room", {
        "RoomInfo": {"RoomId": live, "RoomName": live, "RoomType": "Live", "Owner_Account": host}})
    assert made["ErrorCode"] == 0, made


def a_gift_of_the_console_with_an_effect_in_three_languages_is_sent_by_a_viewer(stage):
    rest(stage, "live_engine_http_srv/del_gift", {"GiftId": "story-gift"})
    with Console(stage, "/catalogue?gift=") as page:
        sign_in(page)
        type_into(page, "Gift id", "story-gift")
        type_into(page, "Name", "Story")
        type_into(page, "Price in coins", "1", "spinbutton")
        type_into(page, "Address of the effect", "/gifts/castle.svga")
        for language, name in [("English", "Story"), ("简体中文", "故事"), ("日本語", "物語")]:
            type_into(page, f"Name in {language}", name)
        page.get_by_role("checkbox", name="Show it in Popular").press("Space")
        # Nobody has pressed "Check": it is checked, measured and played before it is saved.
        press(page, "Save")
        expect(page.get_by_role("row", name="story-gift")).to_contain_text("complete")
    try:
        for language, name in [("ja-JP", "物語"), ("zh-CN", "故事")]:
            with stage.page(user=f"story-{language[:2]}", locale=language, reduced_motion="reduce") as viewer:
                gift = viewer.get_by_test_id("gift-button-story-gift")
                expect(gift).to_contain_text(name)
                if language == "ja-JP":
                    choose_gift(viewer, "story-gift").click()
                    expect(viewer.get_by_test_id("gift-banner").filter(has_text=name).first).to_be_visible()
    finally:
        rest(stage, "live_engine_http_srv/del_gift", {"GiftId": "story-gift"})


def an_effect_that_flashes_is_neither_played_nor_saved_and_nothing_typed_is_lost(stage):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["node", SAMPLES, folder], check=True)
        with Console(stage, "/catalogue?gift=") as page:
            sign_in(page)
            type_into(page, "Gift id", "strobe-gift")
            type_into(page, "Name", "Strobe")
            type_into(page, "Price in coins", "1", "spinbutton")
            region = page.get_by_role("region", name="Upload a file")
            region.get_by_label("Effect (SVGA)").set_input_files(f"{folder}/strobe.svga")
            # It is looked at as soon as it is there, and not shown.
            expect(page.get_by_text("It flashes 5 times in a second.")).to_be_visible()
            expect(page.locator("canvas")).to_be_hidden()
            press(page, "Save")
            expect(page.get_by_text("It was not saved, because of its effect.")).to_be_visible()
            expect(page.get_by_role("textbox", name="Gift id")).to_have_value("strobe-gift")
            assert rest(stage, "live_engine_http_srv/get_gift", {"GiftId": "strobe-gift"})["ErrorCode"] == 102002
            region.get_by_label("Effect (SVGA)").set_input_files(f"{folder}/short.svga")
            expect(page.locator("canvas")).to_be_visible()
            press(page, "Save")
            expect(page.get_by_role("link", name="Edit strobe-gift")).to_be_visible()
    rest(stage, "live_engine_http_srv/del_gift", {"GiftId": "strobe-gift"})


def the_order_of_gifts_changes_by_buttons_and_by_dragging(stage):
    def order():
        answer = rest(stage, "live_engine_http_srv/get_gift_category_relations", {"CategoryId": "popular"})
        return answer["Response"]["Relation"]["GiftIdList"]

    def place(ids):
        rest(stage, ORDER, {"CategoryId": "popular", "GiftIdList": ids})

    before = order()
    one, two, three, *others = before
    try:
        with Console(stage, "/catalogue?category=popular") as page:
            sign_in(page)
            press(page, f"Move {three} up")
            said = page.get_by_role("status").filter(has_text=f"{three} is now 2 of {len(before)}.")
            expect(said.first).to_be_visible()
            assert order() == [one, three, two, *others], order()
            # The row was drawn anew; the focus is where it was, so the key may be pressed again.
            expect(page.get_by_role("button", name=f"Move {three} up")).to_be_focused()
            page.keyboard.press("Enter")
            expect_within(10, "it is first", lambda: order() == [three, one, two, *others])
            # Up is not possible any more, so the other button of the row has the focus.
            expect(page.get_by_role("button", name=f"Move {three} down")).to_be_focused()
            grip = page.get_by_role("row", name=three, exact=False).first.locator("[draggable]")
            grip.drag_to(page.get_by_role("row", name=two, exact=False).first)
            expect_within(10, "it was dragged", lambda: order() == [one, two, three, *others])
            expect(page.get_by_role("status").filter(has_text=f"{three} is now 3 of").first).to_be_visible()
            expect(page.locator("[aria-busy=true]")).to_have_count(0)
            # Another console was faster: its change stays, and the list is read anew.
            rest(stage, "live_engine_http_srv/del_gift_category_relations", {"CategoryId": "popular", "GiftIdList": [one]})
            press(page, f"Move {two} down")
            expect(page.get_by_role("status").filter(has_text="Somebody else changed it meanwhile").first).to_be_visible()
            expect(page.get_by_role("button", name=f"Move {one} down")).to_have_count(0)
            assert order() == [two, three, *others], order()
    finally:
        rest(stage, "live_engine_http_srv/add_gift_category_relations", {"CategoryId": "popular", "GiftIdList": before})
        place(before)


def an_operator_tests_the_backend_and_a_dead_letter_is_sent_again(stage):
    backend = AppBackend()
    rest(stage, "im_open_login_svc/account_import", {"UserID": "letter-host"})
    with backend.running():
        backend.answer = lambda command, body: (500, {})
        with Console(stage, "/webhooks") as page:
            sign_in(page)
            press(page, "Set up")
            type_into(page, "Endpoint", backend.url)
            type_into(page, "Callbacks", "Live.CallbackAfterCreateRoom")
            # The address is tried before it is saved: the backend is broken at the moment.
            press(page, "Test this address")
            expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("status 500")
            press(page, "Save")
            try:
                expect(page.get_by_role("dialog")).to_have_count(0)
                make_live("letter-live", "letter-host", stage)
                expect_within(30, "it is given up", lambda: rest(
                    stage, "ovation_webhook_srv/list_dead_letters", {})["Response"]["DeadLetterList"])
                backend.answer = lambda command, body: (200, YES)
                page.get_by_role("button", name="Refresh").last.press("Enter")
                row = page.get_by_role("row").filter(has_text="letter-live")
                expect(row).to_contain_text("500")
                first = backend.ids("Live.CallbackAfterCreateRoom")
                row.get_by_role("button", name="Send", exact=False).first.press("Enter")
                expect_within(15, "it came again", lambda: len(backend.ids("Live.CallbackAfterCreateRoom")) > len(first))
                assert len(set(backend.ids("Live.CallbackAfterCreateRoom"))) == 1, backend.requests
                expect(page.get_by_text("Nothing was given up.")).to_be_visible()
                press(page, "Test the endpoint")
                expect(page.get_by_text("It answered in")).to_be_visible()
                answers = page.get_by_role("table", name="Last answers")
                expect(answers.get_by_role("row").nth(1)).to_contain_text("Live.CallbackTest")
                expect(answers).to_contain_text("status 500")
            finally:
                rest(stage, "live_config/delete_callback", {})
                rest(stage, "live_engine_http_srv/destroy_room", {"RoomId": "letter-live"})


def an_operator_reconciles_orders_that_the_apps_billing_left_open(stage):
    backend = AppBackend()
    live, payer = "billed-live", "billed-ada"
    rest(stage, "im_open_login_svc/account_import", {"UserID": payer})
    rest(stage, "im_open_login_svc/account_import", {"UserID": "billed-host"})
    rest(stage, "live_engine_http_srv/add_gift", {"GiftId": "billed", "DefaultName": "Billed", "Coins": 3})
    make_live(live, "billed-host", stage)

    def send(order):
        return rest(stage, "live_engine_http_srv/send_gift", {
            "RoomId": live, "From_Account": payer, "GiftId": "billed", "OrderId": order})["ErrorCode"]

    try:
        with backend.running():
            backend.answer = lambda command, body: (503, {})
            rest(stage, "live_config/set_callback", {
                "Url": backend.url, "CallbackCommandList": ["Live.CallbackBeforeSendGift"]})
            assert send("open-1") == 102004 and send("open-2") == 102004
            with Console(stage, "/orders") as page:
                sign_in(page)
                row = page.get_by_role("row").filter(has_text="open-1")
                expect(row).to_contain_text("not shown, outcome asked for")
                expect(row).to_contain_text("did not answer")
                press(page, "Ask about open-1 again")
                expect(page.get_by_role("status").filter(has_text="open-1: not shown, outcome asked for.").first).to_be_visible()
                # The billing is back, and says that it never charged it.
                backend.answer = lambda command, body: (200, {"ActionStatus": "FAIL", "ErrorCode": 7, "ErrorInfo": "no such order"})
                press(page, "Ask about open-1 again")
                expect(page.get_by_role("status").filter(has_text="open-1: cancelled.").first).to_be_visible()
                expect(row).to_have_count(0)
                press(page, "Settle the order open-2")
                pick(page, "Was it charged there?", "No, it was not charged")
                type_into(page, "Reason", "not in the bank's list")
                type_into(page, "Type open-2 to confirm", "open-2")
                page.get_by_role("dialog").get_by_role("button", name="Settle", exact=True).press("Enter")
                expect(page.get_by_text("No order is undecided.")).to_be_visible()
                type_into(page, "Sender", payer)
                type_into(page, "Order id", "open-2")
                press(page, "Look up")
                expect(page.get_by_text("The books have nothing of it.")).to_be_visible()
                expect(page.get_by_role("main")).to_contain_text("not in the bank's list")
                press(page, "Log of operators", "link")
                expect(page.get_by_role("row").filter(has_text="resolve_order").first).to_contain_text("open-2")
    finally:
        rest(stage, "live_config/delete_callback", {})
        rest(stage, "live_engine_http_srv/destroy_room", {"RoomId": live})
        rest(stage, "live_engine_http_srv/del_gift", {"GiftId": "billed"})


def an_operator_works_by_the_accessibility_tree_alone(stage):
    payer, live, order = f"tree-ada-{int(time.time())}", "tree-live", "tree-lost"
    rest(stage, "im_open_login_svc/account_import", {"UserID": payer})
    rest(stage, "im_open_login_svc/account_import", {"UserID": "tree-host"})
    rest(stage, "live_engine_http_srv/del_gift", {"GiftId": "tree-gift"})
    make_live(live, "tree-host", stage)
    with Console(stage) as page:
        reader = TreeReader(page)
        reader.write("Administrator", "administrator")
        reader.write("UserSig", "dev")
        reader.press("Sign in")
        # The catalogue: a category gets a name in another language, and a gift is shown in it. The server has as many categories as it may.
        reader.press("Catalogue", "link")
        reader.press("Edit the category royal")
        reader.write("Name in English", "Royal")
        reader.press("Save")
        reader.is_silent_about("dialog", "Edit the category royal")
        reader.press("Add a gift", "link")
        reader.write("Gift id", "tree-gift")
        reader.write("Name", "Oak")
        reader.write("Price in coins", "4", "spinbutton")
        reader.press("Show it in Royal", "checkbox", key="Space")
        reader.press("Save")
        reader.find("link", "Edit tree-gift")
        # A wallet.
        reader.press("Wallets", "link")
        reader.write("User", payer)
        reader.press("Look up")
        reader.write("Coins", "40", "spinbutton")
        reader.write("Reason", "a welcome")
        reader.press("Credit")
        reader.hears("Credited.")
        sent = rest(stage, "live_engine_http_srv/send_gift", {
            "RoomId": live, "From_Account": payer, "GiftId": "tree-gift", "OrderId": order})
        assert sent["ErrorCode"] == 0, sent
        # The viewer lost the order: it is found with what it moved.
        reader.press("Orders", "link")
        reader.write("Sender", payer)
        reader.write("Order id", order)
        reader.press("Look up")
        reader.find("link", f"user:{payer}")
        reader.hears("tree-gift")
        reader.hears("-4")
        # The live is ended.
        reader.press("Lives", "link")
        reader.write("Live", live)
        reader.press("Open")
        reader.press("End")
        reader.write(f"Type {live} to confirm", live)
        reader.press("End")
        reader.is_silent_about("dialog", f"End the live {live}")
        reader.hears(f"{live} has ended.")
    gift = rest(stage, "live_engine_http_srv/get_gift_category_relations", {"CategoryId": "royal"})
    assert gift["Response"]["Relation"]["GiftIdList"][-1] == "tree-gift", gift
    assert rest(stage, "live_engine_http_srv/get_room_info", {"RoomId": live})["ErrorCode"] == 100004
    rest(stage, "live_engine_http_srv/del_gift", {"GiftId": "tree-gift"})
    rest(stage, "live_engine_http_srv/del_gift_category_language", {"CategoryId": "royal", "Language": "en"})


CHECKS = [
    a_gift_of_the_console_with_an_effect_in_three_languages_is_sent_by_a_viewer,
    an_effect_that_flashes_is_neither_played_nor_saved_and_nothing_typed_is_lost,
    the_order_of_gifts_changes_by_buttons_and_by_dragging,
    an_operator_tests_the_backend_and_a_dead_letter_is_sent_again,
    an_operator_reconciles_orders_that_the_apps_billing_left_open,
    an_operator_works_by_the_accessibility_tree_alone,
]
# Reading the whole tree for each act takes long, so this one waits for make verify.
LONG = [an_operator_works_by_the_accessibility_tree_alone]
