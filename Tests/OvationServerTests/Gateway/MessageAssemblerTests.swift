import NIOCore
import NIOEmbedded
import NIOWebSocket
import OvationModel
import Testing

@testable import OvationHTTP
@testable import OvationSupport

/// A client's frames under the rules of RFC 6455, case by case.
struct MessageAssemblerTests {
    /// The bits of a frame's first byte.
    private enum Bits {
        static let fin: UInt8 = 0x80
        static let rsv1: UInt8 = 0x40
        static let rsv2: UInt8 = 0x20
        static let rsv3: UInt8 = 0x10
    }

    private static let text: UInt8 = 0x1
    private static let binary: UInt8 = 0x2
    private static let continuation: UInt8 = 0x0
    private static let closing: UInt8 = 0x8
    private static let ping: UInt8 = 0x9
    private static let pong: UInt8 = 0xA

    /// A frame as NIO delivers it, with its mask and the masked payload.
    private func frame(
        _ opcode: UInt8, _ payload: [UInt8] = [], fin: Bool = true, reserved: UInt8 = 0, isMasked: Bool = true
    ) -> WebSocketFrame {
        var data = ByteBuffer(bytes: payload)
        let key = WebSocketMaskingKey([0x12, 0x34, 0x56, 0x78])
        if isMasked, let key { data.webSocketMask(key) }
        var frame = WebSocketFrame(fin: fin, opcode: .text, maskKey: isMasked ? key : nil, data: data)
        if let opcode = WebSocketOpcode(encodedWebSocketOpcode: opcode) { frame.opcode = opcode }
        frame.rsv1 = reserved & Bits.rsv1 != 0
        frame.rsv2 = reserved & Bits.rsv2 != 0
        frame.rsv3 = reserved & Bits.rsv3 != 0
        return frame
    }

    private func buffer(_ text: String) -> ByteBuffer { ByteBuffer(string: text) }

    private func assembler() -> MessageAssembler { MessageAssembler(bytesMax: 1_000) }

    // MARK: - Whole messages

    @Test func `a text and a binary message in one frame arrive unmasked`() {
        var assembler = assembler()
        #expect(assembler.receive(frame(Self.text, Array("héllo".utf8))) == .text(buffer("héllo")))
        #expect(assembler.receive(frame(Self.text)) == .text(ByteBuffer()))
        #expect(assembler.receive(frame(Self.binary, [0xFF, 0x00])) == .binary(ByteBuffer(bytes: [0xFF, 0x00])))
        #expect(assembler.receive(frame(Self.binary)) == .binary(ByteBuffer()))
    }

    @Test(arguments: [UInt8(0x0), 0x1, 0x2, 0x8, 0x9, 0xA])
    func `an unmasked frame is a protocol error`(opcode: UInt8) {
        var assembler = assembler()
        #expect(assembler.receive(frame(opcode, isMasked: false)) == .fail(.protocolError))
    }

    @Test(arguments: [UInt8(0x1), 0x2, 0x8, 0x9, 0xA], 1...7)
    func `a reserved bit is a protocol error`(opcode: UInt8, bits: Int) {
        var assembler = assembler()
        #expect(assembler.receive(frame(opcode, reserved: UInt8(bits) << 4)) == .fail(.protocolError))
    }

    @Test(arguments: 1...7)
    func `a reserved bit on a continuation is a protocol error`(bits: Int) {
        var assembler = assembler()
        #expect(assembler.receive(frame(Self.text, fin: false)) == .none)
        #expect(assembler.receive(frame(Self.continuation, reserved: UInt8(bits) << 4)) == .fail(.protocolError))
    }

    @Test(arguments: [UInt8(0x3), 0x4, 0x5, 0x6, 0x7, 0xB, 0xC, 0xD, 0xE, 0xF], [true, false])
    func `a reserved opcode is a protocol error`(opcode: UInt8, fin: Bool) {
        var assembler = assembler()
        #expect(assembler.receive(frame(opcode, fin: fin)) == .fail(.protocolError))
    }

