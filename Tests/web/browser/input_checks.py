"""Browser checks that try bad texts in every field of every page: markup, turned and invisible letters, piled marks, emoji. `checks.py`
runs them."""

import re
import urllib.parse

from playwright.sync_api import expect

from stage import DESKTOP, HOST, PHONE

# What runs as code sets `hit`. The pages of these checks have no policy that would stop it.
TEXTS = {
    "an image that fails": "<img src=x onerror=window.hit=1>",
    "a script out of an attribute": "\"'><script>window.hit=1</script>",
    "an address that runs": "javascript:window.hit=1",
    "a template": "{{7*7}}${7*7}<%=7%>",
    "an entity": "&lt;b&gt;&amp;&#x3C;",
    "letters that turn the rest": "\u202eavoN tsoH\u202c",
    "an isolate that is not closed": "\u2066left",
    "invisible letters": "in\u200bvis\u200dible\u2060",
    "nothing but invisible letters": "\u200b\u200d\u2060",
    "piled marks": "Z" + "\u0351\u036b\u0343\u036a\u0302\u036b\u033d" * 6 + "algo",
    "right to left": "مرحبا שלום \u200f1 2 3",
    "families and flags": "👩‍👩‍👧‍👦🏳️‍🌈👋🏽🇯🇵1️⃣",
    "one long word": "W" * 90,
    "lines": "one\ntwo\ttab",
}
# Characters that a server refuses in texts, by which a name could turn what stands around it.
TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
WATCH = "window.hit = 0; window.alert = () => { window.hit = 1; };"


def watched(wrongs):
    """Gathers what goes wrong in a page."""
    def prepare(page):
        page.add_init_script(WATCH)
        page.on("pageerror", lambda error: wrongs.append(f"uncaught: {error}"))
        page.on("console", lambda message: wrongs.append(message.text) if message.type == "error" and "404" not in message.text else None)
    return prepare


def check_unhurt(page, wrongs, where):
    assert page.evaluate("window.hit") in (0, None), f"{where}: a text ran as code"
    assert not wrongs, f"{where}: {wrongs}"
    too_wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert too_wide <= 1, f"{where}: the page is {too_wide} pixels wider than its window"


def settled(page, done, refused):
    """Waits until a text is taken or refused in words, and returns the words; empty where it is taken."""
    words = page.locator(refused).locator("visible=true")
    page.wait_for_function(
        """([done, refused]) => document.querySelector(done)
          || [...document.querySelectorAll(refused)].some((element) => element.checkVisibility() && element.textContent.trim() !== "")""",
        arg=[done, refused])
    return words.first.inner_text() if words.count() and words.first.inner_text().strip() else ""


def the_chat_takes_any_text_as_text(stage):
    wrongs = []
    with stage.page(PHONE, prepare=watched(wrongs), user="reader") as phone, stage.page(prepare=watched(wrongs), user="writer") as page:
        field = page.get_by_test_id("chat-input")
        for what, text in TEXTS.items():
            field.fill(text)
            field.press("Enter")
            page.wait_for_function(
                """document.querySelector("[data-testid=chat-input]").value === ""
                  || document.querySelector(".chat__error").textContent !== "" """)
            error = page.locator(".chat__error").inner_text()
            if error:
                assert TURNING.search(text) or not text.strip("\u200b\u200d\u2060"), f"{what} is refused: {error}"
                assert field.input_value() != "", f"{what}: refused, and lost"
                field.fill("")
            elif not TURNING.search(text) and text.strip("\u200b\u200d\u2060"):
                first = text.split("\n")[0][:20]
                expect(phone.locator(".chat__text", has_text=first).first).to_be_visible()
            check_unhurt(page, wrongs, f"the chat, {what}")
            check_unhurt(phone, wrongs, f"the chat on a phone, {what}")
        piled = phone.locator(".chat__row--stacked").first
        assert piled.evaluate("(row) => getComputedStyle(row).overflowY") == "clip", "piled marks reach over other rows"
        heights = phone.evaluate("[...document.querySelectorAll('.chat__row')].map((row) => row.offsetHeight)")
        assert max(heights) < 240, f"a row is {max(heights)} pixels high"


