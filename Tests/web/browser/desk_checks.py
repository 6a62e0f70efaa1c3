"""Browser checks of what a host and the moderators have: the studio, the words of the live, and the width of the chat."""

import re
import uuid

from playwright.sync_api import expect

import stand
from crowd import Viewer
from stage import HOST, PHONE, box

REFUSED = 110_100


def code_of(stage, text, by=0):
    """The code with which a viewer's message is answered; 0 where it is delivered."""
    viewer = stage.crowd.viewers[by]
    number = viewer.tell("barrage.send", {"text": text}, stage.live)
    with viewer.answered:
        assert viewer.answered.wait_for(lambda: number in viewer.replies, timeout=20)
        reply = viewer.replies.pop(number)
    return reply.get("error", {}).get("code", 0)


def a_host_changes_the_words_of_the_live(stage):
    """By the keyboard alone, from the button to the last word that is taken away."""
    with stage.page(user=HOST) as page:
        words = page.get_by_test_id("desk-words")
        words.focus()
        page.keyboard.press("Enter")
        field = page.get_by_test_id("word-new")
        expect(field).to_be_focused()
        page.keyboard.type("spoiler, <img src=x onerror=alert(1)>")
        page.keyboard.press("Enter")
        rows = page.get_by_test_id("word-list").get_by_role("listitem")
        expect(rows).to_have_text([re.compile("<img src=x"), re.compile("spoiler.*Refused")])
        expect(field).to_have_value("")
        assert code_of(stage, "a s p o i l e r") == REFUSED, "the word is not looked for"
        page.get_by_test_id("word-action").select_option("mask")
        field.fill("darn")
        page.get_by_test_id("word-add").click()
        expect(rows).to_have_count(3)
        assert code_of(stage, "oh darn", by=1) == 0
        expect(page.locator(".chat__text").last).to_have_text("oh ****")
        # What the server refuses stays in the field, with a reason.
        field.fill("...")
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("words").get_by_role("alert")).to_be_visible()
        expect(field).to_have_value("...")
        page.get_by_role("button", name="Take “spoiler” away").focus()
        page.keyboard.press("Enter")
        expect(rows).to_have_count(2)
        assert page.evaluate("document.activeElement.closest('.word-list__row') !== null"), "the focus is lost with the row"
        assert code_of(stage, "a spoiler", by=2) == 0, "the word is still looked for"
        for _ in range(2):
            page.get_by_test_id("word-list").get_by_role("button").first.click()
        expect(page.get_by_text("No word yet.")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("words")).to_have_count(0)
        expect(words).to_be_focused()


def a_moderator_has_the_words_too_and_a_viewer_has_not(stage):
    stage.host.ask("audience.admin", {"userID": "fan-3", "isAdmin": True}, stage.live)
    try:
        with stage.page(PHONE, user="fan-3") as page:
            page.get_by_test_id("stage-more").click()
            page.get_by_test_id("more-words").click()
            expect(page.get_by_test_id("word-new")).to_be_visible()
        with stage.page() as page:
            expect(page.get_by_test_id("words-open")).to_have_count(0)
            expect(page.get_by_test_id("desk-words")).to_have_count(0)
    finally:
        stage.host.ask("audience.admin", {"userID": "fan-3", "isAdmin": False}, stage.live)


def a_moderator_sees_who_is_banned_and_undoes_it(stage):
    stage.host.ask("audience.mute", {"userID": "fan-4", "muted": True}, stage.live)
    stage.host.ask("audience.ban", {"userID": "fan-5", "banned": True, "reason": "<b>spam</b>"}, stage.live)
    with stage.page(user=HOST) as page:
        page.get_by_test_id("tab-audience").click()
        # Two clicks open one log.
        page.get_by_test_id("mod-log-open").evaluate("(button) => { button.click(); button.click(); }")
        expect(page.get_by_test_id("mod-log")).to_have_count(1)
        rows = page.get_by_test_id("mod-log-list").get_by_role("listitem")
        expect(rows.first).to_contain_text("Banned")
        expect(rows.first).to_contain_text("<b>spam</b>")
        page.get_by_test_id("mod-log-filter").select_option("ban")
        page.get_by_test_id("mod-log-undo-fan-5").click()
        expect(page.get_by_test_id("mod-log-undo-fan-5")).to_have_count(0)
        expect(page.get_by_test_id("mod-log-filter")).to_be_focused()
        page.get_by_test_id("mod-log-filter").select_option("mute")
        page.get_by_test_id("mod-log-undo-fan-4").click()
        expect(page.get_by_test_id("mod-log-undo-fan-4")).to_have_count(0)
        page.get_by_test_id("mod-log-filter").select_option("all")
        expect(rows.first).to_contain_text("Mute lifted")
        page.get_by_test_id("mod-log-close").click()
        expect(page.get_by_test_id("mod-log")).to_have_count(0)
    # Who is welcome again comes back, for the checks that follow.
    stage.crowd.viewers[5].ask("room.join", room=stage.live)
    with stage.page() as page:
        page.get_by_test_id("tab-audience").click()
        expect(page.get_by_test_id("viewer-watcher")).to_be_visible()
        expect(page.get_by_test_id("mod-log-open")).to_be_hidden()


