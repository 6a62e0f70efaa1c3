"""Browser checks of the views outside a live: the list with its search and filters, the bar of a phone, the user's own page, and the page
for wrong links. `checks.py` runs them."""

import contextlib
import os
import re
import urllib.error
import urllib.request

from playwright.sync_api import expect

import accessibility
from access_checks import SMALL_TARGETS, TARGET
from crowd import Viewer
from stage import DESKTOP, PHONE, IS_FREE, box, expect_within

# Names of a language that runs from right to left, of one without spaces, and with an accent.
LIVES = {
    "plaza-zither": {"liveName": "Zither under the stars", "categoryList": [1]},
    "plaza-cafe": {"liveName": "Café zither hour", "categoryList": [6], "seatLayoutTemplateID": 70},
    "plaza-tokyo": {"liveName": "夜の東京ライブ", "categoryList": [1, 4]},
    "plaza-salam": {"liveName": "سلام عليكم zither", "categoryList": [4]},
}
TABLET = {"viewport": {"width": 800, "height": 1000}}
NARROW = {**PHONE, "viewport": {"width": 320, "height": 640}}


@contextlib.contextmanager
def lives(stage, wanted=None):
    """Lives to look for, which end when the check does."""
    owner = Viewer(stage.base, f"plaza-owner-{os.getpid()}")
    owner.ask("user.update", {"nickname": "Wolkenstein"})
    wanted = wanted or LIVES
    try:
        for live, settings in wanted.items():
            owner.ask("room.create", {"liveID": live, **settings}, live)
        yield
    finally:
        for live in wanted:
            with contextlib.suppress(AssertionError):
                owner.ask("room.end", room=live)
        owner.close()


def shown(page):
    return sorted(page.get_by_test_id("live-card").evaluate_all("(cards) => cards.map((card) => card.dataset.liveId)"))


def shows(page, *wanted):
    expect_within(5, f"the list has {wanted}", lambda: shown(page) == sorted(wanted))


def choose(page, group, name):
    page.get_by_test_id(f"list-{group}").get_by_text(name, exact=True).click()


# The list

def a_search_finds_titles_and_hosts(stage):
    with lives(stage):
        for options in (DESKTOP, PHONE):
            with stage.page(options, path="/", shown="live-card") as page:
                field = page.get_by_test_id("list-search")
                everything = page.get_by_test_id("live-card").count()
                for text, found in {
                    "ZITHER": ["plaza-zither", "plaza-cafe", "plaza-salam"], "cafe": ["plaza-cafe"], "東京": ["plaza-tokyo"],
                    "سلام": ["plaza-salam"], "ｚｉｔｈｅｒ hour": ["plaza-cafe"], "wolkenstein zither stars": ["plaza-zither"],
                }.items():
                    field.fill(text)
                    shows(page, *found)
                    expect(field).to_be_focused()
                expect(page.locator(".list > [role=status]")).to_have_text("1 live found")
                field.fill("nothing is called like this")
                expect(page.get_by_test_id("list-empty")).to_contain_text("Nothing found")
                page.get_by_test_id("list-show-all").click()
                expect(page.get_by_test_id("live-card")).to_have_count(everything)
                expect(field).to_have_value("")
                field.fill("zither")
                shows(page, *[live for live in LIVES if live != "plaza-tokyo"])
                field.press("Escape")
                expect(page.get_by_test_id("live-card")).to_have_count(everything)
                expect(field).to_be_focused()


def categories_and_kinds_narrow_the_list(stage):
    with lives(stage):
        for options in (DESKTOP, TABLET, PHONE, NARROW):
            with stage.page(options, path="/", shown="live-card") as page:
                choose(page, "category", "Music")
                shows(page, "plaza-zither", "plaza-tokyo")
                choose(page, "category", "Travel")
                shows(page, "plaza-tokyo", "plaza-salam")
                page.get_by_test_id("list-search").fill("zither")
                shows(page, "plaza-salam")
                choose(page, "category", "Everything")
                choose(page, "kind", "Voice")
                shows(page, "plaza-cafe")
                expect(page.locator("[data-live-id=plaza-cafe] .card__voice")).to_be_visible()
                choose(page, "category", "Food")
                page.get_by_test_id("list-search").fill("")
                expect(page.get_by_test_id("list-empty")).to_contain_text("No such live right now")
                wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                assert wide <= 0, f"the page is {wide} px wider than the window at {options['viewport']['width']}"
        with stage.page(path="/", shown="live-card", locale="ja-JP") as page:
            choose(page, "category", "音楽")
            shows(page, "plaza-zither", "plaza-tokyo")


