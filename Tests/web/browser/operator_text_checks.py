"""Browser checks that try bad texts where people see what operators, backends and moderators wrote: gifts, reasons, every field of the
console, and names of 100 KB. `checks.py` runs them."""

import contextlib
import json
import re
import time

from playwright.sync_api import expect

from console_checks import PAGES, Console, press, rest, sign_in, type_into
from crowd import Viewer
from input_checks import TEXTS, TURNING, WATCH, check_unhurt, watched
from stage import DESKTOP, HOST, PHONE, choose_gift, expect_within, open_gifts
from stand import ROOT

# What fits the few bytes of a gift, and still runs where somebody writes it into a page.
SHORT = {"an element that runs": "<svg onload=hit++>", "an attribute that runs": "\" onfocus=hit++ \"", **TEXTS}
CATALOGUE = "live_engine_http_srv"
GIFT_BYTES = 20
LANGUAGES = ["English", "简体中文", "日本語"]
# The numbers that the server's errors have.
CODES = {error["name"]: error["code"] for error in json.loads((ROOT / "Protocol/errors.json").read_text())["errors"]}
TURNING_REFUSED = CODES["directionControlRefused"]
# What reaches over the edge of its place.
SPILLS = """(selector) => [...document.querySelectorAll(selector)].filter((own) => own.checkVisibility()).filter((own) => {
  const style = getComputedStyle(own);
  return style.overflowY === "visible" && own.scrollHeight > own.clientHeight + 12;
}).map((own) => own.textContent)"""


def cut(text, bytes_max):
    return text.encode()[:bytes_max].decode(errors="ignore").strip()


def call_category(stage, name):
    """Gives the first category another name. There are as many categories as there may be."""
    text = {"CategoryId": "popular", "Language": "en", "CategoryName": name}
    done = rest(stage, f"{CATALOGUE}/set_gift_category_language", text)
    assert done["ErrorCode"] == 0, done


def bad_gifts(stage):
    """Adds gifts with bad names and descriptions to a category that gets a bad name, and returns the names by id."""
    names = {}
    for index, (what, text) in enumerate(SHORT.items()):
        name = cut(text, GIFT_BYTES)
        gift = {"GiftId": f"bad-{index}", "DefaultName": name, "DefaultDesc": name, "Coins": 1_000 if index == 0 else 1}
        code = rest(stage, f"{CATALOGUE}/add_gift", gift)["ErrorCode"]
        assert code == (TURNING_REFUSED if TURNING.search(name) else 0), f"{what}: {code}"
        if code == 0:
            names[gift["GiftId"]] = name
    call_category(stage, SHORT["an element that runs"])
    made = rest(stage, f"{CATALOGUE}/add_gift_category_relations", {"CategoryId": "popular", "GiftIdList": list(names)})
    assert made["ErrorCode"] == 0, made
    return names


def forget_gifts(stage):
    call_category(stage, "Popular")
    for index in range(len(SHORT)):
        rest(stage, f"{CATALOGUE}/del_gift", {"GiftId": f"bad-{index}"})


def a_gift_is_shown_as_text_whatever_it_is_called(stage):
    wrongs = []
    try:
        names = bad_gifts(stage)
        for options in (DESKTOP, PHONE):
            with stage.page(options, prepare=watched(wrongs), user="giver") as page:
                where = f"gifts on {options['viewport']}"
                if options is PHONE:
                    open_gifts(page)
                page.get_by_role("tab", name=SHORT["an element that runs"]).click()
                for gift, name in names.items():
                    button = choose_gift(page, gift)
                    expect(button.locator(".gift__name")).to_have_text(name)
                    about = page.get_by_test_id("gift-about")
                    # The description of a gift stands behind its name.
                    expect(about.locator("bdi")).to_have_text([name, name])
                    check_unhurt(page, wrongs, f"{where}, {name}")
                spilled = page.evaluate(SPILLS, ".gift__name, .gifts__about")
                assert not spilled, f"{where}: {spilled} reaches over its place"
                # The dearest asks before it is sent.
                choose_gift(page, "bad-0").click()
                expect(page.get_by_test_id("gift-confirm").get_by_text(names["bad-0"])).to_be_visible()
                page.get_by_test_id("gift-confirm-send").click()
                for user, gift in enumerate(names):
                    stage.gift(gift, by=user % 12)
                for name in names.values():
                    expect(page.locator(".chat__row--gift strong bdi").get_by_text(name, exact=True).first).to_be_attached()
                expect(page.get_by_test_id("gift-banner").locator(".banner__words").get_by_text(names["bad-0"]).first).to_be_visible()
                expect(page.locator(".great__chip").first).to_have_attribute("title", re.compile(f"^{re.escape(names['bad-0'])}"))
                spilled = page.evaluate(SPILLS, ".banner__words, .great__chip, .chat__row--gift:not(.chat__row--stacked)")
                assert not spilled, f"{where}: {spilled} reaches over its place"
                check_unhurt(page, wrongs, where)
    finally:
        forget_gifts(stage)


