public import Foundation
public import OvationModel

/// Where an event stands among the events of its room.
public struct EventPosition: Hashable, Sendable {
    /// Which run of numbers `seq` belongs to. A restart of the server changes it.
    public var epoch: String
    /// The number of the event; nil for those that nobody needs to hear twice (counts, likes, sampled joins).
    public var seq: Int64?
    /// The number among the stored events of the live; nil for those that are not stored.
    public var durable: Int64?
    /// When it happened.
    public var at: Timestamp

    /// Makes a position.
    public init(epoch: String, seq: Int64?, durable: Int64?, at: Timestamp) {
        self.epoch = epoch
        self.seq = seq
        self.durable = durable
        self.at = at
    }
}

/// An event as a client receives it.
public enum ServerEvent: Hashable, Sendable {
    /// Something happened in a room.
    case room(LiveID, EventPosition, RoomEvent)
    /// The caller's wallet changed.
    case walletChanged(Wallet)
    /// The gift catalogue changed; `gift.list` tells the new one.
    case catalogueChanged
    /// An event that this build does not know. It is ignored and counted.
    case unknown(name: String)
}

/// A frame from the server, as a client reads it.
public enum ServerFrame: Sendable {
    /// The answer to a command: the bytes of the whole frame, from which ``ServerFrame/decodeOK(_:from:)`` reads the content.
    case reply(id: Int64, Result<Data, Rejection>)
    /// The answer to a frame whose `id` could not be read.
    case failure(Rejection)
    /// Something happened.
    case event(ServerEvent)

    private enum CodingKeys: String, CodingKey { case id, ok, error, room, epoch, seq, durable, at, event, data }

    /// Reads a frame.
    ///
    /// - Throws: `DecodingError` where the frame is none of the three shapes. A client counts it and goes on.
    public static func decode(_ bytes: Data) throws -> ServerFrame {
        let shape = try WireJSON.decode(Envelope.self, from: bytes).shape
        switch shape {
        case .ok(let id): return .reply(id: id, .success(bytes))
        case .error(let id?, let error): return .reply(id: id, .failure(error.rejection))
        case .error(nil, let error): return .failure(error.rejection)
        case .event(let event): return .event(event)
        }
    }

    /// Reads the `ok` of a reply.
    public static func decodeOK<Value: Decodable>(_ type: Value.Type, from bytes: Data) throws -> Value {
        try WireJSON.decode(OK<Value>.self, from: bytes).ok
    }

    private struct OK<Value: Decodable>: Decodable {
        let ok: Value
    }

    private struct Envelope: Decodable {
        enum Shape {
            case ok(Int64)
            case error(Int64?, WireError)
            case event(ServerEvent)
        }

        let shape: Shape

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if let name = try container.decodeIfPresent(String.self, forKey: .event) {
                shape = .event(try Self.event(name, container))
                return
            }
            let id = try container.decodeIfPresent(Int64.self, forKey: .id)
            if let error = try container.decodeIfPresent(WireError.self, forKey: .error) {
                shape = .error(id, error)
            } else if let id, container.contains(.ok) {
                shape = .ok(id)
            } else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(codingPath: [], debugDescription: "Neither reply nor event."))
            }
        }

        private static func event(_ name: String, _ container: KeyedDecodingContainer<CodingKeys>) throws -> ServerEvent
        {
            switch name {
            case "wallet.changed": return .walletChanged(try container.decode(Wallet.self, forKey: .data))
            case "catalogue.changed": return .catalogueChanged
            default: break
            }
            guard let kind = RoomEventName(rawValue: name) else { return .unknown(name: name) }
            let room = try container.decode(LiveID.self, forKey: .room)
            let position = EventPosition(
                epoch: try container.decode(String.self, forKey: .epoch),
                seq: try container.decodeIfPresent(Int64.self, forKey: .seq),
                durable: try container.decodeIfPresent(Int64.self, forKey: .durable),
                at: try container.decode(Timestamp.self, forKey: .at))
            return .room(room, position, try kind.decode { try container.decode($0, forKey: .data) })
        }
    }
}