def back_keeps_the_filter(stage):
    with lives(stage), stage.page(path="/", shown="live-card") as page:
        choose(page, "category", "Music")
        page.get_by_test_id("list-search").fill("zither")
        shows(page, "plaza-zither")
        page.get_by_test_id("live-card").press("Enter")
        expect(page.get_by_test_id("chat-input")).to_be_visible()
        for way in (page.go_back, page.reload):
            way()
            shows(page, "plaza-zither")
            expect(page.get_by_test_id("list-search")).to_have_value("zither")
            expect(page.get_by_role("radio", name="Music")).to_be_checked()
        # A new visit begins with everything.
        page.locator(".brand").click()
        page.goto("about:blank")
        page.goto(f"{stage.base}/?user=watcher")
        expect(page.get_by_test_id("list-search")).to_have_value("")


def the_keyboard_reaches_every_filter(stage):
    """The kinds and the categories are one stop of the Tab key each, with arrows inside."""
    with lives(stage), stage.page(path="/", shown="live-card") as page:
        page.get_by_test_id("list-search").focus()
        for stop in ("list-refresh", "go-live"):
            page.keyboard.press("Tab")
            expect(page.get_by_test_id(stop)).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.get_by_role("radio", name="All", exact=True)).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("radio", name="Video", exact=True)).to_be_checked()
        page.keyboard.press("Tab")
        expect(page.get_by_role("radio", name="Everything")).to_be_focused()
        page.keyboard.press("ArrowDown")
        expect(page.get_by_role("radio", name="Music")).to_be_focused()
        shows(page, "plaza-zither", "plaza-tokyo")
        expect(page.get_by_role("radio", name="Music")).to_be_focused()


def a_live_without_a_cover_has_artwork_of_its_own(stage):
    wanted = {f"plain-{index}": {"liveName": f"Plain {index}"} for index in range(3)}
    wanted["broken"] = {"liveName": "Broken", "coverURL": "/demo/none.webp"}
    with lives(stage, wanted), stage.page(path="/", shown="live-card") as page:
        arts = [page.locator(f"[data-live-id={live}] .artwork") for live in wanted]
        for art in arts:
            expect(art).to_be_visible()
        drawn = [re.sub(r"artwork-\d+", "", art.inner_html()) for art in arts]
        assert len(set(drawn)) == len(drawn), "two lives look the same"
        assert page.locator(".card .artwork text").count() == 0, "artwork has letters"


def cards_have_their_shape_and_their_columns(stage):
    wanted = {f"shape-{index}": {"liveName": f"Shape {index} with a title of some length, over two lines at least"} for index in range(8)}
    with lives(stage, wanted):
        wide, tall = 16 / 9, 3 / 4
        for width, ratio, columns in ((1024, wide, 4), (1280, wide, 4), (1500, wide, 5), (1920, wide, 6), (390, tall, 2), (320, tall, 2)):
            options = {**(PHONE if width < 640 else {}), "viewport": {"width": width, "height": 844}}
            with stage.page(options, path="/", shown="live-card") as page:
                cover = box(page, ".card__cover")
                assert abs(cover["width"] / cover["height"] - ratio) < 0.02, f"a cover is {cover} at {width}"
                found = page.locator(".cards").evaluate("(cards) => getComputedStyle(cards).gridTemplateColumns.split(' ').length")
                assert found == columns, f"{found} columns at {width}"
                title = page.locator(".card__title").last
                lines = title.evaluate("(text) => text.clientHeight / parseFloat(getComputedStyle(text).lineHeight)")
                assert lines < 2.3, f"a title has {lines:.1f} lines at {width}"


def nothing_moves_for_who_wants_no_motion(stage):
    """Without a picture, on data saver or with less motion, a card that is rested on stays as it is."""
    with stage.page(path="/", shown="live-card", reduced_motion="reduce") as page:
        page.get_by_test_id("live-card").first.hover()
        page.wait_for_timeout(1_000)
        assert page.locator(".card video").count() == 0
        assert not page.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.includes('card-preview'))")


