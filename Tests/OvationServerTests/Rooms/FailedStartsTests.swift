import OvationModel
import OvationTestKit
import Testing

@testable import OvationNode

/// Starts of lives whose creation was reported as failed.
@Suite struct FailedStartsTests {
    private var starts = FailedStarts()

    private static func start(_ number: Int) -> LiveSessionID { LiveSessionID(unchecked: "start-\(number)") }

    @Test mutating func `a start is tried again until the storage has said that it is closed`() {
        #expect(starts.add(Self.start(1), at: Samples.time))
        for _ in 1...3 {
            #expect(starts.takeDue().map(\.start) == [Self.start(1)])
            // One attempt at a time.
            #expect(starts.takeDue().isEmpty)
            starts.tried(Self.start(1), at: Samples.time, isClosed: false)
        }
        #expect(starts.takeDue().map(\.at) == [Samples.time])
        starts.tried(Self.start(1), at: Samples.time, isClosed: true)
        starts.tried(Self.start(1), at: Samples.time, isClosed: false)
        #expect(starts.takeDue().isEmpty)
        #expect(starts.count == 0)
    }

    @Test mutating func `so many are tried at once, and nobody waits for ever behind those that fail`() {
        let count = FailedStarts.attemptsMax + 1
        for number in 1...count { #expect(starts.add(Self.start(number), at: Samples.time)) }
        let first = starts.takeDue()
        #expect(first.count == FailedStarts.attemptsMax)
        for (start, time) in first { starts.tried(start, at: time, isClosed: false) }
        #expect(starts.takeDue().first?.start == Self.start(count))
    }

    @Test mutating func `so many are remembered, those under way included`() {
        for number in 1...FailedStarts.countMax { #expect(starts.add(Self.start(number), at: Samples.time)) }
        _ = starts.takeDue()
        #expect(!starts.add(Self.start(0), at: Samples.time))
        #expect(starts.count == FailedStarts.countMax)
        starts.tried(Self.start(1), at: Samples.time, isClosed: true)
        #expect(starts.add(Self.start(0), at: Samples.time))
    }
}
