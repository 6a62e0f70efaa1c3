import Foundation
import OvationModel
import OvationRules

/// The value of a profile's field: a text or a number.
enum RESTProfileValue: Codable, Sendable, Hashable {
    case text(String)
    case number(Int)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        }
    }
}

/// A field of a profile, by its name in the vendor's chat.
enum RESTProfileTag: Hashable, Sendable {
    case nick, image, gender, birthday, selfSignature, allowType, level, role
    /// A field of the app's own.
    case custom(String)

    private static let names: [String: RESTProfileTag] = [
        "Tag_Profile_IM_Nick": .nick, "Tag_Profile_IM_Image": .image, "Tag_Profile_IM_Gender": .gender,
        "Tag_Profile_IM_BirthDay": .birthday, "Tag_Profile_IM_SelfSignature": .selfSignature,
        "Tag_Profile_IM_AllowType": .allowType, "Tag_Profile_IM_Level": .level, "Tag_Profile_IM_Role": .role,
    ]
    private static let customPrefix = "Tag_Profile_Custom_"
    private static let genders = ["Gender_Type_Unknown", "Gender_Type_Male", "Gender_Type_Female"]
    private static let allowTypes = [
        "AllowType_Type_AllowAny", "AllowType_Type_NeedConfirm", "AllowType_Type_DenyAny",
    ]

    init?(_ name: String) {
        if let tag = Self.names[name] {
            self = tag
        } else if name.hasPrefix(Self.customPrefix), name.utf8.count > Self.customPrefix.utf8.count {
            self = .custom(String(name.dropFirst(Self.customPrefix.count)))
        } else {
            return nil
        }
    }

    /// The field of a profile; nil if it was never set.
    func value(in profile: UserProfile) -> RESTProfileValue? {
        switch self {
        case .nick: profile.nickname.map(RESTProfileValue.text)
        case .image: profile.avatarURL.map(RESTProfileValue.text)
        case .gender: profile.gender.flatMap { Self.word($0, Self.genders) }
        case .birthday: profile.birthday.map(RESTProfileValue.number)
        case .selfSignature: profile.selfSignature.map(RESTProfileValue.text)
        case .allowType: profile.allowType.flatMap { Self.word($0, Self.allowTypes) }
        case .level: profile.level.map(RESTProfileValue.number)
        case .role: profile.role.map(RESTProfileValue.number)
        case .custom(let name):
            profile.customInfo?[name].flatMap { Data(base64Encoded: $0) }.map {
                .text(String(decoding: $0, as: UTF8.self))
            }
        }
    }

    /// Sets the field.
    ///
    /// - Throws: `illegalParameter` if the field does not take the value.
    func set(_ value: RESTProfileValue, in profile: inout UserProfile) throws(Rejection) {
        switch self {
        case .nick:
            profile.nickname = try text(value)
            try RESTField.text("Tag_Profile_IM_Nick", profile.nickname, bytesMax: FieldBounds.nicknameBytesMax)
        case .image:
            profile.avatarURL = try text(value)
            try RESTField.text("Tag_Profile_IM_Image", profile.avatarURL, bytesMax: FieldBounds.avatarURLBytesMax)
        case .selfSignature:
            profile.selfSignature = try text(value)
            try RESTField.text(
                "Tag_Profile_IM_SelfSignature", profile.selfSignature, bytesMax: FieldBounds.selfSignatureBytesMax)
        case .gender: profile.gender = try index(value, Self.genders)
        case .allowType: profile.allowType = try index(value, Self.allowTypes)
        case .birthday: profile.birthday = try number(value, "Tag_Profile_IM_BirthDay")
        case .level: profile.level = try number(value, "Tag_Profile_IM_Level")
        case .role: profile.role = try number(value, "Tag_Profile_IM_Role")
        case .custom(let name):
            try RESTField.text("Tag_Profile_Custom_…", name, bytesMax: FieldBounds.profileFieldNameBytesMax)
            let text = try text(value)
            try RESTField.text("Tag_Profile_Custom_\(name)", text, bytesMax: FieldBounds.profileFieldBytesMax)
            profile.customInfo = (profile.customInfo ?? [:]).merging(
                [name: Data(text.utf8).base64EncodedString()]) { $1 }
        }
    }

    private func text(_ value: RESTProfileValue) throws(Rejection) -> String {
        switch (value, self) {
        case (.text(let text), _): return text
        // The app's own fields are kept as texts, so a number becomes its digits.
        case (.number(let number), .custom): return String(number)
        case (.number, _):
            throw Rejection(.illegalParameter, "\"ProfileItem\" has a number where a text belongs.")
        }
    }

    /// Reads a whole number of 32 bits, written as a number or as a text.
    private func number(_ value: RESTProfileValue, _ name: String) throws(Rejection) -> Int {
        let number: Int? =
            switch value {
            case .number(let number): number
            case .text(let text): Int(text)
            }
        let range = RESTBounds.profileNumbers
        guard let number, range.contains(number) else {
            throw Rejection(
                .illegalParameter, "\"\(name)\" is a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    private func index(_ value: RESTProfileValue, _ words: [String]) throws(Rejection) -> Int {
        guard case .text(let word) = value, let index = words.firstIndex(of: word) else {
            throw Rejection(
                .illegalParameter, "\"ProfileItem\" has a value that is none of \(words.joined(separator: ", ")).")
        }
        return index
    }

    private static func word(_ index: Int, _ words: [String]) -> RESTProfileValue? {
        words.indices.contains(index) ? .text(words[index]) : nil
    }
}
