import Foundation
package import NIOCore
import OvationModel

/// A frame of the server, as a client reads it. It parses JSON on its own, without the server's code.
final class ReceivedFrame {
    let id: Int64?
    let errorCode: Int?
    let ok: [String: Any]?
    let room: String?
    let epoch: String?
    let seq: Int64?
    let durable: Int64?
    let event: String?
    let data: [String: Any]
    /// The bytes of the frame after its id, to compare two answers.
    let bytes: [UInt8]

    init?(_ bytes: [UInt8]) {
        guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else { return nil }
        self.bytes = bytes
        id = Self.number(object["id"])
        errorCode = (object["error"] as? [String: Any]).flatMap { Self.number($0["code"]) }.map { Int($0) }
        ok = object["ok"] as? [String: Any]
        room = object["room"] as? String
        epoch = object["epoch"] as? String
        seq = Self.number(object["seq"])
        durable = Self.number(object["durable"])
        event = object["event"] as? String
        data = object["data"] as? [String: Any] ?? [:]
    }

    static func number(_ value: Any?) -> Int64? {
        (value as? NSNumber)?.int64Value ?? (value as? Int).map { Int64($0) }
    }

    /// The gifts of an event: sender with order id, and the number among the stored events.
    var gifts: [(order: String, durable: Int64)] {
        guard let durable, let order = Self.order(of: data) else { return [] }
        guard let orders = data["orders"] as? [[String: Any]] else { return [(order, durable)] }
        return orders.compactMap { entry in
            var gift = data
            gift["orderID"] = entry["orderID"]
            guard let order = Self.order(of: gift), let durable = Self.number(entry["durable"]) else { return nil }
            return (order, durable)
        }
    }

    /// The code of a refusal to leave a live; nil for other answers. Every member may leave, even the owner, so a code is a bug of the
    /// server.
    var codeAgainstLeaving: Int? {
        guard let code = errorCode.map(ErrorCode.init(rawValue:)), !code.isTemporary else { return nil }
        return code == .notMember || code == .roomNotFound ? nil : code.rawValue
    }

    /// The user that a control event concerns.
    var user: String? { (data["user"] as? [String: Any])?["userID"] as? String }

    /// The order in the content of a gift event.
    static func order(of data: [String: Any]) -> String? {
        guard let orderID = data["orderID"] as? String,
            let sender = (data["sender"] as? [String: Any])?["userID"] as? String
        else { return nil }
        return "\(sender)/\(orderID)"
    }

    /// The content of an answer, from `"ok"` on.
    var content: ArraySlice<UInt8> { bytes.drop { $0 != UInt8(ascii: ",") } }
}

/// Splits a WebSocket stream into frames, like a client.
package enum FrameReader {
    package enum Frame {
        case text([UInt8])
        case ping
        case close(Int)
        case other
    }

    /// Returns the frames of a buffer. The buffer holds complete frames only, because the server never writes a part of one.
    package static func frames(of buffer: ByteBuffer) -> [Frame] {
        var buffer = buffer
        var frames: [Frame] = []
        while let first = buffer.readInteger(as: UInt8.self), let second = buffer.readInteger(as: UInt8.self) {
            var length = Int(second & 0x7F)
            switch length {
            case 126: length = Int(buffer.readInteger(as: UInt16.self) ?? 0)
            case 127: length = Int(buffer.readInteger(as: UInt64.self) ?? 0)
            default: break
            }
            guard let payload = buffer.readBytes(length: length) else {
                preconditionFailure("the server wrote a part of a frame")
            }
            switch first & 0x0F {
            case 1: frames.append(.text(payload))
            case 8: frames.append(.close(payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 1005))
            case 9: frames.append(.ping)
            default: frames.append(.other)
            }
        }
        return frames
    }
}
