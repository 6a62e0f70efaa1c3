import Foundation
package import OvationMedia
package import OvationModel
import OvationRules
import OvationWire

/// The bodies of callbacks, field by field, as the API defines them. Times are Unix seconds, except `EventTime` in milliseconds.
package enum CallbackBodies {
    /// The account that the API names when only the server acts.
    package static let system = "@TIM#SYSTEM"

    package static func roomCreated(_ info: RoomInfo, by user: UserID, membersMax: Int, at now: Timestamp) -> [String:
        CallbackJSON]
    {
        [
            "Operator_Account": .text(user), "RoomInfo": .object(room(info, membersMax: membersMax)),
            "EventTime": .number(now.milliseconds),
        ]
    }

    package static func roomUpdated(
        _ info: RoomInfo, by operatorAccount: String, membersMax: Int, at now: Timestamp
    ) -> [String: CallbackJSON] {
        [
            "Operator_Account": .text(operatorAccount), "RoomId": .text(info.liveID),
            "RoomInfo": .object(wholeRoom(info, membersMax: membersMax)), "EventTime": .number(now.milliseconds),
        ]
    }

    package static func roomDestroyed(
        _ info: RoomInfo, _ statistics: RoomStatistics, by operatorAccount: String, membersMax: Int, at now: Timestamp
    ) -> [String: CallbackJSON] {
        [
            "Operator_Account": .text(operatorAccount), "RoomId": .text(info.liveID),
            "EventType": .text(operatorAccount == system ? "DestroyBySystem" : "DestroyByUser"),
            "EventTime": .number(now.milliseconds), "RoomInfo": .object(wholeRoom(info, membersMax: membersMax)),
            "Statistic": .object([
                "TotalViewers": .number(statistics.totalViewers), "TotalGiftsSent": .number(statistics.totalGiftsSent),
                "TotalGiftCoins": .number(statistics.totalGiftCoins),
                "TotalUniqueGiftSenders": .number(statistics.totalUniqueGiftSenders),
                "TotalLikesReceived": .number(statistics.totalLikesReceived),
                "TotalMsgCount": .number(statistics.totalMessageSent),
            ]),
        ]
    }

    package static func metadataSet(
        _ metadata: [String: String], in liveID: LiveID, by operatorAccount: String, at now: Timestamp
    ) -> [String: CallbackJSON] {
        let entries = metadata.sorted { $0.key < $1.key }.map { key, value in
            CallbackJSON.object(["Key": .text(key), "Value": .text(value)])
        }
        return [
            "Operator_Account": .text(operatorAccount), "RoomId": .text(liveID), "Metadata": .list(entries),
            "EventTime": .number(now.milliseconds),
        ]
    }

    package static func metadataDeleted(
        _ keys: [String], in liveID: LiveID, by operatorAccount: String, at now: Timestamp
    ) -> [String: CallbackJSON] {
        [
            "Operator_Account": .text(operatorAccount), "RoomId": .text(liveID),
            "Keys": .list(keys.sorted().map { .text($0) }), "EventTime": .number(now.milliseconds),
        ]
    }

    package static func adminChanged(
        _ user: UserID, isAdmin: Bool, in liveID: LiveID, by operatorAccount: String, at now: Timestamp
    ) -> [String: CallbackJSON] {
        [
            "Operator_Account": .text(operatorAccount), "RoomId": .text(liveID),
            "OpType": .text(isAdmin ? "add" : "delete"), "Admin_Account": .ids([user]),
            "EventTime": .number(now.milliseconds),
        ]
    }

    /// Somebody took, left or changed a seat, or a lock changed. The seats are those that changed, as the API lists seats.
    package static func seatsChanged(
        _ event: SeatChanged, in liveID: LiveID, by operatorAccount: String, at now: Timestamp
    ) -> [String: CallbackJSON] {
        let seats = event.seats.map { seat in
            CallbackJSON.object([
                "Index": .number(seat.index), "Member_Account": .text(seat.user?.userID.rawValue ?? ""),
                "IsTakenDisabled": .flag(seat.isLocked), "IsVideoDisabled": .flag(seat.isCameraLocked),
                "IsAudioDisabled": .flag(seat.isMicrophoneLocked),
            ])
        }
        return [
            "Operator_Account": .text(operatorAccount), "RoomId": .text(liveID), "EventType": .text(event.eventType),
            "SeatList": .list(seats), "EventTime": .number(now.milliseconds),
        ]
    }

    package static func membersChanged(
        _ users: [UserID], _ cause: MemberStateCause, in liveID: LiveID, at now: Timestamp
    ) -> [String: CallbackJSON] {
        [
            "RoomId": .text(liveID), "EventType": .text(cause.isOnline ? "Online" : "Offline"),
            "EventCause": .text(cause.rawValue), "MemberList": .members(users), "EventTime": .number(now.milliseconds),
        ]
    }

    package static func giftSent(
        _ gift: GiftReceived, in liveID: LiveID, at now: Timestamp
    ) -> [String: CallbackJSON] {
        let to = gift.to.map { CallbackJSON.text($0.userID) }
        return [
            "Operator_Account": .text(gift.sender.userID), "RoomId": .text(liveID),
            // The same id as in the question before the gift: unique over all senders.
            "OrderId": .text(OrderKey(sender: gift.sender.userID, orderID: gift.orderID).reference),
            "GiftWater": .object([
                "From_Account": .text(gift.sender.userID), "To_Account": .list(to), "Time": .number(now.seconds),
                "GiftId": .text(gift.gift.giftID), "Count": .number(gift.count),
                // The price of one, as in the question before the gift. The total is beside it.
                "Coins": .number(gift.gift.coins.amount),
            ]),
            "TotalCoins": .number(gift.coins.amount), "EventTime": .number(now.milliseconds),
        ]
    }

    static func join(_ user: UserID, _ liveID: LiveID, at now: Timestamp) -> [String: CallbackJSON] {
        [
            "Operator_Account": .text(user), "RoomId": .text(liveID), "Member_Account": .text(user),
            "EventTime": .number(now.milliseconds),
        ]
    }

    /// A message, before and after it is published. `EventTime` is a text here, as on the API's page.
    package static func message(
        _ kind: Barrage.Kind, _ tag: MessageTag, from user: UserID, in liveID: LiveID, at now: Timestamp
    ) -> [String: CallbackJSON] {
        [
            "GroupId": .text(liveID), "Type": .text("Live"), "From_Account": .text(user),
            "Operator_Account": .text(user), "Random": .number(Int64(tag.random)), "MsgId": .text(tag.id),
            "MsgBody": .list([kind.callbackElement]), "CloudCustomData": .text(kind.cloudCustomData),
            "EventTime": .text(String(now.milliseconds)),
        ]
    }

    /// A stored message of a topic.
    package static func published(
        _ message: TopicMessage, to topic: TopicName, in liveID: LiveID, at now: Timestamp
    ) -> [String: CallbackJSON] {
        [
            "RoomId": .text(liveID), "From_Account": .text(message.sender.userID),
            "Operator_Account": .text(message.sender.userID), "Topic": .text(topic),
            "Message": .text(message.message), "Payload": .text(message.payload ?? ""),
            "SendOnly_Account": .ids(message.sendOnly ?? []), "MsgId": .text(String(message.id)),
            "MsgTime": .number(message.at.seconds), "EventTime": .number(now.milliseconds),
        ]
    }

    /// The current picture of a live. Codecs and size are left out if they are unknown.
    package static func picture(_ status: PictureStatus, of liveID: LiveID, at now: Timestamp) -> [String: CallbackJSON]
    {
        var fields: [String: CallbackJSON] = [
            "RoomId": .text(liveID), "Operator_Account": .text(system), "Since": .number(status.since.milliseconds),
            "EventTime": .number(now.milliseconds),
        ]
        if let info = status.info {
            fields["Codecs"] = .text(info.codecs)
            fields["Width"] = .number(info.width)
            fields["Height"] = .number(info.height)
        }
        return fields
    }

    private static func room(_ info: RoomInfo, membersMax: Int) -> [String: CallbackJSON] {
        [
            "RoomId": .text(info.liveID), "RoomName": .text(info.liveName), "RoomType": .text("Live"),
            "Owner_Account": .text(info.liveOwner.userID), "MaxMemberCount": .number(info.maxMemberCount ?? membersMax),
            "IsMessageDisabled": .flag(info.isMessageDisable), "CustomInfo": .text(info.customInfo ?? ""),
            "IsSeatEnabled": .flag(info.isSeatEnabled),
            "TakeSeatMode": .text(info.seatMode == .free ? "FreeToTake" : "ApplyToTake"),
            "MaxSeatCount": .number(info.maxSeatCount), "CreateTime": .number(info.createTime.seconds),
            "IsPublicVisible": .flag(info.isPublicVisible), "CoverURL": .text(info.coverURL),
            "Category": .list(info.categoryList.map { .number($0) }),
        ]
    }

    private static func wholeRoom(_ info: RoomInfo, membersMax: Int) -> [String: CallbackJSON] {
        var fields = room(info, membersMax: membersMax)
        fields["ActivityStatus"] = .number(info.activityStatus)
        fields["ViewCount"] = .number(info.totalViewerCount)
        fields["BackgroundURL"] = .text(info.backgroundURL)
        fields["IsUnlimitedRoomEnabled"] = .flag(info.isUnlimitedRoomEnabled ?? false)
        return fields
    }
}

