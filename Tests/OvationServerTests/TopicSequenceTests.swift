import OvationModel
import OvationTestKit
import Testing

@testable import OvationNode

@Suite struct TopicSequenceTests {
    private static let topic = TopicName(unchecked: "CHAT")

    /// Wraps a sequence in an object, because an expectation cannot call a mutating method. Messages are plain numbers.
    private final class Line {
        private var sequence: TopicSequence

        init(_ last: [TopicName: Int64] = [:]) { sequence = TopicSequence(last) }

        func last(of topic: TopicName = topic) -> Int64 { sequence.last(of: topic) }
        func kept(_ number: Int64) -> [Int64] { sequence.kept(message(number), in: topic).compactMap(\.number) }
        func failed() { sequence.failed(in: topic) }
        func beginReading() -> Int64? { sequence.beginReading(topic) }
        func readingFailed() { sequence.readingFailed(topic) }
        func read(_ numbers: [Int64], mayBeMore: Bool = false) -> [Int64] {
            sequence.read(numbers.map(message), mayBeMore: mayBeMore, in: topic).compactMap(\.number)
        }
    }

    private static func message(_ number: Int64) -> TopicMessage {
        TopicMessage(
            id: number, message: "\(number)", sender: Samples.alice, at: Samples.time, number: number)
    }

    @Test func `messages that are stored in order are told at once`() {
        let line = Line([Self.topic: 7])
        #expect(line.last() == 7)
        #expect(line.kept(8) == [8])
        #expect(line.kept(9) == [9])
        #expect(line.kept(9) == [])
        #expect(line.beginReading() == nil)
        #expect(line.last(of: TopicName(unchecked: "OTHER")) == 0)
    }

    @Test func `a gap is read, and the messages behind it wait`() {
        let line = Line()
        #expect(line.kept(2) == [])
        #expect(line.beginReading() == 0)
        #expect(line.beginReading() == nil, "the gap is already being read")
        #expect(line.kept(3) == [])
        #expect(line.read([1, 2]) == [1, 2, 3])
    }

    @Test func `a write that was reported as failed may have been stored`() {
        let line = Line()
        line.failed()
        #expect(line.beginReading() == 0)
        #expect(line.read([1]) == [1])
        line.failed()
        #expect(line.beginReading() == 1)
        line.readingFailed()
        #expect(line.beginReading() == 1)
        #expect(line.read([]) == [])
        #expect(line.beginReading() == nil)
    }

    @Test func `a message that newer ones have displaced is not waited for`() {
        let line = Line()
        #expect(line.kept(9) == [])
        #expect(line.beginReading() == 0)
        #expect(line.read([6, 7, 8, 9]) == [6, 7, 8, 9])
        #expect(line.kept(12) == [])
        #expect(line.beginReading() == 9)
        #expect(line.read([]) == [12])
    }

    /// The storage numbers messages, stores some of those whose writes fail, and answers readings late.
    @Test(arguments: 0..<60)
    func `every stored message is told once and in order, whatever fails`(run: Int) {
        var random = SeededGenerator(seed: UInt64(run))
        let line = Line()
        var kept: Int64 = 0
        var told: [Int64] = []
        var reading: (after: Int64, upTo: Int64)?
        let page = random.pick([1, 2, 50])
        func finish(_ isOver: Bool) {
            guard let (after, upTo) = reading else { return }
            reading = nil
            if !isOver, random.chance(0.2) { return line.readingFailed() }
            let found = after < upTo ? Array((after + 1...upTo).prefix(page)) : []
            told += line.read(found, mayBeMore: found.count == page)
        }
        for _ in 0..<300 {
            if random.chance(0.3) { finish(false) }
            let failed = random.chance(0.2)
            if !failed || random.chance(0.5) { kept += 1 }
            if failed { line.failed() } else { told += line.kept(kept) }
            if reading == nil, let after = line.beginReading() { reading = (after, kept) }
        }
        for _ in 0..<1_000 {
            finish(true)
            if let after = line.beginReading() { reading = (after, kept) }
        }
        #expect(told == Array(1...max(kept, 1)))
    }
}
