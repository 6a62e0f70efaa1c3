"""A circle, an arrow upwards and a stale picture are planted in a small package, and scripts/modules fails."""
import contextlib, io, pathlib, tempfile, unittest

from planted import load

modules = load("modules")


def target(name, kind, *needs, **others):
    """A target as the package manager describes it."""
    return {"name": name, "type": kind, "dependencies": [{"byName": [need, None]} for need in needs], **others}


PACKAGE = [
    target("Low", "regular"),
    {"name": "OvationServer", "type": "regular",
     "dependencies": [{"byName": ["Low", None]}, {"product": ["NIOCore", "swift-nio", None, None]}]},
    {"name": "high-tool", "type": "executable", "path": "Tools",
     "dependencies": [{"target": ["OvationServer", {"platformNames": ["linux"]}]}]},
    target("LowTests", "test", "Low"),
]
FILES = {
    "ARCHITECTURE.md": f"before\n\n{modules.BEGIN}\n{modules.END}\n\nafter\n",
    "Sources/Low/Low.swift": "import Foundation\n",
    "Sources/OvationServer/Top/Server.swift": "internal import struct Low.Thing\nlet server = Upper()\n",
    "Sources/OvationServer/Up/Upper.swift": "struct Upper { let lower = Lower() }\n",
    "Sources/OvationServer/Down/Lower.swift": "struct Lower {}\n",
    "Tools/main.swift": "@testable import OvationServer\n",
    "Tests/LowTests/Tests.swift": "import Low\n",
}


class Modules(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        modules.LAYERS = [["Low"], ["OvationServer"], ["high-tool"]]
        modules.FOLDED = "OvationServer"
        modules.FOLDERS = [["Down"], ["Up"], ["Top"]]
        for path, text in FILES.items():
            self.plant(path, text)

    def plant(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def run_with(self, *arguments, more=()):
        """What is wrong; an empty text where nothing is. `more` are further targets."""
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                modules.main(list(arguments), self.root, {"targets": [*PACKAGE, *more]})
            except SystemExit as failure:
                return str(failure.code)
        return ""

    def test_the_picture_is_made_of_the_imports(self):
        self.assertEqual(self.run_with("--check"), "the picture in ARCHITECTURE.md is stale: run scripts/modules")
        self.assertEqual(self.run_with(), "")
        self.assertEqual(self.run_with("--check"), "")
        page = (self.root / "ARCHITECTURE.md").read_text()
        for arrow in ("OvationServer --> Low", "high_tool --> OvationServer", "Up --> Down", "Top --> Up"):
            self.assertIn(f"    {arrow}\n", page)
        self.assertNotIn("high_tool --> Low", page)
        self.assertTrue(page.startswith("before\n") and page.endswith("after\n"))

    def test_an_import_upwards_is_an_error(self):
        self.plant("Sources/Low/Low.swift", "\nimport OvationServer\n")
        wrong = self.run_with("--check")
        self.assertIn("Sources/Low/Low.swift:2: Low imports OvationServer, which is not below it", wrong)
        self.assertIn("a circle of imports: Low → OvationServer → Low", wrong)

    def test_an_import_in_a_comment_or_a_string_is_none(self):
        self.plant("Sources/Low/Low.swift", '// import OvationServer\nlet a = """\nimport OvationServer\n"""\n')
        self.run_with()
        self.assertEqual(self.run_with("--check"), "")

    def test_a_circle_of_targets_without_a_layer_is_an_error(self):
        self.plant("Tests/Kit/Kit.swift", "import LowTests\n")
        self.plant("Tests/LowTests/Tests.swift", "import Low\nimport Kit\n")
        self.assertIn("a circle of imports: Kit → LowTests → Kit", self.run_with("--check", more=[target("Kit", "test", "LowTests")]))

    def test_a_target_without_a_layer_is_an_error(self):
        modules.LAYERS = [["Low"], ["OvationServer"]]
        self.assertIn("high-tool has no layer", self.run_with("--check"))

    def test_a_file_of_the_server_in_no_folder_is_an_error(self):
        self.plant("Sources/OvationServer/Loose.swift", "struct Loose {}\n")
        self.assertIn(". of OvationServer has no layer", self.run_with("--check"))

    def test_a_dependency_that_nobody_imports_is_an_error(self):
        self.plant("Tests/LowTests/Tests.swift", "")
        self.assertIn("LowTests depends on Low and imports it nowhere", self.run_with("--check"))

    def test_a_folder_that_names_what_is_above_it_is_an_error(self):
        self.plant("Sources/OvationServer/Down/Lower.swift", "struct Lower {}\nextension Upper {}\n")
        self.assertIn("Down/Lower.swift:2: Down of OvationServer names Upper, and Up is not below it", self.run_with("--check"))

    def test_members_and_what_two_folders_declare_are_no_arrows(self):
        self.plant("Sources/OvationServer/Down/Lower.swift", "struct Lower {}\nstruct Both {}\nlet a = b.Upper\n")
        self.plant("Sources/OvationServer/Up/Both.swift", "struct Both {}\n")
        self.run_with()
        self.assertEqual(self.run_with("--check"), "")

    def test_a_page_without_a_place_for_the_picture_is_an_error(self):
        self.plant("ARCHITECTURE.md", "nothing\n")
        self.assertIn("has no place for the picture", self.run_with("--check"))


if __name__ == "__main__":
    unittest.main()
