"""Three servers that serve at the same time, with a PostgreSQL and a NATS of their own, and a load balancer for each place of a page."""

import os
import socket
import subprocess
import time
from pathlib import Path

from pair import PATIENCE, Balancer, is_ready
from stand import ROOT, call

SECRET = "all servers of the trio have this secret"


class Trio:
    """Looks like `stand.Server` to a check. Pages that are opened go to the server that `turn_to` has named, while that is ready."""

    def __init__(self, folder):
        self.folder = folder
        self.binary = Path(os.environ.get("OVATION_BIN", ROOT / ".build/debug/ovation"))
        self.helpers = []
        self.database, self.broker = self._begin("start-postgres"), self._begin("start-nats")
        self.environment = {
            **os.environ, "OVATION_STORAGE_URL": self.database, "OVATION_CLUSTER_BROKER_URL": self.broker, "OVATION_APP_SECRET": SECRET,
            "OVATION_LIMITS_COMBO_WINDOW_MILLISECONDS": "600000"}
        self.processes, self.ports = {}, []
        for _ in range(3):
            with socket.create_server(("127.0.0.1", 0)) as free:
                self.ports.append(free.getsockname()[1])
        self.balancers = [Balancer(self.ports[number:] + self.ports[:number]) for number in range(3)]
        self.turn_to(0)

    def _begin(self, script):
        helper = subprocess.Popen(
            [ROOT / "scripts" / script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, text=True)
        self.helpers.append(helper)
        url = helper.stdout.readline().strip()
        assert url, f"scripts/{script} does not start; run it by hand"
        return url

    def turn_to(self, number):
        self.base = f"http://127.0.0.1:{self.balancers[number].port}"

    def lead(self, place, number):
        """The load balancer of a place leads to another server from now on, and its connections are cut."""
        self.balancers[place].lead(self.ports[number:] + self.ports[:number])

    def address(self, number):
        """Where a server is, without a balancer between."""
        return f"http://127.0.0.1:{self.ports[number]}"

    def start(self):
        for number, port in enumerate(self.ports):
            if number in self.processes:
                continue
            with Path(self.folder, f"server{number}.log").open("a") as log:
                self.processes[number] = subprocess.Popen(
                    [self.binary, "serve", "--dev", "--quiet", "--port", str(port), "--data", f"{self.folder}/node{number}",
                     "--cluster.nodeName", f"node{number}"],
                    stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=self.environment)
            self._wait(f"server {number} is not ready", lambda: is_ready(port))
        return self.base

    def kill(self, number):
        """Kills a server, as `kill -9` does."""
        process = self.processes.pop(number)
        process.kill()
        process.wait()

    def creates(self, number, live, owner):
        """The app's backend creates a live at a server, which is its home then."""
        answer = call(
            self.address(number), "live_engine_http_srv", "create_room",
            {"RoomInfo": {"RoomId": live, "RoomType": "Live", "RoomName": "Three servers", "Owner_Account": owner}})
        assert answer["ErrorCode"] == 0, answer

    def runs(self, *words):
        """Runs the command with the database of the servers."""
        return subprocess.run([self.binary, *words], capture_output=True, text=True, env=self.environment)

    def _wait(self, what, holds):
        deadline = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < deadline, f"{what}; the logs are in {self.folder}"
            time.sleep(0.05)

    def stop(self):
        for process in [*self.processes.values(), *self.helpers]:
            process.terminate()
        for process in [*self.processes.values(), *self.helpers]:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
        for balancer in self.balancers:
            balancer.listening.close()
