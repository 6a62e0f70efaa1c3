"""Browser checks for users of a screen reader, a keyboard alone, a phone or a slow connection. `checks.py` runs them."""

from playwright.sync_api import expect

import accessibility
import stand
from stage import DESKTOP, HOST, IS_FREE, ON_ITS_SIDE, PHONE, box, choose_gift, client_of, open_gifts

# The browser tools' own profile of a slow 4G connection.
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 100_000}
TARGET = 44

# Buttons and links smaller than a finger. A link inside a text may be as low as its line (WCAG 2.5.8).
SMALL_TARGETS = """(target) => [...document.querySelectorAll("a[href], button, select, textarea, input")]
  .filter((element) => element.checkVisibility({ opacityProperty: false }) && !element.closest(".chat__row, .skips"))
  .map((element) => [element.matches("input[type=radio]") ? element.parentElement : element, element])
  .map(([area, element]) => [area.getBoundingClientRect(), element])
  .filter(([box]) => box.width > 0 && (box.width < target - 0.5 || box.height < target - 0.5))
  .map(([box, { className, ariaLabel, textContent }]) =>
    `${className || ariaLabel || textContent}: ${box.width.toFixed(0)}×${box.height.toFixed(0)}`)"""


# Keyboard and screen reader

def the_chat_is_read_in_digests(stage):
    with stage.page() as page:
        log = page.get_by_test_id("chat-log")
        assert log.get_attribute("aria-live") == "off", "a screen reader is told of every message"
        page.get_by_test_id("chat-reading").click()
        page.get_by_test_id("chat-reading-all").click()
        page.evaluate("""() => {
          window.told = [];
          new MutationObserver(() => told.push(performance.now())).observe(
            document.querySelector("[data-testid=announcer]"), { childList: true, characterData: true, subtree: true });
        }""")
        stage.crowd.talk(30)
        page.wait_for_function("told.length >= 3")
        stage.crowd.stop()
        gaps = page.evaluate("told.slice(1).map((at, index) => at - told[index])")
        assert min(gaps) > 900, f"sentences follow each other after {gaps} ms"
        page.reload()
        page.get_by_test_id("chat-reading").click()
        expect(page.get_by_test_id("chat-reading-all")).to_contain_text("✓")


def the_keyboard_walks_through_the_audience(stage):
    with stage.page({"viewport": {"width": 1280, "height": 560}}) as page:
        page.get_by_test_id("tab-audience").click()
        rows = page.locator(".viewer")
        expect(rows).to_have_count(13)
        page.keyboard.press("Tab")
        expect(page.get_by_test_id("audience-search")).to_be_focused()
        page.keyboard.press("Tab")
        expect(rows.first).to_be_focused(timeout=3_000)
        page.keyboard.press("ArrowDown")
        expect(rows.nth(1)).to_be_focused()
        page.keyboard.press("End")
        expect(rows.last).to_be_focused()
        panel, row = box(page, ".audience"), rows.last.bounding_box()
        assert row["y"] + row["height"] <= panel["y"] + panel["height"] + 1, "the last viewer is out of sight"
        page.keyboard.press("Tab")
        assert page.evaluate("!document.activeElement.closest('.viewer')"), "the list is more than one stop"


def skip_links_lead_past_the_page_header(stage):
    with stage.page() as page:
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Tab")
        names = page.locator(".skips button").all_inner_texts()
        assert names == ["Skip to the stage", "Skip to the gifts", "Skip to the chat"], f"the page has {names}"
        assert page.locator(".skips button").first.evaluate(IS_FREE)
        page.get_by_role("button", name="Skip to the chat").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("chat-input")).to_be_focused()
    with stage.page(PHONE) as page:
        page.get_by_role("button", name="Skip to the gifts").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".gift:visible").first).to_be_visible()


def a_choice_shows_without_colours(stage):
    style = "(element) => { const { borderTopWidth, outlineWidth } = getComputedStyle(element); return [borderTopWidth, outlineWidth]; }"
    with stage.page(forced_colors="active") as page:
        for group in (".side [role=tab]", ".gifts__tabs [role=tab]"):
            tabs = page.locator(group)
            chosen = tabs.and_(page.locator("[aria-selected=true]")).first.evaluate(style)
            other = tabs.and_(page.locator("[aria-selected=false]")).first.evaluate(style)
            assert chosen != other, f"{group}: chosen and not, both {chosen}"
        chosen, other = (page.locator(f".counts__choice input{state} + span").first.evaluate(style)
                         for state in (":checked", ":not(:checked)"))
        assert chosen != other, f"how many: chosen and not, both {chosen}"
        choose_gift(page, "rose")
        # The pointer lies on what was pressed.
        page.mouse.move(0, 0)
        page.get_by_test_id("chat-input").focus()
        chosen, other = (page.get_by_test_id(f"gift-button-{gift}").first.evaluate(style) for gift in ("rose", "heart"))
        assert chosen != other, f"a gift: chosen and not, both {chosen}"
        toggle = page.locator("[data-control=barrage]")
        on = toggle.evaluate(style)
        toggle.click()
        assert page.locator("[data-control=barrage]").evaluate(style) != on, "a switch is on and off, and looks the same"