def a_viewer_is_found_in_the_audience(stage):
    with stage.page(user=HOST) as page:
        page.get_by_test_id("tab-audience").click()
        expect(page.get_by_test_id("viewer-fan-1")).to_be_visible()
        search = page.get_by_test_id("audience-search")
        search.fill("FAN-1")
        expect(page.get_by_test_id("viewer-fan-1")).to_be_visible()
        expect(page.get_by_test_id("viewer-fan-2")).to_be_hidden()
        page.get_by_test_id("viewer-fan-1").focus()
        page.keyboard.press("Home")
        expect(page.get_by_test_id("viewer-fan-1")).to_be_focused()
        search.fill("nobody of that name")
        expect(page.locator(".audience__note").first).to_contain_text("Nobody of that name")
        search.fill("")
        expect(page.get_by_test_id("viewer-fan-2")).to_be_visible()
        expect(page.locator(".audience__note").first).not_to_contain_text("Nobody of that name")


def the_edge_between_stage_and_chat_moves(stage):
    with stage.page(user=HOST, reduced_motion="reduce") as page:
        edge = page.get_by_test_id("splitter")
        expect(edge).to_have_role("separator")
        before = box(page, ".side")["width"]
        edge.focus()
        for _ in range(3):
            page.keyboard.press("ArrowLeft")
        wide = box(page, ".side")["width"]
        assert wide == before + 72, f"{before} becomes {wide}"
        expect(edge).to_have_attribute("aria-valuenow", str(round(wide)))
        at = edge.bounding_box()
        page.mouse.move(at["x"] + 7, at["y"] + 200)
        page.mouse.down()
        page.mouse.move(at["x"] + 57, at["y"] + 200)
        page.mouse.up()
        assert abs(box(page, ".side")["width"] - (wide - 50)) <= 1, "the pointer does not move it"
        page.reload()
        edge.wait_for()
        assert abs(box(page, ".side")["width"] - (wide - 50)) <= 1, "the width is not kept"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than its window"
    with stage.page(PHONE, user=HOST) as page:
        expect(page.get_by_test_id("splitter")).to_be_hidden()


def the_studios_buttons_stay_in_their_form(stage):
    for width in (320, 390, 1440):
        with stage.page({"viewport": {"width": width, "height": 844}}, path="/studio", shown="start-live", user="starter") as page:
            bar = box(page, ".studio__go")
            assert bar["y"] + bar["height"] <= 844, f"the buttons are below the window at {width}: {bar}"
            for button in page.locator(".form__actions > *:visible").all():
                one = button.bounding_box()
                is_inside = bar["x"] <= one["x"] and one["x"] + one["width"] <= bar["x"] + bar["width"]
                assert is_inside, f"{button.inner_text()} is {one} at {width}, the bar {bar}"


# What a browser calls itself, its language, and what it says of the place where a camera is allowed.
WEB_KIT = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0"
DENIALS = [
    (None, "en-GB", "Press the button at the left of the address, switch Camera and Microphone on"),
    ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "ja-JP", "Firefox に許可がありません。"),
    (f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {WEB_KIT} Safari/605.1.15", "zh-CN", "“此网站的设置”"),
    (f"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) {WEB_KIT} Mobile/15E148 Safari/604.1", "en-GB", "then Website Settings"),
]
VOICE = """(() => {
  const { mediaDevices } = navigator;
  const ask = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (wanted) => {
    if (wanted.video) return ask(wanted);
    const microphone = new AudioContext().createMediaStreamDestination();
    return microphone.stream;
  };
})();"""


def a_denied_camera_is_explained_by_browser_and_a_voice_can_go_alone(stage):
    """This browser has a camera and denies it. It would deny the microphone, too, in place of which there is silence."""
    camera = ["--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream=deny"]
    browser = stage.browser.browser_type.launch(executable_path=stand.chromium(), args=camera)
    try:
        for agent, locale, words in DENIALS:
            context = browser.new_context(user_agent=agent, locale=locale)
            page = context.new_page()
            page.add_init_script(VOICE)
            page.goto(f"{stage.base}/studio?user=denied")
            page.get_by_test_id("studio-source-camera").click()
            expect(page.get_by_role("alert").filter(has_text=words)).to_be_visible()
            expect(page.get_by_test_id("studio-video")).to_be_hidden()
            # The voice is allowed, and what was said of the camera goes.
            page.get_by_test_id("studio-source-none").click()
            expect(page.get_by_role("meter")).to_be_visible()
            expect(page.get_by_role("alert")).to_have_count(0)
            expect(page.get_by_test_id("start-live")).to_be_enabled()
            context.close()
    finally:
        browser.close()


