/// Whether the user is logged in, and who it is.
public struct LoginState: JSONCodable, Sendable {
    /// Whether the user is logged in.
    public var loginStatus: LoginStatus = .unlogin
    /// Who is; nil when nobody is.
    public var loginUserInfo: UserProfile?

    /// Makes the state before a login.
    public init() {}
}

/// Whether a user is logged in.
public enum LoginStatus: Int, JSONCodable, Sendable {
    /// Nobody is.
    case unlogin
    /// Somebody is.
    case logined
}

/// Why a login ended that the app did not end.
public enum LoginEvent: Sendable {
    /// The user logged in on too many other devices.
    case kickedOffline
    /// The UserSig expired: log in again with a new one.
    case loginExpired
}
