"""Each rule of scripts/tidy finds what is planted, and leaves alone what only looks like it."""
import unittest

from planted import load

tidy = load("tidy")


def broken(rule, path, text, *others):
    """The places where a planted file breaks a rule."""
    sources = [tidy.Source(path, text)] + [tidy.Source(*other) for other in others]
    return [(found.line, found.size) for found in tidy.findings(sources) if found.rule == rule and found.place.startswith(path)]


class Sizes(unittest.TestCase):
    def test_a_line_has_at_most_140_characters_comments_too(self):
        self.assertEqual(broken("line", "a.swift", "x\n// " + "é" * 137 + "\n// " + "é" * 138 + "\n"), [(3, 141)])
        for path in ("a.js", "a.mjs", "a.css", "a.py", "a.sh"):
            self.assertEqual(broken("line", path, "# " * 71 + "\n" if path != "a.css" else "a" * 142), [(1, 142)], path)

    def test_a_file_has_at_most_400_lines(self):
        self.assertEqual(broken("file", "a.css", "a\n" * 400), [])
        self.assertEqual(broken("file", "a.css", "a\n" * 401), [(1, 401)])

    def test_a_file_that_python_cannot_read_is_found(self):
        self.assertEqual(broken("file", "a.py", "a\n>>>\n"), [(2, 2)])

    def test_a_generated_file_is_held_to_nothing(self):
        header = "// Made by scripts/generate-errors from Protocol/errors.json. Do not edit.\n"
        self.assertEqual(broken("file", "a.js", header + "a\n" * 500), [])

    def test_a_swift_function_has_at_most_70_lines(self):
        for head in ("func a<T>(b: (Int) -> Void) async throws -> [T] where T: Equatable {", "init?(a: Int = f({ 1 })) {", "deinit {",
                     "subscript(a: Int) -> Int {", "var a: [Int] {", "@Test func `a \"quoted\" sentence's words`() {"):
            with self.subTest(head):
                self.assertEqual(broken("function", "a.swift", "\n" + head + "\n" * 69 + "}\n"), [])
                self.assertEqual(broken("function", "a.swift", "\n" + head + "\n" * 70 + "}\n"), [(2, 71)])

    def test_braces_in_strings_and_comments_end_no_function(self):
        inside = 'let a = "}" + """\n}\n""" + #"}"# // }\n/* } /* } */ } */\nlet b = "\\(f("}") { 1 })"'
        self.assertEqual(broken("function", "a.swift", "func a() {\n" + inside + "\n" * 80 + "}\n"), [(1, 86)])

    def test_a_requirement_of_a_protocol_has_no_body(self):
        text = "protocol A {\n  func a() -> Int\n  func b()\n}\nstruct B {\n" + "\n" * 80 + "}\n"
        self.assertEqual(broken("function", "a.swift", text), [])

    def test_a_function_of_a_script_has_at_most_70_lines(self):
        for head in ("function a(b, { c } = {}) {", "const a = async (b) => {", "on(b => {", "class A { #a(b) {"):
            with self.subTest(head):
                self.assertEqual([size for _, size in broken("function", "a.js", head + "\n" * 70 + "}\n")], [71])
        self.assertEqual(broken("function", "a.js", "if (a) {" + "\n" * 90 + "}"), [])
        strings = 'const a = "}"; b(/[}/]}/); c(`}${d("}")}}`);'
        self.assertEqual(broken("function", "a.js", "function a() {\n" + strings + "\n" * 80 + "}\n"), [(1, 82)])

    def test_a_function_of_python_and_shell_has_at_most_70_lines(self):
        self.assertEqual(broken("function", "a.py", "def a():\n" + "    b()\n" * 70), [(1, 71)])
        self.assertEqual(broken("function", "a.sh", "a() {\n" + "    b\n" * 70 + "}\nb() {\n}\n"), [(1, 72)])


class Values(unittest.TestCase):
    """What changes a value, and what a pure target reads."""

    def doors(self, text, path="Sources/OvationRules/Room+New.swift"):
        return [line for line, _ in broken("door", path, text)]

    def test_only_handle_changes_a_room_from_outside(self):
        inside = ("mutating func a() {}", "public mutating func handle(_ a: Int) {}", "public func a() {}", "public let a: Int",
                  "public internal(set) var a = 1", "public private(set) var a: Int", "public var a: Int { 1 }",
                  "public var a: Int {\n get { 1 }\n }", "var a = 1", "public subscript(a: Int) -> Int { a }")
        for declared in inside:
            for head in ("extension Room {", "public struct Room: Sendable {"):
                self.assertEqual(self.doors(head + "\n    " + declared + "\n}\n"), [], declared)
        outside = ("public mutating func a() {}", "package mutating func a() {}", "mutating public func a() {}", "public var a = 1",
                   "public var a: Int", "package var a: Int { get { 1 } set {} }", "public var a = 1 { didSet {} }",
                   "public subscript(a: Int) -> Int { get { a } set {} }", "func a(_ room: inout Room) {}")
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


