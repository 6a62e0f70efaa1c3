import NIOCore
import OvationBackend
import OvationModel
import OvationObservability
import OvationRules
import OvationTestKit
import Testing

@testable import OvationNode

/// Bytes that are no message of this version are refused, each for its reason.
@Suite struct CrossingRefusalTests {
    private typealias Answer = Result<RoomReply, Rejection>

    private static let notice = RoomNotice.sessionEnded(Samples.id("session-1"), .leave)

    /// The same by hand, with an id that may be none.
    private static func ended(_ id: (ProtobufBytes) -> ProtobufBytes) -> ProtobufBytes {
        ProtobufBytes(.notice).part(2) { id($0).text(2, MemberStateCause.leave.rawValue) }
    }

    /// Why bytes are refused; nil where they are read.
    private static func reason<Value: CrossingValue>(
        of bytes: [UInt8], as type: Value.Type, bytesMax: Int = 1_048_576
    ) -> CrossingRefused.Reason? {
        do throws(CrossingRefused) {
            _ = try Value(crossing: bytes, bytesMax: bytesMax)
            return nil
        } catch {
            #expect(error.kind == Value.crossingKind)
            return error.reason
        }
    }

    // MARK: - The outermost form

    @Test(arguments: [0, 2, 255] as [UInt8]) func `another version is refused`(version: UInt8) throws {
        var bytes = try Self.notice.crossing(bytesMax: 1_000)
        bytes[0] = version
        #expect(Self.reason(of: bytes, as: RoomNotice.self) == .version)
        // Whatever its header is like.
        #expect(Self.reason(of: [version], as: RoomNotice.self) == .version)
    }

    @Test(arguments: [0, 5, 255] as [UInt8]) func `an unknown kind is refused`(kind: UInt8) throws {
        var bytes = try Self.notice.crossing(bytesMax: 1_000)
        bytes[1] = kind
        #expect(Self.reason(of: bytes, as: RoomNotice.self) == .unknownKind)
    }

    @Test func `a kind that does not belong there is refused`() throws {
        let bytes = try Self.notice.crossing(bytesMax: 1_000)
        #expect(Self.reason(of: bytes, as: RoomRequest.self) == .otherKind)
        #expect(Self.reason(of: bytes, as: Answer.self) == .otherKind)
        #expect(Self.reason(of: bytes, as: EdgeMessage.self) == .otherKind)
    }

    @Test(arguments: CrossingSample.all)
    func `bytes that are cut short anywhere, or followed by others, are refused`(sample: CrossingSample) throws {
        let bytes = try sample.encode()
        for count in 0..<bytes.count {
            do throws(CrossingRefused) {
                _ = try sample.decode(Array(bytes.prefix(count)))
                Issue.record("\(count) of \(bytes.count) bytes were read")
            } catch {
                #expect(error.reason == .cutShort)
            }
        }
        do throws(CrossingRefused) {
            _ = try sample.decode(bytes + [0])
            Issue.record("a byte behind the end was read")
        } catch {
            #expect(error.reason == .trailingBytes)
        }
    }

    @Test func `a mebibyte passes, and a byte more is refused on both sides`() throws {
        func request(_ count: Int) -> RoomRequest {
            RoomRequest(actor: .server, body: .command(.end(message: String(repeating: "a", count: count))))
        }
        // Beside the text there are as many bytes around a million characters as around a few more.
        let around = try request(1_000_000).crossing(bytesMax: .max).count - 1_000_000
        let (fitting, tooLong) = (request(1_048_576 - around), request(1_048_577 - around))
        let bytes = try fitting.crossing(bytesMax: 1_048_576)
        #expect(bytes.count == 1_048_576)
        #expect(Self.reason(of: bytes, as: RoomRequest.self) == nil)
        #expect(throws: CrossingRefused(kind: .request, reason: .tooLong)) { try tooLong.crossing(bytesMax: 1_048_576) }
        let more = try tooLong.crossing(bytesMax: .max)
        #expect(more.count == 1_048_577)
        #expect(Self.reason(of: more, as: RoomRequest.self) == .tooLong)
        #expect(Self.reason(of: [UInt8](repeating: 1, count: 1_048_577), as: EdgeMessage.self) == .tooLong)
    }

