"""Package.swift as the package manager reads it. Nothing is built or fetched."""
import json, subprocess, sys


class Target:
    """A target: where its files are, and the targets that it says it needs."""

    def __init__(self, described):
        self.name, self.kind = described["name"], described["type"]
        self.module = self.name.replace("-", "_")
        self.path = described.get("path") or f"{'Tests' if self.kind == 'test' else 'Sources'}/{self.name}"
        needs = [(kind, need[0]) for one in described["dependencies"] for kind, need in one.items()]
        self.needs = [name for kind, name in needs if kind != "product"]
        self.products = [name for kind, name in needs if kind == "product"]


def read(folder):
    """What the package manager says of a package. With a scratch folder of its own it waits for no build."""
    said = subprocess.run(
        ["swift", "package", "--package-path", folder, "--scratch-path", folder / ".build/manifest", "dump-package"],
        capture_output=True, text=True)
    if said.returncode:
        sys.exit(f"{folder}/Package.swift cannot be read:\n{said.stdout}{said.stderr}")
    return json.loads(said.stdout)


def targets(package):
    """The targets by name."""
    return {one["name"]: Target(one) for one in package["targets"]}


def libraries(package):
    """The targets of each library product."""
    return {one["name"]: one["targets"] for one in package["products"] if "library" in one["type"]}