class Words(unittest.TestCase):
    def test_a_promise_to_the_compiler_says_why_it_is_sound(self):
        self.assertEqual(broken("sendable", "a.swift", "/// A box.\nfinal class A: @unchecked Sendable {}\n"), [(2, 1)])
        said = "/// Sound as `Sendable` because nothing changes.\n@frozen\npublic final class A:\n    B, @unchecked Sendable {}\n"
        self.assertEqual(broken("sendable", "a.swift", said), [])
        self.assertEqual(broken("sendable", "a.swift", "struct A {\n\n    nonisolated(unsafe) var a = 1\n}\n"), [(3, 1)])

    def test_a_task_that_nobody_waits_for_is_found(self):
        for text in ("Task { }", "Task.detached { }", "Task(priority: .low) { }", "Task<Void, Never> { }", "let a = Task(on: b) {\n}"):
            self.assertEqual(broken("task", "a.swift", text), [(1, 1)], text)
        for text in ("// Task { }", '"Task { }"', "func a(_: Task<Int, Never>) { }", "LoadTask { }", "group.addTask { }"):
            self.assertEqual(broken("task", "a.swift", text), [], text)

    def test_an_end_to_end_test_that_takes_json_apart_is_found(self):
        text = 'let a = reply["ok"] as? [String: Any] // as? [String: Any]\nlet b = c as! [ String:Any ]\nlet d = e as? [String: Int]\n'
        self.assertEqual(broken("cast", "Tests/EndToEndTests/a.swift", text), [(1, 1), (2, 1)])
        self.assertEqual(broken("cast", "Tests/OvationServerTests/a.swift", text), [])

    def test_a_word_that_is_not_wanted_is_found_wherever_it_is_read(self):
        word = next(iter(tidy.WORDS))
        for path, text in (("a.swift", f"/// {word.title()} comes."), ("a.swift", f"func `{word} comes`()"), ("a.css", f"/* {word} */"),
                           ("a.js", f'test("{word}")'), ("a.py", f"# {word}"), ("a.py", f'"""{word}"""'), ("a.sh", f"  # {word}")):
            self.assertEqual(broken("word", path, text), [(1, 1)], text)
        self.assertEqual(broken("word", "a.py", f"a = '{word}'"), [])


class Unused(unittest.TestCase):
    def test_what_is_private_is_named_again(self):
        text = "private func a() {}\n// a\nfileprivate static let b = 1\nprivate var c = b\nf(c)"
        self.assertEqual(broken("unused", "a.swift", text), [(1, 1)])
        self.assertEqual(broken("unused", "a.swift", 'private let a = 1\nf("\\(a)")\n'), [])
        text = "function a() {}\nclass B {\n  #c = 1;\n  d() { return `${this.#c}`; }\n}\nnew B();"
        self.assertEqual(broken("unused", "a.js", text), [(1, 1)])
        self.assertEqual(broken("unused", "a.js", "class B {\n  #c() {}\n}\nnew B();"), [(2, 1)])

    def test_what_is_imported_is_used(self):
        self.assertEqual(broken("unused", "a.py", "import os, sys\nsys.exit()\n"), [(1, 1)])
        self.assertEqual(broken("unused", "a.js", 'import { a, b as c } from "./b.js";\na();\n'), [(1, 1)])

    def test_what_a_script_of_the_page_exports_is_imported(self):
        text = "export function alone() {}\nexport const shared = alone;\n"
        self.assertEqual(broken("unused", "Web/a.js", text), [(1, 1), (2, 1)])
        importing = ("Web/b.js", 'import { shared } from "./a.js";\nshared();')
        self.assertEqual(broken("unused", "Web/a.js", text, importing), [(1, 1)])

    def test_a_method_of_the_page_that_no_script_names_is_found(self):
        text = "class A {\n  get alone() {\n  }\n  named(a = {}) {\n  }\n  connectedCallback() {\n  }\n}\nnew A().named();"
        self.assertEqual(broken("unused", "Web/a.js", text), [(2, 1)])
        self.assertEqual(broken("unused", "Web/a.js", text, ("Tests/web/a.test.mjs", "a.alone;")), [])

    def test_a_class_that_nothing_has_is_found(self):
        text = ".there .gone { gap: 0.5em; }\n/* .old {} */\n.toast--bad:hover, .there--not {\n}\n"
        script = ("Web/a.js", 'h("p", { class: `there toast--${tone}` });')
        self.assertEqual(broken("unused", "Web/a.css", text, script), [(1, 1), (3, 1)])
        self.assertEqual(broken("unused", "Web/a.css", text, script, ("Web/a.html", "<p class='gone there--not'>")), [])

    def test_a_function_that_no_swift_file_names_is_found(self):
        text = "func a() {}\npublic func b() {}\n@Test func c() {}\n"
        self.assertEqual(broken("unused", "a.swift", text), [(1, 1)])
        self.assertEqual(broken("unused", "a.swift", text, ("b.swift", "a()")), [])


class Exceptions(unittest.TestCase):
    finding = tidy.Finding("file", "a/b.css", 1, 500, "500 lines")
    lines = [tidy.Finding("line", "a/b.css", number, 150, "150 characters") for number in (1, 2)]

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

    def test_an_exception_has_a_reason(self):
        self.assertIn("reason", self.judged([], "file 500 a/b.css")[0])


if __name__ == "__main__":
    unittest.main()