    // MARK: - What is inside

    @Test func `an unknown case is refused, an unknown field is skipped`() throws {
        #expect(Self.reason(of: ProtobufBytes(.notice).bytes, as: RoomNotice.self) == .unknownCase)
        #expect(Self.reason(of: ProtobufBytes(.notice).text(200, "x").bytes, as: RoomNotice.self) == .unknownCase)
        #expect(Self.reason(of: ProtobufBytes(.answer).bytes, as: Answer.self) == .unknownCase)
        let reply = ProtobufBytes(.answer).part(1) { $0.text(99, "x") }
        #expect(Self.reason(of: reply.bytes, as: Answer.self) == .unknownCase)
        let message = ProtobufBytes(.edgeMessage).number(77, 1)
        #expect(Self.reason(of: message.bytes, as: EdgeMessage.self) == .unknownCase)

        let newer = Self.ended { $0.text(1, "session-1") }.text(200, "x").number(201, 7)
        #expect(try RoomNotice(crossing: newer.bytes, bytesMax: 1_000) == Self.notice)
    }

    @Test(arguments: [nil, 0, 6, 1 << 40] as [UInt64?]) func `an unknown lane is refused`(lane: UInt64?) {
        let event = ProtobufBytes(.edgeMessage).part(1) { batch in
            batch.number(1, 7).part(3) { event in
                let event = event.text(1, "barrage.sent").text(2, "{}")
                return lane.map { event.number(3, $0) } ?? event
            }
        }
        #expect(Self.reason(of: event.bytes, as: EdgeMessage.self) == .unknownCase)
    }

    @Test func `an unknown name is refused`() {
        let event = ProtobufBytes(.edgeMessage).part(1) { $0.part(3) { $0.text(1, "barrage.sung").number(3, 1) } }
        #expect(Self.reason(of: event.bytes, as: EdgeMessage.self) == .unknownCase)
        let cause = ProtobufBytes(.notice).part(2) { $0.text(1, "session-1").text(2, "Teleport") }
        #expect(Self.reason(of: cause.bytes, as: RoomNotice.self) == .unknownCase)
        let source = ProtobufBytes(.request).part(1) { $0.text(4, "moon") }.part(20) { $0 }
        #expect(Self.reason(of: source.bytes, as: RoomRequest.self) == .unknownCase)
        let platform = ProtobufBytes(.request).part(1) { $0.text(4, "client") }.part(3) { $0.text(2, "Fridge") }
            .part(20) { $0 }
        #expect(Self.reason(of: platform.bytes, as: RoomRequest.self) == .unknownCase)
    }

