"""Browser checks of the feed of lives with pictures: which live plays, and how the user moves between lives. `test_media.py` runs
them."""

import contextlib
import re

from playwright.sync_api import expect

from crowd import Viewer
from media_show import step
from media_stage import SECONDS, MostPlayers, Repeaters, picture_of, wait_for_clock
from stage import PHONE, expect_within

FEED = "document.querySelector('.feed__item[data-role=playing] video')"
# The item of a list with the largest visible part.
MOST_SEEN = """(items) => {
  const shares = items.map((item) => {
    const { top, bottom } = item.getBoundingClientRect();
    return Math.min(bottom, innerHeight) - Math.max(top, 0);
  });
  return shares.indexOf(Math.max(...shares));
}"""
# Holds the page's request for the lives until the check releases it.
HELD_LIST = """(() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (frame) {
    if (window.isListLetGo || !String(frame).includes("room.list")) return send.call(this, frame);
    window.heldList = () => {
      window.isListLetGo = true;
      send.call(this, frame);
    };
  };
})();"""
# Counts the players that run at a time. One that is told to close is none, however long a busy server takes to answer its goodbye.
COUNTED_PLAYERS = """(() => {
  const [Socket, close] = [WebSocket, WebSocket.prototype.close];
  const running = new Set();
  window.mostPlayers = 0;
  window.WebSocket = new Proxy(Socket, {
    construct(target, parameters) {
      const socket = new target(...parameters);
      if (!new URL(socket.url).pathname.endsWith("/play")) return socket;
      running.add(socket);
      socket.addEventListener("close", () => running.delete(socket));
      window.mostPlayers = Math.max(window.mostPlayers, running.size);
      return socket;
    },
  });
  WebSocket.prototype.close = function (...parameters) {
    running.delete(this);
    return close.apply(this, parameters);
  };
})();"""
# Notes when a live of the feed says that it has ended, and when it is gone.
WATCHED_END = """(live) => {
  window.endedAt = {};
  const item = document.querySelector(`[data-live-id=${live}]`);
  new MutationObserver((_, own) => {
    if (!item.querySelector("[role=status]").hidden) window.endedAt.told ??= performance.now();
    if (item.isConnected) return;
    window.endedAt.gone = performance.now();
    own.disconnect();
  }).observe(item.parentElement, { subtree: true, childList: true, attributes: true });
}"""
# A browser whose user wants to load little.
SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"
WITHOUT_SCROLL_END = "addEventListener('scrollend', (event) => event.stopImmediatePropagation(), { capture: true });"


def the_feed_plays_one_live_and_prepares_the_next(show):
    lives = [f"feed-{index:02}" for index in range(11)]
    host, first = show.goes_live("fay", "The source")
    with contextlib.closing(Viewer(show.base, "asker")) as asker:
        repeaters = Repeaters(show.base, first, lives)
        try:
            for live in lives:
                expect_within(SECONDS, f"a picture in {live}", lambda: (picture_of(asker, live) or {}).get("state") == "live")
            swipe_through(show, asker, [first, *lives])
        finally:
            repeaters.stop()
    host.get_by_test_id("end-live").click()
    host.get_by_test_id("confirm-end").click()


def one_gesture_moves_one_live_on(show):
    host, first = show.goes_live("fay", "The source")
    repeaters = Repeaters(show.base, first, ["feed-one", "feed-two"])
    try:
        with contextlib.closing(Viewer(show.base, "asker")) as asker:
            for live in ("feed-one", "feed-two"):
                expect_within(SECONDS, f"a picture in {live}", lambda: (picture_of(asker, live) or {}).get("state") == "live")
        step("a key pressed before the lives are loaded still counts")
        page = show.page("early", "/feed", prepare=[HELD_LIST])
        page.get_by_test_id("feed").wait_for(state="attached")
        expect_within(SECONDS, "the page asks for the lives", lambda: page.evaluate("Boolean(window.heldList)"))
        page.keyboard.press("ArrowDown")
        page.evaluate("heldList()")
        plays_at(page, 1)

        step("page keys work wherever the focus is, and the wheel and the buttons continue from there")
        page.get_by_test_id("feed-sound").focus()
        page.keyboard.press("PageDown")
        plays_at(page, 2)
        page.keyboard.press("PageUp")
        plays_at(page, 1)
        page.mouse.move(600, 400)
        page.mouse.wheel(0, 120)
        plays_at(page, 2)
        page.get_by_test_id("feed-before").click()
        plays_at(page, 1)

        step("keys still work after a swipe back in a browser without scroll-end events")
        phone = show.page("thumb", "/feed", PHONE, prepare=[WITHOUT_SCROLL_END])
        plays_at(phone, 0)
        for _ in range(2):
            phone.keyboard.press("ArrowDown")
            plays_at(phone, 1)
            swipe(phone, 200, 700)
            plays_at(phone, 0)
        swipe(phone, 700, 200)
        plays_at(phone, 1)
    finally:
        repeaters.stop()


