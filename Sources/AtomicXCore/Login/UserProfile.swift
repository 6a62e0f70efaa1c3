public import Foundation
import OvationModel

/// A user's profile. A field that is nil was never set. In a change, such a field stays as it is.
public struct UserProfile: JSONCodable, Sendable {
    /// The user's id.
    public var userID: String
    /// The name that others see, at most 100 bytes.
    public var nickname: String?
    /// The URL of the user's picture, at most 500 bytes.
    public var avatarURL: String?
    /// A short text about the user, at most 500 bytes.
    public var selfSignature: String?
    /// The user's gender.
    public var gender: Gender?
    /// The app's own number for the user's role.
    public var role: UInt32?
    /// The app's own number for the user's level.
    public var level: UInt32?
    /// The birthday as a number, for instance 20000131.
    public var birthday: UInt32?
    /// Who may add the user as a friend.
    public var allowType: AllowType?
    /// The app's own fields: at most 16, each at most 500 bytes.
    public var customInfo: [String: Data]?

    /// Makes a profile whose other fields are not set.
    public init(userID: String, nickname: String? = nil, avatarURL: String? = nil) {
        self.userID = userID
        self.nickname = nickname
        self.avatarURL = avatarURL
    }
}

/// A user's gender.
public enum Gender: Int, CaseIterable, JSONCodable, Sendable {
    /// The user has not said.
    case unknown
    /// Male.
    case male
    /// Female.
    case female
}

/// Who may add a user as a friend.
public enum AllowType: Int, CaseIterable, JSONCodable, Sendable {
    /// Everybody may.
    case allowAny
    /// The user has to confirm each request.
    case needConfirm
    /// Nobody may.
    case denyAny
}

extension UserProfile {
    /// Makes a profile from the server's. A number that does not fit this API counts as not set.
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

    /// The profile in the form that the server expects.
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

    /// Applies every field that a change has set.
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