def a_long_list_loads_itself_and_then_asks(stage):
    wanted = {f"long-{index:02}": {"liveName": f"Endless {index}"} for index in range(80)}
    owners = [Viewer(stage.base, f"long-owner-{index}") for index in range(5)]
    try:
        for index, (live, settings) in enumerate(wanted.items()):
            owners[index % 5].ask("room.create", {"liveID": live, **settings}, live)
        with stage.page(PHONE, path="/", shown="live-card") as page:
            cards = page.get_by_test_id("live-card")
            expect(cards).to_have_count(24)
            for count in (48, 72):
                cards.last.scroll_into_view_if_needed()
                expect(cards).to_have_count(count)
            more = page.get_by_test_id("list-more")
            more.scroll_into_view_if_needed()
            expect(more).to_be_visible()
            page.wait_for_timeout(300)
            expect(cards).to_have_count(72)
            more.click()
            # The live of the checks, and those of others, are among them.
            expect_within(5, "the whole list", lambda: cards.count() > 80)
            expect(more).to_be_hidden()
            head = page.locator(".list__head")
            assert abs(head.bounding_box()["y"]) < 1, "the head of the list went out of sight"
    finally:
        for index, live in enumerate(wanted):
            with contextlib.suppress(AssertionError):
                owners[index % 5].ask("room.end", room=live)
        for owner in owners:
            owner.close()


# The bar and the user's own page

def a_phones_bar_leads_everywhere(stage):
    with stage.page(PHONE, path="/", shown="tab-list") as page:
        for tab, found in (("feed", ".feed"), ("me", ".me"), ("list", ".list")):
            page.get_by_test_id(f"tab-{tab}").click()
            page.locator(found).wait_for()
            expect(page.get_by_test_id(f"tab-{tab}")).to_have_attribute("aria-current", "page")
            assert page.locator(".tab-bar [aria-current]").count() == 1
        bar, end = box(page, ".tab-bar"), page.viewport_size["height"]
        assert abs(bar["y"] + bar["height"] - end) < 1, f"the bar is {bar}"
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        last = page.get_by_test_id("live-card").last.bounding_box()
        assert last["y"] + last["height"] <= bar["y"] + 1, "the bar lies over the last card"
        page.get_by_test_id("tab-studio").click()
        page.get_by_test_id("start-live").wait_for()
        expect(page.locator(".tab-bar")).to_be_hidden()
    with stage.page(PHONE) as page:
        expect(page.locator("ov-tab-bar")).to_be_hidden()
    with stage.page(path="/", shown="live-card") as page:
        expect(page.locator(".tab-bar")).to_be_hidden()
        page.get_by_test_id("user-name").click()
        page.get_by_test_id("menu-me").click()
        page.locator(".me").wait_for()


def the_users_page_keeps_what_is_set(stage):
    with stage.page(PHONE, path="/me", shown="me-rename", user="settler") as page:
        expect(page.get_by_test_id("me-balance")).not_to_have_text("–")
        before = int(page.get_by_test_id("me-balance").inner_text().replace(",", ""))
        page.get_by_test_id("me-top-up").click()
        expect(page.get_by_test_id("me-balance")).to_have_text(f"{before + 10_000:,}")
        page.get_by_test_id("me-rename").click()
        page.get_by_test_id("nickname-input").fill("Settler of settings")
        page.get_by_test_id("nickname-save").click()
        expect(page.locator(".me__name")).to_have_text("Settler of settings")
        expect(page.get_by_test_id("me-rename")).to_be_focused()
        for switch in ("barrage", "reaction-key", "motion"):
            page.get_by_test_id(f"me-{switch}").press("Space")
        page.get_by_test_id("me-reading").select_option("mentions")
        page.get_by_test_id("me-volume").fill("0.35")
        assert page.evaluate("document.documentElement.dataset.motion") == "reduced"
        page.reload()
        expect(page.get_by_test_id("me-barrage")).not_to_be_checked()
        expect(page.get_by_test_id("me-reaction-key")).not_to_be_checked()
        expect(page.get_by_test_id("me-motion")).to_be_checked()
        expect(page.get_by_test_id("me-reading")).to_have_value("mentions")
        expect(page.get_by_test_id("me-volume")).to_have_value("0.35")
        assert page.evaluate("document.documentElement.dataset.motion") == "reduced"
        page.goto(f"{stage.base}/live/{stage.live}?user=settler")
        expect(page.get_by_test_id("chat-input")).to_be_visible()
        page.get_by_test_id("stage-more").click()
        expect(page.get_by_test_id("more-barrage")).to_have_attribute("aria-checked", "false")