def a_live_that_ends_in_front_of_its_viewer_makes_room_for_the_next(show):
    lives = ["feed-one", "feed-two", "feed-three", "feed-four"]
    host, first = show.goes_live("fay", "The source")
    repeaters = Repeaters(show.base, first, lives)
    hosts = dict(zip(lives, repeaters.hosts))
    try:
        with contextlib.closing(Viewer(show.base, "asker")) as asker:
            for live in lives:
                expect_within(SECONDS, f"a picture in {live}", lambda: (picture_of(asker, live) or {}).get("state") == "live")
        page = show.page("sitter", "/feed")
        expect(page.get_by_test_id("feed-item")).to_have_count(5)
        # Two that end one after the other, and neither is the source of all pictures.
        source = ids_in(page).index(first)
        at = 0 if source > 1 else source + 1
        page.get_by_test_id("feed").focus()
        for _ in range(at):
            page.keyboard.press("ArrowDown")
        plays_at(page, at)

        step("a card says so for three seconds, then the next live plays in its place")
        ended, after = ids_in(page)[at:at + 2]
        item = page.locator(f"[data-live-id={ended}]")
        page.evaluate(WATCHED_END, ended)
        hosts[ended].ask("room.end", room=ended)
        expect(item.get_by_role("status").filter(has_text="This live has ended. The next one follows.")).to_be_visible()
        item.get_by_test_id("feed-enter").focus()
        expect(item).to_have_count(0)
        seconds = page.evaluate("(endedAt.gone - endedAt.told) / 1000")
        assert 2.9 < seconds < 4.5, f"the card stood for {seconds:.1f} s"
        assert ids_in(page)[at] == after, f"{ids_in(page)} after {ended}"
        plays_at(page, at)
        # The focus was in what is gone.
        expect(page.get_by_test_id("feed")).to_be_focused()

        step("who wants to stay stays, and the keys lead on from there")
        ended, after = ids_in(page)[at:at + 2]
        item = page.locator(f"[data-live-id={ended}]")
        page.evaluate(WATCHED_END, ended)
        hosts[ended].ask("room.end", room=ended)
        item.get_by_role("button", name="Stay here").press("Enter")
        expect_within(SECONDS, "the time of the card", lambda: page.evaluate("performance.now() > endedAt.told + 4500"))
        expect(item.get_by_role("status").filter(has_text="This live has ended")).to_be_visible()
        expect(page.get_by_test_id("feed")).to_be_focused()
        show.look(page, "the feed at the end of a live")
        show.shot(page, "feed-ended")
        page.get_by_test_id("feed").focus()
        page.keyboard.press("ArrowDown")
        expect(page.locator(".feed__item[data-role=playing]")).to_have_attribute("data-live-id", after)
        step("an ended live that nobody looks at goes, and what plays stays in sight")
        expect(item).to_have_count(0)
        plays_at(page, at)
        assert ids_in(page)[at] == after, f"{ids_in(page)} after {ended}"
    finally:
        repeaters.stop()


def ids_in(page):
    return page.get_by_test_id("feed-item").evaluate_all("(items) => items.map((item) => item.dataset.liveId)")


