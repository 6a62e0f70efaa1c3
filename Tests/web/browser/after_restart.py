"""A browser check of the chat around a kill of the server: nothing that a page has is lost, nothing that it missed and the server keeps is
missing, and nothing is there twice. `test_media.py` runs it, because its servers can be killed."""

import contextlib
import time

from playwright.sync_api import expect

from crowd import Crowd, Viewer
from media_show import step
from media_stage import SECONDS
from stage import expect_within

LIVE = "restarted"
# The messages in a page's log, with their numbers.
MESSAGES = """() => [...document.querySelectorAll(".chat-message")].map((row) => [
  Number(row.dataset.seq ?? row.querySelector("[data-seq]")?.dataset.seq), row.querySelector(".chat__text").textContent])"""


class Writers:
    """Viewers who write one after the other, and know which of their messages were answered."""

    def __init__(self, base):
        self.crowd = Crowd(base, LIVE)
        self.sent = []

    def write(self, texts):
        """Sends texts below the live's rate, without waiting for answers. What a broken connection does not take is not sent."""
        for index, text in enumerate(texts):
            viewer = self.crowd.viewers[index % len(self.crowd.viewers)]
            with contextlib.suppress(OSError):
                self.sent.append((viewer, viewer.tell("barrage.send", {"text": text}, LIVE), text))
            time.sleep(0.026)

    @property
    def answered(self):
        """The number and text of each message that was answered, in the order of their numbers."""
        replies = [(viewer.replies.get(number, {}).get("ok"), text) for viewer, number, text in self.sent]
        return sorted((reply["seq"], text) for reply, text in replies if reply)


def messages(page):
    return [tuple(row) for row in page.evaluate(MESSAGES)]


def the_chat_is_whole_after_a_kill_of_the_server(show):
    host = Viewer(show.base, "restarter")
    host.ask("room.create", {"liveID": LIVE, "liveName": "Killed in the middle"}, LIVE)
    bo, cleo = (show.page(user, f"/live/{LIVE}") for user in ("bo", "cleo"))
    for page in (bo, cleo):
        expect(page.get_by_test_id("chat-input")).to_be_visible()
        expect(page.locator(".stage__owner")).not_to_have_text("")

    step("the server is killed while others write")
    before = Writers(show.base)
    before.write([f"before {index}" for index in range(20)])
    for page in (bo, cleo):
        expect(page.locator(".chat__text", has_text="before 19")).to_have_count(1)
    seen_by_cleo = messages(cleo)
    # Cleo's line is gone for longer than the server. A gift is kept, and other messages are in no server any more when she is back.
    cleo.context.set_offline(True)
    expect(cleo.get_by_test_id("connection-banner")).not_to_be_empty()
    before.crowd.viewers[0].ask("gift.send", {"orderID": "missed", "giftID": "rose", "count": 1}, LIVE)
    before.write([f"in the middle {index}" for index in range(12)])
    show.server.kill()
    before.write(["after the end"])
    expect(bo.get_by_test_id("connection-banner")).not_to_be_empty()
    bo.get_by_test_id("chat-input").fill("said while nobody hears")
    bo.get_by_test_id("chat-input").press("Enter")

    step("others are back first and go on writing, then bo, and cleo at last")
    show.server.start()
    after = Writers(show.base)
    after.write([f"after {index}" for index in range(10)])
    expect(bo.locator(".chat__text", has_text="after 9")).to_have_count(1)
    after.write([f"after {index}" for index in range(10, 20)])
    expect_within(SECONDS, "answers", lambda: len(after.answered) == 20)
    expect(bo.locator(".chat__text", has_text="after 19")).to_have_count(1)
    # What could not be sent is still there, and goes out once.
    expect(bo.get_by_test_id("chat-input")).to_have_value("said while nobody hears")
    bo.get_by_test_id("chat-input").press("Enter")
    said = bo.locator(".chat__text", has_text="said while nobody hears")
    expect(said).to_have_count(1)
    expect(cleo.locator(".chat__text", has_text="after 0")).to_have_count(0)
    cleo.context.set_offline(False)
    expect(cleo.locator(".chat__text", has_text="said while nobody hears")).to_have_count(1)

    step("each page has what it had and what a new viewer has, once and in its order")
    di = show.page("di", f"/live/{LIVE}")
    expect(di.locator(".chat__text", has_text="said while nobody hears")).to_have_count(1)
    later = messages(di)
    assert later[:-1] == after.answered, f"a new viewer has {later}, and {after.answered} were answered"
    for page in (bo, cleo):
        own = messages(page)
        numbers = [number for number, _ in own]
        assert numbers == sorted(set(numbers)), f"{page.user}'s messages have the numbers {numbers}"
        earlier, same = own[:-len(later)], own[-len(later):]
        assert same == later, f"{page.user} has {same} and not {later}"
        if page is cleo:
            assert earlier == seen_by_cleo, f"cleo had {seen_by_cleo}, and has {earlier}"
            continue
        # The last ones died with the server, between the answer and the next round of what everybody is sent. There is no gap before.
        told = [message for message in before.answered if message <= earlier[-1]]
        assert len(told) >= 20 and set(told) <= set(earlier), f"bo has {earlier}, and {told} were answered"
    # The gift is a stored event, of which also cleo is told.
    for page in (bo, cleo):
        expect(page.locator(".chat__row--gift")).to_have_count(1)
    for writers in (before, after):
        writers.crowd.leave()
    host.close()
