import OvationTestKit
import Testing

@testable import TUILiveKit

/// Which reactions fly, how long and where.
@Suite struct ReactionFieldTests {
    private let figures = ReactionFigures()

    @Test func `a reaction makes eight copies, and the oldest disappear beyond thirteen`() {
        var random = SeededGenerator(seed: 1)
        var field = ReactionField(figures)
        field.add("🔥", count: 1, at: 0, using: &random)
        #expect(field.flying.map(\.text) == Array(repeating: "🔥", count: 8))
        field.add("❤️", count: 1, at: 10, using: &random)
        #expect(field.flying.count == 13)
        #expect(field.flying.map(\.text) == Array(repeating: "🔥", count: 5) + Array(repeating: "❤️", count: 8))
        #expect(Set(field.flying.map(\.id)).count == 13)
    }

    @Test func `each copy is visible for 2.5 to 3.5 seconds`() {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var field = ReactionField(figures)
            field.add("🔥", count: 1, at: 1_000, using: &random)
            field.tick(at: 3_499)
            #expect(field.flying.count == 8)
            #expect(field.flying.allSatisfy { (3_500...4_500).contains($0.endsAt) && (0.8...1.2).contains($0.speed) })
            #expect(
                field.flying.allSatisfy { (-50...50).contains($0.startPoints) && (-150...150).contains($0.driftPoints) }
            )
            while let deadline = field.deadline {
                #expect(deadline <= 4_500)
                field.tick(at: deadline)
            }
            #expect(field.flying.isEmpty && field.tallies.isEmpty)
        }
    }

    @Test func `one event for many reactions adds only the visible copies and counts them all`() {
        var random = SeededGenerator(seed: 2)
        var field = ReactionField(figures)
        field.add("🔥", count: .max, at: 0, using: &random)
        field.add("🔥", count: 3, at: 0, using: &random)
        field.add("", count: 3, at: 0, using: &random)
        field.add("👏", count: 0, at: 0, using: &random)
        field.add("👏", count: -1, at: 0, using: &random)
        #expect(field.flying.count == 13)
        #expect(field.tallies.map(\.count) == [.max] && field.tallies.map(\.text) == ["🔥"])
        for number in 0..<100 { field.add("\(number)", count: 1, at: 0, using: &random) }
        #expect(field.tallies.count == 13 && field.flying.count == 13)
        field.add("a long text of a stranger", count: 1, at: 0, using: &random)
        #expect(field.flying.last?.text == "a lo")
    }

    @Test func `a copy rises fast at first, drifts sideways and fades at its end`() {
        let field = ReactionField(figures)
        let one = ReactionField.Flying(
            id: 1, text: "🔥", startsAt: 100, endsAt: 3_100, speed: 1, startPoints: 10, driftPoints: 100)
        #expect(field.place(of: one, at: 0) == ReactionField.Place(x: 10, rise: 0, opacity: 1))
        let half = field.place(of: one, at: 1_350)
        #expect(half.rise == 0.75 && half.x == 85 && half.opacity == 1)
        #expect(field.place(of: one, at: 2_600) == ReactionField.Place(x: 110, rise: 1, opacity: 1))
        #expect(field.place(of: one, at: 2_950).opacity == 0.5)
        #expect(field.place(of: one, at: 9_000).opacity == 0)
    }

    @Test func `an app's own figures never make an endless field or a trap`() {
        var figures = ReactionFigures()
        figures.copiesPerReaction = .max
        figures.visibleMax = 0
        figures.delayMillisecondsMax = -5
        figures.riseMilliseconds = 0
        figures.fadeMilliseconds = 0
        figures.charactersMax = 0
        var random = SeededGenerator(seed: 3)
        var field = ReactionField(figures)
        field.add("🔥🔥", count: 7, at: 0, using: &random)
        #expect(field.flying.map(\.text) == ["🔥"])
        _ = field.place(of: field.flying[0], at: 50)
    }
}

/// The overlay's model with a manual clock.
@MainActor
@Suite struct ReactionModelTests {
    @Test func `reactions disappear by themselves when their time is over`() {
        let clock = ManualGiftClock()
        let model = ReactionModel(figures: ReactionFigures(), clock: clock, random: SeededGenerator(seed: 4))
        model.add("🔥", count: 2)
        #expect(model.field.flying.count == 13 && model.field.tallies.first?.count == 2)
        clock.advance(milliseconds: 2_499)
        #expect(model.field.flying.count == 13)
        clock.advance(milliseconds: 1_001)
        #expect(model.field.flying.isEmpty && model.field.tallies.isEmpty)
    }
}
