import OvationModel
import OvationTestKit
import OvationWire
import Testing

@testable import VideoSDKRTC

@Suite struct TapGatheringTests {
    /// Tap gathering in a class, so that an expectation can call methods that change it.
    private final class Taps {
        private var gathering = TapGathering()

        func add(_ message: PubSubPublish) -> TapGathering.Step { gathering.add(message) }
        func windowOver(_ number: Int) -> TapGathering.Step { gathering.windowOver(number) }
        func finish() -> [PubSubPublish] { gathering.finish() }
    }

    private let fire = PubSubPublish(topic: TopicName(unchecked: "REACTION"), message: "🔥")
    private let heart = PubSubPublish(topic: TopicName(unchecked: "REACTION"), message: "❤️")

    private func fires(_ count: Int) -> PubSubPublish {
        var message = fire
        message.count = count
        return message
    }

    @Test func `the first tap is sent at once, the next ones together after the window`() {
        let taps = Taps()
        let first = taps.add(fire)
        #expect(first.sent == [fire] && first.window != nil)
        for _ in 1...7 { #expect(taps.add(fire) == TapGathering.Step()) }
        let over = taps.windowOver(first.window ?? 0)
        #expect(over.sent == [fires(7)] && over.window != nil)
        #expect(taps.windowOver(over.window ?? 0) == TapGathering.Step())
        #expect(taps.add(fire).sent == [fire], "a tap after a quiet window is sent at once again")
    }

    @Test func `a single waiting tap is sent without a count`() {
        let taps = Taps()
        let first = taps.add(fire)
        _ = taps.add(fire)
        #expect(taps.windowOver(first.window ?? 0).sent == [fire])
    }

    @Test func `a different message first sends the waiting taps`() {
        let taps = Taps()
        _ = taps.add(fire)
        _ = taps.add(fire)
        _ = taps.add(fire)
        #expect(taps.add(heart).sent == [fires(2), heart])
        var kept = fire
        kept.persist = true
        _ = taps.add(heart)
        #expect(taps.add(kept).sent == [heart, kept])
        #expect(taps.add(fire).sent == [fire])
    }

    @Test func `a full command is sent at once`() {
        let taps = Taps()
        _ = taps.add(fire)
        for _ in 1..<TapGathering.countMax { #expect(taps.add(fire).sent.isEmpty) }
        #expect(taps.add(fire).sent == [fires(TapGathering.countMax)])
        #expect(taps.finish().isEmpty)
    }

    @Test func `random taps are all sent, in order and with the right count`() {
        var random = SeededGenerator.printed()
        let taps = Taps()
        var tapped: [String] = []
        var sent: [String] = []
        var window: Int?
        func note(_ messages: [PubSubPublish]) {
            for message in messages { sent += Array(repeating: message.message, count: message.count ?? 1) }
        }
        for _ in 0..<2_000 {
            if random.chance(0.1), let number = window {
                let step = taps.windowOver(number)
                note(step.sent)
                window = step.window
            } else {
                let message = random.chance(0.9) ? fire : heart
                tapped.append(message.message)
                let step = taps.add(message)
                note(step.sent)
                window = step.window ?? window
            }
        }
        note(taps.finish())
        #expect(sent == tapped)
    }
}