def a_card_plays_its_picture_while_it_is_rested_on(show):
    """The preview joins nothing, has no sound, and leaves its last frame where the host has chosen no cover."""
    video = "document.querySelector('.card video')"
    host, live = show.goes_live("fay", "Rest on me")
    page = show.page("rester", "/")
    card = page.locator(f"[data-live-id={live}]")
    step("a pointer that rests plays it, and one that leaves stops it")
    card.hover()
    wait_for_clock(page, 0, video)
    assert page.evaluate(f"{video}.muted"), "a preview has sound"
    with contextlib.closing(Viewer(show.base, "asker")) as asker:
        assert asker.ask("room.info", room=live)["audienceCount"] == 0, "a preview joins the live"
    page.mouse.move(5, 5)
    expect(page.locator(".card video")).to_have_count(0)
    expect(card.locator(".card__frame")).to_be_visible()
    step("so does the focus of the keyboard")
    page.get_by_test_id("list-search").focus()
    page.keyboard.press("Shift+Tab")
    for _ in range(12):
        page.keyboard.press("Tab")
        if card.evaluate("(card) => card === document.activeElement"):
            break
    wait_for_clock(page, 0, video)
    show.look(page, "a card that plays")
    page.keyboard.press("Escape")
    expect(page.locator(".card video")).to_have_count(0)
    step("less motion, asked of the system or of the page, plays none")
    page.evaluate("document.documentElement.dataset.motion = 'reduced'")
    card.hover()
    still = show.page("still", "/", reduced_motion="reduce")
    still.locator(f"[data-live-id={live}]").hover()
    still.wait_for_timeout(1_500)
    assert still.locator(".card video").count() + page.locator(".card video").count() == 0, "a preview plays"
    host.get_by_test_id("end-live").click()
    host.get_by_test_id("confirm-end").click()


def plays_at(page, place):
    """Waits until the live at a place of the feed is the most visible one and the only one that plays."""
    expect(page.locator(".feed__item").nth(place)).to_have_attribute("data-role", "playing")
    wait_for_clock(page, wait_for_clock(page, 0, FEED), FEED)
    seen = page.locator(".feed__item").evaluate_all(MOST_SEEN)
    moving = page.locator(".feed__item").evaluate_all(
        "(items) => items.flatMap((item, place) => [...item.querySelectorAll('video')].some((video) => !video.paused) ? [place] : [])")
    assert seen == place and moving == [place], f"the live at {place} is to play: {seen} is seen, {moving} play"


def swipe(page, start, end):
    """Swipes with a finger up or down the middle of a phone, and lifts it."""
    client = page.context.new_cdp_session(page)

    def touch(kind, *places):
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": 195, "y": y} for y in places]})

    touch("touchStart", start)
    for part in range(1, 11):
        touch("touchMove", start + (end - start) * part / 10)
    touch("touchEnd")


def swipe_through(show, asker, lives):
    page = show.page("swiper", "/", prepare=[COUNTED_PLAYERS])
    with MostPlayers(page, show.base, others=1) as players:
        order = go_through(show, page, lives, players)

    step("the three latest messages of the live in front stand over its picture, and none that was deleted")
    host = Viewer(show.base, "talker")
    host.ask("room.join", room=order[3])
    said = [host.ask("barrage.send", {"text": text}, order[3])["seq"] for text in ("one", "two", "three", "four")]
    messages = page.locator(f".feed__item[data-live-id='{order[3]}'] .feed__message")
    expect(messages).to_have_text([re.compile(text) for text in ("two", "three", "four")])
    host.ask("barrage.delete", {"seq": said[3]}, order[3])
    expect(messages).to_have_text([re.compile(text) for text in ("one", "two", "three")])
    host.ask("room.leave", room=order[3])
    host.close()

    step("a preview does not join the live, and M turns its sound on")
    for live in order[:5]:
        assert asker.ask("room.info", room=live)["audienceCount"] == 0, f"{live} counts somebody"
    page.keyboard.press("m")
    expect_within(SECONDS, "the sound", lambda: page.evaluate(f"!{FEED}.muted"))
    step("Enter joins the live")
    page.get_by_test_id("feed").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("chat-input")).to_be_visible()
    expect(page).to_have_url(re.compile(rf"/live/{order[3]}(\?|$)"))
    wait_for_clock(page, 0)
    step("who goes back finds the live that they left, whether by the browser's button or the live's own")
    page.go_back()
    comes_back_to(page, order[3])
    page.get_by_test_id("feed").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("chat-input")).to_be_visible()
    page.locator(".stage [data-to-list]").click()
    comes_back_to(page, order[3])

    step("who wants less motion, or less data, starts each live, and a phone's feed stays readable in forced colours")
    phone = show.page("thumb", "/feed", PHONE, forced_colors="active", reduced_motion="reduce")
    phone.get_by_test_id("feed-play").first.wait_for()
    thrifty = show.page("thrifty", "/feed", PHONE, prepare=[SAVES_DATA])
    thrifty.get_by_test_id("feed-play").first.wait_for()
    phone.wait_for_timeout(1_500)
    assert phone.locator("video").count() + thrifty.locator("video").count() == 0, "a picture loads unasked"
    thrifty.get_by_test_id("feed-play").first.click()
    wait_for_clock(thrifty, 0, FEED)
    assert thrifty.locator("video").count() == 1, "another picture is prepared"
    phone.get_by_test_id("feed-play").first.click()
    wait_for_clock(phone, 0, FEED)
    show.look(phone, "the feed on a phone")
    show.shot(phone, "feed-phone")


