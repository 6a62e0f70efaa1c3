"""Four in seats over a real Janus: each sends once and takes the three others, and what is closed is closed at Janus, whatever pages do."""

from playwright.sync_api import expect

from media_show import step
from media_stage import metric
from seat_stage import COLOURS, LOUD, SILENT, SECONDS, accepts, applies, guest, hosts, panel, press_seat, sits, wait_for_tile
from stage import expect_within

# What reaches a page, before the page does anything with it: `arrives(hertz)` is the loudness in decibels of a tone in any voice.
ARRIVING = """(() => {
  const Connection = window.RTCPeerConnection;
  const connections = new Set();
  window.RTCPeerConnection = class extends Connection {
    constructor(...options) {
      super(...options);
      connections.add(this);
    }
    close() {
      connections.delete(this);
      super.close();
    }
  };
  window.connectionCount = () => connections.size;
  let context = null;
  const ears = new Map();
  window.arrives = (hertz) => {
    context ??= new AudioContext();
    context.resume();
    const present = new Set();
    let loudest = -200;
    for (const connection of connections) {
      for (const { track } of connection.getReceivers()) {
        if (track.kind !== "audio" || track.readyState !== "live") continue;
        present.add(track);
        if (!ears.has(track)) {
          const analyser = context.createAnalyser();
          [analyser.fftSize, analyser.smoothingTimeConstant] = [4096, 0];
          const source = context.createMediaStreamSource(new MediaStream([track]));
          source.connect(analyser);
          ears.set(track, { analyser, source });
        }
        const { analyser } = ears.get(track);
        const levels = new Float32Array(analyser.frequencyBinCount);
        analyser.getFloatFrequencyData(levels);
        const bin = Math.round(hertz * analyser.fftSize / context.sampleRate);
        loudest = Math.max(loudest, ...levels.slice(bin - 2, bin + 3));
      }
    }
    for (const [track, { source }] of ears) {
      if (present.has(track)) continue;
      source.disconnect();
      ears.delete(track);
    }
    return loudest;
  };
})();"""

# A page that ignores a mute: it never switches its devices off.
DEFIANT = """Object.defineProperty(MediaStreamTrack.prototype, "enabled", { get: () => true, set() {} });"""

HERTZ = {"ada": 410, "bo": 910, "cy": 1_220, "di": 1_530}


def hears_of(page, users, silent=()):
    """Waits until the tones of these users arrive at a page, and those of the others do not."""
    def heard():
        page.levels = {user: round(page.evaluate(f"arrives({HERTZ[user]})")) for user in (*users, *silent)}
        return all(page.levels[user] > LOUD for user in users) and all(page.levels[user] < SILENT for user in silent)
    try:
        expect_within(SECONDS, f"{users} without {silent} at {page.user}'s page", heard)
    except AssertionError as failure:
        raise AssertionError(f"{failure}; arrived: {page.levels}") from failure


def counts(show, senders, takers):
    def counted():
        return (metric(show.base, "ovation_rtc_seat_senders"), metric(show.base, "ovation_rtc_seat_takers"))
    expect_within(SECONDS, f"{senders} who send and {takers} connections that take", lambda: counted() == (senders, takers))


def four_sit_over_janus(show, janus, _encoders):
    expect_within(SECONDS, "a session with Janus", lambda: metric(show.base, "ovation_rtc_janus_up") == 1)
    step("three guests sit beside ada; bo's page ignores a mute")
    ada, live = hosts(show, "ada", "A table for four", colour="#ff0000", hertz=HERTZ["ada"], more=[ARRIVING])
    guests = []
    for index, (user, colour) in enumerate((("bo", "#00ff00"), ("cy", "#0000ff"), ("di", "#ffff00")), 1):
        page = guest(show, user, live, colour, HERTZ[user], more=[ARRIVING, *([DEFIANT] if user == "bo" else [])])
        applies(page, ["microphone", "camera"])
        accepts(ada, user)
        sits(ada, index, f"{user}$")
        guests.append(page)
    bo, cy, di = guests
    step("each sends once and takes the three others, who are seen and heard")
    counts(show, 4, 12)
    for own, page in enumerate(guests, 1):
        for index in range(4):
            if index != own:
                wait_for_tile(page, index, COLOURS[index])
    for page in (ada, *guests):
        hears_of(page, [user for user in HERTZ if user != page.user])
        assert page.evaluate("connectionCount()") == 4, f"{page.user} has {page.evaluate('connectionCount()')} connections"
    show.shot(di, "janus-seats")

    step("ada mutes bo: nothing of the voice arrives anywhere, though bo's page still sends it")
    press_seat(ada, 1, "seat-mute")
    for page in (ada, cy, di):
        hears_of(page, [user for user in ("ada", "cy", "di") if user != page.user], silent=["bo"])
    assert bo.evaluate("camera.getAudioTracks()[0].enabled"), "bo's page obeyed"
    step("ada lets bo speak again: bo turns the microphone on, and is heard")
    press_seat(ada, 1, "seat-mute")
    panel(bo)
    bo.get_by_test_id("seat-own-microphone").click()
    for page in (ada, cy, di):
        hears_of(page, ["bo"])

    step("Janus is killed and started: all go on without a hand")
    janus.kill()
    expect_within(SECONDS, "the end of the session", lambda: metric(show.base, "ovation_rtc_janus_up") == 0)
    janus.start()
    counts(show, 4, 12)
    for page in (ada, *guests):
        hears_of(page, [user for user in HERTZ if user != page.user])

    step("the server is killed and started: all go on")
    show.server.kill()
    for page in (ada, *guests):
        expect(page.get_by_test_id("connection-banner")).not_to_be_empty()
    show.server.start()
    counts(show, 4, 12)
    for page in (ada, *guests):
        hears_of(page, [user for user in HERTZ if user != page.user])

    step("cy is taken off: nothing of cy arrives, and cy gets nothing more")
    press_seat(ada, 2, "seat-kick")
    counts(show, 3, 6)
    for page in (ada, bo, di):
        hears_of(page, [user for user in ("ada", "bo", "di") if user != page.user], silent=["cy"])
    expect_within(SECONDS, "no connection at cy's page", lambda: cy.evaluate("connectionCount()") == 0)
    for page in (ada, *guests):
        # What the browser says of servers that were killed is no fault of the page.
        page.wrongs[:] = [wrong for wrong in page.wrongs if "ERR_" not in wrong]
