"""Browser checks of what is done about messages: menus, answers, deletions, pins; and of great gifts and combos. `checks.py` runs them."""

import re

from playwright.sync_api import expect

from stage import DESKTOP, HOST, ON_ITS_SIDE, PHONE, choose_gift, expect_within, open_gifts, overlap


def row(page, text):
    """The row of a message, rather than one that quotes it."""
    return page.locator(".chat-message").filter(has=page.locator(".chat__text", has_text=text)).last


def choose(page, text, item):
    """Opens the menu of a message by a right click, and chooses an item."""
    row(page, text).locator(".chat__text").click(button="right")
    page.get_by_test_id(item).click()


def a_deleted_message_vanishes_for_everybody(stage):
    with stage.page(user=HOST) as host, stage.page() as page:
        stage.say("good evening", by=1)
        stage.say("buy followers at once", by=2)
        stage.crowd.viewers[3].ask("barrage.send", {
            "text": "what a nuisance", "extensionInfo": {"replyTo": row_number(host, "buy followers")}}, stage.live)
        expect(page.locator(".chat__quote")).to_contain_text("buy followers")
        # The host's pointer holds the log, and the row goes all the same.
        choose(host, "buy followers", "message-delete")
        for one in (host, page):
            expect(row(one, "buy followers")).to_have_count(0)
            expect(row(one, "good evening")).to_have_count(1)
            expect(row(one, "what a nuisance")).to_have_count(1)
            expect(one.locator(".chat__quote")).to_have_count(0)
        with stage.page(user="late") as late:
            expect(row(late, "good evening")).to_have_count(1)
            expect(row(late, "buy followers")).to_have_count(0)


def row_number(page, text):
    """The number of a message, as its row has it."""
    expect(row(page, text)).to_have_count(1)
    return row(page, text).get_attribute("data-seq")


def users_delete_their_own_messages_alone(stage):
    with stage.page() as page:
        stage.say("not mine", by=1)
        page.get_by_test_id("chat-input").fill("mine, and wrong")
        page.keyboard.press("Enter")
        choose(page, "mine, and wrong", "message-delete")
        expect(row(page, "mine, and wrong")).to_have_count(0)
        row(page, "not mine").locator(".chat__text").click(button="right")
        expect(page.get_by_test_id("message-copy")).to_be_visible()
        expect(page.get_by_test_id("message-delete")).to_have_count(0)
        expect(page.get_by_test_id("message-pin")).to_have_count(0)


def a_pinned_message_stays_in_sight(stage):
    with stage.page(user=HOST) as host, stage.page() as page:
        stage.say("Tonight: the whole album, from the beginning, and then your wishes " * 2, by=4)
        choose(host, "Tonight", "message-pin")
        for one in (host, page):
            expect(one.get_by_test_id("pinned")).to_contain_text("Tonight: the whole album")
        expect(page.get_by_test_id("pinned-take")).to_be_hidden()
        with stage.page(PHONE, user="late") as late:
            expect(late.get_by_test_id("pinned")).to_contain_text("Tonight")
            pinned, log = late.get_by_test_id("pinned").bounding_box(), late.get_by_test_id("chat-log").bounding_box()
            assert not overlap(pinned, log), f"the pinned message is {pinned}, the log {log}"
        tall = page.get_by_test_id("pinned").bounding_box()["height"]
        page.get_by_test_id("pinned-fold").click()
        expect(page.get_by_test_id("pinned-fold")).to_have_attribute("aria-expanded", "false")
        assert page.get_by_test_id("pinned").bounding_box()["height"] < tall
        host.get_by_test_id("pinned-take").click()
        for one in (host, page):
            expect(one.get_by_test_id("pinned")).to_be_hidden()


def an_answer_quotes_one_line(stage):
    with stage.page() as page:
        stage.say("Will you play the slow one? " * 5, by=5)
        choose(page, "Will you play", "message-reply")
        expect(page.get_by_test_id("answer")).to_contain_text("Answering")
        expect(page.get_by_test_id("chat-input")).to_be_focused()
        page.keyboard.type("yes, please")
        page.keyboard.press("Enter")
        quote = row(page, "yes, please").locator(".chat__quote")
        expect(quote).to_contain_text("Will you play the slow one?")
        expect(page.get_by_test_id("answer")).to_have_count(0)
        assert quote.bounding_box()["height"] < 30
        choose(page, "Will you play", "message-reply")
        page.get_by_test_id("answer-end").click()
        expect(page.get_by_test_id("answer")).to_have_count(0)


