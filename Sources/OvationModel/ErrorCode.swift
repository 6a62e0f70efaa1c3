/// The number of an error. The list, with names and meanings, is `Protocol/errors.json`.
///
/// A struct over a number rather than an enum, because a newer server may send a number that this build has never heard of,
/// and an app's billing or review may pass through numbers of its own.
public struct ErrorCode: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The number as it travels.
    public let rawValue: Int

    /// Makes a code of any number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    struct Entry {
        let name: String
        let isTemporary: Bool
        let message: String
    }

    /// The name of the code in `errors.json`; `unknown` for a number that is not in the list.
    public var name: String { entry?.name ?? "unknown" }

    /// Whether the same request may succeed later.
    public var isTemporary: Bool { entry?.isTemporary ?? false }

    /// What the code means, in a sentence for the person who reads it.
    public var defaultMessage: String { entry?.message ?? "Error \(rawValue)." }

    /// Name and number.
    public var description: String { "\(name) (\(rawValue))" }
}

/// The number in a WebSocket close frame. Its range says whether a client reconnects.
public struct CloseCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number as it travels, 1000 to 4999.
    public let rawValue: UInt16

    /// Makes a code of any number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// What stands for a connection that was lost without a close frame. Never sent.
    public static let lost = CloseCode(rawValue: 1006)

    /// Whether a client tries again: 3000 to 3499, and 1001, 1006, 1012 and 1013 of the standard ones.
    public var shouldReconnect: Bool {
        switch rawValue {
        case 1001, 1006, 1012, 1013, 3000...3499: true
        default: false
        }
    }

    /// Name and number.
    public var description: String { "\(name ?? "unknown") (\(rawValue))" }
}

/// Why a message that was accepted is not delivered.
public struct DropReason: RawRepresentable, Hashable, Codable, Sendable {
    /// The reason as it travels, for instance `MsgFreqCtrl`.
    public let rawValue: String

    /// Makes a reason of any text.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Why a command was refused: a number for programs and a sentence for people.
public struct Rejection: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The number.
    public var code: ErrorCode
    /// What happened, whose fault it is and what to do.
    public var message: String
    /// After how long the same may succeed; nil where time alone does not help, or nobody knows.
    public var retryAfterMilliseconds: Int64?
    /// Until when what somebody decided holds; nil where it has no end, or nobody decided anything.
    public var until: Timestamp?
    /// Why they decided so, in their words; nil where they gave no reason.
    public var reason: String?

    /// Makes a rejection; without a message it carries the one of the list.
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

    /// Code and message.
    public var description: String { "\(code): \(message)" }
}
