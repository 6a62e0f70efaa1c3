"""What scripts/check-apple-sources reads as text: each rule finds what is planted, and leaves alone what only looks like it."""
import pathlib, sys, tempfile, unittest

from planted import SCRIPTS

sys.path.insert(0, str(SCRIPTS))
import apple_text

PACKAGE = {
    "platforms": [{"platformName": "ios", "version": "16.0"}],
    "products": [{"name": "Kit", "targets": ["Kit"], "type": {"library": ["automatic"]}},
                 {"name": "tool", "targets": ["Tool"], "type": {"executable": None}}],
    "targets": [{"name": name, "type": "regular", "dependencies": [{"byName": [need, None]} for need in needs]}
                for name, needs in (("Base", ()), ("Views", ["Base"]), ("Kit", ["Views"]), ("Tool", ["Base"]))],
}
STUB = "public struct Color {}\n@available(iOS 17, *)\npublic struct Bindable {}\n"
OBSERVED = "@available(iOS 17, macOS 14, tvOS 17, *)\n@MainActor @Observable\npublic final class LiveRoom {}\n"


class Texts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.plant("Stubs/Modules/SwiftUI/Color.swift", STUB)
        self.plant("Sources/Base/Base.swift", "import Foundation\n")
        self.plant("Sources/Views/View.swift", "#if canImport(SwiftUI)\nimport SwiftUI\n#endif\nimport Base\n")
        self.plant("Sources/Kit/Kit.swift", "import Views\n")
        self.plant("Sources/Tool/Tool.swift", "import UIKit\n")

    def plant(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def package(self, **changed):
        return apple_text.Package(self.root, {**PACKAGE, **changed})

    def problems(self, **changed):
        return apple_text.problems(self.package(**changed), self.root / "Stubs")

    def found_in_a_view(self, text):
        """What is wrong with a source of a library."""
        self.plant("Sources/Views/Planted.swift", text)
        return self.problems()

    def test_what_apps_get_is_checked_and_what_stands_on_it(self):
        self.assertEqual([target.name for target in self.package().apple_targets({"SwiftUI", "UIKit"})], ["Views", "Kit"])
        self.assertEqual(self.problems(), [])

    def test_another_floor_than_that_of_the_stubs_is_found(self):
        self.assertIn("the stubs describe iOS 16", self.problems(platforms=[{"platformName": "ios", "version": "17.0"}])[0])

    def test_a_module_without_a_stub_is_found(self):
        for text in ("import PencilKit", "#if canImport(PencilKit)\n#endif", "@preconcurrency public import struct PencilKit.Ink"):
            self.assertIn("there is no stub of PencilKit", self.found_in_a_view(text)[0])
        self.assertEqual(self.found_in_a_view("// import PencilKit\nimport Foundation\n"), [])

    def test_an_interface_that_needs_a_reason_is_named_in_the_privacy_manifest(self):
        manifest = "<string>NSPrivacyAccessedAPICategory{}</string>\n"
        for category, text in (("SystemBootTime", "ProcessInfo.processInfo.systemUptime"), ("UserDefaults", "UserDefaults.standard"),
                               ("FileTimestamp", "try? manager.attributesOfItem(atPath: path)")):
            self.assertEqual(self.found_in_a_view(text), [
                f"Sources/Views/Planted.swift:1: Sources/Views/PrivacyInfo.xcprivacy has no reason for {category}"])
            self.plant("Sources/Views/PrivacyInfo.xcprivacy", manifest.format(category))
            self.assertEqual(self.problems(), [])
            self.assertIn(f"nothing here uses {category}", self.found_in_a_view(f"// {text}")[0])
            (self.root / "Sources/Views/PrivacyInfo.xcprivacy").unlink()

    def test_a_condition_that_is_false_on_linux_is_found(self):
        for condition in ("if os(iOS)", "elseif DEBUG && os(visionOS)", "if targetEnvironment(simulator)"):
            self.assertIn("hides code from the type check", self.found_in_a_view(f"\n#{condition}\n#endif\n")[0])
        for condition in ("if !os(tvOS)", "if canImport(SwiftUI)", "if os(Linux)"):
            self.assertEqual(self.found_in_a_view(f"#{condition}\n#endif\n"), [])
        self.assertEqual(self.found_in_a_view("// #if os(iOS)\n"), [])

    def test_an_observable_class_asks_for_ios_17(self):
        self.assertEqual(self.found_in_a_view(OBSERVED), [])
        for less in ("iOS 17, ", "tvOS 17, "):
            self.assertIn(":2: @Observable needs @available", self.found_in_a_view(OBSERVED.replace(less, ""))[0])
        other = OBSERVED + "@Observable final class Another {}\n"
        self.assertIn(":4: @Observable needs @available", self.found_in_a_view(other)[0])

    def test_a_name_of_a_newer_system_is_asked_for(self):
        self.assertIn(":1: Bindable is of iOS 17", self.found_in_a_view("@Bindable var room: Room\n")[0])
        self.assertEqual(self.found_in_a_view("if #available(iOS 17, *) { Bindable() }\n"), [])
        self.plant("Sources/Base/LiveRoom.swift", OBSERVED)
        self.assertIn(":1: LiveRoom is of iOS 17", self.found_in_a_view("let room: LiveRoom\n")[0])
        self.assertEqual(self.found_in_a_view("// LiveRoom\nlet room = \"LiveRoom\"\n"), [])


class Plants(unittest.TestCase):
    def test_every_planted_error_has_to_be_found_and_no_other(self):
        texts = {"a.swift": "let a\nlet b  // refused: no type\n"}
        self.assertEqual(apple_text.unrefused(texts, "a.swift:2:5: error: it has no type at all\n"), [])
        self.assertIn("a.swift:2: the compiler does not say", apple_text.unrefused(texts, "")[0])
        self.assertIn("a.swift:2: the compiler does not say", apple_text.unrefused(texts, "a.swift:1:5: error: no type\n")[0])
        more = "a.swift:2:5: error: no type\na.swift:1:5: warning: no type\n"
        self.assertIn("a.swift:1: the compiler says more", apple_text.unrefused(texts, more)[0])
        self.assertIn("nothing is planted", apple_text.unrefused({"a.swift": "let a\n"}, "")[0])


class Pointers(unittest.TestCase):
    def test_a_pointer_that_the_compiler_refuses_is_told_from_other_errors(self):
        pointer = f"a.swift:1:2: error: {apple_text.POINTER}\n  rename(a)\n         ^\n"
        self.assertEqual(apple_text.pointers(pointer), ({"a.swift"}, ""))
        other = "b.swift:1:2: error: no such thing\n  thing\n  ^"
        self.assertEqual(apple_text.pointers(pointer + other), ({"a.swift"}, other))


class Samples(unittest.TestCase):
    SAMPLE = """import UIKit

// document: Step 1

func play(_ gift: Gift) {
    // instead of: gifts.play(gift)
    view.play(gift)  // added: the view has it
    // left out: log(gift)  // why: no log here
    stop()  // added: the end
}
"""

    def test_a_sample_is_its_document_but_for_what_it_says(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "documents/gifts/app").mkdir(parents=True)
            (root / "documents/gifts/app/Sample.swift").write_text(self.SAMPLE)
            (root / "gifts.txt").write_text("Step 1 func play(_ gift: Gift) {gifts.play(gift)log(gift)}")
            self.assertEqual(apple_text.unlike(root, root), [])
            page = apple_text.differences(root)
            for line in ("+import UIKit", "-gifts.play(gift)", "+view.play(gift)", "-log(gift)", "+stop()", "Step 1: no log here"):
                self.assertIn(line, page)
            (root / "gifts.txt").write_text("Step 1 func play(_ gift: Gift) {gifts.play(gift)}")
            self.assertIn("has not what stands below Step 1", apple_text.unlike(root, root)[0])

    def test_a_run_knows_no_objective_c(self):
        text = "@objc open class A {\n    @objc optional func b(\n        _ a: A)\n    @objc(N) enum E: Int { case a }\n"
        text += "    f(#selector(A.b(_:)))\n}\n"
        plain = "open class A {\n    enum E: Int { case a }\n    f(Selector(\"A.b(_:)\"))\n}\n"
        self.assertEqual(apple_text.without_objective_c(text), plain)


if __name__ == "__main__":
    unittest.main()
