import Foundation
import OvationJSON
import OvationWire
import Testing

/// JSON of which nobody knows what is in it.
@Suite struct JSONValueTests {
    private static let cases: [(json: String, value: JSONValue)] = [
        ("null", .null), ("true", .truth(true)), ("-9223372036854775808", .whole(.min)), ("1.5", .number(1.5)),
        ("9223372036854775808", .number(9_223_372_036_854_775_808)), (#""1""#, .text("1")), ("[]", .list([])),
        (
            #"{"a":[0,null,{"b":false}],"c":""}"#,
            .object(["a": .list([.whole(0), .null, .object(["b": .truth(false)])]), "c": .text("")])
        ),
    ]

    @Test(arguments: cases.indices) func `a value is read as what it is, and written so that it is read as the same`(
        index: Int
    ) throws {
        let (json, value) = Self.cases[index]
        let read = try WireJSON.decode(JSONValue.self, from: Data(json.utf8))
        #expect(read == value)
        let again = try WireJSON.decode(JSONValue.self, from: Data(WireJSON.bytes(read)))
        #expect(again == value)
    }

    @Test func `what is nested too deep is refused`() {
        let deep = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
        #expect(throws: (any Error).self) { try WireJSON.decode(JSONValue.self, from: Data(deep.utf8)) }
    }
}
