"""Whole stories of operators in the console, with a viewer or the app's backend beside them. `checks.py` runs them."""

import json
import pathlib
import subprocess
import tempfile
import time
import urllib.request

from playwright.sync_api import expect

import accessibility
from app_backend import YES, AppBackend
from console_checks import PAGES, THEMES, Console, pick, press, rest, sign_in, type_into
from crowd import Viewer
from stage import DESKTOP, PHONE, expect_within
from tree_reader import TreeReader

SAMPLES = pathlib.Path(__file__).resolve().parents[1] / "support/write-svga-samples.mjs"
ORDER = "ovation_gift_srv/order_gifts"
# Which call each page makes for its longest list, and a row of it. Rows are numbered.
LISTS = {
    "/lives": ("get_room_list", "RoomList", {"RoomId": "live-{}", "RoomName": "Live {} <b>bold</b> \u202eיום", "Owner_Account": "host{}"}),
    "/catalogue": ("get_gift_info_list", "GiftList", {
        "GiftId": "gift-{}", "Name": "Gift {}", "Desc": "", "Coins": 7, "Level": 1, "IconUrl": "", "ResourceUrl": "", "Revision": "r",
        "LanguageList": []}),
    "/wallets?user=ada": ("get_ledger", "EntryList", {"Number": 7, "Amount": 5, "Kind": "credit", "Reference": "payment-{}", "Time": 1}),
    "/ledger": ("get_ledger", "EntryList", {"Number": 7, "Amount": -5, "Kind": "gift", "Reference": "ada/order-{}", "Time": 1}),
    "/orders": ("get_open_orders", "OrderList", {
        "From_Account": "ada", "OrderId": "order-{}", "RoomId": "live", "GiftId": "rose", "Count": 1, "To_Account": ["host"],
        "TotalCoins": 3, "Time": 1, "State": "cancelling", "IsDelivered": False, "IsRetried": True, "Attempts": 4,
        "Note": "The billing did not answer."}),
    "/webhooks": ("list_dead_letters", "DeadLetterList", {
        "Number": 7, "WebhookId": "msg_{}", "RoomId": "live-{}", "CallbackCommand": "Live.CallbackAfterSendGift", "RecordedAt": 1,
        "Attempts": 9, "Failure": "The backend answered with status 500; only 2xx is an answer.", "GaveUpAt": 2, "Body": "{}"}),
    "/moderation?live=live": ("get_log", "EntryList", {
        "Number": 7, "At": 1, "Action": "mute", "Operator_Account": "host", "Member_Account": "user-{}", "Reason": "spam"}),
    "/log": ("get_operator_log", "EntryList", {
        "Number": 7, "At": 1, "Operator_Account": "administrator", "Way": "console", "Address": "127.0.0.1",
        "Command": "ovation_wallet_srv/credit", "Object": "user-{}", "Details": "{\"Reason\":\"a lost order\"}", "OutcomeCode": 0}),
}


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
                    gift.click()
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


