"""Each rule of scripts/tidy finds what is planted, and leaves alone what only looks like it."""
import unittest

from planted import load

tidy = load("tidy")


def broken(rule, path, text, **others):
    """The places where a planted file breaks a rule, beside other files by their paths."""
    return [(found.line, found.size) for found in tidy.findings({path: text, **others}) if found.rule == rule and found.place == path]


class Texts(unittest.TestCase):
    def test_a_line_has_at_most_140_characters_comments_too(self):
        self.assertEqual(broken("line", "a.swift", "x\n// " + "é" * 137 + "\n// " + "é" * 138 + "\n"), [(3, 1)])
        for path in ("a.js", "a.mjs", "a.css", "a.py", "a.sh"):
            self.assertEqual(broken("line", path, "a" * 141), [(1, 1)], path)
        self.assertEqual(broken("line", "scripts/a", "#!/usr/bin/env bash\n" + "a" * 141), [(2, 1)])
        self.assertEqual(broken("line", "a.md", "a" * 141), [])

    def test_a_file_has_at_most_400_lines(self):
        self.assertEqual(broken("file", "a.css", "a\n" * 400), [])
        self.assertEqual(broken("file", "a.css", "a\n" * 401), [(1, 401)])

    def test_a_generated_file_is_held_to_nothing(self):
        header = "// Made by scripts/generate-errors from Protocol/errors.json. Do not edit.\n"
        self.assertEqual(broken("file", "a.js", header + "a\n" * 500), [])
        self.assertEqual(broken("task", "a.swift", header + "Task {}\n"), [])

    def test_a_word_that_is_not_wanted_is_found(self):
        word = next(iter(tidy.WORDS))
        for path, text in (("a.swift", f"/// {word.title()}'s."), ("a.swift", f"func `{word} comes`()"), ("a.css", f"/* {word} */"),
                           ("a.js", f'test("{word}")'), ("a.py", f"# {word}"), ("a.sh", f"  # {word}")):
            self.assertEqual(broken("word", path, text), [(1, 1)], text)
        self.assertEqual(broken("word", "a.swift", f"// {word}x"), [])


class Swift(unittest.TestCase):
    def doors(self, text, path="Sources/OvationRules/Room+New.swift"):
        return [line for line, _ in broken("door", path, text)]

    def test_only_handle_changes_a_room_from_outside(self):
        inside = ("mutating func a() {}", "public mutating func handle(_ a: Int) {}", "public func a() {}", "public let a: Int",
                  "public internal(set) var a = 1", "public private(set) var a: Int", "public var a: Int { 1 }",
                  "public var a: Int {\n        get { 1 }\n    }", "var a = 1", "public subscript(a: Int) -> Int { a }")
        for declared in inside:
            for head in ("extension Room {", "public struct Room: Sendable {"):
                self.assertEqual(self.doors(head + "\n    " + declared + "\n    var b: Int { set {} }\n}\n"), [], declared)
        outside = ("public mutating func a() {}", "package mutating func a() {}", "mutating public func a() {}", "public var a = 1",
                   "public var a: Int", "package var a: Int { get { 1 } set {} }", "public var a = 1 { didSet {} }",
                   "public subscript(a: Int) -> Int { get { a } set {} }", "public var a: Int {\n        get { 1 }\n        set {}\n    }",
                   "public mutating func a(\n        b: Int\n    ) {}", "@discardableResult public mutating func a() {}",
                   "func a(_ room: inout Room) {}")
        for declared in outside:
            self.assertEqual(self.doors("extension Room {\n    " + declared + "\n}\n"), [2], declared)
        self.assertEqual(self.doors("extension RoomRate {\n    public mutating func a() {}\n}\n"), [])
        self.assertEqual(self.doors("extension Room {\n    public mutating func a() {}\n}\n", "Sources/Other/a.swift"), [])

    def test_the_rules_read_neither_clock_nor_chance_nor_what_is_shared(self):
        for path in ("Sources/OvationRules/a.swift", "Sources/OvationModel/a.swift"):
            for line in ("import Foundation", "let a = Date()", "let a = Int.random(in: 0...1)", "let a = b.shuffled()",
                         "let a = ContinuousClock.now", "static var a = 1", "private static var a: Int = 1", "import Synchronization"):
                self.assertEqual(broken("pure", path, "\n" + line + "\n"), [(2, 1)], line)
            for line in ("import OrderedCollections", "static let a = 1", "static var a: Int { 1 }", "// Date()",
                         "let a = Int.random(in: 0...1, using: &b)"):
                self.assertEqual(broken("pure", path, line + "\n"), [], line)
        self.assertEqual(broken("pure", "Sources/OvationServer/a.swift", "let a = Date()\n"), [])

    def test_a_promise_to_the_compiler_says_why_it_is_sound(self):
        self.assertEqual(broken("sendable", "a.swift", "/// A box.\nfinal class A: @unchecked Sendable {}\n"), [(2, 1)])
        said = "/// Sound as `Sendable` because nothing changes.\n@frozen\npublic final class A:\n    B, @unchecked Sendable {}\n"
        self.assertEqual(broken("sendable", "a.swift", said), [])
        self.assertEqual(broken("sendable", "a.swift", "struct A {\n\n    nonisolated(unsafe) var a = 1\n}\n"), [(3, 1)])
        self.assertEqual(broken("sendable", "a.swift", '// @unchecked Sendable\nlet a = "@unchecked Sendable"\n'), [])

    def test_a_task_that_nobody_waits_for_is_found(self):
        for text in ("Task { }", "Task.detached { }", "Task(priority: .low) { }", "Task<Void, Never> { }", "let a = Task(on: b) {\n}"):
            self.assertEqual(broken("task", "a.swift", text), [(1, 1)], text)
        for text in ("// Task { }", '"Task { }"', "func a(_: Task<Int, Never>) { }", "LoadTask { }", "group.addTask { }"):
            self.assertEqual(broken("task", "a.swift", text), [], text)

    def test_a_test_that_sleeps_is_found(self):
        for text in ("Task.sleep(for: .seconds(1))", "usleep(1)", "Thread.sleep(forTimeInterval: 1)", "await clock.sleep(until: a)"):
            self.assertEqual(broken("sleep", "Tests/ATests/a.swift", text), [(1, 1)], text)
        self.assertEqual(broken("sleep", "Tests/ATests/a.swift", "// sleep(1)\nlet asleep = falls(asleep)"), [])
        self.assertEqual(broken("sleep", "Sources/A/a.swift", "usleep(1)"), [])

    def test_an_end_to_end_test_that_takes_json_apart_is_found(self):
        text = 'let a = reply["ok"] as? [String: Any] // as? [String: Any]\nlet b = c as! [ String:Any ]\nlet d = e as? [String: Int]\n'
        self.assertEqual(broken("cast", "Tests/EndToEndTests/a.swift", text), [(1, 1), (2, 1)])
        self.assertEqual(broken("cast", "Tests/OvationServerTests/a.swift", text), [])

    def test_a_function_that_no_swift_file_names_is_found(self):
        text = "func a() {}\npublic func b() {}\n@Test func c() {}\n// a, d\nprivate func d() {}\n"
        self.assertEqual(broken("unused", "a.swift", text), [(1, 1), (5, 1)])
        self.assertEqual(broken("unused", "a.swift", text, **{"b.swift": 'a()\nf("\\(d())")'}), [])

    def test_neither_comments_nor_strings_are_code(self):
        for text in ('"Task {"', '"""\n  Task {\n  "quoted" Task {\n  """', '"""\n"""', '#"" Task {"#', '#""""#',
                     '##"""\n  "#Task {\n  """##', "/* Task {\n Task { */", "// \"Task {", "#/\"Task {/#", '"\\"Task {"',
                     '"\\(a ? "b" : "\\"")"', "func `a \" Task {`() {}"):
            self.assertEqual(broken("task", "a.swift", text + "\n"), [], text)
            self.assertEqual([line for line, _ in broken("task", "a.swift", text + "\nTask {}\n")], [text.count("\n") + 2], text)


