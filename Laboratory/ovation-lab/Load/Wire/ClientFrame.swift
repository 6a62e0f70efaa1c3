import Foundation
import NIOCore
import OvationModel
import OvationWire

/// Writes frames as a client must: masked. The mask is 0, which changes nothing: masks keep what a page sends from being taken
/// for something else by a proxy, and this is no page.
enum ClientFrame {
    static let text: UInt8 = 0x1
    static let close: UInt8 = 0x8
    static let ping: UInt8 = 0x9
    static let pong: UInt8 = 0xA

    /// A frame with its header.
    static func make(_ opcode: UInt8, _ payload: some Collection<UInt8>) -> ByteBuffer {
        let count = payload.count
        var frame = ByteBufferAllocator().buffer(capacity: count + 14)
        frame.writeInteger(0x80 | opcode)
        switch count {
        case ..<126: frame.writeInteger(0x80 | UInt8(count))
        case ..<65_536:
            frame.writeInteger(0x80 | UInt8(126))
            frame.writeInteger(UInt16(count))
        default:
            frame.writeInteger(0x80 | UInt8(127))
            frame.writeInteger(UInt64(count))
        }
        frame.writeInteger(UInt32(0))
        frame.writeBytes(payload)
        return frame
    }

    /// A command.
    static func command(id: Int64, room: LiveID? = nil, _ command: Command) -> ByteBuffer {
        do {
            return make(text, try CommandFrame(id: id, room: room, command: command).encoded())
        } catch {
            preconditionFailure("a command that JSON cannot express: \(error)")
        }
    }
}

/// `barrage.send` with a text that changes: everything around it is encoded once.
struct MessageTemplate {
    private let before: [UInt8]
    private let after: [UInt8]

    /// Makes the template of a live's messages.
    init(id: Int64, room: LiveID) {
        let placeholder = "@@@@"
        let frame = try? CommandFrame(id: id, room: room, command: .barrageSend(BarrageSend(text: placeholder)))
            .encoded()
        guard let frame, let place = frame.firstRange(of: Data(placeholder.utf8)) else {
            preconditionFailure("the placeholder is in the frame")
        }
        before = Array(frame[..<place.lowerBound])
        after = Array(frame[place.upperBound...])
    }

    /// The frame with a text of letters and digits, filled up to so many bytes.
    func frame(text: String, bytes: Int) -> ByteBuffer {
        var payload = before
        payload.reserveCapacity(before.count + after.count + max(bytes, text.utf8.count))
        payload.append(contentsOf: text.utf8)
        if text.utf8.count < bytes {
            payload.append(UInt8(ascii: " "))
            payload.append(contentsOf: repeatElement(UInt8(ascii: "x"), count: bytes - text.utf8.count - 1))
        }
        payload.append(contentsOf: after)
        return ClientFrame.make(ClientFrame.text, payload)
    }
}