def reason_of(text):
    return cut(text, 200)


def give_reason(viewer, act, user, reason, live, **more):
    """Acts on somebody for a reason. Whether it was refused is the answer."""
    try:
        viewer.ask(act, {"userID": user, "reason": reason, **more}, live)
    except AssertionError as failure:
        assert f"'code': {TURNING_REFUSED}" in str(failure) and TURNING.search(reason), failure
        return False
    assert not TURNING.search(reason), f"{act}: {reason} was taken"
    return True


def a_reason_is_shown_as_text_to_whom_it_is_given_and_in_the_log(stage):
    wrongs, given = [], []
    with stage.page(PHONE, prepare=watched(wrongs), user="silenced") as page:
        bar = page.get_by_test_id("chat-silenced")
        for what, text in TEXTS.items():
            reason = reason_of(text)
            if not give_reason(stage.host, "audience.mute", "silenced", reason, stage.live, muted=True, seconds=3_600):
                continue
            given.append(reason)
            expect(bar.locator("bdi")).to_have_text(reason)
            check_unhurt(page, wrongs, f"a mute, {what}")
    for act, undo in (("audience.kick", None), ("audience.ban", {"banned": False})):
        for what in ("an image that fails", "piled marks", "right to left", "one long word"):
            reason = reason_of(TEXTS[what])
            with stage.page(PHONE, prepare=watched(wrongs), user="sent-away") as page:
                give_reason(stage.host, act, "sent-away", reason, stage.live)
                expect(page.get_by_test_id("live-removed").locator("bdi")).to_have_text(reason)
                check_unhurt(page, wrongs, f"{act}, {what}")
                if undo:
                    # Who comes back reads it once more.
                    page.reload()
                    expect(page.get_by_test_id("live-refused").locator("bdi")).to_have_text(reason)
                    check_unhurt(page, wrongs, f"{act} and back, {what}")
                    stage.host.ask(act, {"userID": "sent-away", **undo}, stage.live)
            given.append(reason)
    for options in (DESKTOP, PHONE):
        with stage.page(options, prepare=watched(wrongs), user=HOST) as page:
            page.get_by_test_id("tab-audience").click()
            page.get_by_test_id("mod-log-open").click()
            log = page.get_by_test_id("mod-log-list")
            for reason in given:
                expect(log.locator("bdi").filter(has_text=reason).first).to_be_attached()
            check_unhurt(page, wrongs, f"the log on {options['viewport']}")


# Pages with forms. What these forms change is put back.
FORMS = [*PAGES, "/catalogue?gift=", "/wallets?user=bad-console", "/users?user=bad-console"]
FIELDS = "input:is([type=text], [type=search], [type=number]):not([readonly]), textarea"
# Dialogs with fields for a text, by the words of the buttons that open them. Those that destroy want a name that is none of the texts.
DIALOGS = {
    "/lives?live={live}": ["End", "Remove", "Mute", "Ban"], "/catalogue": ["Test", "Add a category"],
    "/wallets?user=bad-console": ["Take coins back"], "/users?user=bad-console": ["Erase"], "/webhooks": ["Set up"],
}
# A page that has read what it shows.
READY = """() => document.querySelector("main h1") && !document.querySelector("main .loading, [aria-busy=true], form [aria-disabled]")"""


def open_console(page, stage, path):
    page.goto(f"{stage.base}/console{path}", wait_until="load")
    page.wait_for_function(READY)


# Writes a text into each field of a form, as somebody who types it and goes on to the next one, and says what the fields made of it.
FILL = """(form, [fields, text]) => [...form.querySelectorAll(fields)].map((own) => {
  own.value = own.type === "number" ? "1" : text;
  for (const event of ["input", "change"]) own.dispatchEvent(new Event(event, { bubbles: true }));
  return own.type === "number" ? "" : own.value;
})"""
READ = """(form, fields) => [...form.querySelectorAll(fields)].map((own) => own.type === "number" ? "" : own.value)"""


def send(page, form, text):
    """Fills in and sends a form, and returns what it said before."""
    written = form.evaluate(FILL, [FIELDS, text])
    form.locator("button[type=submit]").click()
    page.wait_for_function(READY)
    return written


