public import Foundation
import OvationModel

/// What a user says of themselves. A field that is nil was never set; in a change it is left as it is.
public struct UserProfile: JSONCodable, Sendable {
    /// Who.
    public var userID: String
    /// The name that others see, at most 100 bytes.
    public var nickname: String?
    /// Where the picture is, at most 500 bytes.
    public var avatarURL: String?
    /// A line about the user, at most 500 bytes.
    public var selfSignature: String?
    /// The gender.
    public var gender: Gender?
    /// The app's own number for the user's role.
    public var role: UInt32?
    /// The app's own number for the user's level.
    public var level: UInt32?
    /// The birthday as a number, for instance 20000131.
    public var birthday: UInt32?
    /// Who may add the user as a friend.
    public var allowType: AllowType?
    /// The app's own fields, at most 16 of at most 500 bytes.
    public var customInfo: [String: Data]?

    /// Makes a profile of which the rest is not set.
    public init(userID: String, nickname: String? = nil, avatarURL: String? = nil) {
        self.userID = userID
        self.nickname = nickname
        self.avatarURL = avatarURL
    }
}

/// A user's gender.
public enum Gender: Int, CaseIterable, JSONCodable, Sendable {
    /// Not said.
    case unknown
    /// Male.
    case male
    /// Female.
    case female
}

/// Who may add a user as a friend.
public enum AllowType: Int, CaseIterable, JSONCodable, Sendable {
    /// Anybody.
    case allowAny
    /// Only people whom the user confirms.
    case needConfirm
    /// Nobody.
    case denyAny
}

extension UserProfile {
    /// The profile that the server told. A number that this API has no place for is as if not set.
    init(_ profile: OvationModel.UserProfile, of userID: UserID) {
        self.init(userID: userID.rawValue, nickname: profile.nickname, avatarURL: profile.avatarURL)
        selfSignature = profile.selfSignature
        gender = profile.gender.flatMap(Gender.init(rawValue:))
        role = profile.role.flatMap(UInt32.init(exactly:))
        level = profile.level.flatMap(UInt32.init(exactly:))
        birthday = profile.birthday.flatMap(UInt32.init(exactly:))
        allowType = profile.allowType.flatMap(AllowType.init(rawValue:))
        customInfo = profile.customInfo?.compactMapValues { Data(base64Encoded: $0) }
    }

    /// The profile as the server is told it.
    var change: OvationModel.UserProfile {
        var change = OvationModel.UserProfile(nickname: nickname, avatarURL: avatarURL)
        change.selfSignature = selfSignature
        change.gender = gender?.rawValue
        change.role = role.map(Int.init)
        change.level = level.map(Int.init)
        change.birthday = birthday.map(Int.init)
        change.allowType = allowType?.rawValue
        change.customInfo = customInfo?.mapValues { $0.base64EncodedString() }
        return change
    }

    /// Takes over every field that a change has set.
    mutating func apply(_ change: UserProfile) {
        nickname = change.nickname ?? nickname
        avatarURL = change.avatarURL ?? avatarURL
        selfSignature = change.selfSignature ?? selfSignature
        gender = change.gender ?? gender
        role = change.role ?? role
        level = change.level ?? level
        birthday = change.birthday ?? birthday
        allowType = change.allowType ?? allowType
        customInfo = change.customInfo ?? customInfo
    }
}
