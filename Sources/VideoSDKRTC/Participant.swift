import OvationModel

/// A participant of a meeting.
public final class Participant: Equatable, Sendable {
    /// The participant's id.
    public let id: String
    /// The name that the others see; the id if no name was given.
    public let displayName: String
    /// Whether this participant uses this device.
    public let isLocal: Bool

    init(id: String, displayName: String, isLocal: Bool) {
        self.id = id
        self.displayName = displayName
        self.isLocal = isLocal
    }

    convenience init(_ user: UserInfo, isLocal: Bool = false) {
        self.init(
            id: user.userID.rawValue, displayName: user.userName.isEmpty ? user.userID.rawValue : user.userName,
            isLocal: isLocal)
    }

    /// Whether two participants have the same id.
    public static func == (lhs: Participant, rhs: Participant) -> Bool { lhs.id == rhs.id }
}
