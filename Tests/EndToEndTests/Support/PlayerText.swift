import Foundation
import OvationModel

/// A text that the server sends to a player between the parts of a picture.
enum PlayerText: Decodable, Equatable {
    /// What a player needs to know of the initialisation segment that follows.
    struct Beginning: Decodable, Equatable {
        /// The segment's number.
        var number: Int64
        /// The type of the stream with its codecs.
        var mimeType: String
        /// Pixels from left to right; 0 for a voice alone.
        var width: Int
        /// Pixels from top to bottom; 0 for a voice alone.
        var height: Int
        var hasVideo: Bool
        var hasAudio: Bool
    }

    private struct State: Decodable { let state: RoomMedia.State }
    private struct Skip: Decodable { let milliseconds: Int64 }
    private enum Key: CodingKey { case type }

    /// How the picture is.
    case state(RoomMedia.State)
    /// The stream begins, or begins anew.
    case beginning(Beginning)
    /// So much was left out, because the player read too slowly.
    case skipped(milliseconds: Int64)

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        switch try container.decode(String.self, forKey: .type) {
        case "state": self = .state(try State(from: decoder).state)
        case "init": self = .beginning(try Beginning(from: decoder))
        case "skipped": self = .skipped(milliseconds: try Skip(from: decoder).milliseconds)
        case let type:
            throw DecodingError.dataCorruptedError(forKey: .type, in: container, debugDescription: "unknown: \(type)")
        }
    }

    /// Reads a text.
    ///
    /// - Throws: where it is none that the protocol has.
    init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) }
}
