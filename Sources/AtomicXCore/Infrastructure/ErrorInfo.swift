public import Foundation

/// Why a call failed: a number for programs and a sentence for people.
///
/// The numbers are listed in `Protocol/ERRORS.md`. A number that is not in the list may come from a newer server, or
/// from the app's own billing or review.
public struct ErrorInfo: Error, Sendable, JSONCodable {
    /// The number; never 0.
    public let code: Int
    /// What happened and what to do, in a sentence.
    public let message: String

    /// Makes an error.
    public init(code: Int, message: String) {
        self.code = code
        self.message = message
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
