"""A server, a browser with a camera, and pages of lives with pictures."""

import contextlib
import os
import re

from playwright.sync_api import Error, expect

import accessibility
from access_checks import SMALL_TARGETS, TARGET
from media_stage import CLOCK, SECONDS
from stage import DESKTOP, PICTURES

# The page itself keeps its policy violations, because not every violation reaches the console.
WATCH_POLICY = """
window.policyViolations = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.policyViolations.push(`${event.violatedDirective} ${event.blockedURI}`);
});
"""


def step(name):
    print(f"  · {name}", flush=True)


class Show:
    """A server, a browser with a camera, and its pages with everything that went wrong in them."""

    def __init__(self, browser, server, folder):
        self.browser, self.server, self.folder = browser, server, folder
        self.pages = []
        self.contexts = []

    @property
    def base(self):
        return self.server.base

    def page(self, user, path, options=DESKTOP, prepare=(), **more):
        context = self.browser.new_context(**{"locale": "en-GB", **options, **more})
        self.contexts.append(context)
        for script in (WATCH_POLICY, *prepare):
            context.add_init_script(script)
        page = context.new_page()
        page.set_default_timeout(SECONDS * 1_000)
        page.user, page.wrongs, page.is_server_gone = user, [], False
        page.on("console", lambda message: self._said(page, message))
        page.on("pageerror", lambda error: page.wrongs.append(f"uncaught: {error}"))
        page.goto(f"{self.base}{path}?user={user}")
        self.pages.append(page)
        return page

    def _said(self, page, message):
        # The browser reports connections that are lost when a check kills the server.
        is_of_loss = re.search(r"WebSocket connection|ERR_CONNECTION|Failed to load resource", message.text)
        if message.type in ("error", "warning") and not is_of_loss:
            page.wrongs.append(f"console {message.type}: {message.text}")

    def goes_live(self, user, title, path="/studio", camera=CLOCK, **options):
        """A page whose user goes live with a camera, which films a clock if nothing else is said."""
        page = self.page(user, path, prepare=[camera], **options)
        page.get_by_test_id("start-live").wait_for()
        # On a phone the form is a sheet.
        if page.get_by_test_id("studio-details").is_visible():
            page.get_by_test_id("studio-details").click()
        page.get_by_test_id("live-title").fill(title)
        page.get_by_test_id("studio-source-camera").click()
        expect(page.get_by_test_id("studio-video")).to_be_visible()
        page.get_by_test_id("studio-quality").select_option("360p")
        expect(page.get_by_test_id("studio-video")).to_be_visible()
        page.get_by_test_id("start-live").click()
        expect(page.get_by_test_id("own-status")).to_contain_text("On air")
        return page, page.evaluate("decodeURIComponent(location.pathname.split('/')[2])")

    def look(self, page, where):
        """Records what axe finds, for `make verify` in both themes, and every target smaller than a finger."""
        find = accessibility.violations_in_both_themes if "OVATION_VERIFY" in os.environ else accessibility.violations
        for rule, places in find(page):
            page.wrongs.append(f"{where}: {rule} at {', '.join(places)}")
        if small := page.evaluate(SMALL_TARGETS, TARGET):
            page.wrongs.append(f"{where}: smaller than a finger: {small}")

    def shot(self, page, name):
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=self.folder / f"{name}.png")

    def check_pages(self):
        wrongs = [f"{page.user}: {wrong}" for page in self.pages for wrong in page.wrongs + page.evaluate("window.policyViolations")]
        assert not wrongs, "; ".join(wrongs)

    def passes(self, check):
        """Runs a check and returns whether it passed. A failure leaves a screenshot of every page."""
        try:
            check(self)
            self.check_pages()
            return True
        except (AssertionError, Error, OSError) as failure:
            print(f"FAILED: {check.__name__}: {failure}", flush=True)
            self.folder = self.folder or PICTURES
            for number, page in enumerate(self.pages):
                with contextlib.suppress(Error):
                    self.shot(page, f"{check.__name__}-{number}")
                print("\n    ".join([f"  {page.user}'s page: {self.folder}/{check.__name__}-{number}.png", *page.wrongs]))
            return False

    def close(self):
        for context in self.contexts:
            context.close()
        self.pages, self.contexts = [], []
