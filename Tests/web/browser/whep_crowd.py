"""Many viewers by WHEP in few pages, and how long gifts take beside them."""

import json
import os
import time

import stand
from crowd import Viewer
from stage import expect_within

# Begins viewers with the page's own client of WHEP. What they take is received, decrypted and put together, and neither decoded nor drawn:
# a hundred decoders would stand for a hundred machines.
BEGIN = """async ([path, count]) => {
  const { WhepLink } = await import("/media/whep-link.js");
  window.crowd = { links: new Set(), connections: [], came: 0, ended: [] };
  class Connection extends RTCPeerConnection {
    constructor(words) {
      super({ ...words, encodedInsertableStreams: true });
      window.crowd.connections.push(this);
      this.addEventListener("track", ({ receiver }) => receiver.createEncodedStreams().readable.pipeTo(new WritableStream()));
    }
  }
  // A browser that gives way to everything else may miss the time for a connection, and tries again as a page does.
  let tries = 4 * count;
  const watch = (done) => {
    const listener = {
      came() { window.crowd.came += 1; done(); },
      ended(why, isFull) {
        window.crowd.ended.push(isFull ? "full" : why);
        window.crowd.links.delete(link);
        tries -= 1;
        if (tries > 0) watch(done); else done();
      },
    };
    const link = new WhepLink({ address: async () => path, listener, Connection });
    window.crowd.links.add(link);
    link.start();
  };
  for (let index = 0; index < count; index += 1) await new Promise(watch);
  return window.crowd.ended;
}"""
# Packets of pictures that each connection has received, 0 for one that was given up.
RECEIVED = """async () => {
  const counts = [];
  for (const connection of window.crowd.connections) {
    let count = 0;
    for (const report of (await connection.getStats()).values()) {
      if (report.type === "inbound-rtp" && report.kind === "video") count = report.packetsReceived;
    }
    counts.push(count);
  }
  return counts;
}"""


class WhepCrowd:
    """Viewers of a live by WHEP, in pages of a browser."""

    def __init__(self, browser, base, live, count, pages=4):
        self.context = browser.new_context(bypass_csp=True)
        self.pages = []
        shares = [count // pages + (index < count % pages) for index in range(pages)]
        for share in shares:
            page = self.context.new_page()
            page.set_default_timeout(600_000)
            # A page of the same origin that does nothing.
            page.goto(f"{base}/health/ready")
            self.pages.append(page)
            page.evaluate(BEGIN, [f"/v1/rtc/{live}/whep", share])
        self.before = self._received()

    def _received(self):
        return {(index, number): count for index, page in enumerate(self.pages) for number, count in enumerate(page.evaluate(RECEIVED))}

    @property
    def watching(self):
        """How many viewers received more of the picture since it was asked last."""
        before, self.before = self.before, self._received()
        return sum(after > before.get(key, 0) for key, after in self.before.items())

    def leave(self):
        for page in self.pages:
            page.evaluate("() => Promise.all([...window.crowd.links].map((link) => link.stop()))")
        self.context.close()


class Giver(Viewer):
    """A user whose gifts are timed from when they were due to the answer, which comes after the commit."""

    def __init__(self, base, user, live):
        self.due, self.took = {}, []
        super().__init__(base, user)
        self.live = live
        self.ask("room.join", room=live)

    def _read(self):
        try:
            while True:
                opcode, payload = self.frame()
                if opcode != 1 or not payload.startswith(b'{"id":'):
                    continue
                at, frame = time.perf_counter(), json.loads(payload)
                due = self.due.pop(frame["id"], None)
                if due is not None:
                    assert "ok" in frame, frame
                    self.took.append((at - due) * 1_000)
                    continue
                with self.answered:
                    self.replies[frame["id"]] = frame
                    self.answered.notify_all()
        except OSError:
            pass

    def give(self, order, due):
        number = next(self.ids)
        self.due[number] = due
        self._write(1, json.dumps({"id": number, "op": "gift.send", "room": self.live, "data": {
            "orderID": order, "giftID": "rose", "count": 1}}).encode())


class Givers:
    """Users who send gifts at a steady rate, whether or not the earlier ones are answered, beside an audience that sees them."""

    def __init__(self, base, live, count=4, audience=20):
        self.givers = [Giver(base, f"giver-{index}", live) for index in range(count)]
        for giver in self.givers:
            stand.call(base, "ovation_wallet_srv", "credit", {
                "User_Account": giver.user, "Coins": 1_000_000, "Reference": f"measure-{giver.user}"})
        self.audience = [Viewer(base, f"listener-{index}") for index in range(audience)]
        for viewer in self.audience:
            viewer.ask("room.join", room=live)

    def measure(self, seconds, rate):
        """Returns how long each gift took, in milliseconds."""
        run, count = os.urandom(4).hex(), int(seconds * rate)
        for giver in self.givers:
            giver.took = []
        begin = time.perf_counter() + 0.1
        for index in range(count):
            due = begin + index / rate
            time.sleep(max(0, due - time.perf_counter()))
            self.givers[index % len(self.givers)].give(f"{run}-{index}", due)
        expect_within(60, "answers to all gifts", lambda: sum(len(giver.took) for giver in self.givers) >= count)
        return [took for giver in self.givers for took in giver.took]

    def leave(self):
        for viewer in [*self.givers, *self.audience]:
            viewer.close()
