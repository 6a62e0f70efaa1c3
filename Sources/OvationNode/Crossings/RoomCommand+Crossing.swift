import OvationModel
import OvationRules
import SwiftProtobuf

extension RoomCommand {
    /// The command in the form in which it crosses.
    var form: CrossedCommand {
        var form = CrossedCommand()
        form.kind =
            switch self {
            case .enter(let session): .enter(session.rawValue)
            case .leave(let session): .leave(session.rawValue)
            case .profileChanged: .profileChanged(CrossedNothing())
            case .update(let settings): .updateJson(CrossingJSON.bytes(settings))
            case .changeMetadata(let set, let delete):
                .changeMetadata(
                    .with {
                        $0.set = [CrossedPair](set)
                        $0.delete = delete
                    })
            case .kick(let users, let reason):
                .kick(
                    .with {
                        $0.users = users.map(\.rawValue)
                        $0.reason = reason
                    })
            case .mute(let users, let muted, let seconds, let reason):
                .mute(CrossedSanction(users, begins: muted, seconds: seconds, reason: reason))
            case .ban(let users, let banned, let seconds, let reason):
                .ban(CrossedSanction(users, begins: banned, seconds: seconds, reason: reason))
            case .appoint(let users, let isAdmin):
                .appoint(
                    .with {
                        $0.users = users.map(\.rawValue)
                        $0.isAdmin = isAdmin
                    })
            case .barrage(let kind): .barrage(CrossedBarrageKind(kind))
            case .gift(let orderID, let giftID, let gift, let count, let receivers):
                .gift(
                    .with {
                        $0.order = orderID.rawValue
                        $0.giftID = giftID.rawValue
                        if let gift { $0.gift = CrossedGift(gift) }
                        $0.count = Int64(count)
                        $0.to = receivers.map(\.rawValue)
                    })
            case .like(let count): .like(Int64(count))
            case .publish(let draft): .publish(CrossedTopicDraft(draft))
            case .end(let message): .end(message)
            case .message(let kind): .message(CrossedBarrageKind(kind))
            case .addRobots(let robots): .addRobots(.with { $0.users = robots.map(CrossedUser.init) })
            case .removeRobots(let robots): .removeRobots(CrossedUserIDs(robots))
            case .seat(let command): .seatJson(CrossingJSON.bytes(command))
            case .coHost(let command): .coHostJson(CrossingJSON.bytes(command))
            case .edit(let edit): .editJson(CrossingJSON.bytes(edit))
            }
        return form
    }

    /// Reads the form.
    init(_ form: CrossedCommand) throws(CrossingFault) {
        switch form.kind {
        case .enter(let session): self = .enter(try SessionID(crossed: session))
        case .leave(let session): self = .leave(try SessionID(crossed: session))
        case .profileChanged: self = .profileChanged
        case .updateJson(let settings): self = .update(try CrossingJSON.decoded(settings, "settings"))
        case .changeMetadata(let change):
            self = .changeMetadata(set: try change.set.decoded("metadata"), delete: change.delete)
        case .kick(let kick):
            self = .kick(try kick.users.map(UserID.init(crossed:)), reason: kick.reason)
        case .mute(let mute):
            self = .mute(
                try mute.userIDs(), muted: mute.begins, seconds: mute.hasSeconds ? mute.seconds : nil,
                reason: mute.reason)
        case .ban(let ban):
            self = .ban(
                try ban.userIDs(), banned: ban.begins, seconds: ban.hasSeconds ? ban.seconds : nil, reason: ban.reason)
        case .appoint(let wish):
            self = .appoint(try wish.users.map(UserID.init(crossed:)), isAdmin: wish.isAdmin)
        case .barrage(let kind): self = .barrage(try kind.decoded())
        case .gift(let order):
            self = .gift(
                try OrderID(crossed: order.order), giftID: try GiftID(crossed: order.giftID),
                gift: order.hasGift ? try order.gift.decoded() : nil, count: Int(order.count),
                to: try order.to.map(UserID.init(crossed:)))
        case .like(let count): self = .like(Int(count))
        case .publish(let draft): self = .publish(try draft.decoded())
        case .end(let message): self = .end(message: message)
        case .message(let kind): self = .message(try kind.decoded())
        case .addRobots(let robots): self = .addRobots(try robots.decoded())
        case .removeRobots(let robots): self = .removeRobots(try robots.decoded())
        case .seatJson(let command): self = .seat(try CrossingJSON.decoded(command, "a command about seats"))
        case .coHostJson(let command): self = .coHost(try CrossingJSON.decoded(command, "a command about other lives"))
        case .editJson(let edit): self = .edit(try CrossingJSON.decoded(edit, "an edit of a message"))
        case nil: throw .unknownCase("command")
        }
    }
}

extension CrossedUsers {
    func decoded() throws(CrossingFault) -> [UserInfo] {
        try users.map { user throws(CrossingFault) in try user.decoded() }
    }
}

extension CrossedSanction {
    init(_ users: [UserID], begins: Bool, seconds: Int64?, reason: String) {
        self.init()
        self.users = users.map(\.rawValue)
        self.begins = begins
        if let seconds { self.seconds = seconds }
        self.reason = reason
    }

    func userIDs() throws(CrossingFault) -> [UserID] { try users.map(UserID.init(crossed:)) }
}

extension CrossedBarrageKind {
    init(_ kind: Barrage.Kind) {
        self.init()
        self.kind =
            switch kind {
            case .text(let text, let extensionInfo):
                .text(
                    .with {
                        $0.text = text
                        $0.extensionInfo = [CrossedPair](extensionInfo)
                    })
            case .custom(let businessID, let data):
                .custom(
                    .with {
                        $0.businessID = businessID
                        $0.data = data
                    })
            }
    }

    func decoded() throws(CrossingFault) -> Barrage.Kind {
        switch kind {
        case .text(let text): .text(text.text, extensionInfo: try text.extensionInfo.decoded("extensionInfo"))
        case .custom(let custom): .custom(businessID: custom.businessID, data: custom.data)
        case nil: throw .unknownCase("barrage")
        }
    }
}

extension CrossedGift {
    init(_ gift: Gift) {
        self.init()
        id = gift.giftID.rawValue
        name = gift.name
        desc = gift.desc
        iconURL = gift.iconURL
        resourceURL = gift.resourceURL
        level = Int64(gift.level)
        coins = gift.coins.amount
        extensionInfo = [CrossedPair](gift.extensionInfo)
    }

    func decoded() throws(CrossingFault) -> Gift {
        Gift(
            giftID: try GiftID(crossed: id), name: name, desc: desc, iconURL: iconURL, resourceURL: resourceURL,
            level: Int(level), coins: try Coins(crossed: coins), extensionInfo: try extensionInfo.decoded("a gift"))
    }
}

extension Coins {
    /// Reads an amount.
    init(crossed amount: Int64) throws(CrossingFault) {
        guard let coins = Coins(amount) else { throw .badValue("coins") }
        self = coins
    }
}

extension CrossedTopicDraft {
    init(_ draft: TopicDraft) {
        self.init()
        topic = draft.topic.rawValue
        message = draft.message
        if let payload = draft.payload { self.payload = payload }
        sendOnly = draft.sendOnly.map(\.rawValue)
        isKept = draft.isKept
        count = Int64(draft.count)
    }

    func decoded() throws(CrossingFault) -> TopicDraft {
        TopicDraft(
            topic: try TopicName(crossed: topic), message: message, payload: hasPayload ? payload : nil,
            sendOnly: try sendOnly.map(UserID.init(crossed:)), isKept: isKept, count: Int(count))
    }
}
