import Foundation
import NIOCore
import OvationModel
import OvationWire
import Testing

@testable import ovation_lab

/// The load tool reads frames without decoding them, and agrees with the server's own encoder.
@Suite struct LoadWireTests {
    private let live = LiveID(unchecked: "r1")
    private let mark = StampMark(run: "abcd2345")
    private let alice = UserInfo(userID: UserID(unchecked: "alice"), userName: "Al \"ice\" {", avatarURL: "")

    private func head(_ text: String) -> FrameHead? { head(Array(text.utf8)) }
    private func head(_ bytes: [UInt8]) -> FrameHead? { bytes.withUnsafeBytes { FrameHead($0) } }

    private func event(_ event: RoomEvent, seq: Int64?, durable: Int64? = nil, epoch: String = "k3x") -> [UInt8] {
        FrameEncoder.event(
            room: live,
            position: EventPosition(epoch: epoch, seq: seq, durable: durable, at: Timestamp(milliseconds: 5)),
            name: event.name, data: event.encodedData)
    }

    private func barrage(_ text: String, seq: Int64) -> [UInt8] {
        event(.barrageSent(Barrage(sender: alice, kind: .text(text, extensionInfo: [:]))), seq: seq)
    }

    /// A frame as a server sends it.
    private func framed(_ payload: [UInt8], opcode: UInt8 = 1) -> [UInt8] {
        payload.count < 126
            ? [0x80 | opcode, UInt8(payload.count)] + payload
            : [0x80 | opcode, 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)] + payload
    }

    @Test func `the head of an event has the encoder's fields`() throws {
        let head = try #require(self.head(barrage("hi", seq: 1_732_156_800_123_004)))
        #expect(head.event == .barrage)
        #expect(head.seq == 1_732_156_800_123_004)
        #expect(head.durable == nil)
        #expect(head.epoch == FrameHead.number(for: "k3x".utf8))
    }

    @Test func `fields may come in any order, with spaces and other fields between them`() throws {
        let text = """
            { "data" : {"event":"no","seq":1,"a":["}",{"b":"]"}]}, "later":[1,{"x":null}], "event" : "gift.received",
              "durable": 17 , "seq":9,"epoch":"e\\"1","room":"r" }
            """
        let head = try #require(self.head(text))
        #expect(head.event == .gift)
        #expect(head.seq == 9)
        #expect(head.durable == 17)
    }

    @Test func `replies are distinguished from events, and errors from answers`() throws {
        let ok = try #require(self.head(FrameEncoder.reply(id: 7, ok: Empty())))
        #expect(ok.id == 7 && !ok.isError && ok.event == nil)
        let refused = try #require(self.head(FrameEncoder.reply(id: 8, error: Rejection(.memberMuted))))
        #expect(refused.id == 8 && refused.isError)
        let unnumbered = try #require(self.head(FrameEncoder.reply(id: nil, error: Rejection(.malformedFrame))))
        #expect(unnumbered.id == nil && unnumbered.isError)
    }

    @Test(arguments: [
        "", "{", "{}", "[1]", "\"x\"", "{\"id\"", "{\"id\":}", "{\"a\":1}", "{\"event\":1}", "{\"seq\":1,}",
    ])
    func `a text that is not a frame of the protocol has no head`(text: String) {
        #expect(head(text) == nil)
    }

    @Test func `a frame that is cut anywhere does not trap`() {
        let whole = barrage("a \\ text \" with { everything ] in it", seq: 3)
        for length in 0..<whole.count { _ = head(Array(whole[..<length])) }
        #expect(head(whole) != nil)
    }

    @Test func `a batch of numbered events is one run, and each has its time of sending`() throws {
        let frames = (0..<3).flatMap { number in
            framed(barrage(mark.text(sentAt: 1_000 + UInt64(number), number: number) + " xxx", seq: 50 + Int64(number)))
        }
        let batch = frames.withUnsafeBytes { FrameBatch($0, mark: mark) }
        #expect(batch.consumed == frames.count)
        #expect(batch.run?.first == 50)
        #expect(batch.run?.last == 52)
        #expect(batch.events.map(\.sentAt) == [1_000, 1_001, 1_002])
    }

    @Test func `messages of another run and of people have no time of sending`() {
        let other = StampMark(run: "zzzzzzzz").text(sentAt: 5, number: 1)
        for text in [other, "ovl-", "ovl-abcd2345-", "hello"] {
            let frame = framed(barrage(text, seq: 1))
            let batch = frame.withUnsafeBytes { FrameBatch($0, mark: mark) }
            #expect(batch.events.map(\.sentAt) == [nil], "\(text)")
        }
    }

    @Test func `a gap, another epoch, a reply or a replayed gift prevents a run`() {
        let gift = event(.roomSkipped(RoomSkipped(from: 1, to: 2)), seq: nil)
        let stored = event(.likeReceived(LikeReceived(total: 1, added: 1, senders: [])), seq: nil, durable: 4)
        let other = event(
            .barrageSent(Barrage(sender: alice, kind: .text("x", extensionInfo: [:]))), seq: 2, epoch: "new")
        for second in [barrage("b", seq: 3), other, FrameEncoder.reply(id: 1, ok: Empty()), gift, stored] {
            let frames = framed(barrage("a", seq: 1)) + framed(second)
            let batch = frames.withUnsafeBytes { FrameBatch($0, mark: mark) }
            #expect(batch.run == nil)
            #expect(batch.entries.count == 2)
        }
    }

    @Test func `room.skipped has its range`() {
        let frame = framed(
            event(.roomSkipped(RoomSkipped(from: 1_732_156_800_123_004, to: 1_732_156_800_123_009)), seq: nil))
        let batch = frame.withUnsafeBytes { FrameBatch($0, mark: mark) }
        guard case .event(let event)? = batch.entries.first else {
            Issue.record("no event")
            return
        }
        #expect(event.skipped == 1_732_156_800_123_004...1_732_156_800_123_009)
    }

    @Test func `an incomplete frame is left for later, wherever it is cut`() {
        let first = framed(barrage("a", seq: 1))
        let frames = first + framed(barrage("b", seq: 2))
        for length in first.count..<frames.count {
            let batch = Array(frames[..<length]).withUnsafeBytes { FrameBatch($0, mark: mark) }
            #expect(batch.consumed == first.count)
            #expect(batch.entries.count == 1)
        }
    }

    @Test(arguments: [
        [0x81, 0x85, 0, 0, 0, 0], [0xC1, 0x01, 0x20], [0x01, 0x01, 0x20], [0x81, 127, 0xFF, 0, 0, 0, 0, 0, 0, 0],
    ])
    func `masked, reserved, fragmented and gigantic frames are violations`(bytes: [UInt8]) {
        #expect(bytes.withUnsafeBytes { WebSocketReader.read($0, at: 0) } == .violation)
    }

    @Test func `a compressed frame is accepted only if compression was offered`() {
        let bytes: [UInt8] = [0xC1, 0x02, 0x01, 0x02]
        bytes.withUnsafeBytes { bytes in
            #expect(WebSocketReader.read(bytes, at: 0) == .violation)
            #expect(
                WebSocketReader.read(bytes, at: 0, allowsCompressed: true)
                    == .frame(WebSocketReader.Frame(opcode: 1, payload: 2..<4, isCompressed: true)))
        }
        // The other two reserved bits are never allowed.
        for first in [0x91, 0xA1, 0xD1, 0xE1] as [UInt8] {
            #expect(
                [first, 0].withUnsafeBytes { WebSocketReader.read($0, at: 0, allowsCompressed: true) } == .violation)
        }
    }

    @Test func `a compressed frame is inflated in its place, and a damaged one is refused`() throws {
        let inflater = try #require(StreamInflater())
        // "hi" as a stored block with the start of the empty block that ends each message, between two plain frames.
        let stored: [UInt8] = [0x00, 0x02, 0x00, 0xFD, 0xFF, 0x68, 0x69, 0x00]
        var bytes = ByteBuffer(
            bytes: [0x81, 0x01, 0x61, 0xC1, UInt8(stored.count)] + stored + [0x81, 0x01, 0x62, 0x81, 0x05])
        #expect(
            inflater.plainFrames(&bytes)
                == ByteBuffer(bytes: [0x81, 0x01, 0x61, 0x81, 0x02, 0x68, 0x69, 0x81, 0x01, 0x62]))
        #expect(bytes.readableBytes == 2, "an incomplete frame stays in the buffer")
        var damaged = ByteBuffer(bytes: [0xC1, 0x02, 0xFF, 0xFF])
        #expect(inflater.plainFrames(&damaged) == nil)
    }

    @Test func `bytes that were read before are recognised in any buffer`() {
        var reader = FrameBatchReader(mark: mark)
        let frames = framed(barrage("a", seq: 1))
        let first = reader.read(ByteBuffer(bytes: frames))
        #expect(reader.read(ByteBuffer(bytes: frames)) === first)
        for seq in Int64(2)...20 { _ = reader.read(ByteBuffer(bytes: framed(barrage("a", seq: seq)))) }
        let again = reader.read(ByteBuffer(bytes: frames))
        #expect(again !== first, "the reader remembers only the last few buffers")
        #expect(again.run == first.run)
    }

    @Test func `a message made from the template equals the encoder's`() throws {
        let template = MessageTemplate(id: 10, room: live)
        let frame = template.frame(text: "ovl-1", bytes: 200)
        let bytes = Array(frame.readableBytesView)
        let header = bytes[..<4]
        #expect(header[0] == 0x81 && header[1] == 0x80 | 126)
        let mask = Array(bytes[4..<8])
        let payload = bytes[8...].enumerated().map { $1 ^ mask[$0 % 4] }
        let decoded = try CommandFrame.decode(Data(payload)).get()
        let text = "ovl-1 " + String(repeating: "x", count: 194)
        #expect(decoded == CommandFrame(id: 10, room: live, command: .barrageSend(BarrageSend(text: text))))
    }

    @Test func `a handshake is accepted only with its key's answer, and the frames after it are left`() {
        let head =
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"
        var bytes = ByteBuffer(string: head + "rest")
        let answer = ClientHandshake.read(&bytes)
        #expect(answer == .accepted)
        #expect(String(buffer: bytes) == "rest")
        for length in 0..<head.utf8.count {
            var part = ByteBuffer(string: String(decoding: head.utf8.prefix(length), as: UTF8.self))
            let answer = ClientHandshake.read(&part)
            #expect(answer == .incomplete)
        }
        var refused = ByteBuffer(string: "HTTP/1.1 403 Forbidden\r\n\r\n")
        let refusal = ClientHandshake.read(&refused)
        #expect(refusal == .refused("HTTP/1.1 403 Forbidden"))
        var wrong = ByteBuffer(string: "HTTP/1.1 101 OK\r\nSec-WebSocket-Accept: x\r\n\r\n")
        let mismatch = ClientHandshake.read(&wrong)
        #expect(mismatch == .refused("a wrong Sec-WebSocket-Accept"))
    }
}
