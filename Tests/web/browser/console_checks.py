"""Browser checks of the console. `checks.py` runs them.

An operator is played who knows no selector: everything is found by its role and its name, as a screen reader tells them, and reached by the
keyboard.
"""

import json
import re
import time
import urllib.request

from playwright.sync_api import expect

import accessibility
from stage import DESKTOP, PHONE, take_focus

THEMES = ["light", "dark"]
PAGES = ["", "/lives", "/catalogue", "/wallets", "/users", "/orders", "/ledger", "/webhooks", "/moderation", "/log"]


def rest(stage, command, body):
    """Calls the REST API as a backend does."""
    query = "sdkappid=1400000001&identifier=administrator&usersig=dev"
    request = urllib.request.Request(f"{stage.base}/v4/{command}?{query}", json.dumps(body).encode(), method="POST")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def type_into(page, label, text, role="textbox"):
    """Writes into a field that is found by its label."""
    take_focus(page.get_by_role(role, name=label, exact=True))
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(text)


def press(page, name, role="button", key="Enter"):
    """Presses a button or a link that is found by its name, with the keyboard."""
    take_focus(page.get_by_role(role, name=name, exact=True))
    page.keyboard.press(key)


def sign_in(page):
    expect(page.get_by_role("dialog", name="Sign in")).to_be_visible()
    type_into(page, "Administrator", "administrator")
    type_into(page, "UserSig", "dev")
    press(page, "Sign in")
    expect(page.get_by_role("dialog")).to_have_count(0)


class Console:
    """A page of the console, and what went wrong in it. `bypass_csp` is for axe, which writes styles that the page's policy forbids."""

    def __init__(self, stage, path="", options=DESKTOP, **settings):
        self.context = stage.browser.new_context(**{"locale": "en-GB", **options, **settings})
        self.page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.wrongs = []
        self.addresses = []
        self.page.on("pageerror", lambda error: self.wrongs.append(f"uncaught: {error}"))
        self.page.on("console", lambda line: line.type == "error" and self.wrongs.append(line.text))
        self.page.on("request", lambda request: self.addresses.append(request.url))
        self.page.goto(f"{stage.base}/console{path}", wait_until="load")

    def __enter__(self):
        return self.page

    def __exit__(self, kind, *_):
        if kind is None:
            assert not self.wrongs, f"the console's page says {self.wrongs}"
            asked = [address for address in self.addresses if "?" in address and "/v4/" in address]
            assert not asked, f"a call has a query, which logs would keep: {asked}"
        self.context.close()


def an_operator_adds_a_gift_and_credits_a_wallet_by_keyboard(stage):
    rest(stage, "live_engine_http_srv/del_gift", {"GiftId": "console-gift"})
    rest(stage, "im_open_login_svc/account_import", {"UserID": "console-user"})
    with Console(stage) as page:
        sign_in(page)
        press(page, "Catalogue", "link")
        press(page, "Add a gift", "link")
        type_into(page, "Gift id", "console-gift")
        type_into(page, "Name", "Console gift")
        type_into(page, "Price in coins", "7", "spinbutton")
        type_into(page, "Address of the effect", "/gifts/rocket.svga")
        for language, name in [("English", "Gift"), ("简体中文", "礼物"), ("日本語", "ギフト")]:
            type_into(page, f"Name in {language}", name)
        press(page, "Check and play the effect")
        expect(page.get_by_text("Players here take it.")).to_be_visible()
        expect(page.get_by_text("Flashes a second")).to_be_visible()
        press(page, "Save")
        row = page.get_by_role("row", name="console-gift")
        expect(row).to_contain_text("complete")
        press(page, "Wallets", "link")
        type_into(page, "User", "console-user")
        press(page, "Look up")
        expect(page.get_by_role("heading", name="Credit console-user")).to_be_visible()
        type_into(page, "Coins", "1234", "spinbutton")
        type_into(page, "Reason", "a lost order")
        press(page, "Credit")
        expect(page.get_by_role("status").filter(has_text="Credited.")).to_be_visible()
        expect(page.get_by_role("row").filter(has_text="1,234")).to_be_visible()
        press(page, "Take coins of console-user back")
        page.get_by_role("dialog").get_by_role("spinbutton", name="Coins").fill("34")
        page.get_by_role("dialog").get_by_role("textbox", name="Reason").fill("too many")
        type_into(page, "Type console-user to confirm", "console-user")
        page.get_by_role("dialog").get_by_role("button", name="Take coins back", exact=True).press("Enter")
        expect(page.get_by_role("row").filter(has_text="-34")).to_be_visible()
        press(page, "Log of operators", "link")
        expect(page.get_by_role("row").filter(has_text="credit").first).to_contain_text("a lost order")
    gift = rest(stage, "live_engine_http_srv/get_gift", {"GiftId": "console-gift"})["GiftInfo"]
    assert (gift["Coins"], gift["DefaultName"]) == (7, "Console gift"), gift
    balance = rest(stage, "ovation_wallet_srv/get_balance", {"User_Account": "console-user"})["Response"]["Balance"]
    assert balance >= 1200, balance