def a_phones_studio_is_a_preview_with_the_form_in_a_sheet(stage):
    with stage.page(PHONE, path="/studio", shown="start-live", user="starter", color_scheme="light") as page:
        preview, height = box(page, ".studio__screen"), PHONE["viewport"]["height"]
        assert preview["y"] == 0 and preview["width"] == PHONE["viewport"]["width"] and preview["height"] > height * 0.7, preview
        sources, go = box(page, ".studio__sources"), box(page, ".studio__go")
        assert sources["y"] + sources["height"] <= go["y"] + 1, f"the sources {sources} are below the buttons {go}"
        title, opener = page.get_by_test_id("live-title"), page.get_by_test_id("studio-details")
        expect(title).to_be_hidden()
        opener.click()
        expect(title).to_be_visible()
        expect(opener).to_have_attribute("aria-expanded", "true")
        expect(page.get_by_test_id("studio-details-close")).to_be_focused()
        page.wait_for_function("document.querySelector('.studio__form').getAnimations().length === 0")
        sheet, go = box(page, ".studio__form"), box(page, ".studio__go")
        assert sheet["y"] >= 100, f"the sheet hides the preview: {sheet}"
        assert sheet["y"] + sheet["height"] <= go["y"] + 1, f"the sheet {sheet} is below the buttons {go}"
        page.keyboard.press("Escape")
        expect(title).to_be_hidden()
        expect(opener).to_be_focused()
        opener.click()
        title.fill("夜" * 34)
        page.locator(".studio__screen").click(position={"x": 30, "y": 30})
        expect(title).to_be_hidden()
        # What is wrong is in the sheet, which opens for it.
        page.get_by_test_id("start-live").click()
        expect(title).to_be_focused()
        expect(page.locator(".studio .form__error")).to_contain_text("102 bytes")
        for closing in ("studio-details-close", "studio-details"):
            page.get_by_test_id(closing).click()
            expect(title).to_be_hidden()
            opener.click()
    with stage.page(path="/studio", shown="live-title", user="starter") as page:
        expect(page.get_by_test_id("studio-details")).to_be_hidden()
        expect(page.get_by_test_id("studio-details-close")).to_be_hidden()


def a_host_who_leaves_is_waited_for(stage):
    live = f"waited-for-{uuid.uuid4().hex[:8]}"
    host = Viewer(stage.base, f"leaver-{uuid.uuid4().hex[:8]}")
    try:
        host.ask("room.create", {"liveID": live, "liveName": "Back in a moment"}, live)
        with stage.page(path=f"/live/{live}") as page:
            line = page.get_by_test_id("host-away")
            expect(line).to_have_count(0)
            host.ask("room.leave", room=live)
            counted = re.compile(r"^The host is away, waiting [0-5]:\d\d$")
            expect(line).to_have_text(counted)
            expect(page.get_by_test_id("announcer")).to_have_text(counted)
            said = line.inner_text()
            expect(line).not_to_have_text(said)
            # Who comes later learns it from what the live is now.
            with stage.page(PHONE, path=f"/live/{live}", user="latecomer", locale="ja") as phone:
                expect(phone.get_by_test_id("host-away")).to_contain_text("ホストは席を外しています")
                host.ask("room.join", room=live)
                expect(phone.get_by_test_id("host-away")).to_be_hidden()
            expect(line).to_be_hidden()
            expect(page.get_by_test_id("announcer")).to_have_text("The host is back.")
        host.ask("room.end", room=live)
    finally:
        host.close()


def flying_messages_are_as_faint_as_somebody_wants(stage):
    with stage.page(path="/me", shown="me-rename") as page:
        page.get_by_test_id("me-barrage-opacity").select_option("0.5")
        page.get_by_test_id("me-barrage-area").select_option("0.15")
        page.reload()
        expect(page.get_by_test_id("me-barrage-opacity")).to_have_value("0.5")
        page.goto(f"{stage.base}/live/{stage.live}?user=watcher")
        page.get_by_test_id("chat-input").wait_for()
        flying = page.locator(".barrage")
        assert flying.evaluate("(flying) => getComputedStyle(flying).opacity") == "0.5"
        # What flies keeps to its part, however much is said.
        page.evaluate("""() => {
          window.lowest = 0;
          window.flown = 0;
          new MutationObserver(() => {
            const tops = [...document.querySelectorAll(".barrage__message")].map(({ style }) => parseFloat(style.top));
            flown = Math.max(flown, tops.filter((top) => !isNaN(top)).length);
            lowest = Math.max(lowest, ...tops.filter((top) => !isNaN(top)));
          }).observe(document.querySelector(".barrage"), { childList: true, subtree: true, attributes: true });
        }""")
        stage.fill(20)
        page.wait_for_function("flown > 0")
        lowest, height = page.evaluate("[lowest, document.querySelector('.stage').offsetHeight]")
        assert lowest + 40 <= max(40, height * 0.15), f"a message flies at {lowest} of {height}"


CHECKS = [
    a_host_changes_the_words_of_the_live, a_moderator_has_the_words_too_and_a_viewer_has_not, the_edge_between_stage_and_chat_moves,
    a_moderator_sees_who_is_banned_and_undoes_it, a_viewer_is_found_in_the_audience, the_studios_buttons_stay_in_their_form,
    a_denied_camera_is_explained_by_browser_and_a_voice_can_go_alone,
    a_phones_studio_is_a_preview_with_the_form_in_a_sheet, a_host_who_leaves_is_waited_for,
    flying_messages_are_as_faint_as_somebody_wants,
]