def comes_back_to(page, live):
    """Waits until the feed plays a live, and asserts that it is the one on the screen."""
    expect(page).to_have_url(re.compile(r"/feed(\?|$)"))
    expect(page.locator(".feed__item[data-role=playing]")).to_have_attribute("data-live-id", live)
    wait_for_clock(page, 0, FEED)
    ids = page.get_by_test_id("feed-item").evaluate_all("(items) => items.map((item) => item.dataset.liveId)")
    assert page.locator(".feed__item").evaluate_all(MOST_SEEN) == ids.index(live), f"another live than {live} is on the screen"


# What cuts off a smooth scroll: a new layout of the list, or another scroll.
CUTS = [
    "(() => { const list = document.querySelector('.feed__list'); list.hidden = true; list.offsetHeight; list.hidden = false; })()",
    "(() => { const list = document.querySelector('.feed__list'); list.scrollTo({ top: list.scrollTop, behavior: 'instant' }); })()",
]


def go_through(show, page, lives, players):
    """Moves through the feed, and returns its order."""
    page.get_by_test_id("nav-feed").click()
    expect(page.get_by_test_id("feed-item")).to_have_count(12)
    order = page.get_by_test_id("feed-item").evaluate_all("(items) => items.map((item) => item.dataset.liveId)")
    assert sorted(order) == sorted(lives), f"the feed has {order}"

    def plays(place):
        """Waits until the live at a place of the feed plays alone and the next one is ready."""
        expect(page.locator(".feed__item[data-role=playing]")).to_have_attribute("data-live-id", order[place])
        wait_for_clock(page, wait_for_clock(page, 0, FEED), FEED)
        videos = page.locator(".feed video")
        moving = videos.evaluate_all("(videos) => videos.filter((video) => !video.paused).length")
        assert moving == 1 and videos.count() <= 2, f"{moving} of {videos.count()} players play"

    step("keys, buttons and the wheel move through twelve lives, to the end and back")
    plays(0)
    show.shot(page, "feed")
    show.look(page, "the feed")
    for place in range(1, 12):
        way = place % 4
        if way == 0:
            page.keyboard.press("j")
        elif way == 1:
            page.keyboard.press("ArrowDown")
        elif way == 2:
            page.get_by_test_id("feed-after").click()
        else:
            page.mouse.move(600, 400)
            # One gesture of many wheel turns.
            # At once: for a slow machine five calls would be two gestures.
            page.evaluate("""() => { for (let turn = 0; turn < 5; turn += 1) {
              document.querySelector('.feed__list').dispatchEvent(
                new WheelEvent('wheel', { deltaY: 120, bubbles: true, cancelable: true }));
            } }""")
        plays(place)
    expect(page.get_by_test_id("feed-after")).to_be_disabled()
    page.keyboard.press("k")
    plays(10)
    page.keyboard.press("ArrowUp")
    plays(9)

    step("a key whose scroll is cut off still leads to the next live, which plays")
    for cut in CUTS:
        page.keyboard.press("k")
        page.evaluate(cut)
        plays(8 - CUTS.index(cut))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    plays(9)
    step("quick keys end at their live, and the lives in between do not play")
    for _ in range(6):
        page.keyboard.press("k")
    plays(3)
    step("no more than two players ever ran")
    most = page.evaluate("mostPlayers")
    print(f"    {len(players.seen)} players in all; at most {most} in the browser, {players.most_at_server:.0f} at the server")
    assert 1 <= most <= 2 and players.most_at_server <= 2, f"{most}, {players.most_at_server}"
    return order


CHECKS = [
    the_feed_plays_one_live_and_prepares_the_next, one_gesture_moves_one_live_on,
    a_live_that_ends_in_front_of_its_viewer_makes_room_for_the_next, a_card_plays_its_picture_while_it_is_rested_on,
]

# What takes long, and is seldom broken by a change that the others do not see.
LONG = [a_live_that_ends_in_front_of_its_viewer_makes_room_for_the_next]
