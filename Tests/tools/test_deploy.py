"""scripts/check-deploy finds what is planted in a copy of what Deploy has."""
import pathlib, shutil, subprocess, tempfile, unittest

from planted import SCRIPTS

ROOT = SCRIPTS.parent


class Deploy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for path in ("Deploy", "docs/metrics.md", "docs/operating/alerts.md", "Sources/ovation/Configuration",
                     "Sources/OvationModel/Limits.swift", "Sources/OvationMedia/MediaLimits.swift"):
            there = self.root / path
            there.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if (ROOT / path).is_dir() else shutil.copy)(ROOT / path, there)

    def change(self, path, before, after):
        place = self.root / path
        text = place.read_text()
        self.assertIn(before, text)
        place.write_text(text.replace(before, after, 1))

    def said(self):
        ran = subprocess.run([SCRIPTS / "check-deploy", self.root], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 1 if ran.stderr else 0)
        return ran.stderr.splitlines()

    def test_what_is_there_holds(self):
        self.assertEqual(self.said(), [])

    def test_everything_planted_is_found(self):
        chart, rules = "Deploy/helm/ovation", "Deploy/prometheus/ovation.rules.yml"
        wrong = [
            # In parts, so that nothing takes it for a variable of the server.
            ("Deploy/compose.cluster.yml", "OVATION_STORAGE_URL", "OVATION_STORE_" + "URL", "no key of the configuration"),
            ("Deploy/compose.cluster.yml", "stop_grace_period: 30s", "stop_grace_period: 25s", "it may take 25"),
            ("Deploy/cluster/haproxy.cfg", "server three three:8080", "server three third:8080", "third is no service"),
            ("Deploy/compose.yml", "nofile: 65536", "nofile: 40000", "two files for each"),
            (f"{chart}/values.yaml", "drainSeconds: 20", "drainMinutes: 20", "there is no key limits.drainMinutes"),
            (f"{chart}/values.yaml", "replicas: 3", "servers: 3", "does not know servers"),
            (f"{chart}/templates/statefulset.yaml", ".Values.replicas", ".Values.count", "reads count"),
            (f"{chart}/templates/ingress.yaml", "{{- end }}", "", "another number ends"),
            ("Deploy/grafana/ovation.json", "ovation_rooms", "ovation_" + "halls", "there is no metric"),
            ("Deploy/grafana/ovation.json", "sum by (outcome)", "sum by (reason)", "has the label reason"),
            (rules, "ovation_draining > 0", "ovation_draining > 1", "its rules are not those of"),
            ("docs/operating/alerts.md", "| OvationDrainStuck |", "| OvationDrained |", "what to do about OvationDrainStuck"),
        ]
        if shutil.which("haproxy") or shutil.which("/usr/sbin/haproxy"):
            wrong += [
                ("Deploy/pair/haproxy.cfg", "option httpchk GET", "option httpcheck GET", "httpcheck"),
                # Taken, with a warning: a connection to nobody would never end.
                ("Deploy/cluster/haproxy.cfg", "    timeout server 30s\n", "", "timeout"),
            ]
        for path, before, after, words in wrong:
            with self.subTest(words):
                kept = (self.root / path).read_text()
                self.change(path, before, after)
                said = self.said()
                self.assertTrue(any(words in line for line in said), said)
                (self.root / path).write_text(kept)


if __name__ == "__main__":
    unittest.main()