/// Why a user entered or left a live.
package enum MemberStateCause: String, Codable, Sendable {
    case enter = "Enter"
    case leave = "Leave"
    /// The user was silent for too long.
    case heartbeatInterrupt = "HeartbeatInterrupt"
    /// The user came back after that.
    case heartbeatRecover = "HeartbeatRecover"

    var isOnline: Bool { self == .enter || self == .heartbeatRecover }
}

/// The id of a message for the app's backend, the same before and after it is published.
package struct MessageTag: Hashable, Codable, Sendable {
    package var id: String
    package var random: UInt32

    /// Makes the tag of a message.
    package init(id: String, random: UInt32) {
        self.id = id
        self.random = random
    }
}

extension Barrage.Kind {
    /// The message as an element of the API.
    fileprivate var callbackElement: CallbackJSON {
        switch self {
        case .text(let text, _):
            .object(["MsgType": .text("TIMTextElem"), "MsgContent": .object(["Text": .text(text)])])
        case .custom(let businessID, let data):
            .object([
                "MsgType": .text("TIMCustomElem"),
                "MsgContent": .object(["Data": .text(CallbackCustomData(businessID: businessID, data: data).text)]),
            ])
        }
    }

    /// The data beside a text, as JSON; empty if there is none.
    fileprivate var cloudCustomData: String {
        guard case .text(_, let extensionInfo) = self, !extensionInfo.isEmpty else { return "" }
        return String(decoding: WireJSON.bytes(extensionInfo), as: UTF8.self)
    }

