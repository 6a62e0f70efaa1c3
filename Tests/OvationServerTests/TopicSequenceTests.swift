import OvationModel
import OvationTestKit
import Testing

@testable import OvationServer

@Suite struct TopicSequenceTests {
    private static let topic = TopicName(unchecked: "CHAT")

    private static func message(_ number: Int64) -> TopicMessage {
        TopicMessage(
            id: number, message: "\(number)", sender: Samples.alice, at: Samples.time, number: number)
    }

    @Test func `messages that are kept one after the other are told at once`() {
        var sequence = TopicSequence([Self.topic: 7])
        #expect(sequence.last(of: Self.topic) == 7)
        #expect(sequence.kept(Self.message(8), in: Self.topic).map(\.number) == [8])
        #expect(sequence.kept(Self.message(9), in: Self.topic).map(\.number) == [9])
        #expect(sequence.kept(Self.message(9), in: Self.topic).isEmpty)
        #expect(sequence.beginReading(Self.topic) == nil)
        #expect(sequence.last(of: TopicName(unchecked: "OTHER")) == 0)
    }

    @Test func `a gap is read, and what is behind it waits`() {
        var sequence = TopicSequence([:])
        #expect(sequence.kept(Self.message(2), in: Self.topic).isEmpty)
        #expect(sequence.beginReading(Self.topic) == 0)
        #expect(sequence.beginReading(Self.topic) == nil, "it is being read")
        #expect(sequence.kept(Self.message(3), in: Self.topic).isEmpty)
        let read = [Self.message(1), Self.message(2)]
        #expect(sequence.read(read, mayBeMore: false, in: Self.topic).map(\.number) == [1, 2, 3])
    }

    @Test func `a failed write may have been kept all the same`() {
        var sequence = TopicSequence([:])
        sequence.failed(in: Self.topic)
        #expect(sequence.beginReading(Self.topic) == 0)
        #expect(sequence.read([Self.message(1)], mayBeMore: false, in: Self.topic).map(\.number) == [1])
        sequence.failed(in: Self.topic)
        #expect(sequence.beginReading(Self.topic) == 1)
        sequence.readingFailed(Self.topic)
        #expect(sequence.beginReading(Self.topic) == 1)
        #expect(sequence.read([], mayBeMore: false, in: Self.topic).isEmpty)
        #expect(sequence.beginReading(Self.topic) == nil)
    }

    @Test func `what has given way to newer messages is not waited for`() {
        var sequence = TopicSequence([:])
        #expect(sequence.kept(Self.message(9), in: Self.topic).isEmpty)
        #expect(sequence.beginReading(Self.topic) == 0)
        let read = (6...9).map { Self.message(Int64($0)) }
        #expect(sequence.read(read, mayBeMore: false, in: Self.topic).map(\.number) == [6, 7, 8, 9])
        #expect(sequence.kept(Self.message(12), in: Self.topic).isEmpty)
        #expect(sequence.beginReading(Self.topic) == 9)
        #expect(sequence.read([], mayBeMore: false, in: Self.topic).map(\.number) == [12])
    }

    /// A storage that numbers messages, keeps some whose writes it says have failed, and is read when it likes.
    @Test(arguments: 0..<60)
    func `whatever fails, everything that is kept is told once and in order`(run: Int) {
        var random = SeededGenerator(seed: UInt64(run))
        var sequence = TopicSequence([:])
        var kept: [TopicMessage] = []
        var told: [Int64?] = []
        var reading: (after: Int64, kept: [TopicMessage])?
        let page = random.pick([1, 2, 50])
        func finish(_ isOver: Bool) {
            guard let (after, seen) = reading else { return }
            reading = nil
            if !isOver, random.chance(0.2) { return sequence.readingFailed(Self.topic) }
            let found = Array(seen.filter { ($0.number ?? 0) > after }.prefix(page))
            told += sequence.read(found, mayBeMore: found.count == page, in: Self.topic).map(\.number)
        }
        for _ in 0..<300 {
            if random.chance(0.3) { finish(false) }
            let failed = random.chance(0.2)
            if !failed || random.chance(0.5) { kept.append(Self.message(Int64(kept.count) + 1)) }
            if failed {
                sequence.failed(in: Self.topic)
            } else if let last = kept.last {
                told += sequence.kept(last, in: Self.topic).map(\.number)
            }
            if reading == nil, let after = sequence.beginReading(Self.topic) { reading = (after, kept) }
        }
        for _ in 0..<1_000 {
            finish(true)
            if let after = sequence.beginReading(Self.topic) { reading = (after, kept) }
        }
        #expect(told == kept.map(\.number))
    }
}
