import Foundation
public import OvationModel

/// The name of a room event on the wire.
public enum RoomEventName: String, CaseIterable, Codable, Sendable {
    /// A message was sent.
    case barrageSent = "barrage.sent"
    /// A message was deleted.
    case barrageDeleted = "barrage.deleted"
    /// Other messages are pinned than before.
    case barragePinned = "barrage.pinned"
    /// A gift was charged.
    case giftReceived = "gift.received"
    /// Likes arrived. They are gathered into one event.
    case likeReceived = "like.received"
    /// A viewer entered.
    case audienceJoined = "audience.joined"
    /// A viewer left.
    case audienceLeft = "audience.left"
    /// The owner entered.
    case ownerJoined = "owner.joined"
    /// The owner left.
    case ownerLeft = "owner.left"
    /// The counters changed. Changes are gathered into one event.
    case audienceCounted = "audience.counted"
    /// A user was muted or unmuted.
    case audienceMuted = "audience.muted"
    /// A user was removed.
    case audienceKicked = "audience.kicked"
    /// A user was banned or unbanned.
    case audienceBanned = "audience.banned"
    /// A user became an administrator of the live, or is no longer one.
    case audienceAppointed = "audience.appointed"
    /// Settings changed.
    case roomUpdated = "room.updated"
    /// The live is over.
    case roomEnded = "room.ended"
    /// Everything that an entering viewer needs.
    case roomSnapshot = "room.snapshot"
    /// Messages were skipped for this connection.
    case roomSkipped = "room.skipped"
    /// Combos of gifts ended.
    case comboEnded = "combo.ended"
    /// The top rows of the live's board changed.
    case boardChanged = "board.changed"
    /// Messages of a topic, for its subscribers.
    case topicPublished = "pubsub.published"
    /// The picture began, stopped or was interrupted.
    case mediaChanged = "media.changed"
    /// Seats changed.
    case seatChanged = "seat.changed"
    /// A viewer applied for a seat, or was invited to one.
    case seatRequested = "seat.requested"
    /// An application or an invitation ended.
    case seatRequestEnded = "seat.requestEnded"
    /// The lives that the live is joined with changed.
    case coHostChanged = "cohost.changed"
    /// A live asks another one for a link.
    case coHostRequested = "cohost.requested"
    /// A request for a link ended.
    case coHostRequestEnded = "cohost.requestEnded"
    /// A battle began, a host left it, or it ended.
    case battleChanged = "battle.changed"
    /// The scores of a battle changed.
    case battleScored = "battle.scored"
    /// A host asks another one for a battle.
    case battleRequested = "battle.requested"
    /// A request for a battle ended.
    case battleRequestEnded = "battle.requestEnded"
    /// A user in a seat sent something to another.
    case seatSignalled = "seat.signalled"

    /// Decodes the content of an event of this name.
    ///
    /// The closure decodes the type that it is given, from any source.
    func decode(_ content: (any Decodable.Type) throws -> any Decodable) throws -> RoomEvent {
        func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
            guard let value = try content(type) as? Value else {
                throw DecodingError.typeMismatch(type, .init(codingPath: [], debugDescription: "wrong content"))
            }
            return value
        }
        switch self {
        case .barrageSent: return .barrageSent(try read(Barrage.self))
        case .barrageDeleted: return .barrageDeleted(try read(BarrageDeleted.self))
        case .barragePinned: return .barragePinned(try read(BarragePinned.self))
        case .giftReceived: return .giftReceived(try read(GiftReceived.self))
        case .likeReceived: return .likeReceived(try read(LikeReceived.self))
        case .audienceJoined: return .audienceJoined(try read(AudienceJoined.self))
        case .audienceLeft: return .audienceLeft(try read(AudienceLeft.self))
        case .ownerJoined: return .ownerJoined(try read(OwnerJoined.self))
        case .ownerLeft: return .ownerLeft(try read(OwnerLeft.self))
        case .audienceCounted: return .audienceCounted(try read(AudienceCounted.self))
        case .audienceMuted: return .audienceMuted(try read(AudienceMuted.self))
        case .audienceKicked: return .audienceKicked(try read(AudienceKicked.self))
        case .audienceBanned: return .audienceBanned(try read(AudienceBanned.self))
        case .audienceAppointed: return .audienceAppointed(try read(AudienceAppointed.self))
        case .roomUpdated: return .roomUpdated(try read(RoomUpdated.self))
        case .roomEnded: return .roomEnded(try read(RoomEnded.self))
        case .roomSnapshot: return .roomSnapshot(try read(RoomSnapshot.self))
        case .roomSkipped: return .roomSkipped(try read(RoomSkipped.self))
        case .comboEnded: return .comboEnded(try read(ComboEnded.self))
        case .boardChanged: return .boardChanged(try read(BoardChanged.self))
        case .topicPublished: return .topicPublished(try read(TopicPublished.self))
        case .mediaChanged: return .mediaChanged(try read(MediaChanged.self))
        case .seatChanged: return .seatChanged(try read(SeatChanged.self))
        case .seatRequested: return .seatRequested(try read(SeatRequest.self))
        case .seatRequestEnded: return .seatRequestEnded(try read(SeatRequestEnded.self))
        case .coHostChanged: return .coHostChanged(try read(CoHostChanged.self))
        case .coHostRequested: return .coHostRequested(try read(CoHostRequest.self))
        case .coHostRequestEnded: return .coHostRequestEnded(try read(CoHostRequestEnded.self))
        case .battleChanged: return .battleChanged(try read(BattleChanged.self))
        case .battleScored: return .battleScored(try read(BattleScored.self))
        case .battleRequested: return .battleRequested(try read(BattleRequested.self))
        case .battleRequestEnded: return .battleRequestEnded(try read(BattleRequestEnded.self))
        case .seatSignalled: return .seatSignalled(try read(SeatSignalled.self))
        }
    }
}