    /// The message with the parts that the backend replaced. A replacement that is not valid is left out.
    func rewritten(by answer: CallbackAnswer) -> Barrage.Kind {
        var kind = self
        if let element = answer.message?.first {
            switch (element.type, kind) {
            case ("TIMTextElem", .text(_, let extensionInfo)):
                if let text = element.content.text { kind = .text(text, extensionInfo: extensionInfo) }
            case ("TIMTextElem", .custom):
                if let text = element.content.text { kind = .text(text, extensionInfo: [:]) }
            case ("TIMCustomElem", _):
                if let custom = element.content.data.flatMap(CallbackCustomData.init) {
                    kind = .custom(businessID: custom.businessID, data: custom.data)
                }
            default: break
            }
        }
        if let customData = answer.customData, case .text(let text, _) = kind {
            if customData.isEmpty {
                kind = .text(text, extensionInfo: [:])
            } else if let fields = try? WireJSON.decode([String: String].self, from: Data(customData.utf8)) {
                kind = .text(text, extensionInfo: fields)
            }
        }
        return kind
    }
}

/// The data of a custom message: `{"BusinessId":"…","Data":"…"}`, as text.
struct CallbackCustomData: Hashable, Codable, Sendable {
    var businessID: String
    var data: String

    private enum CodingKeys: String, CodingKey {
        case businessID = "BusinessId"
        case data = "Data"
    }

    init(businessID: String, data: String) {
        self.businessID = businessID
        self.data = data
    }

    /// Reads the data of a text; nil if it is not valid.
    init?(_ text: String) {
        guard let read = try? WireJSON.decode(Self.self, from: Data(text.utf8)) else { return nil }
        self = read
    }

    var text: String { String(decoding: WireJSON.bytes(self), as: UTF8.self) }
}

extension SeatChanged {
    /// Why the seats changed, in the manner of the API's other names.
    fileprivate var eventType: String {
        switch reason {
        case .taken: "SeatTaken"
        case .left: "SeatLeft"
        case .kicked: "SeatKicked"
        case .moved: "SeatMoved"
        case .locked: "SeatLocked"
        case .devices: "DevicesChanged"
        case .featured: "SeatFeatured"
        case .layout: "LayoutChanged"
        }
    }
}
