"""An operator who reads a page's accessibility tree and nothing else, and acts with the keyboard.

No selector, no test id and no markup is known here: only roles, names, values and states, as a screen reader is told them. What has no
name, or is not in the tree, cannot be found.
"""

import time

from playwright.sync_api import Error

# How long the tree may take to show what an act led to.
PATIENCE_SECONDS = 15
# States that keep a control from being used.
UNUSABLE = ("disabled", "hidden")


class TreeReader:
    def __init__(self, page):
        self.page = page
        self.client = page.context.new_cdp_session(page)
        self.client.send("DOM.enable")
        self.client.send("Accessibility.enable")

    def nodes(self):
        """Every node of the tree that is told: role, name, value, states and what leads to it."""
        tree = self.client.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in tree}
        found = []
        for node in tree:
            if node.get("ignored"):
                continue
            states = {entry["name"]: entry["value"].get("value") for entry in node.get("properties", [])}
            found.append({
                "role": node.get("role", {}).get("value", ""), "name": node.get("name", {}).get("value", ""),
                "value": str(node.get("value", {}).get("value", "")), "states": states, "id": node.get("backendDOMNodeId"),
                "above": list(self._above(node, by_id)),
            })
        return found

    @staticmethod
    def _above(node, by_id):
        while parent := by_id.get(node.get("parentId", "")):
            yield parent.get("role", {}).get("value", ""), parent.get("name", {}).get("value", "")
            node = parent

    def find(self, role, name, within=None):
        """Waits for the node with a role and a name. `within` is the role and a part of the name of what it has to be in."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            nodes = self.nodes()
            # What is behind a dialog is not there for who reads the tree.
            dialogs = [node for node in nodes if node["role"] == "dialog"]
            for node in nodes:
                if node["role"] != role or node["name"] != name or any(node["states"].get(state) for state in UNUSABLE):
                    continue
                if dialogs and not any(above == "dialog" for above, _ in node["above"]):
                    continue
                if within and not any(above == within[0] and within[1] in text for above, text in node["above"]):
                    continue
                return node
            if time.monotonic() > deadline:
                there = sorted({f"{node['role']} “{node['name']}”" for node in nodes if node["role"] == role})
                raise AssertionError(f"no {role} “{name}” in the tree; of that role there is: {', '.join(there)}")
            time.sleep(0.1)

    def hears(self, text):
        """Waits until some node says a text."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not any(text in node["name"] or text in node["value"] for node in self.nodes()):
            assert time.monotonic() < deadline, f"the tree never says “{text}”"
            time.sleep(0.1)

    def is_silent_about(self, role, name):
        """Waits until no node has a role and a name."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while any(node["role"] == role and node["name"] == name for node in self.nodes()):
            assert time.monotonic() < deadline, f"the {role} “{name}” does not go"
            time.sleep(0.1)

    def focus(self, role, name, within=None):
        for _ in range(20):
            try:
                self.client.send("DOM.focus", {"backendNodeId": self.find(role, name, within)["id"]})
                return
            except Error:  # It was drawn anew between the look and the act.
                time.sleep(0.1)
        raise AssertionError(f"the {role} “{name}” does not take the focus")

    def press(self, name, role="button", within=None, key="Enter"):
        self.focus(role, name, within)
        self.page.keyboard.press(key)

    def write(self, name, text, role="textbox"):
        self.focus(role, name)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(text)
