"""Pictures of what viewers have in front of them."""

import contextlib
import uuid

from album import DESKTOP, KEYBOARD, LIVE, PHONE, Viewer

LIVE_PATH = f"/live/{LIVE}"
# The page believes that its server makes no guests. What the server says of itself is in the page before its scripts run.
NO_GUESTS = """document.addEventListener("readystatechange", () => {
  const said = document.querySelector("meta[name=ovation-config]");
  if (said) said.content = said.content.replace("dev=true", "dev=false");
});"""


def plaza(album):
    for size, options in album.each_size():
        with album.at("/", "live-card", options) as page:
            page.wait_for_timeout(1_500)
            album.keep(page, f"plaza-{size}")
            page.get_by_test_id("list-search").fill("no such live")
            page.get_by_test_id("list-empty").wait_for()
            album.keep(page, f"plaza-empty-{size}")


def me(album):
    for size, options in album.each_size("phone", "desktop"):
        with album.at("/me", "me-rename", options) as page:
            page.wait_for_timeout(500)
            album.keep(page, f"me-{size}", is_whole=size == "desktop")
            if size == "phone":
                # A picture of the whole page would have its bar in the middle.
                page.evaluate("scrollTo(0, document.body.scrollHeight)")
                album.keep(page, f"me-end-{size}")


def feed(album):
    for size, options in album.each_size():
        with album.at("/feed", "feed-item", options) as page:
            page.locator(".feed__item--seen").first.wait_for()
            page.locator(".feed__message").first.wait_for()
            page.wait_for_timeout(2_500)
            album.keep(page, f"feed-{size}")


def live(album):
    for size, options in album.each_size():
        with album.at(LIVE_PATH, "chat-input", options) as page:
            page.wait_for_timeout(7_000)
            give(album)
            page.wait_for_timeout(1_600)
            album.keep(page, f"live-{size}")
            live_parts(album, page, size)


def give(album):
    """Three people send gifts, and the largest of them fills the stage."""
    for giver, gift, count in ((1, "castle", 1), (2, "crown", 3), (3, "rose", 66)):
        order = {"orderID": uuid.uuid4().hex, "giftID": gift, "count": count}
        album.crowd.viewers[giver].tell("gift.send", order, LIVE)


def live_parts(album, page, size):
    """What opens in a live, one after the other."""
    toggle = page.get_by_test_id("gift-toggle")
    if toggle.is_visible():
        toggle.click()
        page.wait_for_timeout(500)
        album.keep(page, f"gifts-{size}")
        page.get_by_test_id("gifts-close").click()
    page.get_by_test_id("react-button").click()
    page.wait_for_timeout(600)
    album.keep(page, f"reactions-{size}")
    page.keyboard.press("Escape")
    page.get_by_test_id("chat-emoji").click()
    page.wait_for_timeout(500)
    album.keep(page, f"emoji-{size}")
    page.keyboard.press("Escape")
    page.locator("button.chat__name").last.evaluate("(name) => name.click()")
    page.get_by_test_id("card-coins").wait_for()
    album.keep(page, f"card-{size}")
    page.keyboard.press("Escape")
    page.locator(".chat-message").last.dispatch_event("contextmenu")
    page.get_by_role("menu").wait_for()
    album.keep(page, f"message-menu-{size}")
    page.keyboard.press("Escape")
    # A computer has a button for each of these.
    if page.get_by_test_id("stage-more").is_visible():
        page.get_by_test_id("stage-more").click()
        page.wait_for_timeout(400)
        album.keep(page, f"more-{size}")
        page.keyboard.press("Escape")
    for tab in ("audience", "board"):
        page.get_by_test_id(f"tab-{tab}").click()
        page.wait_for_timeout(900)
        album.keep(page, f"{tab}-{size}")
    page.get_by_test_id("tab-chat").click()
    if size == "desktop":
        page.locator("[data-testid=chat-log]").focus()
        page.keyboard.press("?")
        page.get_by_test_id("keys").wait_for()
        album.keep(page, f"keys-{size}")
        page.keyboard.press("Escape")


def mini(album):
    for size, options in album.each_size("phone", "desktop"):
        with album.at(LIVE_PATH, "chat-input", options) as page:
            page.wait_for_timeout(5_000)
            # What plays with its sound goes on in the corner.
            page.get_by_test_id("picture-unmute").click()
            page.locator("[data-to-list]").first.click()
            page.get_by_test_id("mini-player").wait_for()
            page.wait_for_timeout(1_200)
            album.keep(page, f"mini-{size}")


def states(album):
    """What a live says when something is not as it should be."""
    name = f"evening-{uuid.uuid4().hex[:6]}"
    with contextlib.closing(Viewer(album.base, "marlow")) as host:
        host.ask("user.update", {"nickname": "Marlow"})
        host.ask("room.create", {"liveID": name, "liveName": "Night walk through Kyoto", "notice": "Slow, and with tea"}, name)
        for size, options in album.each_size("phone", "desktop"):
            with album.at(f"/live/{name}", "chat-input", options) as page:
                page.wait_for_timeout(1_200)
                album.keep(page, f"live-without-picture-{size}")
                host.ask("barrage.send", {"text": "Welcome, sit down"}, name)
                said = host.ask("barrage.send", {"text": "The next bridge is the oldest one in the city, and it was built twice"}, name)
                host.ask("barrage.pin", {"seq": said["seq"]}, name)
                host.ask("audience.mute", {"userID": "watcher", "muted": True, "seconds": 600, "reason": "Too many links"}, name)
                host.ask("room.leave", room=name)
                page.get_by_test_id("host-away").wait_for()
                page.wait_for_timeout(700)
                album.keep(page, f"host-away-and-muted-{size}")
                host.ask("room.join", room=name)
                host.ask("audience.mute", {"userID": "watcher", "muted": False}, name)
                host.ask("audience.kick", {"userID": "watcher", "reason": "Please read the rules"}, name)
                page.wait_for_timeout(900)
                album.keep(page, f"removed-{size}")
        for size, options in album.each_size("phone", "desktop"):
            for path, kind in (("/live/there-is-none", "no-such-live"), ("/no/such/page", "missing")):
                with album.at(path, None, options) as page:
                    page.wait_for_timeout(1_500)
                    album.keep(page, f"{kind}-{size}")
        ended(album, host, name)


