import Foundation
import OvationModel

/// A text that the server sends to a player between the parts of a picture.
enum PlayerText: Decodable, Equatable {
    /// The announcement of an initialisation segment.
    struct Beginning: Decodable, Equatable {
        /// The number of the segment.
        var number: Int64
        /// The stream's MIME type with its codecs.
        var mimeType: String
        /// The width in pixels; 0 for sound alone.
        var width: Int
        /// The height in pixels; 0 for sound alone.
        var height: Int
        var hasVideo: Bool
        var hasAudio: Bool
    }

    private struct State: Decodable { let state: RoomMedia.State }
    private struct Skip: Decodable { let milliseconds: Int64 }
    private enum Key: CodingKey { case type }

    /// The picture is in this state.
    case state(RoomMedia.State)
    /// The stream starts, or starts anew.
    case beginning(Beginning)
    /// The player read too slowly, so the server skipped this much.
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

    /// Parses a text.
    ///
    /// - Throws: a `DecodingError` if the protocol has no such text.
    init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) }
}