def a_mention_begins_with_the_name_and_is_tinted(stage):
    with stage.page() as page:
        stage.say("hello there", by=6)
        choose(page, "hello there", "message-mention")
        expect(page.get_by_test_id("chat-input")).to_have_value(re.compile("^@.+ $"))
        stage.say("@watcher are you there?", by=6)
        expect(row(page, "are you there?")).to_have_class(re.compile("chat-message--forme"))


def people_are_offered_after_an_at(stage):
    with stage.page() as page:
        for by in (2, 11):
            stage.say("somebody to mention", by=by)
        field = page.get_by_test_id("chat-input")
        expect(row(page, "somebody to mention")).to_have_count(1)
        field.press_sequentially("hello @fa")
        options = page.get_by_test_id("mentions").get_by_role("option")
        expect(options.first).to_contain_text("fan-11")
        assert 2 <= options.count() <= 6
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(field).to_have_value("hello @fan-2 ")
        expect(page.get_by_test_id("mentions")).to_be_hidden()
        field.press_sequentially("and @fan-1")
        expect(options.first).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("mentions")).to_be_hidden()
        page.keyboard.press("Enter")
        expect(row(page, "hello @fan-2 and @fan-1")).to_have_count(1)


def a_message_is_hidden_from_one_user_alone(stage):
    with stage.page() as page, stage.page(user="other") as other:
        stage.say("not for me", by=7)
        expect(row(other, "not for me")).to_have_count(1)
        choose(page, "not for me", "message-hide")
        expect(row(page, "not for me")).to_have_count(0)
        stage.say("nor this one", by=7)
        choose(page, "nor this one", "message-hide-user")
        stage.say("and never again", by=7)
        expect(row(other, "and never again")).to_have_count(1)
        expect(row(page, "nor this one")).to_have_count(0)
        expect(row(page, "and never again")).to_have_count(0)


def to_a_message(page):
    """Moves the focus into the log by the keyboard. The menus load with the focus."""
    page.get_by_test_id("chat-log").focus()
    expect_within(10, "the arrows reach a message", lambda: (
        page.keyboard.press("ArrowUp"), page.evaluate("document.activeElement.matches('.chat-message')"))[1])


def the_keyboard_reaches_the_menu(stage):
    with stage.page() as page:
        stage.say("by the keys", by=8)
        expect(row(page, "by the keys")).to_have_count(1)
        to_a_message(page)
        page.keyboard.press("Enter")
        expect(page.get_by_role("menu")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("menu")).to_have_count(0)


def a_long_press_opens_the_menu(stage):
    with stage.page(PHONE) as page:
        stage.say("press me", by=9)
        text = row(page, "press me").locator(".chat__text")
        text.tap()
        place = text.bounding_box()
        touch = page.context.new_cdp_session(page)
        point = {"x": place["x"] + 8, "y": place["y"] + 6}
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        expect(page.get_by_test_id("message-copy")).to_be_visible()
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def a_great_gift_stays_above_the_chat(stage):
    with stage.page(reduced_motion="reduce") as page:
        stage.gift("rocket", by=3)
        expect(page.get_by_test_id("great-gifts").locator("li").first).to_be_visible()
        with stage.page(user="later", reduced_motion="reduce") as later:
            expect(later.get_by_test_id("great-gifts").locator("li").first).to_be_visible()
            expect(later.locator(".chat__row--gift").filter(has_text="Rocket").first).to_be_attached()


def a_combo_goes_on_with_one_button(stage):
    with stage.page(reduced_motion="reduce") as page, stage.page(user="other", reduced_motion="reduce") as other:
        choose_gift(page, "rose").click()
        combo = page.get_by_test_id("combo-button")
        expect(combo).to_be_visible()
        size = combo.bounding_box()
        assert size["width"] >= 72 and size["height"] >= 72
        for _ in range(4):
            combo.click()
        expect(other.locator(".chat__row--gift").filter(has_text="Rose").last).to_contain_text("×5")
        expect(combo).to_have_count(0, timeout=10_000)