def every_target_is_as_large_as_a_finger(stage):
    found = {}

    def look(page, where):
        if small := page.evaluate(SMALL_TARGETS, TARGET):
            found[where] = small

    with stage.page(PHONE, reduced_motion="reduce", path="/", shown="live-card") as page:
        look(page, "the list, phone")
    with stage.page(reduced_motion="reduce", path="/", shown="live-card") as page:
        look(page, "the list, desktop")
        page.get_by_test_id("go-live").click()
        page.get_by_test_id("start-live").wait_for()
        look(page, "going live")
    with stage.page(PHONE, user=HOST, reduced_motion="reduce") as page:
        look(page, "the host's live, phone")
        page.get_by_test_id("tab-audience").click()
        page.locator(".viewer button").first.click()
        look(page, "the audience and its menu, phone")
    with stage.page(user=HOST, reduced_motion="reduce") as page:
        look(page, "the host's live, desktop")
    with stage.page(PHONE, reduced_motion="reduce") as page:
        open_gifts(page)
        look(page, "the gift sheet, phone")
        page.get_by_role("tab", name="Grand").click()
        choose_gift(page, "rocket").click()
        look(page, "the question, phone")
    with stage.page(ON_ITS_SIDE, reduced_motion="reduce") as page:
        look(page, "the live, phone on its side")
    assert not found, f"smaller than {TARGET} pixels: {found}"


def text_follows_the_browsers_font_size(stage):
    def larger(page):
        client = client_of(page)
        client.send("Page.enable")
        client.send("Page.setFontSizes", {"fontSizes": {"standard": 24}})

    with stage.page(prepare=larger) as page:
        size = page.evaluate("getComputedStyle(document.documentElement).fontSize")
        assert size == "24px", f"the browser's text has 24 pixels, the page's {size}"


def phones_can_log_out(stage):
    with stage.page(PHONE, path="/", shown="live-card") as page:
        menu = page.get_by_test_id("user-name")
        menu.click()
        out = page.get_by_role("menuitem", name="New guest")
        expect(out).to_be_visible(timeout=3_000)
        out.click()
        expect(page.get_by_test_id("user-name")).not_to_contain_text("watcher")


def axe_finds_nothing_serious(stage):
    if not accessibility.IS_INSTALLED:
        print("  not run: it needs the Python package axe-playwright-python")
        return
    found = {}

    def look(page, where):
        for rule, places in accessibility.violations(page):
            found[f"{where}, {rule}"] = places

    for colours in ("none", "active"):
        with stage.page(user=HOST, forced_colors=colours, reduced_motion="reduce") as page:
            if colours == "none":
                stage.crowd.talk(36)
            page.wait_for_function("document.querySelectorAll('.chat__row').length >= 50")
            if colours == "none":
                page.wait_for_function("document.querySelectorAll('.chat__row').length >= 200", timeout=30_000)
                stage.crowd.stop()
            look(page, f"the live, colours {colours}")
            page.get_by_test_id("tab-audience").click()
            page.locator(".viewer button").first.click()
            look(page, f"the audience with a menu, colours {colours}")
            page.keyboard.press("Escape")
            page.get_by_test_id("tab-board").click()
            page.get_by_test_id("end-live").click()
            look(page, f"the board under a question, colours {colours}")
        with stage.page(PHONE, forced_colors=colours, reduced_motion="reduce") as page:
            open_gifts(page)
            page.get_by_role("tab", name="Grand").click()
            choose_gift(page, "rocket").click()
            look(page, f"the gift sheet with a question, colours {colours}")
        with stage.page(PHONE, path="/", shown="live-card", forced_colors=colours, reduced_motion="reduce") as page:
            look(page, f"the list, colours {colours}")
            page.get_by_test_id("tab-studio").click()
            page.get_by_test_id("start-live").wait_for()
            look(page, f"going live, colours {colours}")
    assert not found, "; ".join(f"{where}: {places}" for where, places in found.items())


# Weight

def a_first_visit_loads_little(stage):
    views = {
        "the list": ("/", "live-card"), "a live": (f"/live/{stage.live}", "chat-input"), "the user's page": ("/me", "me-rename"),
    }
    for options in (DESKTOP, PHONE):
        for view, (path, shown) in views.items():
            kept = []

            def count(page):
                kept.append(stand.Traffic(client_of(page)))

            with stage.page(options, path=path, shown=shown, prepare=count) as page:
                page.wait_for_load_state("networkidle")
                traffic = kept[0]
                what = f"{view} at {options['viewport']['width']} pixels: {traffic} ({traffic.bytes} bytes)"
                assert traffic.bytes <= 90_000 and len(traffic.requests) <= 25 and traffic.modules <= 20, what
                print(f"  {what}")


def a_second_visit_loads_nothing_again(stage):
    with stage.page() as page:
        page.wait_for_load_state("networkidle")
        page.goto("about:blank")
        page.goto(f"{stage.base}/live/{stage.live}?user=watcher")
        page.get_by_test_id("chat-input").wait_for()
        again = page.evaluate("""performance.getEntriesByType("resource")
          .filter(({ transferSize, name }) => transferSize > 0 && !new URL(name).pathname.startsWith("/gifts/")).map(({ name }) => name)""")
        assert not again, f"loaded again: {len(again)} files, {again[:3]}"


def the_first_content_appears_soon(stage):
    def slow(page):
        client = client_of(page)
        client.send("Network.enable")
        client.send("Network.emulateNetworkConditions", SLOW)

    best = []
    # A machine that is busy for a moment says nothing about the page.
    for _ in range(3):
        with stage.page(path="/", shown="live-card", prepare=slow) as page:
            page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length > 0")
            best.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        if min(best) <= 2_000:
            return
    raise AssertionError(f"first content after {min(best):.0f} ms")


CHECKS = [
    the_chat_is_read_in_digests, the_keyboard_walks_through_the_audience, skip_links_lead_past_the_page_header,
    a_choice_shows_without_colours, every_target_is_as_large_as_a_finger, text_follows_the_browsers_font_size,
    phones_can_log_out, axe_finds_nothing_serious, a_first_visit_loads_little, a_second_visit_loads_nothing_again,
    the_first_content_appears_soon,
]

# What takes long, and is seldom broken by a change that the others do not see.
LONG = [axe_finds_nothing_serious]
