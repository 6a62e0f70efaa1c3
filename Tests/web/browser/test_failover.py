#!/usr/bin/env python3
"""Kills the server that serves a live in the middle of a combo, and looks whether the standby goes on with every coin.

    test_failover.py [--screenshots FOLDER]

It needs PostgreSQL and a server that was built with it (.build/debug/ovation, or the one in OVATION_BIN), besides what test_media.py
needs. It exits with 1 if something is wrong.
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
from media_show import Show, step
from media_stage import FLAGS, SECONDS, wait_for_clock
from pair import Pair
from stage import choose_gift, expect_within

GIFT = "rose"
# Taps before the server is killed, while nobody serves, and afterwards.
TAPS = (7, 3, 5)


def number(page, name):
    return int(re.sub(r"\D", "", page.get_by_test_id(name).inner_text()) or 0)


def the_standby_goes_on_in_the_middle_of_a_combo(show):
    step("ada goes live with a camera, and bo watches")
    ada, live = show.goes_live("ada", "A pair of servers")
    bo = show.page("bo", f"/live/{live}")
    before_clock = wait_for_clock(bo, 0)
    expect(bo.get_by_test_id("wallet-balance")).not_to_have_text("–")
    before = number(bo, "wallet-balance")
    accounts = [money(show.base, user) for user in ("bo", "ada")]
    for page in (ada, bo):
        watch_combo(page)
    button = choose_gift(bo, GIFT)
    price = int(re.sub(r"\D", "", button.locator(".gift__price").inner_text()))

    step("bo taps a combo")
    for _ in range(TAPS[0]):
        button.click()
    for page in (ada, bo):
        expect_combo(page, TAPS[0])

    step("the server is killed in the middle of it, and bo goes on tapping")
    for _ in range(TAPS[1]):
        button.click(no_wait_after=True)
    seconds = show.server.kill()
    print(f"    the standby served {seconds:.2f} s after the kill")
    show.shot(bo, "failover")

    step("bo is back without doing anything, and taps on")
    expect(button).to_be_enabled()
    for _ in range(TAPS[2]):
        button.click()
    total = sum(TAPS)
    expect_within(SECONDS, f"a wallet with {total} gifts less", lambda: number(bo, "wallet-balance") == before - total * price)

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

    step("the picture goes on")
    expect(ada.get_by_test_id("own-status")).to_contain_text("On air")
    wait_for_clock(bo, before_clock)

    step("the ledger has every coin once, in bo's account and in ada's")
    expect_books(show.base, "bo", "ada", accounts, price, total)

    step("a server that comes back stands by, and the ledger balances")
    show.server.start()
    check = stand.subprocess.run(
        [show.server.binary, "storage", "check", "--json"], capture_output=True, text=True,
        env={**stand.os.environ, "OVATION_STORAGE_URL": show.server.database})
    assert check.returncode == 0, check.stdout + check.stderr


def main():
    parser = argparse.ArgumentParser(description="A server is killed in the middle of a combo, and its standby goes on.")
    parser.add_argument("--screenshots", metavar="FOLDER", type=Path, help="where pictures of the pages go")
    arguments = parser.parse_args()
    expect.set_options(timeout=SECONDS * 1_000)
    print("· the standby goes on in the middle of a combo", flush=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = stand.launch(playwright, *FLAGS)
        pair = Pair(folder)
        pair.start()
        show = Show(browser, pair, arguments.screenshots)
        try:
            return 0 if show.passes(the_standby_goes_on_in_the_middle_of_a_combo) else 1
        finally:
            show.close()
            pair.stop()
            browser.close()


if __name__ == "__main__":
    sys.exit(main())
