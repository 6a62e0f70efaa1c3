#!/usr/bin/env python3
"""Shows one live over two of three servers, kills its home in the middle of a combo, then the other server, and looks whether both pages
go on with every coin. Then it shows a picture over two servers: its publisher is led to a server that is not its home, and then its home is
killed, and it looks whether the picture goes on.

    test_cluster.py [--screenshots FOLDER]

It needs PostgreSQL, nats-server and a server that was built for both (.build/debug/ovation, or the one in OVATION_BIN), besides what
test_live.py needs. It exits with 1 if something is wrong.
"""

import argparse
import re
import sys
import tempfile
from pathlib import Path

import stand

stand.use_installed_python()
from playwright.sync_api import expect, sync_playwright

from combo_watch import expect_books, expect_combo, money, watch_combo
from crowd import Socket
from media_show import Show, step
from media_stage import FLAGS, SECONDS, metric, wait_for_clock
from stage import choose_gift, expect_within
from trio import Trio

GIFT, LIVE = "rose", "three"
# Taps before the home is killed, while nobody runs the live, and afterwards; then the same with the other server.
TAPS = (5, 3, 4, 3, 4)


def number(page, name):
    return int(re.sub(r"\D", "", page.get_by_test_id(name).inner_text()) or 0)


def both_pages_go_on_when_servers_die_in_the_middle_of_a_combo(show):
    trio = show.server
    step("ada watches her live at its home, and bo at another server")
    # Who owns a live has logged in once.
    ada = show.page("ada", "/me")
    expect(ada.get_by_test_id("wallet-balance").first).not_to_have_text("–")
    trio.creates(0, LIVE, "ada")
    ada.goto(f"{trio.base}/live/{LIVE}?user=ada")
    trio.turn_to(1)
    bo = show.page("bo", f"/live/{LIVE}")
    expect(bo.get_by_test_id("wallet-balance")).not_to_have_text("–")
    before = number(bo, "wallet-balance")
    accounts = [money(trio.base, user) for user in ("bo", "ada")]
    for page in (ada, bo):
        watch_combo(page)
    button = choose_gift(bo, GIFT)
    price = int(re.sub(r"\D", "", button.locator(".gift__price").inner_text()))

    step("bo's combo crosses to ada")
    for _ in range(TAPS[0]):
        button.click()
    for page in (ada, bo):
        expect_combo(page, TAPS[0])
    show.shot(ada, "cluster")

    total = TAPS[0]
    for killed, taps in ((0, TAPS[1:3]), (1, TAPS[3:])):
        step(f"server {killed} is killed in the middle of it, and bo goes on tapping")
        trio.kill(killed)
        for _ in range(taps[0]):
            button.click(no_wait_after=True)
        step("bo is back without doing anything, and taps on")
        expect(button).to_be_enabled()
        for _ in range(taps[1]):
            button.click()
        total += sum(taps)
        expect_within(
            SECONDS, f"a wallet with {total} gifts less", lambda total=total: number(bo, "wallet-balance") == before - total * price)
        step("the combo went on where it was: both pages counted every tap once")
        for page in (ada, bo):
            expect_combo(page, total)

    step("the board of the live has every coin once, on both pages")
    for page in (ada, bo):
        page.get_by_test_id("tab-board").click()
        page.get_by_test_id("board-period").select_option("live")
        row = page.get_by_test_id("board").locator("li")
        expect(row).to_have_count(1)
        expect(row.locator(".board__coins")).to_contain_text(str(total * price))

    step("the ledger has every coin once, in bo's account and in ada's")
    expect_books(trio.base, "bo", "ada", accounts, price, total)

    step("servers that come back join, and the ledger balances")
    trio.start()
    check = trio.runs("storage", "check", "--json")
    assert check.returncode == 0, check.stdout + check.stderr


