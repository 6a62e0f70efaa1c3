import Foundation
import OvationModel
import Testing

@Suite struct IdentifierTests {
    /// An id type with its type erased.
    struct Kind: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let accepts: @Sendable (String) -> Bool
        let decodes: @Sendable (String) -> Bool

        init<ID: Identifier>(_ type: ID.Type) {
            testDescription = "\(type)"
            accepts = { ID($0)?.rawValue == $0 }
            decodes = { text in
                guard let json = try? JSONEncoder().encode([text]) else { return false }
                return (try? JSONDecoder().decode([ID].self, from: json))?.first?.rawValue == text
            }
        }
    }

    static let tokens: [(Kind, Int)] = [
        (Kind(UserID.self), 32), (Kind(LiveSessionID.self), 64), (Kind(SessionID.self), 64), (Kind(OrderID.self), 64),
    ]

    @Test(arguments: tokens)
    func `a token id is up to its maximum of letters, digits, hyphens and underscores`(_ kind: Kind, _ bytesMax: Int) {
        for text in ["a", "Z", "0", "-", "_", "aZ09-_", String(repeating: "x", count: bytesMax)] {
            #expect(kind.accepts(text) && kind.decodes(text), "\(text)")
        }
        let refused = [
            "", String(repeating: "x", count: bytesMax + 1), "a b", "a/b", "a.b", "a@b", "é", "直播", "a\u{0}", "a\n",
            " a",
            "a:b", "a,b",
        ]
        for text in refused { #expect(!kind.accepts(text) && !kind.decodes(text), "\(text)") }
    }

    @Test func `a live id is 1 to 48 bytes of printable ASCII`() {
        let kind = Kind(LiveID.self)
        for text in ["a", " ", "~", "a b/c?d=é".replacing("é", with: "e"), String(repeating: "x", count: 48)] {
            #expect(kind.accepts(text) && kind.decodes(text), "\(text)")
        }
        for text in ["", String(repeating: "x", count: 49), "é", "直", "a\u{7F}", "a\u{1F}", "a\n"] {
            #expect(!kind.accepts(text) && !kind.decodes(text), "\(text)")
        }
    }

    @Test(arguments: [Kind(GiftID.self), Kind(GiftCategoryID.self)])
    func `ids of gifts and categories are 1 to 20 bytes without control characters`(_ kind: Kind) {
        for text in ["1", "玫瑰", "red rose", String(repeating: "x", count: 20)] {
            #expect(kind.accepts(text) && kind.decodes(text), "\(text)")
        }
        for text in ["", String(repeating: "x", count: 21), "玫瑰玫瑰玫瑰玫", "a\u{0}b", "a\u{7F}", "\t"] {
            #expect(!kind.accepts(text) && !kind.decodes(text), "\(text)")
        }
    }

    @Test func `ids are case-sensitive and ordered by their bytes`() throws {
        let ids = try ["b", "B", "a", "_", "-", "0"].map { try #require(UserID($0)) }
        #expect(ids.sorted().map(\.rawValue) == ["-", "0", "B", "_", "a", "b"])
        #expect(UserID("alice") != UserID("Alice"))
    }

    @Test func `an id that is not a string is refused`() {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([UserID].self, from: Data("[7]".utf8)) }
    }
}