extension RoomEvent {
    /// The name of the event on the wire.
    public var name: RoomEventName {
        switch self {
        case .barrageSent: .barrageSent
        case .barrageDeleted: .barrageDeleted
        case .barragePinned: .barragePinned
        case .giftReceived: .giftReceived
        case .likeReceived: .likeReceived
        case .audienceJoined: .audienceJoined
        case .audienceLeft: .audienceLeft
        case .ownerJoined: .ownerJoined
        case .ownerLeft: .ownerLeft
        case .audienceCounted: .audienceCounted
        case .audienceMuted: .audienceMuted
        case .audienceKicked: .audienceKicked
        case .audienceBanned: .audienceBanned
        case .audienceAppointed: .audienceAppointed
        case .roomUpdated: .roomUpdated
        case .roomEnded: .roomEnded
        case .roomSnapshot: .roomSnapshot
        case .roomSkipped: .roomSkipped
        case .comboEnded: .comboEnded
        case .boardChanged: .boardChanged
        case .topicPublished: .topicPublished
        case .mediaChanged: .mediaChanged
        case .seatChanged: .seatChanged
        case .seatRequested: .seatRequested
        case .seatRequestEnded: .seatRequestEnded
        case .coHostChanged: .coHostChanged
        case .coHostRequested: .coHostRequested
        case .coHostRequestEnded: .coHostRequestEnded
        case .battleChanged: .battleChanged
        case .battleScored: .battleScored
        case .battleRequested: .battleRequested
        case .battleRequestEnded: .battleRequestEnded
        case .seatSignalled: .seatSignalled
        }
    }

    /// The content of the event as JSON.
    public var encodedData: [UInt8] {
        switch self {
        case .barrageSent(let data): data.json
        case .barrageDeleted(let data): WireJSON.bytes(data)
        case .barragePinned(let data): WireJSON.bytes(data)
        case .giftReceived(let data): data.json
        case .likeReceived(let data): WireJSON.bytes(data)
        case .audienceJoined(let data): WireJSON.bytes(data)
        case .audienceLeft(let data): WireJSON.bytes(data)
        case .ownerJoined(let data): WireJSON.bytes(data)
        case .ownerLeft(let data): WireJSON.bytes(data)
        case .audienceCounted(let data): WireJSON.bytes(data)
        case .audienceMuted(let data): WireJSON.bytes(data)
        case .audienceKicked(let data): WireJSON.bytes(data)
        case .audienceBanned(let data): WireJSON.bytes(data)
        case .audienceAppointed(let data): WireJSON.bytes(data)
        case .roomUpdated(let data): WireJSON.bytes(data)
        case .roomEnded(let data): WireJSON.bytes(data)
        case .roomSnapshot(let data): WireJSON.bytes(data)
        case .roomSkipped(let data): WireJSON.bytes(data)
        case .comboEnded(let data): WireJSON.bytes(data)
        case .boardChanged(let data): WireJSON.bytes(data)
        case .topicPublished(let data): WireJSON.bytes(data)
        case .mediaChanged(let data): WireJSON.bytes(data)
        case .seatChanged(let data): data.json
        case .seatRequested(let data): WireJSON.bytes(data)
        case .seatRequestEnded(let data): WireJSON.bytes(data)
        case .coHostChanged(let data): WireJSON.bytes(data)
        case .coHostRequested(let data): WireJSON.bytes(data)
        case .coHostRequestEnded(let data): WireJSON.bytes(data)
        case .battleChanged(let data): WireJSON.bytes(data)
        case .battleScored(let data): WireJSON.bytes(data)
        case .battleRequested(let data): WireJSON.bytes(data)
        case .battleRequestEnded(let data): WireJSON.bytes(data)
        case .seatSignalled(let data): WireJSON.bytes(data)
        }
    }

    /// Decodes the content of an event, as it is stored.
    ///
    /// - Throws: `DecodingError` if the content does not match the event.
    public static func decode(_ name: RoomEventName, data: [UInt8]) throws -> RoomEvent {
        try name.decode { try WireJSON.decode($0, from: Data(data)) }
    }
}

extension Barrage {
    /// The message as JSON. It is written by hand because it is the most frequent event. Tests compare it with the output of `Codable`.
    var json: [UInt8] {
        var json = JSONBytes(capacity: 192)
        switch kind {
        case .custom(let businessID, let data):
            json.append("{\"businessID\":")
            json.appendQuoted(businessID)
            json.append(",\"data\":")
            json.appendQuoted(data)
            json.append(",\"sender\":")
            json.append(sender)
        case .text(let text, let extensionInfo):
            json.append("{")
            if !extensionInfo.isEmpty {
                json.append("\"extensionInfo\":")
                json.bytes += WireJSON.bytes(extensionInfo)
                json.append(",")
            }
            json.append("\"sender\":")
            json.append(sender)
            json.append(",\"text\":")
            json.appendQuoted(text)
        }
        json.append("}")
        return json.bytes
    }
}
