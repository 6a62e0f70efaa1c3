public import Foundation
public import OvationModel

/// The position of an event in its room.
public struct EventPosition: Hashable, Sendable {
    /// The epoch that `seq` belongs to. It changes when the server restarts.
    public var epoch: String
    /// The number of the event; nil for events that need no replay (counts, likes, sampled joins).
    public var seq: Int64?
    /// The number among the stored events of the live; nil for an event that is not stored.
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
    /// An event of a room.
    case room(LiveID, EventPosition, RoomEvent)
    /// The caller's wallet changed.
    case walletChanged(Wallet)
    /// The gift catalogue changed. `gift.list` returns the new one.
    case catalogueChanged
    /// An event that this build does not know. Clients ignore and count it.
    case unknown(name: String)
}

/// A frame from the server.
public enum ServerFrame: Sendable {
    /// The answer to a command, with the bytes of the whole frame. ``ServerFrame/decodeOK(_:from:)`` decodes its content.
    case reply(id: Int64, Result<Data, Rejection>)
    /// The answer to a frame whose `id` could not be read.
    case failure(Rejection)
    /// An event.
    case event(ServerEvent)

    private enum CodingKeys: String, CodingKey { case id, ok, error, room, epoch, seq, durable, at, event, data }

    /// Decodes a frame.
    ///
    /// - Throws: `DecodingError` if the frame has none of the three forms. Clients count it and continue.
    public static func decode(_ bytes: Data) throws -> ServerFrame {
        let shape = try WireJSON.decode(Envelope.self, from: bytes).shape
        switch shape {
        case .ok(let id): return .reply(id: id, .success(bytes))
        case .error(let id?, let error): return .reply(id: id, .failure(error.rejection))
        case .error(nil, let error): return .failure(error.rejection)
        case .event(let event): return .event(event)
        }
    }

    /// Decodes the `ok` of a reply.
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
