import OvationMedia
import OvationModel
import Testing

/// What is kept of the publishers of lives.
struct StreamEventLogTests {
    private let live = LiveID(unchecked: "r1")

    private func event(
        _ reason: String, at seconds: Int64 = 0, _ outcome: StreamEvent.Outcome = .cut, isStranger: Bool = false,
        message: String = ""
    ) -> StreamEvent {
        StreamEvent(
            at: Timestamp(milliseconds: seconds * 1_000), way: .relay, outcome: outcome, reason: reason,
            message: message,
            isStranger: isStranger)
    }

    private func log(events: Int = 4, lives: Int = 4) -> StreamEventLog {
        var limits = MediaLimits()
        limits.streamEventsMax = events
        limits.streamEventLivesMax = lives
        return StreamEventLog(limits: limits)
    }

    @Test func `events are told newest first, and the oldest gives way`() {
        var log = log()
        for number in 1...6 { log.note(event("reason\(number)", at: Int64(number)), of: live) }
        #expect(log.events(of: live).map(\.reason) == ["reason6", "reason5", "reason4", "reason3"])
        #expect(log.events(of: LiveID(unchecked: "r2")).isEmpty)
    }

    @Test func `an encoder that is refused every second leaves one line with a count, its first and its last time`() {
        var log = log()
        log.note(event("lost", at: 1), of: live)
        for second in 2...100 {
            log.note(event("keyInvalid", at: Int64(second), .refused, message: "\(second)"), of: live)
        }
        log.note(event("lost", at: 101), of: live)
        log.note(event("keyInvalid", at: 102, .refused), of: live)
        let events = log.events(of: live)
        #expect(events.map(\.reason) == ["keyInvalid", "lost", "lost"])
        #expect(events[0].count == 100)
        #expect(events[0].firstAt.seconds == 2 && events[0].lastAt.seconds == 102)
    }

    @Test func `a cut that comes again after another one has a line of its own`() {
        var log = log()
        for reason in ["lost", "tooFast", "lost", "lost"] { log.note(event(reason), of: live) }
        #expect(log.events(of: live).map(\.reason) == ["lost", "tooFast", "lost"])
        #expect(log.events(of: live).map(\.count) == [2, 1, 1])
    }

    @Test func `strangers have half of the lines, and push out nothing of those who were let in`() {
        var log = log()
        for number in 1...2 { log.note(event("own\(number)"), of: live) }
        for number in 1...50 { log.note(event("strange\(number)", .refused, isStranger: true), of: live) }
        #expect(log.events(of: live).map(\.reason) == ["strange50", "strange49", "own2", "own1"])
        log.note(event("own3"), of: live)
        #expect(log.events(of: live).map(\.reason) == ["own3", "strange50", "own2", "own1"])
    }

    @Test func `the number of lives is limited, and those that had events lately stay`() {
        var log = log(lives: 4)
        let kept = LiveID(unchecked: "kept")
        for number in 1...100 {
            log.note(event("lost"), of: LiveID(unchecked: "r\(number)"))
            log.note(event("lost"), of: kept)
        }
        #expect(log.liveCount <= 4)
        #expect(log.events(of: kept).first?.count == 100)
        #expect(log.events(of: LiveID(unchecked: "r1")).isEmpty)
    }

    @Test func `a long sentence is cut between characters`() {
        let event = event("x", message: String(repeating: "é", count: 400))
        #expect(event.message == String(repeating: "é", count: 150))
    }
}
