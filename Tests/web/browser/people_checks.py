"""Browser checks of what viewers and hosts see when something breaks or is taken from them. `checks.py` runs them."""

import contextlib
import os
import re
import time
import urllib.error
import urllib.request

from playwright.sync_api import expect

from crowd import Viewer
from stage import DESKTOP, HOST, PHONE, box, choose_gift, expect_within

# A name stored before the server refused such names. Its letters run to the left and read "Host Nova".
TURNED = "\u202eavoN tsoH"
CONTROLS = "[\u202a-\u202e\u2066-\u2069]"


# Lost networks

def an_offline_page_says_so_at_once(stage):
    with stage.page() as page:
        banner = page.get_by_test_id("connection-banner")
        page.evaluate("""() => {
          const banner = document.querySelector("[data-testid=connection-banner]");
          window.said = [];
          const all = { childList: true, characterData: true, subtree: true };
          new MutationObserver(() => said.push(banner.textContent)).observe(banner, all);
        }""")
        page.context.set_offline(True)
        page.wait_for_function("said.some((text) => text.includes('You are offline.') && text.includes('Trying again'))", timeout=5_000)
        expect(page.locator(".stage__title")).to_have_text("A live to look at")
        page.get_by_test_id("chat-input").fill("Are you there?")
        page.get_by_test_id("chat-input").press("Enter")
        expect(page.locator(".chat__error")).to_contain_text("There is no connection. Your message stays here")
        expect(page.get_by_test_id("chat-input")).to_have_value("Are you there?")
        page.context.set_offline(False)
        expect(banner).to_contain_text("Back online.")
        expect(page.locator(".chat__error")).to_have_text("")
        page.get_by_test_id("chat-input").press("Enter")
        expect(page.locator(".chat__text", has_text="Are you there?")).to_be_visible()


def a_silent_network_shows_within_ten_seconds(stage):
    """A network that swallows everything gives the browser no error."""
    silent = []

    def swallow(page):
        def connect(route):
            server = route.connect_to_server()
            route.on_message(lambda message: silent or server.send(message))
            server.on_message(lambda message: silent or route.send(message))
        page.route_web_socket(re.compile("/v1/ws"), connect)
    with stage.page(prepare=swallow) as page:
        stage.say("before")
        expect(page.locator(".chat__text", has_text="before").last).to_be_visible()
        silent.append(True)
        stage.say("while away")
        started = time.monotonic()
        page.wait_for_function("!document.querySelector('[data-testid=connection-banner]').hidden", timeout=20_000)
        passed = time.monotonic() - started
        # 6 s until the ping and 4 s for its answer. The page received something just before.
        assert passed < 13, f"it took {passed:.1f} s"
        silent.clear()
        expect(page.get_by_test_id("connection-banner")).to_have_text("Back online. 1 message came meanwhile.", timeout=10_000)
        expect(page.locator(".chat__text", has_text="while away")).to_have_count(1)


# Hosts

def a_host_who_reloads_keeps_the_live(stage):
    with stage.page(user="mira", path="/", shown="go-live") as page:
        page.get_by_test_id("go-live").click()
        page.get_by_test_id("live-title").fill("Mira’s live")
        page.get_by_test_id("start-live").click()
        expect(page.get_by_test_id("end-live")).to_be_visible()
        page.locator(".brand").click()
        own = page.get_by_test_id("hosted")
        expect(own).to_contain_text("Mira’s live")
        live = own.get_attribute("data-live-id")
        page.reload()
        expect(own).to_contain_text("Your live is on.")
        expect(page.get_by_test_id("go-live")).to_be_hidden()
        # This tab keeps the live going: its owner stays in it while the list is shown.
        host = Viewer(stage.base, "somebody")
        host.ask("room.join", room=live)
        with stage.page(user="mira", path="/", shown="hosted") as phone:
            expect(phone.get_by_test_id("hosted")).to_contain_text("Mira’s live")
            phone.get_by_test_id("hosted-end").click()
            phone.get_by_test_id("confirm-end").click()
            expect(phone.get_by_test_id("hosted")).to_have_count(0)
            expect(phone.get_by_test_id("go-live")).to_be_visible()
        expect(own).to_have_count(0)
        host.close()