def two_consoles_edit_one_gift_and_an_expired_session_loses_nothing(stage):
    rest(stage, "live_engine_http_srv/add_gift", {"GiftId": "contested", "DefaultName": "Contested", "Coins": 1})
    with Console(stage, "/catalogue?gift=contested", bypass_csp=True) as page:
        sign_in(page)
        type_into(page, "Price in coins", "9", "spinbutton")
        # Somebody else is faster, and the session is ended from elsewhere.
        rest(stage, "live_engine_http_srv/edit_gift", {"GiftId": "contested", "Coins": 5})
        rest(stage, "ovation_console_srv/end_sessions", {"Operator_Account": "administrator"})
        press(page, "Save")
        expect(page.get_by_role("spinbutton", name="Price in coins", include_hidden=True)).to_have_value("9")
        sign_in(page)
        region = page.get_by_role("region", name="Two operators changed this gift")
        expect(region.get_by_role("row", name="Price in coins")).to_contain_text("5")
        expect(page.get_by_role("spinbutton", name="Price in coins")).to_have_value("9")
        found = accessibility.violations(page)
        assert not found, f"the conflict: {found}"
        press(page, "Save mine over it")
        expect(page.get_by_role("row", name="contested")).to_contain_text("9")
    rest(stage, "live_engine_http_srv/del_gift", {"GiftId": "contested"})


def pick(page, label, text):
    """Chooses an entry of a list by its words."""
    page.get_by_role("combobox", name=label, exact=True).select_option(label=text)


def an_operator_finds_an_order_ends_a_live_and_erases_a_user(stage):
    user, live = "console-ada", "console-live"
    rest(stage, "im_open_login_svc/account_import", {"UserID": user, "Nick": "Ada of the console"})
    rest(stage, "im_open_login_svc/account_import", {"UserID": "console-host"})
    rest(stage, "live_engine_http_srv/add_gift", {"GiftId": "console-order", "DefaultName": "Ordered", "Coins": 3})
    rest(stage, "ovation_wallet_srv/credit", {"User_Account": user, "Coins": 10, "Reference": f"console-{time.time()}"})
    room = {"RoomId": live, "RoomName": "Of the console", "RoomType": "Live", "Owner_Account": "console-host"}
    made = rest(stage, "live_engine_http_srv/create_room", {"RoomInfo": room})
    assert made["ErrorCode"] == 0, made
    order = {"RoomId": live, "From_Account": user, "GiftId": "console-order", "OrderId": "console-lost"}
    sent = rest(stage, "live_engine_http_srv/send_gift", order)
    assert sent["ErrorCode"] in (0, 110022), sent
    with Console(stage) as page:
        sign_in(page)
        press(page, "Orders", "link")
        type_into(page, "Sender", user)
        type_into(page, "Order id", "console-lost")
        press(page, "Look up")
        expect(page.get_by_role("main").get_by_text("console-order")).to_be_visible()
        press(page, "Lives", "link")
        type_into(page, "Live", live)
        press(page, "Open")
        press(page, "End")
        type_into(page, f"Type {live} to confirm", live)
        page.get_by_role("dialog").get_by_role("button", name="End", exact=True).press("Enter")
        expect(page.get_by_role("dialog")).to_have_count(0)
        press(page, "User data", "link")
        type_into(page, "User", user)
        press(page, "Look up")
        with page.expect_download() as saved:
            press(page, "Export as a file")
        with open(saved.value.path(), encoding="utf-8") as lines:
            kept = lines.read()
        assert "Ada of the console" in kept and "console-lost" in kept, kept
        press(page, f"Erase {user}")
        type_into(page, "Reason", "a letter")
        pick(page, "Coins that are left", "They are given up")
        # The id is typed wrong once: nothing is done, and nothing that was typed is lost.
        type_into(page, f"Type {user} to confirm", "somebody")
        page.get_by_role("dialog").get_by_role("button", name="Erase", exact=True).press("Enter")
        expect(page.get_by_role("textbox", name="Reason")).to_have_value("a letter")
        type_into(page, f"Type {user} to confirm", user)
        page.get_by_role("dialog").get_by_role("button", name="Erase", exact=True).press("Enter")
        expect(page.get_by_role("status").filter(has_text="is erased").first).to_be_visible()
        press(page, "Log of operators", "link")
        expect(page.get_by_role("row").filter(has_text="erase_user").first).to_contain_text("a letter")
    page = rest(stage, "ovation_user_srv/export_user", {"User_Account": user})["Response"]
    assert page["RecordList"] == [] and page["Next"] == "", page
    rest(stage, "live_engine_http_srv/del_gift", {"GiftId": "console-order"})


