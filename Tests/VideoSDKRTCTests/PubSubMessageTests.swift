import Foundation
import OvationModel
import OvationTestKit
import Testing

@testable import VideoSDKRTC

@Suite struct PubSubMessageTests {
    private let topic = TopicName(unchecked: "REACTION")

    private func messages(_ change: (inout TopicMessage) -> Void) -> [PubSubMessage] {
        var message = TopicMessage(id: 7, message: "🔥", sender: Samples.alice, at: Samples.time)
        change(&message)
        return PubSubMessage.all(message, topic: topic)
    }

    @Test func `a single message is delivered once without a count`() throws {
        let message = try #require(messages { _ in }.first)
        #expect(message.id == "7" && message.message == "🔥" && message.topic == "REACTION")
        #expect(message.senderId == "alice" && message.senderName == "Alice")
        #expect(message.timestamp == "2024-11-21T02:40:00.000Z")
        #expect(message.payload.isEmpty)
    }

    @Test func `a burst is delivered once for each named sender, and the last message counts the rest`() {
        let told = messages {
            $0.count = 57
            $0.senders = [.init(user: Samples.alice, count: 30), .init(user: Samples.bob, count: 20)]
        }
        #expect(told.map(\.senderId) == ["alice", "bob"])
        #expect(told.map { $0.payload["count"] as? Int } == [30, 27])
        #expect(told.map(\.id) == ["7", "7.1"])
    }

    @Test(arguments: [
        (Int?.none, [Int]()), (1, []), (9, []), (9, [-3, 0]), (2, [5, 5]), (.max, [.max, .max]), (-4, [1]),
    ])
    func `absurd counts from a server still give a message and never trap`(count: Int?, shares: [Int]) {
        let told = messages { message in
            message.count = count
            message.senders = shares.map { .init(user: Samples.bob, count: $0) }
        }
        #expect(!told.isEmpty)
    }

    @Test func `a JSON payload becomes its fields, and any other text becomes one field`() throws {
        let fields = try #require(
            messages { $0.payload = #"{"a":1,"b":"x","c":[1.5,true,null],"d":{"e":null,"f":"g"}}"# }.first?.payload)
        #expect(fields["a"] as? Int == 1 && fields["b"] as? String == "x")
        #expect((fields["c"] as? [Any])?.count == 2)
        #expect((fields["d"] as? [String: Any])?["f"] as? String == "g")
        for text in ["", "[1]", "{", "hello", "\u{1F525}", String(repeating: "[", count: 5_000)] {
            #expect(messages { $0.payload = text }.first?.payload["payload"] as? String == text)
        }
    }

    @Test func `times are written as ISO 8601 in UTC, from the year 1 to 9999`() throws {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        var random = SeededGenerator.printed()
        for _ in 0..<2_000 {
            let milliseconds = Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random)
            let told = try #require(messages { $0.at = Timestamp(milliseconds: milliseconds) }.first?.timestamp)
            let date = try #require(formatter.date(from: told), "\(told)")
            // Foundation uses another calendar before 1582.
            guard milliseconds > -12_219_292_800_000 else { continue }
            #expect(Int64((date.timeIntervalSince1970 * 1_000).rounded()) == milliseconds, "\(told)")
        }
        _ = messages { $0.at = Timestamp(milliseconds: .max) }
        _ = messages { $0.at = Timestamp(milliseconds: .min) }
    }
}
