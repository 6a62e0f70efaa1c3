import Foundation
import OvationModel
import OvationTestKit
import Testing

@Suite struct TimestampTests {
    @Test func `milliseconds and seconds can be added to a time`() {
        let time = Timestamp(milliseconds: 1_500)
        #expect(time.seconds == 1)
        #expect(time.adding(milliseconds: -500) == Timestamp(milliseconds: 1_000))
        #expect(time.adding(seconds: 90) == Timestamp(milliseconds: 91_500))
        #expect(time.adding(seconds: 90).milliseconds(since: time) == 90_000)
        #expect(time.milliseconds(since: time.adding(seconds: 1)) == -1_000)
        #expect(time < time.adding(milliseconds: 1))
    }

    @Test func `adding beyond the range stops at its end instead of trapping`() {
        let (first, last) = (Timestamp(milliseconds: .min), Timestamp(milliseconds: .max))
        #expect(last.adding(milliseconds: 1) == last)
        #expect(first.adding(milliseconds: -1) == first)
        #expect(Samples.time.adding(seconds: .max) == last)
        #expect(Timestamp(milliseconds: -1).adding(seconds: .min) == first)
        #expect(last.milliseconds(since: first) == .max)
        #expect(first.milliseconds(since: last) == .min)
    }

    @Test func `a time travels as a number of milliseconds`() throws {
        #expect(String(decoding: try JSONEncoder().encode([Samples.time]), as: UTF8.self) == "[1732156800000]")
        #expect(try JSONDecoder().decode([Timestamp].self, from: Data("[1732156800000]".utf8)) == [Samples.time])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Timestamp].self, from: Data("[\"now\"]".utf8)) }
    }

    @Test func `a manual clock moves only when advanced`() {
        let clock = ManualClock()
        #expect(clock.now == Samples.time)
        clock.advance(seconds: 2)
        clock.advance(milliseconds: 5)
        #expect(clock.now == Samples.time.adding(milliseconds: 2_005))
        #expect(clock.nanoseconds == 2_005_000_000)
        clock.set(Timestamp(milliseconds: 7))
        #expect(clock.now.milliseconds == 7)
    }

    @Test func `equal seeds give equal numbers`() {
        var (one, two, other) = (SeededGenerator(seed: 1), SeededGenerator(seed: 1), SeededGenerator(seed: 2))
        let numbers = (0..<100).map { _ in one.next() }
        let again = (0..<100).map { _ in two.next() }
        let others = (0..<100).map { _ in other.next() }
        #expect(again == numbers)
        #expect(others != numbers)
        // The reference implementation of SplitMix64 gives this first number for the seed 1234567.
        var known = SeededGenerator(seed: 1_234_567)
        let first = known.next()
        #expect(first == 6_457_827_717_110_365_317)
    }
}
