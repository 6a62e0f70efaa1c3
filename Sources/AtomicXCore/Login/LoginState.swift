/// The state of the login, with the user's profile.
public struct LoginState: JSONCodable, Sendable {
    /// Whether the user is logged in.
    public var loginStatus: LoginStatus = .unlogin
    /// The profile of the user who is logged in; nil if nobody is.
    public var loginUserInfo: UserProfile?

    /// Makes the state before a login.
    public init() {}
}

/// Whether a user is logged in.
public enum LoginStatus: Int, JSONCodable, Sendable {
    /// Nobody is logged in.
    case unlogin
    /// A user is logged in.
    case logined
}

/// The reason why a login ended without a logout by the app.
public enum LoginEvent: Sendable {
    /// The user logged in on too many other devices.
    case kickedOffline
    /// The UserSig expired. Log in again with a new one.
    case loginExpired
}
