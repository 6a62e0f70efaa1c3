"""Browser checks of the page in its two themes: light, dark, and what keeps to one of them. `checks.py` runs them."""

import contextlib
import os

from playwright.sync_api import expect

import accessibility
from crowd import Viewer
from stage import DESKTOP, HOST, PHONE, choose_gift, open_gifts

# How light a colour of an element is: 0 is black, 1 is white.
LIGHTNESS = """([selector, property]) => {
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.fillStyle = getComputedStyle(document.querySelector(selector))[property];
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
}"""
LANGUAGES = {"English": "en-GB", "Chinese": "zh-CN", "Japanese": "ja-JP"}


def lightness(page, selector, of="backgroundColor"):
    return page.evaluate(LIGHTNESS, [selector, of])


def is_light(page):
    """Whether the page has dark text on light ground; it fails where the two do not fit each other."""
    ground, text = lightness(page, "body"), lightness(page, "body", "color")
    assert abs(ground - text) > 0.6, f"text of {text:.2f} on ground of {ground:.2f}"
    return ground > text


def the_theme_is_the_systems_until_somebody_chooses(stage):
    with stage.page(path="/me", shown="me-rename", color_scheme="dark") as page:
        assert not is_light(page), "a dark system has a light page"
        page.emulate_media(color_scheme="light")
        assert is_light(page), "a light system has a dark page"
        theme = page.get_by_test_id("me-theme")
        theme.select_option("dark")
        assert not is_light(page), "who chose dark has a light page"
        page.reload()
        theme.wait_for()
        assert not is_light(page), "the choice is gone with the page"
        theme.select_option("light")
        page.emulate_media(color_scheme="dark")
        assert is_light(page), "the system overrules the choice"
        theme.select_option("auto")
        assert not is_light(page), "the system is not asked again"


def what_lies_over_a_picture_is_dark_in_both_themes(stage):
    with stage.page(color_scheme="light") as page:
        assert is_light(page), "the live on a desktop is dark"
        for selector in (".stage", ".stage__title", ".like__total"):
            assert lightness(page, selector, "color") > 0.7, f"{selector} has dark text on the picture"
        page.get_by_test_id("react-button").click()
        page.locator(".picker").wait_for()
        assert lightness(page, ".picker") < 0.3, "the choice of reactions is light on the picture"
    with stage.page(PHONE, color_scheme="light") as page:
        assert not is_light(page), "a live that fills a phone is light"
        open_gifts(page)
        assert lightness(page, ".gifts") < 0.3, "the gift sheet over the picture is light"
    with stage.page(PHONE, path="/feed", shown="feed-empty", color_scheme="light") as page:
        assert not is_light(page), "the feed is light"
        page.get_by_test_id("tab-list").click()
        page.get_by_test_id("live-card").first.wait_for()
        assert is_light(page), "the list after the feed is dark"


class Looker:
    """Looks at pages with axe, and gathers what it finds."""

    def __init__(self, name):
        self.name, self.found = name, {}

    def look(self, page, where):
        for rule, places in accessibility.violations(page):
            self.found[f"{self.name}, {where}: {rule}"] = places


def look_at_pages(stage, looker, **settings):
    for size, options in (("desktop", DESKTOP), ("phone", PHONE)):
        with stage.page(options, path="/", shown="live-card", **settings) as page:
            looker.look(page, f"the list, {size}")
            page.get_by_test_id("user-name").click()
            looker.look(page, f"the list under the user's menu, {size}")
            page.keyboard.press("Escape")
            page.get_by_test_id("list-search").fill("no such live")
            page.get_by_test_id("list-empty").wait_for()
            looker.look(page, f"the list without a live, {size}")
        with stage.page(options, path="/me", shown="me-rename", **settings) as page:
            looker.look(page, f"the user's page, {size}")
            page.get_by_test_id("me-rename").click()
            page.locator("dialog[open]").wait_for()
            looker.look(page, f"another name, {size}")
        with stage.page(options, path="/studio", shown="start-live", **settings) as page:
            if size == "phone":
                looker.look(page, "the studio, phone")
                page.get_by_test_id("studio-details").click()
            page.get_by_test_id("live-more").locator("summary").click()
            looker.look(page, f"the studio with its whole form, {size}")
            page.get_by_test_id("live-title").fill("夜" * 34)
            page.get_by_test_id("start-live").click()
            page.locator(".studio .form__error:not(:empty)").wait_for()
            looker.look(page, f"the studio with a mistake, {size}")
            page.get_by_test_id("live-kind-voice").press("Space")
            expect(page.get_by_test_id("live-kind-voice")).to_be_checked()
            looker.look(page, f"the studio for a voice room, {size}")
        with stage.page(options, path="/feed", shown="feed-empty", **settings) as page:
            looker.look(page, f"the empty feed, {size}")
        with stage.page(options, path="/nowhere", shown="missing", **settings) as page:
            looker.look(page, f"a wrong link, {size}")


def fill(stage, page):
    """Two hundred rows, and no more of them."""
    stage.crowd.talk(36)
    page.wait_for_function("document.querySelectorAll('.chat__row').length >= 200", timeout=40_000)
    stage.crowd.stop()


