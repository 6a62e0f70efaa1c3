import OvationModel
import OvationNode
import OvationRules
import OvationStorage

extension RESTService {
    /// Profiles of users, under the names of the vendor's chat.
    static let profile = RESTService(rawValue: "profile")
}

extension RESTCommand {
    /// Commands that read and change profiles.
    static let profiles = [getPortrait, setPortrait]

    private static let getPortrait = RESTCommand(
        .profile, "portrait_get", "Reads fields of up to \(RESTBounds.profilesMax) profiles.", effect: .reads
    ) { (request: GetPortrait, call) in
        let users = request.users.withoutRepeats
        try RESTField.list("To_Account", users, countMax: RESTBounds.profilesMax)
        try RESTField.list("TagList", request.tags, countMax: RESTBounds.profileFieldsMax)
        let names = users.compactMap(UserID.init(rawValue:))
        let known = try await call.users(names)
        let profiles = try await call.node.services.storage.profiles(of: names)
        let items = users.map { name -> PortraitAnswer.Item in
            guard let user = UserID(name), known[user] != nil else { return PortraitAnswer.Item(unknown: name) }
            let profile = profiles[user] ?? UserProfile()
            let fields = request.tags.compactMap { tag in
                RESTProfileTag(tag)?.value(in: profile).map { PortraitField(tag: tag, value: $0) }
            }
            return PortraitAnswer.Item(user: name, fields: fields)
        }
        return RESTTop(PortraitAnswer(items: items, failed: items.filter { $0.code != 0 }.map(\.user)))
    }

    private static let setPortrait = RESTCommand(
        .profile, "portrait_set", "Changes fields of a profile. Everybody who sees the user sees the change."
    ) { (request: SetPortrait, call) in
        try RESTField.list("ProfileItem", request.fields, countMax: RESTBounds.profileFieldsMax)
        var change = UserProfile()
        for field in request.fields {
            guard let tag = RESTProfileTag(field.tag) else {
                let tag = field.tag.prefix(RESTBounds.repeatedCharactersMax)
                throw Rejection(
                    .illegalParameter, "\"ProfileItem\" has a tag that this server does not know: \"\(tag)\".")
            }
            try tag.set(field.value, in: &change)
        }
        guard try await call.users([request.user])[request.user] != nil else { throw Rejection(.accountNotImported) }
        if change.customInfo != nil {
            // The storage replaces the app's own fields all at once, so those that the call does not name are sent along.
            let before =
                try await call.node.services.storage.profiles(of: [request.user])[request.user]?.customInfo ?? [:]
            change.customInfo = before.merging(change.customInfo ?? [:]) { $1 }
        }
        try await call.update([(request.user, change)])
        return RESTDone()
    }
}

private struct GetPortrait: Codable, Sendable {
    let users: [String]
    let tags: [String]

    enum CodingKeys: String, CodingKey {
        case users = "To_Account"
        case tags = "TagList"
    }
}

private struct SetPortrait: Codable, Sendable {
    let user: UserID
    let fields: [PortraitField]

    enum CodingKeys: String, CodingKey {
        case user = "From_Account"
        case fields = "ProfileItem"
    }
}

private struct PortraitField: Codable, Sendable {
    let tag: String
    let value: RESTProfileValue

    enum CodingKeys: String, CodingKey {
        case tag = "Tag"
        case value = "Value"
    }
}

private struct PortraitAnswer: Codable, Sendable {
    struct Item: Codable, Sendable {
        let user: String
        let fields: [PortraitField]
        let code: Int
        let info: String

        init(user: String, fields: [PortraitField]) {
            self.user = user
            self.fields = fields
            code = 0
            info = ""
        }

        init(unknown user: String) {
            self.user = user
            fields = []
            code = ErrorCode.accountNotImported.rawValue
            info = ErrorCode.accountNotImported.defaultMessage
        }

        enum CodingKeys: String, CodingKey {
            case user = "To_Account"
            case fields = "ProfileItem"
            case code = "ResultCode"
            case info = "ResultInfo"
        }
    }

    let items: [Item]
    let failed: [String]

    enum CodingKeys: String, CodingKey {
        case items = "UserProfileItem"
        case failed = "Fail_Account"
    }
}
