"""Every page of the console: by the keyboard alone, with 200 rows, and open for a day. `checks.py` runs them."""

import json
import re
import urllib.request

from playwright.sync_api import expect

import accessibility
from console_checks import PAGES, Console, press, rest, sign_in
from stage import DESKTOP, PHONE

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


# What is looked at: each language in both themes, and each theme in both sizes.
TURNS = [
    ("light", DESKTOP, "en-GB"), ("light", PHONE, "ja-JP"), ("light", DESKTOP, "zh-CN"),
    ("dark", PHONE, "en-GB"), ("dark", DESKTOP, "ja-JP"), ("dark", PHONE, "zh-CN"),
]
# The console's words in the languages of the turns.
WORDS = {"en-GB": "en", "ja-JP": "ja", "zh-CN": "zh-Hans"}

# The dialogs of each page, by the key of the words of the button that opens one.
DIALOGS = {
    "": [],
    "/lives?live={live}": ["end", "kick", "mute", "ban"],
    "/catalogue": ["testSend", "remove", "addCategory", "edit"],
    "/catalogue?gift=": [],
    "/wallets?user=ada": ["debit"],
    "/users?user=ada": ["erase"],
    "/orders": ["resolve"],
    "/orders?sender=ada&order=order-0": ["refund"],
    "/webhooks": ["setUp", "forgetAll", "body", "forget"],
}
# An order that can be refunded.
ORDER = {
    "RoomId": "live", "GiftId": "rose", "Count": 1, "To_Account": ["host"], "TotalCoins": 3, "Time": 1, "State": "charged",
    "IsCharged": True, "Balance": 4, "Note": "",
    "EntryList": [{"Account": "user/ada", "Amount": -3}, {"Account": "host/host", "Amount": 3}],
}

# Rows of a list whose colours are those of the rows before them.
LATER_ROWS = "tbody tr:nth-child(n + 11)"


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
    """Each page with 200 rows, in both themes and three languages, on a desktop and a phone."""
    for theme, options, language in TURNS:
        with console_in(stage, theme, options, language) as page:
            let_in(stage, page)
            for path, (call, name, row) in LISTS.items():
                answer = answer_of(name, row)
                page.route(f"**/{call}", lambda route, _, own=answer: route.fulfill(json=own))
                page.goto(f"{stage.base}/console{path}", wait_until="load")
                expect(page.get_by_role("row").nth(200)).to_be_attached(timeout=60_000)
                expect(page.locator("[aria-busy=true]")).to_have_count(0, timeout=60_000)
                found = accessibility.violations(page, alike=LATER_ROWS)
                assert not found, f"{path} {language} {theme}: {found}"
                wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                assert wide <= 0, f"{path} in {language} is {wide} px too wide on {options['viewport']}"
                page.unroute(f"**/{call}")


def every_dialog_of_the_console_is_accessible(stage):
    """Each dialog and form, open, in both themes and three languages, on a desktop and a phone."""
    rest(stage, "im_open_login_svc/account_import", {"UserID": "ada"})
    for theme, options, language in TURNS:
        with console_in(stage, theme, options, language) as page:
            found = {}

            def look(where):
                for rule, places in accessibility.violations(page):
                    found[f"{where}, {theme}, {language}, {options['viewport']}: {rule}"] = places

            expect(page.locator("html")).to_have_attribute("lang", WORDS[language])
            expect(page.get_by_role("dialog")).to_be_visible()
            look("the sign-in")
            words = page.evaluate("(name) => import(`/words/console/${name}.js`).then(({ words }) => words)", WORDS[language])
            let_in(stage, page)
            for call, name, row in LISTS.values():
                answer = answer_of(name, row, 1)
                page.route(f"**/{call}", lambda route, _, own=answer: route.fulfill(json=own))
            order = {"ActionStatus": "OK", "ErrorCode": 0, "ErrorInfo": "", "Response": ORDER}
            page.route("**/get_order", lambda route: route.fulfill(json=order))
            for path, names in DIALOGS.items():
                page.goto(f"{stage.base}/console{path.format(live=stage.live)}", wait_until="load")
                expect(page.get_by_role("heading", level=1)).to_be_visible()
                expect(page.locator("[aria-busy=true]")).to_have_count(0)
                look(path)
                for name in names:
                    own = re.compile(f"^{re.escape(words['console.' + name])}$")
                    page.get_by_role("main").get_by_role("button").filter(has_text=own).first.click()
                    expect(page.get_by_role("dialog")).to_be_visible()
                    look(f"{path}, {name}")
                    page.keyboard.press("Escape")
                    expect(page.get_by_role("dialog")).to_have_count(0)
            assert not found, "; ".join(f"{where}: {places}" for where, places in found.items())


def console_in(stage, theme, options, language):
    """The console in a theme, a size and a language."""
    return Console(stage, "", options, locale=language, color_scheme=theme, reduced_motion="reduce", bypass_csp=True)


def let_in(stage, page):
    """Gives a page a session that was opened elsewhere: the words of the sign-in are another check's."""
    answer = rest_in_body(stage, "ovation_console_srv/open_session")
    token = {"token": answer["SessionToken"], "operator": "administrator"}
    page.evaluate("(own) => sessionStorage.setItem('ovation.console', JSON.stringify(own))", token)


def rest_in_body(stage, command):
    """Signs in as the console does: the caller is named in the body."""
    request = urllib.request.Request(
        f"{stage.base}/v4/{command}", json.dumps({"Identifier": "administrator", "UserSig": "dev"}).encode(), method="POST")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)["Response"]


def answer_of(name, row, count=200):
    """An answer with numbered rows."""
    def filled(index):
        return {key: value.replace("{}", str(index)) if isinstance(value, str) and key not in ("Body", "Details") else value
                for key, value in row.items()}

    rows = [filled(index) for index in range(count)]
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
    a_console_that_stays_open_for_a_day_does_not_grow_and_shows_what_is_now,
    every_page_of_the_console_is_reached_and_left_by_the_keyboard_alone,
    every_long_list_of_the_console_is_accessible,
    every_dialog_of_the_console_is_accessible,
]
# Long ones wait for make verify.
LONG = [
    every_page_of_the_console_is_reached_and_left_by_the_keyboard_alone,
    every_long_list_of_the_console_is_accessible,
    every_dialog_of_the_console_is_accessible,
]
