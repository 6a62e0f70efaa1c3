import Foundation
public import OvationModel

/// The name of a room event on the wire.
public enum RoomEventName: String, CaseIterable, Codable, Sendable {
    /// A message was sent.
    case barrageSent = "barrage.sent"
    /// A gift was charged.
    case giftReceived = "gift.received"
    /// Likes came, told together.
    case likeReceived = "like.received"
    /// Somebody entered.
    case audienceJoined = "audience.joined"
    /// Somebody left.
    case audienceLeft = "audience.left"
    /// The counters, told together.
    case audienceCounted = "audience.counted"
    /// Somebody may no longer write, or may again.
    case audienceMuted = "audience.muted"
    /// Somebody was removed.
    case audienceKicked = "audience.kicked"
    /// Somebody was removed for a time, or let back.
    case audienceBanned = "audience.banned"
    /// Somebody became an administrator of the live, or is one no longer.
    case audienceAppointed = "audience.appointed"
    /// Settings changed.
    case roomUpdated = "room.updated"
    /// The live is over.
    case roomEnded = "room.ended"
    /// All that a viewer who enters needs.
    case roomSnapshot = "room.snapshot"
    /// Messages were left out for this connection.
    case roomSkipped = "room.skipped"
    /// Combos of gifts are over.
    case comboEnded = "combo.ended"
    /// The first places of the live's board are others.
    case boardChanged = "board.changed"
    /// Messages of a topic, for those who listen to it.
    case topicPublished = "pubsub.published"
    /// The picture began, stopped or broke off.
    case mediaChanged = "media.changed"

    /// Reads the content of an event of this name.
    ///
    /// The closure decodes the type that it is given, wherever the content is.
    func decode(_ content: (any Decodable.Type) throws -> any Decodable) throws -> RoomEvent {
        func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
            guard let value = try content(type) as? Value else {
                throw DecodingError.typeMismatch(type, .init(codingPath: [], debugDescription: "wrong content"))
            }
            return value
        }
        switch self {
        case .barrageSent: return .barrageSent(try read(Barrage.self))
        case .giftReceived: return .giftReceived(try read(GiftReceived.self))
        case .likeReceived: return .likeReceived(try read(LikeReceived.self))
        case .audienceJoined: return .audienceJoined(try read(AudienceJoined.self))
        case .audienceLeft: return .audienceLeft(try read(AudienceLeft.self))
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
        }
    }
}

extension RoomEvent {
    /// The name on the wire.
    public var name: RoomEventName {
        switch self {
        case .barrageSent: .barrageSent
        case .giftReceived: .giftReceived
        case .likeReceived: .likeReceived
        case .audienceJoined: .audienceJoined
        case .audienceLeft: .audienceLeft
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
        }
    }

    /// The content as JSON.
    public var encodedData: [UInt8] {
        switch self {
        case .barrageSent(let data): data.json
        case .giftReceived(let data): data.json
        case .likeReceived(let data): WireJSON.bytes(data)
        case .audienceJoined(let data): WireJSON.bytes(data)
        case .audienceLeft(let data): WireJSON.bytes(data)
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
        }
    }

    /// Reads the content of an event of a name, as it is stored.
    ///
    /// - Throws: `DecodingError` where the content is not of that event.
    public static func decode(_ name: RoomEventName, data: [UInt8]) throws -> RoomEvent {
        try name.decode { try WireJSON.decode($0, from: Data(data)) }
    }
}

extension Barrage {
    /// Written by hand, because nothing travels more often. Tests compare it with what `Codable` writes.
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