def a_picture_is_published_at_a_server_that_is_not_its_home(show):
    trio = show.server
    step("eve goes live at one server, and fay sees her clock run at another one")
    trio.turn_to(0)
    _, live = show.goes_live("eve", "A clock over another server")
    trio.turn_to(2)
    fay = show.page("fay", f"/live/{live}")
    wait_for_clock(fay, wait_for_clock(fay, 0))
    step("the load balancer leads eve's page to a third server, which hands her picture on to the live's home")
    home, edge = trio.address(0), trio.address(1)
    trio.lead(0, 1)
    expect_within(SECONDS, "a publisher that is handed on", lambda: metric(edge, "ovation_media_handed_on") == 1)
    wait_for_clock(fay, wait_for_clock(fay, 0))
    expect_within(SECONDS, "one publisher at the home", lambda: metric(home, "ovation_media_publishers") == 1)
    assert metric(edge, "ovation_media_publishers") == 0
    show.shot(fay, "cluster-handed-on")
    trio.lead(0, 0)
    step("the live ends, and no server follows its picture any more")
    stand.call(trio.base, "live_engine_http_srv", "destroy_room", {"RoomId": live})
    expect_within(SECONDS, "no server that follows", lambda: metric(home, "ovation_media_followers") == 0)


def a_picture_is_fetched_once_and_goes_on_without_its_home(show):
    trio = show.server
    step("cleo goes live at one server with a camera that films a clock")
    trio.turn_to(0)
    _, live = show.goes_live("cleo", "A clock")
    step("dan sees the clock run at another server, and an app plays there, too")
    trio.turn_to(1)
    dan = show.page("dan", f"/live/{live}")
    wait_for_clock(dan, wait_for_clock(dan, 0))
    app = Socket(trio.base, f"/v1/media/{live}/play", "ovation.media.v1")
    app.socket.settimeout(SECONDS)
    while app.frame()[0] != 2:
        pass

    step("one stream between the servers serves both")
    home, edge = trio.address(0), trio.address(1)
    expect_within(SECONDS, "two players at the other server", lambda: metric(edge, "ovation_media_players") == 2)
    for server, name, count in (
            (home, "ovation_media_followers", 1), (edge, "ovation_media_fetched_lives", 1), (edge, "ovation_media_followers", 0)):
        assert (found := metric(server, name)) == count, f"{name} is {found}, not {count}"
    app.close()
    show.shot(dan, "cluster-picture")

    step("its home is killed, and dan is told that the picture broke off")
    # So that the live comes to dan's server, where cleo's page goes as well.
    trio.kill(2)
    trio.kill(0)
    card = dan.get_by_test_id("picture-card")
    expect(card).to_contain_text("broke off")
    step("the live and cleo come to dan's server, and the picture goes on there")
    expect(card).to_be_hidden()
    wait_for_clock(dan, wait_for_clock(dan, 0))
    expect_within(SECONDS, "nothing that is fetched", lambda: metric(edge, "ovation_media_fetched_lives") == 0)


CHECKS = (
    both_pages_go_on_when_servers_die_in_the_middle_of_a_combo, a_picture_is_published_at_a_server_that_is_not_its_home,
    a_picture_is_fetched_once_and_goes_on_without_its_home)


def main():
    parser = argparse.ArgumentParser(description="Servers of a cluster are killed in the middle of a combo, and the rest go on.")
    parser.add_argument("--screenshots", metavar="FOLDER", type=Path, help="where pictures of the pages go")
    arguments = parser.parse_args()
    expect.set_options(timeout=SECONDS * 1_000)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = stand.launch(playwright, *FLAGS)
        trio = Trio(folder)
        try:
            trio.start()
            passed = True
            for check in CHECKS:
                print(f"· {check.__name__.replace('_', ' ')}", flush=True)
                show = Show(browser, trio, arguments.screenshots)
                passed = show.passes(check) and passed
                show.close()
            return 0 if passed else 1
        finally:
            trio.stop()
            browser.close()


if __name__ == "__main__":
    sys.exit(main())