# The names of what the keyboard has to reach on a page: everything that the tree says can be used.
FOCUSED = """() => {
  const own = document.activeElement;
  if (!own || own === document.body) return null;
  const box = own.getBoundingClientRect();
  const style = getComputedStyle(own);
  return { index: [...document.querySelectorAll("*")].indexOf(own), name: own.getAttribute("aria-label") || own.labels?.[0]?.textContent ||
    own.textContent.trim().slice(0, 40), isSeen: box.width > 0 && box.height > 0, isMarked: style.outlineStyle !== "none" };
}"""
NAMES = "(places) => places.map((at) => document.querySelectorAll('*')[at].outerHTML.slice(0, 90))"
USABLE = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
  .filter((own) => own.checkVisibility() && !own.disabled).map((own) => [...document.querySelectorAll("*")].indexOf(own))"""


def every_page_of_the_console_is_reached_and_left_by_the_keyboard_alone(stage):
    with Console(stage, "", reduced_motion="reduce") as page:
        sign_in(page)
        for path in [*PAGES, "/catalogue?gift=", f"/lives?live={stage.live}"]:
            page.goto(f"{stage.base}/console{path}", wait_until="load")
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            expect(page.locator("[aria-busy=true]")).to_have_count(0)
            wanted = set(page.evaluate(USABLE))
            reached = []
            page.evaluate("document.activeElement?.blur()")
            for _ in range(2 * len(wanted) + 20):
                page.keyboard.press("Tab")
                focused = page.evaluate(FOCUSED)
                if focused is None or (reached and focused["index"] == reached[0]):
                    break
                assert focused["isMarked"], f"{path}: nobody sees that “{focused['name']}” has the focus"
                assert focused["isSeen"], f"{path}: “{focused['name']}” takes the focus and is not seen"
                reached.append(focused["index"])
            else:
                raise AssertionError(f"{path}: the keyboard does not come to the end of the page")
            missing = wanted - set(reached)
            names = page.evaluate(NAMES, list(missing))
            assert not missing, f"{path}: the keyboard does not reach {names}"
            # Back from anywhere: the skip link is the first thing, and leads to the content.
            page.goto(f"{stage.base}/console{path}", wait_until="load")
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")
            assert page.evaluate("document.activeElement.id") == "main", path


def every_long_list_of_the_console_is_accessible(stage):
    """Each page with 200 rows, in both themes, on a desktop and a phone, in three languages by turns."""
    languages = ["en-GB", "ja-JP", "zh-CN", "en-GB"]
    turns = [(theme, options) for theme in THEMES for options in (DESKTOP, PHONE)]
    token = None
    for language, (theme, options) in zip(languages, turns):
        with Console(stage, "", options, locale=language, color_scheme=theme, reduced_motion="reduce", bypass_csp=True) as page:
            answer = rest_in_body(stage, "ovation_console_srv/open_session")
            token = {"token": answer["SessionToken"], "operator": "administrator"}
            page.evaluate("(own) => sessionStorage.setItem('ovation.console', JSON.stringify(own))", token)
            for path, (call, name, row) in LISTS.items():
                answer = answer_of(name, row)
                page.route(f"**/{call}", lambda route, _, own=answer: route.fulfill(json=own))
                page.goto(f"{stage.base}/console{path}", wait_until="load")
                expect(page.get_by_role("row").nth(200)).to_be_attached()
                expect(page.locator("[aria-busy=true]")).to_have_count(0)
                found = accessibility.violations(page)
                assert not found, f"{path} {language} {theme}: {found}"
                wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                assert wide <= 0, f"{path} is {wide} px too wide on {options['viewport']}"
                page.unroute(f"**/{call}")


def rest_in_body(stage, command):
    """Signs in as the console does: the caller is named in the body."""
    request = urllib.request.Request(
        f"{stage.base}/v4/{command}", json.dumps({"Identifier": "administrator", "UserSig": "dev"}).encode(), method="POST")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)["Response"]


def answer_of(name, row):
    """An answer with 200 rows."""
    def filled(index):
        return {key: value.replace("{}", str(index)) if isinstance(value, str) and key not in ("Body", "Details") else value
                for key, value in row.items()}

    rows = [filled(index) for index in range(200)]
    extra = {"CategoryList": [{"CategoryId": "all", "CategoryName": "All", "CategoryDesc": "", "LanguageList": [],
                               "GiftIdList": [own["GiftId"] for own in rows]}]} if name == "GiftList" else {}
    return {"ActionStatus": "OK", "ErrorCode": 0, "ErrorInfo": "", "Response": {name: rows, "Next": "", **extra}}


def a_console_that_stays_open_for_a_day_does_not_grow_and_shows_what_is_now(stage):
    with Console(stage, reduced_motion="reduce") as page:
        asked = []
        page.on("request", lambda request: request.url.endswith("/get_room_list") and asked.append(request.url))
        page.clock.install()
        page.reload(wait_until="load")
        sign_in(page)
        press(page, "Lives", "link")
        expect(page.get_by_role("link", name=stage.live)).to_be_visible()
        assert len(asked) == 1, asked
        count = "document.querySelectorAll('*').length"
        before = page.evaluate(count)
        for _ in range(24):
            page.clock.fast_forward("01:00:00")
        # Nobody is there: nothing is asked, so that the session ends, and the page says how old it is.
        expect(page.get_by_text("Read yesterday")).to_be_visible()
        assert len(asked) == 1, asked
        assert page.evaluate(count) == before, "the page has grown"
        # A live ends, and somebody comes back: one look is enough.
        rest(stage, "ovation_console_srv/end_sessions", {"Operator_Account": "administrator"})
        page.mouse.move(300, 300)
        sign_in(page)
        expect(page.get_by_text("Read now")).to_be_visible()
        assert len(asked) == 3, "one that found the session over, and one after the sign-in"
        # Views that were left keep nothing running.
        for _ in range(10):
            press(page, "Overview", "link")
            press(page, "Lives", "link")
        expect(page.get_by_role("link", name=stage.live)).to_be_visible()
        page.clock.fast_forward("00:00:20")
        kept = page.evaluate("import('/console/fresh.js').then(({ freshness }) => freshness.count)")
        assert kept <= 3, f"{kept} lists are kept, of which one is on the screen"


CHECKS = [
    a_gift_of_the_console_with_an_effect_in_three_languages_is_sent_by_a_viewer,
    an_effect_that_flashes_is_neither_played_nor_saved_and_nothing_typed_is_lost,
    the_order_of_gifts_changes_by_buttons_and_by_dragging,
    an_operator_tests_the_backend_and_a_dead_letter_is_sent_again,
    an_operator_reconciles_orders_that_the_apps_billing_left_open,
    an_operator_works_by_the_accessibility_tree_alone,
    every_page_of_the_console_is_reached_and_left_by_the_keyboard_alone,
    every_long_list_of_the_console_is_accessible,
    a_console_that_stays_open_for_a_day_does_not_grow_and_shows_what_is_now,
]
# Long ones wait for make verify.
LONG = [
    every_page_of_the_console_is_reached_and_left_by_the_keyboard_alone,
    every_long_list_of_the_console_is_accessible,
]
