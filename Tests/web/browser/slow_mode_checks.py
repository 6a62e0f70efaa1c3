"""Browser checks of slow mode: what shows how long one waits before the next message. `checks.py` runs them."""

import contextlib
import re

from playwright.sync_api import expect

from stage import expect_within

SECONDS = 8
# How far the ring on the button has run off, from 0 to 1.
RUN_OFF = """() => {
  const circle = document.querySelector(".chat__send circle");
  if (!circle) return null;
  const { strokeDashoffset, strokeDasharray } = getComputedStyle(circle);
  return parseFloat(strokeDashoffset) / parseFloat(strokeDasharray);
}"""
# Counts what an alert says.
SPOKEN = """() => {
  window.spoken = [];
  const alert = document.querySelector("#chat-error");
  new MutationObserver(() => alert.textContent && window.spoken.push(alert.textContent)).observe(alert, { childList: true,
    characterData: true, subtree: true });
}"""


@contextlib.contextmanager
def slow_mode(stage):
    stage.host.ask("room.update", {"slowModeSeconds": SECONDS}, stage.live)
    try:
        yield
    finally:
        stage.host.ask("room.update", {"slowModeSeconds": 0}, stage.live)


def a_ring_on_send_runs_off_while_one_waits(stage):
    with slow_mode(stage), stage.page(user="patient") as page:
        field, send = page.get_by_test_id("chat-input"), page.get_by_role("button", name="Send message", exact=True)
        field.fill("the first")
        field.press("Enter")
        number = send.locator("b")
        expect(number).to_have_text(re.compile(r"^[1-8]$"))
        expect(send).to_have_attribute("aria-disabled", "true")
        expect(send.locator(".icon")).to_be_hidden()
        first = expect_within(2, "the ring", lambda: page.evaluate(RUN_OFF))
        expect_within(2, "the ring runs off", lambda: page.evaluate(RUN_OFF) > first + 0.05)
        # Enter says why nothing is sent, once, and the text stays.
        page.evaluate(SPOKEN)
        field.fill("the second")
        field.press("Enter")
        expect(page.get_by_role("alert").filter(has_text=re.compile(r"^Slow mode: [1-8] s$"))).to_be_visible()
        expect(field).to_have_value("the second")
        assert len(spoken := page.evaluate("spoken")) == 1, f"one press of Enter says {spoken}"
        # Who loads the page anew learns of their wait with the next try, and the ring is as far as it was.
        page.reload()
        field.fill("the second")
        field.press("Enter")
        expect(number).to_have_text(re.compile(r"^[1-7]$"))
        assert expect_within(2, "the ring", lambda: page.evaluate(RUN_OFF)) > 0.1, "the ring begins anew"
        # It is over: nothing on the button, nothing said of it any more, and the text can go.
        expect(send.locator(".chat__wait")).to_have_count(0)
        expect(send.locator(".icon")).to_be_visible()
        expect(send).to_have_attribute("aria-disabled", "false")
        expect(page.get_by_role("alert").filter(has_text="Slow mode")).to_have_count(0)
        expect(field).to_have_value("the second")
        send.click()
        expect(page.locator(".chat__text", has_text="the second")).to_be_visible()


def who_wants_less_motion_sees_the_seconds_alone(stage):
    with slow_mode(stage), stage.page(user="calm", reduced_motion="reduce") as page:
        page.get_by_test_id("chat-input").fill("calmly")
        page.get_by_test_id("chat-input").press("Enter")
        send = page.get_by_role("button", name="Send message", exact=True)
        expect(send.locator("b")).to_have_text("7")
        expect(send.locator("svg.chat__ring")).to_be_hidden()
        assert page.evaluate("document.querySelector('.chat__send').getAnimations({ subtree: true }).length") == 0, "something moves"
        # With its end everybody may write at once.
        stage.host.ask("room.update", {"slowModeSeconds": 0}, stage.live)
        expect(send.locator(".chat__wait")).to_have_count(0)


CHECKS = [a_ring_on_send_runs_off_while_one_waits, who_wants_less_motion_sees_the_seconds_alone]

# What waits for seconds to pass.
LONG = [a_ring_on_send_runs_off_while_one_waits]
