import Foundation
import OvationJSON
import OvationWire

/// What the backend answers to a question.
package struct CallbackAnswer: Hashable, Sendable {
    /// 0 for yes; what others mean depends on the question.
    var code: Int
    /// What it says to it.
    var info: String
    /// A message in place of the one that was asked about; nil to leave it as it is.
    var message: [CallbackMessageElement]?
    /// The message's custom data in place of what it had; nil to leave it as it is.
    var customData: String?
    /// Which order it says that it is about; nil where it does not say.
    var orderID: String?
    /// Whether it contradicts itself: a yes that calls itself a failure, or a name that is there twice, of which another reader may take
    /// the other value. Its code is then 1, which is not a yes. Where coins are at stake, it is not a no either.
    var isContradictory: Bool

    /// Reads an answer.
    ///
    /// `ActionStatus` may be missing, because many receivers leave it out. If it is there beside the code 0, it has to say `OK`.
    /// - Throws: `malformed` if the bytes are not an answer.
    init(_ body: [UInt8]) throws(CallbackFailure) {
        guard let scan = body.withUnsafeBytes(AnswerScan.init), let said = scan.code,
            let content = try? WireJSON.decode(Content.self, from: Data(body))
        else { throw .malformed }
        let isOK = content.ActionStatus.map { $0.uppercased() == "OK" } ?? true
        isContradictory = scan.hasDoubledName || (said == 0 && !isOK)
        code = isContradictory ? 1 : said
        info = content.ErrorInfo ?? ""
        message = content.MsgBody
        customData = content.CloudCustomData
        orderID = content.OrderId
    }

    /// Whether it is a yes.
    var isAllowed: Bool { code == 0 }

    // The names on the wire are the API's own.
    private struct Content: Decodable {
        let ActionStatus: String?
        let ErrorInfo: String?
        let MsgBody: [CallbackMessageElement]?
        let CloudCustomData: String?
        let OrderId: String?
    }
}

/// Finds what a decoder does not tell about an answer: names that are there twice, and how its number is written.
private struct AnswerScan {
    /// Whether an object of it has a name twice.
    private(set) var hasDoubledName = false
    /// Its `ErrorCode`; nil if that is missing or not a whole number.
    private(set) var code: Int?

    /// Goes through an answer; nil if it is not JSON.
    init?(_ bytes: UnsafeRawBufferPointer) {
        // Says that it is not nested too deeply, too.
        guard JSONCursor.isDocument(bytes) else { return nil }
        var cursor = JSONCursor(bytes)
        guard walk(&cursor, isTop: true) else { return nil }
    }

    private mutating func walk(_ cursor: inout JSONCursor, isTop: Bool = false) -> Bool {
        if cursor.skip("{") { return walkObject(&cursor, isTop: isTop) }
        guard cursor.skip("[") else { return cursor.skipValue() }
        if cursor.skip("]") { return true }
        repeat {
            guard walk(&cursor) else { return false }
        } while cursor.skip(",")
        return cursor.skip("]")
    }

    private mutating func walkObject(_ cursor: inout JSONCursor, isTop: Bool) -> Bool {
        if cursor.skip("}") { return true }
        var names: Set<String> = []
        repeat {
            guard let text = cursor.text(), let name = Self.content(of: text, cursor.bytes), cursor.skip(":") else {
                return false
            }
            if !names.insert(name).inserted { hasDoubledName = true }
            _ = cursor.peek()
            let start = cursor.index
            guard walk(&cursor) else { return false }
            if isTop, name == "ErrorCode" { code = Self.wholeNumber(cursor.bytes[start..<cursor.index]) }
        } while cursor.skip(",")
        return cursor.skip("}")
    }

    /// A name without its escapes, so that two ways to write it are one name.
    private static func content(of text: JSONCursor.Text, _ bytes: UnsafeRawBufferPointer) -> String? {
        guard text.isEscaped else { return String(decoding: bytes[text.range], as: UTF8.self) }
        let quoted = bytes[text.range.lowerBound - 1..<text.range.upperBound + 1]
        return try? WireJSON.decode(String.self, from: Data(quoted))
    }

    /// The value of digits that have no fraction but zeros. A reader of floating-point numbers would round 1e-400 to 0.
    private static func wholeNumber(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.count <= 2, parts.dropFirst().allSatisfy({ $0.allSatisfy { $0 == "0" } })
        else { return nil }
        return Int(whole)
    }
}

extension CallbackCaller {
    /// Asks, and reads the answer.
    func ask(
        _ callback: Callback, _ settings: CallbackSettings, milliseconds: Int
    ) async throws(CallbackFailure) -> CallbackAnswer {
        try CallbackAnswer(try await post(callback, settings, milliseconds: milliseconds))
    }
}
