"""Pictures of what hosts have in front of them: the studio, their own live alone, with guests and joined with another, and its end."""

from album import DESKTOP, PHONE, film, stand
from crowd import Crowd
from playwright.sync_api import expect
from seat_stage import accepts, applies, guest, hosts, panel

NOTICE = "Requests from eight o’clock on. Be kind to each other."


def studio(album):
    """Before a live: without a camera, with one, and the part of a cover."""
    for size, options in album.each_size("phone", "desktop"):
        with album.at("/studio", "start-live", options, user="marlow", prepare=[film("train")]) as page:
            page.wait_for_timeout(600)
            album.keep(page, f"studio-{size}")
            page.get_by_test_id("studio-source-camera").click()
            expect(page.get_by_test_id("studio-off")).to_be_visible()
            page.wait_for_timeout(800)
            album.keep(page, f"studio-camera-{size}")
            if page.get_by_test_id("studio-details").is_visible():
                page.get_by_test_id("studio-details").click()
                page.wait_for_timeout(500)
                album.keep(page, f"studio-form-{size}")
            page.get_by_test_id("live-more").locator("summary").click()
            page.get_by_test_id("cover-file").set_input_files(stand.ROOT / "Web/demo/talk.webp")
            page.get_by_test_id("cover-crop").wait_for()
            page.wait_for_timeout(400)
            album.keep(page, f"cover-crop-{size}")
            page.get_by_test_id("cover-crop-use").click()
            page.wait_for_timeout(1_200)
            album.keep(page, f"studio-form-open-{size}", is_whole=size == "desktop")


def host(album):
    """A live of a host's own, from the countdown to the summary. Guests come, and another live joins."""
    album.rename("ada", "Ada")
    page, live = hosts(album, "ada", "Bread, slowly", more=[film("kitchen")], options=DESKTOP)
    page.set_default_timeout(30_000)
    crowd = Crowd(album.base, live, 8, [f"baker-{index}" for index in range(8)])
    for viewer, name in zip(crowd.viewers, ("Amélie", "小雨", "Kenji", "ليلى", "Bram", "さくら", "Ife", "Priya")):
        viewer.ask("user.update", {"nickname": name})
    crowd.talk(2, is_numbered=False)
    crowd.like(2)
    for index, (gift, count) in enumerate((("rose", 66), ("crown", 1), ("beer", 5), ("star", 3))):
        crowd.viewers[index].ask("gift.send", {"orderID": f"host-{index}", "giftID": gift, "count": count}, live)
    page.wait_for_timeout(12_000)
    try:
        keep_host(album, page, "host")
        moderate(album, page)
        with_guests(album, page, live)
        joined(album, page, live)
    finally:
        crowd.leave()
    page.set_viewport_size(DESKTOP["viewport"])
    page.get_by_test_id("end-live").click()
    page.wait_for_timeout(500)
    album.keep(page, "end-question-desktop")
    page.get_by_test_id("confirm-end").click()
    page.get_by_test_id("host-summary").wait_for()
    page.wait_for_timeout(800)
    keep_host(album, page, "host-ended")
    album.forget(page)


def keep_host(album, page, name):
    """A host's page in the sizes that are asked for. A page of a live that has a camera stays, and its window changes."""
    for size, options in album.each_size("phone", "desktop"):
        page.set_viewport_size(options["viewport"])
        page.wait_for_timeout(900)
        album.keep(page, f"{name}-{size}")
    page.set_viewport_size(DESKTOP["viewport"])


def moderate(album, page):
    page.get_by_test_id("desk-edit").click()
    page.get_by_test_id("live-notice").fill(NOTICE)
    page.wait_for_timeout(400)
    album.keep(page, "edit-live-desktop")
    page.get_by_test_id("edit-save").click()
    page.get_by_test_id("desk-words").click()
    page.get_by_test_id("word-new").fill("spoiler")
    page.get_by_test_id("word-add").click()
    page.wait_for_timeout(500)
    album.keep(page, "words-desktop")
    page.keyboard.press("Escape")
    if "phone" in album.sizes:
        page.set_viewport_size(PHONE["viewport"])
        page.get_by_test_id("stage-more").click()
        page.wait_for_timeout(300)
        album.keep(page, "host-more-phone")
        page.get_by_test_id("more-desk").click()
        page.wait_for_timeout(600)
        album.keep(page, "host-desk-phone")
        page.keyboard.press("Escape")
        page.set_viewport_size(DESKTOP["viewport"])


def with_guests(album, page, live):
    """Two guests with cameras sit, a third asks, and a viewer watches all of them."""
    panel(page)
    for user, name, scene in (("bo", "Bo", "reef"), ("cy", "سارة", "desert")):
        album.rename(user, name)
        beside = guest(album, user, live, more=[film(scene)])
        applies(beside, ["microphone", "camera"])
        accepts(page, user)
        beside.get_by_test_id("seat-own-microphone").wait_for(state="attached")
    album.rename("dee", "Dee")
    asking = guest(album, "dee", live, more=[film("train")])
    panel(asking)
    asking.get_by_test_id("seat-ask").click()
    asking.wait_for_timeout(600)
    album.keep(asking, "seat-check-desktop")
    asking.get_by_test_id("seat-confirm").click()
    page.get_by_test_id("application-dee").wait_for()
    page.wait_for_timeout(2_000)
    keep_host(album, page, "host-guests")
    keep_viewers(album, live, "live-guests")


def keep_viewers(album, live, name):
    """Keeps what viewers of a live see, once its picture runs."""
    for size, options in album.each_size("phone", "desktop"):
        with album.at(f"/live/{live}", "chat-input", options) as viewer:
            viewer.wait_for_timeout(5_000)
            album.keep(viewer, f"{name}-{size}")


def joined(album, page, live):
    """Another live joins, and both fight a battle."""
    album.rename("eli", "Eli")
    other, second = hosts(album, "eli", "Night walk through Kyoto", more=[film("train")])
    panel(other)
    panel(page)
    page.get_by_test_id("lives-show").click()
    page.get_by_test_id(f"ask-{second}").click()
    other.get_by_test_id(f"accept-live-{live}").click()
    page.get_by_test_id(f"joined-{second}").wait_for()
    page.get_by_test_id("battle-ask").click()
    other.get_by_test_id("accept-battle").click()
    page.wait_for_timeout(2_500)
    keep_host(album, page, "host-battle")
    keep_viewers(album, live, "battle")
    album.forget(other)


VIEWS = {"studio": studio, "host": host}
