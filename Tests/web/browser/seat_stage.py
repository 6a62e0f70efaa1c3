"""Seats for the checks of the page: cameras of one colour each, and what hosts and guests press."""

import contextlib
import re

from playwright.sync_api import expect

from crowd import Viewer
from stage import DESKTOP, expect_within

SECONDS = 60

# A camera with 160×120 pixels and 10 frames a second that films one colour, and a microphone that hears a tone.
CAMERA = """(() => {
  window.cameraColour = "%s";
  navigator.mediaDevices.getUserMedia = async ({ video, audio }) => {
    const stream = new MediaStream();
    if (video) {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [160, 120];
      const ink = canvas.getContext("2d");
      // A picture that never changes is not filmed again.
      const draw = () => {
        ink.fillStyle = window.cameraColour;
        ink.fillRect(0, 0, 160, 120);
      };
      draw();
      setInterval(draw, 100);
      stream.addTrack(canvas.captureStream(10).getVideoTracks()[0]);
    }
    if (audio) {
      const context = new AudioContext();
      const tone = context.createOscillator();
      const microphone = context.createMediaStreamDestination();
      tone.frequency.value = %d;
      // Loud tones would be cut off in the mix, and make others.
      const quiet = context.createGain();
      quiet.gain.value = 0.2;
      tone.connect(quiet).connect(microphone);
      tone.start();
      stream.addTrack(microphone.stream.getAudioTracks()[0]);
    }
    window.camera = stream;
    stream.paint = (colour) => { window.cameraColour = colour; };
    return stream;
  };
})();"""

# What a browser does to a hidden tab: no frames are drawn, and timers of the page fire once a second at most. A browser without windows
# hides none, so a page can be made to live like that.
HIDING = """(() => {
  let isHidden = false;
  const slowed = (start) => (action, wait, ...values) => {
    let last = 0;
    return start(() => {
      if (isHidden && performance.now() - last < 1_000) return;
      last = performance.now();
      action(...values);
    }, wait);
  };
  window.setInterval = slowed(window.setInterval.bind(window));
  const frame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (action) => frame(function draw(now) { isHidden ? setTimeout(() => frame(draw), 500) : action(now); });
  window.setHidden = (isTrue) => {
    isHidden = isTrue;
    Object.defineProperty(document, "hidden", { configurable: true, get: () => isTrue });
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => (isTrue ? "hidden" : "visible") });
    document.dispatchEvent(new Event("visibilitychange"));
  };
})();"""


def camera(colour, hertz=410):
    """A script that gives a page a camera that films a colour."""
    return CAMERA % (colour, hertz)


def hosts(show, user, title, source="camera", colour="#ff0000", hertz=410, more=(), **options):
    """A page whose user goes live: with a camera, with their voice alone (`none`), or without either."""
    page = show.page(user, "/studio", prepare=[camera(colour, hertz), HIDING, *more], **options)
    page.get_by_test_id("live-title").fill(title)
    if source:
        page.get_by_test_id(f"studio-source-{source}").click()
        expect(page.get_by_test_id("studio-off")).to_be_visible()
    if source == "camera":
        page.get_by_test_id("studio-quality").select_option("360p")
        expect(page.get_by_test_id("studio-off")).to_be_visible()
    page.get_by_test_id("start-live").click()
    if source:
        expect(page.get_by_test_id("own-status")).to_contain_text("On air")
    else:
        expect(page.get_by_test_id("end-live")).to_be_visible()
    return page, page.evaluate("decodeURIComponent(location.pathname.split('/')[2])")


def guest(show, user, live, colour="#00ff00", hertz=930, options=DESKTOP, more=(), **settings):
    """A page of a viewer with a camera."""
    return show.page(user, f"/live/{live}", options, prepare=[camera(colour, hertz), *more], **settings)


def panel(page):
    """Opens the panel of the seats."""
    if page.get_by_test_id("seat-panel").count() == 0:
        # A phone has the button in the menu of all switches.
        page.locator("[data-testid=seats], [data-testid=stage-more]").filter(visible=True).first.click()
        if page.get_by_test_id("more-seats").count() > 0:
            page.get_by_test_id("more-seats").click()
    expect(page.get_by_test_id("seat-panel")).to_be_visible()


def applies(page, devices=()):
    """Asks for a seat with these devices: `microphone`, `camera`."""
    panel(page)
    page.get_by_test_id("seat-ask").click()
    for device in devices:
        page.get_by_test_id(f"seat-{device}").click()
        expect(page.get_by_test_id(f"seat-{device}s")).to_be_visible()
    page.get_by_test_id("seat-confirm").click()
    expect(page.get_by_test_id("seat-check")).to_have_count(0)


def accepts(page, user):
    panel(page)
    page.get_by_test_id(f"accept-{user}").click()


def sits(page, index, name):
    """Waits until a seat's name, as a screen reader says it, has this in it."""
    expect(page.get_by_test_id(f"seat-{index}").get_by_role("button")).to_have_attribute("aria-label", re.compile(name))