    @Test func `an id that is no id, or no text, is refused`() {
        for text in ["", " ", "a b", "é", String(repeating: "a", count: 65)] {
            #expect(Self.reason(of: Self.ended { $0.text(1, text) }.bytes, as: RoomNotice.self) == .badValue)
        }
        for bytes in [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80]] as [[UInt8]] {
            let notice = Self.ended { $0.content(1, bytes) }
            #expect(Self.reason(of: notice.bytes, as: RoomNotice.self) == .malformed)
        }
    }

    @Test func `bytes that are no protobuf are refused`() {
        for body in [
            [0x1A], [0x1A, 0x05, 0x61], [0x00], [0x1B], [0x1C], [0xFF, 0xFF, 0xFF],
            [0x1A, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
        ]
            as [[UInt8]]
        {
            var notice = ProtobufBytes(.notice)
            notice.body = body
            #expect(Self.reason(of: notice.bytes, as: RoomNotice.self) == .malformed)
        }
    }

    @Test func `a part that is missing is refused`() {
        let lost = ProtobufBytes(.notice).part(1) { $0.text(1, "session-1") }
        #expect(Self.reason(of: lost.bytes, as: RoomNotice.self) == .badValue)
        for number in [3, 4, 6, 7, 8, 11, 14] {
            let message = ProtobufBytes(.edgeMessage).part(number) { $0 }
            #expect(Self.reason(of: message.bytes, as: EdgeMessage.self) == .badValue)
        }
        let resume = ProtobufBytes(.request).part(1) { $0.text(4, "client") }.part(3) { $0.text(2, "Web") }
            .part(18) { $0 }
        #expect(Self.reason(of: resume.bytes, as: RoomRequest.self) == .badValue)
    }

    @Test func `an edge that cannot be is refused`() {
        let detach = ProtobufBytes(.edgeMessage).part(5) { $0.number(1, 65_536).number(3, 1) }
        #expect(Self.reason(of: detach.bytes, as: EdgeMessage.self) == .badValue)
        let report = ProtobufBytes(.notice).part(7) { $0.number(1, 65_536) }
        #expect(Self.reason(of: report.bytes, as: RoomNotice.self) == .badValue)
    }

    @Test func `more coins than there can be are refused`() {
        let charged = ProtobufBytes(.answer).part(1) {
            $0.part(3) { $0.text(1, "o-1").text(2, "rose").number(4, UInt64(Int64.max)) }
        }
        #expect(Self.reason(of: charged.bytes, as: Answer.self) == .badValue)
    }

    @Test(arguments: [
        "", "{", "[]", "{}", "null", #"{"state":"dreaming","since":1}"#, #"{"state":"live","since":1e99}"#,
        String(repeating: "[", count: 100_000),
    ])
    func `JSON that is not what stands there is refused`(json: String) {
        let changed = ProtobufBytes(.notice).part(4) { $0.text(1, "live-1").text(2, json) }
        #expect(Self.reason(of: changed.bytes, as: RoomNotice.self) == .badValue)
    }

    @Test func `a key that stands there twice is refused`() {
        let barrage = ProtobufBytes(.request).part(1) { $0.text(4, "client") }.part(3) { $0.text(2, "Web") }.part(16) {
            $0.part(10) { $0.part(1) { $0.part(2) { $0.text(1, "a") }.part(2) { $0.text(1, "a") } } }
        }
        #expect(Self.reason(of: barrage.bytes, as: RoomRequest.self) == .badValue)
    }
}

/// Writes what crosses by hand, so that it may be wrong.
private struct ProtobufBytes {
    let kind: CrossingKind
    var body: [UInt8] = []

    init(_ kind: CrossingKind) { self.kind = kind }

    /// The body behind its header.
    var bytes: [UInt8] {
        [1, kind.rawValue] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: body.count >> $0) } + body
    }

    func content(_ number: Int, _ bytes: [UInt8]) -> ProtobufBytes {
        adding(Self.varint(UInt64(number) << 3 | 2) + Self.varint(UInt64(bytes.count)) + bytes)
    }

    func text(_ number: Int, _ text: String) -> ProtobufBytes { content(number, Array(text.utf8)) }

    func number(_ number: Int, _ value: UInt64) -> ProtobufBytes {
        adding(Self.varint(UInt64(number) << 3) + Self.varint(value))
    }

    func part(_ number: Int, _ fill: (ProtobufBytes) -> ProtobufBytes) -> ProtobufBytes {
        content(number, fill(ProtobufBytes(kind)).body)
    }

    private func adding(_ bytes: [UInt8]) -> ProtobufBytes {
        var copy = self
        copy.body += bytes
        return copy
    }

    private static func varint(_ value: UInt64) -> [UInt8] {
        var (bytes, rest): ([UInt8], UInt64) = ([], value)
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