def a_name_opens_who_they_are_and_hides_them_for_good(stage):
    def level(page):
        """What a server tells whose operator has named levels."""
        def connect(route):
            server = route.connect_to_server()
            route.on_message(server.send)
            server.on_message(lambda message: route.send(message.replace('"rank":', '"gifterLevel":7,"rank":')))
        page.route_web_socket(re.compile("/v1/ws"), connect)
    with stage.page(user="picky", prepare=level) as page:
        stage.gift("rose", count=3, by=9)
        stage.say("who am I?", by=9)
        name = row(page, "who am I?").locator(".chat__name")
        name.hover()
        name.click()
        card = page.get_by_test_id("user-card")
        expect(card).to_contain_text("fan-9")
        expect(page.get_by_test_id("card-coins")).to_contain_text(re.compile(r"[1-9]\d* coins"))
        expect(page.get_by_test_id("card-coins")).to_contain_text("Lv 7")
        expect(page.get_by_test_id("menu-kick")).to_have_count(0)
        page.get_by_test_id("message-mention").click()
        expect(page.get_by_test_id("chat-input")).to_have_value("@fan-9 ")
        page.get_by_test_id("chat-input").fill("")
        name.hover()
        name.click()
        page.get_by_test_id("message-hide-user").click()
        expect(row(page, "who am I?")).to_have_count(0)
        # In the next visit too, until the user's own page lets them back.
        page.reload()
        expect(page.locator(".stage__owner")).not_to_have_text("")
        stage.say("somebody else", by=3)
        expect(row(page, "somebody else")).to_have_count(1)
        expect(row(page, "who am I?")).to_have_count(0)
        page.goto(f"{stage.base}/me?user=picky")
        page.get_by_test_id("me-unblock-fan-9").click()
        expect(page.get_by_test_id("me-blocked").get_by_role("button")).to_have_count(0)
        page.goto(f"{stage.base}/live/{stage.live}?user=picky")
        expect(row(page, "who am I?")).to_have_count(1)


def an_emoji_is_found_by_its_name(stage):
    for options in (DESKTOP, PHONE):
        with stage.page(options, user="smiler") as page:
            field = page.get_by_test_id("chat-input")
            field.fill("so good!")
            field.evaluate("(field) => field.setSelectionRange(7, 7)")
            page.get_by_test_id("chat-emoji").click()
            search = page.get_by_test_id("emoji-search")
            expect(search).to_be_visible()
            assert overlap(page.get_by_test_id("emoji").bounding_box(), page.get_by_test_id("chat-log").bounding_box())
            page.context.set_offline(True)
            search.fill("rocket")
            page.get_by_role("button", name="rocket fast").click()
            expect(field).to_have_value("so good🚀!")
            page.keyboard.press("Escape")
            page.context.set_offline(False)
            expect(page.get_by_test_id("emoji")).to_be_hidden()
            expect(field).to_be_focused()
            # The keyboard chooses among them, and what was used last comes first.
            page.get_by_test_id("chat-emoji").press("Enter")
            recent = page.get_by_role("group", name="Recent").get_by_role("button")
            expect(recent).to_have_count(1)
            search.focus()
            page.keyboard.press("Tab")
            expect(recent.first).to_be_focused()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            expect(field).to_have_value("so good🚀😀!")
            search.fill("no such thing")
            expect(page.get_by_test_id("emoji").get_by_role("status")).to_be_visible()
            page.keyboard.press("Escape")


def any_count_of_a_gift_can_be_sent(stage):
    for user, options in (("generous", DESKTOP), ("lavish", PHONE)):
        with stage.page(options, user=user, reduced_motion="reduce") as page:
            if options is PHONE:
                open_gifts(page)
            page.get_by_test_id("gift-count-own").click()
            page.get_by_test_id("own-count").fill("12,5")
            page.get_by_test_id("own-count-choose").click()
            expect(page.get_by_role("alert").filter(has_text="whole number")).to_be_visible()
            page.get_by_test_id("own-count").fill("37")
            page.get_by_test_id("own-count-choose").click()
            expect(page.get_by_test_id("gift-count-own")).to_have_text("×37")
            expect(page.get_by_test_id("gift-button-rose").first).to_have_accessible_name(re.compile("37"))
            choose_gift(page, "rose").click()
            expect(page.locator(".chat__row--gift").filter(has_text=user).last).to_contain_text("×37")
            # From 1,000 coins on it asks once, in full words.
            page.get_by_test_id("gift-count-own").click()
            page.get_by_test_id("own-count").fill("1500")
            page.keyboard.press("Enter")
            choose_gift(page, "rose").click()
            expect(page.get_by_test_id("gift-confirm")).to_contain_text("1,500")
            page.keyboard.press("Escape")
            page.get_by_test_id("gift-count-10").check(force=True)
            expect(page.get_by_test_id("gift-count-own")).to_have_text("…")


