"""A live to watch, pages that watch it, and what a failed check leaves behind."""

import contextlib
import os
import time

from playwright.sync_api import Error, expect

import stand
from crowd import Crowd, Viewer

HOST = "nova"
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
ON_ITS_SIDE = {"viewport": {"width": 844, "height": 390}, "is_mobile": True, "has_touch": True}
# Whether an element is on top at its own centre.
IS_FREE = """(element) => {
  const box = element.getBoundingClientRect();
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return element.contains(hit) || Boolean(hit?.contains(element));
}"""
# Effects stand still, and have sixty times the time to load: one ends when it is skipped, and none because a machine was slow.
STILL = """
const isOfEffects = () => new Error().stack.includes("/svga/");
const { setTimeout: after, requestAnimationFrame: nextFrame } = window;
window.setTimeout = (act, milliseconds, ...more) => after(act, isOfEffects() ? 60 * milliseconds : milliseconds, ...more);
window.requestAnimationFrame = (act) => (isOfEffects() ? 0 : nextFrame(act));
"""
# The folder for screenshots of failed checks.
PICTURES = stand.ROOT / ".build/logs/browser"


class Stage:
    """A live with a host and viewers outside a browser, and pages that watch it."""

    def __init__(self, browser, base, live, crowd=12, **settings):
        self.browser, self.base, self.live, self.settings = browser, base, live, settings
        self.host = Viewer(base, HOST)
        self.host.ask("room.create", {"liveID": live, "liveName": "A live to look at"}, live)
        self.crowd = Crowd(base, live, crowd)
        self.orders = 0
        self.fills = 0
        # One line for each file that the running check left behind.
        self.left = []
        self.check = ""

    @contextlib.contextmanager
    def page(self, options=DESKTOP, path=None, shown="chat-input", user="watcher", prepare=None, **more):
        """Opens a page in a browser context of its own. `prepare` gets the page before it loads anything."""
        # The checks wait with code in strings, which the page's policy forbids. `test_live.py` checks that policy.
        settings = {"locale": "en-GB", "bypass_csp": True, **self.settings, **options, **more}
        with contextlib.closing(self.browser.new_context(**settings)) as context:
            page = context.new_page()
            said = []
            page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
            page.on("pageerror", lambda error: said.append(f"uncaught: {error}"))
            page.set_default_timeout(15_000)
            try:
                if prepare:
                    prepare(page)
                page.goto(f"{self.base}{path or '/live/' + self.live}?user={user}", wait_until="commit")
                page.get_by_test_id(shown).first.wait_for()
                if shown == "chat-input":
                    # The view appears before the page has joined, and gifts sent before the join are not shown.
                    expect(page.locator(".stage__owner")).not_to_have_text("")
                yield page
            except (AssertionError, Error):
                self.keep(page, user, said)
                raise

    def keep(self, page, user, said):
        """Keeps a screenshot of a page and its console's lines."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        picture = PICTURES / f"{self.check}-{len(list(PICTURES.glob(self.check + '-*.png'))) + 1}.png"
        with contextlib.suppress(Error):
            page.screenshot(path=picture)
            self.left.append(f"{user}'s page: {picture}")
        self.left += [f"{user}'s console: {line}" for line in said[-20:]]

    def gift(self, gift, count=1, by=0):
        self.orders += 1
        order = {"orderID": f"check-{os.getpid()}-{self.orders}", "giftID": gift, "count": count}
        self.crowd.viewers[by].ask("gift.send", order, self.live)

    def say(self, text, by=0):
        self.crowd.viewers[by].ask("barrage.send", {"text": text}, self.live)

    def fill(self, count=60):
        """Fills the chat below the live's rate limit, and returns the last line, which no other fill repeats."""
        for index in range(count):
            # Each message waits for the one before, because messages on other connections may overtake it.
            self.say(f"line {index}", by=index % 12)
            time.sleep(0.026)
        self.fills += 1
        last = f"the last line of fill {self.fills}"
        self.say(last)
        return last

    def close(self):
        self.crowd.leave()
        with contextlib.suppress(AssertionError):
            self.host.ask("room.end", room=self.live)
        self.host.close()


def stand_still(page):
    """Prepares a page whose effects end only when they are skipped."""
    page.add_init_script(STILL)


def client_of(page):
    """A session of the browser tools for a page."""
    return page.context.new_cdp_session(page)


def box(page, selector):
    found = page.locator(selector).first.bounding_box()
    assert found, f"{selector} is gone"
    return found


def overlap(one, other):
    return (one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
            and one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"])


def open_gifts(page):
    page.get_by_role("button", name="Gifts", exact=True).click()
    page.locator(".gift:visible").first.wait_for()


def choose_gift(page, gift):
    """Chooses a gift, and returns its button, which sends it with the next press."""
    button = page.get_by_test_id(f"gift-button-{gift}").first
    if button.get_attribute("aria-current") != "true":
        button.click()
    expect(button).to_have_attribute("aria-current", "true")
    return button


def expect_within(seconds, what, holds):
    """Waits until a condition holds that no locator can express."""
    deadline = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < deadline, f"{what}: not after {seconds} s"
        time.sleep(0.05)
    return found


def take_focus(control):
    """Gives a control the focus. What lies under an open dialog takes it only when the dialog is gone."""
    deadline = time.monotonic() + 15
    while True:
        control.focus()
        if control.evaluate("element => element === document.activeElement"):
            return
        assert time.monotonic() < deadline, f"{control} does not take the focus"
        time.sleep(0.05)