def a_name_is_a_name_whatever_is_in_it(stage):
    wrongs = []
    with stage.page(PHONE, prepare=watched(wrongs), user="named", path="/me", shown="me-rename") as page:
        for what, text in TEXTS.items():
            page.get_by_test_id("me-rename").click()
            field = page.get_by_test_id("nickname-input")
            field.fill(text)
            page.get_by_test_id("nickname-save").click()
            refused = settled(page, "body:not(:has(dialog[open]))", "dialog .form__error")
            if refused:
                assert TURNING.search(text) or not text.strip("\u200b\u200d\u2060"), f"{what} is refused: {refused}"
                assert field.input_value() != "", f"{what}: refused, and lost"
                page.keyboard.press("Escape")
            check_unhurt(page, wrongs, f"a name, {what}")
        page.get_by_test_id("me-rename").click()
        page.get_by_test_id("nickname-input").fill(TEXTS["an image that fails"])
        page.get_by_test_id("nickname-save").click()
        expect(page.locator(".me__name")).to_have_text(TEXTS["an image that fails"])
    with stage.page(prepare=watched(wrongs), user="named") as page:
        page.get_by_test_id("chat-input").fill("who am I?")
        page.keyboard.press("Enter")
        expect(page.locator(".chat__name", has_text="<img").first).to_be_visible()
        page.get_by_test_id("tab-audience").click()
        expect(page.locator(".viewer", has_text="<img").first).to_be_visible()
        check_unhurt(page, wrongs, "a name in a live")


def a_title_is_a_title_whatever_is_in_it(stage):
    wrongs = []
    with stage.page(prepare=watched(wrongs), user=HOST) as page:
        for what, text in TEXTS.items():
            page.get_by_test_id("desk-edit").click()
            for name in ("live-title", "live-notice"):
                page.get_by_test_id(name).fill(text)
            page.get_by_test_id("edit-save").click()
            refused = settled(page, "body:not(:has(dialog[open]))", "dialog .form__error")
            if refused:
                assert TURNING.search(text) or not text.strip("\u200b\u200d\u2060"), f"{what} is refused: {refused}"
                assert page.get_by_test_id("live-notice").input_value() != "", f"{what}: refused, and lost"
                page.keyboard.press("Escape")
                continue
            check_unhurt(page, wrongs, f"a title, {what}")
            for options in (DESKTOP, PHONE):
                with stage.page(options, prepare=watched(wrongs), path="/", shown="live-card") as other:
                    expect(other.get_by_test_id("live-card").first).to_be_visible()
                    check_unhurt(other, wrongs, f"the list, {what}")
        page.get_by_test_id("desk-edit").click()
        page.get_by_test_id("live-title").fill("A live to look at")
        page.get_by_test_id("live-notice").fill("")
        page.get_by_test_id("edit-save").click()
        expect(page.locator("dialog")).to_have_count(0)


def searches_and_addresses_take_any_text(stage):
    wrongs = []
    with stage.page(PHONE, prepare=watched(wrongs), path="/", shown="live-card") as page:
        for what, text in TEXTS.items():
            page.get_by_test_id("list-search").fill(text)
            page.wait_for_function("!document.querySelector('.cards.is-waiting')")
            page.locator("[data-testid=live-card], [data-testid=list-empty], .form__error, .empty").first.wait_for()
            check_unhurt(page, wrongs, f"the search, {what}")
        page.reload()
        page.get_by_test_id("list-search").wait_for()
    for what, text in TEXTS.items():
        for path in (f"/live/{urllib.parse.quote(text, safe='')}", f"/{urllib.parse.quote(text, safe='')}"):
            with stage.page(prepare=watched(wrongs), path=path, shown="user-name") as page:
                page.locator("h1, [data-testid=live-refused], [data-testid=missing]").first.wait_for()
                check_unhurt(page, [wrong for wrong in wrongs if "400" not in wrong], f"{path}, {what}")
    with stage.page(prepare=watched(wrongs)) as page:
        page.get_by_test_id("chat-emoji").click()
        for what, text in TEXTS.items():
            page.get_by_test_id("emoji-search").fill(text)
            check_unhurt(page, [], f"the search of emoji, {what}")


CHECKS = [
    the_chat_takes_any_text_as_text, a_name_is_a_name_whatever_is_in_it, a_title_is_a_title_whatever_is_in_it,
    searches_and_addresses_take_any_text,
]

# Every page in every text takes a while, and little breaks it.
LONG = [a_title_is_a_title_whatever_is_in_it, searches_and_addresses_take_any_text]
