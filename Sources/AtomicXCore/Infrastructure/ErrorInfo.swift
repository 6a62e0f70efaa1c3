public import Foundation
import OvationModel

/// Why a call failed: a number for programs and a sentence for people.
///
/// ``code`` is the number that apps of the vendor's SDK know for the same fact, so that their own tables of texts go on working.
/// ``ovationCode`` is the number in `Protocol/ERRORS.md`, which says more where Ovation has a number of its own. A number that is in
/// neither may come from a newer server, or from the app's own billing or review.
public struct ErrorInfo: Error, Sendable, JSONCodable {
    /// The vendor's number for what happened; never 0. -1 where the vendor has none.
    public let code: Int
    /// Ovation's number for what happened, as in `Protocol/ERRORS.md`; never 0.
    public let ovationCode: Int
    /// What happened and what to do, in a sentence.
    public let message: String

    /// Makes an error whose number is the same for both.
    public init(code: Int, message: String) { self.init(code: code, ovationCode: code, message: message) }

    /// Makes an error.
    init(code: Int, ovationCode: Int, message: String) {
        self.code = code
        self.ovationCode = ovationCode
        self.message = message
    }

    /// Makes the error that stands for one of Ovation's.
    init(_ code: ErrorCode, _ message: String) {
        self.init(code: VendorNumbers.number(of: code), ovationCode: code.rawValue, message: message)
    }

    /// The message.
    public var localizedDescription: String { message }
}

// Without these, code that holds an `any Error` would be shown "The operation could not be completed" for a text and 1
// for a number.
extension ErrorInfo: LocalizedError, CustomNSError {
    /// The message.
    public var errorDescription: String? { message }

    /// The domain that the error has as an `NSError`.
    public static var errorDomain: String { "AtomicXCore.ErrorInfo" }

    /// The number.
    public var errorCode: Int { code }

    /// The message, as `NSError` expects it.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
}

// The vendor's JSON has no number of Ovation's, and neither has ours where both are the same.
extension ErrorInfo {
    private enum CodingKeys: String, CodingKey { case code, ovationCode, message }

    /// Reads an error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let code = try container.decode(Int.self, forKey: .code)
        self.init(
            code: code, ovationCode: try container.decodeIfPresent(Int.self, forKey: .ovationCode) ?? code,
            message: try container.decode(String.self, forKey: .message))
    }

    /// Writes the error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        if ovationCode != code { try container.encode(ovationCode, forKey: .ovationCode) }
        try container.encode(message, forKey: .message)
    }
}
