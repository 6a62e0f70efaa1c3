public import OvationModel
import OvationTestKit
import Testing

@testable import OvationRules

@Suite struct TopicGatheringTests {
    private let now = TestLive.start

    /// Wraps the gathering in an object, because an expectation cannot call a mutating method.
    private final class Gathered {
        private var gathering: TopicGathering

        init(_ change: (inout Limits) -> Void = { _ in }) {
            var limits = Limits()
            change(&limits)
            gathering = TopicGathering(limits: limits)
        }

        var pending: Int { gathering.pending }
        var isEmpty: Bool { gathering.isEmpty }
        var due: Timestamp? { gathering.due(intervalMilliseconds: 100) }

        func add(_ text: String, to topic: TopicName = .reaction, _ count: Int = 1, from user: String = "bo", id: Int64)
            -> Bool
        {
            gathering.add(text, to: topic, count: count, from: .named(user), id: id, at: TestLive.start)
        }

        func take(while isAdmitted: () -> Bool = { true }) -> [TopicPublished] {
            gathering.take(at: TestLive.start, while: isAdmitted)
        }
    }

    @Test func `equal messages become one, with their sum and the five users who sent most`() throws {
        let gathering = Gathered()
        for number in 1...70 {
            #expect(gathering.add("🔥", number, from: "user\(number)", id: Int64(number)))
        }
        #expect(gathering.pending == 70 * 71 / 2)
        let message = try #require(gathering.take().first?.messages.first)
        #expect(message.count == 70 * 71 / 2)
        #expect(message.id == 1)
        // The first 64 users keep their own shares.
        #expect(message.senders?.map(\.count) == [64, 63, 62, 61, 60])
        #expect(message.shares.reduce(0) { $0 + $1.count } == 70 * 71 / 2)
        #expect(gathering.isEmpty)
    }

    @Test func `a single message has no count`() {
        let gathering = Gathered()
        #expect(gathering.add("🔥", id: 9))
        #expect(
            gathering.take() == [
                TopicPublished(
                    topic: .reaction,
                    messages: [TopicMessage(id: 9, message: "🔥", sender: .named("bo"), at: now)])
            ])
    }

    @Test func `texts that only look alike are two messages`() {
        let gathering = Gathered()
        #expect(gathering.add("e\u{301}", id: 1))
        #expect(gathering.add("\u{e9}", id: 2))
        #expect(gathering.take().first?.messages.count == 2)
    }

    @Test func `a new message fits until there are too many, and an equal one always fits`() {
        let gathering = Gathered { $0.topicMessagesTogetherMax = 2 }
        #expect(gathering.add("a", id: 1))
        #expect(gathering.add("a", to: "OTHER", 1, id: 2))
        #expect(!gathering.add("b", id: 3))
        #expect(gathering.add("a", to: "OTHER", 3, id: 4))
        #expect(gathering.pending == 5)
    }

    @Test func `the bytes of different messages are limited, and the first always fits`() {
        let gathering = Gathered { $0.topicBytesTogetherMax = 20 }
        let long = String(repeating: "x", count: 100)
        #expect(gathering.add(long, to: "T", 1, id: 1))
        #expect(!gathering.add("a", to: "T", 1, id: 2))
        #expect(gathering.take().count == 1)
        #expect(gathering.add("a", to: "T", 1, id: 3))
        #expect(gathering.add(String(repeating: "y", count: 17), to: "T", 1, id: 4))
        #expect(!gathering.add("b", to: "T", 1, id: 5))
    }

    @Test func `a message is due at once after a pause, and an interval after the last event otherwise`() {
        let gathering = Gathered()
        #expect(gathering.due == nil)
        _ = gathering.add("a", id: 1)
        #expect(gathering.due.map { $0 <= now } == true)
        _ = gathering.take()
        _ = gathering.add("a", id: 2)
        #expect(gathering.due == now.adding(milliseconds: 100))
    }

    @Test(arguments: 0..<40)
    func `the counts of every message add up and no event exceeds its limit, whatever is added and taken`(
        run: Int
    ) {
        var random = SeededGenerator(seed: UInt64(run))
        let (countMax, bytesMax) = (random.pick([1, 3, 32]), random.pick([1, 10, 8_192]))
        let gathering = Gathered {
            $0.topicMessagesTogetherMax = countMax
            $0.topicBytesTogetherMax = bytesMax
        }
        var accepted: [String: Int] = [:]
        var told: [String: Int] = [:]
        var ids: Set<Int64> = []
        for id in 1...600 {
            if random.chance(0.05) {
                // The rate may stop it after any number of events. The rest is taken later.
                var left = random.number(0...2)
                let events = gathering.take {
                    left -= 1
                    return left >= 0
                }
                for event in events { Self.count(event, &told, &ids) }
                continue
            }
            let (topic, text) = ("T\(random.number(0...2))", random.pick(["a", "b", "cc", "🔥", "e\u{301}"]))
            let count = random.number(1...100)
            let isRoom = gathering.add(
                text, to: TopicName(unchecked: topic), count, from: "u\(random.number(0...90))", id: Int64(id))
            if isRoom { accepted["\(topic) \(text)", default: 0] += count }
            #expect(isRoom || !gathering.isEmpty)
        }
        let last = gathering.take()
        #expect(last.reduce(0) { $0 + $1.messages.count } <= countMax)
        #expect(Set(last.map(\.topic)).count == last.count)
        for event in last { Self.count(event, &told, &ids) }
        #expect(told == accepted)
        #expect(gathering.isEmpty && gathering.pending == 0)
    }

    private static func count(_ event: TopicPublished, _ told: inout [String: Int], _ ids: inout Set<Int64>) {
        for message in event.messages {
            #expect(ids.insert(message.id).inserted)
            let shares = message.shares
            #expect(shares.count <= TopicGathering.namedMax)
            #expect(shares.reduce(0) { $0 + $1.count } == message.count ?? 1)
            told["\(event.topic) \(message.message)", default: 0] += message.count ?? 1
        }
    }
}

extension TopicName: ExpressibleByStringInterpolation {
    /// A topic from a literal in a test.
    public init(stringLiteral value: String) { self.init(unchecked: value) }

    static let reaction: TopicName = "REACTION"
}
