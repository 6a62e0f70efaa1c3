public import Foundation
import OvationModel

/// The reason why a call failed, with numbers for programs and a sentence for people.
///
/// ``code`` is the number that apps of the vendor's SDK know for the same error, so that their tables of texts keep working.
/// ``ovationCode`` is the number in `Protocol/ERRORS.md`, which is more precise if Ovation has its own number. A number that is in neither
/// list may come from a newer server, or from the app's own billing or review.
public struct ErrorInfo: Error, Sendable, JSONCodable {
    /// The vendor's number of the error; -1 if the vendor has none. It is never 0.
    public let code: Int
    /// Ovation's number of the error, as in `Protocol/ERRORS.md`. It is never 0.
    public let ovationCode: Int
    /// A sentence that says what happened and what to do.
    public let message: String

    /// Makes an error whose two numbers are the same.
    public init(code: Int, message: String) { self.init(code: code, ovationCode: code, message: message) }

    /// Makes an error.
    init(code: Int, ovationCode: Int, message: String) {
        self.code = code
        self.ovationCode = ovationCode
        self.message = message
    }

    /// Makes an error from one of Ovation's error codes.
    init(_ code: ErrorCode, _ message: String) {
        self.init(code: VendorNumbers.number(of: code), ovationCode: code.rawValue, message: message)
    }

    /// The same as ``message``.
    public var localizedDescription: String { message }
}

// Without these conformances, an `any Error` would have the text "The operation could not be completed" and the number 1.
extension ErrorInfo: LocalizedError, CustomNSError {
    /// The same as ``message``.
    public var errorDescription: String? { message }

    /// The domain that the error has as an `NSError`.
    public static var errorDomain: String { "AtomicXCore.ErrorInfo" }

    /// The same as ``code``.
    public var errorCode: Int { code }

    /// The message, as `NSError` expects it.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
}

// The vendor's JSON has no `ovationCode`. Ours leaves it out if both numbers are the same.
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