# Names that turn the text around them

def an_old_right_to_left_name_turns_no_text_around(stage):
    """The server refuses such names, but one stored earlier still arrives."""
    def turn(page):
        def connect(route):
            server = route.connect_to_server()
            route.on_message(server.send)
            server.on_message(lambda message: route.send(message.replace('"userName":"fan-9"', f'"userName":"{TURNED}"')))
        page.route_web_socket(re.compile("/v1/ws"), connect)
    with stage.page(prepare=turn) as page:
        page.get_by_test_id("tab-audience").click()
        expect(page.locator(".viewer", has_text="avoN tsoH").first).to_be_visible()
        page.get_by_test_id("tab-chat").click()
        # The banner goes after five seconds, so nothing slow comes after the gift.
        stage.say("who am I?", by=9)
        stage.crowd.viewers[9].ask("gift.send", {"orderID": f"turned-{os.getpid()}", "giftID": "rose", "count": 12}, stage.live)
        expect(page.locator(".banner__count")).to_have_text("×12")
        look = f"""() => {{
          const controls = new RegExp("{CONTROLS}");
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const found = [];
          let names = 0;
          while (walker.nextNode()) {{
            const {{ data, parentElement }} = walker.currentNode;
            if (controls.test(data)) found.push(`a control in ${{parentElement.className || parentElement.localName}}`);
            if (!data.includes("avoN tsoH")) continue;
            names += 1;
            if (!parentElement.closest("bdi")) found.push(`not isolated: ${{parentElement.className || parentElement.localName}}`);
          }}
          return names >= 4 ? found : [...found, `${{names}} names were looked at`];
        }}"""
        found = []

        def is_isolated():
            # The log is drawn a moment after the banner.
            found[:] = page.evaluate(look)
            return not found

        try:
            expect_within(4, "isolated names", is_isolated)
        except AssertionError as late:
            raise AssertionError("; ".join(found)) from late
    try:
        stage.host.ask("user.update", {"nickname": TURNED})
    except AssertionError as refusal:
        assert "110110" in str(refusal), refusal
    else:
        raise AssertionError("the server takes a name that turns the text around it")


