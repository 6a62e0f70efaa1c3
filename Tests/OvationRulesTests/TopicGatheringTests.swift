import OvationModel
import OvationTestKit
import Testing

@testable import OvationRules

@Suite struct TopicGatheringTests {
    private let now = TestLive.start

    private func gathering(_ change: (inout Limits) -> Void = { _ in }) -> TopicGathering {
        var limits = Limits()
        change(&limits)
        return TopicGathering(limits: limits)
    }

    private func take(_ gathering: inout TopicGathering) -> [TopicPublished] {
        gathering.take(at: now) { true }
    }

    @Test func `equal messages are one, with the five who sent most and the sum of all`() throws {
        var gathering = gathering()
        for number in 1...70 {
            let user = UserInfo.named("user\(number)")
            #expect(gathering.add("🔥", to: .reaction, count: number, from: user, id: Int64(number), at: now))
        }
        #expect(gathering.pending == 70 * 71 / 2)
        let message = try #require(take(&gathering).first?.messages.first)
        #expect(message.count == 70 * 71 / 2)
        #expect(message.id == 1)
        // The shares of the first 64 are kept apart.
        #expect(message.senders?.map(\.count) == [64, 63, 62, 61, 60])
        #expect(message.shares.reduce(0) { $0 + $1.count } == 70 * 71 / 2)
        #expect(gathering.isEmpty)
    }

    @Test func `one message alone says nothing of a count`() {
        var gathering = gathering()
        #expect(gathering.add("🔥", to: .reaction, count: 1, from: .named("bo"), id: 9, at: now))
        #expect(
            take(&gathering) == [
                TopicPublished(
                    topic: .reaction,
                    messages: [TopicMessage(id: 9, message: "🔥", sender: .named("bo"), at: now)])
            ])
    }

    @Test func `texts that only look alike are two messages`() {
        var gathering = gathering()
        #expect(gathering.add("e\u{301}", to: .reaction, count: 1, from: .named("bo"), id: 1, at: now))
        #expect(gathering.add("\u{e9}", to: .reaction, count: 1, from: .named("bo"), id: 2, at: now))
        #expect(take(&gathering).first?.messages.count == 2)
    }

    @Test func `a different message finds room until there are too many, an equal one always`() {
        var gathering = gathering { $0.topicMessagesTogetherMax = 2 }
        #expect(gathering.add("a", to: .reaction, count: 1, from: .named("bo"), id: 1, at: now))
        #expect(gathering.add("a", to: "OTHER", count: 1, from: .named("bo"), id: 2, at: now))
        #expect(!gathering.add("b", to: .reaction, count: 1, from: .named("bo"), id: 3, at: now))
        #expect(gathering.add("a", to: "OTHER", count: 3, from: .named("bo"), id: 4, at: now))
        #expect(gathering.pending == 5)
    }

    @Test func `the bytes of different messages are bounded, and the first always finds room`() {
        var gathering = gathering { $0.topicBytesTogetherMax = 20 }
        let long = String(repeating: "x", count: 100)
        #expect(gathering.add(long, to: "T", count: 1, from: .named("bo"), id: 1, at: now))
        #expect(!gathering.add("a", to: "T", count: 1, from: .named("bo"), id: 2, at: now))
        #expect(take(&gathering).count == 1)
        #expect(gathering.add("a", to: "T", count: 1, from: .named("bo"), id: 3, at: now))
        #expect(gathering.add(String(repeating: "y", count: 17), to: "T", count: 1, from: .named("bo"), id: 4, at: now))
        #expect(!gathering.add("b", to: "T", count: 1, from: .named("bo"), id: 5, at: now))
    }

    @Test func `it is due at once after a pause, and an interval after the last telling`() {
        var gathering = gathering()
        #expect(gathering.due(intervalMilliseconds: 100) == nil)
        _ = gathering.add("a", to: .reaction, count: 1, from: .named("bo"), id: 1, at: now)
        #expect(gathering.due(intervalMilliseconds: 100).map { $0 <= now } == true)
        _ = take(&gathering)
        _ = gathering.add("a", to: .reaction, count: 1, from: .named("bo"), id: 2, at: now)
        #expect(gathering.due(intervalMilliseconds: 100) == now.adding(milliseconds: 100))
    }

    @Test(arguments: 0..<40)
    func `whatever is added and told, the counts of every message add up, and no event is larger than its bound`(
        run: Int
    ) {
        var random = SeededGenerator(seed: UInt64(run))
        var limits = Limits()
        limits.topicMessagesTogetherMax = random.pick([1, 3, 32])
        limits.topicBytesTogetherMax = random.pick([1, 10, 8_192])
        var gathering = TopicGathering(limits: limits)
        var accepted: [String: Int] = [:]
        var told: [String: Int] = [:]
        var ids: Set<Int64> = []
        for id in 1...600 {
            if random.chance(0.05) {
                // The rate may stop it after any number of events; what stays is told later.
                var left = random.number(0...2)
                let events = gathering.take(at: now) {
                    left -= 1
                    return left >= 0
                }
                for event in events { Self.count(event, &told, &ids) }
                continue
            }
            let (topic, text) = ("T\(random.number(0...2))", random.pick(["a", "b", "cc", "🔥", "e\u{301}"]))
            let count = random.number(1...100)
            let user = UserInfo.named("u\(random.number(0...90))")
            let isRoom = gathering.add(
                text, to: TopicName(unchecked: topic), count: count, from: user, id: Int64(id), at: now)
            if isRoom { accepted["\(topic) \(text)", default: 0] += count }
            #expect(isRoom || !gathering.isEmpty)
        }
        let last = gathering.take(at: now) { true }
        #expect(last.reduce(0) { $0 + $1.messages.count } <= limits.topicMessagesTogetherMax)
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

extension TopicName: @retroactive ExpressibleByStringLiteral {
    /// A topic that a test writes down.
    public init(stringLiteral value: String) { self.init(unchecked: value) }

    static let reaction: TopicName = "REACTION"
}
