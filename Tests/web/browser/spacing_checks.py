"""Browser checks of a page whose text a reader has spaced, as people with dyslexia or low vision do. `checks.py` runs them."""

from playwright.sync_api import expect

from console_checks import Console
from console_page_checks import let_in
from spacing import lost_by_spacing
from stage import DESKTOP, HOST, PHONE, choose_gift, open_gifts

SIZES = {"desktop": DESKTOP, "phone": PHONE}


def spaced_text_stays_readable_on_every_page(stage):
    found = {}

    def look(page, where):
        if lost := lost_by_spacing(page):
            found[where] = lost

    for size, options in SIZES.items():
        settings = {"reduced_motion": "reduce"}
        with stage.page(options, path="/", shown="live-card", **settings) as page:
            look(page, f"the list, {size}")
        with stage.page(options, path="/me", shown="me-rename", **settings) as page:
            look(page, f"the user's page, {size}")
        with stage.page(options, path="/studio", shown="start-live", **settings) as page:
            if size == "phone":
                look(page, "the studio's preview, phone")
                page.get_by_test_id("studio-details").click()
            page.get_by_test_id("live-more").locator("summary").click()
            look(page, f"the studio, {size}")
        with stage.page(options, **settings) as page:
            stage.say("look at me", by=2)
            stage.gift("rose", by=1)
            page.locator(".chat__text", has_text="look at me").first.wait_for()
            look(page, f"a live, {size}")
            if size == "phone":
                open_gifts(page)
            page.get_by_role("tab", name="Grand").click()
            look(page, f"the gifts, {size}")
            choose_gift(page, "rocket").click()
            look(page, f"the question before a gift, {size}")
        with stage.page(options, user=HOST, **settings) as page:
            page.get_by_test_id("desk-viewers").wait_for(state="attached")
            look(page, f"the host's live, {size}")
            page.get_by_test_id("tab-audience").click()
            page.locator(".viewer").first.wait_for()
            look(page, f"the audience, {size}")
    for size, options in SIZES.items():
        with Console(stage, "", options, reduced_motion="reduce", bypass_csp=True) as page:
            let_in(stage, page)
            for path in ("", "/catalogue"):
                page.goto(f"{stage.base}/console{path}", wait_until="load")
                expect(page.get_by_role("heading", level=1)).to_be_visible()
                expect(page.locator("[aria-busy=true]")).to_have_count(0)
                look(page, f"/console{path}, {size}")
    assert not found, "\n    ".join(f"{where}: {lost}" for where, losses in found.items() for lost in losses)


CHECKS = [spaced_text_stays_readable_on_every_page]

# It opens a dozen pages.
LONG = [spaced_text_stays_readable_on_every_page]
