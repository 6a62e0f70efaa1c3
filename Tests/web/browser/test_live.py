#!/usr/bin/env python3
"""Checks that two pages in one live see the same chat, gifts and likes, with a real server and a real browser.

    test_live.py http://127.0.0.1:8080 [--swift-client PATH] [--screenshots FOLDER]

It needs a server in development mode, Chromium and the Python package `playwright`. With `axe-playwright-python` it also checks the
pages' accessibility. It exits with 1 at the first failure. With `--swift-client` that program takes part too. It is started as
`PATH <ws url> <live id> <user id>` and prints a line for each event: `barrage <text>`, `gift <gift id> x<count> from <user>` and
`likes <total>`.
"""

import argparse
import queue
import re
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Error, expect, sync_playwright

import accessibility
import stand
from stage import choose_gift

GIFT = "rose"
TITLE = "Ada’s test live"
SECONDS = 15
MILLISECONDS = SECONDS * 1_000

# The page itself keeps its policy violations, because not every violation reaches the console.
WATCH_POLICY = """
window.policyViolations = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.policyViolations.push(`${event.violatedDirective} ${event.blockedURI}`);
});
"""


class Viewer:
    """One user in one browser page, with everything that went wrong in it."""

    def __init__(self, browser, base, user, theme="light"):
        self.user = user
        self.base = base
        self.wrongs = []
        self.context = browser.new_context(viewport={"width": 1280, "height": 800}, color_scheme=theme)
        self.context.add_init_script(WATCH_POLICY)
        self.page = self.context.new_page()
        self.page.set_default_timeout(MILLISECONDS)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.wrongs.append(f"error: {error}"))
        self.page.on("request", lambda request: self._requested(request.url))
        self.page.on("websocket", lambda socket: self._requested(socket.url))

    def _console(self, message):
        if message.type in ("error", "warning"):
            self.wrongs.append(f"console {message.type}: {message.text}")

    def _requested(self, url):
        if urlsplit(url).netloc != urlsplit(self.base).netloc:
            self.wrongs.append(f"request to another server: {url}")

    def open(self, path="/"):
        self.page.goto(f"{self.base}{path}?user={self.user}")
        expect(self.get("user-name")).to_contain_text(self.user)

    def get(self, test_id):
        return self.page.get_by_test_id(test_id)

    def number(self, test_id):
        return int(re.sub(r"\D", "", self.get(test_id).inner_text()) or -1)

    def until(self, test_id, number):
        """Waits until an element shows a number."""
        expect(self.get(test_id)).to_have_text(f"{number:,}", timeout=MILLISECONDS)

    def messages(self):
        return self.page.locator(".chat-message .chat__text").all_inner_texts()

    def sees(self, text):
        expect(self.page.locator(".chat__text", has_text=text)).to_have_count(1, timeout=MILLISECONDS)

    def sends(self, text):
        self.get("chat-input").fill(text)
        self.get("chat-input").press("Enter")

    def check_accessibility(self, where):
        for rule, places in accessibility.violations(self.page):
            self.wrongs.append(f"{where}: {rule} at {', '.join(places)}")

    def check(self):
        wrongs = self.wrongs + self.page.evaluate("window.policyViolations")
        assert not wrongs, f"{self.user}'s page: " + "; ".join(wrongs)


