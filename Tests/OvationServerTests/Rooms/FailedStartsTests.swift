import OvationModel
import OvationTestKit
import Testing

@testable import OvationNode

/// Starts of lives whose creation was reported as failed.
@Suite struct FailedStartsTests {
    /// Starts of which a test asks in a line.
    private final class Asked {
        private var starts = FailedStarts()

        var count: Int { starts.count }

        func add(_ number: Int) -> Bool { starts.add(FailedStartsTests.start(number), at: Samples.time) }

        func takeDue() -> [LiveSessionID] { starts.takeDue().map(\.start) }

        func tried(_ start: LiveSessionID, isClosed: Bool) {
            starts.tried(start, at: Samples.time, isClosed: isClosed)
        }
    }

    private let starts = Asked()

    private static func start(_ number: Int) -> LiveSessionID { LiveSessionID(unchecked: "start-\(number)") }

    @Test func `a start is tried again until the storage has said that it is closed`() {
        #expect(starts.add(1))
        for _ in 1...3 {
            #expect(starts.takeDue() == [Self.start(1)])
            // One attempt at a time.
            #expect(starts.takeDue().isEmpty)
            starts.tried(Self.start(1), isClosed: false)
        }
        #expect(starts.takeDue() == [Self.start(1)])
        starts.tried(Self.start(1), isClosed: true)
        starts.tried(Self.start(1), isClosed: false)
        #expect(starts.takeDue().isEmpty)
        #expect(starts.count == 0)
    }

    @Test func `so many are tried at once, and nobody waits for ever behind those that fail`() {
        let count = FailedStarts.attemptsMax + 1
        for number in 1...count { #expect(starts.add(number)) }
        let first = starts.takeDue()
        #expect(first.count == FailedStarts.attemptsMax)
        for start in first { starts.tried(start, isClosed: false) }
        #expect(starts.takeDue().first == Self.start(count))
    }

    @Test func `so many are remembered, those under way included`() {
        for number in 1...FailedStarts.countMax where !starts.add(number) { Issue.record("\(number) is refused") }
        _ = starts.takeDue()
        #expect(!starts.add(0))
        #expect(starts.count == FailedStarts.countMax)
        starts.tried(Self.start(1), isClosed: true)
        #expect(starts.add(0))
    }
}