def a_moderator_acts_on_a_focused_message_with_one_key(stage):
    with stage.page(user=HOST) as host, stage.page() as page:
        stage.say("one key takes this away", by=7)
        stage.say("and one silences me", by=8)
        # A log that has the focus shows nothing new.
        expect(row(host, "one silences me")).to_have_count(1)
        to_a_message(host)
        host.keyboard.press("End")
        host.keyboard.press("ArrowUp")
        expect(row(host, "takes this away")).to_be_focused()
        host.keyboard.press("Delete")
        for one in (host, page):
            expect(row(one, "takes this away")).to_have_count(0)
        # The focus went to the neighbour.
        expect(row(host, "one silences me")).to_be_focused()
        host.keyboard.press("m")
        expect(host.locator(".toast").last).to_contain_text("is muted")
        host.keyboard.press("m")
        expect(host.locator(".toast").last).to_contain_text("may write again")
        host.keyboard.press("b")
        expect(host.get_by_test_id("confirm-ban")).to_be_visible()
        host.keyboard.press("Escape")
        # For somebody who may not, the keys do nothing.
        to_a_message(page)
        page.keyboard.press("Delete")
        expect(row(page, "one silences me")).to_have_count(1)


def the_top_senders_are_beside_the_viewers(stage):
    stage.gift("rocket", by=5)
    for options in (DESKTOP, PHONE, ON_ITS_SIDE):
        with stage.page(options) as page:
            top = page.get_by_test_id("top-three")
            if options is ON_ITS_SIDE:
                # The board comes back with the chat that is folded away.
                page.locator(".stage__fold").click()
                expect(page.get_by_test_id("tab-board")).to_be_hidden()
            expect(top).to_have_accessible_name(re.compile(r"^Top senders: \S"))
            assert not overlap(top.bounding_box(), page.locator(".stage__identity").bounding_box())
            top.click()
            expect(page.get_by_test_id("board")).to_be_visible()
            expect(page.get_by_test_id("tab-board")).to_be_focused()


SHOP = "https://shop.example.com/coins?user={user}&coins={coins}"


def who_is_short_of_coins_is_led_to_the_shop(stage):
    def with_shop(page):
        """What a server does whose operator has named a shop."""
        page.add_init_script(f"""new MutationObserver((_, own) => {{
          const shop = document.querySelector("meta[name=ovation-recharge]");
          if (!shop) return;
          own.disconnect();
          shop.content = "{SHOP}";
        }}).observe(document, {{ childList: true, subtree: true }})""")

    def sends_too_much(page):
        page.locator("label[for=gift-count-520]").click()
        page.get_by_role("tab", name="Grand").click()
        choose_gift(page, "rocket").click()
        page.get_by_test_id("gift-confirm-send").click()

    with stage.page(PHONE, user="spendthrift", prepare=with_shop) as page:
        open_gifts(page)
        shop = page.locator(".gifts__head").get_by_role("link", name="Recharge", exact=True)
        expect(shop).to_have_attribute("href", "https://shop.example.com/coins?user=spendthrift&coins=0")
        balance = int(page.get_by_test_id("wallet-balance").text_content().replace(",", ""))
        sends_too_much(page)
        gap = page.get_by_role("alert").get_by_role("link")
        expect(gap).to_have_text(f"Recharge {520_000 - balance:,} coins")
        expect(gap).to_have_attribute("href", f"https://shop.example.com/coins?user=spendthrift&coins={520_000 - balance}")
        # The live goes on beside the shop.
        assert gap.evaluate("({ target, rel }) => [target, rel].join()") == "_blank,noopener noreferrer"
    with stage.page(user="spendthrift") as page:
        sends_too_much(page)
        expect(page.get_by_text("Those who run this server give out coins.")).to_be_visible()
        expect(page.get_by_test_id("recharge")).to_have_count(0)


CHECKS = [
    a_deleted_message_vanishes_for_everybody, users_delete_their_own_messages_alone, a_pinned_message_stays_in_sight,
    an_answer_quotes_one_line, a_mention_begins_with_the_name_and_is_tinted, a_message_is_hidden_from_one_user_alone,
    people_are_offered_after_an_at, the_keyboard_reaches_the_menu, a_long_press_opens_the_menu, a_great_gift_stays_above_the_chat,
    a_combo_goes_on_with_one_button, a_name_opens_who_they_are_and_hides_them_for_good,
    an_emoji_is_found_by_its_name, any_count_of_a_gift_can_be_sent,
    a_moderator_acts_on_a_focused_message_with_one_key,
    who_is_short_of_coins_is_led_to_the_shop, the_top_senders_are_beside_the_viewers,
]
