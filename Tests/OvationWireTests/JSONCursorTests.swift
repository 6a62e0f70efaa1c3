import Foundation
import OvationTestKit
import Testing

@testable import OvationJSON
@testable import OvationWire

@Suite struct JSONCursorTests {
    private func isDocument(_ text: String) -> Bool { isDocument(Array(text.utf8)) }

    private func isDocument(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes(JSONCursor.isDocument) }

    @Test(arguments: [
        "{}", "[]", " { \"a\" : [ 1 , 2.5e-3 , -0 ] } \n", "\"\"", "0", "-1", "10.25E+2", "true", "false", "null",
        #""\"\\\/\b\f\n\r\t\u00e9\uD83D\ude00""#, "\"é😀\u{10FFFF}\u{7F}\"", "[[],{},[{}]]", "{\"a\":1,\"a\":2}",
    ])
    func `JSON that RFC 8259 allows is accepted`(text: String) {
        #expect(isDocument(text))
    }

    @Test(arguments: [
        "", " ", "{", "}", "[", "]", "{]", "[}", "[1", "[1,", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
        "{a:1}",
        "{1:1}", "{\"a\" 1}", "[1 2]", "1 2", "{}x", "{}{}", "01", "-", "-a", "1.", ".5", "1e", "1e+", "+1", "0x1",
        "NaN",
        "Infinity", "tru", "True", "nul", "'a'", "\"", "\"a", "\"\\", "\"\\\"", #""\q""#, #""\u12""#, #""\u12g4""#,
        #""\ud800""#, #""\udc00""#, #""\ud800\u0041""#, #""\ud800x""#, "\"\u{1}\"", "\"a\nb\"", "\u{FEFF}{}", "/**/1",
    ])
    func `text that RFC 8259 does not allow is refused`(text: String) {
        #expect(!isDocument(text))
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0xC3], [0xFF],
        ] as [[UInt8]])
    func `text that is not UTF-8 is refused`(bytes: [UInt8]) {
        #expect(!isDocument([0x22] + bytes + [0x22]))
    }

    @Test func `arrays and objects may be nested 64 levels deep and no deeper`() {
        #expect(isDocument(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)))
        #expect(!isDocument(String(repeating: "[", count: 65) + String(repeating: "]", count: 65)))
        #expect(isDocument(String(repeating: "{\"a\":[", count: 32) + String(repeating: "]}", count: 32)))
        #expect(!isDocument(String(repeating: "[", count: 100_000)))
    }

    /// Marks above and below a letter in turn, as text and as escapes. Foundation and the standard library sort them by insertion.
    private static func marks(_ count: Int) -> [String] {
        [
            String(repeating: "\u{301}\u{316}", count: count / 2),
            String(repeating: #"\u0301\u0316"#, count: count / 2),
            String(repeating: "\u{1D165}\u{1D16D}", count: count / 2),
            String(repeating: #"\ud834\udd65\ud834\udd6d"#, count: count / 2),
            // One character stands for two marks, although Unicode does not class it as a mark.
            String(repeating: "\u{F73}\u{F75}", count: count / 2),
        ]
    }

    @Test func `a letter may carry 256 marks and no more, in keys and in strings`() {
        for marks in Self.marks(256) {
            #expect(isDocument("{\"a\(marks)\":\"b\(marks)c\(marks)\",\"\(marks)\":0}"))
            for mark in ["\u{301}", #"\u0301"#] {
                #expect(!isDocument("{\"a\(marks)\(mark)\":0}"))
                #expect(!isDocument("[\"a\(mark)\(marks)\"]"))
            }
        }
        for letter in ["a", "é", "傻", "가", "😀", "\u{200D}", #"\n"#, #"\u0061"#, #"\ud83d\ude00"#, "e\u{301}"] {
            #expect(isDocument("\"" + String(repeating: letter, count: 5_000) + "\""), "\(letter)")
        }
    }

    @Test func `every character that takes part in sorting counts as a mark`() {
        // These characters decompose into text that begins with a mark. Foundation has its own tables for that.
        for value in UInt32(0x80)...0x1_FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let first = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first
            let isMark = first?.properties.canonicalCombiningClass ?? .notReordered != .notReordered
            #expect(JSONCursor.isMark(value) == isMark, "U+\(String(value, radix: 16))")
        }
    }

    @Test func `a frame with endless marks is refused before anything compares its texts`() {
        let marks = String(repeating: "\u{301}\u{316}", count: 10_000)
        for frame in [
            "{\"id\":1,\"op\":\"audience.list\",\"a\(marks)\":0}", "{\"id\":1,\"op\":\"a\(marks)\"}",
            "{\"id\":1,\"op\":\"board.list\",\"data\":{\"kind\":\"s\(marks)\",\"period\":\"day\"}}",
        ] {
            guard case .failure(let failure) = CommandFrame.decode(Data(frame.utf8)) else {
                Issue.record("the frame was accepted")
                continue
            }
            #expect(failure.isMalformed)
        }
    }

    @Test func `a deeply nested document is refused as malformed before Foundation reads it`() {
        let frame = #"{"id":1,"op":"session.ping","data":"# + String(repeating: "[", count: 60_000)
        guard case .failure(let failure) = CommandFrame.decode(Data(frame.utf8)) else {
            Issue.record("the document was accepted as a command")
            return
        }
        #expect(failure.isMalformed)
    }

    /// Accepts any JSON, with any numbers.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) throws {
            if var list = try? decoder.unkeyedContainer() {
                while !list.isAtEnd { _ = try list.decode(Anything.self) }
            } else if let object = try? decoder.container(keyedBy: Key.self) {
                for key in object.allKeys { _ = try object.decode(Anything.self, forKey: key) }
            } else if let value = try? decoder.singleValueContainer(), !value.decodeNil() {
                _ = try? value.decode(String.self)
            }
        }

        private struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
    }

    @Test func `Foundation reads every random document that the cursor accepts`() throws {
        var random = SeededGenerator.printed()
        let sample = Array(
            #"{"a":12,"b":"h\u00e9\ud83d\ude00 é\n","c":{"k":[1.5,-2e3,null]},"d":[{"a":true},{"b":"\\"}]}"#.utf8)
        let alphabet = Array("{}[]\",:\\u0123eE+-.tfn \r\n\t/*".utf8) + [0, 0x1F, 0x80, 0xC3, 0xA9, 0xED, 0xF0, 0xFF]
        var passed = 0
        for _ in 0..<20_000 {
            var bytes = sample
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                let byte = alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = byte
                case 1: bytes.insert(byte, at: place)
                default: bytes.remove(at: place)
                }
            }
            guard isDocument(bytes) else { continue }
            passed += 1
            #expect(throws: Never.self) { try JSONDecoder().decode(Anything.self, from: Data(bytes)) }
        }
        #expect(passed > 100)
    }
}