def the_language_is_changed_on_the_users_page(stage):
    with stage.page(path="/me", shown="me-language") as page:
        page.get_by_test_id("me-language").select_option("ja")
        expect(page.locator("html")).to_have_attribute("lang", "ja")
        expect(page.locator(".me")).to_contain_text("コイン")
        expect(page.get_by_test_id("me-language")).to_be_focused()
        page.get_by_test_id("me-language").select_option("zh-Hans")
        expect(page.locator(".me")).to_contain_text("金币")
        page.get_by_test_id("me-log-out").click()
        expect(page.get_by_test_id("user-name")).not_to_contain_text("watcher")


# Wrong links

def a_wrong_link_says_so(stage):
    for path in ("/nothing/here", "/feed/", "/live/"):
        with stage.page(path="/", shown="live-card") as page:
            answer = page.goto(f"{stage.base}{path}?user=watcher")
            assert answer.status == 404, f"{path} answers {answer.status}"
            expect(page.get_by_test_id("missing")).to_be_visible()
            page.get_by_role("link", name="Back to all lives").click()
            page.get_by_test_id("live-card").first.wait_for()
        try:
            urllib.request.urlopen(f"{stage.base}{path}", timeout=10)
        except urllib.error.HTTPError as refused:
            assert refused.code == 404 and refused.headers["content-type"] == "application/json", f"{path}: {refused.headers}"
        else:
            raise AssertionError(f"{path} is there")


# Accessibility

def everything_outside_a_live_is_accessible(stage):
    found = {}

    def look(page, where):
        if small := page.evaluate(SMALL_TARGETS, TARGET):
            found[f"{where}, targets"] = small
        for rule, places in accessibility.violations(page):
            found[f"{where}, {rule}"] = places

    with lives(stage):
        for name, options in {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}.items():
            for colours in ("none", "active"):
                more = {"forced_colors": colours, "reduced_motion": "reduce"}
                with stage.page(options, path="/", shown="live-card", **more) as page:
                    page.get_by_test_id("list-search").fill("zither")
                    shows(page, *[live for live in LIVES if live != "plaza-tokyo"])
                    look(page, f"the list, {name}, colours {colours}")
                    page.get_by_test_id("list-search").fill("no such thing")
                    page.get_by_test_id("list-empty").wait_for()
                    look(page, f"an empty list, {name}, colours {colours}")
                with stage.page(options, path="/me", shown="me-rename", **more) as page:
                    look(page, f"the user's page, {name}, colours {colours}")
        for locale in ("ja-JP", "zh-CN"):
            for path, test_id in (("/", "live-card"), ("/me", "me-rename")):
                with stage.page(NARROW, path=path, shown=test_id, locale=locale, reduced_motion="reduce") as page:
                    look(page, f"{path} in {locale}")
                    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                    if wide > 0:
                        found[f"{path} in {locale}, width"] = wide
        with stage.page(path="/other", shown="missing", reduced_motion="reduce") as page:
            look(page, "a wrong link")
    assert not found, "; ".join(f"{where}: {places}" for where, places in found.items())


def a_name_from_right_to_left_turns_nothing_around(stage):
    with lives(stage), stage.page(PHONE, path="/", shown="live-card") as page:
        card = page.locator("[data-live-id=plaza-salam]")
        card.scroll_into_view_if_needed()
        assert card.locator(".card__title bdi").count() == 1 and card.evaluate(IS_FREE)
        owner, category = (card.locator(f".card__owner > :nth-child({at})").bounding_box() for at in (1, 2))
        assert owner["x"] + owner["width"] <= category["x"] + 1, "the category stands before the host"


CHECKS = [
    a_search_finds_titles_and_hosts, categories_and_kinds_narrow_the_list, back_keeps_the_filter, the_keyboard_reaches_every_filter,
    a_live_without_a_cover_has_artwork_of_its_own, cards_have_their_shape_and_their_columns, nothing_moves_for_who_wants_no_motion,
    a_long_list_loads_itself_and_then_asks, a_phones_bar_leads_everywhere, the_users_page_keeps_what_is_set,
    the_language_is_changed_on_the_users_page, a_wrong_link_says_so, everything_outside_a_live_is_accessible,
    a_name_from_right_to_left_turns_nothing_around,
]

# What takes long, and is seldom broken by a change that the others do not see.
LONG = [everything_outside_a_live_is_accessible]