def press_seat(page, index, *items):
    """Chooses items of a seat's menu, one after the other."""
    panel(page)
    page.get_by_test_id(f"row-{index}").click()
    for item in items:
        page.get_by_test_id(item).click()


def says(page, text):
    """Waits for a short message."""
    expect(page.locator(".toast", has_text=text).first).to_be_visible()


# The colours of the checks by the numbers of their seats.
COLOURS = ["red", "green", "blue", "yellow"]

# The colour in the middle of a part of a video, by the name that it is nearest to; "" if nothing is visible.
COLOUR_AT = """(video, [x, y]) => {
  if (!video || video.readyState < 2 || video.videoWidth === 0) return "";
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [1, 1];
  const ink = canvas.getContext("2d", { willReadFrequently: true });
  ink.drawImage(video, x * video.videoWidth, y * video.videoHeight, 1, 1, 0, 0, 1, 1);
  const [red, green, blue] = ink.getImageData(0, 0, 1, 1).data;
  const isOn = [red > 127, green > 127, blue > 127].map(Number).join("");
  return { 100: "red", "010": "green", "001": "blue", 110: "yellow", 111: "white", "000": "black" }[isOn] ?? isOn;
}"""

# Which of some tones are in a video's sound: `tones()` is the loudness in decibels at a frequency.
TONES = """(video) => {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 4096;
  analyser.smoothingTimeConstant = 0;
  const source = context.createMediaElementSource(video);
  source.connect(analyser);
  analyser.connect(context.destination);
  const levels = new Float32Array(analyser.frequencyBinCount);
  window.tone = (hertz) => {
    analyser.getFloatFrequencyData(levels);
    const bin = Math.round(hertz * analyser.fftSize / context.sampleRate);
    return Math.max(-200, ...levels.slice(bin - 2, bin + 3));
  };
}"""
LOUD, SILENT = -50, -70


def wait_for_tile(page, index, colour):
    """Waits until a seat's own video on a page shows a colour."""
    video = page.get_by_test_id(f"seat-{index}").locator("video")
    expect_within(SECONDS, f"{colour} on seat {index} of {page.user}'s page", lambda: video.evaluate(COLOUR_AT, [0.5, 0.5]) == colour)


def places(base, live):
    """The middles of the seats' regions as shares of the canvas, by their users."""
    with contextlib.closing(Viewer(base, "surveyor")) as viewer:
        board = viewer.ask("seat.list", room=live)["seats"]
    canvas = board["canvas"]
    return {seat["user"]["userID"]: ((seat["region"]["x"] + seat["region"]["w"] / 2) / canvas["w"],
                                     (seat["region"]["y"] + seat["region"]["h"] / 2) / canvas["h"])
            for seat in board["seats"] if seat.get("user") and seat.get("region")}


def hide(page):
    """Hides a page's tab: its window is minimized where the browser has windows, and else it lives as hidden tabs do."""
    client = page.context.new_cdp_session(page)
    window = client.send("Browser.getWindowForTarget")["windowId"]
    client.send("Browser.setWindowBounds", {"windowId": window, "bounds": {"windowState": "minimized"}})
    if page.evaluate("document.visibilityState") != "hidden":
        page.evaluate("setHidden(true)")


def show_again(page):
    client = page.context.new_cdp_session(page)
    window = client.send("Browser.getWindowForTarget")["windowId"]
    client.send("Browser.setWindowBounds", {"windowId": window, "bounds": {"windowState": "normal"}})
    page.evaluate("setHidden(false)")


def shows(page, colour, points):
    """Whether the picture of a live has a colour at these places."""
    return all(page.get_by_test_id("picture-video").evaluate(COLOUR_AT, list(point)) == colour for point in points)


def wait_for_regions(page, live, colours, without=None):
    """Waits until the picture of a live shows each user's colour at the region of their seat, and not those of `without`."""
    base = page.url.split("/live/")[0]

    def shown():
        at = places(base, live)
        users = [user for user in (*colours, *(without or {})) if user in at]
        page.seen = {user: page.get_by_test_id("picture-video").evaluate(COLOUR_AT, list(at[user])) for user in users}
        return all(page.seen.get(user) == colour for user, colour in colours.items()) and all(
            page.seen.get(user) != colour for user, colour in (without or {}).items())
    try:
        expect_within(SECONDS, f"{colours} at their regions", shown)
    except AssertionError as failure:
        raise AssertionError(f"{failure}; seen: {page.seen}") from failure


def hears(page, *tones, not_heard=()):
    """Waits until a page's sound has these tones and not those."""
    def heard():
        page.levels = {tone: round(page.evaluate(f"tone({tone})")) for tone in (*tones, *not_heard)}
        return all(page.levels[tone] > LOUD for tone in tones) and all(page.levels[tone] < SILENT for tone in not_heard)
    try:
        expect_within(SECONDS, f"the tones {tones} without {not_heard}", heard)
    except AssertionError as failure:
        raise AssertionError(f"{failure}; heard: {page.levels}") from failure