def try_form(page, stage, path, at):
    """Sends a form of a page with each text. A form that looks for something says afterwards what it looks for."""
    count = page.get_by_role("main").get_by_role("form").count()
    for what, text in SHORT.items():
        where = f"{path}, form {at}, {what}"
        form = page.get_by_role("main").get_by_role("form").nth(at)
        written = send(page, form, text)
        check_unhurt(page, [], where)
        if page.get_by_role("main").get_by_role("form").count() != count:
            # It led to another page.
            open_console(page, stage, path)
        elif re.search(r"form--inline", form.get_attribute("class") or ""):
            shown = form.evaluate(READ, FIELDS)
            assert [own.strip() for own in shown] == [own.strip() for own in written], f"{where}: {written} became {shown}"


def every_field_of_the_console_takes_any_text_as_text(stage):
    rest(stage, "im_open_login_svc/account_import", {"UserID": "bad-console"})
    try:
        with Console(stage, reduced_motion="reduce", bypass_csp=True) as page:
            page.add_init_script(WATCH)
            sign_in(page)
            tried = 0
            for path in FORMS:
                open_console(page, stage, path)
                for at in range(page.get_by_role("main").get_by_role("form").count()):
                    open_console(page, stage, path)
                    try_form(page, stage, path, at)
                    tried += 1
            assert tried >= 14, f"the console has {tried} forms only"
    finally:
        rest(stage, "ovation_moderation_srv/set_words", {"WordList": []})


def every_dialog_of_the_console_takes_any_text_as_text(stage):
    rest(stage, "im_open_login_svc/account_import", {"UserID": "bad-console"})
    with Console(stage, "", PHONE, reduced_motion="reduce", bypass_csp=True) as page:
        page.add_init_script(WATCH)
        sign_in(page)
        for path, names in DIALOGS.items():
            open_console(page, stage, path.format(live=stage.live))
            for name in names:
                # One dialog of each kind is enough. Each that is sent removes a user, and there are twelve users.
                for what in ("an element that runs", "a template", "piled marks", "one long word", "lines"):
                    dialog = page.get_by_role("dialog")
                    if dialog.count() == 0:
                        page.get_by_role("main").get_by_role("button").filter(has_text=re.compile(f"^{name}$")).first.click()
                    written = send(page, dialog.locator("form"), cut(SHORT[what], 60))
                    # It is done, or what was typed stays.
                    if dialog.count() > 0:
                        assert dialog.locator("form").evaluate(READ, FIELDS) == written, f"{name}, {what}: what was typed is gone"
                    check_unhurt(page, [], f"{path}, {name}, {what}")
                page.keyboard.press("Escape")
                expect(page.get_by_role("dialog")).to_have_count(0)


def what_an_operator_writes_is_shown_again_as_text(stage):
    bad, gift, user = SHORT["an element that runs"], "bad-console", "bad-console"
    reason = TEXTS["a script out of an attribute"]
    rest(stage, "im_open_login_svc/account_import", {"UserID": user})
    rest(stage, f"{CATALOGUE}/del_gift", {"GiftId": gift})
    wrongs = []
    with contextlib.closing(Viewer(stage.base, user)) as viewer, Console(stage, "/catalogue?gift=", bypass_csp=True) as page:
        viewer.ask("room.join", room=stage.live)
        page.add_init_script(WATCH)
        sign_in(page)
        type_into(page, "Gift id", gift)
        type_into(page, "Price in coins", "1", "spinbutton")
        for field in ("Name", "Description", *(f"{what} in {language}" for what in ("Name", "Description") for language in LANGUAGES)):
            type_into(page, field, bad)
        press(page, "Save")
        row = page.get_by_role("row", name=gift)
        expect(row.get_by_text(bad)).to_be_visible()
        open_console(page, stage, f"/catalogue?gift={gift}")
        expect(page.get_by_role("textbox", name="Description in 日本語")).to_have_value(bad)
        check_unhurt(page, wrongs, "a gift")
        open_console(page, stage, f"/wallets?user={user}")
        reference = f"{bad} {time.time()}"
        type_into(page, "Coins", "1", "spinbutton")
        type_into(page, "Reason", reason)
        type_into(page, "Reference", reference)
        press(page, "Credit")
        expect(page.get_by_role("row").filter(has_text=reference)).to_be_visible()
        check_unhurt(page, wrongs, "an entry")
        open_console(page, stage, f"/lives?live={stage.live}")
        press(page, f"Remove {user}")
        page.get_by_role("dialog").get_by_role("textbox", name="Reason").fill(reason)
        page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).press("Enter")
        expect(page.get_by_role("dialog")).to_have_count(0)
        for path in (f"/moderation?live={stage.live}", "/log", f"/ledger?account=user:{user}"):
            open_console(page, stage, path)
            # The log of operators has a call's fields as JSON.
            shown = reference if "ledger" in path else json.dumps(reason)[1:-1] if path == "/log" else reason
            expect(page.get_by_role("row").filter(has_text=shown).first).to_be_visible()
            check_unhurt(page, wrongs, path)
    rest(stage, f"{CATALOGUE}/del_gift", {"GiftId": gift})


