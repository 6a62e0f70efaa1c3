import AtomicXCore
import OvationClient

/// The sender or receiver of a gift.
///
/// It may be used on any thread.
///
/// `@unchecked Sendable` is sound, because a lock guards everything that changes.
public final class TUIGiftUser: Codable, @unchecked Sendable {
    private struct Fields: Codable {
        var userId = ""
        var userName = ""
        var avatarUrl = ""
        var level = ""
    }

    private let fields: Locked<Fields>

    /// The id of the user.
    public var userId: String {
        get { fields.withLock { $0.userId } }
        set { fields.withLock { $0.userId = newValue } }
    }
    /// The displayed name.
    public var userName: String {
        get { fields.withLock { $0.userName } }
        set { fields.withLock { $0.userName = newValue } }
    }
    /// The URL of the avatar; empty if there is none.
    public var avatarUrl: String {
        get { fields.withLock { $0.avatarUrl } }
        set { fields.withLock { $0.avatarUrl = newValue } }
    }
    /// The user's level as text, defined by the app.
    public var level: String {
        get { fields.withLock { $0.level } }
        set { fields.withLock { $0.level = newValue } }
    }

    /// Makes an empty user.
    public init() { fields = Locked(Fields()) }

    /// Makes a user.
    public init(userId: String, userName: String, avatarUrl: String, level: String) {
        fields = Locked(Fields(userId: userId, userName: userName, avatarUrl: avatarUrl, level: level))
    }

    /// Decodes a user.
    public init(from decoder: any Decoder) throws { fields = Locked(try Fields(from: decoder)) }

    /// Encodes the user.
    public func encode(to encoder: any Encoder) throws { try fields.withLock { $0 }.encode(to: encoder) }
}

extension TUIGiftUser {
    /// Makes a user from the server's data, which has no level.
    convenience init(_ user: LiveUserInfo) {
        self.init(userId: user.userID, userName: user.userName, avatarUrl: user.avatarURL, level: "0")
    }
}
