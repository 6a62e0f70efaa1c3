/// An error number. `Protocol/errors.json` lists all numbers with names and meanings.
///
/// It is a struct and not an enum, because a newer server may send numbers that this build does not know. An app's billing or review may
/// also pass on numbers of its own.
public struct ErrorCode: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The number on the wire.
    public let rawValue: Int

    /// Makes a code from any number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    struct Entry {
        let name: String
        let isTemporary: Bool
        let message: String
    }

    /// The name in `errors.json`; `unknown` for a number that is not listed.
    public var name: String { entry?.name ?? "unknown" }

    /// True if the same request may succeed later.
    public var isTemporary: Bool { entry?.isTemporary ?? false }

    /// A sentence that explains the error to people.
    public var defaultMessage: String { entry?.message ?? "Error \(rawValue)." }

    /// The name and the number.
    public var description: String { "\(name) (\(rawValue))" }
}

/// The code of a WebSocket close frame. Its range says whether a client should reconnect.
public struct CloseCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number on the wire, 1000 to 4999.
    public let rawValue: UInt16

    /// Makes a code from any number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The code that stands for a connection lost without a close frame. It is never sent.
    public static let lost = CloseCode(rawValue: 1006)

    /// True if a client should reconnect: for 3000 to 3499, and for 1001, 1006, 1012 and 1013.
    public var shouldReconnect: Bool {
        switch rawValue {
        case 1001, 1006, 1012, 1013, 3000...3499: true
        default: false
        }
    }

    /// The name and the number.
    public var description: String { "\(name ?? "unknown") (\(rawValue))" }
}

/// The reason why an accepted message is not delivered.
public struct DropReason: RawRepresentable, Hashable, Codable, Sendable {
    /// The reason on the wire, such as `MsgFreqCtrl`.
    public let rawValue: String

    /// Makes a reason from any text.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The reason why a command was refused: a number for programs and a sentence for people.
public struct Rejection: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The error number.
    public var code: ErrorCode
    /// What happened, who is responsible and what to do.
    public var message: String
    /// When the same command may succeed, in milliseconds from now; nil if waiting does not help or the time is unknown.
    public var retryAfterMilliseconds: Int64?
    /// When the ban or mute behind the refusal ends; nil if it has no end, or if there is none.
    public var until: Timestamp?
    /// The reason that a moderator gave; nil if there is none.
    public var reason: String?

    /// Makes a rejection. Without a message, it gets the default message of its code.
    public init(
        _ code: ErrorCode, _ message: String? = nil, retryAfterMilliseconds: Int64? = nil, until: Timestamp? = nil,
        reason: String? = nil
    ) {
        self.code = code
        self.message = message ?? code.defaultMessage
        self.retryAfterMilliseconds = retryAfterMilliseconds
        self.until = until
        self.reason = reason
    }

    /// The code and the message.
    public var description: String { "\(code): \(message)" }
}
