import OvationModel

/// Somebody in a meeting.
public final class Participant: Equatable, Sendable {
    /// Who it is.
    public let id: String
    /// What the others see; the id where no name was given.
    public let displayName: String
    /// Whether it is the one who uses this device.
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

    /// Whether two stand for the same person.
    public static func == (lhs: Participant, rhs: Participant) -> Bool { lhs.id == rhs.id }
}