def names_of_100_kilobytes_are_refused_and_change_nothing(stage):
    """Each by its number, and pages go on showing the names as they were."""
    user, live, gift = "long-named", stage.live, "long-named"
    huge = "W" * 100_000
    nick = [{"Tag": "Tag_Profile_IM_Nick", "Value": "Short"}]
    refusals = {
        "a user": ("profile/portrait_set", {"From_Account": user, "ProfileItem": [{**nick[0], "Value": huge}]}, "illegalParameter"),
        "another user": ("im_open_login_svc/account_import", {"UserID": "long-other", "Nick": huge}, "illegalParameter"),
        "a live": (f"{CATALOGUE}/update_room_info", {"RoomInfo": {"RoomId": live, "RoomName": huge}}, "illegalParameter"),
        "another live": (f"{CATALOGUE}/create_room", {
            "RoomInfo": {"RoomId": "long-live", "RoomName": huge, "RoomType": "Live", "Owner_Account": user}}, "illegalParameter"),
        "a gift": (f"{CATALOGUE}/edit_gift", {"GiftId": gift, "DefaultName": huge}, "illegalParameter"),
        "another gift": (f"{CATALOGUE}/add_gift", {"GiftId": "long-other", "DefaultName": huge, "Coins": 1}, "illegalParameter"),
        "a gift in Japanese": (f"{CATALOGUE}/set_gift_language", {"GiftId": gift, "Language": "ja", "Name": huge}, "illegalParameter"),
    }
    rest(stage, "im_open_login_svc/account_import", {"UserID": user})
    assert rest(stage, "profile/portrait_set", {"From_Account": user, "ProfileItem": nick})["ErrorCode"] == 0
    rest(stage, f"{CATALOGUE}/add_gift", {"GiftId": gift, "DefaultName": "Short gift", "Coins": 1})
    rest(stage, f"{CATALOGUE}/add_gift_category_relations", {"CategoryId": "popular", "GiftIdList": [gift]})
    wrongs = []
    try:
        with stage.page(PHONE, prepare=watched(wrongs), user=user) as page:
            title = page.locator(".stage__title").inner_text()
            for what, (command, body, name) in refusals.items():
                answer = rest(stage, command, body)
                assert answer["ErrorCode"] == CODES[name], f"{what}: {str(answer)[:300]}"
                assert len(answer["ErrorInfo"]) < 300, f"{what}: the refusal repeats the name"
            page.reload()
            expect(page.locator(".stage__title")).to_have_text(title)
            open_gifts(page)
            expect(page.get_by_test_id(f"gift-button-{gift}").locator(".gift__name")).to_have_text("Short gift")
            check_unhurt(page, wrongs, "after names of 100 KB")
            page.goto(f"{stage.base}/me?user={user}")
            expect(page.locator(".me__name")).to_have_text("Short")
            check_unhurt(page, wrongs, "after a name of 100 KB")
        for command, body in ((f"{CATALOGUE}/get_gift", {"GiftId": "long-other"}), (f"{CATALOGUE}/get_room_info", {"RoomId": "long-live"})):
            assert rest(stage, command, body)["ErrorCode"] != 0, f"{command}: it was made, with a name that was refused"
    finally:
        rest(stage, f"{CATALOGUE}/del_gift", {"GiftId": gift})


CHECKS = [
    a_gift_is_shown_as_text_whatever_it_is_called, a_reason_is_shown_as_text_to_whom_it_is_given_and_in_the_log,
    every_field_of_the_console_takes_any_text_as_text, what_an_operator_writes_is_shown_again_as_text,
    names_of_100_kilobytes_are_refused_and_change_nothing, every_dialog_of_the_console_takes_any_text_as_text,
]

# Many texts on many pages take a while, and little breaks it.
LONG = [
    a_gift_is_shown_as_text_whatever_it_is_called, a_reason_is_shown_as_text_to_whom_it_is_given_and_in_the_log,
    every_field_of_the_console_takes_any_text_as_text, every_dialog_of_the_console_takes_any_text_as_text,
]
