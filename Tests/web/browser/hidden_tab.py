"""A picture whose tab is hidden: its sound goes on alone. `test_media.py` plays it, in the story of a picture."""

from media_show import step
from media_stage import SECONDS, clock, metric, wait_for_clock
from stage import expect_within

# A picture rests as soon as its page is hidden, and what plays its sound can be looked at.
PREPARE = """() => {
  const [after, OwnAudio] = [window.setTimeout, window.Audio];
  window.setTimeout = (act, milliseconds, ...more) => {
    const isToRest = milliseconds === 10_000 && new Error().stack.includes("/hidden-sound.js");
    return after(act, isToRest ? 0 : milliseconds, ...more);
  };
  window.Audio = function Audio() { return window.sound = new OwnAudio(); };
}"""
# Hides a page, as far as its own code can see.
HIDE = """(isHidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def a_hidden_tab_hears_the_sound_alone(show, bo):
    step("bo looks into another tab: the picture rests, and its sound goes on")
    video = bo.get_by_test_id("picture-video")
    assert not video.evaluate("(video) => video.muted"), "it has no sound to go on"
    sockets = []
    bo.on("websocket", lambda socket: sockets.append(socket.url))
    players = metric(show.base, "ovation_media_players")
    bo.evaluate(PREPARE)
    bo.evaluate(HIDE, True)
    expect_within(SECONDS, "a sound", lambda: bo.evaluate("window.sound?.webkitAudioDecodedByteCount > 0 && !window.sound.paused"))
    expect_within(SECONDS, "a picture that rests", lambda: video.evaluate("(video) => video.paused"))
    assert [url for url in sockets if "tracks=sound" in url], f"the sound does not come alone: {sockets}"
    expect_within(SECONDS, "one player in place of the other", lambda: metric(show.base, "ovation_media_players") == players)
    before = bo.evaluate("window.sound.currentTime")
    expect_within(SECONDS, "a sound that goes on", lambda: bo.evaluate("window.sound.currentTime") > before + 1)
    last = clock(bo)
    step("bo looks again: the picture goes on with what is filmed now, and is heard once")
    bo.evaluate(HIDE, False)
    wait_for_clock(bo, last + 10)
    expect_within(SECONDS, "no sound beside the picture", lambda: bo.evaluate("!window.sound.hasAttribute('src')"))
    assert not video.evaluate("(video) => video.muted || video.paused"), "the picture lost its sound"
    expect_within(SECONDS, "as many players as before", lambda: metric(show.base, "ovation_media_players") == players)
