"""Pictures of what operators have in front of them."""

import contextlib

from album import LIVE
from console_checks import Console, rest, sign_in

PAGES = {
    "lives": "/lives", "a-live": f"/lives?live={LIVE}", "catalogue": "/catalogue", "gift": "/catalogue?gift=castle",
    "wallets": "/wallets?user=fan-1", "users": "/users?user=fan-1", "orders": "/orders", "ledger": "/ledger", "webhooks": "/webhooks",
    "moderation": f"/moderation?live={LIVE}", "log": "/log",
    "overview": "",
}


def console(album):
    prepare(album)
    for size, options in album.each_size("phone", "desktop"):
        with pages(album, options) as page:
            album.keep(page, f"console-sign-in-{size}")
            sign_in(page)
            for name, path in PAGES.items():
                page.goto(f"{album.base}/console{path}", wait_until="load")
                page.get_by_role("heading", level=1).wait_for()
                page.wait_for_timeout(1_500)
                album.keep(page, f"console-{name}-{size}", is_whole=name == "overview")


def console_in_japanese(album):
    with pages(album, album.sizes.get("desktop", {})) as page:
        sign_in(page)
        # The first choice of a page is its language, and it is kept.
        page.get_by_role("combobox", name="Language").select_option("ja")
        for name in ("lives", "catalogue", "orders", "overview"):
            page.goto(f"{album.base}/console{PAGES[name]}", wait_until="load")
            page.get_by_role("heading", level=1).wait_for()
            page.wait_for_timeout(1_500)
            album.keep(page, f"console-{name}-desktop-japanese", themes=album.themes[:1])


@contextlib.contextmanager
def pages(album, options, **more):
    opened = Console(album, "", options, **more)
    try:
        yield opened.page
    finally:
        opened.context.close()


def prepare(album):
    """Gives the pages something to show: sent gifts, a credit, somebody muted and somebody banned, and a category in every language."""
    giver = album.crowd.viewers[1]
    for number in range(6):
        order = {"orderID": f"order-{number}", "giftID": ("rose", "beer", "star")[number % 3], "count": 1}
        giver.ask("gift.send", order, LIVE)
    for command, body in (
            ("ovation_wallet_srv/credit", {"User_Account": "fan-1", "Coins": 500, "Reference": "payment-2211", "Reason": "a lost order"}),
            ("live_engine_http_srv/mute_member", {"RoomId": LIVE, "MemberList_Account": ["fan-3"], "MuteTime": 600}),
            ("live_engine_http_srv/ban_member", {
                "RoomId": LIVE, "MemberList_Account": ["fan-7"], "Duration": 86_400, "Reason": "sold coins in the chat"})):
        answer = rest(album, command, body)
        assert answer["ErrorCode"] == 0, (command, answer)


VIEWS = {"console": console, "console-in-japanese": console_in_japanese}