def look_at_what_hosts_open(stage, looker, **settings):
    """The words of a live and what changes it, on a desktop and a phone."""
    for size, options in (("desktop", DESKTOP), ("phone", PHONE)):
        with stage.page(options, user=HOST, **settings) as page:
            for control in ("words", "edit"):
                button = page.get_by_test_id(f"desk-{control}")
                if size == "phone" and not button.is_visible():
                    page.get_by_test_id("stage-more").click()
                    looker.look(page, "the host's menu on a phone")
                    page.get_by_test_id("more-desk").click()
                    button.wait_for()
                    looker.look(page, "the desk as a sheet")
                button.click()
                page.locator("dialog[open]").last.wait_for()
                if control == "words":
                    page.get_by_test_id("word-new").fill("spoiler")
                    page.get_by_test_id("word-add").click()
                    page.locator(".word-list__row").wait_for()
                    page.get_by_test_id("word-new").fill("...")
                    page.get_by_test_id("word-add").click()
                    page.get_by_test_id("words").get_by_role("alert").wait_for()
                looker.look(page, f"the dialog of {control}, {size}")
                if control == "words":
                    page.locator(".word-list__row button").first.click()
                page.keyboard.press("Escape")


def look_at_ends(stage, looker, **settings):
    """What stands where a live was: its end for a viewer and its host, a removal, a ban, and a live that there is not."""
    live = "theme-end"
    with contextlib.closing(Viewer(stage.base, "theme-host")) as host:
        host.ask("room.create", {"liveID": live, "liveName": "Soon over"}, live)
        for size, options in (("desktop", DESKTOP), ("phone", PHONE)):
            for act in ("audience.kick", "audience.ban"):
                user = f"theme-{act.split('.')[1]}-{size}"
                with stage.page(options, path=f"/live/{live}", user=user, **settings) as page:
                    host.ask(act, {"userID": user, "reason": "too loud"}, live)
                    page.get_by_test_id("live-removed").wait_for()
                    looker.look(page, f"after {act}, {size}")
            with stage.page(options, path="/live/theme-nowhere", shown="live-refused", **settings) as page:
                looker.look(page, f"a live that there is not, {size}")
        with stage.page(path=f"/live/{live}", user="theme-viewer", **settings) as viewer, \
                stage.page(PHONE, path=f"/live/{live}", user="theme-host", **settings) as owner:
            host.ask("room.end", room=live)
            viewer.get_by_test_id("live-ended").wait_for()
            looker.look(viewer, "the end for a viewer")
            # Without figures of its own the summary is empty, and hidden.
            owner.get_by_test_id("host-summary").wait_for(state="attached")
            looker.look(owner, "the end for its host, phone")


def look_at_a_live(stage, looker, is_full, **settings):
    with stage.page(user=HOST, **settings) as page:
        if is_full:
            fill(stage, page)
        page.get_by_test_id("desk-viewers").wait_for(state="attached")
        looker.look(page, "the host's live with the desk")
        page.get_by_test_id("slow-mode").click()
        looker.look(page, "the host's live under a menu")
        page.keyboard.press("Escape")
        page.get_by_test_id("tab-audience").click()
        page.locator(".viewer button").first.click()
        looker.look(page, "the audience with a menu")
        page.keyboard.press("Escape")
        page.get_by_test_id("tab-board").click()
        page.get_by_test_id("end-live").click()
        looker.look(page, "the board under a question")
        page.keyboard.press("Escape")
    with stage.page(**settings) as page:
        if is_full:
            fill(stage, page)
        stage.say("look at me", by=2)
        stage.gift("rose", by=1)
        page.locator(".banner__count").first.wait_for()
        looker.look(page, "the live with a gift")
        page.locator("button.chat__name").last.evaluate("(name) => name.click()")
        page.get_by_test_id("card-coins").wait_for()
        looker.look(page, "who somebody is")
        page.keyboard.press("Escape")
        page.get_by_test_id("chat-emoji").click()
        page.get_by_test_id("emoji").wait_for()
        looker.look(page, "the picker of emoji")
        page.keyboard.press("Escape")
        page.get_by_test_id("react-button").click()
        page.locator(".picker").wait_for()
        looker.look(page, "the choice of reactions")
    with stage.page(PHONE, **settings) as page:
        looker.look(page, "the live on a phone")
        page.locator(".live__gift-toggle").click()
        page.locator(".gift:visible").first.wait_for()
        page.locator(".gifts__tabs [role=tab]").last.click()
        choose_gift(page, "rocket").click()
        looker.look(page, "the gift sheet with a question on a phone")


def axe_finds_nothing_serious_in_the_light_theme(stage):
    if not accessibility.IS_INSTALLED:
        return
    looker = Looker("light")
    look_at_a_live(stage, looker, is_full=False, color_scheme="light", reduced_motion="reduce")
    assert not looker.found, looker.found


def axe_finds_nothing_serious_anywhere(stage):
    """Both themes in three languages, each page with each of its sheets, and two hundred rows of chat."""
    if not accessibility.IS_INSTALLED:
        return
    found = {}
    only = os.environ.get("OVATION_AXE_ONLY", "")
    for theme in ("light", "dark"):
        for language, locale in LANGUAGES.items():
            if only not in f"{theme} {language}":
                continue
            looker = Looker(f"{theme}, {language}")
            settings = {"color_scheme": theme, "locale": locale, "reduced_motion": "reduce"}
            look_at_pages(stage, looker, **settings)
            look_at_what_hosts_open(stage, looker, **settings)
            look_at_ends(stage, looker, **settings)
            look_at_a_live(stage, looker, is_full=language == "English", **settings)
            found |= looker.found
    assert not found, "; ".join(f"{where}: {places}" for where, places in found.items())


CHECKS = [
    the_theme_is_the_systems_until_somebody_chooses, what_lies_over_a_picture_is_dark_in_both_themes,
    axe_finds_nothing_serious_in_the_light_theme, axe_finds_nothing_serious_anywhere,
]

# What takes long, and is seldom broken by a change that the others do not see.
LONG = [axe_finds_nothing_serious_anywhere]