class Scripts(unittest.TestCase):
    def test_a_script_that_nothing_calls_is_found(self):
        self.assertEqual(broken("caller", "scripts/a", "#!/bin/sh\n# scripts/a b\n"), [(1, 1)])
        for path, text in (("Makefile", "a:\n\t@scripts/a $(B)\n"), ("a.md", "Run `scripts/a`.\n"), ("scripts/b", "exec scripts/a\n"),
                           ("Tests/a.swift", "// As scripts/a.")):
            self.assertEqual(broken("caller", "scripts/a", "#!/bin/sh\n", **{path: text}), [], path)
        for path, text in (("CHANGELOG.md", "`scripts/a` is new\n"), ("b", "scripts/a-b scripts/ab Laboratory/scripts/a\n")):
            self.assertEqual(broken("caller", "scripts/a", "#!/bin/sh\n", **{path: text}), [(1, 1)], path)
        self.assertEqual(broken("caller", "Laboratory/scripts/a", "#!/bin/sh\n", b="scripts/a\n"), [(1, 1)])
        self.assertEqual(broken("caller", "Laboratory/scripts/a", "#!/bin/sh\n", b="Laboratory/scripts/a\n"), [])

    def test_a_module_of_python_is_imported(self):
        self.assertEqual(broken("caller", "scripts/a.py", "b = 1\n"), [(1, 1)])
        for line in ("import a", "import sys, a", "from a import b"):
            self.assertEqual(broken("caller", "scripts/a.py", "b = 1\n", **{"scripts/c": f"#!/usr/bin/env python3\n{line}\n"}), [], line)

    def test_what_lies_beside_scripts_is_named(self):
        self.assertEqual(broken("caller", "scripts/a/b.yaml", "b: 1\n"), [(1, 1)])
        self.assertEqual(broken("caller", "scripts/a/b.yaml", "b: 1\n", **{"scripts/c": 'cp "$root/scripts/a/b.yaml" .\n'}), [])


class Exceptions(unittest.TestCase):
    finding = tidy.Finding("file", "a/b.css", 1, 500, "500 lines")
    lines = [tidy.Finding("line", "a/b.css", number, 1, "150 characters") for number in (1, 2)]

    def judged(self, found, text):
        exceptions, problems = tidy.read_exceptions(text)
        return problems + tidy.judge(found, exceptions)

    def test_what_is_not_excepted_is_a_failure(self):
        self.assertEqual(self.judged([self.finding], ""), [str(self.finding)])
        self.assertEqual(self.judged([self.finding], "# why\n\nfile 500 a/b.css one view\n"), [])
        self.assertEqual(self.judged(self.lines, "line 2 a/ texts\n"), [])

    def test_an_exception_is_no_larger_than_it_says(self):
        self.assertEqual(len(self.judged([self.finding], "file 499 a/b.css one view")), 2)
        self.assertEqual(len(self.judged(self.lines, "line 1 a/b.css texts")), 3)

    def test_an_exception_that_nothing_needs_is_a_failure(self):
        self.assertIn("nothing needs it", self.judged([], "file 500 a/b.css one view")[0])
        self.assertIn("nothing needs it", self.judged([self.finding], "line 1 a/b.css texts\nfile 500 a/b.css one view")[0])

    def test_an_exception_has_a_reason(self):
        self.assertIn("reason", self.judged([], "file 500 a/b.css")[0])


if __name__ == "__main__":
    unittest.main()
