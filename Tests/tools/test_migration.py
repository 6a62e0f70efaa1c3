"""What scripts/generate-migration makes of a list and a module: each contradiction is found, and what only looks like one is not."""
import sys, unittest

from planted import SCRIPTS, load

sys.path.insert(0, str(SCRIPTS))
import manifest
from built import Failure

LIST = """
# A comment.
class Store
    static func create(liveID: String) -> Store
    var state: Publisher<[String : Int]> { get }
    func send(text: String, completion: Done?)
        since: 4.1
        note: It is sent
            once.
struct Seat: Codable
    no: There are none.
    var index: Int
"""


def symbol(path, declaration, identifier=None):
    return {"pathComponents": path.split("/"), "declarationFragments": [{"spelling": declaration}],
            "identifier": {"precise": identifier or path + declaration}}


HERE = [
    symbol("Store", "final class Store"),
    symbol("Store/create(liveID:)", "static func create(liveID: String) -> Store"),
    symbol("Store/state", "let state: Publisher<[String: Int]>"),
    symbol("Store/send(text:completion:)", "@discardableResult func send(text: String, completion: Done?)"),
    symbol("Store/send(text:)", "func send(text: String) async throws"),
    symbol("Store/own()", "func own()"),
]


class Migration(unittest.TestCase):
    def setUp(self):
        self.script = load("generate-migration")

    def page(self, text=LIST, symbols=HERE, relationships=()):
        page = self.script.Page("Kit", self.script.read_list(text, "members.txt"),
                                {"symbols": symbols, "relationships": list(relationships)})
        return page.text(), page.problems + page.what_is_missing()

    def problem(self, *changed, **others):
        """The one thing that is wrong."""
        text = LIST
        for old, new in changed:
            self.assertIn(old, text)
            text = text.replace(old, new)
        found = self.page(text, **others)[1]
        self.assertEqual(len(found), 1, found)
        return found[0]

    def test_a_page_has_what_is_here_what_is_not_and_what_is_only_here(self):
        text, problems = self.page()
        self.assertEqual(problems, [])
        self.assertIn("Of 6 names of types and members, 4 are here.", text)
        self.assertIn("| ``Store/send(text:completion:)`` (since 4.1) | works | It is sent once. |", text)
        self.assertIn("Each method with a completion exists as an `async` method too", text)
        self.assertIn("There are none.\n\n| Type | Members |\n| --- | --- |\n| `Seat` | `index` |", text)
        self.assertTrue(text.endswith("## Only here\n\n- ``Store/own()``\n"), text)

    def test_a_name_that_went_is_missing_until_there_is_a_reason(self):
        others = [one for one in HERE if "state" not in one["pathComponents"]]
        self.assertEqual("members.txt:5: Kit.Store lacks state", self.problem(symbols=others))
        text = LIST.replace("{ get }", "{ get }\n        no: Apps do without it.")
        self.assertEqual(self.page(text, others)[1], [])

    def test_a_status_is_that_of_the_member_or_of_its_type(self):
        text, problems = self.page(LIST.replace("class Store\n", "class Store\n    status: not yet\n").replace(
            "    var state: Publisher<[String : Int]> { get }\n",
            "    var state: Publisher<[String : Int]> { get }\n        status: on the device only\n"))
        self.assertEqual(problems, [])
        self.assertIn("Class ``Store``: not yet.", text)
        self.assertIn("| ``Store/create(liveID:)`` | not yet |  |", text)
        self.assertIn("| ``Store/state`` | on the device only |  |", text)
        for count in ("*works* (0)", "*on the device only* (1)", "*not yet* (3)"):
            self.assertIn(count, text)

    def test_a_type_with_a_status_is_missing_with_all_its_members(self):
        needed = ("    no: There are none.\n", "    status: not yet\n")
        self.assertEqual("members.txt:10: Kit.Seat is missing, with index", self.problem(needed))
        seat = symbol("Seat", "struct Seat: Codable", "seat")
        conforms = {"kind": "conformsTo", "source": "seat", "target": "c", "targetFallback": "Swift.Codable"}
        self.assertEqual("members.txt:12: Kit.Seat lacks index",
                         self.problem(needed, symbols=[*HERE, seat], relationships=[conforms]))

    def test_a_reason_does_not_excuse_a_name_with_a_status(self):
        found = self.page(LIST.replace("    no: There are none.\n", "    status: not yet\n    no: There are none.\n"))[1]
        self.assertEqual(found, ["members.txt:10: Seat has a status, so apps need it: it may not have `no:`",
                                 "members.txt:10: Kit.Seat is missing, with index"])

    def test_a_superclass_is_a_conformance(self):
        inherits = {"kind": "inheritsFrom", "source": "store", "target": "n", "targetFallback": "Foundation.NSObject"}
        named = ("class Store\n", "class Store: NSObject\n")
        self.assertIn("Store does not conform to NSObject", self.problem(named))
        store = [symbol("Store", "class Store", "store"), *HERE[1:]]
        self.assertEqual(self.page(LIST.replace(*named), store, [inherits])[1], [])

    def test_a_name_that_came_needs_no_reason(self):
        self.assertIn("Seat is here, and `no:` says", self.problem((": Codable", ""), symbols=[
            *HERE, symbol("Seat", "struct Seat"), symbol("Seat/index", "var index: Int")]))

    def test_another_declaration_needs_a_note(self):
        for theirs in ("func create(liveID: String) -> Store", "static func create(liveID: Int) -> Store"):
            self.assertIn("Store.create(liveID:) is declared as",
                          self.problem(("static func create(liveID: String) -> Store", theirs)))
        self.assertIn("Store.state is declared as", self.problem(("[String : Int]> { get }", "[String : Int]>")))

    def test_a_protocol_that_a_type_lost_needs_a_note(self):
        seat = [*HERE, symbol("Seat", "struct Seat", "seat"), symbol("Seat/index", "var index: Int")]
        conforms = {"kind": "conformsTo", "source": "seat", "target": "c", "targetFallback": "Swift.Codable"}
        without = ("    no: There are none.\n", "")
        self.assertIn("Seat does not conform to Codable", self.problem(without, symbols=seat))
        self.assertEqual(self.page(LIST.replace(*without), seat, [conforms])[1], [])

    def test_a_method_without_an_async_twin_is_named(self):
        text, _ = self.page(symbols=[one for one in HERE if one["pathComponents"][-1] != "send(text:)"])
        self.assertIn("but for ``Store/send(text:completion:)``.", text)

    def test_a_name_that_two_symbols_have_is_no_link(self):
        text, _ = self.page(symbols=[*HERE, symbol("Store/create(liveID:)", "static func create(liveID: Int) -> Store")])
        self.assertIn("| `create(liveID:)` | works |  |", text)

    def test_names_have_their_labels(self):
        for declaration, title in {
            "func f<T>(_ a: [String : (Int, Int)], b c: (Int) -> Void, d: Result<Int, E>) where T : E": "f(_:b:d:)",
            "init?(rawValue: Int)": "init(rawValue:)", "case a": "a", "case a(Int, b: String)": "a(_:b:)", "func f()": "f()",
            "@Published var value: State { get set }": "value", "typealias Done<T> = (T) -> Void": "Done",
            "class Publisher<State>": "Publisher", "static let none: A.B": "none",
        }.items():
            self.assertEqual(self.script.title(declaration), title)

    def test_a_line_that_says_nothing_is_found(self):
        for line in ("  odd", "    note: of nothing", "class A\n        since: 1\n        since: 2", "class A\n    status: soon"):
            with self.assertRaises(Failure):
                self.script.read_list(line, "members.txt")

    def test_the_libraries_are_those_of_the_manifest(self):
        libraries = manifest.libraries(manifest.read(SCRIPTS.parent))
        self.assertEqual(libraries["OvationClient"], ["OvationClient", "OvationWire", "OvationModel"])
        self.assertNotIn("ovation", libraries)