def charts_have_a_table_each_and_a_console_that_stays_open_reads_anew(stage):
    with Console(stage, reduced_motion="reduce", bypass_csp=True) as page:
        point = {"At": 0, "ValueList": [0.0] * 10}
        names = ["connections", "lives", "members", "commands", "deliveries", "dropped", "commitMilliseconds", "restMilliseconds",
                 "processorPercent", "memoryMegabytes"]
        asked = []

        def answer(route):
            asked.append(json.loads(route.request.post_data)["Seconds"])
            start = int(time.time()) // 60 * 60_000
            points = [{**point, "At": start + index * 60_000, "ValueList": [float(index * len(asked))] * 10} for index in range(30)]
            route.fulfill(json={"ActionStatus": "OK", "ErrorCode": 0, "ErrorInfo": "", "Response": {
                "StepSeconds": 60, "NameList": names, "PointList": points}})

        page.route("**/get_node_history", answer)
        page.clock.install()
        page.reload(wait_until="load")
        sign_in(page)
        expect(page.get_by_role("img", name="Connections: now 29, at most 29")).to_be_visible()
        expect(page.get_by_role("main")).to_contain_text(re.compile(r"Version \d\S* on \S"))
        expect(page.get_by_role("term").filter(has_text="Up for").locator("+ dd")).to_contain_text(re.compile(r"\d (sec|min|hr|day)"))
        page.get_by_text("Connections as a table").press("Enter")
        expect(page.get_by_role("table", name="Connections").get_by_role("row")).to_have_count(31)
        found = accessibility.violations(page)
        assert not found, f"the charts: {found}"
        pick(page, "How far back", "Last 7 days")
        expect(page.get_by_role("img", name="Connections: now 58, at most 58")).to_be_visible()
        # A day later, without a click.
        page.clock.fast_forward("24:00:00")
        expect(page.get_by_role("img", name="Connections: now 87, at most 87")).to_be_visible()
        assert asked == [3600, 604800, 604800], asked


def every_page_of_the_console_is_accessible(stage):
    for theme in THEMES:
        for options in (DESKTOP, PHONE):
            with Console(stage, "", options, color_scheme=theme, reduced_motion="reduce", bypass_csp=True) as page:
                sign_in(page)
                for path in PAGES:
                    page.goto(f"{stage.base}/console{path}", wait_until="load")
                    expect(page.get_by_role("heading", level=1)).to_be_visible()
                    expect(page.locator("[aria-busy=true]")).to_have_count(0)
                    found = accessibility.violations(page)
                    assert not found, f"{path} {theme} {options}: {found}"
                    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                    assert wide <= 0, f"{path} is {wide} px too wide on {options['viewport']}"


CHECKS = [
    an_operator_adds_a_gift_and_credits_a_wallet_by_keyboard,
    two_consoles_edit_one_gift_and_an_expired_session_loses_nothing,
    an_operator_finds_an_order_ends_a_live_and_erases_a_user,
    charts_have_a_table_each_and_a_console_that_stays_open_reads_anew,
    every_page_of_the_console_is_accessible,
]
