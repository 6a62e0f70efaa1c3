import OvationBroker
import OvationModel
import Testing

@Suite struct BrokerFrameTests {
    static let cluster = ClusterName(unchecked: "tests")
    static let subject = BrokerSubject.live(LiveID(unchecked: "a"), in: cluster)
    private static let secret = "the secret of a cluster, long enough"
    private static let bytesMax = 1 << 20
    private let seal = FrameSeal(secret: secret, bytesMax: bytesMax)
    private let node = NodeRun(slot: 3, incarnation: .max - 1)

    private func frame(_ body: [UInt8] = [1, 2, 3]) -> BrokerFrame { BrokerFrame(sender: node, number: 42, body: body) }

    @Test(arguments: [0, 1, 255, 70_000, bytesMax - BrokerFrame.overheadBytes])
    func `a frame comes out as it went in`(_ count: Int) throws {
        let frame = frame((0..<count).map { UInt8(truncatingIfNeeded: $0) })
        let bytes = try seal.seal(frame, for: .subject(Self.subject))
        #expect(bytes.count == count + BrokerFrame.overheadBytes)
        #expect(try seal.open(bytes, at: .subject(Self.subject)) == frame)
    }

    @Test func `a frame that is longer than a broker takes is neither sent nor read`() throws {
        #expect(throws: FrameRefused(.tooLong)) {
            try seal.seal(frame([UInt8](repeating: 0, count: seal.bodyBytesMax + 1)), for: .subject(Self.subject))
        }
        let bytes = [UInt8](repeating: 1, count: Self.bytesMax + 1)
        #expect(throws: FrameRefused(.tooLong)) { try seal.open(bytes, at: .subject(Self.subject)) }
    }

    @Test func `a frame that is cut short anywhere is refused`() throws {
        let bytes = try seal.seal(frame(), for: .subject(Self.subject))
        for count in bytes.indices {
            #expect(throws: FrameRefused(.cutShort)) {
                try seal.open(Array(bytes[..<count]), at: .subject(Self.subject))
            }
        }
    }

    @Test func `a frame with one bit changed is refused`() throws {
        let bytes = try seal.seal(frame(), for: .subject(Self.subject))
        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: FrameRefused.self) { try seal.open(changed, at: .subject(Self.subject)) }
        }
    }

    @Test func `bytes behind a frame are refused, and a later version`() throws {
        var bytes = try seal.seal(frame(), for: .subject(Self.subject))
        #expect(throws: FrameRefused(.trailingBytes)) { try seal.open(bytes + [0], at: .subject(Self.subject)) }
        bytes[0] = 2
        #expect(throws: FrameRefused(.version)) { try seal.open(bytes, at: .subject(Self.subject)) }
        #expect(throws: FrameRefused(.version)) { try seal.open([2], at: .subject(Self.subject)) }
    }

    @Test func `a frame of another cluster, on another subject, or for another question is a stranger's`() throws {
        let place = FramePlace.subject(Self.subject)
        let bytes = try seal.seal(frame(), for: place)
        let other = FrameSeal(secret: "the secret of another cluster, as long", bytesMax: Self.bytesMax)
        #expect(throws: FrameRefused(.stranger)) { try other.open(bytes, at: place) }
        let elsewhere = FramePlace.subject(.live(try #require(LiveID("b")), in: Self.cluster))
        #expect(throws: FrameRefused(.stranger)) { try seal.open(bytes, at: elsewhere) }
        let answer = try seal.seal(frame(), for: .answer(to: bytes))
        #expect(try seal.open(answer, at: .answer(to: bytes)) == frame())
        let question = try seal.seal(frame([9]), for: place)
        #expect(throws: FrameRefused(.stranger)) { try seal.open(answer, at: .answer(to: question)) }
        #expect(throws: FrameRefused(.stranger)) { try seal.open(answer, at: place) }
    }

    @Test func `subjects have no wildcards, dots or spaces of ids, and no two ids share one`() throws {
        let ids = ["a", "a.b", "a b", "*", ">", "a.*", "$SYS.>", String(repeating: ".", count: 32)]
        let users = ["a", "A", "a-b", "a_b"]
        var subjects = try ids.map { BrokerSubject.live(try #require(LiveID($0)), in: Self.cluster) }
        subjects += try users.map { BrokerSubject.user(try #require(UserID($0)), in: Self.cluster) }
        subjects += [.home(node, in: Self.cluster)]
        subjects += try ids.map { BrokerSubject.edge(node, of: try #require(LiveID($0)), in: Self.cluster) }
        #expect(Set(subjects).count == subjects.count)
        for subject in subjects {
            #expect(subject.description.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789.-".utf8.contains($0) })
            #expect((4...6).contains(subject.description.split(separator: ".", omittingEmptySubsequences: false).count))
        }
        // What other nodes of this cluster, of whichever version, listen to.
        #expect(Self.subject.description == "ov.tests.live.qtfmaxxfzkowx2nhaeizecjeu5cpomzw")
    }

    @Test(arguments: ["", "A", "a.b", "a b", "*", ">", "ä", String(repeating: "a", count: 33)])
    func `a text that is no name of a cluster is refused`(_ text: String) { #expect(ClusterName(text) == nil) }
}