class SwiftClient:
    """A program that takes part in the live and prints its events."""

    def __init__(self, path, base, live_id, user):
        url = re.sub(r"^http", "ws", base) + "/v1/ws"
        self.lines = []
        self.queue = queue.Queue()
        self.process = subprocess.Popen(
            [path, url, live_id, user], stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.queue.put(line.rstrip("\n"))

    def hears(self, wanted):
        """Waits for a line of output."""
        deadline = time.monotonic() + SECONDS
        while wanted not in self.lines:
            try:
                self.lines.append(self.queue.get(timeout=max(0, deadline - time.monotonic())))
            except queue.Empty:
                raise AssertionError(f"the Swift client did not print {wanted!r}, but {self.lines}") from None

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()


def step(name):
    print(f"· {name}", flush=True)


def tab_to(viewer, test_id, most=60):
    """Presses Tab until an element has the focus."""
    viewer.page.evaluate("document.activeElement.blur()")
    for _ in range(most):
        viewer.page.keyboard.press("Tab")
        if viewer.page.evaluate("document.activeElement.dataset.testid") == test_id:
            return
    raise AssertionError(f"{test_id} is not reached with Tab")


def run(browser, base, swift_path, shot):
    ada = Viewer(browser, base, "ada")
    bo = Viewer(browser, base, "bo", theme="dark")

    step("ada goes live")
    ada.open()
    ada.get("go-live").click()
    ada.get("live-title").fill(TITLE)
    ada.get("start-live").click()
    expect(ada.page).to_have_url(re.compile(r"/live/.+"))
    expect(ada.get("end-live")).to_be_visible()
    ada.until("audience-count", 0)
    live_id = ada.page.evaluate("decodeURIComponent(location.pathname.split('/')[2])")
    ada.check_accessibility("the host's live")
    shot(ada, "1-host")

    step("bo finds the live in the list and joins it")
    bo.open()
    card = bo.get("live-card").filter(has_text=TITLE)
    expect(card).to_have_count(1)
    bo.check_accessibility("the list")
    shot(bo, "2-list")
    card.click()
    expect(bo.get("chat-input")).to_be_visible()
    bo.until("audience-count", 1)
    ada.until("audience-count", 1)
    expect(bo.get("end-live")).to_have_count(0)

    swift = SwiftClient(swift_path, base, live_id, "swift") if swift_path else None
    try:
        if swift:
            step("the Swift client joins it")
            ada.until("audience-count", 2)
        talk(ada, bo, swift, shot)
        give(ada, bo, swift, shot)
        like(ada, bo, swift)
        compressed(base)
        slow_down(ada, bo)
    finally:
        if swift:
            swift.stop()

    step("ada reloads and is back in the live")
    ada.page.reload()
    expect(ada.get("end-live")).to_be_visible()
    ada.sees("Hello bo")
    ada.until("like-total", bo.number("like-total"))
    ada.sends("Back again")
    bo.sees("Back again")

    step("ada ends the live, and both pages show its statistics")
    ada.get("end-live").click()
    ada.get("confirm-end").click()
    for viewer in (ada, bo):
        expect(viewer.get("live-ended")).to_be_visible()
        expect(viewer.get("statistic-totalLikesReceived").locator("dd")).to_have_text("8")
        expect(viewer.get("statistic-totalGiftsSent").locator("dd")).to_have_text("3")
    bo.check_accessibility("the end")
    shot(bo, "5-ended")

    step("the pages broke no rule of their policy")
    ada.check()
    bo.check()


def talk(ada, bo, swift, shot):
    step("both see the same chat")
    texts = ["Hello bo", "Hello ada <b>not bold</b>", "你好 👋🏽"]
    ada.sends(texts[0])
    bo.sees(texts[0])
    bo.sends(texts[1])
    ada.sees(texts[1])
    ada.sends(texts[2])
    bo.sees(texts[2])
    # Her own message is drawn when the server sends it, as everybody's.
    ada.sees(texts[2])
    assert ada.messages() == bo.messages() == texts, f"ada sees {ada.messages()}, bo {bo.messages()}"
    shot(bo, "3-chat")

    step("bo reaches the chat with Tab alone and sends with Enter")
    tab_to(bo, "chat-input")
    bo.page.keyboard.type("From the keyboard")
    bo.page.keyboard.press("Enter")
    ada.sees("From the keyboard")
    expect(bo.get("chat-input")).to_be_focused()
    expect(bo.get("chat-input")).to_have_value("")
    if swift:
        for text in [*texts, "From the keyboard"]:
            swift.hears(f"barrage {text}")


def give(ada, bo, swift, shot):
    step("nobody is on the board before the first gift")
    ada.get("tab-board").click()
    expect(ada.get("board-note")).to_contain_text("Nobody")
    expect(ada.get("board").locator("li")).to_have_count(0)
    ada.get("tab-chat").click()

    step("bo sends a gift: both see its banner, and it is charged once")
    expect(bo.get("wallet-balance")).not_to_have_text("–")
    before = bo.number("wallet-balance")
    ada_before = ada.number("wallet-balance")
    button = choose_gift(bo.page, GIFT)
    price = int(re.sub(r"\D", "", button.locator(".gift__price").inner_text()))
    button.click()
    for viewer in (ada, bo):
        banner = viewer.get("gift-banner")
        expect(banner).to_be_visible()
        expect(banner).to_have_attribute("data-gift-id", GIFT)
        expect(banner).to_have_attribute("data-user-id", "bo")
        expect(banner).to_have_attribute("data-count", "1")
    ada.check_accessibility("a live with chat and a gift")
    shot(ada, "4-gift")
    bo.until("wallet-balance", before - price)
    assert ada.number("wallet-balance") >= ada_before, "the host paid for a gift"
    if swift:
        swift.hears(f"gift {GIFT} x1 from bo")

    step("two more gifts make a combo: both see one banner with the server's count")
    for _ in range(2):
        button.click()
    for viewer in (ada, bo):
        expect(viewer.get("gift-banner")).to_have_attribute("data-count", "3")
    bo.until("wallet-balance", before - 3 * price)

    step("bo is first on the board of the live and of the day")
    ada.get("tab-board").click()
    row = ada.get("board").locator("li")
    for period in ("day", "live"):
        ada.get("board-period").select_option(period)
        expect(row).to_have_count(1)
        expect(row).to_contain_text("bo")
        expect(row.locator(".board__coins")).to_contain_text(str(3 * price))
    ada.check_accessibility("the board")
    shot(ada, "4-board")
    ada.get("tab-chat").click()


def like(ada, bo, swift):
    step("the likes of both add up to the same number on both")
    for _ in range(3):
        ada.get("like-button").click()
    for _ in range(5):
        bo.get("like-button").click()
    ada.until("like-total", 8)
    bo.until("like-total", 8)
    if swift:
        swift.hears("likes 8")


def compressed(base):
    step("the pages read the live's compressed stream")
    with urllib.request.urlopen(f"{base}/metrics", timeout=10) as answer:
        saved = re.search(rb"^ovation_compression_saved_bytes_total (\d+)", answer.read(), re.M)
    assert saved and int(saved[1]) > 0, "nothing was compressed; is OVATION_LIMITS_COMPRESSION_VIEWERS_MIN set to 1?"


def slow_down(ada, bo):
    step("in slow mode bo's page counts down, and ada's does not")
    ada.get("slow-mode").click()
    ada.get("slow-mode-120").click()
    expect(ada.get("slow-mode")).to_contain_text("120 s")
    expect(bo.page.locator(".chat__row--notice", has_text="Slow mode")).to_have_count(1)
    bo.sends("Slowly")
    ada.sees("Slowly")
    expect(bo.get("chat-pause")).to_have_text(re.compile(r"^Slow mode: 1?\d?\d s$"))
    bo.sends("Too soon")
    expect(bo.get("chat-input")).to_have_value("Too soon")
    bo.check_accessibility("a live in slow mode")
    ada.sends("The host may")
    ada.sends("as often as they like")
    bo.sees("as often as they like")
    assert "Too soon" not in ada.messages()

    step("bo can send the typed text once the countdown is over")
    ada.get("slow-mode").click()
    ada.get("slow-mode-0").click()
    expect(bo.get("chat-pause")).to_be_hidden()
    bo.get("chat-input").press("Enter")
    ada.sees("Too soon")


def read_docs(browser, base):
    step("the API description is readable, also by keyboard, and loads nothing from other servers")
    reader = Viewer(browser, base, "reader")
    for scheme in ("light", "dark"):
        reader.page.emulate_media(color_scheme=scheme)
        reader.page.goto(f"{base}/docs")
        expect(reader.page.locator(".command").first).to_be_visible()
        reader.check_accessibility(f"the description, {scheme}")
    everything = reader.page.locator(".command:visible").count()
    reader.page.get_by_label("Find a command or a field").fill("wholeword")
    found = reader.page.locator(".command:visible summary h3")
    expect(found).to_have_count(2)
    assert 2 < everything, f"only {everything} commands"
    reader.page.locator(".command:visible summary").last.focus()
    reader.page.keyboard.press("Enter")
    expect(reader.page.locator(".command[open] table").first).to_be_visible()
    reader.check_accessibility("a command")
    reader.check()


def main():
    parser = argparse.ArgumentParser(description="Two pages in one live see the same.")
    parser.add_argument("base", help="the server's address, http://127.0.0.1:8080")
    parser.add_argument("--swift-client", metavar="PATH", help="a program that takes part as third")
    parser.add_argument("--screenshots", metavar="FOLDER", type=Path, help="where pictures of the pages go")
    arguments = parser.parse_args()
    expect.set_options(timeout=MILLISECONDS)

    def shot(viewer, name):
        if arguments.screenshots:
            arguments.screenshots.mkdir(parents=True, exist_ok=True)
            viewer.page.screenshot(path=arguments.screenshots / f"{name}-{viewer.user}.png")

    with sync_playwright() as playwright:
        browser = stand.launch(playwright)
        try:
            run(browser, arguments.base.rstrip("/"), arguments.swift_client, shot)
            read_docs(browser, arguments.base.rstrip("/"))
        except (AssertionError, Error) as failure:
            for context in browser.contexts:
                if arguments.screenshots and context.pages:
                    number = browser.contexts.index(context)
                    context.pages[0].screenshot(path=arguments.screenshots / f"failed-{number}.png")
            print(f"FAILED: {failure}", file=sys.stderr)
            return 1
        finally:
            browser.close()
    if not accessibility.IS_INSTALLED:
        print("Not run: the check of accessibility, which needs the Python package axe-playwright-python.")
    print("All as it should be.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
