"""Cases of measure-cluster in which a server is frozen (SIGSTOP), or a standby takes over."""

import json
import signal
import statistics
import sys
import time
from pathlib import Path

from cluster_stage import ROOT, Giver, Stage, quantile, until

sys.path.insert(0, str(ROOT / "Tests/web/browser"))
from crowd import Viewer  # noqa: E402


class Listener(Viewer):
    """A viewer who keeps all that the server tells, with the moment."""

    def __init__(self, base, user, live):
        self.heard = []
        super().__init__(base, user)
        self.live = live
        self.ask("room.join", room=live)

    def _read(self):
        try:
            while True:
                opcode, payload = self.frame()
                if opcode != 1:
                    continue
                self.heard.append((time.monotonic(), payload))
                if payload.startswith(b'{"id":'):
                    frame = json.loads(payload)
                    with self.answered:
                        self.replies[frame["id"]] = frame
                        self.answered.notify_all()
        except OSError:
            pass


class Frozen:
    """A server that is stopped while its viewers write and give. What they send lies in its sockets until it wakes."""

    def __init__(self, stage, number, live, mark):
        self.stage, self.number, self.mark = stage, number, mark
        base = f"http://127.0.0.1:{stage.ports[number]}"
        self.listener = Listener(base, f"listener-{mark}", live)
        self.speaker = Viewer(base, f"speaker-{mark}")
        self.speaker.ask("room.join", room=live)
        self.speaker.ask("barrage.send", {"text": f"early {mark}"}, room=live)
        until("what was said before is not shown", lambda: self.shown("early"))
        self.process = stage.processes[number]
        self.process.send_signal(signal.SIGSTOP)
        self.at = time.monotonic()
        # A thread that runs stops a moment later, and what it took until then came in time.
        threads = Path(f"/proc/{self.process.pid}/task")
        until("a thread does not stop", lambda: all(
            thread.joinpath("stat").read_text().rsplit(")", 1)[1].split()[0] == "T" for thread in threads.iterdir()))
        for index in range(20):
            self.speaker.tell("barrage.send", {"text": f"late {mark} {index}"}, room=live)
            self.speaker.tell("gift.send", {"orderID": f"late-{mark}-{index}", "giftID": "rose"}, room=live)

    def shown(self, word):
        return sum(f"{word} {self.mark}".encode() in payload for _, payload in list(self.listener.heard))

    def wakes(self):
        """Lets it go on until it ends. Returns how much of what came while it was stopped is shown or kept."""
        self.process.send_signal(signal.SIGCONT)
        self.process.wait(timeout=60)
        del self.stage.processes[self.number]
        kept = int(self.stage.sql(f"SELECT count(*) FROM ovation.gift_order WHERE order_id LIKE 'late-{self.mark}-%'"))
        gifts = sum(f"late-{self.mark}-".encode() in payload for _, payload in list(self.listener.heard) if b"gift.received" in payload)
        for viewer in (self.listener, self.speaker):
            viewer.close()
        return self.shown("late") + kept + gifts


def standby(figures, options, folder):
    turns = 2 if options.small else 30
    stage = Stage(folder, 2, is_alone=True)
    away, untimely = {"killed": [], "frozen": []}, 0
    try:
        stage.start(0)
        stage.start(1, is_standby=True)
        serving = 0
        for turn in range(turns):
            live, other, name = f"s{turn}", 1 - serving, ("killed", "frozen")[turn % 2]
            stage.fills("giver", f"speaker-{turn}", "host", number=serving)
            stage.creates(serving, live, "host")
            giver = Giver(stage, "giver", live, [serving, other])
            giver.start()
            until("nobody gives", lambda: giver.charged)
            if name == "killed":
                stage.kill(serving)
                frozen, at = None, time.monotonic()
            else:
                frozen = Frozen(stage, serving, live, str(turn))
                at = frozen.at
            until("the standby does not serve", lambda: giver.charged[-1] > at + 1)
            if frozen:
                untimely += frozen.wakes()
            giver.end()
            away[name].append(giver.away(at))
            answered, kept = len(giver.charged), int(stage.sql(f"SELECT count(*) FROM ovation.gift_order WHERE order_id LIKE 's{turn}-%'"))
            if kept != answered:
                raise RuntimeError(f"{answered} gifts were answered, and {kept} are kept")
            stage.call(other, "live_engine_http_srv", "destroy_room", {"RoomId": live})
            stage.start(serving, is_standby=True)
            serving = other
    finally:
        stage.stop()
    for name, times in away.items():
        what = f"a gift waits for the standby where the first is {name}, median of {len(times)}"
        figures.add("standby", what, statistics.median(times), "s")
        figures.add("standby", "the same, 99 of 100", quantile(times, 0.99), "s", most=5)
    figures.add("standby", "messages and gifts that a frozen server shows or keeps when it wakes", untimely, most=0)


def frozen(figures, options, folder):
    turns, seconds = (1, 5) if options.small else (6, 20)
    stage = Stage(folder, 3)
    untimely, away = 0, []
    try:
        for number in range(3):
            stage.start(number)
        for turn in range(turns):
            live, victim = f"f{turn}", turn % 3
            stays = [number for number in range(3) if number != victim]
            stage.fills("giver", f"speaker-{turn}", "host", number=stays[0])
            stage.creates(victim, live, "host")
            giver = Giver(stage, "giver", live, stays)
            giver.start()
            until("nobody gives", lambda: giver.charged)
            home = Frozen(stage, victim, live, str(turn))
            until("the others give no more", lambda: giver.charged[-1] > home.at + seconds, patience=seconds + 60)
            untimely += home.wakes()
            giver.end()
            away.append(giver.away(home.at))
            answered, kept = len(giver.charged), int(stage.sql(f"SELECT count(*) FROM ovation.gift_order WHERE order_id LIKE 'f{turn}-%'"))
            if kept != answered:
                raise RuntimeError(f"{answered} gifts were answered, and {kept} are kept")
            stage.call(stays[0], "live_engine_http_srv", "destroy_room", {"RoomId": live})
            stage.start(victim)
    finally:
        stage.stop()
    figures.add("frozen", f"messages and gifts that a home shows or keeps after {seconds} s of SIGSTOP, of {40 * turns}", untimely, most=0)
    figures.add("frozen", "a gift waits for the new home, the longest", max(away), "s", most=5)