def ended(album, host, name):
    """The end of a live, which can be seen once. Each size has a page of its own, and they are in it together."""
    with contextlib.ExitStack() as stack:
        pages = [(size, stack.enter_context(album.at(f"/live/{name}", "chat-input", options, user=f"guest-{size}")))
                 for size, options in album.each_size("phone", "desktop")]
        host.ask("room.end", room=name)
        for size, page in pages:
            page.get_by_test_id("live-ended").wait_for()
            page.wait_for_timeout(800)
            album.keep(page, f"ended-{size}", is_whole=True)


def login(album):
    """What a server asks that does not know the user yet. A developer's server makes guests, so the page is told that it is none."""
    for size, options in album.each_size("phone", "desktop"):
        with album.at("/me", None, options, prepare=[NO_GUESTS]) as page:
            page.get_by_test_id("login-user").wait_for()
            page.wait_for_timeout(400)
            album.keep(page, f"login-{size}")


def others(album):
    with album.at(LIVE_PATH, "chat-input", PHONE) as page:
        page.wait_for_timeout(4_000)
        page.get_by_test_id("chat-input").fill("What a voice")
        page.get_by_test_id("chat-input").focus()
        page.set_viewport_size(KEYBOARD)
        page.wait_for_timeout(500)
        album.keep(page, "live-phone-keyboard", themes=["dark"])
    for size, options in album.each_size("phone", "desktop"):
        with album.at(LIVE_PATH, "chat-input", options, reduced_motion="reduce") as page:
            page.wait_for_timeout(2_500)
            give(album)
            page.wait_for_timeout(1_500)
            album.keep(page, f"live-{size}-reduced-motion")
    with album.at(LIVE_PATH, "chat-input", DESKTOP, forced_colors="active") as page:
        page.wait_for_timeout(3_000)
        album.keep(page, "live-desktop-forced-colours", themes=["dark"])
    with album.at(f"/embed/{LIVE}", "chat-input", {"viewport": {"width": 800, "height": 450}}) as page:
        page.wait_for_timeout(4_000)
        album.keep(page, "embed")


def languages(album):
    for language, locale in (("chinese", "zh-CN"), ("japanese", "ja-JP")):
        for size, options in album.each_size("phone", "desktop"):
            for path, shown, name in (
                    ("/", "live-card", "plaza"), ("/feed", "feed-item", "feed"), ("/me", "me-rename", "me"),
                    ("/studio", "start-live", "studio"), (LIVE_PATH, "chat-input", "live")):
                with album.at(path, shown, options, locale=locale) as page:
                    page.wait_for_timeout(5_000 if name in ("live", "feed") else 900)
                    if page.get_by_test_id("studio-details").is_visible():
                        page.get_by_test_id("studio-details").click()
                        page.wait_for_timeout(500)
                    album.keep(page, f"{name}-{size}-{language}", themes=album.themes[:1])
                    if name == "live" and page.get_by_test_id("gift-toggle").is_visible():
                        page.get_by_test_id("gift-toggle").click()
                        page.wait_for_timeout(500)
                        album.keep(page, f"gifts-{size}-{language}", themes=album.themes[:1])


def from_the_right(album):
    """A live whose host, title, notice and viewers are written from the right."""
    name = f"rtl-{uuid.uuid4().hex[:6]}"
    with contextlib.closing(Viewer(album.base, "layla")) as host, contextlib.closing(Viewer(album.base, "tamar")) as guest:
        host.ask("user.update", {"nickname": "ليلى عبد الرحمن"})
        guest.ask("user.update", {"nickname": "תמר לוי"})
        settings = {"liveID": name, "liveName": "أغاني المساء من الميناء القديم", "notice": "أهلاً بكم، الطلبات من الثامنة"}
        host.ask("room.create", settings, name)
        guest.ask("room.join", room=name)
        for size, options in album.each_size("phone", "desktop"):
            with album.at("/", "live-card", options) as page:
                page.get_by_test_id("list-search").fill("الميناء")
                page.wait_for_timeout(1_500)
                album.keep(page, f"plaza-{size}-from-the-right", themes=album.themes[:1])
            with album.at(f"/live/{name}", "chat-input", options) as page:
                page.wait_for_timeout(1_000)
                for user, text in (
                        (host, "مساء الخير!"), (guest, "שלום לכולם, איזה יופי"), (guest, "hello (again) ליי 3+4"),
                        (host, "شكراً يا תמר 🌹")):
                    user.ask("barrage.send", {"text": text}, name)
                guest.ask("gift.send", {"orderID": uuid.uuid4().hex, "giftID": "rose", "count": 10}, name)
                page.wait_for_timeout(1_300)
                album.keep(page, f"live-{size}-from-the-right")
        host.ask("room.end", room=name)


VIEWS = {view.__name__.replace("_", "-"): view for view in (
    plaza, me, feed, live, mini, states, login, others, languages, from_the_right)}