# Whether an element is on top at its own centre.
IS_SEEN = """(element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""

# The list, long messages, hosts and gifts, the description, languages

def back_leads_to_the_same_place_in_the_list(stage):
    owners = [Viewer(stage.base, f"owner-{index}") for index in range(3)]
    lives = [f"crowded-{index}" for index in range(54)]
    try:
        for index, live in enumerate(lives):
            owners[index % 3].ask("room.create", {"liveID": live, "liveName": f"Live number {index}"}, live)
        with stage.page({"viewport": {"width": 700, "height": 700}}, path="/", shown="live-card") as page:
            cards = page.get_by_test_id("live-card")
            expect(cards).to_have_count(24)
            # The other pages come as the reader gets near their end.
            cards.nth(20).scroll_into_view_if_needed()
            expect(cards).to_have_count(48)
            card = cards.nth(30)
            card.scroll_into_view_if_needed()
            live, before = card.get_attribute("data-live-id"), card.bounding_box()["y"]
            for way in (lambda: page.go_back(), lambda: page.get_by_label("Back to all lives").first.click()):
                # The keyboard is used because a pointer over a card moves the card a little.
                page.locator(f"[data-live-id={live}]").press("Enter")
                expect(page.get_by_test_id("chat-input")).to_be_visible()
                way()
                expect(cards).to_have_count(48)
                again = page.locator(f"[data-live-id={live}]")
                expect(again).to_be_focused()
                moved = again.bounding_box()["y"] - before
                assert abs(moved) < 4, f"the card is {moved} px from where it was"
            top = page.evaluate("scrollY")
            page.reload()
            expect(cards).to_have_count(48)
            expect_within(3, "the reader is back", lambda: abs(page.evaluate("scrollY") - top) < 4)
            page.locator(f"[data-live-id={live}]").focus()
            for index in (52, 53):
                owners[index % 3].ask("room.end", room=lives[index])

            def lost_two():
                page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
                return not page.locator("[data-live-id=crowded-52], [data-live-id=crowded-53]").count()

            expect_within(5, "the list without two lives", lost_two)
            expect(page.locator(f"[data-live-id={live}]")).to_be_focused()
            row = top - page.evaluate("scrollY")
            assert 0 < row < 400, f"two lives above the reader ended, and the page moved by {row} px"
    finally:
        for index, live in enumerate(lives):
            with contextlib.suppress(AssertionError):
                owners[index % 3].ask("room.end", room=live)
        for owner in owners:
            owner.close()


def a_cover_lies_under_the_cards_text(stage):
    owner = Viewer(stage.base, "painter")
    owner.ask("room.create", {"liveID": "covered", "liveName": "Covered", "coverURL": "/demo/rooftop.webp"}, "covered")
    try:
        with stage.page(path="/", shown="live-card") as page:
            card = page.locator("[data-live-id=covered]")
            expect(card.locator(".card__image")).to_be_visible()
            chips = card.locator(".chip")
            expect(chips).to_have_count(2)
            for chip in chips.all():
                assert chip.evaluate(IS_SEEN), "the cover lies over " + chip.inner_text()
    finally:
        owner.ask("room.end", room="covered")
        owner.close()


def a_long_message_is_folded_after_six_lines(stage):
    with stage.page(PHONE) as page:
        stage.say("On and on and on. " * 110)
        row = page.locator(".chat-message").last
        height, line = row.evaluate("(row) => [row.offsetHeight, parseFloat(getComputedStyle(row).lineHeight)]")
        assert height < 8 * line + 30, f"the row is {height / line:.1f} lines high"
        more = row.locator(".chat__more")
        expect(more).to_have_text("more")
        more.click()
        assert row.evaluate("(row) => row.offsetHeight") > 12 * line
        expect(more).to_have_attribute("aria-expanded", "true")
        more.click()
        assert row.evaluate("(row) => row.offsetHeight") < 8 * line + 30
        stage.say("A short one")
        expect(page.locator(".chat__text").last).to_have_text("A short one")
        expect(page.locator(".chat-message").last.locator(".chat__more")).to_have_count(0)


def a_host_cannot_send_themselves_gifts(stage):
    for options in (DESKTOP, PHONE):
        with stage.page(options, user=HOST) as page:
            expect(page.get_by_test_id("end-live")).to_be_attached()
            # There is no useless panel, no button that opens it, and no skip link to it.
            for dead in (".gifts", ".gift", ".live__gift-toggle", ".skips button:has-text('gifts')"):
                expect(page.locator(dead)).to_have_count(0)
            # The host's desk stands in their place, and on a phone nothing does.
            if options is DESKTOP:
                expect(page.get_by_test_id("desk-viewers")).to_be_visible()
            lowest, side = box(page, ".desk" if options is DESKTOP else ".stage"), box(page, ".side")
            assert lowest["y"] + lowest["height"] >= side["y"] + side["height"] - 1, f"room is left below the stage: {lowest}"


def the_end_of_a_live_leads_to_others(stage):
    live = f"nearly-over-{os.getpid()}-{time.monotonic_ns()}"
    with contextlib.closing(Viewer(stage.base, f"ender-{os.getpid()}")) as host:
        host.ask("room.create", {"liveID": live, "liveName": "Nearly over"}, live)
        with stage.page(path=f"/live/{live}") as page:
            host.ask("room.end", room=live)
            card = page.get_by_test_id("other-lives").get_by_test_id("live-card").first
            other = card.get_attribute("data-live-id")
            assert other != live, "the live that has ended is offered"
            card.click()
            expect(page).to_have_url(re.compile(f"/live/{re.escape(other)}"))
            expect(page.get_by_test_id("chat-input")).to_be_visible()


def a_refused_live_is_not_shown_as_joining(stage):
    with stage.page(path="/live/nothing-here", shown="live-refused") as page:
        expect(page.get_by_test_id("live-refused")).to_contain_text("There is no such live")
        expect(page.get_by_test_id("live-refused").get_by_role("button")).to_have_count(0)
        expect(page.locator(".stage__title")).to_have_text("There is no such live")
        assert "Joining" not in page.locator("body").inner_text()
        expect(page).to_have_title(re.compile("There is no such live"))


def the_api_description_opens_with_a_slash(stage):
    try:
        with urllib.request.urlopen(f"{stage.base}/docs/", timeout=10) as answer:
            assert answer.url.endswith("/docs"), answer.url
    except urllib.error.HTTPError as failure:
        raise AssertionError(f"/docs/ is answered with {failure.code}") from None


def the_board_says_what_the_next_rank_takes(stage):
    first, second = stage.crowd.viewers[:2]
    for viewer, count in ((first, 66), (second, 10)):
        viewer.ask("gift.send", {"orderID": f"{stage.live}-{count}", "giftID": "rose", "count": count}, stage.live)
    with stage.page(user="climber") as page:
        page.get_by_test_id("tab-board").click()
        own = page.get_by_test_id("board-own")
        expect(own).to_contain_text("A gift brings you onto this board")
        choose_gift(page, "rose").click()
        expect(page.get_by_test_id("board").get_by_text("climber")).to_be_visible()
        rows = first.ask("board.list", {"count": 100}, stage.live)["rows"]
        at = next(index for index, row in enumerate(rows) if row["user"]["userID"] == "climber")
        before, mine = rows[at - 1], rows[at]
        expect(own).to_contain_text(f"{before['coins'] - mine['coins'] + 1} coins to rank {before['rank']}")
        expect(own).to_be_in_viewport(ratio=0.9)
    with stage.page(user=HOST) as page:
        page.get_by_test_id("tab-board").click()
        expect(page.get_by_test_id("board").get_by_role("listitem").first).to_be_visible()
        expect(page.get_by_test_id("board-own")).to_be_hidden()


def the_page_speaks_the_readers_language(stage):
    english = re.compile(r"[A-Za-z]{3,}")
    # Names, titles and messages belong to their authors, and the product's name is the same in every language.
    own = re.compile(r"Ovation|UserSig|fan-\d+|watcher|nova|mira|A live to look at|English")
    with stage.page(locale="zh-CN") as page:
        expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
        stage.host.ask("room.update", {"slowModeSeconds": 5}, stage.live)
        stage.host.ask("room.update", {"slowModeSeconds": 0}, stage.live)
        expect(page.locator(".chat__row--notice", has_text="每 5 秒")).to_be_visible()
        expect(page.locator(".gift__name").first).to_have_text("玫瑰")
        page.get_by_test_id("tab-board").click()
        left = page.evaluate("""() => {
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const texts = [...document.querySelectorAll("[aria-label], [title], [placeholder]")].flatMap(
            ({ ariaLabel, title, placeholder }) => [ariaLabel, title, placeholder]).filter(Boolean);
          while (walker.nextNode()) {
            if (!walker.currentNode.parentElement.closest("noscript, .chat__text, .barrage")) texts.push(walker.currentNode.data);
          }
          return texts;
        }""")
        texts = sorted({text for text in left if english.search(own.sub("", text))})
        assert not texts, f"English in a Chinese page: {texts}"
        page.get_by_test_id("tab-chat").click()
        page.get_by_test_id("chat-input").fill("草稿")
        page.get_by_test_id("user-name").click()
        page.get_by_test_id("menu-language-ja").click()
        expect(page.locator("html")).to_have_attribute("lang", "ja")
        expect(page.get_by_test_id("tab-audience")).to_contain_text("視聴者")
        expect(page.get_by_test_id("chat-input")).to_have_value("草稿")
        expect(page.get_by_test_id("user-name")).to_be_focused()
        page.reload()
        expect(page.get_by_test_id("tab-audience")).to_contain_text("視聴者")


CHECKS = [
    an_offline_page_says_so_at_once, a_silent_network_shows_within_ten_seconds, a_host_who_reloads_keeps_the_live,
    an_old_right_to_left_name_turns_no_text_around, back_leads_to_the_same_place_in_the_list, a_long_message_is_folded_after_six_lines,
    a_cover_lies_under_the_cards_text, a_host_cannot_send_themselves_gifts, the_end_of_a_live_leads_to_others,
    a_refused_live_is_not_shown_as_joining,
    the_api_description_opens_with_a_slash, the_page_speaks_the_readers_language, the_board_says_what_the_next_rank_takes,
]
