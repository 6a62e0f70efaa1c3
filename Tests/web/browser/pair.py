"""Two servers on one PostgreSQL database behind a load balancer: one serves, the other stands by."""

import os
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

from stand import ROOT

# How long a standby may take on a busy machine, in seconds.
PATIENCE = 60


def is_ready(port):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/ready", timeout=1) as answer:
            return answer.status == 200
    except (urllib.error.URLError, OSError):
        return False


class Balancer:
    """Gives each connection to the first server that says it is ready."""

    def __init__(self, ports):
        self.ports = ports
        self.connections = []
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self.listening.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            for port in filter(is_ready, self.ports):
                try:
                    server = socket.create_connection(("127.0.0.1", port))
                except OSError:
                    continue
                self.connections.append((client, server))
                threading.Thread(target=self._forward, args=(server, client), daemon=True).start()
                self._forward(client, server)
                return
            time.sleep(0.02)
        client.close()

    def lead(self, ports):
        """Gives connections to these servers from now on, and cuts those that there are."""
        self.ports = ports
        connections, self.connections = self.connections, []
        for pair in connections:
            for one in pair:
                try:
                    one.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    @staticmethod
    def _forward(source, target):
        try:
            while data := source.recv(65_536):
                target.sendall(data)
        except OSError:
            pass
        for one in (source, target):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Pair:
    """A PostgreSQL of its own, two servers on it and the balancer. Looks like `stand.Server` to a check."""

    def __init__(self, folder):
        self.folder = folder
        self.binary = Path(os.environ.get("OVATION_BIN", ROOT / ".build/debug/ovation"))
        self.postgres = subprocess.Popen(
            [ROOT / "scripts/start-postgres"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, text=True)
        self.database = self.postgres.stdout.readline().strip()
        self.processes = {}
        self.ports = []
        for _ in range(2):
            with socket.create_server(("127.0.0.1", 0)) as free:
                self.ports.append(free.getsockname()[1])
        self.balancer = Balancer(self.ports)
        self.base = f"http://127.0.0.1:{self.balancer.port}"

    def start(self):
        """Starts the server that does not run; the first of the two first."""
        for number, port in enumerate(self.ports):
            if port in self.processes:
                continue
            with Path(self.folder, f"server{number}.log").open("a") as log:
                self.processes[port] = subprocess.Popen(
                    [self.binary, "serve", "--dev", "--quiet", "--port", str(port), "--data", f"{self.folder}/node{number}",
                     "--cluster.nodeName", f"node{number}"],
                    stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                    env={**os.environ, "OVATION_STORAGE_URL": self.database,
                         "OVATION_APP_SECRET": "both servers of the pair have this secret",
                         "OVATION_LIMITS_COMBO_WINDOW_MILLISECONDS": "600000"})
            if number == 0:
                self.serving()
        return self.base

    def serving(self):
        """The port of the server that serves; waits while one takes over."""
        deadline = time.monotonic() + PATIENCE
        while not (ready := [port for port in self.ports if is_ready(port)]):
            assert time.monotonic() < deadline, "no server is ready; the logs are in " + self.folder
            time.sleep(0.01)
        return ready[0]

    def kill(self):
        """Kills the server that serves, as `kill -9` does, and returns how long the other took to serve, in seconds."""
        process = self.processes.pop(self.serving())
        process.kill()
        process.wait()
        killed = time.monotonic()
        self.serving()
        return time.monotonic() - killed

    def stop(self):
        for process in [*self.processes.values(), self.postgres]:
            process.terminate()
        for process in [*self.processes.values(), self.postgres]:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
        self.balancer.listening.close()
