import AtomicXCore

/// Who sends or receives a gift.
///
/// May be used on any thread.
///
/// `@unchecked Sendable`: what changes has a lock.
public final class TUIGiftUser: Codable, @unchecked Sendable {
    private struct Fields: Codable {
        var userId = ""
        var userName = ""
        var avatarUrl = ""
        var level = ""
    }

    private let fields: Locked<Fields>

    /// Who.
    public var userId: String {
        get { fields.withLock { $0.userId } }
        set { fields.withLock { $0.userId = newValue } }
    }
    /// The name that is shown.
    public var userName: String {
        get { fields.withLock { $0.userName } }
        set { fields.withLock { $0.userName = newValue } }
    }
    /// Where the picture is; empty where there is none.
    public var avatarUrl: String {
        get { fields.withLock { $0.avatarUrl } }
        set { fields.withLock { $0.avatarUrl = newValue } }
    }
    /// The app's own level of the user, as text.
    public var level: String {
        get { fields.withLock { $0.level } }
        set { fields.withLock { $0.level = newValue } }
    }

    /// Makes nobody.
    public init() { fields = Locked(Fields()) }

    /// Makes a user.
    public init(userId: String, userName: String, avatarUrl: String, level: String) {
        fields = Locked(Fields(userId: userId, userName: userName, avatarUrl: avatarUrl, level: level))
    }

    /// Reads a user.
    public init(from decoder: any Decoder) throws { fields = Locked(try Fields(from: decoder)) }

    /// Writes the user.
    public func encode(to encoder: any Encoder) throws { try fields.withLock { $0 }.encode(to: encoder) }
}

extension TUIGiftUser {
    /// A user as the server tells them. What the server tells has no level.
    convenience init(_ user: LiveUserInfo) {
        self.init(userId: user.userID, userName: user.userName, avatarUrl: user.avatarURL, level: "0")
    }
}
