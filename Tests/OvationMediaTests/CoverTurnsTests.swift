import OvationMedia
import OvationModel
import Testing

/// Which live's cover is drawn when, and how much of a processor that takes.
@Suite struct CoverTurnsTests {
    private typealias Turns = CoverTurns<String>

    private let start = Timestamp(milliseconds: 1_000_000)

    private func candidate(_ id: String, running: Int64? = 1_000, cover: Int64? = nil) -> Turns.Candidate {
        Turns.Candidate(id: id, runningSeconds: running, coverSeconds: cover)
    }

    /// Draws as often as it may for some seconds, each time for so long, and says what was drawn.
    private func drawn(
        _ turns: inout Turns, _ candidates: [Turns.Candidate], seconds: Int64, milliseconds: Int64,
        isDrawn: (String) -> Bool = { _ in true }
    ) -> [String] {
        var (found, now) = ([String](), start)
        let end = start.adding(seconds: seconds)
        while now < end {
            if let id = turns.next(of: candidates, at: now) {
                found.append(id)
                now = now.adding(milliseconds: milliseconds)
                turns.ended(id, isDrawn: isDrawn(id), after: milliseconds, at: now)
            } else {
                now = now.adding(milliseconds: 100)
            }
        }
        return found
    }

    @Test func `a picture without a cover is due after ten seconds, and one whose cover is young is not`() {
        for (running, cover, isDue) in [
            (9, nil, false), (10, nil, true), (nil, nil, false), (600, 59, false), (600, 60, true), (nil, 600, false),
            (600, -5, true),
        ] as [(Int64?, Int64?, Bool)] {
            var turns = Turns()
            let id = turns.next(of: [candidate("a", running: running, cover: cover)], at: start)
            #expect((id == "a") == isDue, "running for \(running ?? -1), cover \(cover ?? -1)")
        }
    }

    @Test func `a clock that was set back by an hour leaves no live without a cover for that hour`() {
        var turns = Turns()
        let lives = [candidate("a", running: -3_600), candidate("b", running: -3_590, cover: -3_595)]
        let found = drawn(&turns, lives, seconds: 59, milliseconds: 100)
        #expect(Set(found) == ["a", "b"] && found.count == 2)
    }

    @Test func `who has waited longest comes first, and all get their turn`() {
        var turns = Turns()
        let lives = [candidate("old", cover: 100), candidate("oldest", cover: 300), candidate("new", running: 15)]
        let found = drawn(&turns, lives, seconds: 59, milliseconds: 100)
        #expect(found == ["oldest", "old", "new"])
    }

    @Test(arguments: [1, 10, 50, 100]) func `drawing takes no more of a processor than it may`(percent: Int) {
        var limits = MediaLimits()
        limits.coverDrawPercentMax = percent
        var turns = Turns(limits: limits)
        let lives = (0..<650).map { candidate("\($0)") }
        let found = drawn(&turns, lives, seconds: 120, milliseconds: 200)
        let most = 120_000 * percent / 100 / 200
        #expect(found.count <= most + 1 && found.count > most / 2, "\(found.count) of \(most)")
    }

    @Test func `a picture that is slow to draw waits longer each time, and others are not kept waiting`() {
        var turns = Turns()
        let found = drawn(
            &turns, [candidate("slow"), candidate("well", cover: 60)], seconds: 3_600, milliseconds: 2_000,
            isDrawn: { $0 != "slow" })
        let slow = found.count { $0 == "slow" }
        // After 1, 2, 4, 8, 16 minutes.
        #expect((3...6).contains(slow), "\(slow)")
        #expect(found.count { $0 == "well" } >= 40)
    }

    @Test func `a wait that has doubled is over when one was drawn, and with the live`() {
        var turns = Turns()
        let live = candidate("a")
        #expect(turns.next(of: [live], at: start) == "a")
        turns.ended("a", isDrawn: false, after: 10, at: start)
        #expect(turns.next(of: [live], at: start.adding(seconds: 119)) == nil)
        #expect(turns.next(of: [live], at: start.adding(seconds: 120)) == "a")
        turns.ended("a", isDrawn: true, after: 10, at: start.adding(seconds: 120))
        #expect(turns.next(of: [live], at: start.adding(seconds: 180)) == "a")
        turns.ended("a", isDrawn: false, after: 10, at: start.adding(seconds: 180))
        // It was forgotten when it was no candidate.
        #expect(turns.next(of: [], at: start.adding(seconds: 190)) == nil)
        #expect(turns.next(of: [live], at: start.adding(seconds: 191)) == "a")
    }

    @Test func `one that does not run for a moment is not forgotten`() {
        var turns = Turns()
        #expect(turns.next(of: [candidate("a")], at: start) == "a")
        turns.ended("a", isDrawn: false, after: 10, at: start)
        #expect(turns.next(of: [candidate("a", running: nil)], at: start.adding(seconds: 30)) == nil)
        #expect(turns.next(of: [candidate("a")], at: start.adding(seconds: 60)) == nil)
    }
}
