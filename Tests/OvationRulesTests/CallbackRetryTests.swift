import OvationModel
import OvationRules
import Testing

@Suite struct CallbackRetryTests {
    private let start = Timestamp(milliseconds: 1_732_156_800_000)

    @Test func `a backend that never answers is tried for a day with growing waits, and then no more`() {
        var now = start
        var times: [Int64] = []
        while true {
            times.append(now.milliseconds(since: start) / 1000)
            let next = CallbackRetry.decide(
                attempts: times.count, recordedAt: start, giveUpSeconds: 86_400, at: now)
            guard case .again(let time) = next else { break }
            #expect(time > now)
            now = time
        }
        #expect(times == [0, 5, 35, 155, 755, 4_355, 25_955, 47_555, 69_155, 86_400])
    }

    @Test func `a callback that waited behind another for more than a day has one attempt`() {
        let late = start.adding(seconds: 200_000)
        #expect(CallbackRetry.decide(attempts: 1, recordedAt: start, giveUpSeconds: 86_400, at: late) == .giveUp)
    }

    @Test func `impossible numbers of attempts do no harm`() {
        for attempts in [Int.min, -1, 0, 1_000, Int.max] {
            #expect(
                CallbackRetry.decide(attempts: attempts, recordedAt: start, giveUpSeconds: 60, at: start) != .giveUp)
        }
    }

    @Test func `a clock that was set back does not keep a callback for ever`() {
        let before = start.adding(seconds: -1_000_000)
        guard
            case .again(let time) = CallbackRetry.decide(
                attempts: 1, recordedAt: start, giveUpSeconds: 60, at: before)
        else {
            Issue.record("the callback was given up too early")
            return
        }
        #expect(time == before.adding(seconds: 5))
    }
}