    // MARK: - Fragments

    @Test func `fragments are joined, empty ones too`() {
        var assembler = assembler()
        #expect(assembler.receive(frame(Self.text, Array("Hel".utf8), fin: false)) == .none)
        #expect(assembler.receive(frame(Self.continuation, [], fin: false)) == .none)
        #expect(assembler.receive(frame(Self.continuation, Array("lo".utf8), fin: false)) == .none)
        #expect(assembler.receive(frame(Self.continuation, [])) == .text(buffer("Hello")))
        #expect(assembler.receive(frame(Self.text, [], fin: false)) == .none)
        #expect(assembler.receive(frame(Self.continuation, [], fin: false)) == .none)
        #expect(assembler.receive(frame(Self.continuation, [])) == .text(ByteBuffer()))
        #expect(assembler.receive(frame(Self.binary, [1], fin: false)) == .none)
        #expect(assembler.receive(frame(Self.continuation, [2])) == .binary(ByteBuffer(bytes: [1, 2])))
        #expect(
            assembler.receive(frame(Self.text, Array("next".utf8))) == .text(buffer("next")),
            "earlier messages leave nothing behind")
    }

    @Test func `every order of three data frames is a message, or an error at the frame that breaks the order`() {
        let kinds: [(opcode: UInt8, fin: Bool)] = [
            (Self.text, true), (Self.text, false), (Self.binary, true), (Self.binary, false), (Self.continuation, true),
            (Self.continuation, false),
        ]
        for first in kinds {
            for second in kinds {
                for third in kinds {
                    var assembler = assembler()
                    var open: UInt8?
                    var isOver = false
                    for kind in [first, second, third] {
                        let action = assembler.receive(frame(kind.opcode, [0x61], fin: kind.fin))
                        let isContinuation = kind.opcode == Self.continuation
                        if isOver {
                            #expect(action == .none)
                        } else if isContinuation != (open != nil) {
                            #expect(action == .fail(.protocolError))
                            isOver = true
                        } else if !kind.fin {
                            #expect(action == .none)
                            open = open ?? kind.opcode
                        } else {
                            switch action {
                            case .text: #expect(open ?? kind.opcode == Self.text)
                            case .binary: #expect(open ?? kind.opcode == Self.binary)
                            default: Issue.record("\(first) \(second) \(third): \(action)")
                            }
                            open = nil
                        }
                    }
                }
            }
        }
    }

    @Test func `pings and pongs between fragments are answered at once and disturb nothing`() {
        var assembler = assembler()
        #expect(assembler.receive(frame(Self.text, [0xC3], fin: false)) == .none)
        #expect(assembler.receive(frame(Self.ping, Array("beat".utf8))) == .pong(buffer("beat")))
        #expect(assembler.receive(frame(Self.pong, [0xFF])) == .none)
        #expect(assembler.receive(frame(Self.continuation, [0xA9])) == .text(buffer("é")))
    }

    @Test func `a close between fragments closes`() {
        var assembler = assembler()
        #expect(assembler.receive(frame(Self.text, [0x61], fin: false)) == .none)
        #expect(assembler.receive(frame(Self.closing, [0x03, 0xE8])) == .close(.normal))
        #expect(assembler.receive(frame(Self.continuation, [0x61])) == .none)
    }

    @Test(arguments: [UInt8(0x8), 0x9, 0xA])
    func `a fragmented control frame is a protocol error`(opcode: UInt8) {
        var assembler = assembler()
        #expect(assembler.receive(frame(opcode, fin: false)) == .fail(.protocolError))
    }

    // MARK: - UTF-8

    @Test func `characters may be split between fragments at every byte`() {
        let bytes = Array("aé語🎁z".utf8)
        for split in 0...bytes.count {
            for other in split...bytes.count {
                var assembler = assembler()
                #expect(assembler.receive(frame(Self.text, Array(bytes[..<split]), fin: false)) == .none)
                #expect(assembler.receive(frame(Self.continuation, Array(bytes[split..<other]), fin: false)) == .none)
                let last = assembler.receive(frame(Self.continuation, Array(bytes[other...])))
                #expect(last == .text(ByteBuffer(bytes: bytes)))
            }
        }
    }

    @Test(
        arguments: [
            [0xFF], [0x80], [0xC0], [0xC1], [0xED, 0xA0], [0xE0, 0x80], [0xF0, 0x80], [0xF4, 0x90], [0xF5],
            [0x61, 0xC3, 0x28],
        ] as [[UInt8]])
    func `bytes that can never become UTF-8 are refused in their own fragment`(bytes: [UInt8]) {
        var assembler = assembler()
        #expect(assembler.receive(frame(Self.text, Array("fine ".utf8), fin: false)) == .none)
        for byte in bytes.dropLast() {
            #expect(assembler.receive(frame(Self.continuation, [byte], fin: false)) == .none)
        }
        let last = assembler.receive(frame(Self.continuation, Array(bytes.suffix(1)), fin: false))
        #expect(last == .fail(.invalidPayload), "the check does not wait for the end of the message")
    }

    @Test(arguments: [[0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x8E]] as [[UInt8]])
    func `a text that ends inside a character is refused`(bytes: [UInt8]) {
        var whole = assembler()
        #expect(whole.receive(frame(Self.text, bytes)) == .fail(.invalidPayload))
        var fragmented = assembler()
        #expect(fragmented.receive(frame(Self.text, bytes, fin: false)) == .none)
        #expect(fragmented.receive(frame(Self.continuation)) == .fail(.invalidPayload))
    }

    @Test func `a binary message may have any bytes, and does not affect the next text`() {
        var assembler = assembler()
        #expect(assembler.receive(frame(Self.binary, [0xC3], fin: false)) == .none)
        #expect(assembler.receive(frame(Self.continuation, [0xFF])) == .binary(ByteBuffer(bytes: [0xC3, 0xFF])))
        #expect(assembler.receive(frame(Self.text, Array("ok".utf8))) == .text(buffer("ok")))
    }

    // MARK: - Sizes

    @Test(arguments: [(999, true), (1_000, true), (1_001, false)])
    func `a message of exactly the limit is accepted, and one of a byte more is not`(count: Int, isTaken: Bool) {
        let bytes = [UInt8](repeating: 0x61, count: count)
        var whole = assembler()
        #expect(
            whole.receive(frame(Self.text, bytes))
                == (isTaken ? .text(ByteBuffer(bytes: bytes)) : .fail(.messageTooBig)))
        for split in [0, 1, 500, 999] {
            var fragmented = assembler()
            #expect(fragmented.receive(frame(Self.binary, Array(bytes[..<split]), fin: false)) == .none)
            let last = fragmented.receive(frame(Self.continuation, Array(bytes[split...])))
            #expect(last == (isTaken ? .binary(ByteBuffer(bytes: bytes)) : .fail(.messageTooBig)))
        }
    }

    @Test func `fragments without an end are refused at the limit, and control frames do not count`() {
        var assembler = assembler()
        let piece = [UInt8](repeating: 0x61, count: 100)
        #expect(assembler.receive(frame(Self.text, piece, fin: false)) == .none)
        for _ in 2...10 {
            #expect(assembler.receive(frame(Self.continuation, piece, fin: false)) == .none)
            #expect(assembler.receive(frame(Self.ping, piece)) == .pong(ByteBuffer(bytes: piece)))
        }
        #expect(assembler.receive(frame(Self.continuation, [0x61], fin: false)) == .fail(.messageTooBig))
    }

    @Test func `each message has the whole limit`() {
        var assembler = assembler()
        let bytes = [UInt8](repeating: 0x61, count: 1_000)
        for _ in 1...3 {
            #expect(assembler.receive(frame(Self.text, Array(bytes[..<600]), fin: false)) == .none)
            #expect(
                assembler.receive(frame(Self.continuation, Array(bytes[600...]))) == .text(ByteBuffer(bytes: bytes)))
        }
    }

    // MARK: - Close

    /// The codes that a close frame may carry: those that RFC 6455 and its registry define, and 3000 to 4999.
    private static func mayTravel(_ code: Int) -> Bool {
        [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014].contains(code)
            || (3000..<5000).contains(code)
    }

    @Test func `every valid close code is answered, and every other one is a protocol error`() {
        for code in Array(0...5_100) + [6_000, 32_768, 65_535] {
            var assembler = assembler()
            let action = assembler.receive(frame(Self.closing, [UInt8(code >> 8), UInt8(code & 0xFF)]))
            let expected: MessageAssembler.Action =
                Self.mayTravel(code) ? .close(CloseCode(rawValue: UInt16(code))) : .fail(.protocolError)
            if action != expected { Issue.record("\(code): \(action)") }
        }
    }

    @Test func `a close without a code is answered without one, and a close of a single byte is a protocol error`() {
        var empty = assembler()
        #expect(empty.receive(frame(Self.closing)) == .close(nil))
        var single = assembler()
        #expect(single.receive(frame(Self.closing, [0x03])) == .fail(.protocolError))
    }

    @Test func `a close reason must be UTF-8`() {
        let code: [UInt8] = [0x03, 0xE8]
        for reason in ["", "bye", "Tschüß 👋", String(repeating: "x", count: 123)] {
            var assembler = assembler()
            #expect(assembler.receive(frame(Self.closing, code + Array(reason.utf8))) == .close(.normal))
        }
        for reason in [[0xFF], [0x62, 0xC3], [0xED, 0xA0, 0x80], [0x80]] as [[UInt8]] {
            var assembler = assembler()
            #expect(assembler.receive(frame(Self.closing, code + reason)) == .fail(.invalidPayload))
        }
        var both = assembler()
        #expect(
            both.receive(frame(Self.closing, [0x03, 0xED, 0xFF])) == .fail(.protocolError),
            "code 1005 is an error, whatever the reason")
    }

    @Test func `after a close or an error every frame is ignored`() {
        for end in [frame(Self.closing), frame(Self.text, [0xFF]), frame(0x3)] {
            var assembler = assembler()
            _ = assembler.receive(end)
            for opcode in [Self.text, Self.binary, Self.continuation, Self.ping, Self.closing, 0x7] {
                #expect(assembler.receive(frame(opcode)) == .none)
            }
        }
    }

    // MARK: - From bytes

    /// The actions for a client's bytes through NIO's decoder and the assembler; nil if the decoder fails.
    private func actions(_ bytes: [UInt8]) throws -> [MessageAssembler.Action]? {
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 1_000)))
        var assembler = assembler()
        do {
            try channel.writeInbound(ByteBuffer(bytes: bytes))
        } catch {
            #expect(error is NIOWebSocketError)
            return nil
        }
        var actions: [MessageAssembler.Action] = []
        while let frame = try channel.readInbound(as: WebSocketFrame.self) { actions.append(assembler.receive(frame)) }
        return actions
    }

    @Test func `bytes become messages`() throws {
        // Each frame has the mask 0, which leaves the payload unchanged.
        let mask: [UInt8] = [0, 0, 0, 0]
        let bytes: [UInt8] =
            [0x01, 0x82] + mask + [0x48, 0x69] + [0x89, 0x81] + mask + [0x21] + [0x80, 0x81] + mask + [0x21]
            + [0x88, 0x82] + mask + [0x03, 0xE9]
        #expect(
            try actions(bytes) == [.none, .pong(buffer("!")), .text(buffer("Hi!")), .close(.goingAway)])
    }

    @Test func `any mask is undone`() throws {
        let bytes: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        #expect(try actions(bytes) == [.text(buffer("Hello"))], "the example of RFC 6455, 5.7")
    }

    @Test func `frames with wrong bits or masks pass the decoder, and the assembler refuses them`() throws {
        #expect(try actions([0x81, 0x01, 0x61]) == [.fail(.protocolError)], "unmasked")
        #expect(try actions([0xC1, 0x81, 0, 0, 0, 0, 0x61]) == [.fail(.protocolError)], "a reserved bit")
        #expect(try actions([0x83, 0x80, 0, 0, 0, 0]) == [.fail(.protocolError)], "a reserved opcode")
    }

    @Test(arguments: [UInt8(0x88), 0x89, 0x8A])
    func `the decoder refuses a control frame of more than 125 bytes`(first: UInt8) throws {
        let long = [UInt8](repeating: 0x61, count: 126)
        #expect(try actions([first, 0xFE, 0x00, 126, 0, 0, 0, 0] + long) == nil)
    }

    @Test func `a frame that announces more than the limit is refused before its bytes arrive`() throws {
        #expect(try actions([0x81, 0xFE, 0x03, 0xE9, 0, 0, 0, 0]) == nil)
        #expect(try actions([0x81, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) == nil)
    }

    // MARK: - Compression

    private func deflated(_ text: String) -> [UInt8] {
        var output = ByteBuffer()
        Array(text.utf8).withUnsafeBytes {
            RawDeflater(level: 6, windowBits: 15, memoryLevel: 8).append($0, to: &output)
        }
        return Array(output.readableBytesView)
    }

    private func negotiated() -> MessageAssembler { MessageAssembler(bytesMax: 1_000, isCompressionNegotiated: true) }

    @Test func `a compressed message arrives inflated, whole or in fragments, and a plain one unchanged`() {
        var assembler = negotiated()
        let payload = deflated("héllo héllo")
        #expect(assembler.receive(frame(Self.text, payload, reserved: Bits.rsv1)) == .text(buffer("héllo héllo")))
        #expect(assembler.receive(frame(Self.binary, Array(payload[..<3]), fin: false, reserved: Bits.rsv1)) == .none)
        #expect(assembler.receive(frame(Self.ping)) == .pong(ByteBuffer()))
        #expect(assembler.receive(frame(Self.continuation, Array(payload[3...]))) == .binary(buffer("héllo héllo")))
        #expect(assembler.receive(frame(Self.text, Array("plain".utf8))) == .text(buffer("plain")))
        #expect(assembler.receive(frame(Self.text, deflated(""), reserved: Bits.rsv1)) == .text(ByteBuffer()))
    }

    @Test func `the compressed bit is an error in a continuation, a control frame, and without an agreement`() {
        var continuation = negotiated()
        #expect(continuation.receive(frame(Self.text, [], fin: false, reserved: Bits.rsv1)) == .none)
        #expect(continuation.receive(frame(Self.continuation, reserved: Bits.rsv1)) == .fail(.protocolError))
        var control = negotiated()
        #expect(control.receive(frame(Self.ping, reserved: Bits.rsv1)) == .fail(.protocolError))
        var other = negotiated()
        #expect(other.receive(frame(Self.text, reserved: Bits.rsv2)) == .fail(.protocolError))
        var unagreed = assembler()
        #expect(unagreed.receive(frame(Self.text, deflated("a"), reserved: Bits.rsv1)) == .fail(.protocolError))
    }

    @Test func `a decompression bomb, damage, and text that is not UTF-8 are refused after inflating`() {
        var bomb = negotiated()
        let huge = deflated(String(repeating: "a", count: 100_000))
        #expect(huge.count < 1_000)
        #expect(bomb.receive(frame(Self.text, huge, reserved: Bits.rsv1)) == .fail(.messageTooBig))
        var damaged = negotiated()
        #expect(damaged.receive(frame(Self.text, [0xFF, 0xFF], reserved: Bits.rsv1)) == .fail(.invalidPayload))
        var latin = negotiated()
        var output = ByteBuffer()
        [UInt8]([0x61, 0xE9]).withUnsafeBytes {
            RawDeflater(level: 6, windowBits: 15, memoryLevel: 8).append($0, to: &output)
        }
        let payload = Array(output.readableBytesView)
        #expect(latin.receive(frame(Self.text, payload, reserved: Bits.rsv1)) == .fail(.invalidPayload))
    }
}
